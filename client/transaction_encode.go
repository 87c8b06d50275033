package client

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"math/bits"
	"strconv"
	"unicode/utf8"

	"foredeck/client/move"
)

// MarshalJSON returns one flat object: exact integers, the fee as a decimal string, times in microseconds (_us), and null
// for what is absent. It leaves out Raw.
func (t Transaction) MarshalJSON() ([]byte, error) { return t.AppendJSON(nil), nil }

// MarshalJSON returns an object with null for what is absent.
func (b BlockHeader) MarshalJSON() ([]byte, error) { return b.appendJSON(nil), nil }

// MarshalJSON leaves out Raw.
func (p Payload) MarshalJSON() ([]byte, error) { return p.appendJSON(nil), nil }

// MarshalJSON leaves out Raw.
func (a Authenticator) MarshalJSON() ([]byte, error) { return a.appendJSON(nil), nil }

// MarshalJSON leaves out Raw.
func (o Output) MarshalJSON() ([]byte, error) { return o.appendJSON(nil), nil }

// MarshalJSON returns an object with null for what is absent.
func (e Event) MarshalJSON() ([]byte, error) { return e.appendJSON(nil), nil }

// AppendJSON appends the object of MarshalJSON to dst. Parts that are JSON, such as the data of an event, must be valid.
func (t *Transaction) AppendJSON(dst []byte) []byte {
	dst = appendText(append(dst, `{"hash":`...), t.Hash)
	dst = appendText(append(dst, `,"type":`...), t.Type)
	dst = appendText(append(dst, `,"status":`...), t.Status)
	dst = appendAddress(append(dst, `,"sender":`...), t.Sender)
	dst = appendNumber(append(dst, `,"sequence_number":`...), t.SequenceNumber)
	dst = appendNumber(append(dst, `,"chain_id":`...), t.ChainID)
	dst = appendNumber(append(dst, `,"gas_unit_price":`...), t.GasUnitPrice)
	dst = appendNumber(append(dst, `,"max_gas_amount":`...), t.MaxGasAmount)
	dst = appendNumber(append(dst, `,"gas_used":`...), t.GasUsed)
	dst = appendNumber(append(dst, `,"expiration_us":`...), (*uint64)(t.Expiration))
	dst = appendTextOrNull(append(dst, `,"vm_status":`...), t.VMStatus)
	dst = appendFailure(append(dst, `,"failure":`...), t.Failure())
	dst = appendFailure(append(dst, `,"call_failure":`...), t.CallFailure())
	dst = append(dst, `,"fee":`...)
	if t.GasUsed != nil && t.GasUnitPrice != nil {
		dst = append(t.AppendFee(append(dst, '"')), '"')
	} else {
		dst = append(dst, "null"...)
	}
	dst = appendOrNull(append(dst, `,"block":`...), t.Block)
	dst = appendOrNull(append(dst, `,"payload":`...), t.Payload)
	dst = appendOrNull(append(dst, `,"authenticator":`...), t.Authenticator)
	dst = appendOrNull(append(dst, `,"output":`...), t.Output)
	dst = t.AppendEvents(append(dst, `,"events":`...))
	dst = appendRaw(append(dst, `,"data":`...), t.Data)
	dst = t.Problems.AppendJSON(append(dst, `,"problems":`...))
	return append(t.Other.AppendJSON(append(dst, `,"other":`...)), '}')
}

func appendFailure(dst []byte, failure *move.VMStatus) []byte {
	if failure == nil {
		return append(dst, "null"...)
	}
	encoded, _ := marshal(failure) // has no errors
	return append(dst, encoded...)
}

// AppendEvents appends the array of events that AppendJSON has to dst.
func (t *Transaction) AppendEvents(dst []byte) []byte {
	return appendList(dst, t.Events, func(dst []byte, event *Event) []byte { return event.appendJSON(dst) })
}

// AppendFee appends the digits of Fee to dst, nothing if it is unknown.
func (t *Transaction) AppendFee(dst []byte) []byte {
	if t.GasUsed == nil || t.GasUnitPrice == nil {
		return dst
	}
	if high, low := bits.Mul64(*t.GasUsed, *t.GasUnitPrice); high == 0 {
		return strconv.AppendUint(dst, low, 10)
	}
	return t.Fee().Append(dst, 10)
}

func (b *BlockHeader) appendJSON(dst []byte) []byte {
	dst = appendNumber(append(dst, `{"height":`...), b.Height)
	dst = appendText(append(dst, `,"hash":`...), b.Hash)
	dst = appendNumber(append(dst, `,"timestamp_us":`...), (*uint64)(b.Timestamp))
	dst = appendTextOrNull(append(dst, `,"author":`...), b.Author)
	dst = appendTextOrNull(append(dst, `,"parent":`...), b.Parent)
	dst = appendNumber(append(dst, `,"chain_id":`...), b.ChainID)
	dst = appendNumber(append(dst, `,"epoch":`...), b.Epoch)
	dst = appendNumber(append(dst, `,"round":`...), b.Round)
	return append(dst, '}')
}

func (p *Payload) appendJSON(dst []byte) []byte {
	dst = appendText(append(dst, `{"kind":`...), p.Kind)
	dst = appendTextOrNull(append(dst, `,"function":`...), p.Function)
	dst = appendList(append(dst, `,"type_arguments":`...), p.TypeArguments, func(dst []byte, argument *string) []byte { return appendText(dst, *argument) })
	dst = appendList(append(dst, `,"arguments":`...), p.Arguments, func(dst []byte, argument *json.RawMessage) []byte { return appendRaw(dst, *argument) })
	if len(p.EncodedArguments) > 0 {
		dst = appendList(append(dst, `,"arguments_bcs":`...), p.EncodedArguments, func(dst []byte, argument *[]byte) []byte {
			return append(hex.AppendEncode(append(dst, `"0x`...), *argument), '"')
		})
	}
	dst = appendAddress(append(dst, `,"multisig_address":`...), p.MultisigAddress)
	dst = appendTextOrNull(append(dst, `,"inner_kind":`...), p.InnerKind)
	dst = appendRaw(append(dst, `,"code":`...), p.Code)
	dst = appendOrNull(append(dst, `,"registration":`...), p.Registration)
	return append(appendRaw(append(dst, `,"value":`...), p.Value), '}')
}

func (r *Registration) appendJSON(dst []byte) []byte {
	dst = appendTextOrNull(append(dst, `{"version":`...), r.Version)
	dst = appendNumber(append(dst, `,"expiration_s":`...), r.Expiration)
	dst = appendNumber(append(dst, `,"max_gas_amount":`...), r.MaxGasAmount)
	dst = appendNumber(append(dst, `,"gas_price_cap":`...), r.GasPriceCap)
	dst = appendNumber(append(dst, `,"automation_fee_cap":`...), r.AutomationFeeCap)
	dst = appendTextOrNull(append(dst, `,"task_type":`...), r.TaskType)
	dst = appendNumber(append(dst, `,"task_priority":`...), r.TaskPriority)
	return append(appendRaw(append(dst, `,"aux_data":`...), r.AuxData), '}')
}

func (a *Authenticator) appendJSON(dst []byte) []byte {
	dst = a.Proof.appendMembers(append(dst, '{'))
	dst = appendTextOrNull(append(dst, `,"registration_hash":`...), a.RegistrationHash)
	dst = appendAddress(append(dst, `,"fee_payer_address":`...), a.FeePayer)
	dst = appendList(append(dst, `,"secondary_signer_addresses":`...), a.SecondarySigners, func(dst []byte, address **move.Address) []byte {
		return appendAddress(dst, *address)
	})
	dst = appendList(append(dst, `,"signers":`...), a.Signers, func(dst []byte, signer *Signer) []byte {
		dst = appendText(append(dst, `{"role":`...), signer.Role)
		dst = appendAddress(append(dst, `,"address":`...), signer.Address)
		return append(signer.Proof.appendMembers(append(dst, ',')), '}')
	})
	return append(dst, '}')
}

func (p *Proof) appendMembers(dst []byte) []byte {
	dst = appendText(append(dst, `"kind":`...), p.Kind)
	dst = appendTextOrNull(append(dst, `,"public_key":`...), p.PublicKey)
	dst = appendTextOrNull(append(dst, `,"signature":`...), p.Signature)
	return appendRaw(append(dst, `,"value":`...), p.Value)
}

func (o *Output) appendJSON(dst []byte) []byte {
	dst = appendText(append(dst, `{"kind":`...), o.Kind)
	dst = appendTextOrNull(append(dst, `,"status":`...), o.Status)
	return append(appendRaw(append(dst, `,"value":`...), o.Value), '}')
}

func (e *Event) appendJSON(dst []byte) []byte {
	dst = appendText(append(dst, `{"type":`...), e.Type)
	dst = append(dst, `,"guid":`...)
	if e.Account == nil && e.CreationNumber == nil {
		dst = append(dst, "null"...)
	} else {
		dst = appendAddress(append(dst, `{"account_address":`...), e.Account)
		dst = append(appendNumber(append(dst, `,"creation_number":`...), e.CreationNumber), '}')
	}
	dst = appendNumber(append(dst, `,"sequence_number":`...), e.SequenceNumber)
	dst = appendRaw(append(dst, `,"data":`...), e.Data)
	if e.Hash != "" {
		dst = appendText(append(dst, `,"hash":`...), e.Hash)
	}
	return append(dst, '}')
}

// appendOrNull appends a part of a record, null if it is absent.
func appendOrNull[T any, P interface {
	*T
	appendJSON(dst []byte) []byte
}](dst []byte, part P) []byte {
	if part == nil {
		return append(dst, "null"...)
	}
	return part.appendJSON(dst)
}

// appendList appends an array.
func appendList[T any](dst []byte, items []T, appendItem func(dst []byte, item *T) []byte) []byte {
	dst = append(dst, '[')
	for i := range items {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendItem(dst, &items[i])
	}
	return append(dst, ']')
}

func appendNumber(dst []byte, number *uint64) []byte {
	if number == nil {
		return append(dst, "null"...)
	}
	return strconv.AppendUint(dst, *number, 10)
}

func appendAddress(dst []byte, address *move.Address) []byte {
	if address == nil {
		return append(dst, "null"...)
	}
	return append(hex.AppendEncode(append(dst, `"0x`...), address[:]), '"')
}

func appendTextOrNull(dst []byte, text string) []byte {
	if text == "" {
		return append(dst, "null"...)
	}
	return appendText(dst, text)
}

// appendText appends a JSON string with the escapes of encoding/json, except those for HTML, so that types such as
// CoinStore<T> stay readable.
func appendText(dst []byte, text string) []byte {
	for i := range len(text) {
		if b := text[i]; b < 0x20 || b >= utf8.RuneSelf || b == '"' || b == '\\' {
			escaped, _ := marshal(text) // strings have no errors
			return append(dst, escaped...)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, text...)
	return append(dst, '"')
}

// appendRaw appends valid JSON without the whitespace between its tokens, and as valid UTF-8.
func appendRaw(dst []byte, raw json.RawMessage) []byte {
	switch {
	case len(raw) == 0:
		return append(dst, "null"...)
	case isGraphic(raw):
		return append(dst, raw...)
	case !utf8.Valid(raw):
		raw = bytes.ToValidUTF8(raw, []byte(string(utf8.RuneError)))
	}
	inString, start := false, 0
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '"':
			inString = !inString
		case '\\': // only in strings
			i++
		case ' ', '\t', '\r', '\n':
			if !inString {
				dst = append(dst, raw[start:i]...)
				start = i + 1
			}
		}
	}
	return append(dst, raw[start:]...)
}

// isGraphic reports whether all bytes are ASCII characters that are neither spaces nor control characters. Such JSON has no
// whitespace. It checks 8 bytes at a time.
func isGraphic(raw []byte) bool {
	const each, high = 0x0101010101010101, 0x8080808080808080
	for ; len(raw) >= 8; raw = raw[8:] {
		word := binary.LittleEndian.Uint64(raw)
		// A byte below '!' borrows, 0x7f carries, and larger ones have the high bit.
		if ((word-'!'*each)|(word+each)|word)&high != 0 {
			return false
		}
	}
	for _, b := range raw {
		if b < '!' || b >= 0x7f {
			return false
		}
	}
	return true
}
