package index

import (
	"context"
	"database/sql"
	"strings"
)

// Unguarded returns a reader that can write too.
func Unguarded(db *sql.DB) *Reader {
	conn, err := db.Conn(context.Background())
	if err != nil {
		panic(err)
	}
	return &Reader{db: db, conn: conn}
}

// SetClaimHeights sets how many heights an indexer claims at once.
func SetClaimHeights(heights uint64) { claimHeights = heights }

// CopyRow returns a row in the text format of COPY, for columns of type text, bytea and bigint.
func CopyRow(values ...any) string {
	return string(newPostgresTable("t", "a text", "b bytea", "c bigint").appendRow(nil, values))
}

// TextArray returns texts as an array of PostgreSQL.
func TextArray(texts ...string) string { return string(textArray(texts)) }

// PostgresInsert returns the statement that adds rows of transactions.
func PostgresInsert() string { return postgresTables[transactionRow].insert() }

// PostgresColumns returns the tables to which rows are added, with the number of their columns, and the number of values of an addition
// to a file.
func PostgresColumns() map[string][2]int {
	found := map[string][2]int{}
	for kind, table := range postgresTables {
		found[table.name] = [2]int{len(table.types), strings.Count(additions[kind], "?")}
	}
	return found
}
