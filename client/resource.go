package client

import "encoding/json"

// Resource is a value that an account holds (spec section 2.7).
type Resource struct {
	Type    string          `json:"type"` // canonical where it can be read, else as the node wrote it
	Data    json.RawMessage `json:"data"` // as sent; nil where the node does not give it: lists of version 1
	Raw     json.RawMessage `json:"-"`    // the whole record as sent
	Problem *DecodeError    `json:"-"`    // the first thing in the record that was not understood; nil for a regular one
}
