// Package price is the screen of a pair: what its price did as a chart with a crosshair, the newest price as it moves, and the
// pairs that are watched.
package price

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/prices"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// Model is the screen of one pair after another.
type Model struct {
	deps *screen.Deps
	keys KeyMap
	ctx  context.Context
	room screen.Size

	pair      string
	bar, span int // of sizes and spans
	kind      chart.Type
	scale     chart.Scale
	volume    bool
	overlay   int   // 0: none; 1: moving average; then the other pairs
	end       int64 // of the window, in milliseconds; 0: behind the newest bar
	crosshair bool
	cursor    int64 // milliseconds
	listed    bool  // the list is shown in place of the chart, where there is no room for both
	marks     marks

	drawn, beside []chart.Bar // of the frame that was drawn last, to be used again
}

// New is the screen of a pair. Nothing is asked until it is entered.
func New(deps *screen.Deps, pair string) *Model {
	return &Model{deps: deps, keys: newKeyMap(), pair: pair, bar: usualSize, span: usualSpan, volume: true}
}

func (m *Model) market() *prices.Prices { return m.deps.Prices }

// Enter looks at the pair.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.market().Show(m.pair)
	return tea.Batch(m.market().Tick(ctx), m.more())
}

// Leave ends what is being asked for.
func (m *Model) Leave() {
	m.market().Hide()
	m.marks.look.Cancel()
}

// more asks for what the screen wants to show and does not have.
func (m *Model) more() tea.Cmd {
	w := m.window()
	from := w.start - max(int64(w.slots/8), averaged)*w.step // so that one rarely waits, and for the average
	cmds := []tea.Cmd{m.market().Want(m.ctx, m.series(), from)}
	if second := m.second(); second != "" {
		cmds = append(cmds, m.market().Want(m.ctx, m.market().Series(second, m.size().source), w.start))
	}
	return tea.Batch(append(cmds, m.marks.more(m.ctx, m.deps, w.start))...)
}

// SetSize lays the screen out for this room.
func (m *Model) SetSize(size screen.Size) { m.room = size }

// Update takes answers, the clock and keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case load.Result[client.Page[client.Transaction]]:
		m.marks.take(msg, m.deps)
	case screen.PointMsg:
		m.point(msg)
	case tea.KeyMsg:
		cmd = m.key(msg)
	}
	return tea.Batch(cmd, m.more())
}

func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	k := m.keys
	switch {
	case k.Left.Matches(msg):
		m.moveCursor(-1)
	case k.Right.Matches(msg):
		m.moveCursor(1)
	case k.LeftPage.Matches(msg):
		m.moveCursor(-10)
	case k.RightPage.Matches(msg):
		m.moveCursor(10)
	case k.First.Matches(msg):
		m.goFirst()
	case k.Last.Matches(msg):
		m.crosshair, m.end = false, 0
	case k.ZoomIn.Matches(msg):
		m.zoom(-1)
	case k.ZoomOut.Matches(msg):
		m.zoom(1)
	case k.Shorter.Matches(msg):
		m.resize(-1)
	case k.Longer.Matches(msg):
		m.resize(1)
	case k.Type.Matches(msg):
		m.kind = m.kind.Next()
	case k.Scale.Matches(msg):
		m.scale = m.scale.Next()
		return m.sayScale()
	case k.Volume.Matches(msg):
		m.volume = !m.volume
	case k.Overlay.Matches(msg):
		m.overlay = (m.overlay + 1) % (2 + len(m.others()))
	case k.Turn.Matches(msg):
		m.listed = !m.listed
	default:
		return m.askingKey(msg)
	}
	return nil
}

// askingKey takes the keys that change more than what is drawn.
func (m *Model) askingKey(msg tea.KeyMsg) tea.Cmd {
	k := m.keys
	switch {
	case k.NextPair.Matches(msg):
		return m.turn(1)
	case k.PreviousPair.Matches(msg):
		return m.turn(-1)
	case k.Watch.Matches(msg):
		return m.watch(m.pair)
	case k.WatchOther.Matches(msg):
		return m.askPair()
	case k.PairUp.Matches(msg):
		return m.move(-1)
	case k.PairDown.Matches(msg):
		return m.move(1)
	case k.Alert.Matches(msg):
		return m.askAlert()
	case k.Alerts.Matches(msg):
		return m.listAlerts()
	case k.Marks.Matches(msg):
		return m.chooseMarks()
	case k.NextMark.Matches(msg):
		m.goToMark(1)
	case k.PreviousMark.Matches(msg):
		m.goToMark(-1)
	case k.Open.Matches(msg):
		return m.openMark()
	case k.Refresh.Matches(msg) && m.market().Backoff() > 0:
		return m.sayLeftAlone()
	case k.Refresh.Matches(msg):
		return m.market().Refresh(m.ctx, m.pair)
	case k.Pause.Matches(msg):
		m.market().Pause(!m.market().Paused())
	}
	return nil
}

// sayScale says which scale is chosen. Beside another pair all is in percent, whatever is chosen.
func (m *Model) sayScale() tea.Cmd {
	said := "scale: " + text.Safe(m.scale.String())
	if second := m.second(); second != "" {
		said += " once " + text.Clean(second) + " is not drawn beside it, which takes percent"
	}
	return m.say(said)
}

// drawnScale is the scale that is drawn, which need not be the chosen one.
func (m *Model) drawnScale() chart.Scale {
	if m.second() != "" {
		return chart.Percent
	}
	return m.scale
}

func (m *Model) say(words text.Safe) tea.Cmd { return m.deps.Post(screen.StatusMsg{Text: words}) }

// pairs are those that are watched, and the one that is shown.
func (m *Model) pairs() []string {
	pairs := m.market().Watched()
	if !slices.Contains(pairs, m.pair) {
		pairs = append(pairs[:len(pairs):len(pairs)], m.pair)
	}
	return pairs
}

func (m *Model) isWatched() bool { return slices.Contains(m.market().Watched(), m.pair) }

// others are the pairs but for the one that is shown.
func (m *Model) others() []string {
	return slices.DeleteFunc(slices.Clone(m.pairs()), func(pair string) bool { return pair == m.pair })
}

// second is the pair that is drawn beside the one that is shown; empty: none.
func (m *Model) second() string {
	if others := m.others(); m.overlay > 1 && m.overlay-2 < len(others) {
		return others[m.overlay-2]
	}
	return ""
}

// turn goes to another pair, with the same window of time. One that is not watched stays in the history of places.
func (m *Model) turn(by int) tea.Cmd {
	pairs := m.pairs()
	at := (slices.Index(pairs, m.pair) + by + len(pairs)) % len(pairs)
	m.pair, m.overlay = pairs[at], min(m.overlay, 1)
	m.market().Show(m.pair)
	return m.market().Tick(m.ctx)
}

// Captures is never true: there is no text to type here.
func (m *Model) Captures(tea.KeyMsg) bool { return false }

// Escape ends the look that is under way, else it goes back to the newest bar.
func (m *Model) Escape() bool {
	if m.series().Stop() {
		return true
	}
	if m.crosshair || m.end != 0 {
		m.crosshair, m.end = false, 0
		return true
	}
	return false
}

// Crumbs are the screen and the pair.
func (m *Model) Crumbs() []text.Safe { return []text.Safe{"Price", text.Clean(m.pair)} }

// Note says how the newest look at the history went, and when the next newest price is looked at.
func (m *Model) Note() (left, right text.Line) {
	th, s := m.deps.Theme, m.series()
	_, wait, next := m.market().Pace()
	now := m.deps.Now()
	took, ok := s.Took()
	status := s.Status(now)
	switch {
	case m.market().Backoff() > 0:
		left = text.In(th.Warn, "! the service asks for fewer calls: waiting "+seconds(m.market().Backoff()))
	case status.Err != nil && status.Has:
		left = text.In(th.Warn, "! "+m.market().Explain(status.Err).Reason)
	case ok:
		from, to := s.Requested()
		left = text.In(th.Faint, "history "+text.Latency(took)+"  "+text.Integer(uint64(s.Count()))+" records  "+m.date(from)+" to "+m.date(to)+", one page per call")
	}
	if wait > 0 && !status.Loading && !status.Has {
		left = text.In(th.Faint, "waiting for the budget of calls: "+seconds(wait))
	}
	switch {
	case m.market().Paused():
		right = text.In(th.Warn, "paused: "+m.deps.Key("price.pause")+" goes on")
	case m.market().Status(m.pair).Err == nil || next > 0:
		right = text.In(th.Faint, "next look "+seconds(next))
	}
	return left, m.deps.ByItself(right)
}

// seconds writes a time that is still to come, rounded up.
func seconds(d time.Duration) text.Safe {
	return text.Integer(uint64((max(d, 0)+time.Second-1)/time.Second)) + " s"
}

func (m *Model) date(milliseconds int64) text.Safe {
	return text.Safe(m.deps.Local(time.UnixMilli(milliseconds)).Format(time.DateOnly))
}

// zone is the time zone in which times are written.
func (m *Model) zone() text.Safe { return text.Safe(m.deps.Now().Format("MST")) }

// Vital is the pair with its newest price.
func (m *Model) Vital() text.Line {
	latest, ok := m.market().Latest(m.pair)
	line := text.Plain(text.Clean(m.pair) + " ")
	if !ok {
		return append(line, m.deps.StateLine(m.market().Status(m.pair))...)
	}
	return append(line, text.Span{Text: prices.Digits(latest.Price) + " "}, m.change(latest.Change24h))
}

// change is a change in percent in the colour of its direction.
func (m *Model) change(percent string) text.Span {
	style := m.deps.Theme.Text
	switch prices.Sign(percent) {
	case 1:
		style = m.deps.Theme.Up
	case -1:
		style = m.deps.Theme.Down
	}
	return text.Span{Text: prices.Change(percent), Style: style}
}

// HardReload looks at the newest price, and reads what the pair did before from the service anew. A service that asks for fewer calls
// is left alone for so long.
func (m *Model) HardReload() tea.Cmd {
	if m.market().Backoff() > 0 {
		return m.sayLeftAlone()
	}
	return tea.Batch(m.market().HardReload(m.ctx, m.pair, m.size().source), m.more())
}

// sayLeftAlone says that nothing is asked for now.
func (m *Model) sayLeftAlone() tea.Cmd {
	words := "nothing is asked for another " + seconds(m.market().Backoff()) + ": the service wants fewer calls"
	return m.deps.Post(screen.StatusMsg{Text: words, Warn: true})
}
