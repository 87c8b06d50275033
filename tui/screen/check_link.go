package screen

import (
	"errors"
	"fmt"

	"foredeck/tui/target"
)

var (
	errNoScreen = errors.New("no screen in this version")
	errNotSeen  = errors.New("not seen yet; the node API has no look-up by hash")
)

// CheckLink returns an error if the deck cannot open a link.
func (d *Deps) CheckLink(link target.Link) error {
	switch {
	case link.Network != d.Endpoint.Network:
		return fmt.Errorf("it is on another network: foredeck --network %s", link.Network)
	case link.Target.Kind == target.Transaction && d.Seen.Transaction(link.Target.Hash) == nil:
		return errNotSeen
	case !d.Opens(link.Target.Kind):
		return errNoScreen
	}
	return nil
}
