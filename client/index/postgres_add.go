package index

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"foredeck/client"
	"foredeck/client/move"
)

// rowBatch has the rows of blocks. Numbers of texts that are not known yet are pointers.
type rowBatch struct {
	w        *Postgres
	rows     map[rowKind][][]any
	names    map[string]*int64
	accounts map[move.Address]*int64
	written  Written
}

func (b *rowBatch) name(_ context.Context, text string) (any, error) {
	if text == "" {
		return nil, nil
	}
	text = storable(text)
	return pending(b.w.names, b.names, text), nil
}

func (b *rowBatch) account(_ context.Context, address *move.Address) (any, error) {
	if address == nil {
		return nil, nil
	}
	return pending(b.w.accounts, b.accounts, *address), nil
}

// pending returns the number of a text, or where it will be.
func pending[K comparable](known map[K]int64, unknown map[K]*int64, key K) any {
	if id, found := known[key]; found {
		return id
	}
	if unknown[key] == nil {
		unknown[key] = new(int64)
	}
	return unknown[key]
}

func (b *rowBatch) add(_ context.Context, kind rowKind, values ...any) error {
	b.rows[kind] = append(b.rows[kind], values)
	return nil
}

// newBatch returns a batch without rows.
func (w *Postgres) newBatch() *rowBatch {
	return &rowBatch{w: w, rows: map[rowKind][][]any{}, names: map[string]*int64{}, accounts: map[move.Address]*int64{}}
}

// rowsOf returns the rows of blocks.
func (w *Postgres) rowsOf(ctx context.Context, blocks []*client.Block) (*rowBatch, error) {
	b := w.newBatch()
	n, sums := &numbering{w: b, ctx: ctx}, newSums()
	for _, block := range blocks {
		n.block(block.Header(), len(block.Transactions))
		for i := range block.Transactions {
			n.transaction(block.Height, i, &block.Transactions[i], sums)
			b.written.Events += len(block.Transactions[i].Events)
		}
		b.written.Transactions += len(block.Transactions)
	}
	b.written.Blocks = len(blocks)
	if sums.write(n); n.err != nil {
		return nil, n.err
	}
	return b, w.number(ctx, b)
}

// number finds the numbers of the texts of a batch, and gives them to new ones. It is not part of the transaction of the batch: a number
// is the same for all processes, also if the batch is not added.
func (w *Postgres) number(ctx context.Context, b *rowBatch) error {
	forget(w.names)
	forget(w.accounts)
	digests := map[string]string{} // digest to text
	for name := range b.names {
		digest := sha256.Sum256([]byte(name))
		digests[hex.EncodeToString(digest[:])] = name
	}
	err := w.numbers(ctx, slices.Sorted(maps.Keys(digests)),
		"SELECT encode(digest, 'hex'), id FROM name WHERE digest = ANY (SELECT decode(d, 'hex') FROM unnest($1::text[]) d)",
		"INSERT INTO name (digest, name) SELECT decode(d, 'hex'), n FROM unnest($1::text[], $2::text[]) t (d, n) ORDER BY d ON CONFLICT DO NOTHING",
		func(digest string) string { return digests[digest] },
		func(digest string, id int64) { *b.names[digests[digest]], w.names[digests[digest]] = id, id })
	if err != nil {
		return err
	}
	addresses := map[string]move.Address{}
	for address := range b.accounts {
		addresses[address.String()] = address
	}
	return w.numbers(ctx, slices.Sorted(maps.Keys(addresses)),
		"SELECT address, id FROM account WHERE address = ANY ($1::text[])",
		"INSERT INTO account (address) SELECT a FROM unnest($1::text[]) a ORDER BY a ON CONFLICT DO NOTHING", nil,
		func(address string, id int64) {
			*b.accounts[addresses[address]], w.accounts[addresses[address]] = id, id
		})
}

// forget empties a cache of numbers that has become large.
func forget[K comparable](known map[K]int64) {
	if len(known) >= maxKnown {
		clear(known)
	}
}

// numbers finds the numbers of sorted keys, and adds those that have none. In their order, processes that add the same ones do not wait
// for each other in a circle.
func (w *Postgres) numbers(ctx context.Context, keys []string, find, add string, textOf func(string) string, found func(string, int64)) error {
	for attempt := 0; len(keys) > 0; attempt++ {
		rows, err := query(ctx, w.conn, find, textArray(keys))
		if err != nil {
			return err
		}
		missing := map[string]bool{}
		for _, key := range keys {
			missing[key] = true
		}
		for _, row := range rows {
			id, err := strconv.ParseInt(string(row[1]), 10, 64)
			if err != nil {
				return err
			}
			found(string(row[0]), id)
			delete(missing, string(row[0]))
		}
		if keys = slices.Sorted(maps.Keys(missing)); len(keys) == 0 {
			return nil
		}
		if attempt == attempts {
			return fmt.Errorf("%s: %d names cannot be added", w.database, len(keys))
		}
		parameters := [][]byte{textArray(keys)}
		if textOf != nil {
			texts := make([]string, len(keys))
			for i, key := range keys {
				texts[i] = textOf(key)
			}
			parameters = append(parameters, textArray(texts))
		}
		if _, err := query(ctx, w.conn, add, parameters...); err != nil && codeOf(err) != codeSerialization && codeOf(err) != codeDeadlock {
			return err
		}
	}
	return nil
}

// textArray returns texts as a parameter.
func textArray(texts []string) []byte {
	values := make([]any, len(texts))
	for i, text := range texts {
		values[i] = text
	}
	return postgresArray(values, "text")
}

// Add adds blocks with their transactions, which follow each other in ascending order. Those that the index has are left out: another
// process may have added them.
func (w *Postgres) Add(ctx context.Context, blocks []client.Block) (added Written, err error) {
	if len(blocks) == 0 {
		return Written{}, nil
	}
	added, err = w.addBlocks(context.WithoutCancel(ctx), blocks) // a batch is short
	return added, w.database.explain(err)
}

func (w *Postgres) addBlocks(ctx context.Context, blocks []client.Block) (added Written, err error) {
	if err := w.connect(ctx); err != nil {
		return added, err
	}
	whole := Range{blocks[0].Height, blocks[len(blocks)-1].Height}
	if whole.Last > math.MaxInt64 {
		return added, fmt.Errorf("block %d: its height is above 2^63-1", whole.Last)
	}
	covered, err := postgresRanges(ctx, w.conn, wholeBlocks)
	if err != nil {
		return added, err
	}
	var missing []*client.Block
	for _, gap := range without(whole, covered) {
		for height := gap.First; height <= gap.Last; height++ {
			missing = append(missing, &blocks[height-whole.First])
		}
	}
	batch, err := w.rowsOf(ctx, missing)
	if err != nil {
		return added, err
	}
	err = w.transaction(ctx, func() error {
		rows, err := w.own(ctx, missing, batch)
		if err != nil {
			return err
		}
		if added = rows.written; added.Blocks > 0 {
			if err := w.copy(ctx, rows); err != nil {
				return err
			}
		}
		return w.cover(ctx, wholeBlocks, whole)
	})
	if err != nil {
		added = Written{}
	}
	return added, err
}

// own adds the rows of blocks, waiting for processes that add the same ones, and returns the rows of those blocks that were added.
func (w *Postgres) own(ctx context.Context, missing []*client.Block, batch *rowBatch) (*rowBatch, error) {
	table := postgresTables[blockRow]
	found, err := query(ctx, w.conn, table.insert()+" ORDER BY 1 ON CONFLICT DO NOTHING RETURNING height", table.arrays(batch.rows[blockRow])...)
	if err != nil || len(found) == len(missing) {
		return batch, err
	}
	isOwn := map[string]bool{}
	for _, row := range found {
		isOwn[string(row[0])] = true
	}
	return w.rowsOf(ctx, slices.DeleteFunc(slices.Clone(missing), func(b *client.Block) bool { return !isOwn[strconv.FormatUint(b.Height, 10)] }))
}

// copy adds transactions, events and summaries, of blocks that no other process adds. Summaries are last, as processes that add blocks of
// the same hour wait there for each other.
func (w *Postgres) copy(ctx context.Context, b *rowBatch) error {
	for _, kind := range []rowKind{transactionRow, eventRow} {
		table, text := postgresTables[kind], []byte(nil)
		for _, row := range b.rows[kind] {
			text = table.appendRow(text, row)
		}
		if _, err := w.conn.CopyFrom(ctx, bytes.NewReader(text), fmt.Sprintf("COPY %s (%s) FROM STDIN", table.name, table.columns)); err != nil {
			return err
		}
	}
	for _, summary := range []struct { // in this order in all processes
		kind rowKind
		key  string
	}{{hourRow, "hour, type, function, status, reason"}, {senderRow, "sender, day, type, status"}} {
		table := postgresTables[summary.kind]
		merge := strings.NewReplacer("TABLE", table.name, "KEY", summary.key).Replace(postgresMerge)
		if _, err := query(ctx, w.conn, table.insert()+merge, table.arrays(b.rows[summary.kind])...); err != nil {
			return err
		}
	}
	return nil
}

// postgresMerge is what both summaries do with a row that exists: merge in the words of PostgreSQL.
const postgresMerge = ` ORDER BY 1, 2, 3, 4, 5 ON CONFLICT (KEY) DO UPDATE SET count = TABLE.count + excluded.count,
	gas = least(TABLE.gas, 9223372036854775807 - excluded.gas) + excluded.gas, fee = least(TABLE.fee, 9223372036854775807 - excluded.fee) + excluded.fee,
	without_fee = TABLE.without_fee + excluded.without_fee,
	first_height = least(TABLE.first_height, excluded.first_height), last_height = greatest(TABLE.last_height, excluded.last_height),
	first_time = least(TABLE.first_time, excluded.first_time), last_time = greatest(TABLE.last_time, excluded.last_time)`

// lockScope makes other processes wait before they change the covered heights or claims, until the transaction ends.
func (w *Postgres) lockScope(ctx context.Context) error {
	_, err := query(ctx, w.conn, "SELECT value FROM meta WHERE key = 'scope' FOR UPDATE")
	return err
}

// cover adds a range to the covered heights of an account, or of whole blocks, and joins it with those that it touches.
func (w *Postgres) cover(ctx context.Context, account uint64, added Range) error {
	if err := w.lockScope(ctx); err != nil {
		return err
	}
	covered, err := postgresRanges(ctx, w.conn, account)
	if err != nil {
		return err
	}
	joined, replaced := joinTouching(added, covered)
	for _, c := range replaced {
		if _, err := query(ctx, w.conn, "DELETE FROM covered WHERE account = $1 AND first = $2", decimal(account), decimal(c.First)); err != nil {
			return err
		}
	}
	_, err = query(ctx, w.conn, "INSERT INTO covered VALUES ($1, $2, $3)", decimal(account), decimal(joined.First), decimal(joined.Last))
	return err
}

// decimal returns a number as a parameter.
func decimal(number uint64) []byte { return strconv.AppendUint(nil, number, 10) }

// postgresRanges returns the covered heights of an account, or of whole blocks, in ascending order.
func postgresRanges(ctx context.Context, conn *pgconn.PgConn, account uint64) ([]Range, error) {
	return rangesOf(query(ctx, conn, "SELECT first, last FROM covered WHERE account = $1 ORDER BY first", decimal(account)))
}

// rangesOf reads rows with two heights.
func rangesOf(rows [][][]byte, err error) ([]Range, error) {
	found := []Range{}
	for _, row := range rows {
		var r Range
		if _, err := fmt.Sscan(string(row[0])+" "+string(row[1]), &r.First, &r.Last); err != nil {
			return nil, err
		}
		found = append(found, r)
	}
	return found, err
}
