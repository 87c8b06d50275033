package screen

import (
	"errors"
	"fmt"
	"slices"

	"foredeck/client/move"
	"foredeck/tui/target"
)

// OpenLinkMsg asks the deck to open the place that a link names.
type OpenLinkMsg struct {
	Link target.Link
}

var (
	errNoScreen = errors.New("no screen in this version")
	errNotSeen  = errors.New("not seen yet; the node API has no look-up by hash")
)

// Refuse says why the deck cannot open a place, nil where it can.
func (d *Deps) Refuse(link target.Link) error {
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

// mostCalls bounds the calls that are offered to be made again.
const mostCalls = 50

// Calls are the calls of view functions that were made, as places, the newest first.
func (d *Deps) Calls() []target.Link {
	var calls []target.Link
	for _, run := range slices.Backward(d.runs[max(len(d.runs)-mostCalls, 0):]) {
		known, _ := d.Interface(move.ModuleID{Address: run.Function.Address, Name: run.Function.Module})
		if known.ABI == nil || known.ABI.Function(run.Function.Name) == nil {
			continue // which of the inputs are types is not known
		}
		types := min(len(known.ABI.Function(run.Function.Name).TypeParameters), len(run.Inputs))
		calls = append(calls, target.Link{
			Network: d.Endpoint.Network,
			Target:  target.Target{Kind: target.Function, Function: run.Function},
			View:    &target.Call{TypeArguments: run.Inputs[:types], Arguments: run.Inputs[types:]},
		})
	}
	return calls
}
