package screen

import (
	"errors"
	"fmt"

	"foredeck/tui/target"
)

// OpenLinkMsg asks the deck to open the place that a link names.
type OpenLinkMsg struct {
	Link target.Link
}

var (
	errNoScreen = errors.New("no screen for it in this version")
	errNotSeen  = errors.New("not seen yet; the node API has no look-up by hash")
)

// Refuse says why the deck cannot open a place, nil where it can.
func (s *Session) Refuse(link target.Link) error {
	switch {
	case link.Network != s.Place.Network:
		return fmt.Errorf("it is on another network: foredeck --network %s", link.Network)
	case link.Target.Kind == target.Transaction && s.Seen.Transaction(link.Target.Hash) == nil:
		return errNotSeen
	case !s.Opens(link.Target.Kind):
		return errNoScreen
	}
	return nil
}
