package client

import (
	"strconv"
	"strings"
)

// coinCursor is a place in a list of coin transactions. On the wire that is the time of a
// block in microseconds plus the transaction's index in the block (spec section 4.3).
// Where the node does not tell it, the time alone stands for it, which is somewhat
// before; the hash tells where to go on among what then comes again.
//
// Its text is <place>, <place>.<hash>, or t<time>.<width>.<hash>.
type coinCursor struct {
	place  uint64
	isTime bool
	// width is that of the span of time that is tried first where the list is read
	// backward by spans; 0 where it is read in the order that it is served.
	width uint64
	hash  string // of the last transaction that was shown; empty where there was none
}

func (c coinCursor) cursor() Cursor {
	text := strconv.FormatUint(c.place, 10)
	if c.isTime {
		text = "t" + text + "." + strconv.FormatUint(c.width, 10)
	}
	if c.hash != "" {
		text += "." + c.hash
	}
	return Cursor(text)
}

// coinCursor reads a cursor of such a list; nil for the beginning.
func (c Cursor) coinCursor() (*coinCursor, error) {
	if c == "" {
		return nil, nil
	}
	place, rest, _ := strings.Cut(string(c), ".")
	digits, isTime := strings.CutPrefix(place, "t")
	read := coinCursor{isTime: isTime}
	var err error
	if read.place, err = strconv.ParseUint(digits, 10, 64); err == nil && isTime {
		var width string
		width, rest, _ = strings.Cut(rest, ".")
		read.width, err = strconv.ParseUint(width, 10, 64)
	}
	if err != nil {
		return nil, &ArgumentError{Field: "cursor", Value: cut(string(c), quotedCharacters),
			Rule: "must be one that a page of this list gave, or a decimal number: block time in microseconds plus index in the block"}
	}
	read.hash = rest
	return &read, nil
}

// blockTime is the place of a transaction, as far as the record tells it: the time of its
// block. Nil where it is in no block yet, or in one of an unreadable time.
func blockTime(t Transaction) *uint64 {
	if t.Block == nil || t.Block.Timestamp == 0 {
		return nil
	}
	return (*uint64)(&t.Block.Timestamp)
}
