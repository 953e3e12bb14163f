package schema

import (
	"slices"

	"github.com/discoveryd/discoveryd/internal/limits"
)

// bound refuses schemas that loop or expand too far, before any value is checked.
func (c *compiler) bound(root *node) {
	inPlace := newExpansion(len(c.nodes), func(n *node) []*node { return n.inPlace })
	whole := newExpansion(len(c.nodes), func(n *node) []*node { return slices.Concat(n.inPlace, n.inside) })
	for _, n := range c.nodes {
		inPlace.visit(n)
		whole.visit(n)
	}
	size, height := whole.size[root.id], 0
	for _, n := range c.nodes {
		size = max(size, inPlace.size[n.id])
		height = max(height, inPlace.height[n.id])
	}
	at := keyword{at: c.find(nil)}
	if size > limits.RefNodes {
		c.refuseLimit(at, "ref_nodes", "with every $ref written out, this schema has more than %d nodes", limits.RefNodes)
	}
	if height > limits.Depth {
		c.refuseLimit(at, "depth", "a chain of $ref and other keywords applies more than %d schemas, one inside the other, to one value", limits.Depth)
	}
	for _, r := range c.references {
		if target := r.rule.target; target != nil && inPlace.group[target.id] == inPlace.group[r.holder.id] {
			c.refuse(r.keyword, "%s leads back to itself without looking at a part of the value", excerpt(r.keyword.value))
		}
	}
}

// expansion measures how large schemas grow along some edges when every edge
// is written out. It finds groups of schemas that lead to each other (Tarjan's
// strongly connected components): within one, which is recursion, a schema is
// counted once; an edge that leaves it counts all it leads to, every time.
type expansion struct {
	edges  func(*node) []*node
	clock  int
	seen   []int // by node: when it was first visited, from 1
	low    []int // the earliest node on the stack that it reaches
	group  []int // its group, from 1; 0 while it is open
	size   []int // of its whole group, expanded; saturated above limits.RefNodes
	height []int // the longest chain of groups
	stack  []*node
}

func newExpansion(nodes int, edges func(*node) []*node) *expansion {
	return &expansion{
		edges: edges, seen: make([]int, nodes), low: make([]int, nodes),
		group: make([]int, nodes), size: make([]int, nodes), height: make([]int, nodes),
	}
}

func (e *expansion) visit(n *node) {
	if e.seen[n.id] != 0 {
		return
	}
	e.clock++
	e.seen[n.id], e.low[n.id] = e.clock, e.clock
	e.stack = append(e.stack, n)
	for _, next := range e.edges(n) {
		e.visit(next)
		if e.group[next.id] == 0 {
			e.low[n.id] = min(e.low[n.id], e.low[next.id])
		}
	}
	if e.low[n.id] == e.seen[n.id] {
		e.close(n)
	}
}

// close takes the group whose first visited node is n off the stack.
func (e *expansion) close(n *node) {
	from := len(e.stack) - 1
	for e.stack[from] != n {
		from--
	}
	members := e.stack[from:]
	e.stack = e.stack[:from]
	for _, m := range members {
		e.group[m.id] = e.seen[n.id]
	}
	size, height := len(members), 0
	for _, m := range members {
		for _, next := range e.edges(m) {
			if e.group[next.id] != e.seen[n.id] {
				size = min(size+e.size[next.id], limits.RefNodes+1)
				height = max(height, e.height[next.id])
			}
		}
	}
	for _, m := range members {
		e.size[m.id], e.height[m.id] = size, height+1
	}
}
