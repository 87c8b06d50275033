package wire

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"foredeck/client/localnet/chain"
	"foredeck/client/move"
)

// signedTransaction is a transaction as a client submits it. Payloads other than calls of entry functions are known only by their kind.
type signedTransaction struct {
	sender                                   move.Address
	sequence, maxGas, gasPrice, expirySecond uint64
	chainID                                  byte

	payload       string // kind: EntryFunction, Script, Multisig or AutomationRegistration
	function      move.FunctionID
	typeArguments []move.TypeTag
	arguments     [][]byte // BCS

	authenticator string // kind: Ed25519, MultiAgent or FeePayer
	signer        keySignature
	secondaries   []move.Address
	signers       []keySignature
	feePayer      move.Address
	feeSigner     keySignature
}

// keySignature is a public key with a signature, in Ed25519.
type keySignature struct {
	key       [32]byte
	signature [64]byte
}

// Variants in BCS. That of an automation registration is not published.
const (
	entryVariant = 2

	ed25519Variant    = 0
	multiAgentVariant = 2
	feePayerVariant   = 3
)

// byteList is bytes as a JSON array of numbers.
type byteList []byte

func (l *byteList) UnmarshalJSON(text []byte) error {
	if !bytes.HasPrefix(text, []byte("[")) {
		return fmt.Errorf("expected an array of bytes, not %.60s", text)
	}
	return json.Unmarshal(text, (*[]byte)(l))
}

// hexBytes reads hexadecimal digits with or without 0x as a number of bytes.
func hexBytes(text string, to []byte) error {
	decoded, err := hex.DecodeString(strings.TrimPrefix(text, "0x"))
	if err != nil || len(decoded) != len(to) {
		return fmt.Errorf("expected %d bytes in hexadecimal, not %.140q", len(to), text)
	}
	copy(to, decoded)
	return nil
}

// transactionJSON is the body of a simulation.
type transactionJSON struct {
	Smr  json.RawMessage
	Move *struct {
		Transaction struct {
			Sender     *string
			Sequence   *uint64 `json:"sequence_number"`
			Payload    map[string]json.RawMessage
			MaxGas     *uint64 `json:"max_gas_amount"`
			GasPrice   *uint64 `json:"gas_unit_price"`
			Expiration *uint64 `json:"expiration_timestamp_secs"`
			ChainID    *byte   `json:"chain_id"`
		} `json:"raw_txn"`
		Authenticator map[string]json.RawMessage
	}
}

type callJSON struct {
	Module struct{ Address, Name string }
	Name   string            `json:"function"`
	Types  []json.RawMessage `json:"ty_args"`
	Args   []byteList
}

type signerJSON struct {
	Ed25519 *struct {
		Key       string `json:"public_key"`
		Signature string
	}
}

var errInternal = errors.New("internal transactions cannot be simulated")

// parseTransactionJSON reads the JSON body of a simulation.
func parseTransactionJSON(body []byte) (t *signedTransaction, err error) {
	var read transactionJSON
	if err := json.Unmarshal(body, &read); err != nil {
		return nil, err
	}
	if read.Move == nil {
		if read.Smr != nil {
			return nil, errInternal
		}
		return nil, errors.New("missing field `Move`")
	}
	raw := &read.Move.Transaction
	for _, field := range [...]struct {
		name    string
		missing bool
	}{
		{"sender", raw.Sender == nil}, {"sequence_number", raw.Sequence == nil}, {"max_gas_amount", raw.MaxGas == nil},
		{"gas_unit_price", raw.GasPrice == nil}, {"expiration_timestamp_secs", raw.Expiration == nil}, {"chain_id", raw.ChainID == nil},
	} {
		if field.missing {
			return nil, fmt.Errorf("missing field `%s`", field.name)
		}
	}
	t = &signedTransaction{
		sequence: *raw.Sequence, maxGas: *raw.MaxGas, gasPrice: *raw.GasPrice, expirySecond: *raw.Expiration, chainID: *raw.ChainID,
	}
	if t.sender, err = move.ParseAddress(*raw.Sender); err != nil {
		return nil, err
	}
	if len(raw.Payload) != 1 || len(read.Move.Authenticator) != 1 {
		return nil, errors.New("payload and authenticator: expected an object with one member")
	}
	for kind, content := range raw.Payload {
		t.payload = kind
		err = t.readPayload(content)
	}
	if err != nil {
		return nil, fmt.Errorf("payload: %w", err)
	}
	for kind, content := range read.Move.Authenticator {
		t.authenticator = kind
		err = t.readAuthenticator(content)
	}
	if err != nil {
		return nil, fmt.Errorf("authenticator: %w", err)
	}
	return t, nil
}

func (t *signedTransaction) readPayload(content json.RawMessage) error {
	if t.payload != "EntryFunction" {
		return unknownVariant(t.payload, "EntryFunction")
	}
	var call callJSON
	if err := json.Unmarshal(content, &call); err != nil {
		return err
	}
	var err error
	if t.function, err = move.ParseFunctionID(call.Module.Address + "::" + call.Module.Name + "::" + call.Name); err != nil {
		return err
	}
	for _, text := range call.Types {
		name, err := typeText(text, 0)
		if err != nil {
			return err
		}
		tag, err := move.ParseTypeTag(name)
		if err != nil {
			return err
		}
		t.typeArguments = append(t.typeArguments, tag)
	}
	for _, argument := range call.Args {
		t.arguments = append(t.arguments, argument)
	}
	return nil
}

func unknownVariant(variant, expected string) error {
	return fmt.Errorf("variant `%.60s` cannot be simulated here, expected %s", variant, expected)
}

// maxTypeDepth is the deepest nesting of types in a body; deeper ones are no types.
const maxTypeDepth = 16

// typeText returns a type of a JSON body in Move's notation.
func typeText(content json.RawMessage, depth int) (string, error) {
	var name string
	if json.Unmarshal(content, &name) == nil {
		return name, nil
	}
	var composed struct {
		Vector json.RawMessage
		Struct *struct {
			Address, Module, Name string
			Types                 []json.RawMessage `json:"type_args"`
		}
	}
	if err := json.Unmarshal(content, &composed); err != nil {
		return "", err
	}
	switch {
	case depth == maxTypeDepth:
		return "", errors.New("type arguments are nested too deeply")
	case composed.Vector != nil:
		element, err := typeText(composed.Vector, depth+1)
		return "vector<" + element + ">", err
	case composed.Struct == nil:
		return "", fmt.Errorf("%.60s is not a type", content)
	}
	parts := make([]string, len(composed.Struct.Types))
	for i, part := range composed.Struct.Types {
		var err error
		if parts[i], err = typeText(part, depth+1); err != nil {
			return "", err
		}
	}
	text := composed.Struct.Address + "::" + composed.Struct.Module + "::" + composed.Struct.Name
	if len(parts) > 0 {
		text += "<" + strings.Join(parts, ",") + ">"
	}
	return text, nil
}

func (t *signedTransaction) readAuthenticator(content json.RawMessage) error {
	if t.authenticator == "Ed25519" {
		return t.signer.read(json.RawMessage(`{"Ed25519":` + string(content) + `}`))
	}
	if t.authenticator != "MultiAgent" && t.authenticator != "FeePayer" {
		return unknownVariant(t.authenticator, "Ed25519, MultiAgent or FeePayer")
	}
	var several struct {
		Sender      json.RawMessage
		Secondaries []string          `json:"secondary_signer_addresses"`
		Signers     []json.RawMessage `json:"secondary_signers"`
		FeePayer    string            `json:"fee_payer_address"`
		FeeSigner   json.RawMessage   `json:"fee_payer_signer"`
	}
	if err := json.Unmarshal(content, &several); err != nil {
		return err
	}
	if len(several.Secondaries) != len(several.Signers) {
		return errors.New("secondary_signers: as many as secondary_signer_addresses")
	}
	err := t.signer.read(several.Sender)
	for i, text := range several.Secondaries {
		address, failed := move.ParseAddress(text)
		var signer keySignature
		err = errors.Join(err, failed, signer.read(several.Signers[i]))
		t.secondaries, t.signers = append(t.secondaries, address), append(t.signers, signer)
	}
	if t.authenticator == "FeePayer" {
		var failed error
		t.feePayer, failed = move.ParseAddress(several.FeePayer)
		err = errors.Join(err, failed, t.feeSigner.read(several.FeeSigner))
	}
	return err
}

func (s *keySignature) read(content json.RawMessage) error {
	var signer signerJSON
	if err := json.Unmarshal(content, &signer); err != nil {
		return err
	}
	if signer.Ed25519 == nil {
		return errors.New("expected the variant Ed25519")
	}
	return errors.Join(hexBytes(signer.Ed25519.Key, s.key[:]), hexBytes(signer.Ed25519.Signature, s.signature[:]))
}

// isSigned reports whether a signature is not zero. Which ones are valid is not checked: no one has the private keys of simulated accounts.
func (t *signedTransaction) isSigned() bool {
	for _, signer := range append([]keySignature{t.signer, t.feeSigner}, t.signers...) {
		if signer.signature != [64]byte{} {
			return true
		}
	}
	return false
}

// bcs returns the transaction in BCS.
func (t *signedTransaction) bcs() []byte {
	b := append([]byte(nil), t.sender[:]...)
	b = binary.LittleEndian.AppendUint64(b, t.sequence)
	b = append(append(b, entryVariant), move.CallBCS(t.function, t.typeArguments, t.arguments)...)
	for _, number := range [...]uint64{t.maxGas, t.gasPrice, t.expirySecond} {
		b = binary.LittleEndian.AppendUint64(b, number)
	}
	b = append(b, t.chainID)
	switch t.authenticator {
	case "Ed25519":
		return t.signer.append(b)
	case "MultiAgent":
		b = append(b, multiAgentVariant)
	default:
		b = append(b, feePayerVariant)
	}
	b = binary.AppendUvarint(t.signer.append(b), uint64(len(t.secondaries)))
	for _, address := range t.secondaries {
		b = append(b, address[:]...)
	}
	b = binary.AppendUvarint(b, uint64(len(t.signers)))
	for i := range t.signers {
		b = t.signers[i].append(b)
	}
	if t.authenticator == "FeePayer" {
		b = t.feeSigner.append(append(b, t.feePayer[:]...))
	}
	return b
}

func (s *keySignature) append(b []byte) []byte {
	b = append(append(b, ed25519Variant, byte(len(s.key))), s.key[:]...)
	return append(append(b, byte(len(s.signature))), s.signature[:]...)
}

// hash returns the hash of the transaction with its signatures.
func (t *signedTransaction) hash() chain.Digest { return chain.Keccak256(t.bcs()) }

// bcsReader reads BCS. After the first error, all methods return zero values.
type bcsReader struct {
	rest []byte
	err  error
}

func (r *bcsReader) take(count uint64) []byte {
	if r.err == nil && count > uint64(len(r.rest)) {
		r.err = fmt.Errorf("unexpected end of input: %d bytes wanted, %d left", count, len(r.rest))
	}
	if r.err != nil {
		return make([]byte, min(count, 64)) // long enough for every number, address, key and signature
	}
	taken := r.rest[:count]
	r.rest = r.rest[count:]
	return taken
}

func (r *bcsReader) byte() byte     { return r.take(1)[0] }
func (r *bcsReader) uint64() uint64 { return binary.LittleEndian.Uint64(r.take(8)) }
func (r *bcsReader) string()        { r.take(r.length()) }
func (r *bcsReader) failed() bool   { return r.err != nil }
func (r *bcsReader) address() (a move.Address) {
	copy(a[:], r.take(32))
	return a
}

// fail records an error, unless there is an earlier one.
func (r *bcsReader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// length reads the length of a list or string. No item is shorter than a byte.
func (r *bcsReader) length() uint64 {
	if r.err != nil {
		return 0
	}
	number, size := binary.Uvarint(r.rest)
	if size <= 0 || number > uint64(len(r.rest)) {
		r.fail(errors.New("length is larger than the rest of the input"))
		return 0
	}
	r.rest = r.rest[size:]
	return number
}

// skipType skips a type.
func (r *bcsReader) skipType(depth int) {
	const vector, structure, last = 6, 7, 10
	kind := r.byte()
	switch {
	case kind > last || depth == maxTypeDepth:
		r.fail(errors.New("type argument is not a type"))
	case kind == vector:
		r.skipType(depth + 1)
	case kind == structure:
		r.address()
		r.string()
		r.string()
		for count := r.length(); count > 0 && !r.failed(); count-- {
			r.skipType(depth + 1)
		}
	}
}

// call returns the bytes of a call of an entry function.
func (r *bcsReader) call() []byte {
	start := r.rest
	r.address()
	r.string()
	r.string()
	for count := r.length(); count > 0 && !r.failed(); count-- {
		r.skipType(0)
	}
	for count := r.length(); count > 0 && !r.failed(); count-- {
		r.string()
	}
	return start[:len(start)-len(r.rest)]
}

func (r *bcsReader) signer() (s keySignature) {
	if variant := r.byte(); variant != ed25519Variant {
		r.fail(unknownVariant(fmt.Sprint("authenticator ", variant), "Ed25519"))
	}
	for _, part := range [...][]byte{s.key[:], s.signature[:]} {
		if size := r.byte(); int(size) != len(part) {
			r.fail(fmt.Errorf("key or signature of %d bytes, expected %d", size, len(part)))
		}
		copy(part, r.take(uint64(len(part))))
	}
	return s
}

// parseTransactionBCS reads the BCS body of a simulation.
func parseTransactionBCS(body []byte) (*signedTransaction, error) {
	r := &bcsReader{rest: body}
	switch variant := r.byte(); {
	case r.err != nil:
		return nil, r.err
	case variant == 0:
		return nil, errInternal
	case variant != 1:
		return nil, fmt.Errorf("variant %d of a transaction does not exist", variant)
	}
	t := &signedTransaction{sender: r.address(), sequence: r.uint64(), payload: "EntryFunction"}
	if variant := r.byte(); variant != entryVariant {
		r.fail(unknownVariant(fmt.Sprint("payload ", variant), "EntryFunction"))
	}
	call := r.call()
	t.maxGas, t.gasPrice, t.expirySecond, t.chainID = r.uint64(), r.uint64(), r.uint64(), r.byte()
	switch variant := r.byte(); variant {
	case ed25519Variant:
		t.authenticator = "Ed25519"
		r.rest = append([]byte{ed25519Variant}, r.rest...)
		t.signer = r.signer()
	case multiAgentVariant, feePayerVariant:
		t.authenticator = "MultiAgent"
		t.signer = r.signer()
		for count := r.length(); count > 0 && !r.failed(); count-- {
			t.secondaries = append(t.secondaries, r.address())
		}
		for count := r.length(); count > 0 && !r.failed(); count-- {
			t.signers = append(t.signers, r.signer())
		}
		if len(t.signers) != len(t.secondaries) {
			r.fail(errors.New("secondary signers: as many as addresses"))
		}
		if variant == feePayerVariant {
			t.authenticator = "FeePayer"
			t.feePayer, t.feeSigner = r.address(), r.signer()
		}
	default:
		r.fail(unknownVariant(fmt.Sprint("authenticator ", variant), "Ed25519, MultiAgent or FeePayer"))
	}
	if r.err == nil && len(r.rest) > 0 {
		r.fail(fmt.Errorf("%d bytes left over", len(r.rest)))
	}
	if r.err != nil {
		return nil, r.err
	}
	var err error
	if t.function, t.typeArguments, t.arguments, err = move.ParseCallBCS(bytes.Clone(call)); err != nil {
		return nil, err
	}
	return t, nil
}
