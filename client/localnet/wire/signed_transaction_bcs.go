// signed_transaction_bcs.go reads and writes transactions in BCS.

package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"foredeck/client/localnet/chain"
	"foredeck/client/move"
)

// bcs returns the transaction in BCS.
func (t *signedTransaction) bcs() []byte {
	b := append([]byte(nil), t.sender[:]...)
	b = binary.LittleEndian.AppendUint64(b, t.sequence)
	if t.isMultisig {
		b = append(append(b, multisigVariant), t.multisig[:]...)
		if t.isStored {
			b = append(b, 0)
		} else {
			b = append(append(b, 1), t.multisigCall()...)
		}
	} else {
		b = append(append(b, entryVariant), t.call()...)
	}
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

// call returns the call in BCS, and multisigCall as multisig accounts store it.
func (t *signedTransaction) call() []byte {
	return move.CallBCS(t.function, t.typeArguments, t.arguments)
}
func (t *signedTransaction) multisigCall() []byte { return append([]byte{0}, t.call()...) }

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
	t := &signedTransaction{sender: r.address(), sequence: r.uint64()}
	switch variant := r.byte(); variant {
	case entryVariant:
	case multisigVariant:
		t.isMultisig, t.multisig, t.isStored = true, r.address(), r.byte() == 0
		if !t.isStored && r.byte() != 0 {
			r.fail(errors.New("payload of a multisig account: not an entry function"))
		}
	default:
		r.fail(unknownVariant(fmt.Sprint("payload ", variant), "EntryFunction or Multisig"))
	}
	var call []byte
	if !t.isStored {
		call = r.call()
	}
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
	if t.isStored {
		return t, nil
	}
	var err error
	if t.function, t.typeArguments, t.arguments, err = move.ParseCallBCS(bytes.Clone(call)); err != nil {
		return nil, err
	}
	return t, nil
}
