package index

import (
	"context"
	"database/sql"
)

// Unguarded returns a reader that can write too.
func Unguarded(db *sql.DB) *Reader {
	conn, err := db.Conn(context.Background())
	if err != nil {
		panic(err)
	}
	return &Reader{db: db, conn: conn}
}
