package screen

import (
	"errors"
	"fmt"

	"foredeck/tui/target"
)

var (
	errNoScreen = errors.New("no screen for it in this version")
	errNotSeen  = errors.New("transaction not loaded yet: the node API has no lookup by hash")
)

// CheckLink returns an error if the deck cannot open a link.
func (d *Deps) CheckLink(link target.Link) error {
	switch {
	case link.Network != d.Endpoint.Network:
		return fmt.Errorf("on another network: run foredeck --network %s", link.Network)
	case link.Target.Kind == target.Transaction && d.Seen.Transaction(link.Target.Hash) == nil:
		return errNotSeen
	case !d.Opens(link.Target.Kind):
		return errNoScreen
	}
	return nil
}
