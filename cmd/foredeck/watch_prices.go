package main

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/live"
	"foredeck/tui/load"
	"foredeck/tui/market"
	"foredeck/tui/store"
)

// priceAlerts evaluates the price alerts that were set in the deck. Its methods are called by one goroutine.
type priceAlerts struct {
	in       *invocation
	set      []store.Alert   // when it was last read
	service  *market.Service // nil: not opened yet
	prices   *market.Prices  // nil: no alerts are set
	saved    *store.Store    // of prices
	messages chan tea.Msg    // responses, to be passed to handle
	running  sync.WaitGroup
}

func newPriceAlerts(in *invocation) *priceAlerts {
	return &priceAlerts{in: in, messages: make(chan tea.Msg)}
}

// tick requests what is due, once a second.
func (p *priceAlerts) tick(ctx context.Context) {
	if p.prices != nil {
		p.run(ctx, p.prices.Tick(ctx))
		p.run(ctx, p.prices.Follow(ctx))
		p.run(ctx, p.prices.Sync())
	}
}

// take begins to evaluate the alerts that the deck has stored, if there are any. From then on the prices follow the file themselves: the
// state of an alert is there, and a watch that starts again does not raise it a second time.
func (p *priceAlerts) take(saved *store.Store) error {
	set := saved.Alerts()
	if p.prices != nil || slices.Equal(set, p.set) {
		return nil
	}
	if p.set = slices.Clone(set); len(set) == 0 {
		return nil
	}
	if p.service == nil {
		service, err := p.in.s.deckPrices(p.in.cmd)
		switch {
		case service.Client == nil && service.Feed == nil && err == nil:
			return fmt.Errorf("%d price alerts are set, but the network has no price service", len(set))
		case service.Client == nil && service.Feed == nil:
			return fmt.Errorf("price alerts: %w", err)
		}
		p.service = &service
	}
	p.saved = saved
	p.prices = market.New(market.Options{Service: *p.service, Loader: load.NewLoader(time.Now), Store: saved, Silent: true})
	return nil
}

// handle takes over a response and returns the alerts that it raises.
func (p *priceAlerts) handle(ctx context.Context, msg tea.Msg, to *live.Monitor) (alerts []live.Alert) {
	response, ok := msg.(market.ResponseMsg)
	if !ok || p.prices == nil {
		return nil
	}
	p.run(ctx, p.prices.Handle(response))
	for _, crossing := range p.prices.DrainCrossings() {
		raised := crossing.Report(to, time.Now()) // also of what a deck reports: the monitor knows what is open
		if !crossing.IsElsewhere {
			alerts = append(alerts, raised...)
			p.keep(raised)
		}
		if crossing.Number != 0 && !crossing.IsElsewhere {
			p.prices.EndFiring(crossing.Number) // the receivers get them in order, and the outbox has those that they do not take
		}
	}
	p.run(ctx, p.prices.Sync())
	return alerts
}

// keep stores the alerts that are over, for the list of the deck: a deck that is open holds those that the watch rings, and stores none.
func (p *priceAlerts) keep(raised []live.Alert) {
	for i := range raised {
		if !raised[i].IsOpen() {
			p.saved.AddPastAlert(raised[i].Condition)
		}
	}
}

// end waits for what was begun, after the end of its context, and writes what waits to be stored.
func (p *priceAlerts) end() error {
	p.running.Wait()
	if p.saved == nil {
		return nil
	}
	return p.saved.Flush()
}

// run makes requests in the background. Their responses arrive as messages.
func (p *priceAlerts) run(ctx context.Context, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	p.running.Go(func() {
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			for _, each := range msg {
				p.run(ctx, each)
			}
		default:
			select {
			case p.messages <- msg:
			case <-ctx.Done():
			}
		}
	})
}
