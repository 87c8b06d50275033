package tui

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/transport"
	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/clipboard"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// start is the time of every test: that of the newest block of the network.
var start = time.Date(2026, 11, 21, 12, 4, 29, 0, time.UTC)

// baseURL is what the deck believes to ask, so that it reads the same in every run.
const baseURL = "http://node.example:27000"

// deck drives a Model as the program's loop would, but one message at a time and without waiting.
type deck struct {
	testing.TB
	model *Model
	// deliverTo takes the messages in place of the model, for which it stands.
	deliverTo tea.Model
	network   *localnet.Network
	now       time.Time
	bound     bool      // every action has another key
	writes    int       // of the config file
	held      bool      // commands are kept in waiting and not run
	waiting   []tea.Cmd // commands that were not run
	streams   []tea.Cmd // commands that wait for what a stream tells
	round     http.RoundTripper
	bell      strings.Builder
	terminal  strings.Builder // escape sequences that were sent beside the frames
}

// setup is how a deck of a test differs from the usual one.
type setup struct {
	theme     theme.Theme
	transport func(http.RoundTripper) http.RoundTripper
	handler   http.Handler // answers in place of a network
	network   localnet.Options
	first     *target.Link
	version   client.Version
	held      bool
	nameless  bool     // nothing is saved
	pairs     []string // that are watched at first; nil: there is no price service
	unpriced  func(*http.Request) (status int, retryAfter string)
	notebook  *store.Store
	requests  *transport.Recorder
	settings  string // what the file of settings says
}

func newDeck(t testing.TB, width, height int, s setup) *deck {
	d := &deck{TB: t, now: start.Add(2 * time.Second), held: s.held}
	options := Options{Place: load.Endpoint{Network: "simulated", BaseURL: baseURL}, Simulated: true, Decimals: 8, Looks: Looks{Theme: s.theme}, Periods: config.DefaultPeriods(), First: s.first, Notebook: emptyNotebook(t), Requests: s.requests}
	if s.pairs != nil {
		s.handler = priced{s.handler, func() time.Time { return d.now }, s.unpriced}
	}
	if s.handler != nil {
		d.round = handled{s.handler}
		options.Place.Network, options.Simulated, options.Names = "local", false, named()
	} else {
		d.network = startNetwork(t, s.network)
		base := &http.Transport{}
		t.Cleanup(base.CloseIdleConnections)
		d.round = redirected{to: d.network.BaseURL(), next: base}
		for _, account := range d.network.Accounts() {
			options.Names = append(options.Names, target.Name{Name: account.Name, Address: account.Address})
		}
	}
	if s.transport != nil {
		d.round = s.transport(d.round)
	}
	if s.notebook != nil {
		options.Notebook = s.notebook
	}
	if s.nameless {
		options.Names = nil
	}
	var err error
	options.Networks.List = []screen.Network{{Name: options.Place.Network, Address: baseURL}}
	options.Node, err = client.NewNode(baseURL, client.WithTransport(d.round), client.WithVersion(s.version))
	require.NoError(t, err)
	if s.pairs != nil {
		options.Prices = Prices{Place: load.Endpoint{Network: "local", BaseURL: baseURL}, Keyed: true, Pairs: s.pairs}
		options.Prices.Client, err = client.NewPrices(baseURL, client.WithPricesTransport(d.round), client.WithAPIKey("secret"))
		require.NoError(t, err)
	}
	file := settingsFile(t, s.settings)
	reading := firstReading(t, file)
	if s.settings != "" {
		options.Reading, options.Periods, options.Networks.List = reading, reading.Settings.Periods, reading.Networks
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	options.Now = func() time.Time { return d.now }
	options.Looks.Sizes, options.Looks.Names = config.DefaultSizes(), config.Themes
	options.Settings, options.Reading = Settings{Path: file, Read: readingOf(file)}, reading
	options.Clipboard, options.Terminal = clipboard.New(&d.terminal, func(string) string { return "" }), &d.bell
	options.After = func(time.Duration, tea.Msg) tea.Cmd { return nil } // tests send the clock's messages themselves
	d.model = New(ctx, options)
	d.model.deps.Loader.SetRunner(d.aside)
	d.model.deps.Folder = t.TempDir()
	d.send(tea.WindowSizeMsg{Width: width, Height: height})
	d.run(d.model.Init())
	return d
}

func startNetwork(t testing.TB, options localnet.Options) *localnet.Network {
	options.Start = start
	network, err := localnet.Start(context.Background(), options)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	return network
}

// redirected sends what is meant for the deck's node to the network of the test.
type redirected struct {
	to   string
	next http.RoundTripper
}

func (r redirected) RoundTrip(request *http.Request) (*http.Response, error) {
	to, err := url.Parse(r.to)
	if err != nil {
		return nil, err
	}
	request = request.Clone(request.Context())
	request.URL.Scheme, request.URL.Host = to.Scheme, to.Host
	return r.next.RoundTrip(request)
}

// send gives the model a message, draws it as the program does after each one, and runs what it asks for.
func (d *deck) send(msg tea.Msg) {
	var to tea.Model = d.model
	if d.deliverTo != nil {
		to = d.deliverTo
	}
	_, cmd := to.Update(msg)
	to.View()
	d.run(cmd)
}

// run runs a command and all that follows from it.
func (d *deck) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	if d.held {
		d.waiting = append(d.waiting, cmd)
		return
	}
	d.deliver(cmd())
}

func (d *deck) deliver(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, cmd := range msg {
			d.run(cmd)
		}
	default:
		d.send(msg)
	}
}

// release runs what was held.
func (d *deck) release() {
	d.held = false
	waiting := d.waiting
	d.waiting = nil
	for _, cmd := range waiting {
		d.run(cmd)
	}
}

// press presses keys: words are named keys (enter, esc, pgdown, tab), or characters one by one.
func (d *deck) press(keys ...string) {
	for _, name := range keys {
		if key, ok := namedKeys[name]; ok {
			d.send(key)
			continue
		}
		for _, r := range name {
			if r == ' ' {
				d.send(tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}})
				continue
			}
			d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
		}
	}
}

var namedKeys = map[string]tea.KeyMsg{
	"enter": {Type: tea.KeyEnter}, "esc": {Type: tea.KeyEsc}, "tab": {Type: tea.KeyTab}, "shift+tab": {Type: tea.KeyShiftTab},
	"up": {Type: tea.KeyUp}, "down": {Type: tea.KeyDown}, "left": {Type: tea.KeyLeft}, "right": {Type: tea.KeyRight},
	"pgup": {Type: tea.KeyPgUp}, "pgdown": {Type: tea.KeyPgDown}, "home": {Type: tea.KeyHome}, "end": {Type: tea.KeyEnd},
	"backspace": {Type: tea.KeyBackspace}, "ctrl+u": {Type: tea.KeyCtrlU}, "ctrl+d": {Type: tea.KeyCtrlD}, "ctrl+c": {Type: tea.KeyCtrlC}, "ctrl+p": {Type: tea.KeyCtrlP}, "ctrl+n": {Type: tea.KeyCtrlN},
	"ctrl+z": {Type: tea.KeyCtrlZ}, "ctrl+l": {Type: tea.KeyCtrlL}, "alt+left": {Type: tea.KeyLeft, Alt: true}, "alt+right": {Type: tea.KeyRight, Alt: true},
	"space": {Type: tea.KeySpace, Runes: []rune{' '}},
}

// pass lets time go by: the clock's message comes once.
func (d *deck) pass(t time.Duration) {
	d.now = d.now.Add(t)
	d.send(clockMsg{})
}

// screen is the frame as a person reads it.
func (d *deck) screen() string {
	var plain strings.Builder
	for i, line := range d.model.Lines() {
		if i > 0 {
			plain.WriteByte('\n')
		}
		plain.WriteString(strings.TrimRight(string(line.Text()), " "))
	}
	return plain.String()
}

func (d *deck) shows(words ...string) {
	d.Helper()
	for _, word := range words {
		require.Contains(d, d.screen(), word)
	}
}

func (d *deck) hides(words ...string) {
	d.Helper()
	for _, word := range words {
		require.NotContains(d, d.screen(), word)
	}
}

// produce lets the network make a block.
func (d *deck) produce() {
	_, err := d.network.Produce(context.Background())
	require.NoError(d, err)
}

// openTreasury goes from Home to the account treasury.
func (d *deck) openTreasury() { d.press("treasury", "enter") }

// clipboard is what was copied last.
func (d *deck) clipboard() string {
	d.Helper()
	sequences := strings.Split(strings.TrimSuffix(d.terminal.String(), "\a"), "\a")
	encoded, ok := strings.CutPrefix(sequences[len(sequences)-1], "\x1b]52;c;")
	require.True(d, ok, "nothing was copied")
	copied, err := base64.StdEncoding.DecodeString(encoded)
	require.NoError(d, err)
	return string(copied)
}

// emptyNotebook keeps nothing when the test ends.
func emptyNotebook(t testing.TB) *store.Store {
	t.Helper()
	book, err := store.Open("")
	require.NoError(t, err)
	return book
}

// motion sets whether anything moves while one waits.
func (d *deck) motion(moves bool) {
	settings := *d.model.deps.Config
	settings.Motion = moves
	d.model.configure(&settings)
}

// copies returns the forms in which the selection can be copied.
func (d *deck) copies() []screen.Copy {
	var forms []screen.Copy
	if copier, ok := d.model.history.Visible().(screen.Copier); ok {
		forms = copier.Copies()
	}
	if link, ok := d.model.history.Link(); ok {
		forms = append(forms, screen.Copy{Form: "link", Value: link.String})
	}
	return forms
}

// exported returns the name and the lines of the only file in the deck's folder.
func exported(t *testing.T, d *deck) (name string, lines []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(d.model.deps.Folder, "*"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	content, err := os.ReadFile(files[0])
	require.NoError(t, err)
	return filepath.Base(files[0]), strings.Split(strings.TrimSpace(string(content)), "\n")
}
