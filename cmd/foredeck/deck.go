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
	if s.played == nil {
		options.Settings = flags.settingsSource(cmd)
	}
	pairs, chosen := options.Notebook.Watchlist()
	if !chosen {
		pairs = options.Prices.Pairs
	}
	if err := s.record(pairs); err != nil {
		options.Close()
		return err
	}
	return tui.Run(cmd.Context(), options)
}

// deckOptions is what the deck needs to look at the network of the session, which it closes itself.
func (f *globalFlags) deckOptions(cmd *cobra.Command, s *session) tui.Options {
	reading := f.reading(s.settings, nil)
	book, failed := s.openNotebook()
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
	known := tui.Networks{List: reading.Networks, Open: f.opensNetwork(cmd)}
	if s.played != nil {
		known = s.playedNetwork()
		reading.Networks = known.List
	}
	return tui.Options{
		Notebook:     book,
		Trouble:      cmp.Or(s.cutShort(), f.complaint(s), reading.Wrong, priceless, failed, unkept),
		Heights:      heights,
		Prices:       prices,
		Clipboard:    clipboard.New(os.Stdout, os.Getenv),
		Terminal:     os.Stdout,
		AlertCommand: s.settings.AlertCommand,
		Node:         s.node,
		Requests:     s.requests,
		Place:        s.place,
		Simulated:    s.simulated(),
		Replayed:     s.played != nil,
		Recorded:     s.played.highest(),
		Ends:         s.played.ends(),
		Now:          s.now,
		Names:        s.names[len(reading.Names):],
		Reading:      reading,
		Decimals:     s.settings.Network.Decimals,
		Looks:        reading.Looks,
		Bindings:     reading.Bindings,
		Periods:      s.settings.Periods,
		Networks:     known,
		Explorer:     s.settings.Network.Explorer,
		Close:        closing,
	}
}

// opensNetwork makes ready what the deck needs to look at another network, or anew at the same.
func (f *globalFlags) opensNetwork(cmd *cobra.Command) func(context.Context, string) (tui.Options, error) {
	return func(_ context.Context, name string) (tui.Options, error) {
		other := *f
		other.network, other.baseURLs, other.oracleURL, other.recordTo = name, nil, "", "" // these are of the first network
		other.switched = true
		opened, err := other.openRecorded(cmd)
		if err != nil {
			return tui.Options{}, err
		}
		options := other.deckOptions(cmd, opened)
		if f.recordTo != "" {
			options.Trouble = cmp.Or(options.Trouble, fmt.Errorf("%s holds the network before alone: nothing more is recorded", f.recordTo))
		}
		return options, nil
	}
}

// networks are those that the deck can look at: the one that is looked at, and all that are known by name.
func networks(settings *config.Settings) []screens.Network {
	known := settings.Networks
	if !slices.ContainsFunc(known, func(network config.Network) bool { return network.Name == settings.Network.Name }) {
		known = append([]config.Network{settings.Network}, known...)
	}
	var list []screens.Network
	for _, network := range known {
		network, _ = settings.NetworkNamed(network.Name)
		listed := screens.Network{Name: network.Name, ChainID: network.ChainID}
		if len(network.BaseURLs) > 0 {
			listed.Address = network.BaseURLs[0]
			listed.Ask = func(ctx context.Context) (screens.NetworkState, error) {
				return askNetwork(ctx, &network, settings.Timeout)
			}
		}
		list = append(list, listed)
	}
	return list
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
