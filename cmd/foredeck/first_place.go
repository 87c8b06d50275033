package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"foredeck/config"
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
		return nil, nil, &usageError{fmt.Errorf("TARGET: %w%s", err, near(cmd, arguments[0]))}
	}
	return s, &target.Link{Network: s.place.Network, Target: wanted}, nil
}

// openLink opens the network of a link. Flags may say where that is, but not that it is another. Saved names may stand in the
// link, which are known once its network is.
func (f *globalFlags) openLink(cmd *cobra.Command, written string) (*session, *target.Link, error) {
	link, err := target.ParseLink(written)
	if err == nil && !opensAtOnce(link.Target.Kind) {
		return nil, nil, &usageError{fmt.Errorf("TARGET: %w", &target.KindError{Target: link.Target})}
	}
	network, _, _ := strings.Cut(written, "/")
	s, failed := f.openNetworkOf(cmd, network)
	switch {
	case failed != nil && err != nil:
		return nil, nil, &usageError{fmt.Errorf("TARGET: %w", err)}
	case failed != nil:
		return nil, nil, fmt.Errorf("TARGET %s: %w", written, failed)
	case s.place.Network != network:
		err = fmt.Errorf("the link is of the network %s, and the flags say %s; leave the flags out, or call the network by its name with --network", network, s.place.Network)
	case err != nil:
		link, err = target.ParseLink(target.WithAddresses(written, slices.Concat(s.ownNames(), s.names)))
	}
	if err != nil {
		s.close()
		return nil, nil, &usageError{fmt.Errorf("TARGET: %w", err)}
	}
	return s, &link, nil
}

// openNetworkOf opens the network that a link names. A node that was given by its address alone goes by its host.
func (f *globalFlags) openNetworkOf(cmd *cobra.Command, network string) (*session, error) {
	if f.network != "" || len(f.baseURLs) > 0 || f.replay != "" {
		return f.openRecorded(cmd)
	}
	f.network = network
	s, err := f.openRecorded(cmd)
	if baseURL, isHost := config.BaseURLOf(network); isHost && errors.Is(err, config.ErrUnknownNetwork) {
		f.network, f.baseURLs = "", []string{baseURL}
		return f.openRecorded(cmd)
	}
	return s, err
}

// opensAtOnce tells what the deck can be opened at. A transaction is not among it: the node has no look-up by hash.
func opensAtOnce(kind target.Kind) bool {
	return kind == target.Account || kind == target.Module || kind == target.Function || kind == target.Type || kind == target.Height || kind == target.Blocks || kind == target.Pair
}
