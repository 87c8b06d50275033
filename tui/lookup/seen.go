package lookup

import (
	"context"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"time"

	"foredeck/client"
	"foredeck/client/diskcache"
	"foredeck/client/move"
	"foredeck/tui/load"
)

const (
	// maxRecords is the number of records that are cached by hash.
	maxRecords = 10_000
	// maxResources is the number of resource types that are stored for completion.
	maxResources = 500
	// maxTypeLength is the maximum length of a resource type that is stored, in bytes.
	maxTypeLength = 500
)

// Seen indexes what was loaded from the network: records by hash, which older nodes cannot look up; the newest height of a record or
// block; and the types of resources.
type Seen struct {
	// Hashes is the index of the transactions on disk, nil if there is none.
	Hashes    *diskcache.Hashes
	records   *load.Cache[string, *client.Transaction]
	height    uint64
	at        time.Time      // zero: no height was seen
	hasHead   bool           // height is at least the head that the node named
	resources []SeenResource // newest last
}

// SeenResource is a resource with the account that holds it.
type SeenResource struct {
	Account move.Address
	Type    string
}

// NewSeen returns an empty Seen. hashes is the index on disk, nil if there is none.
func NewSeen(hashes *diskcache.Hashes) *Seen {
	return &Seen{Hashes: hashes, records: load.NewCache[string, *client.Transaction](nil, maxRecords, nil)}
}

// Add adds a record.
func (s *Seen) Add(record *client.Transaction) {
	if height, at := record.Height(), record.BlockTime(); height != nil && at != nil {
		s.AddHeight(*height, at.Time())
	}
	if known := s.Transaction(record.Hash); record.Hash != "" && (known == nil || known.Block == nil && record.Block != nil) {
		s.records.Set(record.Hash, record)
		AddHash(s.Hashes, record)
	}
}

// Transaction returns the record with this hash, or nil if none was seen.
func (s *Seen) Transaction(hash string) *client.Transaction {
	record, _ := s.records.Get(hash)
	return record
}

// AddHeight records a height with the time of its block.
func (s *Seen) AddHeight(height uint64, at time.Time) {
	if s.at.IsZero() || height > s.height {
		s.height, s.at = height, at
	}
}

// AddHead records the head of the chain, as the node named it, with the time of its block.
func (s *Seen) AddHead(height uint64, at time.Time) {
	s.AddHeight(height, at)
	s.hasHead = true
}

// ForgetHeight forgets the newest height, which belongs to a chain that was replaced.
func (s *Seen) ForgetHeight() { s.height, s.at, s.hasHead = 0, time.Time{}, false }

// Head returns the head of the chain, or the highest block that was seen since, and the time of its block. ok is false if the node was not
// asked: what was seen may be far below.
func (s *Seen) Head() (height uint64, at time.Time, ok bool) { return s.height, s.at, s.hasHead }

// Newest returns the newest height that was seen and the time of its block. ok is false if there is none.
func (s *Seen) Newest() (height uint64, at time.Time, ok bool) { return s.height, s.at, !s.at.IsZero() }

// AddResource adds a resource, unless its type is invalid.
func (s *Seen) AddResource(account move.Address, kind string) {
	if len(kind) > maxTypeLength {
		return
	}
	if _, err := move.ParseStructTag(kind); err != nil {
		return
	}
	held := SeenResource{account, kind}
	s.resources = slices.DeleteFunc(s.resources, func(other SeenResource) bool { return other == held })
	if len(s.resources) == maxResources {
		s.resources = slices.Delete(s.resources, 0, 1)
	}
	s.resources = append(s.resources, held)
}

// Resources returns the resources, newest first.
func (s *Seen) Resources() []SeenResource {
	resources := slices.Clone(s.resources)
	slices.Reverse(resources)
	return resources
}

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

// OrIndexed returns what a node has returned for a hash, or what find has for it if the node has no such transaction or call. find may be nil,
// and its errors are not reported: the node's is.
func OrIndexed(ctx context.Context, find func(context.Context, string) (client.Transaction, error), hash string, record client.Transaction, err error) (client.Transaction, error) {
	if find != nil && (errors.Is(err, client.ErrNotFound) || errors.Is(err, client.ErrUnsupported)) {
		if indexed, failed := find(ctx, hash); failed == nil {
			return indexed, nil
		}
	}
	return record, err
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
