package blocks

import (
	"fmt"
	"math"
	"strings"
	"time"

	"foredeck/tui/live"
	"foredeck/tui/pane"
	"foredeck/tui/record"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// timesPanel draws the distribution of the block times, skipped rounds, batches and the progress of the epoch. With the window if
// it is the only panel.
func (m *Model) timesPanel(area pane.Area, withWindow bool) widget.Panel {
	th, width := m.deps.Theme, area.Width
	p := widget.Panel{Title: text.In(th.Title, "Block times")}
	c, ok := m.statistics.Value()
	if !ok || c.Blocks == 0 {
		p.Body = []text.Line{text.In(th.Faint, "no blocks to count")}
		return p
	}
	p.State = text.In(th.Faint, "%s intervals", text.Integer(uint64(c.Times.Count)))
	if withWindow {
		p.Body = m.windowLines(&c, width)
	}
	facts := append(m.timeLines(&c), nil, m.roundLine(&c), m.batchLine(&c), m.epochLine(&c.Epoch), m.epochEnd(&c.Epoch))
	room := area.Height - len(p.Body) - len(facts) - 2
	p.Body = append(p.Body, facts[:2]...)
	if room > 0 && len(c.Times.Buckets) > 0 {
		p.Body = append(p.Body, text.In(th.Faint, "SECONDS     BLOCKS  (logarithmic scales)").Fit(width).Silent())
		p.Body = append(p.Body, m.histogram(c.Times.Buckets, width, room)...)
	}
	p.Body = append(p.Body, facts[2:]...)
	for i := range p.Body {
		p.Body[i] = p.Body[i].Fit(width)
	}
	return p
}

// seconds formats milliseconds as seconds.
func seconds(milliseconds uint64) text.Safe {
	if milliseconds < 100 {
		return text.Clean(fmt.Sprintf("%.3f", float64(milliseconds)/1000))
	}
	return text.Clean(fmt.Sprintf("%.2f", float64(milliseconds)/1000))
}

func (m *Model) timeLines(c *counted) []text.Line {
	th, times := m.deps.Theme, &c.Times
	if times.Count == 0 {
		return []text.Line{text.In(th.Faint, "block times unknown"), nil}
	}
	line := text.Line{}
	for _, figure := range []struct {
		name  text.Safe
		value uint64
	}{{text.Const("p50"), times.P50}, {text.Const("p90"), times.P90}, {text.Const("p95"), times.P95}, {text.Const("p99"), times.P99}} {
		line = append(line, text.Span{Text: text.Format("%s ", figure.name), Style: th.Faint}, text.Span{Text: text.Format("%s  ", seconds(figure.value))})
	}
	if c.past != nil {
		line = text.Line{{Text: text.Const("mean  "), Style: th.Faint}, {Text: text.Format("%s s", seconds(uint64(times.Mean)))}}
	}
	worst := text.Line{{Text: text.Const("worst "), Style: th.Faint}, {Text: text.Format("%s s", seconds(times.Max))}, {Text: text.Format(" at %s", text.Integer(c.Slowest)), Style: th.Faint}}
	if m.deps.Monitor.IsSlow(time.Duration(times.Max) * time.Millisecond) {
		worst[1] = text.Span{Text: text.Concat(worst[1].Text, text.Const("!")), Style: th.Warn}
	}
	return []text.Line{line, worst}
}

// histogram draws the buckets, at most a number of lines. Bars are logarithmic, so that one block more is visible.
func (m *Model) histogram(buckets []live.Bucket, width, lines int) []text.Line {
	th := m.deps.Theme
	for len(buckets) > lines {
		var merged []live.Bucket
		for i, bucket := range buckets {
			if last := len(merged) - 1; i%2 == 1 {
				merged[last].To, merged[last].Count = bucket.To, merged[last].Count+bucket.Count
			} else {
				merged = append(merged, bucket)
			}
		}
		buckets = merged
	}
	most := 0
	for _, bucket := range buckets {
		most = max(most, bucket.Count)
	}
	var drawn []text.Line
	for _, bucket := range buckets {
		label := text.Format("%s-%s", seconds(bucket.From), seconds(bucket.To))
		count := text.Integer(uint64(bucket.Count))
		style, mark := th.Plot, text.Const(" ")
		if m.deps.Monitor.IsSlow(time.Duration(bucket.From) * time.Millisecond) {
			style, mark = th.Warn, text.Const("!")
		}
		head := text.Concat(label, text.Spaces(max(12-text.Width(label), 1)), text.Spaces(max(6-text.Width(count), 0)), count, mark)
		room := max(width-text.Width(head), 1)
		length := max(int(math.Round(float64(room)*math.Log1p(float64(bucket.Count))/math.Log1p(float64(most)))), 1)
		line := text.Line{{Text: head}, {Text: text.Clean(strings.Repeat("■", length)), Style: style}}
		sentence := text.Format("%s seconds: %s blocks", label, count)
		drawn = append(drawn, line.AnnounceAs(func() text.Safe { return sentence }))
	}
	return drawn
}

func (m *Model) roundLine(c *counted) text.Line {
	th := m.deps.Theme
	line := text.Line{{Text: text.Const("rounds skipped  "), Style: th.Faint}}
	if c.Rounds == 0 {
		return append(line, text.Span{Text: text.Const("unknown"), Style: th.Faint})
	}
	return append(line, text.Span{Text: text.Format("%s of %s (%s)", text.Integer(c.Skipped), text.Integer(c.Rounds), record.Share(float64(c.Skipped)/float64(c.Rounds)))})
}

func (m *Model) batchLine(c *counted) text.Line {
	th, batches := m.deps.Theme, &c.Batches
	line := text.Line{{Text: text.Const("batches a block "), Style: th.Faint}}
	if batches.Count == 0 {
		return append(line, text.Span{Text: text.Const("unknown"), Style: th.Faint})
	}
	return append(line, text.Span{Text: text.Clean(fmt.Sprintf("mean %.1f  p95 %d  most %d", batches.Mean, batches.P95, batches.Max))})
}

// epochLine shows the progress of the epoch.
func (m *Model) epochLine(e *live.EpochProgress) text.Line {
	th := m.deps.Theme
	if !e.Known {
		return text.In(th.Faint, "epoch           unknown")
	}
	line := text.Line{{Text: text.Format("epoch %s", text.Integer(e.Epoch)), Style: th.Faint}}.Fit(len("batches a block "))
	fraction, _, ok := e.Progress(m.deps.Now())
	switch {
	case ok:
		line = append(line, text.Span{Text: record.Share(fraction)})
	case e.Started != nil:
		line = append(line, text.Span{Text: text.Format("%s so far, length unknown", text.Elapsed(m.deps.Now().Sub(*e.Started)))})
	default:
		line = append(line, text.Span{Text: text.Const("start not loaded, progress unknown"), Style: th.Faint})
	}
	return line
}

// epochEnd shows when the epoch is expected to end.
func (m *Model) epochEnd(e *live.EpochProgress) text.Line {
	th := m.deps.Theme
	line := text.In(th.Faint, "ends in").Fit(len("batches a block "))
	_, left, ok := e.Progress(m.deps.Now())
	switch {
	case !ok:
		return append(line, text.Span{Text: text.Const("unknown"), Style: th.Faint})
	case left < 0:
		line = append(line, text.Span{Text: text.Format("overdue by %s", text.Elapsed(-left)), Style: th.Warn})
	default:
		line = append(line, text.Span{Text: text.Format("about %s", text.Elapsed(left))})
	}
	return append(line, text.Span{Text: text.Format(" (from %s)", text.Plural(e.Earlier, "epoch")), Style: th.Faint})
}
