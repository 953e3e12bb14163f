//go:build cgo && sqlite_fts5

package main

import _ "github.com/mattn/go-sqlite3"

// SQLite in C, the fastest there is.
const (
	sqliteDriver = "sqlite3"
	sqliteModule = "github.com/mattn/go-sqlite3"
)
