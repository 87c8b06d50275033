package chain

import (
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding/binary"

	"foredeck/client/move"
)

// Digest is 32 bytes that stand for what was hashed.
type Digest [32]byte

// Secret is the secret an account's keys are drawn from.
type Secret Digest

// newSecret names a secret by what it is for, so that no two uses share one.
func newSecret(seed uint64, purpose string, number uint64) Secret {
	buffer := make([]byte, 0, 64)
	buffer = binary.LittleEndian.AppendUint64(buffer, seed)
	buffer = binary.LittleEndian.AppendUint64(buffer, number)
	buffer = append(buffer, purpose...)
	return sha256.Sum256(buffer)
}

// Scheme is how an account signs. An account that rotates its key goes round them.
type Scheme uint8

const (
	Ed25519 Scheme = iota
	MultiEd25519
	SingleSender
	schemes
)

const (
	// MultiKeyCount and multiThreshold: a MultiEd25519 account signs with 2 of 3 keys.
	MultiKeyCount     = 3
	MultiKeyThreshold = 2
)

// SchemeOf gives the scheme of a key generation, which counts the rotations.
func SchemeOf(generation uint16) Scheme {
	return Scheme(generation % uint16(schemes))
}

func (o Secret) PublicKey(generation uint16, index byte) [32]byte {
	buffer := append(o[:], "public key"...)
	buffer = binary.LittleEndian.AppendUint16(buffer, generation)
	return sha256.Sum256(append(buffer, index))
}

// AuthenticationKey is what Move chains derive from public keys: SHA3-256 over the keys
// and the number of their scheme.
func (o Secret) AuthenticationKey(generation uint16) Digest {
	buffer := make([]byte, 0, 128)
	switch SchemeOf(generation) {
	case MultiEd25519:
		for index := range byte(MultiKeyCount) {
			key := o.PublicKey(generation, index)
			buffer = append(buffer, key[:]...)
		}
		buffer = append(buffer, MultiKeyThreshold, 1)
	case SingleSender:
		key := o.PublicKey(generation, 0)
		buffer = append(buffer, 0, byte(len(key))) // the key's own kind and length
		buffer = append(append(buffer, key[:]...), 2)
	default:
		key := o.PublicKey(generation, 0)
		buffer = append(append(buffer, key[:]...), 0)
	}
	return sha3.Sum256(buffer)
}

// ownedAddress is the address of an account that no key controls.
func (o Secret) ownedAddress() move.Address {
	return sha3.Sum256(append(o[:], 0xff))
}

// Signature stands for the signature of one key over a transaction.
func (o Secret) Signature(generation uint16, index byte, transaction Digest) [64]byte {
	buffer := append(o[:], "signature"...)
	buffer = binary.LittleEndian.AppendUint16(buffer, generation)
	buffer = append(append(buffer, index), transaction[:]...)
	return sha512.Sum512(buffer)
}
