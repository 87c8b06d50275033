package load

import (
	"fmt"

	"foredeck/client"
)

// HashError reports that a transaction cannot be looked up by its hash. It matches client.ErrNotFound.
type HashError struct {
	Hash     string
	Replaced bool // it was seen, but its sender's number now belongs to another transaction
}

func (e *HashError) Error() string {
	if e.Replaced {
		return fmt.Sprintf("%s was seen on an earlier chain of this network, which has been reset", e.Hash)
	}
	return fmt.Sprintf("%s not seen yet; the API has no lookup by hash: use tx ADDRESS SEQUENCE", e.Hash)
}

// Is matches client.ErrNotFound.
func (e *HashError) Is(target error) bool { return target == client.ErrNotFound }
