package sqlite

import (
	"context"
	"fmt"
	"testing"
)

// LimitPages bounds the size of the database file, as a full disk would.
func (s *Store) LimitPages(ctx context.Context, pages int) (most int, err error) {
	err = s.writer.QueryRowContext(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", pages)).Scan(&most)
	return most, err
}

// Pragma reads a setting of the writing connection.
func (s *Store) Pragma(ctx context.Context, name string) (value string, err error) {
	err = s.writer.QueryRowContext(ctx, "PRAGMA "+name).Scan(&value)
	return value, err
}

// Exec changes the file behind the store's back.
func (s *Store) Exec(ctx context.Context, statement string) error {
	_, err := s.writer.ExecContext(ctx, statement)
	return err
}

// Count is the number of rows of a table.
func (s *Store) Count(t *testing.T, table string) (rows int) {
	t.Helper()
	if err := s.writer.QueryRowContext(t.Context(), "SELECT count(*) FROM "+table).Scan(&rows); err != nil {
		t.Fatal(err)
	}
	return rows
}
