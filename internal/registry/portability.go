package registry

import (
	"fmt"
	"slices"
	"strings"

	"github.com/discoveryd/discoveryd/internal/dialect"
	"github.com/discoveryd/discoveryd/internal/tool"
)

// portability warns of what some providers cannot be told at all, in one
// warning for a tool. What is only told in fewer words is for the linter:
// there is some of that in every second schema.
func portability(at string, spec tool.Spec) []tool.Warning {
	const named = 3
	var texts, formats []string
	warning := tool.Warning{Code: "NOT_PORTABLE"}
	for _, a := range dialect.Portability(&tool.Record{Spec: spec}, dialect.Formats()) {
		if a.Effect != dialect.Lost {
			continue
		}
		if texts = append(texts, tool.Shortened(a.Message)); len(texts) == 1 {
			warning.Field = tool.Visible(at + a.Pointer)
		}
		for _, format := range a.Formats {
			if !slices.Contains(formats, format) {
				formats = append(formats, format)
			}
		}
	}
	if len(texts) == 0 {
		return nil
	}
	if more := len(texts) - named; more > 0 {
		texts = append(texts[:named], fmt.Sprintf("and %d more", more))
	}
	warning.Message = fmt.Sprintf("%s cannot take this tool as it stands: %s", strings.Join(formats, ", "), strings.Join(texts, "; "))
	return []tool.Warning{warning}
}
