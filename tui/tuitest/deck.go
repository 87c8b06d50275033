// Package tuitest drives the deck in tests: New opens it over a fixture node or an embedded network, Press and Send give it keys
// and messages, Shows and Hides look at what it draws. Commands run at once and in order, time moves only by Pass, and nothing is
// asked of a real network. Frames compares the bodies of screens with files in testdata.
//
// Only tests import it.
package tuitest

import (
	"bytes"
	"context"
	"encoding/base64"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/transport"
	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui"
	"foredeck/tui/appearance"
	"foredeck/tui/clipboard"
	"foredeck/tui/load"
	"foredeck/tui/prefs"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
)

// Start is the time of the newest block of every network. Decks open two seconds later.
var Start = time.Date(2026, 11, 21, 12, 4, 29, 0, time.UTC)

// BaseURL is the address of the node as the deck sees it, the same in every run.
const BaseURL = "http://node.example:27000"

// Setup is how a deck is opened. The zero value opens an embedded network.
type Setup struct {
	Theme     theme.Theme
	Handler   http.Handler                                   // node in place of an embedded network, such as Node
	Network   localnet.Options                               // of the embedded network
	Transport func(http.RoundTripper) http.RoundTripper      // wraps the transport to the node
	Version   client.Version                                 // of the API; zero means detected
	First     *target.Link                                   // opened at the start
	Held      bool                                           // commands wait from the start, see Deck.Held
	NoNames   bool                                           // the network brings no names
	Pairs     []string                                       // watched pairs; nil means no price service
	PriceFail func(*http.Request) (status int, after string) // answers in place of the price service unless status is 0
	Store     *store.Store                                   // nil means an empty one in memory
	Requests  *transport.Recorder                            // nil means requests are not recorded
	Config    string                                         // content of the config file
	Options   func(*tui.Options)                             // changes the options before the deck opens
}

// Deck drives a deck as the program's loop does, one message at a time. It draws a frame after each message.
type Deck struct {
	testing.TB
	Model   *tui.Model
	Network *localnet.Network // nil with a Setup.Handler
	// Held collects commands in Waiting in place of running them, until Release.
	Held    bool
	Waiting []tea.Cmd
	Streams []tea.Cmd // commands that wait for a stream, run by Hear
	// Program receives messages in place of Model if set. It wraps Model.
	Program tea.Model
	// Rewrite changes messages before they are sent, if set.
	Rewrite func(tea.Msg) tea.Msg
	// Line is the connection to the node, Transport all of the transport over it.
	Line      *Line
	Transport http.RoundTripper
	Bell      bytes.Buffer // bytes written to ring the terminal's bell
	Terminal  bytes.Buffer // escape sequences written beside the frames
	// Levels are the mean prices of the price service by pair.
	Levels map[string]float64
	// Config is the path of the config file.
	Config string

	timers []timer
	writes int // of the config file

	clock sync.Mutex // guards now
	now   time.Time
}

// timer is a message that the deck has scheduled.
type timer struct {
	at  time.Time
	msg tea.Msg
}

// New opens a deck in a window of the given size.
func New(t testing.TB, width, height int, s Setup) *Deck {
	d := &Deck{TB: t, now: Start.Add(2 * time.Second), Held: s.Held, Config: configFile(t, s.Config), Levels: maps.Clone(levels)}
	options := tui.Options{
		Endpoint: load.Endpoint{Network: "simulated", BaseURL: BaseURL}, Simulated: true, Decimals: 8, First: s.First, Requests: s.Requests, Store: s.Store,
		Now: d.Now, After: d.after, Terminal: &d.Bell, Clipboard: clipboard.New(&d.Terminal, func(string) string { return "" }),
		Config: prefs.Source{Path: d.Config, Read: ReadConfig(d.Config)}, Reading: firstReading(t, d.Config),
		Themes: appearance.Themes{Theme: s.Theme, Names: config.Themes},
	}
	if s.Pairs != nil {
		s.Handler = priced{s.Handler, d.Now, s.PriceFail, d.Levels}
	}
	if s.Handler != nil {
		d.Transport = handled{s.Handler}
		options.Endpoint.Network, options.Simulated, options.Names = "local", false, nodeNames()
	} else {
		d.Network = StartNetwork(t, s.Network)
		base := &http.Transport{}
		t.Cleanup(base.CloseIdleConnections)
		d.Transport = redirected{to: d.Network.BaseURL(), next: base}
		for _, account := range d.Network.Accounts() {
			options.Names = append(options.Names, target.Name{Name: account.Name, Address: account.Address})
		}
	}
	d.Line = &Line{next: d.Transport}
	d.Transport = d.Line
	if s.Transport != nil {
		d.Transport = s.Transport(d.Transport)
	}
	if s.Store == nil {
		options.Store = EmptyStore(t)
	}
	if s.NoNames {
		options.Names = nil
	}
	options.Networks.List = []screen.Network{{Name: options.Endpoint.Network, Address: BaseURL}}
	if s.Config != "" {
		options.Networks.List = options.Reading.Networks
	}
	var err error
	options.Node, err = client.NewNode(BaseURL, client.WithTransport(d.Transport), client.WithVersion(s.Version))
	require.NoError(t, err)
	if s.Pairs != nil {
		options.Prices = tui.Prices{Endpoint: load.Endpoint{Network: "local", BaseURL: BaseURL}, Keyed: true, Pairs: s.Pairs}
		options.Prices.Client, err = client.NewPrices(BaseURL, client.WithPricesTransport(d.Transport), client.WithAPIKey("secret"))
		require.NoError(t, err)
	}
	if s.Options != nil {
		s.Options(&options)
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	d.Model = tui.New(ctx, options)
	d.Deps().Loader.SetRunner(d.aside)
	d.Deps().Directory = t.TempDir()
	cmd := d.Model.Init() // as in a program, the size of the window comes after it
	d.Resize(width, height)
	d.Run(cmd)
	return d
}

// StartNetwork starts an embedded network that ends with the test.
func StartNetwork(t testing.TB, options localnet.Options) *localnet.Network {
	options.Start = Start
	network, err := localnet.Start(context.Background(), options)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	return network
}

// redirected sends requests for BaseURL to the network of the test.
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

// Deps is what the deck's screens share.
func (d *Deck) Deps() *screen.Deps { return d.Model.Deps() }

// Screen is the visible screen.
func (d *Deck) Screen() screen.Screen { return d.Model.Screen() }

// Send gives the deck a message, draws a frame and runs the resulting command.
func (d *Deck) Send(msg tea.Msg) {
	if d.Rewrite != nil {
		msg = d.Rewrite(msg)
	}
	var program tea.Model = d.Model
	if d.Program != nil {
		program = d.Program
	}
	_, cmd := program.Update(msg)
	program.View()
	d.Run(cmd)
}

// Run runs a command and all that follow from it, or adds it to Waiting while Held.
func (d *Deck) Run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	if d.Held {
		d.Waiting = append(d.Waiting, cmd)
		return
	}
	d.Deliver(cmd())
}

// Deliver sends the message that a command returned. The commands of a batch run in order.
func (d *Deck) Deliver(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, cmd := range msg {
			d.Run(cmd)
		}
	default:
		d.Send(msg)
	}
}

// Release runs the commands in Waiting and ends Held.
func (d *Deck) Release() {
	d.Held = false
	waiting := d.Waiting
	d.Waiting = nil
	for _, cmd := range waiting {
		d.Run(cmd)
	}
}

// RunNext runs the oldest command in Waiting. The commands that follow from it wait while Held.
func (d *Deck) RunNext() {
	d.Helper()
	require.NotEmpty(d, d.Waiting, "no command is waiting")
	cmd := d.Waiting[0]
	d.Waiting = d.Waiting[1:]
	d.Deliver(cmd())
}

// aside collects the commands that wait for a stream.
func (d *Deck) aside(cmd tea.Cmd) tea.Cmd {
	d.Streams = append(d.Streams, cmd)
	return nil
}

// Hear runs the commands that wait for a stream, until each has received something.
func (d *Deck) Hear() {
	d.Helper()
	require.NotEmpty(d, d.Streams, "no stream is open")
	streams := d.Streams
	d.Streams = nil
	for _, cmd := range streams {
		d.Deliver(cmd())
	}
}

// HearUntil hears until the frame contains the words.
func (d *Deck) HearUntil(words string) {
	d.Helper()
	for !strings.Contains(d.Frame(), words) {
		d.Hear()
	}
}

// Press presses keys. An element is the name of a key (enter, pgdown, ctrl+p) or characters that are pressed one by one.
func (d *Deck) Press(keys ...string) {
	for _, name := range keys {
		if key, ok := Keys[name]; ok {
			d.Send(key)
			continue
		}
		for _, r := range name {
			if r == ' ' {
				d.Send(Keys["space"])
				continue
			}
			d.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
		}
	}
}

// Keys are the named keys.
var Keys = map[string]tea.KeyMsg{
	"enter": {Type: tea.KeyEnter}, "esc": {Type: tea.KeyEsc}, "tab": {Type: tea.KeyTab}, "shift+tab": {Type: tea.KeyShiftTab},
	"up": {Type: tea.KeyUp}, "down": {Type: tea.KeyDown}, "left": {Type: tea.KeyLeft}, "right": {Type: tea.KeyRight},
	"pgup": {Type: tea.KeyPgUp}, "pgdown": {Type: tea.KeyPgDown}, "home": {Type: tea.KeyHome}, "end": {Type: tea.KeyEnd},
	"backspace": {Type: tea.KeyBackspace}, "ctrl+u": {Type: tea.KeyCtrlU}, "ctrl+d": {Type: tea.KeyCtrlD}, "ctrl+c": {Type: tea.KeyCtrlC}, "ctrl+p": {Type: tea.KeyCtrlP}, "ctrl+n": {Type: tea.KeyCtrlN},
	"ctrl+z": {Type: tea.KeyCtrlZ}, "ctrl+l": {Type: tea.KeyCtrlL}, "alt+left": {Type: tea.KeyLeft, Alt: true}, "alt+right": {Type: tea.KeyRight, Alt: true},
	"space": {Type: tea.KeySpace, Runes: []rune{' '}},
}

// Resize resizes the window.
func (d *Deck) Resize(width, height int) { d.Send(tea.WindowSizeMsg{Width: width, Height: height}) }

// after schedules a message of the deck.
func (d *Deck) after(delay time.Duration, msg tea.Msg) tea.Cmd {
	d.timers = append(d.timers, timer{d.Now().Add(delay), msg})
	return nil
}

// Now returns the time of the deck's clock. Loads read it on their own goroutines.
func (d *Deck) Now() time.Time {
	d.clock.Lock()
	defer d.clock.Unlock()
	return d.now
}

// Advance moves the clock without delivering messages.
func (d *Deck) Advance(t time.Duration) {
	d.clock.Lock()
	defer d.clock.Unlock()
	d.now = d.now.Add(t)
}

// Pass moves the clock and delivers the scheduled messages that are due, each once: a tick that is due several times comes once.
func (d *Deck) Pass(t time.Duration) {
	d.Advance(t)
	timers := d.timers
	d.timers = nil
	for _, timer := range timers {
		if timer.at.After(d.Now()) {
			d.timers = append(d.timers, timer)
			continue
		}
		d.Send(timer.msg)
	}
}

// Wait passes seconds one by one.
func (d *Deck) Wait(seconds int) {
	for range seconds {
		d.Pass(time.Second)
	}
}

// Produce makes the embedded network produce a block.
func (d *Deck) Produce() {
	d.Helper()
	_, err := d.Network.Produce(context.Background())
	require.NoError(d, err)
}

// Frame is the text of the window, without trailing spaces.
func (d *Deck) Frame() string { return plainText(d.Model.Lines()) }

// Body is the text of the visible screen, and of the overlay above it, without the frame around it.
func (d *Deck) Body() string { return plainText(d.Model.Body()) }

// Shows requires all words in the frame.
func (d *Deck) Shows(words ...string) {
	d.Helper()
	for _, word := range words {
		require.Contains(d, d.Frame(), word)
	}
}

// Hides requires that none of the words is in the frame.
func (d *Deck) Hides(words ...string) {
	d.Helper()
	for _, word := range words {
		require.NotContains(d, d.Frame(), word)
	}
}

// LineWith is the first line of the frame with the words.
func (d *Deck) LineWith(words string) string {
	d.Helper()
	return strings.Split(d.Frame(), "\n")[d.LineOf(words)]
}

// LineOf is the number of the first line of the frame with the words.
func (d *Deck) LineOf(words string) int {
	d.Helper()
	for i, line := range strings.Split(d.Frame(), "\n") {
		if strings.Contains(line, words) {
			return i
		}
	}
	require.Fail(d, "no line with "+words, d.Frame())
	return 0
}

// FrameAboveKeys is the frame without the row of keys.
func (d *Deck) FrameAboveKeys() string {
	frame := d.Frame()
	return frame[:max(strings.LastIndex(frame, "\n"), 0)]
}

// Crumb is the last part of the breadcrumb.
func (d *Deck) Crumb() string {
	crumbs := strings.Split(strings.Split(d.Frame(), "\n")[1], " › ")
	return crumbs[len(crumbs)-1]
}

// SelectedRow is the first words of the selected row.
func (d *Deck) SelectedRow() string {
	d.Helper()
	_, row, found := strings.Cut(d.Frame(), "▸ ")
	require.True(d, found, "no row is selected")
	words := strings.Fields(row)
	return strings.Join(words[:min(len(words), 4)], " ")
}

// Click clicks the first cell of the words.
func (d *Deck) Click(words string) {
	d.Helper()
	d.ClickAt(words, 0)
}

// ClickAt clicks a number of columns to the right of where the words begin.
func (d *Deck) ClickAt(words string, columns int) {
	d.Helper()
	y := d.LineOf(words)
	line := strings.Split(d.Frame(), "\n")[y]
	x := utf8.RuneCountInString(line[:strings.Index(line, words)]) + columns
	d.Send(tea.MouseMsg{X: x, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
}

// Wheel turns the wheel over the body.
func (d *Deck) Wheel(button tea.MouseButton) {
	d.Send(tea.MouseMsg{X: 10, Y: 12, Action: tea.MouseActionPress, Button: button})
}

// Clipboard is what was copied last.
func (d *Deck) Clipboard() string {
	d.Helper()
	sequences := strings.Split(strings.TrimSuffix(d.Terminal.String(), "\a"), "\a")
	encoded, ok := strings.CutPrefix(sequences[len(sequences)-1], "\x1b]52;c;")
	require.True(d, ok, "nothing was copied")
	copied, err := base64.StdEncoding.DecodeString(encoded)
	require.NoError(d, err)
	return string(copied)
}

// Quit quits the deck.
func (d *Deck) Quit() { d.Press("ctrl+c") }

// Exported returns the name and the lines of the only file in the deck's folder.
func (d *Deck) Exported() (name string, lines []string) {
	d.Helper()
	files, err := filepath.Glob(filepath.Join(d.Deps().Directory, "*"))
	require.NoError(d, err)
	require.Len(d, files, 1)
	content, err := os.ReadFile(files[0])
	require.NoError(d, err)
	return filepath.Base(files[0]), strings.Split(strings.TrimSpace(string(content)), "\n")
}

// CopyForms returns everything the screen can copy now, by form.
func (d *Deck) CopyForms() map[string]string {
	forms := map[string]string{}
	if copier, ok := d.Screen().(screen.Copier); ok {
		for _, form := range copier.Copies() {
			forms[string(form.Form)] = form.Value()
		}
	}
	if placed, ok := d.Screen().(screen.Linkable); ok {
		if link, ok := placed.Link(); ok {
			forms["link"] = link.String()
		}
	}
	return forms
}
