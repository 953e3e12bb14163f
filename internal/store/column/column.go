// Package column spells the values that both backends keep as JSON text: the
// parts of a record that SQL never looks into, settings, and lists of words.
// A schema is not among them: parameters have a text column of their own, which
// holds the author's bytes.
package column

import (
	"encoding/json"
	"fmt"

	"github.com/discoveryd/discoveryd/internal/settings"
	"github.com/discoveryd/discoveryd/internal/store"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// details is the author's part of a record but for the name, the texts and the
// schema. Empty fields are left out and read back as nil.
type details struct {
	Capabilities  []string           `json:"capabilities,omitempty"`
	Domains       []string           `json:"domains,omitempty"`
	Entities      []string           `json:"entities,omitempty"`
	Relationships []string           `json:"relationships,omitempty"`
	Examples      []string           `json:"examples,omitempty"`
	Aliases       []string           `json:"aliases,omitempty"`
	Idempotent    bool               `json:"idempotent,omitempty"`
	TimeoutMS     int                `json:"timeout_ms,omitempty"`
	Handler       string             `json:"handler,omitempty"`
	Labels        []string           `json:"labels,omitempty"`
	Deprecation   *tool.Deprecation  `json:"deprecation,omitempty"`
	Expect        []tool.Expectation `json:"expect,omitempty"`
}

// Details is the text of the details column.
func Details(s *tool.Spec) string {
	return text(details{
		Capabilities: s.Capabilities, Domains: s.Domains, Entities: s.Entities, Relationships: s.Relationships,
		Examples: s.Examples, Aliases: s.Aliases, Idempotent: s.Idempotent, TimeoutMS: s.TimeoutMS,
		Handler: s.Handler, Labels: s.Labels, Deprecation: s.Deprecation, Expect: s.Expect,
	})
}

// ReadDetails fills s from a details column.
func ReadDetails(s *tool.Spec, column string) error {
	var d details
	if err := json.Unmarshal([]byte(column), &d); err != nil {
		return fmt.Errorf("details of tool %s: %w", s.Name, err)
	}
	s.Capabilities, s.Domains, s.Entities, s.Relationships = d.Capabilities, d.Domains, d.Entities, d.Relationships
	s.Examples, s.Aliases, s.Idempotent, s.TimeoutMS = d.Examples, d.Aliases, d.Idempotent, d.TimeoutMS
	s.Handler, s.Labels, s.Deprecation, s.Expect = d.Handler, d.Labels, d.Deprecation, d.Expect
	return nil
}

// Settings is the text of the settings column.
func Settings(s settings.Settings) string { return text(s) }

// ReadSettings reads a settings column. An empty one, and a field that is not
// there because an older version wrote the row, have their default.
func ReadSettings(column string) (settings.Settings, error) {
	s := settings.Default()
	if column == "" {
		return s, nil
	}
	if err := json.Unmarshal([]byte(column), &s); err != nil {
		return s, fmt.Errorf("settings: %w", err)
	}
	return s, nil
}

// Words is the text of a column that holds a list of strings.
func Words(words []string) string {
	if len(words) == 0 {
		return "[]"
	}
	return text(words)
}

// ReadWords reads a list of strings, an empty one as nil.
func ReadWords(column string) ([]string, error) {
	var words []string
	if err := json.Unmarshal([]byte(column), &words); err != nil {
		return nil, fmt.Errorf("list of words: %w", err)
	}
	if len(words) == 0 {
		return nil, nil
	}
	return words, nil
}

func text(value any) string {
	out, err := json.Marshal(value)
	if err != nil {
		panic("column: " + err.Error()) // strings, numbers and lists of them always marshal
	}
	return string(out)
}

// Shown is the text of the shown column of a turn.
func Shown(s store.Shown) string { return text(s) }

// ReadShown reads a shown column.
func ReadShown(column string) (store.Shown, error) {
	var s store.Shown
	if err := json.Unmarshal([]byte(column), &s); err != nil {
		return s, fmt.Errorf("what a turn showed: %w", err)
	}
	return s, nil
}
