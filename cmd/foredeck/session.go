package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
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

// session is a connection to the network of a command.
type session struct {
	settings    *config.Settings
	environment *config.Environment
	redactor    *transport.Redactor
	transport   http.RoundTripper
	requests    *transport.Recorder // of the deck; nil for other commands
	nodes       *transport.Nodes    // of the network, with their state
	paced       http.RoundTripper   // without retries, for callers that pace and retry themselves; nil if there are none
	node        *client.Node
	prices      *client.Prices // nil if the command does not use them
	feed        *client.Feed   // nil if the latest prices come from the price service
	endpoint    load.Endpoint
	names       []target.Name     // of the config file and of the network itself
	saved       []target.Name     // saved by the user; nil until read
	embedded    *localnet.Network // nil if the node is elsewhere
	borrowed    *localnet.Network // the embedded network of the deck whose line this is; nil: it is started if it is needed
	token       string            // for consensus blocks; empty if not set or not needed
	tokenErr    error             // why the configured token could not be read
	key         string            // for the price service; empty if not set, not needed yet, or of the embedded network

	recording   *transport.Recording // nil if not recording
	recordTo    string
	recordFile  *os.File          // nil until started
	recordStart int64             // size of the file before the first request
	replay      *replay           // nil if not replaying
	streams     bool              // new blocks can come over a WebSocket
	host        *host             // that a visitor uses; nil if the session is not a visitor's
	blockCache  client.BlockCache // nil if there is none
	stderr      io.Writer         // for errors on close
	onClose     []func() error
}

// blockTime is the time between blocks of the embedded network.
const blockTime = time.Second

// openNode connects to the network, which may mean to start the embedded one.
func openNode(in *invocation) (*session, error) { return in.openWith(in.cmd, opening{}) }

// openBlocks is openNode for a command that reads consensus blocks, which require a token.
func openBlocks(in *invocation) (*session, error) {
	return in.openWith(in.cmd, opening{withToken: true})
}

// openBlockList is openBlocks for a list, which never requests the same block twice at once: looking for that takes as long as decoding it.
func openBlockList(in *invocation) (*session, error) {
	return in.openWith(in.cmd, opening{withToken: true, change: func(policy *transport.Policy) { policy.Coalesce = false }})
}

// openPrices is openNode for a command that only uses the price service.
func openPrices(in *invocation) (*session, error) { return in.openPrices(false) }

// openCachedPrices is openPrices with a cache of candles on disk.
func openCachedPrices(in *invocation) (*session, error) { return in.openPrices(true) }

func (in *invocation) openPrices(cached bool) (*session, error) {
	s, err := in.resolve(in.cmd, opening{})
	if err != nil {
		return nil, err
	}
	var service priceService
	if s.prices, service, err = s.newPrices(in.cmd, in.globalFlags, cached); err == nil && !cached {
		err = in.openFeed(s, service)
	}
	if err == nil {
		err = s.record(nil)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// openFeed prepares the on-chain price feed, if prices come from there, and says so.
func (in *invocation) openFeed(s *session, service priceService) (err error) {
	if s.feed, err = s.priceFeed(service); s.feed != nil {
		in.endpoint = s.endpoint
		fmt.Fprintln(in.stderr(), "foredeck: prices are from the on-chain feed: no API key is set")
	}
	return err
}

// opening modifies how a network is opened.
type opening struct {
	change    func(*transport.Policy) // changes the transport; may be nil
	withToken bool                    // read the token for consensus blocks
	deck      bool                    // start in spite of errors in the config file or with the token
	isQuiet   bool                    // the problems of the configuration are already reported
}

// openForDeck is openNode with a recorder of the requests, which the deck shows. -v does not print them: that would overwrite the deck.
func (f *globalFlags) openForDeck(cmd *cobra.Command) (*session, error) {
	requests := &transport.Recorder{Notices: f.notices}
	var used transport.Policy
	s, err := f.openWith(cmd, opening{withToken: true, deck: true, change: func(policy *transport.Policy) {
		policy.Recorder = requests
		if f.serves {
			policy.Hold = visitorHold
		}
		used = *policy
	}})
	if err != nil || f.visitor != nil {
		return s, err
	}
	s.requests = requests
	s.paced, err = pacedTransport(used)
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// openWith is openNode with modifications.
func (f *globalFlags) openWith(cmd *cobra.Command, how opening) (*session, error) {
	s, err := f.resolve(cmd, how)
	if err != nil || f.visitor != nil {
		return s, err
	}
	baseURLs := s.settings.Network.BaseURLs
	if len(baseURLs) == 0 {
		if err := s.embed(cmd.Context()); err != nil {
			return nil, err
		}
		baseURLs = []string{s.embedded.BaseURL()}
		s.nodes.Add(baseURLs...)
		for _, account := range s.embedded.Accounts() {
			s.names = append(s.names, target.Name{Name: account.Name, Address: account.Address})
		}
	}
	s.endpoint = load.Endpoint{Network: s.settings.Network.Name, BaseURL: baseURLs[0]}
	f.endpoint = s.endpoint
	if how.withToken && s.embedded == nil && s.replay == nil {
		s.token, err = s.settings.Network.ConsensusToken.Read(cmd.Context(), config.ConsensusTokenVariable, f.environment.Get)
		if s.tokenErr = err; err != nil && !how.deck {
			return nil, fmt.Errorf("consensus token: %w", err)
		}
		s.redactor.Add(s.token)
	}
	if s.node, err = s.newNode(); err == nil && !how.deck {
		err = s.record(nil) // the deck starts recording later, when it knows the watched pairs
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// newNode returns a client of the network's nodes with the options of the config and more.
func (s *session) newNode(more ...client.Option) (*client.Node, error) {
	return s.nodeAt(s.endpoint.BaseURL, more...)
}

// nodeAt is newNode for one of the network's nodes.
func (s *session) nodeAt(baseURL string, more ...client.Option) (*client.Node, error) {
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
	if s.streams {
		options = append(options, client.WithStream(socketClient()))
	}
	return client.NewNode(baseURL, append(options, more...)...)
}

// socketClient makes the connections of WebSockets. It does not follow redirects, so that secrets stay with the host.
func socketClient() *http.Client {
	return &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// resolve reads the configuration. It starts nothing and makes no request.
func (f *globalFlags) resolve(cmd *cobra.Command, how opening) (*session, error) {
	if f.visitor != nil {
		return f.visitor.open(cmd, f, how)
	}
	if !f.switched {
		if err := f.check(cmd); err != nil {
			return nil, err
		}
	}
	settings, err := f.readSettings(cmd)
	if err != nil {
		return nil, err
	}
	s := &session{settings: settings, environment: f.environment, redactor: f.redactor, borrowed: f.embedded, stderr: cmd.ErrOrStderr(), nodes: new(transport.Nodes)}
	policy := transport.Default()
	switch {
	case f.serves:
		if settings.NetworkProblem != nil {
			return nil, &fileError{errors.New(f.locate(*settings.NetworkProblem))}
		}
		policy.Next = hidePaths(&settings.Network)
	case f.replay != "":
		if s.replay, err = f.openReplay(); err != nil {
			return nil, err
		}
		s.replay.applyTo(settings)
		s.names, s.saved = s.replay.facts.Names, []target.Name{}
		policy.Next, policy.Now, policy.IdleTimeout = s.replay, s.replay.Now, 0
	case f.recordTo != "":
		s.recording, s.recordTo = new(transport.Recording), f.recordTo
		policy.Recording = s.recording
	default:
		s.streams = true
	}
	if err := f.resolveWith(cmd, s, policy, how); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// resolveWith completes a session whose configuration is known.
func (f *globalFlags) resolveWith(cmd *cobra.Command, s *session, policy transport.Policy, how opening) error {
	settings := s.settings
	if !how.deck && !how.isQuiet {
		if err := f.warn(cmd, settings); err != nil {
			return err
		}
	}
	policy.Bases, policy.Nodes, policy.Redactor, policy.Notices = settings.Network.BaseURLs, s.nodes, f.redactor, f.notices
	if cmd.Flags().Changed("timeout") {
		policy.IdleTimeout = settings.Timeout // a longer limit applies to silence too
	}
	var observers []func(transport.Exchange)
	if f.verbose && !how.deck {
		lines := &verbose{to: cmd.ErrOrStderr()}
		observers = append(observers, lines.exchange)
		if f.notices != nil {
			f.notices.Observe(lines.notice)
		}
	}
	if f.log != nil {
		observers = append(observers, f.log.request(append(slices.Clone(settings.Network.BaseURLs), settings.Network.OracleURL)))
	}
	if len(observers) > 0 {
		policy.Observer = func(e transport.Exchange) {
			for _, observe := range observers {
				observe(e)
			}
		}
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

// embed starts the simulated network, or uses that of the deck whose line is run.
func (s *session) embed(ctx context.Context) error {
	if s.embedded = s.borrowed; s.embedded != nil {
		return nil
	}
	var err error
	if s.embedded, err = localnet.Start(ctx, localnet.Options{BlockTime: blockTime}); err != nil {
		return fmt.Errorf("starting the simulated network: %w", err)
	}
	return nil
}

func (s *session) close() {
	if s.host != nil {
		return // its connections are those of all visitors
	}
	for _, roundTripper := range []http.RoundTripper{s.transport, s.paced} {
		if pool, ok := roundTripper.(interface{ CloseIdleConnections() }); ok {
			pool.CloseIdleConnections()
		}
	}
	if s.embedded != nil && s.borrowed == nil {
		_ = s.embedded.Close() // the process ends
	}
	if s.replay != nil {
		_ = s.replay.file.Close() // it was only read
	}
	for _, end := range append(s.onClose, s.closeRecording) {
		if err := end(); err != nil {
			fmt.Fprintf(s.stderr, "foredeck: %s\n", text.Clean(err.Error()))
		}
	}
}

// verbose prints a line per HTTP request and notice. It is safe for concurrent use.
type verbose struct{ to io.Writer }

// verboseLock keeps the lines of several sessions, as of compare, apart.
var verboseLock sync.Mutex

func (v *verbose) print(line string) {
	verboseLock.Lock()
	defer verboseLock.Unlock()
	fmt.Fprintln(v.to, text.Clean(line))
}

func (v *verbose) exchange(e transport.Exchange) {
	outcome := fmt.Sprintf("%d %s", e.Status, http.StatusText(e.Status))
	if e.Err != nil {
		outcome = e.Err.Error()
	}
	v.print(fmt.Sprintf("%s %s: %s, %d bytes, %s", e.Method, e.URL, outcome, e.Bytes, text.Latency(e.Took)))
}

func (v *verbose) notice(n transport.Notice) { v.print("notice: " + n.Text) }

// address parses an account: an address or a saved name.
func (s *session) address(argument string) (move.Address, error) {
	if address, ok := s.lookup(argument); ok {
		return address, nil
	}
	address, err := move.ParseAddress(argument)
	if err != nil && store.CheckName(argument) == nil { // it could have been meant as a name
		err = &target.NameError{Name: argument, Err: err}
	}
	return address, err
}

// lookup returns the address of a saved name.
func (s *session) lookup(argument string) (move.Address, bool) {
	if address, ok := target.FindName(argument, s.names); ok || store.CheckName(argument) != nil {
		return address, ok
	}
	return target.FindName(argument, s.savedNames())
}

// withAddress replaces saved names before :: by their addresses.
func (s *session) withAddress(argument string) string {
	return target.Resolve(argument, append(slices.Clone(s.names), s.savedNames()...))
}
