package cli

import (
	"encoding/json"
	"strconv"

	"github.com/discoveryd/discoveryd/internal/cli/screen"
	"github.com/discoveryd/discoveryd/internal/limits"
)

type limitsCommand struct{}

// Run prints the one table of limits.
func (c *limitsCommand) Run(s *session) error {
	table := limits.Table()
	if s.wantsJSON() {
		data, err := json.Marshal(table)
		if err != nil {
			return err
		}
		return s.out.Raw(data)
	}
	rows := make([][]screen.Cell, len(table))
	for i, limit := range table {
		rows[i] = screen.Row(limit.Name, strconv.Itoa(limit.Value), limit.Unit, limit.What)
	}
	s.out.Table([]string{"LIMIT", "VALUE", "UNIT", "OF"}, rows)
	return nil
}
