// Package manifest reads the files that teams keep their tools in: YAML or
// JSON documents of the form {team, tools, concepts}. Every value knows its
// file and line, so that whatever is said about it later can be found again.
package manifest

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
)

// Source says what to load.
type Source struct {
	// Paths are files, folders, and "-" for standard input.
	Paths []string
	// Stdin is read where Paths has "-"; nil reads as empty.
	Stdin io.Reader
	// Team is the team of documents that name none. When it is set, documents
	// that name another are refused.
	Team string
	// AnyTeam takes documents that name no team as those of one without a name.
	AnyTeam bool
}

// Manifest is everything that one team's documents ask for.
type Manifest struct {
	// Request has the team, the tools and the concepts; the catalog and the
	// options are the caller's to set.
	Request *discoveryv1.ApplyToolsRequest

	tools    []place
	concepts []place
}

// Position is where a value was written.
type Position struct {
	File    string
	Line    int    // counted from 1; 0 when only the file is known
	Pointer string // RFC 6901, into the document
}

// String is "file:line", as editors and terminals understand it.
func (p Position) String() string {
	if p.Line == 0 {
		return p.File
	}
	return p.File + ":" + strconv.Itoa(p.Line)
}

// Problem is one reason why a manifest cannot be used.
type Problem struct {
	Position
	Message string
}

// String is "file:line: message (pointer)".
func (p Problem) String() string {
	text := p.Position.String() + ": " + p.Message
	if p.Pointer != "" {
		text += " (" + p.Pointer + ")"
	}
	return text
}

// Problems is the error of Load: all problems of all files.
type Problems []Problem

// Error has one problem per line.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, problem := range p {
		lines[i] = problem.String()
	}
	return strings.Join(lines, "\n")
}

// Load reads all sources and joins the documents of one team into one
// manifest. Teams come in the order of their first document. The error is
// Problems and complete: a file that cannot be parsed hides only itself.
func Load(source Source) ([]Manifest, error) {
	files, problems := source.read()
	var documents []document
	for _, file := range files {
		parsed, bad := parse(file)
		documents = append(documents, parsed...)
		problems = append(problems, bad...)
	}
	manifests, bad := join(documents, source)
	problems = append(problems, bad...)
	if len(problems) > 0 {
		return nil, problems
	}
	return manifests, nil
}

// document is one decoded {team, tools, concepts}.
type document struct {
	file    string
	line    int
	request *discoveryv1.ApplyToolsRequest
	// teamLine is where the team is named; 0 when it is not.
	teamLine int
	tools    []place
	concepts []place
}

// place is where one tool or concept stands.
type place struct {
	file    string
	line    int
	pointer string // into its document
	node    *node
}

func join(documents []document, source Source) ([]Manifest, Problems) {
	var manifests []Manifest
	var problems Problems
	for _, d := range documents {
		if problem, bad := d.settleTeam(source.Team); bad && (!source.AnyTeam || d.request.Team != "") {
			problems = append(problems, problem)
			continue
		}
		i := slices.IndexFunc(manifests, func(m Manifest) bool { return m.Request.Team == d.request.Team })
		if i < 0 {
			i = len(manifests)
			manifests = append(manifests, Manifest{Request: &discoveryv1.ApplyToolsRequest{Team: d.request.Team}})
		}
		m := &manifests[i]
		m.Request.Tools = append(m.Request.Tools, d.request.Tools...)
		m.Request.Concepts = append(m.Request.Concepts, d.request.Concepts...)
		m.tools = append(m.tools, d.tools...)
		m.concepts = append(m.concepts, d.concepts...)
	}
	return manifests, problems
}

// settleTeam gives a document without a team the caller's, and refuses one that contradicts it.
func (d *document) settleTeam(team string) (Problem, bool) {
	switch {
	case d.request.Team == "" && team == "":
		message := "no team: write one (team: your-team) or give --team"
		return Problem{Position{File: d.file, Line: d.line}, message}, true
	case d.request.Team == "":
		d.request.Team = team
	case team != "" && d.request.Team != team:
		message := fmt.Sprintf("the document is of team %q, --team says %q", d.request.Team, team)
		return Problem{Position{d.file, d.teamLine, "/team"}, message}, true
	}
	return Problem{}, false
}

// Position finds where the value at a JSON pointer into Request was written.
// Where the value itself is not there, as with a missing field, it is the
// innermost value around it. The second result is false when no document has
// to do with the pointer.
func (m *Manifest) Position(pointer string) (Position, bool) {
	steps := strings.Split(pointer, "/")
	if len(steps) < 3 || steps[0] != "" {
		return Position{}, false
	}
	places := m.tools
	if steps[1] == "concepts" {
		places = m.concepts
	} else if steps[1] != "tools" {
		return Position{}, false
	}
	i, err := strconv.Atoi(steps[2])
	if err != nil || i < 0 || i >= len(places) {
		return Position{}, false
	}
	p := places[i]
	rest := steps[3:]
	position := Position{File: p.file, Line: p.node.find(rest, p.line), Pointer: p.pointer}
	for _, step := range rest {
		position.Pointer += "/" + step
	}
	return position, true
}
