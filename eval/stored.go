package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// rowKey is what tells rows apart.
type rowKey struct{ table, set, of string }

func (r row) key() rowKey { return rowKey{r.Table, r.Set, r.Case} }

// stored are the rows of an earlier measurement.
type stored map[rowKey]row

// readStored reads what writeStored wrote; no file is no rows.
func readStored(path string) (stored, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return stored{}, nil
	}
	if err != nil {
		return nil, err
	}
	var rows []row
	if err := json.Unmarshal(data, &rows); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	out := make(stored, len(rows))
	for _, r := range rows {
		out[r.key()] = r
	}
	return out, nil
}

// writeStored writes a row a line, so that a review shows what a change moved.
func writeStored(path string, rows []row) error {
	var out bytes.Buffer
	for i, r := range rows {
		line, err := json.Marshal(r)
		if err != nil {
			return err
		}
		out.WriteString([]string{"[\n", ",\n"}[min(i, 1)])
		out.Write(line)
	}
	out.WriteString("\n]\n")
	return os.WriteFile(path, out.Bytes(), 0o644) //nolint:gosec // it is committed
}

// has reports whether there is a row to compare with: of as many queries, in a
// catalog of as many tools.
func (s stored) has(r row) bool {
	old, there := s[r.key()]
	return there && old.Queries == r.Queries && old.Tools == r.Tools
}

// before returns the stored figure that a figure is compared with.
func (s stored) before(r row, figure string) (float64, bool) {
	value, there := s[r.key()].Figures[figure]
	return value, there && s.has(r)
}

// fall is a figure that is worse than the stored one by more than allowed.
type fall struct {
	Table   string  `json:"table"`
	Set     string  `json:"set"`
	Case    string  `json:"case"`
	Figure  string  `json:"figure"`
	Before  float64 `json:"before"`
	Now     float64 `json:"now"`
	Allowed float64 `json:"allowed"`
}

// falls lists them. Allowed is the tolerance, and in any case what a single
// query weighs: in a small set one more or less is chance.
func (s stored) falls(rows []row, tolerance float64) []fall {
	const halfDigit = 0.00005 // of the rounding
	out := []fall{}
	for _, r := range rows {
		for _, figure := range columnsOf(r.Table) {
			before, known := s.before(r, figure)
			now, measured := r.Figures[figure]
			if !known || !measured {
				continue
			}
			allowed := max(tolerance, rounded(1/float64(r.Queries)))
			worse := (before - now) * direction(r, figure)
			if worse > allowed+halfDigit {
				out = append(out, fall{r.Table, r.Set, r.Case, figure, before, now, allowed})
			}
		}
	}
	return out
}

// direction is 1 for a figure that should grow, -1 for one that should shrink.
// How doubts are shared between no_match and weak is neither.
func direction(r row, figure string) float64 {
	switch {
	case figure == noMatch, figure == weak:
		return 0
	case figure == doubted && r.Case != absent:
		return -1
	}
	return 1
}
