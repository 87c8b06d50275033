package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/move"
	"foredeck/client/transport"
	"foredeck/config"
	"foredeck/tui/load"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// globalFlags are those of every command.
type globalFlags struct {
	network  string
	baseURL  string
	timeout  time.Duration
	noColour bool
	output   string
	verbose  bool

	place load.Place // where the command asks, once that is known: errors name it
}

func (f *globalFlags) add(root *cobra.Command) {
	flags := root.PersistentFlags()
	flags.StringVar(&f.network, "network", "", "network to look at: simulated or local (FOREDECK_NETWORK)")
	flags.StringVar(&f.baseURL, "base-url", "", "address of a node, such as https://rpc.example.org")
	flags.DurationVar(&f.timeout, "timeout", config.DefaultTimeout, "how long a call may take")
	flags.BoolVar(&f.noColour, "no-color", false, "no colours (NO_COLOR)")
	flags.StringVarP(&f.output, "output", "o", "", "how to print: table, wide, json, jsonl, csv or raw (default table)")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "print each request to stderr")
}

// session is a network that a command looks at.
type session struct {
	settings config.Settings
	node     *client.Node
	place    load.Place
	names    []target.Name
	embedded *localnet.Network // nil: the node is elsewhere
}

// blockTime is the pace of the embedded network.
const blockTime = time.Second

// open finds out where to look. The embedded network is started when that is where.
func (f *globalFlags) open(cmd *cobra.Command) (*session, error) {
	// A script whose variable is not set must not be shown the simulated network in place of its own.
	switch given := cmd.Flags().Changed; {
	case f.network == "" && given("network"):
		return nil, &usageError{errors.New("--network: empty; name a network or leave the flag out")}
	case f.baseURL == "" && given("base-url"):
		return nil, &usageError{errors.New("--base-url: empty; give the address of a node or leave the flag out")}
	}
	settings, err := config.Resolve(config.Flags{Network: f.network, BaseURL: f.baseURL, NoColour: f.noColour}, os.Getenv)
	if err != nil {
		return nil, &usageError{err}
	}
	s := &session{settings: settings}
	baseURL := settings.Network.BaseURL
	if baseURL == "" {
		s.embedded, err = localnet.Start(cmd.Context(), localnet.Options{BlockTime: blockTime})
		if err != nil {
			return nil, fmt.Errorf("the simulated network did not start: %w", err)
		}
		baseURL = s.embedded.BaseURL()
		for _, account := range s.embedded.Accounts() {
			s.names = append(s.names, target.Name{Name: account.Name, Address: account.Address})
		}
	}
	s.place = load.Place{Network: settings.Network.Name, BaseURL: baseURL}
	f.place = s.place
	options := []client.Option{client.WithTimeout(f.timeout)}
	if f.verbose {
		options = append(options, client.WithTransport(transport.Observe(transport.New(), printExchange(cmd.ErrOrStderr()))))
	}
	if s.node, err = client.NewNode(baseURL, options...); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *session) close() {
	if s.node != nil {
		s.node.CloseIdleConnections()
	}
	if s.embedded != nil {
		_ = s.embedded.Close() // the process ends; there is nobody to tell
	}
}

// printExchange prints a line for each try.
func printExchange(to io.Writer) func(transport.Exchange) {
	return func(e transport.Exchange) {
		outcome := fmt.Sprintf("%d %s", e.Status, http.StatusText(e.Status))
		if e.Err != nil {
			outcome = e.Err.Error()
		}
		line := fmt.Sprintf("%s %s: %s, %d bytes, %s", e.Method, e.URL, outcome, e.Bytes, text.Delay(e.Took))
		fmt.Fprintln(to, text.Clean(line))
	}
}

// address reads an argument that names an account: an address, or a name that the network brings along.
func (s *session) address(argument string) (move.Address, error) {
	for _, name := range s.names {
		if strings.EqualFold(name.Name, argument) {
			return name.Address, nil
		}
	}
	return move.ParseAddress(argument)
}

// format is how to print, table by default.
func (f *globalFlags) format(allowed ...string) (string, error) {
	if f.output == "" {
		return "table", nil
	}
	for _, format := range allowed {
		if f.output == format {
			return format, nil
		}
	}
	return "", &usageError{fmt.Errorf("-o %q: there are %s", f.output, strings.Join(allowed, ", "))}
}
