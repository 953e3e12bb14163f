package transcript

import "slices"

// Native loading is how a provider puts tools before a model without a change
// of the declared array. It is reported apart from calls: a tool that it names
// has to resolve, and the tools that it has loaded need no loading again.

// reference notes a name that the provider resolves against the declared tools.
func (s *scan) reference(name string) {
	if name != "" {
		s.references = append(s.references, name)
	}
}

// load notes that a tool was put before the model.
func (s *scan) load(name string) {
	if name != "" && !slices.Contains(s.loaded, name) {
		s.loaded = append(s.loaded, name)
	}
}

// unload notes that a tool was taken away again.
func (s *scan) unload(name string) {
	s.loaded = slices.DeleteFunc(s.loaded, func(loaded string) bool { return loaded == name })
}
