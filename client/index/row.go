package index

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"math"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/client/tally"
)

// rowKind is a table to which rows are added.
type rowKind int

const (
	blockRow rowKind = iota
	transactionRow
	eventRow
	hourRow
	senderRow
)

// rowWriter takes the rows of blocks, with the numbers of the texts in them: nil for no text.
type rowWriter interface {
	name(ctx context.Context, text string) (any, error)
	account(ctx context.Context, address *move.Address) (any, error)
	add(ctx context.Context, kind rowKind, values ...any) error
}

// additions are the statements that add rows to a file.
var additions = map[rowKind]string{
	blockRow: `INSERT INTO block (height, time, digest, author, epoch, round, transactions) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO NOTHING`,
	transactionRow: `INSERT INTO tx (height, n, hash, type, status, sender, sequence, function, reason, place, gas_used, gas_price, max_gas,
		payload, type_arguments, arguments, vm_status) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	eventRow: `INSERT INTO event (height, n, e, type, account, sequence, creation, owner, sign, coin, amount, data)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	hourRow: `INSERT INTO summary (hour, type, function, status, reason, count, gas, fee, without_fee, first_height, last_height, first_time, last_time)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT` + merge,
	senderRow: `INSERT INTO sender_summary (sender, day, type, status, count, gas, fee, without_fee, first_height, last_height, first_time, last_time)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT` + merge,
}

// add adds a row.
func (w *Writer) add(ctx context.Context, kind rowKind, values ...any) error {
	_, err := w.exec(ctx, additions[kind], values...)
	return err
}

// numbering collects the numbers of names and accounts of a row, and the first error.
type numbering struct {
	w   rowWriter
	ctx context.Context
	err error
}

func (n *numbering) name(text string) any {
	if n.err != nil {
		return nil
	}
	var id any
	id, n.err = n.w.name(n.ctx, text)
	return id
}

func (n *numbering) account(address *move.Address) any {
	if n.err != nil {
		return nil
	}
	var id any
	id, n.err = n.w.account(n.ctx, address)
	return id
}

func (n *numbering) add(kind rowKind, values ...any) {
	if n.err == nil {
		n.err = n.w.add(n.ctx, kind, values...)
	}
}

// block adds a block without its transactions. transactions is their number, nil if unknown.
func (n *numbering) block(header *client.BlockHeader, transactions any) {
	var author any
	if address, err := move.ParseAddress(header.Author); err == nil {
		author = n.account(&address)
	}
	n.add(blockRow, *header.Height, integer((*uint64)(header.Timestamp)), digest(header.Hash), author, integer(header.Epoch), integer(header.Round), transactions)
}

// transaction adds a transaction with its events.
func (n *numbering) transaction(height uint64, index int, t *client.Transaction, sums *sums) {
	reason, place, vmStatus := tally.Failure(t)
	var payload client.Payload
	if t.Payload != nil {
		payload = *t.Payload
	}
	key := sumKey{kind: n.name(t.Type), function: n.name(payload.Function), status: n.name(t.Status), reason: n.name(reason)}
	sender := n.account(t.Sender)
	n.add(transactionRow, height, index, digest(t.Hash), key.kind, key.status, sender, integer(t.SequenceNumber), key.function, key.reason, n.name(place),
		integer(t.GasUsed), integer(t.GasUnitPrice), integer(t.MaxGasAmount), n.name(payload.Kind), n.name(typeArguments(payload.TypeArguments)),
		arguments(&payload), n.name(vmStatus))
	n.events(height, index, t)
	sums.add(key, sender, height, t)
}

// events adds the events of a transaction. Those of coins are not stored as text but as the transfer that they report, from which the
// view events makes the text again.
func (n *numbering) events(height uint64, index int, t *client.Transaction) {
	transfers := t.CoinEvents()
	for i := range t.Events {
		event := &t.Events[i]
		var owner, sign, coin, amount, data any
		if len(transfers) > 0 && transfers[0].Event == i {
			moved := &transfers[0]
			transfers = transfers[1:]
			owner, coin, amount = n.account(&moved.Account), n.name(moved.Coin), moved.Amount.String()
			if moved.Amount.IsInt64() {
				amount = moved.Amount.Int64()
			}
			switch {
			case moved.IsRepeated: // the other event of the transfer counts
			case moved.Deposit:
				sign = 1
			default:
				sign = -1
			}
			if !isTransferText(event.Data, moved) {
				data = string(event.Data)
			}
		} else {
			data = string(event.Data)
		}
		n.add(eventRow, height, index, i, n.name(event.Type), n.account(stream(event)), positive(event.SequenceNumber), positive(event.CreationNumber),
			owner, sign, coin, amount, data)
	}
}

// stream returns the account of an event's stream; nil for a module event, which has none.
func stream(event *client.Event) *move.Address {
	if event.Account == nil || *event.Account == (move.Address{}) {
		return nil
	}
	return event.Account
}

// isTransferText reports whether the view events makes the data of an event from its transfer.
func isTransferText(data json.RawMessage, moved *client.CoinTransfer) bool {
	text := `{"amount":"` + moved.Amount.String() + `"}`
	if moved.Coin != "" {
		if strings.ContainsAny(moved.Coin, "\"\\") || !isPrintable(moved.Coin) {
			return false
		}
		text = `{"account":"` + moved.Account.String() + `","amount":"` + moved.Amount.String() + `","coin_type":"` + moved.Coin + `"}`
	}
	return string(data) == text
}

// isPrintable reports whether JSON has a text as it is.
func isPrintable(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}

// integer returns a number as SQLite has it: null if it is unknown or above 2^63-1.
func integer(number *uint64) any {
	if number == nil || *number > math.MaxInt64 {
		return nil
	}
	return int64(*number)
}

// positive is integer with null for 0, as module events have numbers of 0.
func positive(number *uint64) any {
	if number == nil || *number == 0 {
		return nil
	}
	return integer(number)
}

// digest returns a hash as bytes, or as the text that the node sent if it is none.
func digest(text string) any {
	if text == "" {
		return nil
	}
	if digits, found := strings.CutPrefix(text, "0x"); found && len(digits) == 64 {
		if raw, err := hex.DecodeString(digits); err == nil {
			return raw
		}
	}
	return text
}

// typeArguments returns type arguments as JSON, "" for none.
func typeArguments(list []string) string {
	if len(list) == 0 {
		return ""
	}
	encoded, _ := move.EncodeJSON(list) // texts have no errors
	return string(encoded)
}

// arguments returns the arguments of a call as JSON, nil for none.
func arguments(payload *client.Payload) any {
	if payload.Len() == 0 {
		return nil
	}
	var list bytes.Buffer
	list.WriteByte('[')
	for i := range payload.Len() {
		if i > 0 {
			list.WriteByte(',')
		}
		switch {
		case i >= len(payload.Arguments):
			list.WriteString(`"0x` + hex.EncodeToString(payload.EncodedArguments[i]) + `"`)
		case json.Compact(&list, payload.Arguments[i]) != nil:
			list.WriteString("null")
		}
	}
	list.WriteByte(']')
	return list.String()
}
