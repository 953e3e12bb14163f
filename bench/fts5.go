package main

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
)

// fts5 is SQLite's full-text index, stemmed and in memory, merged after the
// build, without a copy of the texts (contentless), over one prepared statement.
type fts5 struct {
	db     *sql.DB
	search *sql.Stmt
	names  []string // by rowid
}

func (f *fts5) Build(docs []document) (built, error) {
	db, err := sql.Open(sqliteDriver, ":memory:")
	if err != nil {
		return built{}, err
	}
	db.SetMaxOpenConns(1) // each connection has a memory of its own
	f.db = db
	start := time.Now()
	if err := f.fill(docs); err != nil {
		return built{}, err
	}
	took := time.Since(start)
	var bytes int64
	const used = `SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size`
	if err := db.QueryRowContext(context.Background(), used).Scan(&bytes); err != nil {
		return built{}, err
	}
	f.search, err = db.PrepareContext(context.Background(), `SELECT rowid FROM tools WHERE tools MATCH ? ORDER BY rank LIMIT ?`)
	return built{took: took, bytes: bytes}, err
}

func (f *fts5) fill(docs []document) error {
	columns, boosts := "", ""
	for _, field := range fields() {
		columns += field.Name + ", "
		boosts += fmt.Sprintf(", %g", field.Boost)
	}
	ctx := context.Background()
	tx, err := f.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after a commit there is nothing to roll back
	create := `CREATE VIRTUAL TABLE tools USING fts5(` + columns + `content='', tokenize='porter unicode61')`
	if _, err := tx.ExecContext(ctx, create); err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, `INSERT INTO tools(rowid, `+strings.TrimSuffix(columns, ", ")+`) VALUES (?, ?, ?, ?, ?)`)
	if err != nil {
		return err
	}
	defer insert.Close() //nolint:errcheck // the transaction closes it too
	for i, doc := range docs {
		f.names = append(f.names, doc.record.Name)
		row := []any{i}
		for _, text := range doc.texts {
			row = append(row, text)
		}
		if _, err := insert.ExecContext(ctx, row...); err != nil {
			return err
		}
	}
	for _, command := range []string{
		`INSERT INTO tools(tools, rank) VALUES ('rank', 'bm25(` + strings.TrimPrefix(boosts, ", ") + `)')`,
		`INSERT INTO tools(tools) VALUES ('optimize')`,
	} {
		if _, err := tx.ExecContext(ctx, command); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func (f *fts5) Search(queries []string, n int) ([]answer, error) {
	expressions := make([]string, len(queries))
	stop, err := stopWords()
	if err != nil {
		return nil, err
	}
	for i, q := range queries {
		expressions[i] = anyWord(q, stop)
	}
	return timed(expressions, func(expression string) ([]string, error) { return f.match(expression, n) })
}

// anyWord asks for any word of a query that is not a stop word.
func anyWord(query string, stop []string) string {
	words := strings.FieldsFunc(strings.ToLower(query), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
	})
	var quoted []string
	for _, word := range words {
		phrase := `"` + word + `"`
		if !slices.Contains(quoted, phrase) && !slices.Contains(stop, word) {
			quoted = append(quoted, phrase)
		}
	}
	if len(quoted) == 0 {
		return `""` // which matches nothing
	}
	return strings.Join(quoted, " OR ")
}

func (f *fts5) match(expression string, n int) ([]string, error) {
	rows, err := f.search.QueryContext(context.Background(), expression, n)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // read to the end or failed already
	names := make([]string, 0, n)
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		names = append(names, f.names[id])
	}
	return names, rows.Err()
}

func (f *fts5) Close() error { return f.db.Close() }
