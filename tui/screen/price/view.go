package price

import (
	"strings"
	"time"

	"foredeck/tui/load"
	"foredeck/tui/prices"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
	"foredeck/tui/widget/panel"
)

// listWidth is the width of the panel with the watched pairs.
const listWidth = 26

// split is the width of the list beside the chart; 0: there is room for one of the two.
func (m *Model) split() int {
	if !m.room.Beside() {
		return 0
	}
	return listWidth
}

// Zooms tells that chart and list stand beside one another.
func (m *Model) Zooms() bool { return m.room.Class >= screen.Full }

// View draws the body.
func (m *Model) View() []text.Line {
	th, width := m.deps.Theme, m.room.Width
	lines := []text.Line{m.heading(width)}
	height := max(m.room.Height-1, 0)
	list := m.split()
	switch {
	case list > 0:
		lines = append(lines, text.Beside(m.chartPanel(width-list, height).Draw(th, width-list, height), width-list, m.listPanel(list, height).Draw(th, list, height))...)
	case m.listed:
		lines = append(lines, m.listPanel(width, height).Draw(th, width, height)...)
	default:
		lines = append(lines, m.chartPanel(width, height).Draw(th, width, height)...)
	}
	return text.Height(lines, m.room.Height)
}

// heading is the newest price, what the last 24 hours were like, and the sizes of bars.
func (m *Model) heading(width int) text.Line {
	th := m.deps.Theme
	latest, ok := m.market().Latest(m.pair)
	name := text.In(th.Strong, " "+text.Clean(m.pair))
	last, day := text.Line{{Text: "last –"}}, text.Line(nil)
	low, high := text.Line(nil), text.Line(nil)
	if ok {
		last = text.Line{{Text: "last ", Style: th.Faint}, {Text: digits(latest.Price), Style: th.Strong}}
		day = text.Line{{Text: "24h ", Style: th.Faint}, m.change(latest.Change24h)}
		low = text.Line{{Text: "low ", Style: th.Faint}, {Text: digits(latest.Low24h)}}
		high = text.Line{{Text: "high ", Style: th.Faint}, {Text: digits(latest.High24h)}}
	}
	sizes := m.sizesLine()
	state := append(m.deps.StateLine(m.market().Status(m.pair)), text.Span{Text: " "})
	if wait := m.market().Backoff(); wait > 0 {
		state = text.In(th.Warn, "waiting "+seconds(wait)+" ")
	}
	for _, parts := range [][2][]text.Line{
		{{name, last, day, low, high}, {sizes, state}},
		{{name, last, day}, {sizes, state}},
		{{name, last, day}, {text.Plain("[" + m.size().name + "]"), state}},
		{{name, last, day}, {state}},
		{{name, last, day}, nil},
		{{name, last}, nil},
	} {
		left, right := joined(parts[0], "  "), joined(parts[1], "      ")
		if gap := width - left.Width() - right.Width(); gap >= 2 {
			return append(append(left, text.Span{Text: text.Spaces(gap)}), right...)
		}
	}
	return name.Fit(width)
}

func joined(parts []text.Line, between text.Safe) text.Line {
	var line text.Line
	for i, part := range parts {
		if i > 0 {
			line = append(line, text.Span{Text: between})
		}
		line = append(line, part...)
	}
	return line
}

// sizesLine is the sizes of bars, the chosen one in brackets.
func (m *Model) sizesLine() text.Line {
	th := m.deps.Theme
	var line text.Line
	for i, size := range sizes {
		if i > 0 {
			line = append(line, text.Span{Text: " "})
		}
		written, style := size.name, th.Faint
		if i == m.bar {
			written, style = "["+written+"]", th.Strong
		}
		line = append(line, text.Span{Text: written, Style: style, Hit: &text.Hit{IsPoint: true, Target: spotSizes + i}})
	}
	return line
}

// digits writes a price where there is little room.
func digits(price string) text.Safe { return text.Cut(prices.Digits(price), 16) }

// chartPanel is the chart with what the crosshair points at.
func (m *Model) chartPanel(width, height int) panel.Panel {
	th, plain := m.deps.Theme, m.room.Plain()
	frameWidth, frameHeight := panel.Frame(plain)
	width, height = max(width-frameWidth, 0), max(height-frameHeight, 0)
	s, w := m.series(), m.window()
	title := strings.ToUpper(m.kind.String()[:1]) + m.kind.String()[1:]
	p := panel.Panel{Title: text.In(th.Strong, text.Safe(title)), Plain: plain}
	p.State = text.In(th.Faint, loadedOf(w.slots, s.Count()/int(m.size().step/m.size().source)))
	status := s.Status(m.deps.Now())
	if status.Loading && status.Waited >= load.SpinnerAfter {
		p.State = append(p.State, text.Span{Text: ", asking", Style: th.Faint})
	}
	if notice := m.notice(status); notice != nil {
		p.Body = notice
		return p
	}
	legend := m.legend(width, height)
	p.Body = []text.Line{m.readout(width)}
	for i, line := range m.chart().Draw(th, width, chartHeight(height, legend)) {
		line = line.WithHit(inChart).Silent()
		if sentences := m.sentences(); i < len(sentences) {
			line = line.AnnounceAs(sentences[i])
		}
		p.Body = append(p.Body, line)
	}
	p.Body = append(p.Body, legend...)
	return p
}

// loadedOf is how many bars are on the screen, of those that are loaded; there can be room for more than there are.
func loadedOf(shown, loaded int) text.Safe {
	if loaded <= shown {
		return text.Integer(uint64(loaded)) + " loaded"
	}
	return text.Integer(uint64(shown)) + " of " + text.Integer(uint64(loaded)) + " loaded"
}

// What can be clicked beside rows: the chart, and behind it the sizes of bars.
const (
	spotChart = iota
	spotSizes
)

// inChart is what a click on the chart means: it puts the crosshair there.
var inChart = &text.Hit{IsPoint: true, Target: spotChart}

// chartHeight is what the readout and the legend leave of so many lines.
func chartHeight(height int, legend []text.Line) int { return max(height-1-len(legend), 0) }

// point chooses the size of bars that was clicked, or puts the crosshair on the bar at a column of the chart.
func (m *Model) point(at screen.PointMsg) {
	if at.Spot >= spotSizes {
		m.resize(at.Spot - spotSizes - m.bar)
		return
	}
	frameWidth, frameHeight := panel.Frame(m.room.Plain())
	width, height := m.room.Width-m.split()-frameWidth, m.room.Height-1-frameHeight
	if slot, ok := m.chart().SlotAt(m.deps.Theme, at.Column, width, chartHeight(height, m.legend(width, height))); ok {
		m.crosshair, m.cursor = true, m.window().start+int64(slot)*m.step()
	}
}

// notice stands in the place of a chart for which there is nothing yet: why, and what can be done about it.
func (m *Model) notice(status load.Status) []text.Line {
	th, s := m.deps.Theme, m.series()
	if s.Count() > 0 {
		return nil
	}
	quote := m.market().Status(m.pair)
	failed := status.Err
	if failed == nil {
		failed = quote.Err
	}
	switch {
	case failed != nil && m.market().Explain(failed).Kind == load.NotFound:
		return []text.Line{text.Plain("the service does not know " + text.Clean(m.pair)), text.In(th.Faint, "check how it is spelled; "+m.deps.Key("price.next_pair")+" goes to the next pair, "+m.deps.Key("price.watch")+" no longer watches this one")}
	case failed != nil:
		failure := m.market().Explain(failed)
		lines := []text.Line{text.In(th.Bad, failure.Reason)}
		if failure.Kind == load.Refused {
			lines = []text.Line{text.In(th.Bad, "refused: the key of the price service is missing or wrong")}
			return append(lines, text.In(th.Faint, "set FOREDECK_API_KEY, or name a file or a command for it in the settings; "+m.deps.Key("deck.refresh")+" asks again"))
		}
		return append(lines, text.In(th.Faint, m.deps.Key("deck.refresh")+" asks again · "+failure.Advice))
	case s.Ended():
		return []text.Line{text.Plain("the service knows " + text.Clean(m.pair) + ", and has no data of it at this resolution")}
	case status.Loading:
		if line := m.deps.Spinner(status, "the history of "+text.Clean(m.pair)); line != nil {
			return []text.Line{line}
		}
		return []text.Line{nil}
	case status.Has:
		return []text.Line{text.In(th.Faint, "nothing so far: looking at what is older")}
	}
	_, wait, _ := m.market().Pace()
	if wait > 0 {
		return []text.Line{text.In(th.Faint, "waiting "+seconds(wait)+": the budget of calls is spent")}
	}
	return []text.Line{text.In(th.Faint, "not loaded: "+m.deps.Key("deck.refresh")+" asks")}
}

// readout is the record at the crosshair, in the service's own digits.
func (m *Model) readout(width int) text.Line {
	th := m.deps.Theme
	at := m.pointed()
	when := text.Safe(m.deps.Local(time.UnixMilli(at)).Format("01-02 15:04"))
	if width >= 40 {
		when += " " + m.zone()
	}
	record, ok := m.series().Record(at, at+m.step())
	if !ok {
		from, to := m.series().Requested()
		why := text.Safe("  × no data from the service")
		if at < from || at >= to {
			why = "  not loaded"
		}
		return text.Line{{Text: when, Style: th.Strong}, {Text: why, Style: th.Faint}}
	}
	mark := text.Span{}
	if m.unfinished(at) {
		mark = text.Span{Text: "  ~", Style: th.Warn}
	}
	numbers := []string{record.Open, record.High, record.Low, record.Close, record.Volume}
	for _, form := range []struct {
		before, after text.Safe // of the name of a number
		shown         int       // numbers
	}{{"  ", " ", 5}, {" ", " ", 5}, {"  ", " ", 4}, {" ", " ", 4}, {" ", "", 4}, {"", "", 4}} {
		line := text.In(th.Strong, when)
		for i, number := range numbers[:form.shown] {
			if form.before != "" {
				line = append(line, text.Span{Text: form.before + text.Safe("OHLCV"[i:i+1]) + form.after, Style: th.Faint})
			} else {
				line = append(line, text.Span{Text: " "})
			}
			line = append(line, text.Span{Text: prices.Digits(number)})
		}
		if line = append(line, mark); line.Width() <= width {
			return line
		}
	}
	return text.Line{{Text: when, Style: th.Strong}, {Text: " C", Style: th.Faint}, {Text: prices.Digits(record.Close)}}
}

// legend says what the marks in the chart are, where there is room for it.
func (m *Model) legend(width, height int) []text.Line {
	th := m.deps.Theme
	if height < 18 || width < 60 {
		return nil
	}
	line := text.In(th.Faint, "× no data from the service  ~ unfinished  ┊ crosshair")
	switch m.kind {
	case chart.Candles:
		line = append(text.Line{
			{Text: text.Safe(th.UpFill), Style: th.Up}, {Text: " up  ", Style: th.Faint},
			{Text: text.Safe(th.DownFill), Style: th.Down}, {Text: " down  ", Style: th.Faint},
		}, line...)
	case chart.Bars:
		line = append(text.In(th.Faint, "┤ open  ├ close  "), line...)
	}
	name, mark := m.overlayName()
	after := "   scale: " + text.Safe(m.drawnScale().String())
	if alerts := m.alertLines(); alerts != "" {
		after += "   alert line: " + alerts
	}
	second := text.In(th.Faint, text.Cut("overlay: "+name+mark+after, width))
	return []text.Line{nil, line.Silent(), second.AnnounceAs(func() text.Safe { return "overlay: " + name + m.overlaid() + after })}
}

// alertLines are the prices of alerts, with a word for those that are not in view.
func (m *Model) alertLines() text.Safe {
	var written []string
	for _, alert := range m.market().Alerts(m.pair) {
		if !alert.Percent {
			written = append(written, string(prices.Digits(alert.Level)))
		}
	}
	return text.Safe(strings.Join(written, ", "))
}

// listPanel is the watched pairs, with what else is of interest.
func (m *Model) listPanel(width, height int) panel.Panel {
	th, plain := m.deps.Theme, m.room.Plain()
	frameWidth, frameHeight := panel.Frame(plain)
	width, height = max(width-frameWidth, 0), max(height-frameHeight, 0)
	aside := m.asideLines(width)
	if height < len(aside)+2 {
		aside = nil
	}
	p := panel.Panel{Title: text.In(th.Strong, "Watchlist"), Plain: plain}
	p.Body = append(m.listLines(width, height-len(aside)), aside...)
	return p
}
