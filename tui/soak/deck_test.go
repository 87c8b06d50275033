package soak

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/diskcache"
	"foredeck/client/transport"
	"foredeck/tui"
	"foredeck/tui/load"
	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/tuitest"
)

const (
	validator  = 17 // the user's validator
	watched    = "btc_usdt"
	cacheLimit = 4 << 20 // bytes; small, so that both caches evict
)

// deck is the whole deck without a terminal: its model, client and transport, and its files in a folder. As in the program, commands
// run in goroutines and one loop handles the messages.
type deck struct {
	t       *testing.T
	setup   setup
	model   *tui.Model
	store   *store.Store
	blocks  *diskcache.Blocks
	candles *diskcache.Candles

	ctx      context.Context
	cancel   context.CancelFunc
	messages chan tea.Msg
	calls    chan func()
	commands sync.WaitGroup
	checks   *checks
	drawn    time.Time
	measured []measurement
}

// setup is what a deck runs on.
type setup struct {
	folder string // of the deck's files
	bases  []string
	next   http.RoundTripper
	apiKey string
	now    func() time.Time // nil: the system's clock
	idle   func()           // closes idle connections; nil: there are none
}

// newDeck opens a deck. checks see what it delivers.
func newDeck(t *testing.T, s setup, c *checks) *deck {
	d := &deck{t: t, setup: s, messages: make(chan tea.Msg), calls: make(chan func()), checks: c}
	d.open()
	return d
}

// open opens the files and the deck in a window.
func (d *deck) open() {
	t, s := d.t, d.setup
	var err error
	d.store, err = store.Open(filepath.Join(s.folder, "state.db"))
	require.NoError(t, err)
	d.blocks, err = diskcache.OpenBlocks(filepath.Join(s.folder, "blocks.db"), cacheLimit)
	require.NoError(t, err)
	d.candles, err = diskcache.OpenCandles(filepath.Join(s.folder, "candles.db"), cacheLimit)
	require.NoError(t, err)
	policy := transport.Default()
	policy.Next, policy.Bases, policy.Recorder = s.next, s.bases, new(transport.Recorder)
	roundTripper, err := policy.Transport()
	require.NoError(t, err)
	node, err := client.NewNode(s.bases[0], client.WithTransport(roundTripper), client.WithBlockCache(d.blocks))
	require.NoError(t, err)
	// As in the program, prices have a transport without retries: the deck paces and retries them.
	policy.MaxAttempts = 1
	roundTripper, err = policy.Transport()
	require.NoError(t, err)
	service, err := client.NewPrices(s.bases[0], client.WithPricesTransport(roundTripper), client.WithAPIKey(s.apiKey), client.WithCandleCache(d.candles))
	require.NoError(t, err)
	endpoint := load.Endpoint{Network: "soak", BaseURL: s.bases[0]}
	d.ctx, d.cancel = context.WithCancel(t.Context())
	d.model = tui.New(d.ctx, tui.Options{
		Connection: screen.Connection{
			Endpoint: endpoint, Node: node, Traffic: load.Traffic{Requests: policy.Recorder}, Store: d.store, Heights: d.blocks.Newest(),
			Service: market.Service{Client: service, Endpoint: endpoint, Keyed: true, Pairs: []string{watched, "eth_usdt"}},
		},
		Now: s.now, Terminal: d.checks,
	})
	d.model.Deps().Directory = s.folder
	d.run(d.model.Init())
	d.send(tea.WindowSizeMsg{Width: 120, Height: 40})
}

// close ends the deck as the program does, and waits until everything has stopped.
func (d *deck) close() {
	d.cancel()
	d.commands.Wait()
	require.NoError(d.t, d.store.Flush())
	require.NoError(d.t, d.blocks.Close())
	require.NoError(d.t, d.candles.Close())
}

// reopen closes the deck and opens it again, and checks that nothing is lost on the way.
func (d *deck) reopen() {
	d.do(func() {
		top, alerts := d.checks.top, d.store.Alerts()
		d.model.Deps().SaveHead() // as leaving the screen does when the deck is quit
		d.close()
		d.open()
		d.checks.reopened()
		head, member := d.store.Head(), d.store.Member()
		if head == nil || head.Height != top || member == nil || *member != validator || len(d.store.Alerts()) != len(alerts) {
			d.checks.fail("reopened at %v with validator %v and %d alerts, not at %d with %d", head, member, len(d.store.Alerts()), top, len(alerts))
			return
		}
		for i, alert := range d.store.Alerts() {
			if before := alerts[i]; !alert.Fired.Equal(before.Fired) || alert.Armed != before.Armed {
				d.checks.fail("alert %v was %v before the deck was closed", alert, before)
			}
		}
	})
	d.openBlocks()
}

// run runs a command in the background.
func (d *deck) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	d.commands.Go(func() {
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			for _, cmd := range msg {
				d.run(cmd)
			}
		default:
			select {
			case d.messages <- msg:
			case <-d.ctx.Done():
			}
		}
	})
}

// send handles a message, and draws a frame every second.
func (d *deck) send(msg tea.Msg) {
	_, cmd := d.model.Update(msg)
	d.run(cmd)
	d.checks.observe(d.model.Deps())
	if now := time.Now(); now.Sub(d.drawn) >= time.Second {
		d.drawn = now
		d.model.View()
		d.checks.settle()
	}
}

// loop handles messages until ended is closed.
func (d *deck) loop(ended <-chan struct{}) {
	for {
		select {
		case msg := <-d.messages:
			d.send(msg)
		case call := <-d.calls:
			call()
		case <-ended:
			return
		}
	}
}

// do calls a function on the loop and waits for it.
func (d *deck) do(call func()) {
	done := make(chan struct{})
	d.calls <- func() {
		defer close(done)
		call()
	}
	<-done
}

// press presses keys, with a moment between them.
func (d *deck) press(names ...string) {
	for _, name := range names {
		keys := []tea.KeyMsg{tuitest.Keys[name]}
		if _, named := tuitest.Keys[name]; !named {
			keys = nil
			for _, r := range name {
				keys = append(keys, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
			}
		}
		for _, key := range keys {
			if key.String() == " " {
				key.Type = tea.KeySpace
			}
			key.Runes = slices.Clone(key.Runes) // text fields write to it
			d.do(func() { d.send(key) })
			time.Sleep(200 * time.Millisecond) // on the bubble's clock, or in real time beside a process
		}
	}
}

// openBlocks opens the list of blocks.
func (d *deck) openBlocks() {
	d.press("space", "b")
	isList := func() (is bool) {
		d.do(func() { is = len(d.model.Screen().Crumbs()) == 1 })
		return is
	}
	for !isList() {
		d.press("esc") // from a maximized panel, votes, statistics or alerts
	}
	d.do(d.checks.resume)
}

// openPrices opens the prices screen; the deck stops following blocks.
func (d *deck) openPrices() {
	d.do(d.checks.suspend)
	d.press("space", "p")
}

// begin sets the user's validator and alerts on a price, and follows the blocks.
func (d *deck) begin() {
	d.openPrices()
	level := 0.0
	for level == 0 {
		time.Sleep(time.Second) // on the bubble's clock, or in real time beside a process
		d.do(func() {
			if latest, ok := d.model.Deps().Prices.Latest(watched); ok {
				level = number(latest.Price)
			}
		})
	}
	for _, percent := range alertsAt {
		d.press("a", fmt.Sprintf("> %.2f", level*(1+percent/100)), "enter")
	}
	d.press("space", "b", "m", "17", "enter")
	d.do(func() {
		if len(d.store.Alerts()) != len(alertsAt) || d.store.Member() == nil || *d.store.Member() != validator {
			d.checks.fail("%d alerts, validator %v:\n%s", len(d.store.Alerts()), d.store.Member(), d.frame())
		}
		d.checks.resume()
	})
}

// alertsAt are the levels of the alerts, in percent above the first price.
var alertsAt = [...]float64{-2, -1, -0.5, 0, 0.5, 1, 2}

// frame returns what the window shows.
func (d *deck) frame() string {
	var lines []string
	for line := range strings.SplitSeq(d.model.View(), "\n") {
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return strings.Join(lines, "\n")
}
