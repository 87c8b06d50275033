package lookup

import (
	"encoding/hex"
	"fmt"
	"strings"

	"foredeck/client"
	"foredeck/client/diskcache"
)

// HashError reports that a transaction cannot be looked up by its hash. It matches client.ErrNotFound.
type HashError struct {
	Hash     string
	Replaced bool // it was seen, but its sender's number now belongs to another transaction
}

func (e *HashError) Error() string {
	if e.Replaced {
		return fmt.Sprintf("%s was seen on an earlier chain of this network, which has been reset", e.Hash)
	}
	return fmt.Sprintf("%s not seen yet; the API has no lookup by hash: use tx ADDRESS SEQUENCE", e.Hash)
}

// Is matches client.ErrNotFound.
func (e *HashError) Is(target error) bool { return target == client.ErrNotFound }

// FindHash looks up a hash in the index, which may be nil. It reads the disk. The error is a *HashError if the hash is unknown.
func FindHash(index *diskcache.Hashes, hash string) (diskcache.Sent, error) {
	key, ok := parseHash(hash)
	if ok && index != nil {
		if sent, found := index.Find(key); found {
			return sent, nil
		}
	}
	return diskcache.Sent{}, &HashError{Hash: hash}
}

// AddHash adds a record to the index, which may be nil. It leaves out records that cannot be looked up by sender and sequence number:
// those without a sender, and automated ones, whose number is that of their task.
func AddHash(index *diskcache.Hashes, record *client.Transaction) {
	key, ok := parseHash(record.Hash)
	if !ok || index == nil || !IsSent(record) {
		return
	}
	sent := diskcache.Sent{Sender: *record.Sender, Sequence: *record.SequenceNumber}
	if record.ChainID != nil {
		sent.ChainID = *record.ChainID
	}
	index.Put(key, sent)
}

// IsSent reports whether the node finds a record by its sender and sequence number.
func IsSent(record *client.Transaction) bool {
	automated := record.Authenticator != nil && record.Authenticator.Kind == "Automation"
	return record.Sender != nil && record.SequenceNumber != nil && !automated && (record.Type == "" || record.Type == "user")
}

func parseHash(hash string) (key diskcache.Hash, ok bool) {
	digits, ok := strings.CutPrefix(hash, "0x")
	if !ok || len(digits) != 2*len(key) {
		return key, false
	}
	_, err := hex.Decode(key[:], []byte(digits))
	return key, err == nil
}
