// livepanel.go draws the panels of a wall and keeps them up to date.

package wall

import (
	"context"
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/linkvalue"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/wallfile"
	"foredeck/tui/widget"
)

// Panel is a panel of a wall. It must be used from the program's update loop only.
type Panel struct {
	deps   *screen.Deps
	spec   *wallfile.Panel
	value  load.State[linkvalue.Value] // of a view call or a bookmark
	rows   load.State[load.Table]      // of a query of the index
	polled time.Time
}

// newLivePanel returns a panel without data.
func newLivePanel(deps *screen.Deps, spec *wallfile.Panel) *Panel {
	return &Panel{deps: deps, spec: spec}
}

// content is what a panel shows.
type content struct {
	title         text.Safe
	body          body
	width, height int // of the room for body
	// status is the state of the data in body. isStale is set if it is older than a few refresh intervals.
	status  load.Status
	isStale bool
}

// IsSet reports whether the panel has something to show. It has not if it is about a pair of a watchlist that is shorter, about one that
// the price service does not have and that the user did not choose, or about a validator if neither the wall nor the user has one.
func (p *Panel) IsSet(wall *wallfile.Wall) bool {
	switch {
	case p.spec.Pair != "":
		pair := p.Pair()
		if pair != p.spec.Pair && len(p.deps.Prices.Watched()) == 0 && errors.Is(p.deps.Prices.Status(pair).Err, client.ErrNotFound) {
			return false
		}
		return pair != "" || !p.deps.Prices.Available()
	case p.spec.Kind == wallfile.Validator:
		return wall.Validator != "" || p.deps.Monitor.Member() >= 0
	}
	return true
}

// Poll requests what is due, and what charts of this width need.
func (p *Panel) Poll(ctx context.Context, width int) tea.Cmd {
	switch p.spec.Kind {
	case wallfile.Account:
		p.wantHoldings()
	case wallfile.View, wallfile.Saved:
		return p.loadValue(ctx)
	case wallfile.Query:
		return p.loadRows(ctx)
	case wallfile.Chart:
		return p.loadHistory(ctx, width)
	}
	return nil
}

// Handle stores the result of a request of the panel.
func (p *Panel) Handle(msg tea.Msg) {
	switch msg := msg.(type) {
	case load.Result[linkvalue.Value]:
		p.value.Accept(msg)
	case load.Result[load.Table]:
		p.rows.Accept(msg)
	}
}

// Cancel cancels the requests of the panel.
func (p *Panel) Cancel() {
	p.value.Cancel()
	p.rows.Cancel()
}

// Refresh makes all data of the panel due.
func (p *Panel) Refresh() {
	p.polled = time.Time{}
	if p.spec.Kind == wallfile.Account {
		p.requestHoldings()
	}
}

// minFresh is the age up to which no data is stale, however short its refresh interval is.
const minFresh = 15 * time.Second

// isStale reports whether data is older than three refresh intervals.
func isStale(status load.Status, interval time.Duration) bool {
	return status.Has && status.Age >= max(3*interval, minFresh)
}

// minTitle is the number of columns that a panel has for its title and corners beside a state.
const minTitle = 18

// Content returns what the panel shows in lines of this size.
func (p *Panel) Content(width, height int, isPlain bool) content {
	frameWidth, frameHeight := widget.Frame(isPlain)
	width, height = max(width-frameWidth, 1), max(height-frameHeight, 1)
	c := p.content(width, height)
	c.width, c.height = width, height
	if p.spec.Title != "" {
		c.title = text.Clean(p.spec.Title)
	}
	return c
}

// Draw draws the panel in lines of this size, with large digits of a number of rows. Stale data is dimmed, with its age. A failure does not
// hide what is known.
func (p *Panel) Draw(c *content, width, height, rows int, isPlain bool) []text.Line {
	th := p.deps.Theme
	drawn := widget.Panel{Title: c.title.In(th.Title), Body: c.body.draw(c.width, c.height, rows), Plain: isPlain}
	if c.isStale {
		for i, line := range drawn.Body {
			if len(line) > 0 {
				drawn.Body[i] = line.In(th.Faint)
			}
		}
		drawn.State = text.In(th.Warn, "%s ago", text.Elapsed(c.status.Age))
	}
	if c.status.Err != nil || !c.status.Wait.IsEmpty() {
		drawn.State = p.deps.StateLine(c.status)
		if c.status.Has && drawn.State.Width() > width-minTitle { // the age matters more than the reason
			drawn.State = text.In(th.Warn, "%s old", text.Elapsed(c.status.Age))
		}
	}
	return drawn.Draw(th, width, height)
}

func (p *Panel) content(width, height int) content {
	switch p.spec.Kind {
	case wallfile.Head:
		return p.chain(text.Const("Head"), headBody(p.deps, width))
	case wallfile.Gap:
		c := p.chain(text.Const("Since the last block"), gapBody(p.deps, width))
		c.isStale = false // the time is what the panel is about
		return c
	case wallfile.Votes:
		return p.chain(text.Const("Votes by member"), votesBody(p.deps, width, height))
	case wallfile.Validator:
		return p.chain(text.Const("Validator"), validatorBody(p.deps, width))
	case wallfile.Alerts:
		c := p.chain(text.Const("Alerts"), alertsBody(p.deps, width, height))
		c.isStale = false // alerts are open until they end
		return c
	case wallfile.Nodes:
		return content{title: text.Const("Nodes"), body: nodesBody(p.deps, width)}
	case wallfile.Price:
		return p.price(width)
	case wallfile.Chart:
		return p.chart(width, height)
	case wallfile.Account:
		return p.holdings(width, height)
	case wallfile.Query:
		return p.queryContent(width, height)
	}
	return p.valueContent(width, height)
}

// chain returns the content of a panel about blocks.
func (p *Panel) chain(title text.Safe, body body) content {
	c := content{title: title, body: body}
	c.status, c.isStale = Status(p.deps)
	return c
}
