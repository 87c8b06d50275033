package market

import (
	"context"
	"errors"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/transport"
)

const (
	// pushPause is the least time between two updates of pushed prices. It is shorter than a person can follow.
	pushPause = 200 * time.Millisecond
	// pushedFor is the time without a pushed price after which a pair is polled as without a stream.
	pushedFor = 30 * time.Second
	// maxStreamPairs is the number of pairs of a stream beyond which it is opened again, with those that are wanted then.
	maxStreamPairs = 120
)

// pushes is the state of the price service's WebSocket.
type pushes struct {
	stream  *client.PriceStream // nil if closed
	cancel  context.CancelFunc
	pairs   map[string]bool // that were subscribed to
	live    bool            // prices arrive
	refused bool            // the service has no stream
}

// push is what a stream received.
type push struct {
	ctx    context.Context
	stream *client.PriceStream
	prices []client.PushedPrice
	live   bool
	err    error
}

// Follow keeps the stream of the service open while prices are on screen or have alerts, and subscribes to their pairs. The command waits
// for prices. Call it once a second, with the context of the network.
func (p *Prices) Follow(ctx context.Context) (next tea.Cmd) {
	if !p.wanted() {
		p.closeStream()
		return nil
	}
	if p.service.Feed != nil || p.pushes.refused || !p.service.Client.CanStream() {
		return nil
	}
	pairs, _ := p.wantedPairs()
	if len(p.pushes.pairs) > maxStreamPairs {
		p.closeStream()
	}
	if p.pushes.stream == nil {
		ctx, cancel := context.WithCancel(ctx)
		p.pushes = pushes{stream: p.service.Client.OpenStream(ctx), cancel: cancel, pairs: map[string]bool{}}
		next = receive(ctx, p.pushes.stream, 0)
	}
	pairs = slices.DeleteFunc(pairs, func(pair string) bool { return p.pushes.pairs[pair] })
	for _, pair := range pairs {
		p.pushes.pairs[pair] = true
	}
	p.pushes.stream.Subscribe(pairs...)
	return next
}

// closeStream ends the stream, if any.
func (p *Prices) closeStream() {
	if p.pushes.cancel != nil {
		p.pushes.cancel()
	}
	p.pushes = pushes{refused: p.pushes.refused}
}

// receive returns a command that waits for prices, after a pause.
func receive(ctx context.Context, stream *client.PriceStream, pause time.Duration) tea.Cmd {
	return func() tea.Msg {
		if pause > 0 && transport.Sleep(ctx, pause) != nil {
			return nil
		}
		prices, live, err := stream.Next(ctx)
		return ResponseMsg{push: &push{ctx, stream, prices, live, err}}
	}
}

// handlePush takes over pushed prices of pairs that were polled once: a push has not all that is shown.
func (p *Prices) handlePush(msg push) tea.Cmd {
	if msg.stream != p.pushes.stream {
		return nil
	}
	if msg.err != nil {
		p.pushes.refused = errors.Is(msg.err, client.ErrUnsupported)
		p.closeStream()
		return nil
	}
	p.pushes.live = msg.live
	now := p.loader.Now()
	for _, pushed := range msg.prices {
		q := p.quotes[pushed.Pair]
		if q == nil {
			continue
		}
		q.pushed, q.pushedAt = pushed, now
		before, ok := q.state.Value()
		if latest := q.withPushed(before); ok && latest.Time != before.Time {
			q.state.Replace(latest, now)
			p.priced(pushed.Pair, before.Price, latest, now)
		}
	}
	return receive(msg.ctx, msg.stream, p.pushPause)
}

// withPushed returns a latest price with what was pushed, if that is newer.
func (q *quote) withPushed(latest client.Instrument) client.Instrument {
	if q.pushed.Price != "" && (latest.Time == nil || q.pushed.Time > *latest.Time) {
		latest.Price = q.pushed.Price
		latest.Time = new(q.pushed.Time)
	}
	return latest
}

// arePushed reports whether the service pushes the prices of all pairs on screen and with alerts.
func (p *Prices) arePushed() bool {
	for _, alert := range p.store.Alerts() {
		if !p.Live(alert.Pair) {
			return false
		}
	}
	for _, pair := range p.rows() {
		if !p.Live(pair) {
			return false
		}
	}
	return p.visiblePair == "" || p.Live(p.visiblePair)
}

// Live reports whether the service pushes a pair's price as it changes.
func (p *Prices) Live(pair string) bool {
	q := p.quotes[pair]
	return p.pushes.live && q != nil && p.loader.Now().Sub(q.pushedAt) < pushedFor
}
