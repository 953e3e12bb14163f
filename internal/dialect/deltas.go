package dialect

import (
	"github.com/discoveryd/discoveryd/internal/tool"
	"github.com/discoveryd/discoveryd/internal/transcript"
)

// Deltas is what a caller appends to a conversation instead of changing its
// declared array, where the provider has such a route (contract 7.12).
type Deltas struct {
	InitialTools [][]byte // JSON values
	Append       [][]byte // JSON values
	Warnings     []tool.Warning
}

// Deltas returns the deltas of a projection. The providers' routes are not
// built yet; where there is one, a warning says so.
func (d Dialect) Deltas() Deltas {
	if d.format != transcript.AnthropicMessages && d.format != transcript.OpenAIResponses {
		return Deltas{}
	}
	return Deltas{Warnings: []tool.Warning{{
		Code:    "DELTAS_NOT_BUILT",
		Message: "deltas are not built for this format yet; declare the tools of each answer",
	}}}
}
