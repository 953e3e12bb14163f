package e2e_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// step is a block of commands of the README's tour and what it says they print.
type step struct {
	commands, output string
}

// tour reads the blocks that begin with "```sh tour" and the output after each.
func tour(t *testing.T) []step {
	t.Helper()
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```sh tour\n(.*?)```\n\n```text\n(.*?)```\n")
	var steps []step
	for _, match := range block.FindAllStringSubmatch(string(text), -1) {
		steps = append(steps, step{commands: match[1], output: match[2]})
	}
	if marked := strings.Count(string(text), "```sh tour\n"); marked == 0 || marked != len(steps) {
		t.Fatalf("%d blocks are marked as tour, %d have an output right after them", marked, len(steps))
	}
	return steps
}

// Whoever pastes the tour after `make run` gets what the README shows.
func TestReadmeTourPrintsWhatItSays(t *testing.T) {
	s := startWithSamples(t)
	here := strings.NewReplacer("bin/discoveryd", clientBinary, "http://127.0.0.1:8080", s.http)
	for _, step := range tour(t) {
		cmd := exec.Command("sh", "-c", here.Replace(step.commands))
		cmd.Dir = ".."
		cmd.Env = append(os.Environ(), "DISCOVERYD_SERVER="+s.grpc)
		got, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%v:\n%s", err, step.commands)
		}
		s.settle()
		if !shows(step.output, string(got)) {
			t.Errorf("the README's tour is out of date. It has\n%s\nthen says\n%s\nbut it prints\n%s", step.commands, step.output, got)
		}
	}
}

// shows reports whether a page shows an output: line breaks and other white
// space are the page's own, and … stands for anything.
func shows(page, output string) bool {
	pattern := strings.ReplaceAll(regexp.QuoteMeta(unspaced(page)), "…", ".*?")
	return regexp.MustCompile("^(?s:" + pattern + ")$").MatchString(unspaced(output))
}

func unspaced(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}
