package cli_test

import (
	"strings"
	"testing"
)

func TestAServerThatCannotStartSaysWhyOnOneReadableLine(t *testing.T) {
	closed := "postgres://nobody@127.0.0.1:1/none" // port 1 is nobody's
	cases := map[string]struct {
		args []string
		code int
		want string
	}{
		"an unknown kind of database":  {[]string{"serve", "--database-url", "mysql://x"}, 2, "discoveryd: configuration: database url must start with "},
		"a token file that is missing": {[]string{"serve", "--token-file", "/no/such/file"}, 2, "discoveryd: configuration: read the token file: "},
		"a migration of nothing":       {[]string{"migrate", "--database-url", "sqlite:"}, 2, "discoveryd: configuration: database url sqlite: names no file"},
		"a database out of reach":      {[]string{"serve", "--database-url", closed}, 4, "discoveryd: store unavailable: failed to connect to "},
		"a migration out of reach":     {[]string{"migrate", "--database-url", closed}, 4, "discoveryd: store unavailable: "},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := run(t, "", c.args...)
			if got.code != c.code || !strings.HasPrefix(got.err, c.want) {
				t.Errorf("run = %+v, want code %d and %q", got, c.code, c.want)
			}
			if strings.Contains(got.err, `\n`) || strings.Contains(got.err, `\t`) || strings.Count(got.err, "\n") != 1 {
				t.Errorf("not one readable line: %s", got.err)
			}
		})
	}
}
