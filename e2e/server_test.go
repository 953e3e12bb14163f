// Package e2e drives the real binary over the network, as a user would.
package e2e_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The server is built with the race detector, which makes a start cost a
// second; the commands of the command line are built without.
var serverBinary, clientBinary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "discoveryd-e2e")
	if err != nil {
		panic(err)
	}
	serverBinary, clientBinary = filepath.Join(dir, "server"), filepath.Join(dir, "discoveryd")
	for _, build := range []*exec.Cmd{
		exec.Command("go", "build", "-race", "-o", serverBinary, "../cmd/discoveryd"),
		exec.Command("go", "build", "-o", clientBinary, "../cmd/discoveryd"),
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

// server is a running `discoveryd serve`.
type server struct {
	t                 testing.TB
	http, grpc, admin string
	process           *exec.Cmd
	log               *bytes.Buffer
}

// start runs the binary on free ports and waits for its ready line.
func start(t testing.TB, databaseURL string, flags ...string) *server {
	t.Helper()
	args := append([]string{
		"serve", "--http", "127.0.0.1:0", "--grpc", "127.0.0.1:0", "--admin", "127.0.0.1:0", "--database-url", databaseURL,
	}, flags...)
	s := &server{t: t, process: exec.Command(serverBinaryOf(t), args...), log: &bytes.Buffer{}}
	s.process.Stderr = s.log
	stdout, err := s.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	lines := bufio.NewScanner(stdout)
	for lines.Scan() {
		var ready struct{ HTTP, GRPC, Admin string }
		if strings.Contains(lines.Text(), "ready") && json.Unmarshal(lines.Bytes(), &ready) == nil {
			s.http, s.grpc, s.admin = "http://"+ready.HTTP, ready.GRPC, "http://"+ready.Admin
			go func() { _, _ = io.Copy(io.Discard, stdout) }()
			s.waitReady()
			return s
		}
	}
	_ = s.process.Wait()
	t.Fatalf("no ready line; log:\n%s", s.log)
	return nil
}

// serverBinaryOf leaves the race detector out of what is measured.
func serverBinaryOf(t testing.TB) string {
	t.Helper()
	if _, measured := t.(*testing.B); measured {
		return clientBinary
	}
	return serverBinary
}

// startSQLite runs the binary on a new embedded store.
func startSQLite(t testing.TB, flags ...string) *server {
	t.Helper()
	return start(t, "sqlite:"+filepath.Join(t.TempDir(), "discoveryd.db"), flags...)
}

func (s *server) waitReady() {
	s.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); {
		if resp, err := http.Get(s.http + "/readyz"); err == nil {
			_ = resp.Body.Close() // read for its status only
			if resp.StatusCode == http.StatusOK {
				return
			}
		}
		time.Sleep(20 * time.Millisecond) // polling with a deadline
	}
	s.t.Fatalf("not ready; log:\n%s", s.log)
}

func (s *server) stop() {
	if s.process.ProcessState != nil {
		return
	}
	_ = s.process.Process.Signal(syscall.SIGTERM)
	if err := s.process.Wait(); err != nil {
		s.t.Errorf("server ended with %v; log:\n%s", err, s.log)
	}
	if strings.Contains(s.log.String(), "DATA RACE") {
		s.t.Errorf("data race:\n%s", s.log)
	}
}

// answer is an HTTP answer with its JSON body decoded.
type answer struct {
	status int
	raw    []byte
	body   map[string]any
}

// call sends one request; body is JSON text, or "" for none.
func (s *server) call(method, path, body string) answer {
	s.t.Helper()
	req, err := http.NewRequest(method, s.http+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	return s.do(req)
}

func (s *server) do(req *http.Request) answer {
	s.t.Helper()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatalf("%s %s: %v; log:\n%s", req.Method, req.URL, err, s.log)
	}
	a := answer{status: resp.StatusCode, raw: []byte(readAll(s.t, resp))}
	if err := json.Unmarshal(a.raw, &a.body); err != nil {
		s.t.Fatalf("%s %s answered %d with no JSON object: %.300s", req.Method, req.URL, resp.StatusCode, a.raw)
	}
	return a
}

// post expects success.
func (s *server) post(path, body string) map[string]any {
	s.t.Helper()
	a := s.call("POST", path, body)
	if a.status != http.StatusOK {
		s.t.Fatalf("POST %s %.300s = %d %s", path, body, a.status, a.raw)
	}
	return a.body
}

// get expects success.
func (s *server) get(path string) map[string]any {
	s.t.Helper()
	a := s.call("GET", path, "")
	if a.status != http.StatusOK {
		s.t.Fatalf("GET %s = %d %s", path, a.status, a.raw)
	}
	return a.body
}

// refused expects an error with a status and a reason, in the contract's shape.
func (s *server) refused(a answer, status int, reason string) map[string]any {
	s.t.Helper()
	if a.status != status || a.body["error"] != reason {
		s.t.Errorf("got %d %.400s, want %d %s", a.status, a.raw, status, reason)
	}
	for _, field := range []string{"error", "code", "message", "details"} {
		if _, ok := a.body[field]; !ok {
			s.t.Errorf("error body has no %s: %s", field, a.raw)
		}
	}
	return a.body
}

// cli runs a client command against the server.
func (s *server) cli(args ...string) (stdout, stderr string, code int) {
	s.t.Helper()
	return run(s.t, append(args, "--server", s.grpc)...)
}

// run runs a command of the binary in the project's root and returns its output and exit code.
func run(t testing.TB, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	cmd := exec.Command(clientBinary, args...)
	cmd.Dir = ".."
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exited *exec.ExitError
	if err != nil && !errors.As(err, &exited) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// at digs into decoded JSON: at(body, "rows", 0, "name").
func at(value any, path ...any) any {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			object, _ := value.(map[string]any)
			value = object[step]
		case int:
			list, _ := value.([]any)
			if step >= len(list) {
				return nil
			}
			value = list[step]
		}
	}
	return value
}

// names lists a field of every element.
func names(list any, field string) []string {
	var out []string
	elements, _ := list.([]any)
	for _, e := range elements {
		out = append(out, fmt.Sprint(at(e, field)))
	}
	return out
}

func quote(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func readAll(t testing.TB, resp *http.Response) string {
	t.Helper()
	text, err := io.ReadAll(resp.Body)
	if err := errors.Join(err, resp.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return string(text)
}
