package price

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/market"
	"foredeck/tui/text"
)

// replay shows the chart as it was at an earlier moment, bar by bar. Nothing that was not known then is drawn or computed.
type replay struct {
	on      bool
	first   int64 // start of its first bar in Unix milliseconds
	moment  int64 // the end of what is shown
	playing bool
	turn    int       // number of changes of playing: a tick of an earlier one is void
	rung    text.Safe // alerts that would have rung in the latest bar with some, and when
	before  view      // to return to

	past *market.Series // of pastKey
	key  pastKey
}

// view is what a replay returns to.
type view struct {
	bar, span int
	end       int64
	crosshair bool
	cursor    int64
	showsList bool
	measure   measure
	ranged    bool
}

// pastKey is what the history that a replay shows depends on.
type pastKey struct {
	series   *market.Series
	revision uint64
	end      int64
}

// playPace is the time between two bars of a replay that plays.
const playPace = 400 * time.Millisecond

// playMsg is the next step of a replay that plays.
type playMsg struct {
	of   *Model
	turn int
}

// startReplay begins a replay, or continues it, at the bar of the crosshair; without one, in the middle of the window.
func (m *Model) startReplay() tea.Cmd {
	if m.history().Count() == 0 {
		return m.status(text.Const("no bars to replay yet"))
	}
	w := m.window()
	at := w.times[w.slots()/2]
	switch {
	case m.crosshair:
		at = m.startOf(m.cursor)
	case m.replay.on:
		return m.status(text.Format("replay: %s and %s step, %s plays, %s ends it", m.deps.Key("price.replay_back"), m.deps.Key("price.replay_forward"), m.deps.Key("price.pause"), m.deps.Key("price.newest")))
	}
	if !m.replay.on {
		m.replay.before = view{m.bar, m.span, m.end, m.crosshair, m.cursor, m.showsList, m.measure, m.ranged.on}
	}
	at = min(at, m.lastFinished())
	m.replay.on, m.replay.first, m.replay.moment, m.replay.rung = true, at, m.endOf(at), text.Safe{}
	m.setPlaying(false)
	m.measure, m.showsList = measure{}, false
	m.goLast()
	return nil
}

// endReplay returns to the chart as it was before the replay. It reports whether there was one.
func (m *Model) endReplay() bool {
	if !m.replay.on {
		return false
	}
	v := m.replay.before
	m.replay = replay{turn: m.replay.turn + 1}
	m.bar, m.span, m.end, m.crosshair, m.cursor, m.showsList, m.measure, m.ranged.on = v.bar, v.span, v.end, v.crosshair, v.cursor, v.showsList, v.measure, v.ranged
	return true
}

func (m *Model) isReplaying() bool { return m.replay.on }
func (m *Model) isPlaying() bool   { return m.replay.playing }

// replayEnd returns the end of what a replay shows. Records that begin before a moment and end after it are not shown, which matters after a
// change of the bar size.
func (m *Model) replayEnd() int64 {
	step := m.source(m.period()).Milliseconds()
	return m.replay.moment / step * step
}

// lastFinished returns the start of the newest bar that has ended.
func (m *Model) lastFinished() int64 {
	at := m.liveSlot()
	if m.prices().InProgress(m.pair, m.endOf(at)) {
		at = m.shift(at, -1)
	}
	return at
}

// past returns what is known of a series at the moment of the replay.
func (m *Model) past(s *market.Series) *market.Series {
	if key := (pastKey{s, s.Revision(), m.replayEnd()}); m.replay.key != key {
		m.replay.key, m.replay.past = key, s.Until(key.end)
	}
	return m.replay.past
}

// stepReplay moves the moment of the replay by a bar, and says what stops it at the ends of what is loaded. A step back may pass the first
// bar. It stops playing where there is no next bar.
func (m *Model) stepReplay(direction int) tea.Cmd {
	end := m.replayEnd()
	if direction < 0 {
		at := m.startOf(end - 1)
		if at <= m.oldest() {
			return m.status(text.Const("the replay is at the oldest bar"))
		}
		m.moveReplay(at)
		m.replay.first, m.replay.rung = min(m.replay.first, m.newestSlot()), text.Safe{}
		return nil
	}
	next := m.endOf(m.startOf(end))
	switch {
	case next > m.endOf(m.lastFinished()):
		m.setPlaying(false)
		return m.status(text.Format("the replay has reached the newest finished bar: %s · %s live", m.replayClose(), m.deps.Key("price.newest")))
	case !m.history().Reaches(next):
		return m.status(text.Const("replay: loading the next bars"))
	}
	m.moveReplay(next)
	if rung := m.wouldHaveRung(); !rung.IsEmpty() {
		m.replay.rung = text.Format("%s would have rung: %s", m.replayMoment(), rung)
	}
	return nil
}

// moveReplay shows what was known at a moment, and its newest bar.
func (m *Model) moveReplay(moment int64) {
	m.replay.moment, m.end = moment, 0
	m.followReplay()
	if m.crosshair && m.cursor < m.window().start() {
		m.crosshair = false
	}
}

// followReplay keeps window and crosshair inside of what a replay shows.
func (m *Model) followReplay() {
	if !m.replay.on {
		return
	}
	if m.follow(); m.crosshair {
		m.cursor = min(m.cursor, m.newestSlot())
	}
}

// wouldHaveRung names the price alerts that would have rung in the newest bar of the replay.
func (m *Model) wouldHaveRung() text.Safe {
	at, s := m.newestSlot(), m.series()
	bar, ok := s.Record(at, m.endOf(at))
	if !ok {
		return text.Safe{}
	}
	earlier := m.shift(at, -1)
	before, ok := s.Record(earlier, at)
	if !ok {
		before.Close = bar.Open
	}
	before.Time, bar.Time = earlier, at
	var levels []text.Safe
	for _, alert := range m.prices().Alerts(m.pair) {
		if level, up, rings := m.prices().WouldRing(alert, &before, &bar); rings {
			side := text.Const("below")
			if up {
				side = text.Const("above")
			}
			levels = append(levels, text.Format("%s %s", side, market.Digits(level)))
		}
	}
	return text.Join(levels, text.Const(", "))
}

// togglePlay plays the replay or pauses it, and says which one: the heading shows it in wide windows only, and screen reader mode, which does
// not read every bar while it plays, reads the last one.
func (m *Model) togglePlay() tea.Cmd {
	m.setPlaying(!m.replay.playing)
	switch {
	case !m.replay.playing:
		return m.status(text.Format("replay paused: %s", m.replayClose()))
	case m.endOf(m.startOf(m.replayEnd())) > m.endOf(m.lastFinished()): // says that it is at the end
		return m.stepReplay(1)
	}
	return tea.Batch(m.status(text.Format("replay: playing · %s pauses", m.deps.Key("price.pause"))), m.nextStep())
}

// replayClose returns the newest bar of the replay and its close.
func (m *Model) replayClose() text.Safe {
	if closed := m.priceNow(); closed != "" {
		return text.Format("%s, close %s", m.replayMoment(), m.price(closed))
	}
	return m.replayMoment()
}

func (m *Model) setPlaying(playing bool) {
	m.replay.playing = playing
	m.replay.turn++
}

// nextStep schedules the next step of a replay that plays.
func (m *Model) nextStep() tea.Cmd {
	if !m.replay.playing {
		return nil
	}
	return m.deps.After(playPace, playMsg{m, m.replay.turn})
}

// play makes the step that was scheduled.
func (m *Model) play(msg playMsg) tea.Cmd {
	if msg.of != m || msg.turn != m.replay.turn || !m.replay.playing {
		return nil
	}
	return tea.Batch(m.stepReplay(1), m.nextStep())
}

// replayMoment formats the start of the newest bar of the replay in full.
func (m *Model) replayMoment() text.Safe {
	layout, period := time.DateOnly, m.period()
	switch {
	case period.Months > 0:
		layout = "2006-01"
	case period.Fixed > 0 && period.Fixed < time.Minute:
		layout = time.DateTime
	case period.Fixed > 0:
		layout = "2006-01-02 15:04"
	}
	return text.Clean(m.deps.Local(time.UnixMilli(m.newestSlot())).Format(layout))
}

// replayParts say that the chart is a replay, and where it is: the whole, then what matters most.
func (m *Model) replayParts() []text.Line {
	th, zone := m.deps.Theme, m.location()
	first := m.startOf(m.replay.first)
	at := m.period().Count(first, m.newestSlot(), zone) + 1
	count := max(m.period().Count(first, m.lastFinished(), zone)+1, at)
	bar := text.Format("bar %s of %s", text.Integer(uint64(max(at, 1))), text.Integer(uint64(max(count, 1))))
	whole := text.In(th.Warn, "replay · %s · %s, not live", m.replayMoment(), bar)
	const length = 12 // columns of the progress
	done := length * max(at, 1) / max(count, 1)
	progress := text.Line{{Text: text.Format("  %s", text.Repeat("━", done)), Style: th.Warn}, {Text: text.Repeat("─", length-done), Style: th.Border}}
	return []text.Line{
		append(slices.Clip(whole), progress.Silent()...),
		whole,
		text.In(th.Warn, "replay · %s · not live", m.replayMoment()),
		text.In(th.Warn, "replay, not live"),
	}
}

// replayHeading draws the moment of the replay in place of the latest price.
func (m *Model) replayHeading(width int) text.Line {
	th := m.deps.Theme
	name := text.In(th.Strong, " %s", text.Clean(m.pair))
	state := text.In(th.Faint, "paused ")
	if m.replay.playing {
		state = text.In(th.Faint, "playing ")
	}
	parts := m.replayParts()
	whole := []text.Line{name, parts[1]}
	sizes := market.BarSizesLines(th, m.bar, targetSizes)
	forms := []headingForm{{[]text.Line{name, parts[0]}, []text.Line{sizes[0], state}}, {[]text.Line{name, parts[0]}, []text.Line{sizes[2], state}}}
	for _, size := range sizes {
		forms = append(forms, headingForm{whole, []text.Line{size, state}})
	}
	return widest(width, append(forms, headingForm{whole, []text.Line{state}}, headingForm{whole, nil}, headingForm{parts[1:2], nil},
		headingForm{[]text.Line{name, parts[2]}, nil}, headingForm{parts[2:3], nil}, headingForm{parts[3:], nil}))
}

// replayVital is the fact of a replay that the smallest windows and the title show.
func (m *Model) replayVital() text.Line {
	line := text.Plain("%s replay %s", text.Clean(m.pair), m.replayMoment())
	if bar, ok := m.series().Record(m.newestSlot(), m.endOf(m.newestSlot())); ok {
		line = append(line, text.Span{Text: text.Format(" %s", m.price(bar.Close))})
	}
	return line
}
