package price

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// promptPosition asks for a planned position: entry, stop, target and the amount at risk. An empty text removes it.
func (m *Model) promptPosition() tea.Cmd {
	pair := m.pair
	prompt := screen.PromptMsg{Title: text.Format("Position on %s", text.Clean(pair)), Hint: text.Const(market.PositionHint)}
	if planned, ok := m.prices().Position(pair); ok {
		prompt.Value = planned.String()
	} else if price := m.priceNow(); price != "" {
		prompt.Value = "entry " + price + " stop "
	}
	prompt.Submit = func(typed string) (tea.Cmd, error) {
		if strings.TrimSpace(typed) == "" {
			m.prices().SetPosition(pair, nil)
			return m.status(text.Format("%s: no position", text.Clean(pair))), nil
		}
		planned, err := market.ParsePosition(typed)
		if err != nil {
			return nil, err
		}
		m.prices().SetPosition(pair, &planned)
		return nil, nil
	}
	return m.deps.Post(prompt)
}

// priceNow returns the latest price, or the close of the newest bar of a replay. It is empty if that is unknown.
func (m *Model) priceNow() string {
	if m.replay.on {
		bar, _ := m.series().Record(m.newestSlot(), m.endOf(m.newestSlot()))
		return bar.Close
	}
	latest, _ := m.prices().Latest(m.pair)
	return latest.Price
}

// planned returns entry, stop and target of the planned position, with their letters.
func (m *Model) planned() []chart.Planned {
	p, ok := m.prices().Position(m.pair)
	if !ok {
		return nil
	}
	th := m.deps.Theme
	return []chart.Planned{
		{Price: market.Float(p.Entry), Letter: 'E', Style: th.Strong},
		{Price: market.Float(p.Stop), Letter: 'S', Style: th.Down},
		{Price: market.Float(p.Target), Letter: 'T', Style: th.Up},
	}
}

// positionLine draws risk, reward and size of the planned position, as many parts as fit; nil without one.
func (m *Model) positionLine(width int) text.Line {
	p, ok := m.prices().Position(m.pair)
	if !ok {
		return nil
	}
	th := m.deps.Theme
	side := text.Const("short")
	if p.IsLong() {
		side = text.Const("long")
	}
	risk, reward := p.Percents()
	parts := []text.Line{
		text.In(th.Accent, "%s", side), text.Plain("risk %s", text.Clean(risk)), text.Plain("reward %s", text.Clean(reward)),
		text.Plain("%s", text.Clean(p.Ratio())), text.Plain("size %s", p.Size()),
		text.In(th.Faint, "entry %s  stop %s  target %s  loses %s", m.price(p.Entry), m.price(p.Stop), m.price(p.Target), market.Digits(p.Risk)),
	}
	for count := len(parts); count > 1; count-- {
		if line := join(parts[:count], text.Const(" · ")); line.Width() <= width {
			return line
		}
	}
	return parts[0].Fit(width)
}
