package client

import (
	"errors"
	"fmt"
	"slices"
	"sort"
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
			optional("inclusion_proof", func() { t.InclusionProof = r.inclusionProof() }),
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
			if r.kind() == '"' { // nodes before v11.3.4 send a text in lists of events: one of the other members
				return
			}
			r.fields(optional("creation_number", &event.CreationNumber), optional("account_address", &event.Account))
		}),
		optional("sequence_number", &event.SequenceNumber),
		optional("type", &event.Type),
		optional("data", &event.Data),
		optional("hash", hashInto(&event.Hash)),
	) {
		event.Data = r.since(start)
	}
	return event
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
		case string(name) == "MultiAgent" || string(name) == "FeePayer":
			authenticator.Kind = string(name)
			r.signers(authenticator)
		default:
			authenticator.Kind = string(name)
			r.proof(&authenticator.Proof)
		}
	})
}

// proof reads the content of a scheme. Other shapes than one key and one signature are its value.
func (r *bodyReader) proof(proof *Proof) {
	isPlain := r.kind() == '{'
	value := r.span(func() {
		if !isPlain {
			r.skip()
			return
		}
		r.object(func(name []byte) {
			switch {
			case r.kind() == '"' && string(name) == "public_key":
				proof.PublicKey = r.text()
			case r.kind() == '"' && string(name) == "signature":
				proof.Signature = r.text()
			default:
				isPlain = false
				r.skip()
			}
		})
	})
	if !isPlain {
		proof.Value = value
	}
}

// signers reads the content of the schemes with several signers.
func (r *bodyReader) signers(authenticator *Authenticator) {
	r.fields(
		optional("sender", func() { r.signer(authenticator, SenderRole) }),
		optional("secondary_signer_addresses", func() {
			authenticator.SecondarySigners = nil
			r.array(func() { authenticator.SecondarySigners = append(authenticator.SecondarySigners, r.address()) })
		}),
		optional("secondary_signers", func() { r.array(func() { r.signer(authenticator, SecondaryRole) }) }),
		optional("fee_payer_address", &authenticator.FeePayer),
		optional("fee_payer_signer", func() { r.signer(authenticator, FeePayerRole) }),
	)
}

// signer reads {scheme: ...} or the name of a scheme.
func (r *bodyReader) signer(authenticator *Authenticator, role string) {
	signer := Signer{Role: role}
	if r.kind() == '"' {
		signer.Kind = r.text()
	} else {
		r.object(func(name []byte) {
			if signer.Kind == "" {
				signer.Kind = string(name)
				r.proof(&signer.Proof)
			}
		})
	}
	authenticator.Signers = append(authenticator.Signers, signer)
}

// nameSigners orders the signers by their roles, and adds their addresses, which the record has in other places.
func (t *Transaction) nameSigners() {
	if t.Authenticator == nil || len(t.Authenticator.Signers) == 0 {
		return
	}
	if signers := t.Authenticator.Signers; len(signers) > 1 {
		sort.SliceStable(signers, func(i, j int) bool {
			return slices.Index(roles, signers[i].Role) < slices.Index(roles, signers[j].Role)
		})
	}
	secondary := t.Authenticator.SecondarySigners
	for i := range t.Authenticator.Signers {
		signer := &t.Authenticator.Signers[i]
		switch {
		case signer.Role == SenderRole:
			signer.Address = t.Sender
		case signer.Role == FeePayerRole:
			signer.Address = t.Authenticator.FeePayer
		case len(secondary) > 0:
			signer.Address, secondary = secondary[0], secondary[1:]
		}
	}
}

// roles of signers in their order.
var roles = []string{SenderRole, SecondaryRole, FeePayerRole}
