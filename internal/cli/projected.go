package cli

import (
	"strconv"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/cli/screen"
)

func printProjection(out *screen.Screen, answer *discoveryv1.ProjectResponse) {
	out.Line("%s", answer.GetSuffix())
	if len(answer.GetExposed()) > 0 {
		rows := make([][]screen.Cell, len(answer.GetExposed()))
		for i, tool := range answer.GetExposed() {
			rows[i] = exposedRow(tool)
		}
		out.Table([]string{"DECLARED", "NAME", "VERSION", "REASON", "TURN", "CALL"}, rows)
	}
	dropped := make([]string, len(answer.GetDropped()))
	for i, tool := range answer.GetDropped() {
		dropped[i] = tool.GetName() + " (" + tool.GetReason() + ")"
	}
	for _, part := range []struct {
		label string
		names []string
	}{
		{"evicted", answer.GetEvicted()},
		{"cut", answer.GetCut()},
		{"dropped", dropped},
		{"carry", answer.GetCarry()},
	} {
		if len(part.names) > 0 {
			out.Line("%s: %s", part.label, list(part.names))
		}
	}
	for _, w := range answer.GetWarnings() {
		out.Line("warning %s: %s", w.GetCode(), w.GetMessage())
	}
	out.Line("digest %s, cache %s", answer.GetToolsDigest(), answer.GetCache())
	out.Line("%d characters, about %s, revision %d, prompt version %s",
		answer.GetChars(), count(int(answer.GetEstimatedTokens()), "token"), answer.GetRevision(), answer.GetPromptVersion())
	if answer.GetStale() {
		out.Line("stale: the server's store is out of reach, this is from memory")
	}
}

func exposedRow(tool *discoveryv1.ExposedTool) []screen.Cell {
	turn := ""
	if tool.Message != nil {
		turn = strconv.Itoa(int(tool.GetMessage()))
	}
	return screen.Row(tool.GetWireName(), tool.GetName(), strconv.Itoa(int(tool.GetVersion())),
		tool.GetReason(), turn, tool.GetCall())
}
