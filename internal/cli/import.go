package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/discoveryd/discoveryd/internal/cli/screen"
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/manifest"
	"github.com/discoveryd/discoveryd/internal/mcpimport"
	"github.com/discoveryd/discoveryd/internal/problem"
)

type importCommand struct {
	MCP importMCPCommand `cmd:"" name:"mcp" help:"From a saved answer of an MCP server to tools/list."`
}

type importMCPCommand struct {
	File    string `arg:"" help:"File with the answer: a result, a JSON-RPC response, a list of tools, or a list of pages; - is standard input."`
	Team    string `help:"The manifest's team; without one, apply needs --team."`
	Family  string `placeholder:"NAME" help:"Put before every name: --family github makes github.list_issues. Wanted as soon as two servers share a catalog."`
	Source  string `placeholder:"NAME" help:"The server's name in handlers, mcp://NAME/originalName; the file's name unless given."`
	Partial bool   `help:"Write the tools that can be imported even if others cannot."`
	Out     string `short:"o" placeholder:"FILE" help:"Write the manifest to this file."`
}

// Help is the command's longer help.
func (c *importMCPCommand) Help() string {
	return "The manifest is YAML, with --output json JSON. What was renamed, filled in, dropped or refused is said on standard error. " +
		"A name that two tools would share is never given to either: nothing is written, unless --partial."
}

// Run writes the manifest, and says everything else on standard error.
func (c *importMCPCommand) Run(s *session) error {
	answer, err := s.readFile(c.File, limits.ApplyBody, "apply_body")
	if err != nil {
		return err
	}
	got, err := mcpimport.Convert(answer, mcpimport.Options{Source: c.source(), Family: c.Family, Team: c.Team})
	if err != nil {
		if fault, ok := errors.AsType[*problem.Error](err); ok {
			return usage("%s: %s", c.File, fault.Message)
		}
		return err
	}
	printImport(s.err, got)
	if len(got.Refused) > 0 && !c.Partial {
		s.err.Line("nothing was written; rename the tools in %s, or leave them out with --partial", c.File)
		return errNo
	}
	return c.write(s, got.Manifest)
}

// source is the server's name in handlers: the file's, unless it is given.
func (c *importMCPCommand) source() string {
	switch {
	case c.Source != "":
		return c.Source
	case c.File == "-":
		return "stdin"
	}
	base := filepath.Base(c.File)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

func (c *importMCPCommand) write(s *session, text []byte) error {
	if !s.wantsJSON() {
		text = manifest.ToYAML(text)
		text = text[:len(text)-1] // Raw ends the line
	}
	if c.Out == "" {
		return s.out.Raw(text)
	}
	if err := os.WriteFile(c.Out, append(text, '\n'), 0o644); err != nil { //nolint:gosec // a manifest is for everybody
		return usage("%s", err)
	}
	s.err.Line("written to %s", c.Out)
	return nil
}

// printImport says all that the manifest does not show.
func printImport(out *screen.Screen, got mcpimport.Import) {
	if len(got.Renamed) > 0 {
		rows := make([][]screen.Cell, len(got.Renamed))
		for i, r := range got.Renamed {
			rows[i] = screen.Row(r.From, r.To)
		}
		out.Table([]string{"RENAMED", "TO"}, rows)
	}
	for _, note := range got.Notes {
		out.Line("%s: %s", note.Tool, note.Text)
	}
	for _, field := range got.Dropped {
		out.Line("dropped: %s of %s", field.Name, count(field.Tools, "tool"))
	}
	if got.MorePages {
		out.Line("not the last page: the answer has a nextCursor; fetch the rest and import the list of all pages")
	}
	for _, refused := range got.Refused {
		name := refused.Tool
		if name == "" {
			name = "a tool without a name"
		}
		out.Line("refused: %s: %s", name, refused.Text)
	}
	out.Line("%s imported, %d renamed, %d refused", count(got.Tools, "tool"), len(got.Renamed), len(got.Refused))
}
