package main

// prompt is what a provider reads, in its order. Both that publish one put the
// tools before the system text.
type prompt struct {
	tools, system string
	messages      []string
	suffix        string // the only line that varies, after everything else
}

func (p prompt) size() int {
	size := len(p.tools) + len(p.system) + len(p.suffix)
	for _, m := range p.messages {
		size += len(m)
	}
	return size
}

// cachedAfter is how many bytes of a prompt a cache serves that has seen the
// one before: by the longest common prefix, and where the tools array is one
// block, so that a change anywhere in it loses all of the prompt.
func (p prompt) cachedAfter(before prompt) (prefix, blocks int) {
	if p.tools != before.tools {
		return common(p.tools, before.tools), 0
	}
	prefix = len(p.tools)
	if p.system != before.system {
		return prefix + common(p.system, before.system), prefix
	}
	prefix += len(p.system)
	for i := range min(len(p.messages), len(before.messages)) {
		if p.messages[i] != before.messages[i] {
			return prefix + common(p.messages[i], before.messages[i]), prefix
		}
		prefix += len(p.messages[i])
	}
	return prefix, prefix
}

func common(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
