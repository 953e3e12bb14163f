// Package evaldata finds the evaluation data that some tests use. The data is
// not part of the project: DISCOVERYD_EVAL_DIR names it, and ../shared/eval
// beside the checkout is the default.
package evaldata

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Path returns the path of a file or folder of the evaluation data. Where the
// data is not there it skips the test, saying so; in CI it fails it.
func Path(t testing.TB, elements ...string) string {
	t.Helper()
	dir := os.Getenv("DISCOVERYD_EVAL_DIR")
	if dir == "" {
		dir = filepath.Join(root(t), "..", "shared", "eval")
	}
	path := filepath.Join(append([]string{dir}, elements...)...)
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("evaluation data is missing: %v", err)
		}
		t.Skipf("evaluation data is not here (set DISCOVERYD_EVAL_DIR to run this test): %v", err)
	}
	return path
}

// root is the project's root, found from this source file's place.
func root(t testing.TB) string {
	t.Helper()
	_, file, _, ok := runtime.Caller(0)
	if !ok {
		t.Fatal("no caller information")
	}
	return filepath.Join(filepath.Dir(file), "..", "..")
}
