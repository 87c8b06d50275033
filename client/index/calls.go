package index

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"foredeck/client"
	"foredeck/client/move"
)

// callPlace is the place of a call in an index: its block, and its transaction in that.
type callPlace struct {
	Height uint64
	N      int
}

func (p callPlace) compare(other callPlace) int {
	return cmp.Or(cmp.Compare(p.Height, other.Height), cmp.Compare(p.N, other.N))
}

// indexedCall is a call that an index has.
type indexedCall struct {
	client.Transaction
	place callPlace
}

// newestCall is above every place.
var newestCall = callPlace{Height: math.MaxInt64, N: math.MaxInt32}

const (
	// selectTransactions returns what scanTransaction reads, of rows t.
	selectTransactions = `SELECT t.height, t.n, b.time, b.digest, au.address, b.epoch, b.round, t.hash, ty.name, st.name, s.address, t.sequence,
		t.gas_used, t.gas_price, t.max_gas, k.name, f.name, ta.name, t.arguments, v.name FROM `
	// ofTransactions are the tables of names.
	ofTransactions = ` LEFT JOIN block b ON b.height = t.height LEFT JOIN account au ON au.id = b.author
			LEFT JOIN name ty ON ty.id = t.type LEFT JOIN name st ON st.id = t.status LEFT JOIN account s ON s.id = t.sender
			LEFT JOIN name k ON k.id = t.payload LEFT JOIN name f ON f.id = t.function LEFT JOIN name ta ON ta.id = t.type_arguments
			LEFT JOIN name v ON v.id = t.vm_status WHERE `
	// selectCalls returns the calls of a function below a place and not below a height, newest first. It reads no other rows.
	selectCalls = selectTransactions + "tx t" + ofTransactions + `t.function = (SELECT id FROM name WHERE name = ?) AND t.height >= ?
		AND (t.height, t.n) < (?, ?) ORDER BY t.height DESC, t.n DESC LIMIT ?`
	selectEvents = "SELECT type, account, sequence_number, creation_number, data FROM events WHERE height = ? AND n = ? ORDER BY e"
)

// calls returns at most count calls of a function in blocks from a height on and before a place, newest first.
func (r *Reader) calls(ctx context.Context, function move.FunctionID, lowest uint64, before callPlace, count int) ([]indexedCall, error) {
	return r.transactions(ctx, selectCalls, function.String(), int64(lowest), int64(before.Height), before.N, count)
}

// transactions returns those of a statement that starts with selectTransactions. They have what the index keeps: no expiration, chain,
// authenticator, output or complete JSON, and numbers above 2^63-1 are unknown.
func (r *Reader) transactions(ctx context.Context, statement string, values ...any) (calls []indexedCall, err error) {
	rows, err := r.Query(ctx, statement, values...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		call, err := scanTransaction(rows)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.path, err)
		}
		calls = append(calls, call)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	for i := range calls {
		if calls[i].Events, err = r.events(ctx, calls[i].place); err != nil {
			return nil, err
		}
		setEncoded(&calls[i].Transaction)
	}
	return calls, nil
}

// setEncoded moves the arguments of a call for a multisig account to those in BCS if they are from the event of its execution.
func setEncoded(t *client.Transaction) {
	if t.Payload == nil || t.Payload.Kind != "multisig" {
		return
	}
	for i := range t.Events {
		executed := t.Events[i].MultisigPayload()
		if executed == nil || executed.Function != t.Payload.Function || len(executed.EncodedArguments) != len(t.Payload.Arguments) {
			continue
		}
		isSame := true
		for j, argument := range executed.EncodedArguments {
			isSame = isSame && string(t.Payload.Arguments[j]) == `"0x`+hex.EncodeToString(argument)+`"`
		}
		if isSame {
			t.Payload.Arguments, t.Payload.EncodedArguments = nil, executed.EncodedArguments
			return
		}
	}
}

// scanTransaction reads a row of selectTransactions.
func scanTransaction(rows *sql.Rows) (t indexedCall, err error) {
	var (
		header                                          client.BlockHeader
		blockDigest, hash                               any
		author, sender, kind, status, payload, vmStatus sql.NullString
		function, typeArguments, arguments              sql.NullString
		time                                            *uint64
	)
	if err = rows.Scan(&t.place.Height, &t.place.N, &time, &blockDigest, &author, &header.Epoch, &header.Round, &hash, &kind, &status, &sender,
		&t.SequenceNumber, &t.GasUsed, &t.GasUnitPrice, &t.MaxGasAmount, &payload, &function, &typeArguments, &arguments, &vmStatus); err != nil {
		return t, err
	}
	height := t.place.Height
	header.Height, header.Timestamp, header.Hash, header.Author = &height, (*client.Timestamp)(time), digestText(blockDigest), author.String
	t.Hash, t.Type, t.Status, t.VMStatus, t.Block = digestText(hash), kind.String, status.String, vmStatus.String, &header
	t.Payload = &client.Payload{Kind: payload.String, Function: function.String}
	if address, err := move.ParseAddress(sender.String); err == nil {
		t.Sender = &address
	}
	if typeArguments.String != "" {
		err = json.Unmarshal([]byte(typeArguments.String), &t.Payload.TypeArguments)
	}
	if arguments.String != "" && err == nil {
		err = json.Unmarshal([]byte(arguments.String), &t.Payload.Arguments)
	}
	if !payload.Valid && !function.Valid && t.Payload.Len() == 0 {
		t.Payload = nil
	}
	return t, err
}

// events returns the events of a transaction.
func (r *Reader) events(ctx context.Context, place callPlace) (events []client.Event, err error) {
	rows, err := r.Query(ctx, selectEvents, int64(place.Height), place.N)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var event client.Event
		var kind, account, data sql.NullString
		if err := rows.Scan(&kind, &account, &event.SequenceNumber, &event.CreationNumber, &data); err != nil {
			return nil, err
		}
		event.Type, event.Data = kind.String, json.RawMessage(data.String)
		if address, err := move.ParseAddress(account.String); err == nil {
			event.Account = &address
		}
		events = append(events, event)
	}
	return events, rows.Err()
}

// digestText is the reverse of digest.
func digestText(stored any) string {
	switch stored := stored.(type) {
	case []byte:
		return "0x" + hex.EncodeToString(stored)
	case string:
		return stored
	}
	return ""
}
