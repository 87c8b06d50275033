package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/tui/load"
	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// toggle watches the selected pair, or stops that. A pair that the service does not know is not watched.
func (m *Watchlist) toggle() tea.Cmd {
	pair := m.current
	if err := m.deps.Prices.Status(pair).Err; err != nil && !m.IsWatched() && m.deps.Prices.Explain(err).Kind == load.NotFound {
		return m.deps.Post(screen.StatusMsg{Text: m.refusal(pair, err), Warn: true})
	}
	isWatched := m.deps.Prices.Watch(pair)
	m.rebuild()
	if isWatched {
		return m.deps.SaveAndReport(text.Format("watching %s: shown on Home", text.Clean(pair)))
	}
	return m.deps.SaveAndReport(text.Format("unwatched: %s", text.Clean(pair)))
}

// promptPair asks for a pair, and checks with the service that it exists before it is watched.
func (m *Watchlist) promptPair() tea.Cmd {
	return m.deps.Post(screen.PromptMsg{Title: text.Const("Watch"), Hint: text.Const("pair, for example btc_usdt"), Submit: func(typed string) (tea.Cmd, error) {
		pair, err := parsePair(typed)
		if err != nil {
			return nil, m.invalid(typed)
		}
		if slices.Contains(m.deps.Prices.Watched(), pair) {
			m.SetCurrent(pair)
			m.deps.Post(selectedMsg{})
			return m.deps.Post(screen.StatusMsg{Text: text.Format("already watched: %s", text.Clean(pair))}), nil
		}
		return m.check.start(m.ctx, pair)
	}})
}

// selectedMsg makes the screen follow the selection after it has changed in a prompt.
type selectedMsg struct{}

// check is the question whether the price service has a pair.
type check struct {
	prices *market.Prices
	pair   string // empty: none is checked
}

// start asks for the price of a pair, in place of another one.
func (c *check) start(ctx context.Context, pair string) (tea.Cmd, error) {
	if wait := c.prices.Backoff(); wait > 0 {
		return nil, fmt.Errorf("rate limited: retry in %s", text.Elapsed(wait))
	}
	c.cancel()
	c.pair = pair
	return c.prices.Check(ctx, pair), nil
}

func (c *check) cancel() {
	if c.pair != "" {
		c.prices.CancelCheck(c.pair)
		c.pair = ""
	}
}

// finish returns the answer about a pair. ok is false if it was not asked for, or is still open.
func (c *check) finish(pair string) (answer load.Status, ok bool) {
	answer = c.prices.Status(pair)
	if pair == "" || c.pair != pair || answer.Loading {
		return answer, false
	}
	c.pair = ""
	return answer, true
}

var errPair = errors.New("must be two symbols joined by _, for example btc_usdt")

func isPair(name string) bool {
	_, err := parsePair(name)
	return err == nil
}

func parsePair(typed string) (string, error) {
	found, err := target.Parse(normalized(typed), nil, func(kind target.Kind) bool { return kind == target.Pair })
	if err != nil {
		return "", errPair
	}
	return found.Pair, nil
}

func normalized(typed string) string { return strings.ToLower(strings.TrimSpace(typed)) }

// invalid explains why a text is not a pair, with the known one that was probably meant.
func (m *Watchlist) invalid(typed string) error {
	if near := m.nearest(normalized(typed)); near != "" {
		return fmt.Errorf("must be two symbols joined by _; did you mean %s?", near)
	}
	return errPair
}

// nearest returns the known pair that a text probably means, "" if there is none.
func (m *Watchlist) nearest(typed string) string {
	known := m.deps.Prices.KnownPairs()
	if base, quote, ok := strings.Cut(typed, "_"); ok && slices.Contains(known, quote+"_"+base) {
		return quote + "_" + base
	}
	known = slices.DeleteFunc(known, func(pair string) bool { return pair == typed })
	return config.Nearest(typed, known)
}

// Checking draws that a pair is being checked, nil if none is.
func (m *Watchlist) Checking() text.Line {
	if m.check.pair == "" {
		return nil
	}
	return m.deps.Spinner(m.deps.Prices.Status(m.check.pair), text.Format("the price of %s", text.Clean(m.check.pair)))
}

// Escape cancels the check of a pair and reports whether there was one.
func (m *Watchlist) Escape() bool {
	wasChecking := m.check.pair != ""
	m.check.cancel()
	return wasChecking
}

// finishCheck watches the checked pair and selects it, or reports why not.
func (m *Watchlist) finishCheck(pair string) tea.Cmd {
	status, ok := m.check.finish(pair)
	switch {
	case !ok:
		return nil
	case status.Err != nil:
		return m.deps.Post(screen.StatusMsg{Text: m.refusal(pair, status.Err), Warn: true})
	case !status.Has:
		return nil // canceled
	}
	if !slices.Contains(m.deps.Prices.Watched(), pair) {
		m.deps.Prices.Watch(pair)
	}
	m.current = pair
	m.rebuild()
	return m.deps.SaveAndReport(text.Format("watching %s: shown on Home", text.Clean(pair)))
}

// refusal says why a pair is not watched.
func (m *Watchlist) refusal(pair string, err error) text.Safe {
	failure := m.deps.Prices.Explain(err)
	if failure.Kind != load.NotFound {
		return text.Format("%s not watched: %s · %s retry", text.Clean(pair), failure.Reason, m.deps.Key("price.watch_other"))
	}
	if near := m.nearest(pair); near != "" {
		return text.Format("not watched: the price service does not know %s; did you mean %s?", text.Clean(pair), text.Clean(near))
	}
	return text.Format("not watched: the price service does not know %s", text.Clean(pair))
}
