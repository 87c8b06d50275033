package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/client/transport"
	"foredeck/config"
	"foredeck/tui"
	"foredeck/tui/clipboard"
	screens "foredeck/tui/screen"
	"foredeck/tui/text"
)

// openDeck opens the deck in the terminal.
func openDeck(cmd *cobra.Command, flags *globalFlags, arguments []string) error {
	if flags.output != "" {
		return &usageError{fmt.Errorf("-o is for commands that print, and the deck does not: try foredeck account ADDRESS -o %s", flags.output)}
	}
	if !term.IsTerminal(os.Stdin.Fd()) || !term.IsTerminal(os.Stdout.Fd()) {
		return &usageError{fmt.Errorf("the deck needs a terminal. Without one, run a command that prints: foredeck account ADDRESS, foredeck txs ADDRESS; foredeck --help lists them all")}
	}
	s, first, err := flags.openAt(cmd, arguments)
	if err != nil {
		return err
	}
	options := flags.deckOptions(cmd, s)
	options.First = first
	switch {
	case flags.plain:
		options.Plain = os.Stdout
	case asksGround(s.settings.NoColour):
		options.Keyboard = os.Stdin
	}
	return tui.Run(cmd.Context(), options)
}

// deckOptions is what the deck needs to look at the network of the session, which it closes itself.
func (f *globalFlags) deckOptions(cmd *cobra.Command, s *session) tui.Options {
	looks, wrong := f.looks(s.settings)
	bindings := bindingsOf(s.settings)
	book, failed := openNotebook(s.place.Network)
	store, unkept := s.keepBlocks(lastingBlocks)
	if unkept != nil {
		unkept = fmt.Errorf("blocks are not kept this time: %w", unkept)
	}
	prices, candles, priceless, err := s.deckPrices(cmd)
	if err != nil {
		priceless = err
	}
	var heights []uint64
	if store != nil {
		heights = store.Newest()
	}
	closing := func() {
		s.close()
		closeCandles(cmd, candles)
		if store == nil {
			return
		}
		if err := store.Close(); err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "foredeck: blocks were not kept: %s\n", text.Clean(err.Error()))
		}
	}
	return tui.Options{
		Notebook:     book,
		Trouble:      cmp.Or(f.complaint(s), wrong, priceless, failed, unkept),
		Heights:      heights,
		Prices:       prices,
		Clipboard:    clipboard.New(os.Stdout, os.Getenv),
		Terminal:     os.Stdout,
		AlertCommand: s.settings.AlertCommand,
		Node:         s.node,
		Requests:     s.requests,
		Place:        s.place,
		Simulated:    s.embedded != nil,
		Names:        s.names,
		Decimals:     s.settings.Network.Decimals,
		Looks:        looks,
		Bindings:     bindings,
		Periods:      s.settings.Periods,
		Networks:     f.networks(cmd, s),
		Explorer:     s.settings.Network.Explorer,
		Close:        closing,
	}
}

// networks are those that the deck can look at: that of the session, and all that are known by name.
func (f *globalFlags) networks(cmd *cobra.Command, s *session) tui.Networks {
	known := s.settings.Networks
	if !slices.ContainsFunc(known, func(network config.Network) bool { return network.Name == s.settings.Network.Name }) {
		known = append([]config.Network{s.settings.Network}, known...)
	}
	networks := tui.Networks{Open: func(_ context.Context, name string) (tui.Options, error) {
		other := *f
		other.network, other.baseURLs, other.oracleURL = name, nil, "" // addresses on the command line are of the first network
		opened, err := other.openRecorded(cmd)
		if err != nil {
			return tui.Options{}, err
		}
		return other.deckOptions(cmd, opened), nil
	}}
	for _, network := range known {
		if network.Name == s.settings.Network.Name {
			network = s.settings.Network // as flags have it
		}
		listed := screens.Network{Name: network.Name, ChainID: network.ChainID}
		if len(network.BaseURLs) > 0 {
			listed.Address = network.BaseURLs[0]
			listed.Ask = func(ctx context.Context) (screens.NetworkState, error) {
				return askNetwork(ctx, &network, s.settings.Timeout)
			}
		}
		networks.List = append(networks.List, listed)
	}
	return networks
}

// askNetwork asks a network that is not looked at how it is.
func askNetwork(ctx context.Context, network *config.Network, limit time.Duration) (screens.NetworkState, error) {
	policy := transport.Default()
	policy.Bases = network.BaseURLs
	travel, err := policy.Transport()
	if err != nil {
		return screens.NetworkState{}, err
	}
	version, err := client.ParseVersion(network.RPCVersion)
	if err != nil {
		return screens.NetworkState{}, err
	}
	node, err := client.NewNode(network.BaseURLs[0], client.WithTransport(travel), client.WithVersion(version), client.WithTimeout(limit))
	if err != nil {
		return screens.NetworkState{}, err
	}
	defer node.CloseIdleConnections()
	return screens.AskNetwork(ctx, node, time.Now)
}
