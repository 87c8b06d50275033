package price

import (
	"math"
	"slices"
	"time"

	"foredeck/theme"
	"foredeck/tui/market"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// Window is what the indicators are computed for.
type Window struct {
	Key      any                // comparable; windows with equal bars have equal keys
	Bars     func() []chart.Bar // those of the warm-up, then one per slot; called if the key or the choice changed
	Slots    int                // number of bars of the window, the last ones
	Length   time.Duration      // of a bar
	Slot     int                // of the values to report, counted from the window's first
	Decimals int                // of the pair's prices
	Settling bool               // bars of the warm-up are missing: the values are marked with ~
	Zone     *time.Location     // of days
}

// Drawing is what the indicators add to a chart.
type Drawing struct {
	Curves []chart.Curve // over the prices; the first curve of an indicator has its name
	Panes  []chart.Pane
}

// curve returns the appearance of an indicator. The last colors come first, as compared pairs use the first ones.
func (m *IndicatorBox) curve(i int) theme.Curve {
	curves := m.deps.Theme.Curves
	return curves[len(curves)-1-i%len(curves)]
}

// Compute returns the active indicators of a window. Their values are cached: a frame without a new price computes nothing. Otherwise, the
// cost grows with the bars of the window and its warm-up.
func (m *IndicatorBox) Compute(w Window) Drawing {
	var d Drawing
	if len(m.active) == 0 {
		return d
	}
	if m.values == nil || m.valuesOf != w.Key {
		m.values, m.valuesOf = m.compute(w), w.Key
	}
	for i, each := range m.active {
		values := m.values[i]
		if each.Kind().Pane {
			d.Panes = append(d.Panes, m.pane(i, values, w))
			continue
		}
		look := m.curve(i)
		for line := range values {
			c := chart.Curve{Mark: look.Mark, Style: look.Style, Dash: look.Dash, Values: values[line], Fit: true}
			if line == 0 {
				c.Name = text.Clean(each.String())
			}
			if each.Kind().Lines[line].Name == "middle" {
				c.Dash = 0x1111
			}
			d.Curves = append(d.Curves, c)
		}
	}
	hideRepeated(d.Curves)
	return d
}

// hideRepeated hides the nameless curves that a named one repeats, such as the middle of Bollinger bands beside the average of as many bars:
// two in one place would be a third color.
func hideRepeated(curves []chart.Curve) {
	isSame := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
	for i := range curves {
		curves[i].Hidden = curves[i].Name.IsEmpty() && slices.ContainsFunc(curves, func(other chart.Curve) bool {
			return !other.Name.IsEmpty() && slices.EqualFunc(other.Values, curves[i].Values, isSame)
		})
	}
}

// compute returns the values of each indicator, per line and slot of the window.
func (m *IndicatorBox) compute(w Window) [][][]float64 {
	columns := market.ColumnsOf(w.Bars(), w.Length, w.Zone)
	var all [][][]float64
	for _, each := range m.active {
		values := each.Compute(columns.Last(w.Slots, each.Needs(w.Length)))
		for line := range values {
			values[line] = values[line][max(len(values[line])-w.Slots, 0):]
		}
		all = append(all, values)
	}
	return all
}

// pane returns the pane of an indicator with the values at the slot in its title.
func (m *IndicatorBox) pane(i int, values [][]float64, w Window) chart.Pane {
	th, kind := m.deps.Theme, m.active[i].Kind()
	p := chart.Pane{Title: text.Clean(m.active[i].String()).In(th.Text), Levels: kind.Levels, Low: kind.Low, High: kind.High}
	decimals := decimalsOf(values, w.Decimals+2) // differences of prices are small
	if kind.Low != kind.High {
		decimals = 1
	}
	for line, of := range kind.Lines {
		value := text.None
		if w.Slot >= 0 && w.Slot < len(values[line]) && !math.IsNaN(values[line][w.Slot]) {
			value = chart.FormatPrice(values[line][w.Slot], decimals)
			if w.Settling {
				value = text.Format("~%s", value)
			}
		}
		look := m.curve(i + line)
		style := look.Style
		if of.Histogram {
			p.Histogram, style = values[line], th.Faint
		} else {
			c := chart.Curve{Style: look.Style, Values: values[line]}
			if len(p.Curves) > 0 {
				c.Dash = 0x3333 // differs from the first without colors
			}
			p.Curves = append(p.Curves, c)
		}
		name := of.Name
		if of.Histogram {
			name = "hist" // as narrow as it can be
		}
		if name != "" && name != kind.Name {
			p.Title = append(p.Title, text.Span{Text: text.Format("  %s", text.Clean(name)), Style: th.Faint})
		}
		p.Title = append(p.Title, text.Span{Text: text.Format(" %s", value), Style: style})
	}
	return p
}

// decimalsOf returns the number of decimals, up to a maximum, with which the greatest value has three digits.
func decimalsOf(values [][]float64, most int) int {
	greatest := 0.0
	for _, line := range values {
		for _, value := range line {
			if size := math.Abs(value); size > greatest {
				greatest = size
			}
		}
	}
	if greatest == 0 {
		return max(most, 0)
	}
	return max(0, min(2-int(math.Floor(math.Log10(greatest))), most))
}
