package tool

import (
	"slices"
	"strings"
)

// Set is an immutable collection of one catalog's tools, as of one revision.
type Set struct {
	live     []*Record          // sorted by name
	byName   map[string]*Record // live, by dotted name and by alias
	deleted  map[string]*Record
	families map[string][]*Record // by family and sub-family, sorted by name
	roots    []string
	domains  []string
}

// NewSet indexes records, deleted ones included. It keeps the records; do not change them afterwards.
func NewSet(records []*Record) *Set {
	s := &Set{
		byName:   make(map[string]*Record, len(records)),
		deleted:  map[string]*Record{},
		families: map[string][]*Record{},
	}
	for _, r := range records {
		if r.Deleted {
			s.deleted[r.Name] = r
			continue
		}
		s.live = append(s.live, r)
	}
	slices.SortFunc(s.live, func(a, b *Record) int { return strings.Compare(a.Name, b.Name) })
	for _, r := range s.live {
		s.byName[r.Name] = r
		for _, alias := range r.Aliases {
			s.byName[alias] = r
		}
		for family := range Families(r.Name) {
			s.families[family] = append(s.families[family], r)
		}
		s.domains = append(s.domains, r.Domains...)
		for _, capability := range r.CapabilityIDs() {
			s.roots = append(s.roots, Root(capability))
		}
	}
	s.roots, s.domains = sortedSet(s.roots), sortedSet(s.domains)
	return s
}

// All returns the live tools by name. The slice is shared; do not change it.
func (s *Set) All() []*Record { return s.live }

// Len is the number of live tools.
func (s *Set) Len() int { return len(s.live) }

// Resolve finds a live tool by name or alias in either spelling.
func (s *Set) Resolve(name string) (*Record, bool) {
	r, ok := s.byName[Dotted(name)]
	return r, ok
}

// Deleted finds the last record of a tool that was deleted.
func (s *Set) Deleted(name string) (*Record, bool) {
	r, ok := s.deleted[Dotted(name)]
	return r, ok
}

// Family returns the tools of a family or sub-family by name, and none when it is unknown.
func (s *Set) Family(family string) []*Record { return s.families[Dotted(family)] }

// Roots returns the capability roots of the live tools, sorted, each once. A
// tool without capabilities counts under its family (contract 5).
func (s *Set) Roots() []string { return s.roots }

// Domains returns the domain ids that live tools are tagged with, sorted, each once.
func (s *Set) Domains() []string { return s.domains }
