// row.go indexes the blocks of a chain by height, including the ranges that were not loaded, and evaluates
// block intervals and votes.

package live

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"iter"
	"math"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"foredeck/client"
	"foredeck/tui/text"
)

// Kind is the kind of a row.
type Kind uint8

// The kinds of rows.
const (
	Epoch Kind = iota // marks the start of an epoch above this row
	Hole              // range of heights that were not loaded
	Block
)

// Digest is the digest of a block. The zero value stands for a missing or malformed digest.
type Digest [32]byte

// String returns the digest in the node's notation, or "".
func (d Digest) String() string {
	if d == (Digest{}) {
		return ""
	}
	return "0x" + hex.EncodeToString(d[:])
}

func parseDigest(written string) (digest Digest) {
	digits, _ := strings.CutPrefix(written, "0x")
	if raw, err := hex.DecodeString(digits); err == nil && len(raw) == len(digest) {
		copy(digest[:], raw)
	}
	return digest
}

// Row is a block or a marker between blocks.
type Row struct {
	Height    uint64 // of the block; lowest of a hole; of the epoch's first block
	Last      uint64 // highest of a hole
	Epoch     uint64
	Round     uint64
	Digest    Digest
	Parent    Digest
	Author    string // as sent by the node; empty if missing
	Committee string // hash of the committee whose members voted, as sent by the node; empty if missing
	// Certificate is the kind of the certificate, as sent by the node; empty without one.
	Certificate string
	Kind        Kind
	Batches     int32 // -1: unknown
	Votes       int32 // number of votes in the certificate
	Members     int32 // size of the certificate's voter list, 0 without a certificate
	// Users and Automated are the numbers of transactions of users and of automation tasks; -1: unknown.
	Users, Automated int32
	Gas              uint64 // units of gas that all transactions used; see HasGas

	hasTime, hasEpoch, hasRound, hasGas bool
	time                                client.Timestamp
	ballot                              ballot
}

// NewRow converts a block to a row.
func NewRow(block client.Block) Row {
	row := Row{
		Kind: Block, Height: block.Height, Last: block.Height, Digest: parseDigest(block.Digest), Parent: parseDigest(block.Parent),
		Author: block.Author, Batches: CountItems(block.Payload), Users: -1, Automated: -1,
	}
	if block.Statistics != nil {
		row.SetFigures(block.Statistics)
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
		row.Certificate = certificate.Kind
		row.Committee, row.Members = certificate.Committee, int32(len(certificate.Voters))
		row.ballot = newBallot(certificate.Voters)
		row.Votes = row.Members - row.ballot.misses(len(certificate.Voters))
	}
	return row
}

// SetFigures sets the figures of the execution.
func (r *Row) SetFigures(figures *client.BlockStatistics) {
	r.Users, r.Automated = countOf(figures.UserTransactions), countOf(figures.AutomatedTransactions)
	r.Gas, r.hasGas = 0, false
	for _, used := range [...]*uint64{figures.UserGasUsed, figures.AutomatedGasUsed} {
		if used != nil {
			r.Gas, r.hasGas = r.Gas+*used, true
		}
	}
}

// Missing returns the number of heights in a hole.
func (r *Row) Missing() uint64 { return r.Last - r.Height + 1 }

// Time returns when the block was created. ok is false if the node did not send it.
func (r *Row) Time() (at time.Time, ok bool) { return r.time.Time(), r.hasTime }

// HasEpoch reports whether the node sent the epoch.
func (r *Row) HasEpoch() bool { return r.hasEpoch }

// HasGas reports whether the node sent how much gas the block used.
func (r *Row) HasGas() bool { return r.hasGas }

// countOf returns a number of transactions, -1 if it is unknown.
func countOf(number *uint64) int32 {
	if number == nil || *number > math.MaxInt32 {
		return -1
	}
	return int32(*number)
}

// HasRound reports whether the node sent the round.
func (r *Row) HasRound() bool { return r.hasRound }

// Voted reports whether the certificate has the member's vote. ok is false if the certificate does not cover the
// member.
func (r *Row) Voted(member int) (voted, ok bool) {
	if r.Kind != Block || member < 0 || member >= int(r.Members) {
		return false, false
	}
	return !r.ballot.missed(member, int(r.Members)), true
}

// Missed reports whether the certificate covers the member and lacks its vote.
func (r *Row) Missed(member int) bool {
	voted, ok := r.Voted(member)
	return ok && !voted
}

// Absent iterates over the members whose votes are missing, in ascending order.
func (r *Row) Absent() iter.Seq[int] { return r.ballot.absent(int(r.Members)) }

// CountItems returns the length of the first array in a payload, -1 if there is none.
func CountItems(payload []byte) int32 {
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

// Member formats the index of a committee member, in two digits at least.
func Member(member int) text.Safe { return text.Clean(fmt.Sprintf("%02d", member)) }

// FormatSeconds formats a gap in seconds with two decimals.
func FormatSeconds(gap time.Duration) text.Safe {
	return text.Clean(fmt.Sprintf("%.2f", gap.Seconds()))
}

// FormatVotes formats the votes of a certificate as 92/100, or – if unknown.
func FormatVotes(row *Row) text.Safe {
	if row.Members == 0 {
		return text.None
	}
	return text.Clean(fmt.Sprintf("%d/%d", row.Votes, row.Members))
}
