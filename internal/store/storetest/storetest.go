// Package storetest is the suite that every store passes: the sentences of the
// store's contract and of contract section 4 that a store can show.
package storetest

import (
	"testing"

	"github.com/discoveryd/discoveryd/internal/store"
)

// Run runs the suite. Each case gets a store of its own, as new.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	t.Helper()
	for _, c := range cases() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.run(t, open(t))
		})
	}
}

// testCase is one sentence and its proof.
type testCase struct {
	name string
	run  func(t *testing.T, s store.Store)
}

func cases() []testCase {
	groups := [][]testCase{
		catalogCases(), contentCases(), stateCases(), historyCases(), receiptCases(),
		rollbackCases(), concurrencyCases(), snapshotCases(), sizeCases(), ruleCases(), turnCases(),
	}
	var all []testCase
	for _, group := range groups {
		all = append(all, group...)
	}
	return all
}
