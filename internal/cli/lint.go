package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/discoveryd/discoveryd/internal/cli/screen"
	"github.com/discoveryd/discoveryd/internal/dialect"
	"github.com/discoveryd/discoveryd/internal/lint"
	"github.com/discoveryd/discoveryd/internal/manifest"
	"github.com/discoveryd/discoveryd/internal/server"
)

type lintCommand struct {
	Paths  []string `arg:"" name:"path" help:"Manifest files or folders of them (*.yaml, *.yml, *.json); - is standard input."`
	Format []string `placeholder:"NAME" help:"Look at these formats only; all unless given."`
	Strict bool     `help:"List, and fail on, what is weaker too."`
}

// Help is the command's longer help.
func (c *lintCommand) Help() string {
	return "Nothing is sent. Records are checked as a server would, except for what only a catalog knows. Then each is declared in every format, " +
		"and what a provider would refuse or could not be told is listed: lost is a part that a call may need, weaker a hint, same only another way to say it. " +
		"The exit code is 1 when a record would be refused or something is lost."
}

// Run checks manifests.
func (c *lintCommand) Run(s *session) error {
	formats, err := c.formats()
	if err != nil {
		return err
	}
	manifests, err := manifest.Load(manifest.Source{Paths: c.Paths, Stdin: s.stdin, AnyTeam: true})
	if err != nil {
		return err
	}
	var requests []lint.Request
	for _, m := range manifests {
		concepts, err := server.Concepts(m.Request.GetConcepts())
		if err != nil {
			return usage("%s", err)
		}
		requests = append(requests, lint.Request{Tools: server.Drafts(m.Request.GetTools()), Concepts: concepts})
	}
	report := locate(lint.Check(requests, formats), manifests)
	if s.wantsJSON() {
		err = report.printJSON(s)
	} else {
		report.print(s.out, c.Strict)
	}
	if err == nil && report.fails(c.Strict) {
		err = errNo
	}
	return err
}

func (c *lintCommand) formats() ([]string, error) {
	known := dialect.Formats()
	for _, format := range c.Format {
		if !slices.Contains(known, format) {
			return nil, usage("unknown format %q; want one of %s", format, list(known))
		}
	}
	if len(c.Format) == 0 {
		return known, nil
	}
	return c.Format, nil
}

// linted is a report in the terms of the files.
type linted struct {
	Problems []lintProblem `json:"problems"`
	Findings []lintFinding `json:"findings"`
	Formats  []lintTally   `json:"formats"`
}

type lintProblem struct {
	File        string `json:"file"`
	Line        int    `json:"line"`
	Field       string `json:"field"`
	Reason      string `json:"reason"`
	Description string `json:"description"`
	text        string
}

type lintFinding struct {
	File    string   `json:"file"`
	Line    int      `json:"line"`
	Field   string   `json:"field"`
	Tool    string   `json:"tool"`
	Effect  string   `json:"effect"`
	Formats []string `json:"formats"`
	Message string   `json:"message"`
	text    string
}

type lintTally struct {
	Format string `json:"format"`
	Intact int    `json:"intact"`
	Same   int    `json:"same"`
	Weaker int    `json:"weaker"`
	Lost   int    `json:"lost"`
}

// locate says of everything where it was written.
func locate(r lint.Report, manifests []manifest.Manifest) linted {
	l := linted{Problems: []lintProblem{}, Findings: []lintFinding{}, Formats: []lintTally{}}
	for _, p := range r.Problems {
		at, _ := manifests[p.Request].Position(p.Field)
		l.Problems = append(l.Problems, lintProblem{
			at.File, at.Line, at.Pointer, string(p.Reason), p.Description, problemLine(p.Field, p.Description, manifests[p.Request]),
		})
	}
	for _, f := range r.Findings {
		at, _ := manifests[f.Request].Position(f.Field)
		message := string(f.Effect) + ": " + f.Message
		if f.Formats != nil {
			message = string(f.Effect) + " in " + list(f.Formats) + ": " + f.Message
		}
		l.Findings = append(l.Findings, lintFinding{
			at.File, at.Line, at.Pointer, f.Tool, string(f.Effect), append([]string{}, f.Formats...), f.Message,
			problemLine(f.Field, f.Tool+" "+message, manifests[f.Request]),
		})
	}
	for _, t := range r.Formats {
		l.Formats = append(l.Formats, lintTally(t))
	}
	return l
}

func (l linted) fails(strict bool) bool {
	return len(l.Problems) > 0 || slices.ContainsFunc(l.Findings, func(f lintFinding) bool {
		return f.Effect == string(dialect.Lost) || strict && f.Effect == string(dialect.Weaker)
	})
}

func (l linted) printJSON(s *session) error {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(l); err != nil {
		return fmt.Errorf("write the report as JSON: %w", err)
	}
	return s.out.Raw([]byte(strings.TrimSuffix(out.String(), "\n")))
}

// print lists what fails, and counts the rest: weaker things are many.
func (l linted) print(out *screen.Screen, strict bool) {
	for _, p := range l.Problems {
		out.Line("%s", p.text)
	}
	listed := map[string]bool{string(dialect.Lost): true, string(dialect.Weaker): strict}
	unlisted := 0
	for _, f := range l.Findings {
		switch {
		case listed[f.Effect]:
			out.Line("%s", f.text)
		case f.Effect == string(dialect.Weaker):
			unlisted++
		}
	}
	var rows [][]screen.Cell
	for _, t := range l.Formats {
		rows = append(rows, screen.Row(t.Format, strconv.Itoa(t.Intact), strconv.Itoa(t.Same), strconv.Itoa(t.Weaker), strconv.Itoa(t.Lost)))
	}
	out.Table([]string{"FORMAT", "AS THEY STAND", "SAME", "WEAKER", "LOST"}, rows)
	if unlisted > 0 {
		out.Line("%s left out that a model could go by; --strict lists them", count(unlisted, "hint"))
	}
	if n := len(l.Problems); n > 0 {
		out.Line("would be refused for %s", count(n, "problem"))
	}
}
