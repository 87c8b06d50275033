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
	dst = append(dst, `,"failure":`...)
	if failure := t.Failure(); failure != nil {
		encoded, _ := marshal(failure) // has no errors
		dst = append(dst, encoded...)
	} else {
		dst = append(dst, "null"...)
	}
	dst = append(dst, `,"fee":`...)
	if t.GasUsed != nil && t.GasUnitPrice != nil {
		dst = append(t.AppendFee(append(dst, '"')), '"')
	} else {
		dst = append(dst, "null"...)
	}
	dst = append(dst, `,"block":`...)
	if t.Block != nil {
		dst = t.Block.appendJSON(dst)
	} else {
		dst = append(dst, "null"...)
	}
	dst = append(dst, `,"payload":`...)
	if t.Payload != nil {
		dst = t.Payload.appendJSON(dst)
	} else {
		dst = append(dst, "null"...)
	}
	dst = append(dst, `,"authenticator":`...)
	if t.Authenticator != nil {
		dst = append(appendText(append(dst, `{"kind":`...), t.Authenticator.Kind), '}')
	} else {
		dst = append(dst, "null"...)
	}
	dst = append(dst, `,"output":`...)
	if t.Output != nil {
		dst = append(appendText(append(dst, `{"kind":`...), t.Output.Kind), '}')
	} else {
		dst = append(dst, "null"...)
	}
	dst = append(dst, `,"events":[`...)
	for i := range t.Events {
		if i > 0 {
			dst = append(dst, ',')
		}
		event := &t.Events[i]
		dst = appendText(append(dst, `{"type":`...), event.Type)
		dst = appendNumber(append(dst, `,"sequence_number":`...), event.SequenceNumber)
		dst = append(appendRaw(append(dst, `,"data":`...), event.Data), '}')
	}
	dst = t.Problems.AppendJSON(append(dst, `],"problems":`...))
	return append(t.Other.AppendJSON(append(dst, `,"other":`...)), '}')
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
	dst = appendNumber(append(dst, `,"epoch":`...), b.Epoch)
	dst = appendNumber(append(dst, `,"round":`...), b.Round)
	return append(dst, '}')
}

func (p *Payload) appendJSON(dst []byte) []byte {
	dst = appendText(append(dst, `{"kind":`...), p.Kind)
	dst = appendTextOrNull(append(dst, `,"function":`...), p.Function)
	dst = append(dst, `,"type_arguments":[`...)
	for i, argument := range p.TypeArguments {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendText(dst, argument)
	}
	dst = append(dst, `],"arguments":[`...)
	for i, argument := range p.Arguments {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendRaw(dst, argument)
	}
	dst = append(dst, ']')
	if len(p.EncodedArguments) > 0 {
		dst = append(dst, `,"arguments_bcs":[`...)
		for i, argument := range p.EncodedArguments {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(hex.AppendEncode(append(dst, `"0x`...), argument), '"')
		}
		dst = append(dst, ']')
	}
	dst = appendAddress(append(dst, `,"multisig_address":`...), p.MultisigAddress)
	return append(dst, '}')
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
