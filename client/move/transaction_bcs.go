package move

import (
	"encoding/binary"
	"fmt"

	"golang.org/x/crypto/sha3"
)

// TransactionBCS is a user's transaction in BCS, as wallets and SDKs of the chain send it. The layout is that of the public TypeScript SDK:
// sender, sequence number, payload, gas, expiration and chain, and then the authenticator.
type TransactionBCS struct {
	Sender         Address
	SequenceNumber uint64
	Function       FunctionID
	TypeArguments  []TypeTag
	Arguments      [][]byte // each in BCS; they share the memory of the transaction
	MaxGasAmount   uint64   // in units of gas
	GasUnitPrice   uint64   // in the smallest unit of the coin
	Expiration     uint64   // seconds since the Unix epoch
	ChainID        uint8
	// Authenticator is how it was signed: Ed25519, MultiEd25519, MultiAgent or FeePayer; "" for a transaction that is not signed.
	Authenticator string
	PublicKey     []byte // of Ed25519, otherwise nil
	// Hash is the hash by which nodes know it, 0x and 64 digits: keccak256 of the signed transaction; "" for one that is not signed. Of a
	// transaction with a signature of zeros, with which calls are simulated, no node knows it.
	Hash string
}

// authenticators are the variants of an authenticator that SDKs make.
var authenticators = [...]string{"Ed25519", "MultiEd25519", "MultiAgent", "FeePayer"}

// Variants of a transaction's parts.
const (
	userTransaction       = 1 // before the signed transaction, in the body of a submission
	entryFunctionVariant  = 2 // of a payload
	ed25519KeyBytes       = 32
	ed25519SignatureBytes = 64
)

// ParseTransactionBCS decodes a transaction that calls an entry function, signed or not, with or without the byte that says that it is one of
// a user. The bytes of authenticators other than Ed25519 are not checked. The error is a *ParseError.
func ParseTransactionBCS(bytes []byte) (TransactionBCS, error) {
	t, err := parseTransaction(bytes)
	if err != nil && len(bytes) > 0 && bytes[0] == userTransaction {
		if after, afterErr := parseTransaction(bytes[1:]); afterErr == nil {
			return after, nil
		}
	}
	return t, err
}

func parseTransaction(bytes []byte) (TransactionBCS, error) {
	r := &bcsReader{kind: "BCS transaction", bytes: bytes}
	t := TransactionBCS{Sender: r.address(), SequenceNumber: r.u64("sequence number")}
	if variant := r.number("payload", maxBCSLength); r.err == nil && variant != entryFunctionVariant {
		r.fail(r.offset-1, "payload %d is not a call of an entry function", variant)
	}
	t.Function, t.TypeArguments, t.Arguments = r.call()
	t.MaxGasAmount, t.GasUnitPrice, t.Expiration = r.u64("gas limit"), r.u64("gas price"), r.u64("expiration")
	t.ChainID = r.byte("chain id")
	if r.err == nil && r.offset < len(bytes) {
		r.authenticator(&t)
	}
	if err := r.end(); err != nil {
		return TransactionBCS{}, err
	}
	if t.Authenticator != "" {
		hash := sha3.NewLegacyKeccak256()
		hash.Write(bytes)
		t.Hash = fmt.Sprintf("0x%x", hash.Sum(nil))
	}
	return t, nil
}

// authenticator reads how a transaction was signed.
func (r *bcsReader) authenticator(t *TransactionBCS) {
	start := r.offset
	variant := r.number("authenticator", maxBCSLength)
	switch {
	case r.err != nil:
	case variant >= len(authenticators):
		r.fail(start, "unknown authenticator %d at byte %d", variant, start)
	case variant > 0:
		r.offset = len(r.bytes)
		t.Authenticator = authenticators[variant]
	default:
		t.PublicKey = r.sized("public key", ed25519KeyBytes)
		r.sized("signature", ed25519SignatureBytes)
		t.Authenticator = authenticators[variant]
	}
}

// sized reads bytes of a known length with their length before them.
func (r *bcsReader) sized(what string, length int) []byte {
	start := r.offset
	bytes := r.string(what)
	if r.err == nil && len(bytes) != length {
		r.fail(start, "%s at byte %d has %d bytes, not %d", what, start, len(bytes), length)
	}
	return bytes
}

func (r *bcsReader) u64(what string) uint64 {
	if taken := r.take(8, what); taken != nil {
		return binary.LittleEndian.Uint64(taken)
	}
	return 0
}

// ParseTypeTagBCS decodes a type from BCS, within the limits of ParseTypeTag and without trailing bytes. The error is a *ParseError.
func ParseTypeTagBCS(bytes []byte) (TypeTag, error) {
	r := &bcsReader{kind: "BCS type", bytes: bytes}
	tag := r.wholeTypeTag()
	if err := r.end(); err != nil {
		return TypeTag{}, err
	}
	return tag, nil
}
