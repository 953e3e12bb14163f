package settings

import (
	"bytes"
	"encoding/json"
)

// Equal reports whether two settings in normal form say the same. Their JSON
// form has every field, so it cannot forget one.
func Equal(a, b Settings) bool { return bytes.Equal(a.text(), b.text()) }

func (s Settings) text() []byte {
	s.Scaffolding = present(s.Scaffolding)
	s.PolicyRules = present(s.PolicyRules)
	s.RootsDeclared = present(s.RootsDeclared)
	text, err := json.Marshal(s)
	if err != nil {
		panic("settings: a value of strings, numbers and lists has no JSON form: " + err.Error())
	}
	return text
}

// present turns nil into an empty list: a store may bring back either.
func present[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
