package localnet

import (
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding/binary"

	"foredeck/client/move"
)

// digest is 32 bytes that stand for what was hashed.
type digest [32]byte

// origin is the secret an account's keys are drawn from.
type origin digest

// originOf names a secret by what it is for, so that no two uses share one.
func originOf(seed uint64, purpose string, number uint64) origin {
	buffer := make([]byte, 0, 64)
	buffer = binary.LittleEndian.AppendUint64(buffer, seed)
	buffer = binary.LittleEndian.AppendUint64(buffer, number)
	buffer = append(buffer, purpose...)
	return sha256.Sum256(buffer)
}

// scheme is how an account signs. An account that rotates its key goes round them.
type scheme uint8

const (
	ed25519 scheme = iota
	multiEd25519
	singleSender
	schemes
)

const (
	// multiKeys and multiThreshold: a MultiEd25519 account signs with 2 of 3 keys.
	multiKeys      = 3
	multiThreshold = 2
)

// schemeOf gives the scheme of a key generation, which counts the rotations.
func schemeOf(generation uint16) scheme {
	return scheme(generation % uint16(schemes))
}

func (o origin) publicKey(generation uint16, index byte) [32]byte {
	buffer := append(o[:], "public key"...)
	buffer = binary.LittleEndian.AppendUint16(buffer, generation)
	return sha256.Sum256(append(buffer, index))
}

// authenticationKey is what Move chains derive from public keys: SHA3-256 over the keys
// and the number of their scheme.
func (o origin) authenticationKey(generation uint16) digest {
	buffer := make([]byte, 0, 128)
	switch schemeOf(generation) {
	case multiEd25519:
		for index := range byte(multiKeys) {
			key := o.publicKey(generation, index)
			buffer = append(buffer, key[:]...)
		}
		buffer = append(buffer, multiThreshold, 1)
	case singleSender:
		key := o.publicKey(generation, 0)
		buffer = append(buffer, 0, byte(len(key))) // the key's own kind and length
		buffer = append(append(buffer, key[:]...), 2)
	default:
		key := o.publicKey(generation, 0)
		buffer = append(append(buffer, key[:]...), 0)
	}
	return sha3.Sum256(buffer)
}

// ownedAddress is the address of an account that no key controls.
func (o origin) ownedAddress() move.Address {
	return sha3.Sum256(append(o[:], 0xff))
}

// signature stands for the signature of one key over a transaction.
func (o origin) signature(generation uint16, index byte, transaction digest) [64]byte {
	buffer := append(o[:], "signature"...)
	buffer = binary.LittleEndian.AppendUint16(buffer, generation)
	buffer = append(append(buffer, index), transaction[:]...)
	return sha512.Sum512(buffer)
}
