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
			r.note(errors.New("null instead of an object"))
		} else if r.object(func(name []byte) { r.transactionMember(&t, name) }) && t.Hash == "" {
			r.missing("hash")
		}
	})
	t.readStoredPayload()
	t.nameSigners()
	return t
}

func (r *bodyReader) transactionMember(t *Transaction, name []byte) {
	switch string(name) {
	case "hash":
		t.Hash = r.hash()
	case "txn_type":
		t.Type = r.text()
	case "status":
		t.Status = r.text()
	case "header":
		r.transactionHeader(t)
	case "block_header":
		t.Block = r.blockHeader()
	case "payload":
		t.Payload = r.payload()
	case "authenticator":
		t.Authenticator = r.authenticator()
	case "output":
		r.output(t)
	case "data":
		t.Data = r.raw()
	}
}

func (r *bodyReader) transactionHeader(t *Transaction) {
	r.object(func(name []byte) {
		switch string(name) {
		case "sender":
			r.sender(t)
		case "sequence_number":
			t.SequenceNumber = r.unsigned()
		case "chain_id":
			t.ChainID = r.unsigned()
		case "gas_unit_price":
			t.GasUnitPrice = r.unsigned()
		case "max_gas_amount":
			t.MaxGasAmount = r.unsigned()
		case "expiration_timestamp":
			t.Expiration = r.timestamp()
		}
	})
}

// sender reads an address: plain (spec section 2.5) or, from deployed nodes, {"Move": "0x..."}.
func (r *bodyReader) sender(t *Transaction) {
	if r.kind() != '{' {
		t.Sender = r.address()
		return
	}
	if _, found := r.member("Move", func() { t.Sender = r.address() }); !found {
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
	isObject := r.object(func(name []byte) {
		switch string(name) {
		case "microseconds_since_unix_epoch", "timestamp":
			known = true
			instant = r.unsigned()
		}
	})
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

func (r *bodyReader) blockHeader() *BlockHeader {
	read, isObject := r.header(true)
	if !isObject {
		return nil
	}
	if read.height == nil {
		r.missing("height")
	}
	if read.timestamp == nil {
		r.missing("timestamp")
	}
	return read.blockHeader()
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
	r.object(func(name []byte) {
		switch string(name) {
		case "gas_used":
			t.GasUsed = r.unsigned()
		case "vm_status":
			t.VMStatus = r.text()
		case "events":
			r.events = r.events[:0]
			r.array(func() { r.events = append(r.events, r.event()) })
			t.Events = append([]Event(nil), r.events...)
		}
	})
}

func (r *bodyReader) event() Event {
	var event Event
	start := r.here()
	if !r.object(func(name []byte) {
		switch string(name) {
		case "type":
			event.Type = r.text()
		case "sequence_number":
			event.SequenceNumber = r.unsigned()
		case "guid":
			r.object(func(name []byte) {
				switch string(name) {
				case "creation_number":
					event.CreationNumber = r.unsigned()
				case "account_address":
					event.Account = r.address()
				}
			})
		case "data":
			event.Data = r.raw()
		}
	}) {
		event.Data = r.since(start)
	}
	return event
}
