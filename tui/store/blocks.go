package store

import (
	"encoding/json"
	"strconv"
	"time"

	"go.etcd.io/bbolt"
)

// Keys in the blocks bucket.
const (
	headKey   = "head"
	memberKey = "member"
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

// WatchesBlocks reports whether the user has set an alert on blocks, or their validator.
func (s *Store) WatchesBlocks() bool { return s.blocks.member != nil || s.setsAlert() }

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
		default:
			if err := s.alerting.read(r.key, r.value); err != nil {
				return err
			}
			continue
		}
		if err := json.Unmarshal(r.value, into); err != nil {
			return err
		}
	}
	return s.alerting.readPast(tx)
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

// HasAuthor reports whether the user gave an author a name.
func (s *Store) HasAuthor(name string) bool {
	for subject, known := range s.names {
		if subject.Kind == Author && known == name {
			return true
		}
	}
	return false
}

// AuthorSubject is a block author, to be named.
func AuthorSubject(author string) Subject { return Subject{Kind: Author, Key: author} }
