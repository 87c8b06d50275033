package store

import (
	"encoding/json"
	"strconv"
	"time"

	"go.etcd.io/bbolt"

	"foredeck/tui/blockindex"
)

// Keys in the blocks bucket.
const (
	headKey   = "head"
	memberKey = "member"
	limitsKey = "limits"
)

// Head is the newest known block.
type Head struct {
	Height uint64    `json:"height"`
	At     time.Time `json:"at"` // when the block was received
}

// blocks is the stored state about the network's blocks.
type blocks struct {
	head   *Head
	member *int
	limits *blockindex.Limits
}

// Head returns the newest block seen on this network, or nil.
func (s *Store) Head() *Head { return s.blocks.head }

// SetHead stores the newest block.
func (s *Store) SetHead(head Head) {
	s.blocks.head = &head
	s.write(put(blockBucket, headKey, head))
}

// Member returns the committee index of the user's validator, or nil if none is set.
func (s *Store) Member() *int { return s.blocks.member }

// SetMember stores the committee index of the user's validator; nil removes it.
func (s *Store) SetMember(member *int) {
	s.blocks.member = member
	if member == nil {
		s.write(remove(blockBucket, memberKey))
		return
	}
	s.write(put(blockBucket, memberKey, *member))
}

// Limits returns the alert limits, by default blockindex.Defaults.
func (s *Store) Limits() blockindex.Limits {
	if s.blocks.limits == nil {
		return blockindex.Defaults()
	}
	return *s.blocks.limits
}

// SetLimits stores the alert limits.
func (s *Store) SetLimits(limits blockindex.Limits) {
	s.blocks.limits = &limits
	s.write(put(blockBucket, limitsKey, limits))
}

// WatchesBlocks reports whether the user has set an alert on blocks, or their validator.
func (s *Store) WatchesBlocks() bool {
	limits := s.blocks.limits
	return s.blocks.member != nil || limits != nil && (limits.Miss || limits.Gap > 0 || limits.Votes > 0 || limits.Silent > 0)
}

func (s *Store) readBlocks(tx *bbolt.Tx) error {
	records, err := readBucket[json.RawMessage](tx, blockBucket)
	if err != nil {
		return err
	}
	for _, r := range records {
		var into any
		switch r.key {
		case headKey:
			into = &s.blocks.head
		case memberKey:
			into = &s.blocks.member
		case limitsKey:
			into = &s.blocks.limits
		default:
			continue
		}
		if err := json.Unmarshal(r.value, into); err != nil {
			return err
		}
	}
	return nil
}

// MemberSubject is a committee member, to be named.
func MemberSubject(member int) Subject { return Subject{Kind: Member, Key: strconv.Itoa(member)} }

// FindMember returns the committee member that the user gave a name.
func (s *Store) FindMember(name string) (member int, ok bool) {
	for subject, known := range s.names {
		if subject.Kind == Member && known == name {
			member, err := strconv.Atoi(subject.Key)
			return member, err == nil
		}
	}
	return 0, false
}

// AuthorSubject is a block author, to be named.
func AuthorSubject(author string) Subject { return Subject{Kind: Author, Key: author} }
