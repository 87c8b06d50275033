// Package blockindex is what the deck knows of the chain's blocks: those that were asked for, in the order of their heights, with
// the heights between that were not; how they follow each other and who voted; and what of that is to be told.
package blockindex

import (
	"bytes"
	"encoding/hex"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"foredeck/client"
)

// Kind is what a row is.
type Kind uint8

// The kinds of rows.
const (
	Epoch Kind = iota // a rule between two blocks: another epoch begins above it
	Hole              // heights that were not asked for
	Block
)

// Digest is that of a block; the zero value stands for none, and for one that is not of this form.
type Digest [32]byte

// String is the digest as the node writes it; empty where there is none.
func (d Digest) String() string {
	if d == (Digest{}) {
		return ""
	}
	return "0x" + hex.EncodeToString(d[:])
}

func digestOf(written string) (digest Digest) {
	digits, _ := strings.CutPrefix(written, "0x")
	if raw, err := hex.DecodeString(digits); err == nil && len(raw) == len(digest) {
		copy(digest[:], raw)
	}
	return digest
}

// Row is a block of the list, or what stands between blocks. It is small: a week of blocks has 600,000.
type Row struct {
	Height  uint64 // of the block; the lowest of a hole; of an epoch's rule, that of its first block
	Last    uint64 // the highest of a hole
	Epoch   uint64
	Round   uint64
	Digest  Digest
	Parent  Digest
	Author  string // as the node gives it; empty: it does not
	Kind    Kind
	Batches int32 // -1: they cannot be told
	Votes   int32 // in the certificate
	Members int32 // places in the certificate's list

	hasTime, hasEpoch, hasRound bool
	time                        client.Timestamp
	voters                      string // a bit for each member
}

// RowOf is what is kept of a block.
func RowOf(block client.ConsensusBlock) Row {
	row := Row{
		Kind: Block, Height: block.Height, Last: block.Height, Digest: digestOf(block.Digest), Parent: digestOf(block.Parent),
		Author: block.Author, Batches: countItems(block.Payload),
	}
	if block.Timestamp != nil {
		row.time, row.hasTime = *block.Timestamp, true
	}
	if block.Epoch != nil {
		row.Epoch, row.hasEpoch = *block.Epoch, true
	}
	if block.Round != nil {
		row.Round, row.hasRound = *block.Round, true
	}
	if certificate := block.Certificate; certificate != nil {
		bits := make([]byte, (len(certificate.Voters)+7)/8)
		for i, voted := range certificate.Voters {
			if voted {
				bits[i/8] |= 1 << (i % 8)
				row.Votes++
			}
		}
		row.voters, row.Members = string(bits), int32(len(certificate.Voters))
	}
	return row
}

// Lacking is how many heights a hole has.
func (r *Row) Lacking() uint64 { return r.Last - r.Height + 1 }

// Time is when the block was made. It is not ok where the node does not say.
func (r *Row) Time() (at time.Time, ok bool) { return r.time.Time(), r.hasTime }

// HasEpoch and HasRound tell whether the node gives them.
func (r *Row) HasEpoch() bool { return r.hasEpoch }

// HasRound tells whether the node gives the round.
func (r *Row) HasRound() bool { return r.hasRound }

// Voted tells whether the member's vote is in the certificate. It is not given where the certificate has no place for it.
func (r *Row) Voted(member int) (voted, given bool) {
	if r.Kind != Block || member < 0 || member >= int(r.Members) {
		return false, false
	}
	return r.voters[member/8]&(1<<(member%8)) != 0, true
}

// Missed tells that the certificate has a place for the member and not its vote.
func (r *Row) Missed(member int) bool {
	voted, given := r.Voted(member)
	return given && !voted
}

// countItems is how many elements the first array of a payload has; -1 where there is none.
func countItems(payload []byte) int32 {
	if len(payload) == 0 {
		return -1
	}
	decoder := jsontext.NewDecoder(bytes.NewReader(payload))
	for {
		token, err := decoder.ReadToken()
		if err != nil {
			return -1
		}
		if token.Kind() != '[' {
			continue
		}
		for count := int32(0); ; count++ {
			if decoder.PeekKind() == ']' {
				return count
			}
			if err := decoder.SkipValue(); err != nil {
				return -1
			}
		}
	}
}

// maxInterned bounds each of the two generations of interned strings: more than a committee has members.
const maxInterned = 4096

// interned holds each of the strings in use once, so that rows share the keys of their authors. A string that is not used for a
// generation is forgotten. The zero value is ready to use.
type interned struct{ young, old map[string]string }

// intern returns the one copy of a string.
func (in *interned) intern(value string) string {
	if known, ok := in.young[value]; ok {
		return known
	}
	if known, ok := in.old[value]; ok {
		value = known
	}
	if in.young == nil || len(in.young) >= maxInterned {
		in.young, in.old = map[string]string{}, in.young
	}
	in.young[value] = value
	return value
}
