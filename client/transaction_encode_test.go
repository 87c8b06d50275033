package client

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client/move"
)

// The shapes of AppendJSON as encoding/json writes them.
type (
	encodedTransaction struct {
		Hash           string          `json:"hash"`
		Type           string          `json:"type"`
		Status         string          `json:"status"`
		Sender         *move.Address   `json:"sender"`
		SequenceNumber *uint64         `json:"sequence_number"`
		ChainID        *uint64         `json:"chain_id"`
		GasUnitPrice   *uint64         `json:"gas_unit_price"`
		MaxGasAmount   *uint64         `json:"max_gas_amount"`
		GasUsed        *uint64         `json:"gas_used"`
		Expiration     *Timestamp      `json:"expiration_us"`
		VMStatus       *string         `json:"vm_status"`
		Failure        *move.VMStatus  `json:"failure"`
		CallFailure    *move.VMStatus  `json:"call_failure"`
		Fee            *string         `json:"fee"`
		Block          *encodedBlock   `json:"block"`
		Payload        *encodedPayload `json:"payload"`
		Authenticator  *encodedProofs  `json:"authenticator"`
		Output         *encodedOutput  `json:"output"`
		Events         []encodedEvent  `json:"events"`
		Data           json.RawMessage `json:"data"`
		Problems       []any           `json:"problems"`
		Other          Members         `json:"other"`
	}
	encodedBlock struct {
		Height    *uint64    `json:"height"`
		Hash      string     `json:"hash"`
		Timestamp *Timestamp `json:"timestamp_us"`
		Author    *string    `json:"author"`
		Parent    *string    `json:"parent"`
		ChainID   *uint64    `json:"chain_id"`
		Epoch     *uint64    `json:"epoch"`
		Round     *uint64    `json:"round"`
	}
	encodedPayload struct {
		Kind            string            `json:"kind"`
		Function        *string           `json:"function"`
		TypeArguments   []string          `json:"type_arguments"`
		Arguments       []json.RawMessage `json:"arguments"`
		MultisigAddress *move.Address     `json:"multisig_address"`
		InnerKind       *string           `json:"inner_kind"`
		Code            json.RawMessage   `json:"code"`
		Registration    *encodedTask      `json:"registration"`
		Value           json.RawMessage   `json:"value"`
	}
	encodedTask struct {
		Version          *string         `json:"version"`
		Expiration       *uint64         `json:"expiration_s"`
		MaxGasAmount     *uint64         `json:"max_gas_amount"`
		GasPriceCap      *uint64         `json:"gas_price_cap"`
		AutomationFeeCap *uint64         `json:"automation_fee_cap"`
		TaskType         *string         `json:"task_type"`
		TaskPriority     *uint64         `json:"task_priority"`
		AuxData          json.RawMessage `json:"aux_data"`
	}
	encodedProof struct {
		Kind      string          `json:"kind"`
		PublicKey *string         `json:"public_key"`
		Signature *string         `json:"signature"`
		Value     json.RawMessage `json:"value"`
	}
	encodedProofs struct {
		encodedProof
		RegistrationHash *string         `json:"registration_hash"`
		FeePayer         *move.Address   `json:"fee_payer_address"`
		SecondarySigners []*move.Address `json:"secondary_signer_addresses"`
		Signers          []encodedSigner `json:"signers"`
	}
	encodedSigner struct {
		Role    string        `json:"role"`
		Address *move.Address `json:"address"`
		encodedProof
	}
	encodedOutput struct {
		Kind   string          `json:"kind"`
		Status *string         `json:"status"`
		Value  json.RawMessage `json:"value"`
	}
	encodedEvent struct {
		Type           string          `json:"type"`
		GUID           *encodedGUID    `json:"guid"`
		SequenceNumber *uint64         `json:"sequence_number"`
		Data           json.RawMessage `json:"data"`
		Hash           string          `json:"hash,omitempty"`
	}
	encodedGUID struct {
		Account        *move.Address `json:"account_address"`
		CreationNumber *uint64       `json:"creation_number"`
	}
)

// encoded returns the JSON of a transaction by encoding/json.
func encoded(t *rapid.T, transaction Transaction) string {
	var fee *string
	if exact := transaction.Fee(); exact != nil {
		fee = new(exact.String())
	}
	shape := encodedTransaction{
		Hash: transaction.Hash, Type: transaction.Type, Status: transaction.Status, Sender: transaction.Sender,
		SequenceNumber: transaction.SequenceNumber, ChainID: transaction.ChainID, GasUnitPrice: transaction.GasUnitPrice,
		MaxGasAmount: transaction.MaxGasAmount, GasUsed: transaction.GasUsed, Expiration: transaction.Expiration,
		VMStatus: textOrNull(transaction.VMStatus), Failure: transaction.Failure(), CallFailure: transaction.CallFailure(), Fee: fee, Events: []encodedEvent{}, Data: transaction.Data, Problems: []any{},
	}
	for _, e := range transaction.Events {
		event := encodedEvent{e.Type, nil, e.SequenceNumber, e.Data, e.Hash}
		if e.Account != nil || e.CreationNumber != nil {
			event.GUID = &encodedGUID{e.Account, e.CreationNumber}
		}
		shape.Events = append(shape.Events, event)
	}
	if a := transaction.Authenticator; a != nil {
		shape.Authenticator = &encodedProofs{
			a.Proof.encoded(), textOrNull(a.RegistrationHash), a.FeePayer, emptyIfNil(a.SecondarySigners), []encodedSigner{},
		}
		for _, s := range a.Signers {
			shape.Authenticator.Signers = append(shape.Authenticator.Signers, encodedSigner{s.Role, s.Address, s.Proof.encoded()})
		}
	}
	if o := transaction.Output; o != nil {
		shape.Output = &encodedOutput{o.Kind, textOrNull(o.Status), o.Value}
	}
	if b := transaction.Block; b != nil {
		shape.Block = &encodedBlock{b.Height, b.Hash, b.Timestamp, textOrNull(b.Author), textOrNull(b.Parent), b.ChainID, b.Epoch, b.Round}
	}
	if p := transaction.Payload; p != nil {
		shape.Payload = &encodedPayload{p.Kind, textOrNull(p.Function), emptyIfNil(p.TypeArguments), emptyIfNil(p.Arguments), p.MultisigAddress, textOrNull(p.InnerKind), p.Code, nil, p.Value}
		if r := p.Registration; r != nil {
			shape.Payload.Registration = &encodedTask{
				textOrNull(r.Version), r.Expiration, r.MaxGasAmount, r.GasPriceCap, r.AutomationFeeCap, textOrNull(r.TaskType), r.TaskPriority, r.AuxData,
			}
		}
	}
	written, err := marshal(shape)
	require.NoError(t, err)
	return string(written)
}

func (p Proof) encoded() encodedProof {
	return encodedProof{p.Kind, textOrNull(p.PublicKey), textOrNull(p.Signature), p.Value}
}

// drawText draws plain text or text that needs escapes, valid UTF-8 or not.
func drawText(t *rapid.T, label string) string {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"", "Success", "0x1::coin::CoinStore<0x1::a::B>", "a \"b\" \\c/", "\x00\b\f\n\r\t\x1b\x7f", "<&>\u2028\u2029\ufeff", "\xff\xfe\xc3", "a\u0301\u0301\u0301\u0301\u0301"}),
		rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
	).Draw(t, label)
}

// drawRaw draws a JSON value with whitespace, escapes and, in its strings, invalid UTF-8.
func drawRaw(t *rapid.T, depth int) string {
	space := func() string { return rapid.SampledFrom([]string{"", "", "", " ", "\n\t", "\r\n "}).Draw(t, "space") }
	text := func() string {
		return `"` + rapid.SampledFrom([]string{"", "plain", "two words", `\"`, `\\`, `\\\"`, `\u001b[2J\ud83d\ude00`, "é\u2028", "\xff\xff", "tab\\t", "\x7f", `{\"a\": [1, 2]}`}).Draw(t, "text") + `"`
	}
	list := func(open, end string, element func() string) string {
		written := open + space()
		for i := range rapid.IntRange(0, 3).Draw(t, "length") {
			if i > 0 {
				written += "," + space()
			}
			written += element() + space()
		}
		return written + end
	}
	kind := rapid.IntRange(0, 3).Draw(t, "kind")
	if depth > 2 {
		kind %= 2
	}
	switch kind {
	case 0:
		return rapid.SampledFrom([]string{"null", "true", "0", "-1.5e300", "18446744073709551616", "1.0"}).Draw(t, "literal")
	case 1:
		return text()
	case 2:
		return list("[", "]", func() string { return drawRaw(t, depth+1) })
	}
	return list("{", "}", func() string { return text() + space() + ":" + space() + drawRaw(t, depth+1) })
}

func drawPointer[T any](t *rapid.T, label string, draw func() T) *T {
	if rapid.Bool().Draw(t, "no "+label) {
		return nil
	}
	return new(draw())
}

func drawTransaction(t *rapid.T) Transaction {
	text := func() string { return drawText(t, "text") }
	number := func() *uint64 {
		return drawPointer(t, "number", func() uint64 {
			return rapid.OneOf(rapid.Uint64(), rapid.SampledFrom([]uint64{0, 1, 1 << 32, 1<<64 - 1})).Draw(t, "number")
		})
	}
	address := func() *move.Address {
		return drawPointer(t, "address", func() move.Address {
			return move.Address{0: rapid.Byte().Draw(t, "first"), 31: rapid.Byte().Draw(t, "last")}
		})
	}
	raw := func() json.RawMessage {
		if rapid.IntRange(0, 9).Draw(t, "absent") == 0 {
			return nil
		}
		return json.RawMessage(drawRaw(t, 0))
	}
	proof := func() Proof { return Proof{text(), text(), text(), raw()} }
	transaction := Transaction{
		Hash: text(), Type: text(), Status: text(), Sender: address(), SequenceNumber: number(), ChainID: number(), GasUnitPrice: number(),
		MaxGasAmount: number(), GasUsed: number(), Expiration: (*Timestamp)(number()), VMStatus: text(),
		Block: drawPointer(t, "block", func() BlockHeader {
			return BlockHeader{number(), text(), (*Timestamp)(number()), text(), text(), number(), number(), number()}
		}),
		Payload: drawPointer(t, "payload", func() Payload {
			return Payload{
				Kind: text(), Function: text(), MultisigAddress: address(), InnerKind: text(), Code: raw(), Value: raw(),
				Registration: drawPointer(t, "registration", func() Registration {
					return Registration{text(), number(), number(), number(), number(), text(), number(), raw()}
				}),
			}
		}),
		Authenticator: drawPointer(t, "authenticator", func() Authenticator {
			return Authenticator{Proof: proof(), RegistrationHash: text(), FeePayer: address()}
		}),
		Output: drawPointer(t, "output", func() Output { return Output{Kind: text(), Status: text(), Value: raw()} }),
		Data:   raw(),
	}
	if transaction.Payload != nil {
		for range rapid.IntRange(0, 2).Draw(t, "arguments") {
			transaction.Payload.TypeArguments = append(transaction.Payload.TypeArguments, text())
			transaction.Payload.Arguments = append(transaction.Payload.Arguments, raw())
		}
	}
	if a := transaction.Authenticator; a != nil {
		for range rapid.IntRange(0, 2).Draw(t, "signers") {
			a.SecondarySigners = append(a.SecondarySigners, address())
			a.Signers = append(a.Signers, Signer{text(), address(), proof()})
		}
	}
	for range rapid.IntRange(0, 2).Draw(t, "events") {
		transaction.Events = append(transaction.Events, Event{text(), number(), number(), address(), raw(), text()})
	}
	return transaction
}

func TestTransactionIsEncodedAsByEncodingJSON(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		transaction := drawTransaction(t)
		written, err := transaction.MarshalJSON()
		require.NoError(t, err)
		require.Equal(t, encoded(t, transaction), string(written))
		require.Equal(t, "before"+string(written), string(transaction.AppendJSON([]byte("before"))))
		require.Equal(t, transaction.Fee() == nil, len(transaction.AppendFee(nil)) == 0)
	})
}

func TestIsGraphic(t *testing.T) {
	t.Parallel()
	for at := range 20 {
		for b := range 256 {
			raw := []byte(strings.Repeat("x", 20))
			raw[at] = byte(b)
			require.Equal(t, ' ' < b && b < 0x7f, isGraphic(raw), "%q", raw)
		}
	}
}

func BenchmarkAppendJSON(b *testing.B) {
	reader := newBodyReader(apiResponse{url: "http://node/list", body: []byte(deployedRecord(7, 4))})
	transaction := reader.transaction()
	require.NoError(b, reader.end())
	dst := transaction.AppendJSON(nil)
	b.SetBytes(int64(len(dst)))
	b.ReportAllocs()
	for b.Loop() {
		dst = transaction.AppendJSON(dst[:0])
	}
}
