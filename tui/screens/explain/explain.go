// Package explain is the screen that says what a text is that somebody has pasted, decoded, with what opens it.
package explain

import (
	"context"
	"encoding/json"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/explain"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/query"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Spec declares the screen of a text.
var Spec = screen.Spec[*Model]{
	Name: "explain", Visitors: screen.Allowed,
	Open:   open,
	Links:  func(link target.Link) bool { return link.Target.Kind == target.Text },
	At:     func(link target.Link) target.Link { return link },
	Hints:  []screen.Hint{{ID: "explain.open", Words: text.Const("opens what the reading is")}},
	Typing: (*Model).Typing,
	Bindings: screen.Bind(
		screen.Bindings[*Model]{
			{ID: "explain.open", Keys: "enter", Help: "open", When: (*Model).opens, Why: "nothing shows this reading", Run: (*Model).openSelected},
			{ID: "explain.next_fact", Keys: "J", Pair: "explain.previous_fact", Help: "next/previous fact", Long: "next fact", When: (*Model).hasFacts, Why: "the reading has no facts", Run: func(m *Model) tea.Cmd { m.moveFact(1); return nil }},
			{ID: "explain.previous_fact", Keys: "K", Help: "previous fact", When: (*Model).hasFacts, Why: "the reading has no facts", Run: func(m *Model) tea.Cmd { m.moveFact(-1); return nil }},
		},
		pane.Browse(func(m *Model) *pane.Browser[explain.Reading] { return &m.Browser }),
	),
}

// completed is the readings with what the chain knows of them; the errors are by reading, nil for those that were read.
type completed struct {
	readings []explain.Reading
	failures []error
}

// Model is the screen.
type Model struct {
	pane.Browser[explain.Reading]
	deps     *screen.Deps
	ctx      context.Context
	target   target.Target
	readings []explain.Reading
	failures []error // by reading, of the chain
	chain    load.State[completed]
	fact     int // the selected one; -1: the reading itself
	of       int // reading that fact belongs to
}

func open(deps *screen.Deps, link target.Link) *Model {
	m := &Model{deps: deps, target: link.Target, fact: -1}
	context := explain.Context{Now: deps.Now(), Zone: deps.Now().Location(), Names: deps.Names.List(), Decimals: deps.Amounts.Native()}
	if tag, err := move.ParseTypeTag(target.Resolve(link.Target.As, context.Names)); err == nil {
		context.As = &tag
	}
	m.readings = explain.Read(link.Target.Text, context)
	m.failures = make([]error, len(m.readings))
	list := pane.NewList(deps, pane.Words{Title: text.Const("Readings"), Content: text.Const("readings"), Record: text.Const("reading")},
		pane.InBothOrders(load.Source[explain.Reading]{Key: func(r *explain.Reading) string { return r.Kind.String() + " " + r.Value + string(r.Decoded) }}),
		pane.Records[explain.Reading]{Language: language, Rows: explain.Columns.CSV()})
	list.Columns, list.Empty, list.Head = columns, m.empty, m.head
	m.Browser = pane.Browser[explain.Reading]{
		List: list, Few: true, Details: m.details, Word: (*explain.Reading).Word,
		Name: func() []text.Safe {
			return []text.Safe{text.Format("Explain %s", text.CutMiddle(text.Bounded(m.target.Text), maxCrumb))}
		},
	}
	m.hold()
	return m
}

const (
	maxCrumb = 40   // cells of the text in the breadcrumb
	maxLink  = 2000 // bytes of the text in a link
)

func columns() []pane.Column[explain.Reading] {
	kind, value, basis := pane.Of(explain.Columns.Named("kind"), 0), pane.Of(explain.Columns.Named("value"), 0), pane.Of(explain.Columns.Named("basis"), 1)
	cell := kind.Cell
	kind.Cell = func(r *explain.Reading) widget.Cell {
		c := cell(r)
		if r.IsGuess {
			c.Text = text.Format("%s?", c.Text)
		}
		return c
	}
	value.Width, value.Flex, basis.Width = 40, true, 30
	return []pane.Column[explain.Reading]{kind, value, basis}
}

// hold shows the readings.
func (m *Model) hold() {
	rows := make([]*explain.Reading, len(m.readings))
	for i := range m.readings {
		rows[i] = &m.readings[i]
	}
	m.List.Hold(rows)
}

// Enter asks the chain for what the text does not say.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.List.Resume(ctx)
	return tea.Batch(m.Settle(), m.complete())
}

func (m *Model) complete() tea.Cmd {
	node, readings := m.deps.Node, m.readings
	if _, done := m.chain.Value(); done || m.chain.Loading() {
		return nil
	}
	return m.chain.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (completed, error) {
		all := completed{readings: make([]explain.Reading, len(readings)), failures: make([]error, len(readings))}
		copy(all.readings, readings)
		for i := range all.readings {
			if all.readings[i].NeedsChain() {
				all.readings[i], all.failures[i] = explain.Complete(ctx, node, all.readings[i])
			}
		}
		return all, ctx.Err()
	})
}

// Leave cancels the requests.
func (m *Model) Leave() {
	m.chain.Cancel()
	m.Browser.Leave()
}

// HardReload asks the chain again.
func (m *Model) HardReload() tea.Cmd {
	m.chain = load.State[completed]{}
	return m.complete()
}

// Update handles what the chain knows, and typed keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if result, ok := msg.(load.Result[completed]); ok && m.chain.Accept(result) && result.Err == nil {
		m.readings, m.failures = result.Value.readings, result.Value.failures
		row := m.List.Rows.Selected()
		m.hold()
		m.List.Rows.Select(row)
	}
	return m.Browser.Update(msg)
}

// head shows the text above its readings.
func (m *Model) head(room pane.Area) []text.Line {
	th := m.deps.Theme
	line := text.In(th.Faint, "text  ")
	return []text.Line{append(line, text.CutMiddle(text.Bounded(m.target.Text), max(room.Width-line.Width(), 1)).Line()...), nil}
}

func (m *Model) empty() []text.Line {
	return text.WrapIn(m.deps.Theme.Faint, text.Format("the text has no known form: %s", text.Clean(explain.Forms)), max(m.List.Width(), 1), 6)
}

// selected returns the selected reading and its index, nil without readings.
func (m *Model) selected() (reading *explain.Reading, i int) {
	if reading = m.List.Selected(); reading == nil {
		return nil, 0
	}
	for i = range m.readings {
		if reading == &m.readings[i] {
			break
		}
	}
	if m.of != i {
		m.of, m.fact = i, -1
	}
	return reading, i
}

// link returns what enter opens: that of the selected fact, or of the reading.
func (m *Model) link() *target.Link {
	reading, _ := m.selected()
	switch {
	case reading == nil:
		return nil
	case m.fact >= 0 && m.fact < len(reading.Facts):
		return reading.Facts[m.fact].Opens
	}
	return reading.Opens
}

func (m *Model) opens() bool { return m.link() != nil }

func (m *Model) hasFacts() bool {
	reading, _ := m.selected()
	return reading != nil && len(reading.Facts) > 0
}

func (m *Model) moveFact(by int) {
	reading, _ := m.selected()
	m.fact = min(max(m.fact+by, -1), len(reading.Facts)-1)
}

func (m *Model) openSelected() tea.Cmd {
	link := *m.link()
	if link.Network == "" {
		link.Network = m.deps.Endpoint.Network
	}
	return m.deps.Post(screen.OpenLinkMsg{Link: link})
}

// details draws the selected reading with all that is known of it.
func (m *Model) details(room pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: text.In(th.Title, "Reading")}
	reading, i := m.selected()
	if reading == nil {
		return p
	}
	p.State = m.deps.StateLine(m.chain.Status(m.deps.Now()).AsManual())
	if !reading.NeedsChain() {
		p.State = nil
	}
	var facts []pane.Fact
	add := func(name, value text.Safe, link *target.Link) {
		facts = append(facts, pane.Fact{Lines: text.WrapBeside(name.In(th.Faint).Fit(pane.FactLabel), value, max(room.Width, pane.FactLabel+1), maxLines)})
	}
	for _, fact := range reading.Facts {
		add(text.Clean(fact.Name), text.Bounded(fact.Value), fact.Opens)
	}
	if reading.Decoded != nil {
		for k, line := range decodedLines(reading.Decoded) {
			name := text.Safe{}
			if k == 0 {
				name = text.Const("decoded")
			}
			add(name, line, nil)
		}
	}
	if reading.Basis != "" {
		add(text.Const("why"), text.Bounded(reading.Basis), nil)
	}
	p.Body = pane.FactLines(th, facts, m.fact, room, m.fact >= 0)
	if err := m.failures[i]; err != nil {
		p.Body = append(p.Body, text.WrapIn(th.Warn, text.Format("! %s", m.deps.Explain(err).Reason), room.Width, maxLines)...)
	}
	return p
}

const (
	maxLines   = 4   // of a fact
	maxDecoded = 200 // lines of a decoded value
)

// decodedLines returns a value as lines.
func decodedLines(value json.RawMessage) []text.Safe {
	var pretty strings.Builder
	if err := text.WriteIndented(&pretty, value, "\n"); err != nil {
		return nil
	}
	var lines []text.Safe
	for line := range strings.SplitSeq(pretty.String(), "\n") {
		if lines = append(lines, text.Bounded(line)); len(lines) == maxDecoded {
			break
		}
	}
	return lines
}

// Link returns the location of the text, unless it is long.
func (m *Model) Link() (target.Link, bool) {
	return target.Link{Network: m.deps.Endpoint.Network, Target: m.target}, len(m.target.Text) <= maxLink
}

// Copies returns the copy forms of the selected reading.
func (m *Model) Copies() []screen.Copy {
	reading, _ := m.selected()
	if reading == nil {
		return nil
	}
	copies := screen.AppendCopy(nil, text.Const("value"), reading.Value)
	if m.fact >= 0 {
		copies = screen.AppendCopy(copies, text.Clean(reading.Facts[m.fact].Name), reading.Facts[m.fact].Value)
	}
	if reading.Decoded != nil {
		copies = screen.AppendCopy(copies, text.Const("decoded"), string(reading.Decoded))
	}
	copies = append(copies, m.List.CopyRow(reading))
	if len(m.target.Text) <= maxLink {
		copies = append(copies, screen.CopyScreen(text.Const("command"), m.deps.Command("explain", m.target.Text)))
	}
	return copies
}

// language is what filters say of readings.
func language() query.Language[explain.Reading] {
	texts := func(of func(r *explain.Reading) string) func(*explain.Reading, func(string) bool) bool {
		return func(r *explain.Reading, match func(string) bool) bool { return match(of(r)) }
	}
	return query.Language[explain.Reading]{Fields: []query.Field[explain.Reading]{
		{Name: "kind", Help: "what the text was read as", InWords: true, Texts: texts(func(r *explain.Reading) string { return r.Kind.String() })},
		{Name: "value", Help: "what it is then", InWords: true, Texts: texts(func(r *explain.Reading) string { return r.Word().String() })},
		{Name: "why", Help: "why it was read so", InWords: true, Texts: texts(func(r *explain.Reading) string { return r.Basis })},
	}}
}
