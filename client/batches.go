package client

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
)

// Batches are the transaction batches that a block finalized, in execution order. The specification does not define their
// content, which is in Raw, and in the Other of the block.
type Batches struct {
	// Hashes has the hash of each batch, "" for one in which none could be recognized. It is nil if no batches could be.
	Hashes []string
	Raw    json.RawMessage
}

// MarshalJSON returns an array with an object for each batch, null if they could not be recognized.
func (b Batches) MarshalJSON() ([]byte, error) {
	type batch struct {
		Hash *string `json:"hash"`
	}
	if b.Hashes == nil {
		return []byte("null"), nil
	}
	batches := make([]batch, len(b.Hashes))
	for i, hash := range b.Hashes {
		batches[i].Hash = textOrNull(hash)
	}
	return marshal(batches)
}

// batches reads batches in any form; nil for null.
func (r *bodyReader) batches() *Batches {
	if r.null() {
		return nil
	}
	batches := &Batches{}
	batches.Raw = r.span(func() { batches.Hashes = r.batchHashes(batchDepth) })
	if batches.Hashes == nil {
		r.note(errors.New("no list of batches"))
	}
	return batches
}

// batchDepth is the maximum number of objects around the batches.
const batchDepth = 4

// batchHashes reads any value and returns the hashes in it: those that are names of an object, or those of the elements of an
// array. In other objects it searches the members and returns the first hashes. It returns nil if there is neither.
func (r *bodyReader) batchHashes(depth int) []string {
	switch kind := r.kind(); {
	case kind == '[':
		hashes := []string{}
		r.array(func() {
			found := r.batchHash()
			if found == "" {
				r.note(errors.New("no hash of a batch"))
			}
			hashes = append(hashes, found)
		})
		return hashes
	case kind == '{' && depth > 0:
		return r.batchMembers(depth)
	}
	r.other()
	return nil
}

func (r *bodyReader) batchMembers(depth int) []string {
	var hashes, inside []string
	isEmpty := true
	r.object(func(name []byte) {
		isEmpty = false
		switch {
		case isHash(string(name)):
			hashes = append(hashes, hash(string(name)))
		case inside == nil:
			inside = r.batchHashes(depth - 1)
		}
	})
	switch {
	case hashes != nil:
		return hashes
	case isEmpty:
		return []string{}
	}
	return inside
}

// batchHash reads a batch and returns its hash, "" if it is not recognized. What is more than the hash is kept.
func (r *bodyReader) batchHash() string {
	batch := r.raw()
	if r.broken != nil {
		return ""
	}
	if found := hashIn(batch); found != "" {
		return found
	}
	r.keep(batch)
	var parts []json.RawMessage
	var members map[string]json.RawMessage
	switch {
	case json.Unmarshal(batch, &parts) == nil: // a pair of the hash and the batch
		for _, part := range parts {
			if found := hashIn(part); found != "" {
				return found
			}
		}
	case json.Unmarshal(batch, &members) == nil:
		for _, name := range []string{"hash", "digest"} {
			if found := hashIn(members[name]); found != "" {
				return found
			}
		}
		for name := range members {
			if isHash(name) && len(members) == 1 {
				return hash(name)
			}
		}
	}
	return ""
}

// hashIn returns the hash that a value is, as text or as bytes; "" if it is none.
func hashIn(value json.RawMessage) string {
	var text string
	var bytes []uint8
	switch {
	case json.Unmarshal(value, &text) == nil && isHash(text):
		return hash(text)
	case len(value) > 0 && value[0] == '[' && json.Unmarshal(value, &bytes) == nil && len(bytes) == hashBytes:
		return "0x" + hex.EncodeToString(bytes)
	}
	return ""
}

// isHash reports whether the text is 64 hex digits, with or without 0x.
func isHash(text string) bool {
	digits, found := strings.CutPrefix(hash(text), "0x")
	return found && len(digits) == 64 && strings.Trim(digits, "0123456789abcdef") == ""
}
