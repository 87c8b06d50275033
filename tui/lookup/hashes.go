package lookup

import (
	"encoding/hex"
	"strings"

	"foredeck/client"
	"foredeck/client/diskcache"
	"foredeck/tui/load"
)

// FindHash looks up a hash in the index, which may be nil. It reads the disk. The error is a *load.HashError if the hash is unknown.
func FindHash(index *diskcache.Hashes, hash string) (diskcache.Sent, error) {
	key, ok := parseHash(hash)
	if ok && index != nil {
		if sent, found := index.Find(key); found {
			return sent, nil
		}
	}
	return diskcache.Sent{}, &load.HashError{Hash: hash}
}

// AddHash adds a record to the index, which may be nil. It leaves out records that cannot be looked up by sender and sequence number:
// those without a sender, and automated ones, whose number is that of their task.
func AddHash(index *diskcache.Hashes, record *client.Transaction) {
	key, ok := parseHash(record.Hash)
	if !ok || index == nil || !record.IsSent() {
		return
	}
	sent := diskcache.Sent{Sender: *record.Sender, Sequence: *record.SequenceNumber}
	if record.ChainID != nil {
		sent.ChainID = *record.ChainID
	}
	index.Put(key, sent)
}

func parseHash(hash string) (key diskcache.Hash, ok bool) {
	digits, ok := strings.CutPrefix(hash, "0x")
	if !ok || len(digits) != 2*len(key) {
		return key, false
	}
	_, err := hex.Decode(key[:], []byte(digits))
	return key, err == nil
}
