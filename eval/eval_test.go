package main_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var evalBinary, serverBinary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "discoveryd-eval-test")
	if err != nil {
		panic(err)
	}
	evalBinary, serverBinary = filepath.Join(dir, "eval"), filepath.Join(dir, "discoveryd")
	for _, build := range []*exec.Cmd{
		exec.Command("go", "build", "-o", evalBinary, "."),
		exec.Command("go", "build", "-o", serverBinary, "../cmd/discoveryd"),
	} {
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
			os.Exit(1)
		}
	}
	code := m.Run()
	_ = os.RemoveAll(dir) // a leftover in the temporary folder is no failure
	os.Exit(code)
}

// eval runs the program on the sets in testdata.
func eval(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	cmd := exec.Command(evalBinary, append([]string{"--binary", serverBinary, "--sets", "testdata"}, args...)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	var exited *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exited) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

type row struct {
	Table, Set, Case string
	Tools, Queries   int
	Figures          map[string]float64
}

// Each query of the bakery has words of the tools it wants and of no other; one
// of the twenty wants two tools. So all that can be reached is reached, and
// where a tool is absent nothing matches.
func TestFiguresOfTheBakeryAreThoseWorkedOutByHand(t *testing.T) {
	stdout, stderr, code := eval(t, "--set", "bakery", "--output", "json", "--figures", filepath.Join(t.TempDir(), "none.json"))
	if code != 0 || stderr != "" {
		t.Fatalf("exit code %d, stderr %s", code, stderr)
	}
	var got struct {
		Rows  []row
		Falls []any
	}
	if err := json.Unmarshal([]byte(stdout), &got); err != nil {
		t.Fatal(err)
	}
	var want []row
	for _, ranking := range []string{"auto", "balanced", "bm25", "coverage"} {
		want = append(want, row{"rankings", "bakery", ranking, 8, 20, map[string]float64{
			"recall@1": 0.975, "recall@3": 1, "recall@5": 1, "recall@10": 1, "ndcg@5": 1, "ndcg@10": 1, "mrr": 1, "no_match": 0, "weak": 0,
		}})
	}
	want = append(want,
		row{"doubt", "bakery", "present", 8, 20, map[string]float64{"no_match": 0, "weak": 0, "doubted": 0}},
		row{"doubt", "bakery", "absent", 8, 20, map[string]float64{"no_match": 1, "weak": 0, "doubted": 1}},
	)
	if diff := cmp.Diff(want, got.Rows); diff != "" || len(got.Falls) > 0 {
		t.Errorf("falls %v, rows (-want +got):\n%s", got.Falls, diff)
	}
}

func TestStoredFiguresShowChangesAndGateFalls(t *testing.T) {
	file := filepath.Join(t.TempDir(), "figures.json")
	if stdout, stderr, code := eval(t, "--figures", file, "--update"); code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, stdout, stderr)
	}
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	first, _, code := eval(t, "--figures", file)
	if code != 0 || strings.Contains(first, "worse") || strings.Contains(first, "not compared") {
		t.Errorf("nothing changed, and yet: exit code %d\n%s", code, first)
	}
	for _, part := range []string{"Each set in a catalog of its own", "All sets in one catalog", "Doubt", "Examples"} {
		if !strings.Contains(first, part) {
			t.Errorf("no %q in\n%s", part, first)
		}
	}

	higher := strings.Replace(string(kept), `"recall@1":0.9,`, `"recall@1":0.99,`, 1)
	if higher == string(kept) {
		t.Fatalf("no figure to raise in %s", kept)
	}
	if err := os.WriteFile(file, []byte(higher), 0o600); err != nil {
		t.Fatal(err)
	}
	fallen, _, code := eval(t, "--figures", file)
	const says = "worse: rankings harbour auto: recall@1 was 0.9900 and is 0.9000; at most 0.0500 is allowed"
	if code != 1 || !strings.Contains(fallen, "0.9000 -.0900") || !strings.Contains(fallen, says) {
		t.Errorf("exit code %d, want 1 and %q in\n%s", code, says, fallen)
	}
	if _, _, code := eval(t, "--figures", file, "--tolerance", "0.1"); code != 0 {
		t.Errorf("exit code %d with a tolerance of 0.1", code)
	}
	if _, _, code := eval(t, "--figures", file, "--update"); code != 0 {
		t.Errorf("exit code %d of an update", code)
	}
	if again, err := os.ReadFile(file); err != nil || !bytes.Equal(again, kept) {
		t.Errorf("%v; another measurement of the same stored\n%s\ninstead of\n%s", err, again, kept)
	}
}

func TestAQuickLookAsksFewerQueriesAndComparesNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "figures.json")
	if _, stderr, code := eval(t, "--figures", file, "--update"); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	stdout, _, code := eval(t, "--figures", file, "--set", "bakery", "--set", "harbour", "--max-queries", "5")
	if code != 0 || !strings.Contains(stdout, "rows are not compared") || strings.Contains(stdout, "kiosk") {
		t.Errorf("exit code %d\n%s", code, stdout)
	}
	rows := slices.DeleteFunc(strings.Split(stdout, "\n"), func(l string) bool { return !strings.HasPrefix(l, "bakery") })
	for _, l := range rows {
		if fields := strings.Fields(l); fields[3] != "5" {
			t.Errorf("not 5 queries: %s", l)
		}
	}
	if len(rows) != 10 {
		t.Errorf("%d rows of the bakery, want 4 rankings twice and 2 doubts:\n%s", len(rows), stdout)
	}
}

func TestFaultsAreToldFromFalls(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.json")
	if err := os.WriteFile(bad, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	cases := map[string]struct {
		args []string
		says string
	}{
		"an unknown set":              {[]string{"--set", "bakerry"}, `there is no set "bakerry"; there are bakery, harbour, kiosk`},
		"a folder without sets":       {[]string{"--sets", t.TempDir()}, "has a catalog.jsonl"},
		"a folder that is not there":  {[]string{"--sets", "nowhere"}, "the sets are not here"},
		"a program that is not there": {[]string{"--binary", "nowhere"}, "start nowhere"},
		"a program that is no server": {[]string{"--binary", "/bin/true"}, "no ready line"},
		"an update of a part":         {[]string{"--update", "--set", "bakery"}, "--update stores all figures"},
		"stored figures of no kind":   {[]string{"--figures", bad}, "bad.json"},
		"an unknown flag":             {[]string{"--rankings"}, "--help"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			stdout, stderr, code := eval(t, c.args...)
			if code != 2 || !strings.Contains(stderr, c.says) || stdout != "" {
				t.Errorf("exit code %d, want 2 and %q; stderr %q, stdout %q", code, c.says, stderr, stdout)
			}
		})
	}
}
