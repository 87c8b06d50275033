package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"foredeck/client"
)

const (
	// scannedRows is how many rows a page of a File compares at most, so that a page takes no longer than a request.
	scannedRows = 20_000
	// maxOrders is the number of functions or senders whose rows are merged. Rows of more of them are found among all.
	maxOrders = 8
)

// File is an index of whole blocks. It is a client.Index.
type File struct {
	Path string
	Rows int // that a page compares at most, 0 for 20,000
}

// Covered returns the newest heights without gaps. It is not ok if there is no index of whole blocks.
func (f *File) Covered(ctx context.Context) (covered client.HeightRange, ok bool, err error) {
	reader, err := Open(ctx, f.Path)
	if errors.Is(err, ErrNone) {
		return covered, false, nil
	} else if err != nil {
		return covered, false, err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	newest, ok, err := reader.newestBlocks(ctx)
	return client.HeightRange(newest), ok, err
}

// newestBlocks returns the newest heights of whole blocks. It is not ok if there are none.
func (r *Reader) newestBlocks(ctx context.Context) (newest Range, ok bool, err error) {
	covered, err := ranges(ctx, r.conn, wholeBlocks)
	if err != nil || len(covered) == 0 {
		return Range{}, false, err
	}
	return covered[len(covered)-1], true, nil
}

// Transactions returns a page of those selected from a height down, newest first.
func (f *File) Transactions(ctx context.Context, selected client.Selection, from uint64, request client.PageRequest) (page client.Page[client.Transaction], err error) {
	reader, err := Open(ctx, f.Path)
	if err != nil {
		return page, err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	at, err := reader.begin(ctx, selected.Times.Low, from, request.Cursor)
	if err != nil || at.isEmpty {
		return page, err
	}
	c, err := reader.compile(ctx, &selected)
	if err != nil || c.isEmpty {
		return page, err
	}
	scanned := cmp.Or(f.Rows, scannedRows)
	rows, values := c.rows(at, scanned)
	count := max(request.Count, 1)
	statement := selectTransactions + rows + " JOIN tx t ON t.height = d.height AND t.n = d.n" + ofTransactions + c.where.String() + " ORDER BY d.height DESC, d.n DESC LIMIT ?"
	found, err := reader.transactions(ctx, statement, slices.Concat(values, c.values, []any{count})...)
	if err != nil {
		return page, err
	}
	for i := range found {
		page.Items = append(page.Items, found[i].Transaction)
	}
	if len(found) == count {
		at.place = found[count-1].place
	} else if ok, err := reader.last(ctx, "SELECT d.height, d.n, 0 FROM "+rows, append(values, scanned-1), &at); !ok || err != nil {
		return page, err
	}
	page.Next = at.cursor()
	return page, nil
}

// last moves a place behind the last row that a page has compared. It is not ok if these were all that there are.
func (r *Reader) last(ctx context.Context, statement string, values []any, at *selectCursor) (ok bool, err error) {
	rows, err := r.Query(ctx, statement+" LIMIT 1 OFFSET ?", values...)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	if !rows.Next() {
		return false, rows.Err()
	}
	return true, rows.Scan(&at.place.Height, &at.place.N, &at.e)
}

// selectCursor is the place of a page: rows below it, and not below a height, follow.
type selectCursor struct {
	place   callPlace
	e       int // of an event
	lowest  uint64
	isEmpty bool
}

const selectCursorForm = "select.%d.%d.%d.%d"

func (c *selectCursor) cursor() client.Cursor {
	return client.Cursor(fmt.Sprintf(selectCursorForm, c.place.Height, c.place.N, c.e, c.lowest))
}

// begin returns the place of a cursor, or that of the first page from a height down, of moments not before since.
func (r *Reader) begin(ctx context.Context, since *int64, from uint64, cursor client.Cursor) (at selectCursor, err error) {
	if cursor != "" {
		if _, err := fmt.Sscanf(string(cursor), selectCursorForm, &at.place.Height, &at.place.N, &at.e, &at.lowest); err != nil {
			return at, &client.ArgumentError{Field: "cursor", Value: string(cursor), Rule: "must be the cursor of a page of this index"}
		}
		return at, nil
	}
	covered, ok, err := r.newestBlocks(ctx)
	if err != nil || !ok || from < covered.First {
		return selectCursor{isEmpty: true}, err
	}
	at = selectCursor{place: callPlace{Height: min(from, covered.Last) + 1}, lowest: covered.First}
	if since != nil {
		err = r.conn.QueryRowContext(ctx, "SELECT max(?, coalesce((SELECT min(height) FROM block WHERE time >= ?), ?))", int64(at.lowest), *since, int64(at.place.Height)).Scan(&at.lowest)
	}
	return at, err
}

// compiled is a selection as SQL. Its texts are those of this file, and values are parameters.
type compiled struct {
	order   string // the column by which rows are found, "" for all
	keys    []any  // values of order
	where   strings.Builder
	values  []any
	isEmpty bool // nothing is selected
}

// compile returns a selection as SQL.
func (r *Reader) compile(ctx context.Context, s *client.Selection) (*compiled, error) {
	c := new(compiled)
	c.where.WriteString("1")
	c.within("t.height", s.Heights)
	c.within("b.time", s.Times)
	c.within("t.sequence", s.Sequences)
	c.within("t.gas_used", s.GasUsed)
	c.within("t.gas_price", s.GasPrices)
	c.within("t.gas_used * t.gas_price", s.Fees)
	if s.Call != nil {
		if err := r.compileCalls(ctx, c, s.Call); err != nil {
			return nil, err
		}
	}
	if s.Senders == nil {
		return c, nil
	}
	var senders []any
	for _, sender := range s.Senders {
		var id *int64
		if err := r.conn.QueryRowContext(ctx, "SELECT (SELECT id FROM account WHERE address = ?)", sender.String()).Scan(&id); err != nil {
			return nil, err
		}
		if id != nil {
			senders = append(senders, *id)
		}
	}
	c.isEmpty = c.isEmpty || len(senders) == 0
	c.in("t.sender", senders)
	if len(senders) <= maxOrders {
		c.order, c.keys = "sender", senders
	}
	return c, nil
}

// within compares a number.
func (c *compiled) within(column string, b client.Bounds) {
	if b.Low != nil {
		c.where.WriteString(" AND " + column + " >= ?")
		c.values = append(c.values, *b.Low)
	}
	if b.High != nil {
		c.where.WriteString(" AND " + column + " <= ?")
		c.values = append(c.values, *b.High)
	}
}

// in compares with any of some values.
func (c *compiled) in(column string, values []any) {
	c.where.WriteString(" AND " + column + " IN (" + strings.TrimSuffix(strings.Repeat("?,", len(values)), ",") + ")")
	c.values = append(c.values, values...)
}

// maxKinds is the number of kinds of transactions that a statement compares. With more of them they are compared as one.
const maxKinds = 300

// compileCalls compares type, status and function with those that can be selected: the summaries have all that occur.
func (r *Reader) compileCalls(ctx context.Context, c *compiled, can func(*client.Transaction) bool) (err error) {
	rows, err := r.Query(ctx, `SELECT k.type, k.status, k.function, coalesce(ty.name, ''), coalesce(st.name, ''), coalesce(f.name, '')
		FROM (SELECT DISTINCT type, status, function FROM summary) k
		LEFT JOIN name ty ON ty.id = k.type LEFT JOIN name st ON st.id = k.status LEFT JOIN name f ON f.id = k.function`)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	var kinds []any
	functions, isAll := map[int64]bool{}, true
	for rows.Next() {
		var t client.Transaction
		var kind, status, function int64
		var called string
		if err := rows.Scan(&kind, &status, &function, &t.Type, &t.Status, &called); err != nil {
			return err
		}
		if called != "" {
			t.Payload = &client.Payload{Function: called}
		}
		if !can(&t) {
			isAll = false
			continue
		}
		kinds = append(kinds, kind, status, function)
		functions[function] = true
	}
	if c.isEmpty = len(kinds) == 0; !isAll && len(kinds) <= 3*maxKinds {
		c.where.WriteString(" AND (coalesce(t.type, 0), coalesce(t.status, 0), coalesce(t.function, 0)) IN (VALUES " +
			strings.TrimSuffix(strings.Repeat("(?,?,?),", len(kinds)/3), ",") + ")")
		c.values = append(c.values, kinds...)
	}
	if isAll || functions[0] || len(functions) > maxOrders {
		return rows.Err()
	}
	c.order = "function"
	for id := range functions {
		c.keys = append(c.keys, id)
	}
	return rows.Err()
}

// rows returns the places of the next rows that are compared, newest first, as the table d: those of the order of each key, merged.
func (c *compiled) rows(at selectCursor, scanned int) (table string, values []any) {
	const newest = " ORDER BY height DESC, n DESC LIMIT ?"
	bounds := "height >= ? AND (height, n) < (?, ?)"
	place := []any{int64(at.lowest), int64(at.place.Height), at.place.N, scanned}
	if c.order == "" {
		return "(SELECT height, n FROM tx WHERE " + bounds + newest + ") d", place
	}
	var parts []string
	for _, key := range c.keys {
		parts = append(parts, "SELECT * FROM (SELECT height, n FROM tx WHERE "+c.order+" = ? AND "+bounds+newest+")")
		values = append(append(values, key), place...)
	}
	return "(SELECT * FROM (" + strings.Join(parts, " UNION ALL ") + ")" + newest + ") d", append(values, scanned)
}
