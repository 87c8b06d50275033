package live

import (
	"encoding/hex"
	"encoding/json"
	"maps"
	"math/big"
	"slices"
	"strings"
	"time"

	"foredeck/client"
)

// Item is one batch as described in a block's payload. The payload format is not specified; fields that were not found
// are empty.
type Item struct {
	Hash     string
	Author   string
	Protocol string
	At       time.Time // zero: unknown
	Gas      *big.Int  // sum of gas prices
}

// itemShape covers the field names that deployed nodes use. The fields are in the item itself or in a nested batch.
type itemShape struct {
	Batch  *itemShape `json:"batch"`
	Hash   string     `json:"hash"`
	Digest string     `json:"digest"`
	Header struct {
		Author    string          `json:"author"`
		Protocol  json.RawMessage `json:"protocol"`
		Timestamp struct {
			Microseconds *client.Timestamp `json:"microseconds_since_unix_epoch"`
			Timestamp    *client.Timestamp `json:"timestamp"`
		} `json:"timestamp"`
		Gas json.Number `json:"aggregated_gas_price"`
	} `json:"header"`
}

// maxNesting is the depth to which the item array of a payload is searched for.
const maxNesting = 8

// Items returns the elements of the first array in a payload.
func Items(payload json.RawMessage) []Item {
	elements := elementsOf(payload)
	items := make([]Item, len(elements))
	for i, element := range elements {
		var shape itemShape
		if json.Unmarshal(element, &shape) != nil {
			var hash string
			if json.Unmarshal(element, &hash) == nil {
				items[i].Hash = hash
			}
			continue
		}
		inside := &shape
		if shape.Batch != nil {
			inside = shape.Batch
		}
		items[i] = Item{Hash: inside.Hash, Author: inside.Header.Author, Protocol: strings.Trim(string(inside.Header.Protocol), `"`)}
		if items[i].Hash == "" {
			items[i].Hash = inside.Digest
		}
		for _, at := range []*client.Timestamp{inside.Header.Timestamp.Timestamp, inside.Header.Timestamp.Microseconds} {
			if at != nil {
				items[i].At = at.Time()
			}
		}
		if gas, ok := new(big.Int).SetString(inside.Header.Gas.String(), 10); ok {
			items[i].Gas = gas
		}
	}
	return items
}

// elementsOf returns the elements of the first array in a value.
func elementsOf(value json.RawMessage) []json.RawMessage {
	for range maxNesting {
		var elements []json.RawMessage
		if json.Unmarshal(value, &elements) == nil {
			return elements
		}
		first := firstOf(value)
		if first == nil {
			return nil
		}
		value = first
	}
	return nil
}

// firstOf returns the first object or array among the members of an object.
func firstOf(value json.RawMessage) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(value, &members) != nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if member := members[name]; len(member) > 0 && (member[0] == '[' || member[0] == '{') {
			return member
		}
	}
	return nil
}

// PackedBatch is a batch in its serialized form.
type PackedBatch struct {
	Hash  string // empty: unknown
	Bytes []byte // serialized transactions, or the JSON of the batch if they cannot be extracted
}

// PackedBatches returns the batches of a block. Their format is not specified; the longest hex string of each, apart
// from its hash, is taken as the serialized batch.
func PackedBatches(batches *client.Batches) []PackedBatch {
	if batches == nil {
		return nil
	}
	elements := elementsOf(batches.Raw)
	if len(elements) == 0 {
		if len(batches.Hashes) == 0 && len(batches.Raw) <= len("[]") {
			return nil
		}
		return []PackedBatch{{Bytes: batches.Raw}}
	}
	packed := make([]PackedBatch, len(elements))
	for i, element := range elements {
		if len(batches.Hashes) == len(elements) {
			packed[i].Hash = batches.Hashes[i]
		}
		if packed[i].Bytes = longestHex(element, packed[i].Hash); packed[i].Bytes == nil {
			packed[i].Bytes = element
		}
	}
	return packed
}

// longestHex returns the longest hex string in an object other than the hash.
func longestHex(element json.RawMessage, hash string) []byte {
	var members map[string]json.RawMessage
	var longest []byte
	if json.Unmarshal(element, &members) != nil {
		return nil
	}
	for _, member := range members {
		var written string
		if json.Unmarshal(member, &written) != nil || strings.EqualFold(written, hash) {
			continue
		}
		digits, _ := strings.CutPrefix(written, "0x")
		if raw, err := hex.DecodeString(digits); err == nil && len(raw) > len(longest) {
			longest = raw
		}
	}
	return longest
}
