package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"foredeck/tui/target"
)

// openAt is open for the deck, with the place that TARGET names: nil where there is none. A link says on which network that is.
func (f *globalFlags) openAt(cmd *cobra.Command, arguments []string) (*session, *target.Link, error) {
	if len(arguments) == 0 {
		s, err := f.openRecorded(cmd)
		return s, nil, err
	}
	if target.IsLink(arguments[0]) {
		return f.openLink(cmd, arguments[0])
	}
	s, err := f.openRecorded(cmd)
	if err != nil {
		return nil, nil, err
	}
	wanted, err := target.Parse(arguments[0], slices.Concat(s.ownNames(), s.names), opensAtOnce)
	if err != nil {
		s.close()
		return nil, nil, &usageError{fmt.Errorf("TARGET: %w", err)}
	}
	return s, &target.Link{Network: s.place.Network, Target: wanted}, nil
}

// openLink opens the network of a link. Flags may say where that is, but not that it is another.
func (f *globalFlags) openLink(cmd *cobra.Command, written string) (*session, *target.Link, error) {
	link, err := target.ParseLink(written)
	switch {
	case err != nil:
		return nil, nil, &usageError{fmt.Errorf("TARGET: %w", err)}
	case !opensAtOnce(link.Target.Kind):
		return nil, nil, &usageError{fmt.Errorf("TARGET: %w", &target.KindError{Target: link.Target})}
	case f.network == "" && len(f.baseURLs) == 0:
		f.network = link.Network
	}
	s, err := f.openRecorded(cmd)
	if err != nil {
		return nil, nil, fmt.Errorf("TARGET %s: %w", written, err)
	}
	if s.place.Network != link.Network {
		s.close()
		return nil, nil, &usageError{fmt.Errorf("TARGET: the link is of the network %s, and the flags say %s; leave the flags out, or call the network by its name with --network", link.Network, s.place.Network)}
	}
	return s, &link, nil
}

// opensAtOnce tells what the deck can be opened at. A transaction is not among it: the node has no look-up by hash.
func opensAtOnce(kind target.Kind) bool {
	return kind == target.Account || kind == target.Module || kind == target.Function || kind == target.Type || kind == target.Height || kind == target.Blocks || kind == target.Pair
}
