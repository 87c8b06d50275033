// Package tuitest drives the deck in tests. New opens a deck over a fixture node or a simulated network, Press and Send deliver keys
// and messages, and Shows and Hides check what is drawn. Commands run immediately and in order, and the clock moves only with Advance.
// Frames compares the bodies of screens with files in testdata.
//
// Only tests import it.
package tuitest

import (
	"bytes"
	"context"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/transport"
	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui"
	"foredeck/tui/load"
	"foredeck/tui/market"
	"foredeck/tui/prefs"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/terminal"
)

// Start is the time of the newest block of every network. Decks open two seconds later.
var Start = time.Date(2026, 11, 21, 12, 4, 29, 0, time.UTC)

// BaseURL is the address of the node as the deck sees it, the same in every run.
const BaseURL = "http://node.example:27000"

// Setup configures a deck. The zero value opens a simulated network.
type Setup struct {
	Theme     theme.Theme
	Handler   http.Handler                                   // the node, such as Node; nil means a simulated network
	Network   localnet.Options                               // of the simulated network
	Transport func(http.RoundTripper) http.RoundTripper      // wraps the transport to the node
	Version   client.Version                                 // of the API; zero means detected
	First     *target.Link                                   // opened at the start
	Paused    bool                                           // see Deck.Paused
	NoNames   bool                                           // the network provides no names
	Pairs     []string                                       // watched pairs; nil means no price service
	PriceFail func(*http.Request) (status int, after string) // fails a request for prices unless status is 0
	Traded    func(at time.Time) bool                        // whether there is a bar of prices at a time; nil means one at any time, except for three hours
	Store     *store.Store                                   // nil means an empty one in memory
	Requests  *transport.Recorder                            // nil means requests are not recorded
	Config    string                                         // content of the config file
	Options   func(*tui.Options)                             // changes the options before the deck opens
}

// Deck drives a deck as the program's loop does, one message at a time. It draws a frame after each message.
type Deck struct {
	testing.TB
	Model      *tui.Model
	Program    tea.Model          // receives the messages; a wrapper of Model, or nil for Model itself
	Network    *localnet.Network  // nil with a Setup.Handler
	OnFrame    func(view string)  // called with each drawn frame; nil calls nothing
	Paused     bool               // commands are collected in Pending instead of run
	Pending    []tea.Cmd          // see Resume
	Streams    []tea.Cmd          // commands that wait for a stream, see ReceiveStreams
	Connection *Connection        // to the node
	Transport  http.RoundTripper  // over the connection, with Setup.Transport
	Bell       bell               // bytes written to ring the terminal's bell
	Terminal   bytes.Buffer       // other escape sequences written to the terminal
	MeanPrices map[string]float64 // of the price service, by pair
	Config     string             // path of the config file

	timers       []timer
	configWrites int

	clock sync.Mutex // guards now
	now   time.Time
}

// timer is a scheduled message.
type timer struct {
	at  time.Time
	msg tea.Msg
}

// New opens a deck in a window of the given size.
func New(t testing.TB, width, height int, s Setup) *Deck {
	d := &Deck{TB: t, now: Start.Add(2 * time.Second), Paused: s.Paused, Config: writeConfigFile(t, s.Config), MeanPrices: maps.Clone(meanPrices)}
	options := tui.Options{
		Program:    screen.Program{After: d.after},
		Connection: screen.Connection{Endpoint: load.Endpoint{Network: "simulated", BaseURL: BaseURL}, Simulated: true, Traffic: load.Traffic{Requests: s.Requests}, Store: s.Store},
		First:      s.First, Now: d.Now, Terminal: &d.Bell, Clipboard: terminal.NewClipboard(&d.Terminal, func(string) string { return "" }),
		Config: prefs.Source{Path: d.Config, Read: readConfig(d.Config)}, Reading: firstReading(t, d.Config),
		Themes: prefs.Themes{Depth: theme.TrueColor, Theme: theme.Fixed(s.Theme), Names: config.Themes},
	}
	if s.Pairs != nil {
		s.Handler = priceService{s.Handler, d.Now, s.PriceFail, s.traded, d.MeanPrices}
	}
	if s.Handler != nil {
		d.Transport = handlerTransport{s.Handler}
		options.Endpoint.Network, options.Simulated, options.Provided = "local", false, nodeNames()
		options.Flags = []string{"--base-url", BaseURL}
	} else {
		d.Network = StartNetwork(t, s.Network)
		base := &http.Transport{}
		t.Cleanup(base.CloseIdleConnections)
		d.Transport = redirectTransport{to: d.Network.BaseURL(), next: base}
		for _, account := range d.Network.Accounts() {
			options.Provided = append(options.Provided, target.Name{Name: account.Name, Address: account.Address})
		}
	}
	d.Connection = &Connection{next: d.Transport}
	d.Transport = d.Connection
	if s.Transport != nil {
		d.Transport = s.Transport(d.Transport)
	}
	if s.Store == nil {
		options.Store = EmptyStore(t)
	}
	if s.NoNames {
		options.Provided = nil
	}
	options.Networks = []screen.Network{{Name: options.Endpoint.Network, Addresses: []string{BaseURL}}}
	if s.Config != "" {
		options.Networks = options.Reading.Networks
	}
	var err error
	options.Node, err = client.NewNode(BaseURL, client.WithTransport(d.Transport), client.WithVersion(s.Version))
	require.NoError(t, err)
	if s.Pairs != nil {
		options.Service = market.Service{Endpoint: load.Endpoint{Network: "local", BaseURL: BaseURL}, Keyed: true, Pairs: s.Pairs}
		options.Service.Client, err = client.NewPrices(BaseURL, client.WithPricesTransport(d.Transport), client.WithAPIKey("secret"))
		require.NoError(t, err)
	}
	if s.Options != nil {
		s.Options(&options)
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	d.Model = tui.New(ctx, options)
	d.Deps().Loader.SetRunner(d.addStream)
	d.Deps().Directory = t.TempDir()
	cmd := d.Model.Init() // before the window size, as in a program
	d.Resize(width, height)
	d.Run(cmd)
	return d
}

// StartNetwork starts a simulated network that is closed at the end of the test.
func StartNetwork(t testing.TB, options localnet.Options) *localnet.Network {
	options.Start = Start
	network, err := localnet.Start(context.Background(), options)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	return network
}

// redirectTransport sends requests for BaseURL to the simulated network.
type redirectTransport struct {
	to   string
	next http.RoundTripper
}

func (r redirectTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	to, err := url.Parse(r.to)
	if err != nil {
		return nil, err
	}
	request = request.Clone(request.Context())
	request.URL.Scheme, request.URL.Host = to.Scheme, to.Host
	return r.next.RoundTrip(request)
}

// Deps is what the deck's screens share.
func (d *Deck) Deps() *screen.Deps { return d.Model.Deps() }

// Screen is the visible screen.
func (d *Deck) Screen() screen.Screen { return d.Model.Screen() }

// EmptyStore returns a store without a file.
func EmptyStore(t testing.TB) *store.Store {
	t.Helper()
	empty, err := store.Open("")
	require.NoError(t, err)
	return empty
}

// bell records what is written to the terminal except window titles, and in written everything.
type bell struct {
	bytes.Buffer
	written bytes.Buffer
}

var windowTitle = regexp.MustCompile("\x1b]2;[^\a]*\a")

func (b *bell) Write(sequences []byte) (int, error) {
	b.written.Write(sequences)
	b.Buffer.Write(windowTitle.ReplaceAll(sequences, nil))
	return len(sequences), nil
}

func (b *bell) WriteString(sequences string) (int, error) { return b.Write([]byte(sequences)) }
