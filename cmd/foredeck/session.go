package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/move"
	"foredeck/client/transport"
	"foredeck/config"
	"foredeck/tui/load"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// globalFlags are those of every command.
type globalFlags struct {
	network    string
	baseURLs   []string
	oracleURL  string
	rpcVersion string
	timeout    time.Duration
	settings   string // the file of settings; empty: the usual one
	theme      string
	noColour   bool
	plain      bool // the deck is told line by line
	switched   bool // these are of another network than the command line named
	output     string
	limit      int
	all        bool
	verbose    bool
	recordTo   string // the file that is recorded into; empty: none
	replay     string // the recording that is played; empty: none
	pace       string // of the recording that is played

	place load.Endpoint // where the command asks, once that is known: errors name it
}

func (f *globalFlags) add(root *cobra.Command) {
	flags := root.PersistentFlags()
	flags.StringVar(&f.network, "network", "", "network to look at: simulated, local, mainnet, testnet, or one of the file of settings (FOREDECK_NETWORK)")
	flags.StringArrayVar(&f.baseURLs, "base-url", nil, "address of a node, such as https://rpc.example.org; given again, another for when it fails")
	flags.StringVar(&f.oracleURL, "oracle-url", "", "address of the price service, where it is not the node's")
	flags.StringVar(&f.rpcVersion, "rpc-version", client.Auto.String(), "version of the RPC: auto, v1, v2 or v3")
	flags.DurationVar(&f.timeout, "timeout", config.DefaultTimeout, "how long a call may take with all its tries; where it is given, a try may be silent for as long")
	flags.StringVar(&f.settings, "config", "", "file of settings (FOREDECK_CONFIG)")
	flags.StringVar(&f.theme, "theme", "", "set of colours: "+strings.Join(config.Themes, ", ")+", or a file of your own (default terminal)")
	flags.BoolVar(&f.noColour, "no-color", false, "no colours (NO_COLOR)")
	flags.StringVarP(&f.output, "output", "o", "", "how to print: table, wide, json, jsonl, csv or raw (default table)")
	flags.IntVar(&f.limit, "limit", 20, "how many records of a list to print")
	flags.BoolVar(&f.all, "all", false, "print all records of a list")
	flags.StringVar(&f.recordTo, "record", "", "file to keep all that is asked and answered in, without keys and tokens; it must not be there yet")
	flags.StringVar(&f.replay, "replay", "", "file of --record to take the answers from; no network is asked")
	flags.StringVar(&f.pace, "pace", atSpeed, "how --replay answers: speed, at once and each call in its order, or recorded, as and when it was")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "print each request to stderr")
}

// session is a network that a command looks at.
type session struct {
	settings  *config.Settings
	transport http.RoundTripper
	requests  *transport.Recorder // of the transport; nil where nothing is recorded
	paced     http.RoundTripper   // for who keeps to a pace and tries again by itself; nil where nobody does
	node      *client.Node
	place     load.Endpoint
	names     []target.Name     // of the settings, and those that the network brings along
	own       []target.Name     // those of the user; nil: not read yet
	embedded  *localnet.Network // nil: the node is elsewhere
	token     string            // for blocks; empty: none is set, or it is not needed
	trouble   error             // why there is no token although one is set
	key       string            // of the price service; empty: none is set, it was not needed yet, or it is that of the embedded network

	recording  *transport.Recording // nil: nothing is written down
	recordTo   string
	recordFile *os.File // nil: not begun
	// recordBegun is the size of the file before anything was asked.
	recordBegun int64
	played      *played   // nil: nothing is replayed
	problems    io.Writer // where is said what goes wrong at the end
}

// blockTime is the pace of the embedded network.
const blockTime = time.Second

// open finds out where to look. The embedded network is started when that is where.
func (f *globalFlags) open(cmd *cobra.Command) (*session, error) {
	return f.openWith(cmd, opening{})
}

// openFor is open for a command that asks about an account: its address, or a name that it has on the network.
func (f *globalFlags) openFor(cmd *cobra.Command, account string) (*session, move.Address, error) {
	s, err := f.open(cmd)
	if err != nil {
		return nil, move.Address{}, err
	}
	address, err := s.address(account)
	if err != nil {
		s.close()
		return nil, move.Address{}, err
	}
	return s, address, nil
}

// openBlocks is open for a command that asks for blocks, which want a token.
func (f *globalFlags) openBlocks(cmd *cobra.Command) (*session, error) {
	return f.openWith(cmd, opening{withToken: true})
}

// opening is how a network is opened otherwise than the flags say.
type opening struct {
	change    func(*transport.Policy) // how requests travel; nil: as usual
	withToken bool                    // the token for blocks is read
	deck      bool                    // what is wrong in the file of settings, or with the token, is no reason not to begin
}

// openRecorded is open with a record of the requests. They are not printed then: -v would write over the deck, which shows
// them itself.
func (f *globalFlags) openRecorded(cmd *cobra.Command) (*session, error) {
	requests := new(transport.Recorder)
	var recorded transport.Policy
	s, err := f.openWith(cmd, opening{withToken: true, deck: true, change: func(policy *transport.Policy) {
		policy.Recorder, policy.Observer = requests, nil
		recorded = *policy
	}})
	if err != nil {
		return nil, err
	}
	s.requests = requests
	s.paced, err = pacedTransport(recorded)
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// openWith is open where requests travel otherwise than the flags say.
func (f *globalFlags) openWith(cmd *cobra.Command, how opening) (*session, error) {
	s, err := f.resolve(cmd, how)
	if err != nil {
		return nil, err
	}
	baseURLs := s.settings.Network.BaseURLs
	if len(baseURLs) == 0 {
		if err := s.embed(cmd.Context()); err != nil {
			return nil, err
		}
		baseURLs = []string{s.embedded.BaseURL()}
		for _, account := range s.embedded.Accounts() {
			s.names = append(s.names, target.Name{Name: account.Name, Address: account.Address})
		}
	}
	s.place = load.Endpoint{Network: s.settings.Network.Name, BaseURL: baseURLs[0]}
	f.place = s.place
	if how.withToken && s.embedded == nil && s.played == nil {
		s.token, err = s.settings.Network.ConsensusToken.Read(cmd.Context(), config.ConsensusTokenVariable, os.Getenv)
		if s.trouble = err; err != nil && !how.deck {
			return nil, fmt.Errorf("the token for blocks: %w", err)
		}
	}
	if s.node, err = s.newNode(); err == nil && !how.deck {
		err = s.record(nil) // the deck knows later what it watches
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// newNode makes a client of the network's nodes, with options beside those that the settings say.
func (s *session) newNode(more ...client.Option) (*client.Node, error) {
	network := &s.settings.Network
	version, err := client.ParseVersion(network.RPCVersion)
	if err != nil {
		return nil, &usageError{fmt.Errorf("--rpc-version: %w", err)}
	}
	options := []client.Option{
		client.WithTimeout(s.settings.Timeout), client.WithTransport(s.transport), client.WithVersion(version),
		client.WithViewMediaTypes(network.ViewMediaTypes...), client.WithCursorHeader(network.CursorHeader), client.WithHeadHint(network.HeadHint),
	}
	if s.token != "" {
		options = append(options, client.WithConsensusToken(s.token))
	}
	return client.NewNode(s.place.BaseURL, append(options, more...)...)
}

// openPrices is open for a command that asks the price service alone.
func (f *globalFlags) openPrices(cmd *cobra.Command) (*session, *client.Prices, error) {
	s, err := f.resolve(cmd, opening{})
	if err != nil {
		return nil, nil, err
	}
	prices, err := s.prices(cmd, f)
	if err == nil {
		err = s.record(nil)
	}
	if err != nil {
		s.close()
		return nil, nil, err
	}
	return s, prices, nil
}

// check says what is wrong with the flags as they were given.
func (f *globalFlags) check(cmd *cobra.Command) error {
	// A script whose variable is not set must not be shown the simulated network in place of its own.
	switch given := cmd.Flags().Changed; {
	case f.network == "" && given("network"):
		return errors.New("--network: empty; name a network or leave the flag out")
	case slices.Contains(f.baseURLs, ""):
		return errors.New("--base-url: empty; give the address of a node or leave the flag out")
	case f.oracleURL == "" && given("oracle-url"):
		return errors.New("--oracle-url: empty; give the address of a price service or leave the flag out")
	}
	return f.checkRecording(cmd)
}

// resolve puts the settings together. Nothing is started and nothing is asked.
func (f *globalFlags) resolve(cmd *cobra.Command, how opening) (*session, error) {
	if !f.switched {
		if err := f.check(cmd); err != nil {
			return nil, &usageError{err}
		}
	}
	settings, err := f.readSettings(cmd)
	if err != nil {
		return nil, err
	}
	s := &session{settings: settings, problems: cmd.ErrOrStderr()}
	policy := transport.Default()
	switch {
	case f.replay != "":
		if s.played, err = f.play(); err != nil {
			return nil, err
		}
		s.played.settle(settings)
		s.names, s.own = s.played.facts.names(), []target.Name{}
		policy.Next, policy.Now, policy.Silence = s.played, s.played.Now, 0
	case f.recordTo != "":
		s.recording, s.recordTo = new(transport.Recording), f.recordTo
		policy.Recording = s.recording
	}
	if err := f.resolveWith(cmd, s, policy, how); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// resolveWith completes a session whose settings are known.
func (f *globalFlags) resolveWith(cmd *cobra.Command, s *session, policy transport.Policy, how opening) error {
	settings := s.settings
	if !how.deck {
		if err := f.warn(cmd, settings); err != nil {
			return err
		}
		if err := f.warnPlayed(s); err != nil {
			return err
		}
	}
	policy.Bases = settings.Network.BaseURLs
	if cmd.Flags().Changed("timeout") {
		policy.Silence = settings.Timeout // who allows so long allows silence too
	}
	if f.verbose {
		policy.Observer = printExchange(cmd.ErrOrStderr())
	}
	if how.change != nil {
		how.change(&policy)
	}
	var err error
	if s.transport, err = policy.Transport(); err != nil {
		return &usageError{err}
	}
	s.names = append(namesOf(settings), s.names...)
	return nil
}

func (s *session) embed(ctx context.Context) error {
	var err error
	if s.embedded, err = localnet.Start(ctx, localnet.Options{BlockTime: blockTime}); err != nil {
		return fmt.Errorf("the simulated network did not start: %w", err)
	}
	return nil
}

func (s *session) close() {
	for _, travel := range []http.RoundTripper{s.transport, s.paced} {
		if pool, ok := travel.(interface{ CloseIdleConnections() }); ok {
			pool.CloseIdleConnections()
		}
	}
	if s.embedded != nil {
		_ = s.embedded.Close() // the process ends; there is nobody to tell
	}
	if s.played != nil {
		_ = s.played.file.Close() // it was only read
	}
	if err := s.endRecord(); err != nil {
		fmt.Fprintf(s.problems, "foredeck: %s\n", text.Clean(err.Error()))
	}
}

// printExchange prints a line for each try. Several may end at the same time.
func printExchange(to io.Writer) func(transport.Exchange) {
	var lock sync.Mutex
	return func(e transport.Exchange) {
		outcome := fmt.Sprintf("%d %s", e.Status, http.StatusText(e.Status))
		if e.Err != nil {
			outcome = e.Err.Error()
		}
		line := fmt.Sprintf("%s %s: %s, %d bytes, %s", e.Method, e.URL, outcome, e.Bytes, text.Latency(e.Took))
		lock.Lock()
		defer lock.Unlock()
		fmt.Fprintln(to, text.Clean(line))
	}
}

// address reads an argument that names an account: an address, or a name that the network brings along.
func (s *session) address(argument string) (move.Address, error) {
	if address, ok := s.named(argument); ok {
		return address, nil
	}
	address, err := move.ParseAddress(argument)
	if err != nil && store.CheckName(argument) == nil { // it may have been meant for a name
		err = fmt.Errorf("no saved name, and no %w", err)
	}
	return address, err
}

// named finds the address of a name that the network brings along, or that the user has given.
func (s *session) named(argument string) (move.Address, bool) {
	if address, ok := addressOf(argument, s.names); ok || store.CheckName(argument) != nil {
		return address, ok
	}
	return addressOf(argument, s.ownNames())
}

func addressOf(name string, names []target.Name) (move.Address, bool) {
	for _, known := range names {
		if strings.EqualFold(known.Name, name) {
			return known.Address, true
		}
	}
	return move.Address{}, false
}

// withAddress puts the address in the place of a name that the network brings along, in NAME::module and NAME::module::function.
func (s *session) withAddress(argument string) string {
	account, rest, ok := strings.Cut(argument, "::")
	if address, known := s.named(account); ok && known {
		return address.String() + "::" + rest
	}
	return argument
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
