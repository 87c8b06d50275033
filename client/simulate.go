package client

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"foredeck/client/move"
	"foredeck/client/transport"
)

const (
	callSimulate    call = "simulation"
	callSimulateBCS call = "simulation in BCS"
)

// signedMediaType is the media type of a transaction in BCS.
const signedMediaType = "application/x.supra.signed_transaction+bcs"

// Simulation is a transaction to be executed and thrown away. It is never signed: the node gets a signature of zeros, which is not valid
// for any transaction.
type Simulation struct {
	Call           EntryCall
	Sender         move.Address
	PublicKey      string // Ed25519 key of the sender, 0x and 64 hex digits; see SenderKey
	SequenceNumber uint64 // the next one of the sender
	MaxGasAmount   uint64 // in units of gas
	GasUnitPrice   uint64 // in the smallest unit of the coin
	ExpirationSecs uint64 // seconds since the Unix epoch
	ChainID        uint8
	// BCS sends the transaction in binary form, the one that is signed, which nodes have from version 3 on.
	BCS bool
}

// SenderKey returns the Ed25519 public key with which a transaction was signed; "" if it was signed in another way.
func (t *Transaction) SenderKey() string {
	if t.Authenticator == nil {
		return ""
	}
	if t.Authenticator.Kind == "Ed25519" {
		return t.Authenticator.PublicKey
	}
	for _, signer := range t.Authenticator.Signers {
		if signer.Role == SenderRole && signer.Kind == "Ed25519" {
			return signer.PublicKey
		}
	}
	return ""
}

// Simulate executes a transaction on the newest state of the node and returns what it would do: its Status, GasUsed, VMStatus and Events.
// It has no Block, and its Hash is not that of the later transaction. A failing transaction is not an error, but has another Status than
// Success; older nodes respond to one with an error, which becomes such a record. Nothing is signed or submitted.
func (n *Node) Simulate(ctx context.Context, s Simulation) (Transaction, error) {
	key, err := checkHash("public key", s.PublicKey)
	if err != nil {
		return Transaction{}, err
	}
	kind, have, media := callSimulate, []Version{V3, V4, V2}, "application/json"
	body, err := s.body(key)
	if s.BCS {
		kind, have, media = callSimulateBCS, []Version{V3, V4}, signedMediaType
		body = s.binary(key)
	}
	if err != nil {
		return Transaction{}, err
	}
	return byVersion(n, kind, have, func(version Version) (Transaction, error) {
		// A simulation changes nothing, so that it can be repeated.
		found, err := n.do(transport.Safe(ctx), apiRequest{path: "/rpc/" + version.String() + "/transactions/simulate", contentType: media, body: body})
		if failed, ok := failedSimulation(err); ok {
			return failed, nil
		}
		if err != nil {
			return Transaction{}, err
		}
		reader := newBodyReader(found)
		transaction := reader.transaction()
		return transaction, reader.end()
	})
}

// Variants of enumerations in BCS.
const (
	moveTransaction = 1 // of a transaction: that of a user
	entryFunction   = 2 // of a payload
	ed25519Key      = 0 // of an authenticator
)

// binary returns the body in BCS: the transaction with a signature of zeros. The key is a checked hash.
func (s Simulation) binary(key string) []byte {
	b := append([]byte{moveTransaction}, s.Sender[:]...)
	b = binary.LittleEndian.AppendUint64(b, s.SequenceNumber)
	b = append(append(b, entryFunction), s.Call.BCS()...)
	for _, number := range [...]uint64{s.MaxGasAmount, s.GasUnitPrice, s.ExpirationSecs} {
		b = binary.LittleEndian.AppendUint64(b, number)
	}
	b = append(b, s.ChainID, ed25519Key, hashBytes)
	public, _ := hex.DecodeString(key[2:])
	b = append(append(b, public...), signatureBytes)
	return append(b, make([]byte, signatureBytes)...)
}

// signatureBytes is the length of an Ed25519 signature.
const signatureBytes = 64

// failedSimulation returns the record of a transaction whose failure an older node reports as an error.
func failedSimulation(err error) (Transaction, bool) {
	status, ok := errors.AsType[*StatusError](err)
	if !ok || status.Status != http.StatusBadRequest && status.Status != http.StatusInternalServerError {
		return Transaction{}, false
	}
	message := fullMessage(status.Body)
	lower := strings.ToLower(message)
	const ofSimulation = "failed to simulate the transaction: " // before the status
	if strings.HasPrefix(lower, ofSimulation) {
		return Transaction{Status: "Fail", VMStatus: message[len(ofSimulation):], Raw: status.Body}, true
	}
	for _, words := range failureWords {
		if strings.Contains(lower, words) {
			return Transaction{Status: "Fail", VMStatus: message, Raw: status.Body}, true
		}
	}
	return Transaction{}, false
}

// body returns the body of a simulation.
func (s Simulation) body(key string) (json.RawMessage, error) {
	type module struct {
		Address string `json:"address"`
		Name    string `json:"name"`
	}
	var call struct {
		EntryFunction struct {
			Module        module   `json:"module"`
			Function      string   `json:"function"`
			TypeArguments []any    `json:"ty_args"`
			Arguments     [][]uint `json:"args"`
		}
	}
	entry := &call.EntryFunction
	function := s.Call.Function
	entry.Module, entry.Function = module{function.Address.String(), function.Module}, function.Name
	entry.TypeArguments, entry.Arguments = []any{}, [][]uint{}
	for _, tag := range s.Call.TypeArguments {
		entry.TypeArguments = append(entry.TypeArguments, tagJSON(tag))
	}
	for _, argument := range s.Call.Arguments {
		encoded, err := argument.BCS()
		if err != nil {
			return nil, err
		}
		bytes := make([]uint, len(encoded)) // a []byte would be encoded in base64
		for i, b := range encoded {
			bytes[i] = uint(b)
		}
		entry.Arguments = append(entry.Arguments, bytes)
	}
	type raw struct {
		Sender         string `json:"sender"`
		SequenceNumber uint64 `json:"sequence_number"`
		Payload        any    `json:"payload"`
		MaxGasAmount   uint64 `json:"max_gas_amount"`
		GasUnitPrice   uint64 `json:"gas_unit_price"`
		Expiration     uint64 `json:"expiration_timestamp_secs"`
		ChainID        uint8  `json:"chain_id"`
	}
	type signature struct {
		PublicKey string `json:"public_key"`
		Signature string `json:"signature"`
	}
	type signed struct {
		Raw           raw                  `json:"raw_txn"`
		Authenticator map[string]signature `json:"authenticator"`
	}
	return plainJSON(map[string]signed{"Move": {
		raw{s.Sender.String(), s.SequenceNumber, call, s.MaxGasAmount, s.GasUnitPrice, s.ExpirationSecs, s.ChainID},
		map[string]signature{"Ed25519": {key, "0x" + strings.Repeat("0", 128)}},
	}}), nil
}

// tagJSON returns a type in the form of the bodies of transactions: "u8", {"vector": "u8"} or {"struct": {...}}.
func tagJSON(tag move.TypeTag) any {
	switch {
	case tag.Kind == move.KindVector:
		return map[string]any{"vector": tagJSON(*tag.Element)}
	case tag.Struct != nil:
		arguments := []any{}
		for _, argument := range tag.Struct.TypeArguments {
			arguments = append(arguments, tagJSON(argument))
		}
		return map[string]any{"struct": map[string]any{
			"address": tag.Struct.Address.String(), "module": tag.Struct.Module, "name": tag.Struct.Name, "type_args": arguments,
		}}
	}
	return tag.String()
}
