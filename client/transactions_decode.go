package client

import (
	"errors"
	"strings"
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
	return t
}

func (r *bodyReader) transactionMember(t *Transaction, name []byte) {
	switch string(name) {
	case "hash":
		t.Hash = hash(r.text())
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
// ignored: date parsers refuse it for the largest instants.
func (r *bodyReader) timestamp() *Timestamp {
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

func (r *bodyReader) blockHeader() *BlockHeader {
	read, isObject := r.header()
	if !isObject {
		return nil
	}
	if read.height == nil {
		r.missing("height")
	}
	if read.timestamp == nil {
		r.missing("timestamp")
	}
	return &BlockHeader{
		Height: read.height, Hash: read.hash, Timestamp: read.timestamp, Author: read.author, Parent: read.parent, Epoch: read.epoch, Round: read.round,
	}
}

// authenticator reads {"Move": {scheme: ...}}, {"Automation": hash} or {variant: ...}.
func (r *bodyReader) authenticator() *Authenticator {
	if r.null() {
		return nil
	}
	authenticator := &Authenticator{}
	authenticator.Raw = r.span(func() { r.scheme(authenticator) })
	return authenticator
}

func (r *bodyReader) scheme(authenticator *Authenticator) {
	if r.kind() == '"' {
		authenticator.Kind = r.text()
		return
	}
	r.object(func(name []byte) {
		switch {
		case authenticator.Kind != "":
		case string(name) == "Move":
			r.scheme(authenticator)
		case string(name) == "Automation":
			authenticator.Kind = "Automation"
			authenticator.RegistrationHash = hash(r.text())
		default:
			authenticator.Kind = string(name)
			r.proof(authenticator)
		}
	})
}

// proof reads the content of a scheme. Other shapes than one key and one signature are left to Raw.
func (r *bodyReader) proof(authenticator *Authenticator) {
	if r.kind() != '{' {
		return
	}
	r.object(func(name []byte) {
		switch {
		case r.kind() != '"':
		case string(name) == "public_key":
			authenticator.PublicKey = r.text()
		case string(name) == "signature":
			authenticator.Signature = r.text()
		}
	})
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
			case string(name) == "Move":
				output.Kind = "Move"
				r.moveOutput(t)
			case output.Kind == "":
				output.Kind = string(name)
			}
		})
	}
	output.Raw = r.since(start)
	t.Output = output
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

// payload reads {"Move": {"type": ...}}, the same without the wrapper, or {variant: ...}.
func (r *bodyReader) payload() *Payload {
	if r.null() {
		return nil
	}
	payload := &Payload{}
	payload.Raw = r.span(func() {
		if r.kind() == '"' {
			payload.Kind = r.text()
		} else {
			r.payloadObject(payload)
		}
	})
	return payload
}

// payloadObject reads an object that has its type as a member, or the name of the variant as its only member.
func (r *bodyReader) payloadObject(payload *Payload) {
	variant, isEmpty := "", true
	isObject := r.object(func(name []byte) {
		isEmpty = false
		switch {
		case string(name) == "Move":
			variant = "Move"
			r.payloadObject(payload)
		case !r.callMember(payload, name):
			if variant == "" {
				variant = string(name)
			}
		}
	})
	switch {
	case !isObject || isEmpty || payload.Kind != "":
	case variant == "":
		r.missing("type")
	case variant == "Dkg" || variant == "Oracle":
		payload.Kind = strings.ToLower(variant)
	default:
		payload.Kind = variant
	}
}

// callMember reads a member that describes the called function. It returns false for other members, which it does not read.
func (r *bodyReader) callMember(payload *Payload, name []byte) bool {
	switch string(name) {
	case "type":
		payload.Kind = payloadKind(r.text())
	case "function":
		payload.Function = r.text()
	case "type_arguments":
		payload.TypeArguments = r.texts()
	case "arguments":
		payload.Arguments = r.raws()
	case "code":
		if r.kind() == '{' {
			r.member("abi", func() {
				if r.kind() == '{' {
					r.member("params", func() { payload.ScriptParameters = r.texts() })
				}
			})
		}
	case "multisig_address":
		payload.MultisigAddress = r.address()
	case "transaction_payload", "automated_function", "V1", "V2":
		// The inner call of a multisig account or an automation task, and the versions of a registration around it. Its
		// type is not that of the payload.
		kind := payload.Kind
		r.object(func(name []byte) { r.callMember(payload, name) })
		payload.Kind = kind
	default:
		return false
	}
	return true
}

// payloadKind shortens the known types.
func payloadKind(text string) string {
	switch text {
	case "entry_function_payload", "script_payload", "multisig_payload", "automation_registration_payload":
		return strings.TrimSuffix(text, "_payload")
	}
	return text
}
