package chain

import (
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding/binary"

	"foredeck/client/move"
)

// Digest is a SHA-256 or SHA3-256 digest.
type Digest [32]byte

// Secret is the seed of the keys of an account.
type Secret Digest

// newSecret derives a secret from the seed, for a purpose and a number.
func newSecret(seed uint64, purpose string, number uint64) Secret {
	buffer := make([]byte, 0, 64)
	buffer = binary.LittleEndian.AppendUint64(buffer, seed)
	buffer = binary.LittleEndian.AppendUint64(buffer, number)
	buffer = append(buffer, purpose...)
	return sha256.Sum256(buffer)
}

// Scheme is a signature scheme. Each key rotation moves an account on to the next one.
type Scheme uint8

const (
	Ed25519 Scheme = iota
	MultiEd25519
	SingleSender
	schemes
)

const (
	// A MultiEd25519 account signs with MultiKeyThreshold of MultiKeyCount keys.
	MultiKeyCount     = 3
	MultiKeyThreshold = 2
)

// SchemeOf returns the scheme of a key generation, which is the number of rotations.
func SchemeOf(generation uint16) Scheme { return Scheme(generation % uint16(schemes)) }

// PublicKey returns one of the public keys of a generation.
func (s Secret) PublicKey(generation uint16, index byte) [32]byte {
	buffer := append(s[:], "public key"...)
	buffer = binary.LittleEndian.AppendUint16(buffer, generation)
	return sha256.Sum256(append(buffer, index))
}

// AuthenticationKey derives the authentication key from the public keys, as Move chains
// do: SHA3-256 of the keys and the number of the scheme.
func (s Secret) AuthenticationKey(generation uint16) Digest {
	buffer := make([]byte, 0, 128)
	switch SchemeOf(generation) {
	case MultiEd25519:
		for index := range byte(MultiKeyCount) {
			key := s.PublicKey(generation, index)
			buffer = append(buffer, key[:]...)
		}
		buffer = append(buffer, MultiKeyThreshold, 1)
	case SingleSender:
		key := s.PublicKey(generation, 0)
		buffer = append(buffer, 0, byte(len(key))) // kind and length of the key
		buffer = append(append(buffer, key[:]...), 2)
	default:
		key := s.PublicKey(generation, 0)
		buffer = append(append(buffer, key[:]...), 0)
	}
	return sha3.Sum256(buffer)
}

// ownedAddress returns the address of an account without a key.
func (s Secret) ownedAddress() move.Address { return sha3.Sum256(append(s[:], 0xff)) }

// Signature returns a digest in place of the signature by one key. It does not verify.
func (s Secret) Signature(generation uint16, index byte, transaction Digest) [64]byte {
	buffer := append(s[:], "signature"...)
	buffer = binary.LittleEndian.AppendUint16(buffer, generation)
	buffer = append(append(buffer, index), transaction[:]...)
	return sha512.Sum512(buffer)
}
