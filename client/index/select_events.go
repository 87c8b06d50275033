package index

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
)

const (
	// selectTypes returns the types of events, each found behind the one before it.
	selectTypes = `WITH RECURSIVE type(id) AS (
			SELECT min(type) FROM event UNION ALL SELECT (SELECT min(e.type) FROM event e WHERE e.type > type.id) FROM type WHERE type.id IS NOT NULL)
		SELECT type.id, name.name FROM type JOIN name ON name.id = type.id`
	// selectEventRows returns the events of a type below a place, newest first; index is that among the events of the type.
	selectEventRows = `SELECT d.height, d.n, d.e, (SELECT count(*) FROM event s WHERE s.height = d.height AND s.n = d.n AND s.type = e.type AND s.e < d.e),
		t.hash, ty.name, a.address, e.sequence, e.creation,
		CASE WHEN e.data IS NOT NULL THEN e.data
			WHEN e.coin IS NULL THEN json_object('amount', CAST(e.amount AS TEXT))
			ELSE json_object('account', o.address, 'amount', CAST(e.amount AS TEXT), 'coin_type', c.name) END
		FROM `
	ofEventRows = ` JOIN event e ON e.height = d.height AND e.n = d.n AND e.e = d.e LEFT JOIN tx t ON t.height = d.height AND t.n = d.n
		LEFT JOIN name ty ON ty.id = e.type LEFT JOIN account a ON a.id = e.account LEFT JOIN account o ON o.id = e.owner LEFT JOIN name c ON c.id = e.coin
		ORDER BY d.height DESC, d.n DESC, d.e DESC`
	newestEvents = " ORDER BY height DESC, n DESC, e DESC LIMIT ?"
)

// Events returns a page of the events of a type from a height down, newest first.
func (f *File) Events(ctx context.Context, kind string, from uint64, request client.PageRequest) (page client.Page[client.ChainEvent], err error) {
	reader, err := Open(ctx, f.Path)
	if err != nil {
		return page, err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	at, err := reader.begin(ctx, nil, from, request.Cursor)
	if err != nil || at.isEmpty {
		return page, err
	}
	types, err := reader.types(ctx, kind)
	if err != nil || len(types) == 0 {
		return page, err
	}
	count := max(request.Count, 1)
	var parts []string
	var values []any
	for _, id := range types {
		parts = append(parts, "SELECT * FROM (SELECT height, n, e FROM event WHERE type = ? AND height >= ? AND (height, n, e) < (?, ?, ?)"+newestEvents+")")
		values = append(values, id, int64(at.lowest), int64(at.place.Height), at.place.N, at.e, count)
	}
	rows := "(SELECT * FROM (" + strings.Join(parts, " UNION ALL ") + ")" + newestEvents + ") d"
	return reader.eventPage(ctx, selectEventRows+rows+ofEventRows, append(values, count), at, count)
}

// eventPage reads a page of selectEventRows.
func (r *Reader) eventPage(ctx context.Context, statement string, values []any, at selectCursor, count int) (page client.Page[client.ChainEvent], err error) {
	rows, err := r.Query(ctx, statement, values...)
	if err != nil {
		return page, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var event client.ChainEvent
		var hash any
		var kind, account, data sql.NullString
		if err := rows.Scan(&at.place.Height, &at.place.N, &at.e, &event.Index, &hash, &kind, &account, &event.SequenceNumber, &event.CreationNumber, &data); err != nil {
			return page, err
		}
		event.Height, event.Transaction, event.Type, event.Data = new(at.place.Height), digestText(hash), kind.String, json.RawMessage(data.String)
		if address, err := move.ParseAddress(account.String); err == nil {
			event.Account = &address
		}
		page.Items = append(page.Items, event)
	}
	if len(page.Items) == count {
		page.Next = at.cursor()
	}
	return page, rows.Err()
}

// types returns the numbers of a type of events, which nodes can write in several ways.
func (r *Reader) types(ctx context.Context, kind string) (ids []int64, err error) {
	rows, err := r.Query(ctx, selectTypes)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var id int64
		var name string
		if err := rows.Scan(&id, &name); err != nil {
			return nil, err
		}
		tag, err := move.ParseStructTag(name)
		if name == kind || err == nil && tag.String() == kind {
			ids = append(ids, id)
		}
	}
	return ids, rows.Err()
}
