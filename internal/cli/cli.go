// Package cli is the command line of discoveryd: one file per command, one
// table of flags whose environment twins follow from their names.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"
	"google.golang.org/protobuf/proto"

	"github.com/discoveryd/discoveryd/internal/cli/screen"
	"github.com/discoveryd/discoveryd/internal/jsontext"
	"github.com/discoveryd/discoveryd/internal/limits"
	"github.com/discoveryd/discoveryd/internal/wirejson"
)

// Process is what a run of the program gets from outside.
type Process struct {
	Args    []string // without the program's name
	Env     []string // NAME=value
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer
	Version string // of the build
}

// Run does what the arguments say and returns the exit code.
func Run(ctx context.Context, p Process) int {
	s := newSession(p)
	command, err := s.parse(p)
	if err == nil && command != nil {
		command.BindTo(ctx, (*context.Context)(nil))
		err = command.Run(s)
	}
	return s.report(err)
}

// grammar is the command line. A field with the cmd tag is a command.
type grammar struct {
	Output string `enum:"table,json" default:"table" help:"What to print: table is for people; json is the answer exactly as the HTTP door gives it."`

	Serve    serveCommand    `cmd:"" help:"Run the service."`
	Migrate  migrateCommand  `cmd:"" help:"Bring the database's schema up to date."`
	Apply    applyCommand    `cmd:"" help:"Register the tools and concepts of manifest files."`
	Lint     lintCommand     `cmd:"" help:"Check manifest files without a server, also for what each provider refuses."`
	Search   searchCommand   `cmd:"" help:"Find tools."`
	Activate activateCommand `cmd:"" help:"Check names and expand families."`
	Project  projectCommand  `cmd:"" help:"Turn a transcript into the tools to declare."`
	Validate validateCommand `cmd:"" help:"Check a call's arguments against the tool's schema."`
	Import   importCommand   `cmd:"" help:"Make a manifest of what another system lists."`
	Limits   limitsCommand   `cmd:"" help:"Print every limit."`
	Version  versionCommand  `cmd:"" help:"Print the version of this program."`
}

const description = `The tool discovery service: register tools, search them, project transcripts, validate calls.

Every flag has a twin in the environment (--page-budget is DISCOVERYD_PAGE_BUDGET). A flag goes before the environment, the environment before the default; an empty variable counts as unset, an unknown DISCOVERYD_… variable is an error.

Exit codes: 0 done; 1 the answer is no (nothing found, an invalid call, a name that activate does not know, a tool that --why finds not declared, an apply that would be refused, an import that is not complete, a manifest that lint finds fault with); 2 bad usage or a bad input file, nothing was sent; 3 the server refused the request; 4 no answer: the server or its database is out of reach, overloaded or too slow.`

// parse returns the chosen command, or nil when help was printed.
func (s *session) parse(p Process) (*kong.Context, error) {
	for _, arg := range p.Args {
		if !utf8.ValidString(arg) {
			return nil, usage("the argument %q is not UTF-8", arg)
		}
	}
	helped := false
	parser, err := kong.New(&s.grammar,
		kong.Name("discoveryd"),
		kong.Description(description),
		kong.Writers(p.Stdout, p.Stderr),
		kong.Exit(func(int) { helped = true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
		kong.ValueFormatter(helpWithTwin),
		kong.Resolvers(s.env),
	)
	if err != nil {
		return nil, fmt.Errorf("build the command line: %w", err)
	}
	command, err := parser.Parse(p.Args)
	switch {
	case helped:
		return nil, nil
	case err != nil:
		return nil, usage("%s; see discoveryd --help", err)
	}
	return command, s.env.checkUnknown(parser.Model)
}

// session is what a command works with.
type session struct {
	grammar grammar
	version string
	env     environment
	stdin   io.Reader
	out     *screen.Screen
	err     *screen.Screen
	streams struct{ out, err io.Writer }
	codec   *wirejson.Codec
}

func newSession(p Process) *session {
	env := newEnvironment(p.Env)
	noColor := env.values["NO_COLOR"] != "" || env.values["TERM"] == "dumb"
	s := &session{
		version: p.Version, env: env, stdin: p.Stdin, codec: wirejson.New(),
		out: screen.Of(p.Stdout, noColor), err: screen.Of(p.Stderr, noColor),
	}
	s.streams.out, s.streams.err = p.Stdout, p.Stderr
	return s
}

func (s *session) wantsJSON() bool { return s.grammar.Output == "json" }

// printJSON prints an answer as the HTTP door would.
func (s *session) printJSON(answer proto.Message) error {
	data, err := s.codec.Marshal(answer)
	if err != nil {
		return fmt.Errorf("write the answer as JSON: %w", err)
	}
	return s.out.Raw(data)
}

// readFile reads a file, or standard input for "-", of at most the given
// number of bytes. what names the limit.
func (s *session) readFile(path string, most int, what string) ([]byte, error) {
	from := s.stdin
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, usage("%s", err)
		}
		defer file.Close() //nolint:errcheck // nothing was written
		from = file
	}
	data, err := io.ReadAll(io.LimitReader(from, int64(most)+1))
	switch {
	case err != nil:
		return nil, usage("read %s: %s", path, err)
	case len(data) > most:
		return nil, usage("%s is larger than %d bytes (limit %s)", path, most, what)
	case !utf8.Valid(data):
		return nil, usage("%s is not UTF-8", path)
	}
	return data, nil
}

// readJSON is readFile for a file that must hold one JSON text. What else is
// wanted of it is for the server to say.
func (s *session) readJSON(path string, most int, what string) (string, error) {
	data, err := s.readFile(path, most, what)
	if err != nil {
		return "", err
	}
	fault := jsontext.Check(data, jsontext.Bounds{Depth: limits.TranscriptDepth, Lenient: true})
	if fault != nil && fault.Limit == "" {
		return "", usage("%s: %s, at byte %d", path, fault.Message, fault.Offset)
	}
	return string(data), nil
}

// list joins names for a sentence.
func list(names []string) string { return strings.Join(names, ", ") }

// count is "1 tool", "2 tools".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

var errNo = errors.New("the answer is no")
