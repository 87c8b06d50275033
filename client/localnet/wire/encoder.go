package wire

import (
	"foredeck/client/localnet/httpapi"
	"foredeck/client/move"
)

// encoder writes what the node RPC says as JSON.
type encoder struct {
	httpapi.Document
}

// address writes the short form, as Move values have it.
func (e *encoder) address(a move.Address) {
	e.Text(a.Short())
}
