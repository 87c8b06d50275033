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
	set      []store.Alert
	service  *market.Service // nil: not opened yet
	prices   *market.Prices  // nil: no alerts are set
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
	}
}

// take takes over the alerts that the deck has stored. It returns the alerts about those that were removed.
func (p *priceAlerts) take(saved *store.Store, now time.Time, to *live.Monitor) (removed []live.Alert, err error) {
	set := saved.Alerts()
	if slices.Equal(set, p.set) {
		return nil, nil
	}
	for _, old := range p.set {
		if !slices.ContainsFunc(set, func(alert store.Alert) bool { return alert.ID() == old.ID() }) {
			removed = append(removed, to.Drop(old.ID(), now)...)
		}
	}
	p.set = slices.Clone(set)
	if p.prices = nil; len(set) == 0 {
		return removed, nil
	}
	if p.service == nil {
		service, err := p.in.s.deckPrices(p.in.cmd)
		switch {
		case service.Client == nil && service.Feed == nil && err == nil:
			return removed, fmt.Errorf("%d price alerts are set, but the network has no price service", len(set))
		case service.Client == nil && service.Feed == nil:
			return removed, fmt.Errorf("price alerts: %w", err)
		}
		p.service = &service
	}
	p.prices = market.New(market.Options{Service: *p.service, Loader: load.NewLoader(time.Now), Store: saved})
	return removed, nil
}

// handle takes over a response and returns the alerts that it raises.
func (p *priceAlerts) handle(ctx context.Context, msg tea.Msg, to *live.Monitor) (alerts []live.Alert) {
	response, ok := msg.(market.ResponseMsg)
	if !ok || p.prices == nil {
		return nil
	}
	p.run(ctx, p.prices.Handle(response))
	for _, crossing := range p.prices.DrainCrossings() {
		alerts = append(alerts, crossing.Report(to, time.Now())...)
	}
	return alerts
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
