package wire

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"foredeck/client/move"
)

// signedTransaction is a transaction as a client submits it, with a call of an entry function, perhaps by a multisig account.
type signedTransaction struct {
	sender                                   move.Address
	sequence, maxGas, gasPrice, expirySecond uint64
	chainID                                  byte

	isMultisig    bool
	multisig      move.Address // which calls, if isMultisig
	isStored      bool         // the multisig account has the call, not the transaction
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
	entryVariant    = 2
	multisigVariant = 3

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
		err = t.readPayload(kind, content)
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

func (t *signedTransaction) readPayload(kind string, content json.RawMessage) error {
	switch kind {
	case "EntryFunction":
		return t.readCall(content)
	case "Multisig":
		var multisig struct {
			Address string                                   `json:"multisig_address"`
			Payload *struct{ EntryFunction json.RawMessage } `json:"transaction_payload"`
		}
		if err := json.Unmarshal(content, &multisig); err != nil {
			return err
		}
		t.isMultisig, t.isStored = true, multisig.Payload == nil
		var err error
		if t.multisig, err = move.ParseAddress(multisig.Address); err != nil || t.isStored {
			return err
		}
		return t.readCall(multisig.Payload.EntryFunction)
	default:
		return unknownVariant(kind, "EntryFunction or Multisig")
	}
}

func (t *signedTransaction) readCall(content json.RawMessage) error {
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
