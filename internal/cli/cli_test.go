package cli_test

import (
	"net"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/testing/protocmp"

	discoveryv1 "github.com/discoveryd/discoveryd/gen/discovery/v1"
	"github.com/discoveryd/discoveryd/internal/limits"
)

func TestUsageErrorsSendNothingAndExitWithTwo(t *testing.T) {
	cases := map[string]struct {
		args  []string
		stdin string
		want  string
	}{
		"no command":                    {[]string{}, "", "expected one of"},
		"an unknown flag":               {[]string{"search", "--colour"}, "", "unknown flag --colour"},
		"an unknown variable":           {[]string{"DISCOVERYD_PAGE_BUDGTE=1", "version"}, "", "DISCOVERYD_PAGE_BUDGTE is unknown"},
		"a near variable":               {[]string{"DISCOVERYD_CATALOGS=1", "version"}, "", "did you mean DISCOVERYD_CATALOG?"},
		"a bad value in a variable":     {[]string{"DISCOVERYD_LIMIT=ten", "search"}, "", "--limit"},
		"a bad output":                  {[]string{"version", "--output", "xml"}, "", `must be one of "table","json"`},
		"a missing format":              {[]string{"project", "-"}, "[]", "--format"},
		"a missing file":                {[]string{"validate", "a", "no/such/file"}, "", "no such file"},
		"a file that is not UTF-8":      {[]string{"validate", "a", "-"}, "\xff", "- is not UTF-8"},
		"an argument that is not UTF-8": {[]string{"search", "\xff"}, "", "is not UTF-8"},
		"arguments over the limit":      {[]string{"validate", "a", "-"}, strings.Repeat("x", limits.OtherBody+1), "(limit other_body)"},
		"a query over the limit":        {[]string{"search", strings.Repeat("x", limits.OtherBody)}, "", "(limit other_body)"},
		"a missing token file":          {[]string{"search", "x", "--token-file", "no/such/file"}, "", "no such file"},
		"arguments that are no JSON":    {[]string{"validate", "a", "-"}, "{", "-: unexpected end of text, want a property name, at byte 1"},
		"a transcript that is no JSON":  {[]string{"project", "-", "--format", "neutral"}, `[{"role"]`, "-: unexpected"},
		"an import that is no JSON":     {[]string{"import", "mcp", "-"}, "{", "-: unexpected end of text"},
		"an import that is no answer":   {[]string{"import", "mcp", "-"}, "{}", `no "tools" list`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := run(t, c.stdin, c.args...)
			if got.code != 2 || got.out != "" || !strings.Contains(got.err, c.want) {
				t.Errorf("run = %+v, want code 2 and %q", got, c.want)
			}
		})
	}
}

func TestNoAnswerExitsWithFour(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	got := run(t, "", "search", "x", "--server", address)
	if got.code != 4 || !strings.Contains(got.err, "no answer from "+address) {
		t.Errorf("run = %+v, want code 4", got)
	}
}

func TestServerErrorsAreSortedIntoExitCodes(t *testing.T) {
	cases := map[string]struct {
		answer error
		code   int
		want   string
	}{
		"a refusal":   {refusal(t, codes.NotFound, "UNKNOWN_CATALOG", `no catalog "x"`, ""), 3, `discoveryd: refused, UNKNOWN_CATALOG: no catalog "x"`},
		"a bad field": {refusal(t, codes.InvalidArgument, "INVALID_ARGUMENT_FIELD", "/limit: got 0", "1", field("/limit", "got 0")), 3, "discoveryd: refused, INVALID_ARGUMENT_FIELD: /limit: got 0"},
		"bad fields": {
			refusal(t, codes.InvalidArgument, "INVALID_ARGUMENT_FIELD", "2 problems", "3", field("/limit", "got 0"), field("/offset", "got -1")), 3,
			"discoveryd: refused, INVALID_ARGUMENT_FIELD: 2 problems\n  /limit: got 0\n  /offset: got -1\n  and 1 more",
		},
		"a foreign refusal": {status.Error(codes.PermissionDenied, "no\x1b[2J"), 3, `discoveryd: refused, PermissionDenied: no\x1b[2J`},
		"overload":          {refusal(t, codes.ResourceExhausted, "OVERLOADED", "try again", ""), 4, "discoveryd: OVERLOADED: try again"},
		"a closed store":    {refusal(t, codes.Unavailable, "STORE_UNAVAILABLE", "the store is away", ""), 4, "discoveryd: STORE_UNAVAILABLE: the store is away"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			server := &canned{answers: []any{c.answer}}
			got := run(t, "", "search", "x", "--server", server.start(t))
			if diff := cmp.Diff(outcome{code: c.code, err: c.want + "\n"}, got, cmp.AllowUnexported(outcome{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func field(name, description string) *errdetails.BadRequest_FieldViolation {
	return &errdetails.BadRequest_FieldViolation{Field: name, Description: description}
}

func TestFlagBeatsEnvironmentBeatsDefault(t *testing.T) {
	catalog := func(args ...string) string {
		t.Helper()
		server := &canned{answers: []any{&discoveryv1.SearchToolsResponse{}}}
		address := server.start(t)
		if got := run(t, "", append(args, "--server", address)...); got.code != 0 {
			t.Fatalf("run = %+v", got)
		}
		request, _ := server.asked[0].(*discoveryv1.SearchToolsRequest)
		return request.GetCatalog()
	}
	if got := catalog("search", "x"); got != "default" {
		t.Errorf("default: catalog %q", got)
	}
	if got := catalog("DISCOVERYD_CATALOG=", "search", "x"); got != "default" {
		t.Errorf("empty variable: catalog %q", got)
	}
	if got := catalog("DISCOVERYD_CATALOG=env", "search", "x"); got != "env" {
		t.Errorf("variable: catalog %q", got)
	}
	if got := catalog("DISCOVERYD_CATALOG=env", "search", "x", "--catalog", "flag"); got != "flag" {
		t.Errorf("flag: catalog %q", got)
	}
}

// TestEveryFlagHasATwin runs a command once by its flags and once by its
// variables: the requests must be the same.
func TestEveryFlagHasATwin(t *testing.T) {
	commands := map[string][]string{
		"apply -": {
			"--dry-run", "--prune", "--override", "--override-name=a,b", "--reason=why not", "--request-id=r", "--team=a", "--catalog=c",
		},
		"search x": {
			"--capability=file,text", "--domain=d", "--entity=e", "--relationship=a.b.c", "--family=f", "--limit=3", "--offset=4",
			"--ranking=bm25", "--page-budget=5", "--excerpt-cap=6", "--explain", "--catalog=c",
		},
		"activate x": {"--family=f,g", "--catalog=c"},
		"project -": {
			"--format=neutral", "--slots=0", "--char-budget=2", "--eviction=lru", "--order=name", "--domain=d", "--entity=e",
			"--capability=f", "--task-type=t", "--family=f", "--carry=a,b", "--previous-order=b,a", "--previous-digest=x",
			"--conversation-id=c", "--turn-id=t", "--native-names", "--catalog=c", "--tools",
		},
		"project - --format=neutral": {"--why=a", "--timeline", "--slots=3", "--catalog=c"}, // asks Why
		"validate a -":               {"--version=3", "--catalog=c"},
	}
	given := map[string]string{}
	for command, flags := range commands {
		given[strings.Fields(command)[0]] += strings.Join(flags, " ") + " "
	}
	for command, flags := range commands {
		t.Run(command, func(t *testing.T) {
			token := "--token-file=" + file(t, "token", "secret\n")
			server := &canned{}
			words := append(strings.Fields(command), "--server="+server.start(t))
			run(t, `{"team":"a"}`, append(words, append(flags, token)...)...)
			var env []string
			for _, flag := range append(flags, token) {
				name, value, given := strings.Cut(flag, "=")
				if !given {
					value = "true"
				}
				env = append(env, twinOf(name)+"="+value)
			}
			run(t, `{"team":"a"}`, append(env, words...)...)
			if len(server.asked) != 2 {
				t.Fatalf("%d requests, want 2", len(server.asked))
			}
			if diff := cmp.Diff(server.asked[0], server.asked[1], protocmp.Transform()); diff != "" {
				t.Errorf("request by flags and by variables:\n%s", diff)
			}
			if diff := cmp.Diff([]string{"Bearer secret", "Bearer secret"}, server.tokens); diff != "" {
				t.Errorf("tokens:\n%s", diff)
			}
			help := strings.Join(strings.Fields(run(t, "", strings.Fields(command)[0], "--help").out), " ")
			described := flagsIn(help)
			if len(described) < len(flags) {
				t.Errorf("the help of %s describes only %v", command, described)
			}
			for name := range described {
				if !strings.Contains(help, "($"+twinOf(name)+")") {
					t.Errorf("the help of %s names no twin of %s", command, name)
				}
				if name != "--output" && name != "--server" && name != "--token-file" && !strings.Contains(given[strings.Fields(command)[0]], name) {
					t.Errorf("this test leaves out %s of %s", name, command)
				}
			}
		})
	}
}

func twinOf(flag string) string {
	return "DISCOVERYD_" + strings.ToUpper(strings.ReplaceAll(strings.TrimPrefix(flag, "--"), "-", "_"))
}

// flagsIn finds the flags that a help text describes.
func flagsIn(help string) map[string]bool {
	flags := map[string]bool{}
	_, described, _ := strings.Cut(help, "Flags:")
	for _, match := range regexp.MustCompile(` (--[a-z-]+)(=\S+)? [A-Z]`).FindAllStringSubmatch(described, -1) {
		if match[1] != "--help" {
			flags[match[1]] = true
		}
	}
	return flags
}

func TestHelpExplainsTheExitCodes(t *testing.T) {
	got := run(t, "", "--help")
	if got.code != 0 || !strings.Contains(got.out, "Exit codes: 0 done; 1 the answer is no") {
		t.Errorf("help = %+v", got)
	}
}

func TestVersionAndLimitsAskNobody(t *testing.T) {
	if got := run(t, "", "version"); got.code != 0 || !strings.HasPrefix(got.out, "discoveryd v1.2.3 (go") {
		t.Errorf("version = %+v", got)
	}
	if got := run(t, "", "version", "--output=json"); !strings.HasPrefix(got.out, `{"version":"v1.2.3","go":"go`) {
		t.Errorf("version = %+v", got)
	}
	got := run(t, "", "limits")
	if lines := strings.Count(got.out, "\n"); got.code != 0 || lines != len(limits.Table())+1 {
		t.Errorf("limits printed %d lines, want a header and %d limits", lines, len(limits.Table()))
	}
	if got := run(t, "", "limits", "--output", "json"); !strings.HasPrefix(got.out, `[{"name":"apply_body","value":16777216,"unit":"bytes"`) {
		t.Errorf("limits = %+v", got)
	}
}
