package client

import (
	"bytes"
	"context"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// WithHeadHint names a call of the node's own that tells a recent height, as a path under
// the base URL such as /rpc/v1/block: FindHead begins at the first height that its answer
// names. The specification has no such call; where it fails the search goes on without it.
func WithHeadHint(path string) Option {
	return func(s *settings) { s.headHint = path }
}

func validHeadHint(path string) error {
	if path != "" && (!strings.HasPrefix(path, "/") || strings.ContainsAny(path, "?#\r\n ")) {
		return &ArgumentError{Field: "head hint", Value: cut(path, quotedCharacters), Rule: "must be a path, such as /rpc/v1/block"}
	}
	return nil
}

// hintedHead is the height that the node's own call tells. It is not ok where none is set,
// or where it does not tell.
func (n *Node) hintedHead(ctx context.Context) (height uint64, ok bool) {
	if n.headHint == "" {
		return 0, false
	}
	found, err := n.ask(ctx, question{path: n.headHint})
	if err != nil {
		return 0, false
	}
	decoder := jsontext.NewDecoder(bytes.NewReader(found.body), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for {
		token, err := decoder.ReadToken()
		if err != nil {
			return 0, false
		}
		if token.Kind() != '"' || token.String() != "height" {
			continue
		}
		value, err := decoder.ReadToken()
		if err != nil {
			return 0, false
		}
		if height, err := strconv.ParseUint(value.String(), 10, 64); err == nil {
			return height, true
		}
	}
}
