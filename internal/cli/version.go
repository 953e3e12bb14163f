package cli

import (
	"encoding/json"
	"runtime"
)

type versionCommand struct{}

// Run prints what this program is.
func (c *versionCommand) Run(s *session) error {
	if s.wantsJSON() {
		data, err := json.Marshal(struct {
			Version string `json:"version"`
			Go      string `json:"go"`
		}{s.version, runtime.Version()})
		if err != nil {
			return err
		}
		return s.out.Raw(data)
	}
	s.out.Line("discoveryd %s (%s, %s/%s)", s.version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}
