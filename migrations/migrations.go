// Package migrations carries the schema of both stores as goose files. A file
// that was released is never edited; a change is a new file.
package migrations

import (
	"embed"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

//go:embed postgres/*.sql sqlite/*.sql
var files embed.FS

// Postgres returns the files of the Postgres store.
func Postgres() fs.FS { return folder("postgres") }

// SQLite returns the files of the SQLite store.
func SQLite() fs.FS { return folder("sqlite") }

func folder(name string) fs.FS {
	sub, err := fs.Sub(files, name)
	if err != nil {
		panic("migrations: " + err.Error()) // only an invalid name, and both are constants
	}
	return sub
}

// Latest is the highest version among files, whose names start with it.
func Latest(files fs.FS) (int64, error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil || len(names) == 0 {
		return 0, fmt.Errorf("no migrations: %w", err)
	}
	digits, _, _ := strings.Cut(names[len(names)-1], "_") // Glob sorts by name, and versions have five digits
	return strconv.ParseInt(digits, 10, 64)
}
