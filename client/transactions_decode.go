package client

import (
	"errors"
	"fmt"
	"strconv"
)

// transaction reads a record, which has the same form in all versions. Every value becomes a Transaction, whatever it is.
func (r *bodyReader) transaction() Transaction {
	var t Transaction
	t.Raw, t.Problems, t.Other = r.record(func() {
		if r.null() {
			r.note(errNull)
			return
		}
		r.fields(
			required("hash", hashInto(&t.Hash)),
			optional("txn_type", &t.Type),
			optional("status", &t.Status),
			optional("header", func() { r.transactionHeader(&t) }),
			optional("block_header", &t.Block),
			optional("payload", &t.Payload),
			optional("authenticator", &t.Authenticator),
			optional("output", func() { r.output(&t) }),
			optional("data", &t.Data),
		)
	})
	t.readStoredPayload()
	t.nameSigners()
	return t
}

var errNull = errors.New("null instead of an object")

func (r *bodyReader) transactionHeader(t *Transaction) {
	r.fields(
		optional("sender", func() { r.sender(t) }),
		optional("sequence_number", &t.SequenceNumber),
		optional("chain_id", &t.ChainID),
		optional("gas_unit_price", &t.GasUnitPrice),
		optional("max_gas_amount", &t.MaxGasAmount),
		optional("expiration_timestamp", &t.Expiration),
	)
}

// sender reads an address: plain (spec section 2.5) or, from deployed nodes, {"Move": "0x..."}.
func (r *bodyReader) sender(t *Transaction) {
	if r.kind() != '{' {
		t.Sender = r.address()
		return
	}
	found := false
	if r.fields(optional("Move", func() { t.Sender, found = r.address(), true })); !found {
		r.note(errors.New("sender of an unknown kind"))
	}
}

// timestamp reads an instant in the form of spec section 2.5 or of deployed nodes. Those add a date as text, which is
// ignored: date parsers refuse it for the largest instants. A bare integer counts only if its size tells its unit.
func (r *bodyReader) timestamp() *Timestamp {
	if kind := r.kind(); kind == '0' || kind == '"' {
		return r.bareTimestamp()
	}
	var instant *uint64
	known := false
	read := func() { instant, known = r.unsigned(), true }
	isObject := r.fields(optional("microseconds_since_unix_epoch", read), optional("timestamp", read))
	if isObject && !known {
		r.note(errors.New("neither timestamp nor microseconds_since_unix_epoch"))
	}
	return (*Timestamp)(instant)
}

// Bare integers from 2001 to 2286 in seconds, milliseconds, microseconds and nanoseconds differ in their number of digits, so that those
// with 16 digits are microseconds.
const (
	firstMicroseconds = 1_000_000_000_000_000
	lastMicroseconds  = 9_999_999_999_999_999
)

func (r *bodyReader) bareTimestamp() *Timestamp {
	start := r.here()
	number, err := strconv.ParseUint(string(unquoted(r.value())), 10, 64)
	switch {
	case err != nil:
		r.note(errors.New(truncate(string(r.since(start)), quotedCharacters) + " instead of an object"))
	case number < firstMicroseconds || number > lastMicroseconds:
		r.note(fmt.Errorf("%d without a unit: not microseconds of the years 2001 to 2286", number))
	default:
		return (*Timestamp)(&number)
	}
	return nil
}

// blockHeader reads the header of the block of a transaction; nil for null and other values.
func (r *bodyReader) blockHeader() *BlockHeader {
	header := &BlockHeader{}
	if !r.header(header, true) {
		return nil
	}
	return header
}

// output reads {"Move": {...}}, {variant: ...} or the name of a variant.
func (r *bodyReader) output(t *Transaction) {
	t.Output, t.GasUsed, t.VMStatus, t.Events = nil, nil, "", nil
	if r.null() {
		return
	}
	output := &Output{}
	start := r.here()
	if r.kind() == '"' {
		output.Kind = r.text()
	} else {
		r.object(func(name []byte) {
			switch {
			case output.Kind != "":
			case string(name) == "Move":
				output.Kind = "Move"
				r.moveOutput(t)
			default:
				output.Kind = string(name)
				r.outputVariant(output)
			}
		})
	}
	output.Raw = r.since(start)
	t.Output = output
}

// outputVariant reads "Success" or, as for Evm, {"Success": {...}}. Other contents are values without a status.
func (r *bodyReader) outputVariant(output *Output) {
	if r.kind() == '"' {
		output.Status = r.text()
		return
	}
	if output.Kind != "Evm" || r.kind() != '{' {
		output.Value = r.raw()
		return
	}
	r.object(func(name []byte) {
		if output.Status == "" {
			output.Status, output.Value = string(name), r.raw()
		}
	})
}

func (r *bodyReader) moveOutput(t *Transaction) {
	r.fields(
		optional("gas_used", &t.GasUsed),
		optional("vm_status", &t.VMStatus),
		optional("events", func() {
			r.events = r.events[:0]
			r.array(func() { r.events = append(r.events, r.event()) })
			t.Events = append([]Event(nil), r.events...)
		}),
	)
}

func (r *bodyReader) event() Event {
	var event Event
	start := r.here()
	if !r.fields(
		optional("guid", func() {
			r.fields(optional("creation_number", &event.CreationNumber), optional("account_address", &event.Account))
		}),
		optional("sequence_number", &event.SequenceNumber),
		optional("type", &event.Type),
		optional("data", &event.Data),
	) {
		event.Data = r.since(start)
	}
	return event
}
