package desk

import (
	"fmt"
	"slices"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/load"
	"foredeck/tui/market"
	"foredeck/tui/overlay"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// form is the choice of the other pairs: the watched ones, and a field for any other.
type form struct {
	model *Comparison
	pairs []string
	rows  widget.Table
	input textinput.Model
	err   error // why the typed text is not a pair, or another one cannot be added
}

var formBindings = screen.Bind(
	screen.Bindings[*form]{
		{ID: "comparison.add", Keys: "enter", Help: "add", While: screen.Typing, Run: (*form).add},
		{ID: "comparison.toggle", Keys: "space enter", Help: "compare", Run: (*form).toggle},
	},
	screen.Steps(func(f *form) screen.Rows { return &f.rows }).Then((*form).moved),
	screen.Bindings[*form]{{ID: "comparison.close", Keys: "esc", Help: "close", While: screen.Always, Run: (*form).close}},
)

// ComparisonKeys lists the keys of the choice of pairs.
func ComparisonKeys() []screen.Action { return formBindings.All() }

// maxTyped is the maximum length of a typed pair.
const maxTyped = 64

// Open opens the choice of the other pairs.
func (m *Comparison) Open() tea.Cmd {
	f := &form{model: m, input: widget.NewInput(maxTyped)}
	f.list()
	m.refusal = text.Safe{}
	return m.deps.Post(overlay.OpenMsg{Overlay: f})
}

// list sets the pairs to choose from: those that are watched or compared.
func (f *form) list() {
	m := f.model
	f.pairs = slices.DeleteFunc(slices.Clone(m.deps.Prices.Watched()), func(pair string) bool { return pair == m.pair })
	for _, pair := range m.pairs {
		if !slices.Contains(f.pairs, pair) {
			f.pairs = append(f.pairs, pair)
		}
	}
	f.rows.SetLength(len(f.pairs) + 1) // and the field
	f.focus()
}

// isTyping reports whether the field is selected.
func (f *form) isTyping() bool { return f.rows.Selected() == len(f.pairs) }

func (f *form) focus() {
	if f.isTyping() {
		f.input.Focus()
	} else {
		f.input.Blur()
	}
}

// Type edits the field.
func (f *form) Type(msg tea.KeyMsg) tea.Cmd {
	if f.Captures(msg) {
		f.err, f.model.refusal = nil, text.Safe{}
		f.input, _ = f.input.Update(msg)
	}
	return nil
}

func (f *form) add() (cmd tea.Cmd) {
	if cmd, f.err = f.model.add(f.input.Value()); f.err == nil {
		f.input.SetValue("")
	}
	return cmd
}

func (f *form) toggle() (cmd tea.Cmd) {
	cmd, f.err = f.model.toggle(f.pairs[f.rows.Selected()])
	return cmd
}

func (f *form) moved() tea.Cmd {
	f.err = nil
	f.focus()
	return nil
}

func (f *form) close() tea.Cmd { return f.model.deps.Post(overlay.CloseMsg{}) }

// Captures reports whether a key edits the field.
func (f *form) Captures(msg tea.KeyMsg) bool { return f.isTyping() && widget.Edits(msg) }

// Actions lists the keys.
func (f *form) Actions() []screen.Action {
	f.list()
	return formBindings.Actions(f, f.isTyping())
}

const (
	formWidth    = 60 // if the window is as wide
	maxNoteLines = 2
)

// View draws the pairs, the field, and why a pair was not added.
func (f *form) View(width, height int) []text.Line {
	f.list()
	m, th := f.model, f.model.deps.Theme
	frameWidth, frameHeight := widget.Frame(false)
	width = min(formWidth, width)
	inside := max(width-frameWidth, 0)
	note := f.note(inside)
	f.rows.SetHeight(max(min(len(f.pairs)+1, height-frameHeight-len(note)), 0))
	names := text.Width(text.Const("another pair: "))
	for _, pair := range f.pairs {
		names = max(names, text.Width(text.Clean(pair)))
	}
	columns := []widget.Column{{Width: 5}, {Width: names, Flex: true, Shorten: text.CutMiddle}, {Width: 14, Right: true, Rank: 2}, {Width: 9, Right: true, Rank: 1}}
	lines := f.rows.View(th, columns, inside, f.cells)[1:] // without the column titles
	if at := len(f.pairs) - f.rows.First(); at >= 0 && at < len(lines) {
		label := text.Const("  another pair: ")
		if f.isTyping() {
			label = text.Const("▸ another pair: ")
		}
		lines[at] = append(label.Line(), widget.DrawInput(th, f.input, inside-text.Width(label))...)
	}
	count := text.Format("%s of %s", text.Integer(uint64(len(m.pairs))), text.Integer(MaxPairs))
	box := widget.Panel{Title: text.In(th.Strong, "Compare %s with", text.Clean(m.pair)), State: count.In(th.Faint), Body: append(lines, note...)}
	return box.Draw(th, width, min(len(box.Body)+frameHeight, height))
}

// cells returns the columns of a pair: whether it is compared and its mark, name, price and change.
func (f *form) cells(i int) []widget.Cell {
	if i >= len(f.pairs) {
		return nil
	}
	m, th := f.model, f.model.deps.Theme
	pair := f.pairs[i]
	box := widget.Cell{Text: text.Const("[ ]"), Spoken: text.Const("not compared")}
	if at := slices.Index(m.pairs, pair); at >= 0 {
		look := m.appearance(at)
		box = widget.Cell{Text: text.Format("[x] %s", text.Clean(string(look.Mark))), Style: look.Style, Spoken: text.Const("compared")}
	}
	price, change := widget.Cell{Text: text.None, Style: th.Faint}, widget.Cell{}
	if latest, ok := m.deps.Prices.Latest(pair); ok {
		span := m.changeOr(latest.Change24h)
		price, change = widget.Cell{Text: market.Digits(latest.Price)}, widget.Cell{Text: span.Text, Style: span.Style}
	}
	return []widget.Cell{box, {Text: text.Clean(pair)}, price, change}
}

// note says what happens with the typed pair, or what the changes of the list are.
func (f *form) note(width int) []text.Line {
	m, th := f.model, f.model.deps.Theme
	switch {
	case f.err != nil:
		return text.WrapIn(th.Bad, text.Clean(f.err.Error()), width, maxNoteLines)
	case m.check.pair != "":
		return []text.Line{text.In(th.Faint, "checking whether %s exists", text.Clean(m.check.pair)).Fit(width)}
	case !m.refusal.IsEmpty():
		return text.WrapIn(th.Bad, m.refusal, width, maxNoteLines)
	}
	return []text.Line{text.In(th.Faint, "in percent since the left edge of the chart").Fit(width)}
}

var errCount = fmt.Errorf("at most %d pairs: remove one first", MaxPairs)

// toggle adds or removes a pair.
func (m *Comparison) toggle(pair string) (tea.Cmd, error) {
	if at := slices.Index(m.pairs, pair); at >= 0 {
		return m.set(slices.Delete(slices.Clone(m.pairs), at, at+1)), nil
	}
	if len(m.pairs) >= MaxPairs {
		return nil, errCount
	}
	return m.set(append(slices.Clone(m.pairs), pair)), nil
}

// add adds a typed pair after a check that the price service has it.
func (m *Comparison) add(typed string) (tea.Cmd, error) {
	pair, err := parsePair(typed)
	if err != nil {
		return nil, err
	}
	switch _, known := m.deps.Prices.Latest(pair); {
	case pair == m.pair:
		return nil, fmt.Errorf("%s is the pair of this chart", pair)
	case slices.Contains(m.pairs, pair):
		return nil, fmt.Errorf("already compared: %s", pair)
	case len(m.pairs) >= MaxPairs:
		return nil, errCount
	case known:
		return m.toggle(pair)
	}
	m.refusal = text.Safe{}
	return m.check.start(m.ctx, pair)
}

// finishCheck adds the checked pair, or says why not.
func (m *Comparison) finishCheck(pair string) tea.Cmd {
	status, ok := m.check.finish(pair)
	switch {
	case !ok:
	case status.Err != nil && m.deps.Prices.Explain(status.Err).Kind == load.NotFound:
		m.refusal = text.Format("the price service does not know %s", text.Clean(pair))
	case status.Err != nil:
		m.refusal = text.Format("%s: %s", text.Clean(pair), m.deps.Prices.Explain(status.Err).Reason)
	case status.Has && !slices.Contains(m.pairs, pair):
		cmd, err := m.toggle(pair)
		if err != nil {
			m.refusal = text.Clean(err.Error())
		}
		return cmd
	}
	return nil
}
