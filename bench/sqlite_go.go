//go:build !cgo || !sqlite_fts5

package main

import _ "modernc.org/sqlite"

// SQLite in Go, which builds without a C compiler.
const (
	sqliteDriver = "sqlite"
	sqliteModule = "modernc.org/sqlite"
)
