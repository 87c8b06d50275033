package palette

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/overlay"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

const (
	maxLine = 10_000 // characters, longer than any type that the node accepts
	maxRan  = 100    // lines in the history
)

// Candidate is a line that the typed one can be completed to.
type Candidate struct {
	Line   string
	Does   text.Safe // short description
	Remark text.Safe
	Why    text.Safe // reason that it cannot run here; empty if it can run
	Shell  string    // the shell command that does the same; empty if there is none
	Wants  text.Safe // missing argument, as the help writes it; empty if complete
	Below  bool      // a blank line separates it from those above
}

// Found holds the candidates for a typed line.
type Found struct {
	Candidates []Candidate
	Count      int   // of all candidates, including those beyond the listed ones
	Err        error // reason that there are none
}

var boxBindings = screen.Bind(screen.Bindings[*box]{
	{ID: "palette.complete", Keys: "tab", Help: "complete", Run: (*box).complete},
	{ID: "palette.run", Keys: "enter", Help: "run", Run: (*box).run},
	{ID: "palette.earlier", Keys: "ctrl+p", Label: "ctrl+n/p", Help: "history", Run: func(b *box) tea.Cmd { return b.recallLine(-1) }},
	{ID: "palette.close", Keys: "esc", Help: "close", Run: (*box).close},
	{ID: "palette.later", Keys: "ctrl+n", Help: "next history line", Place: screen.Hidden, Run: func(b *box) tea.Cmd { return b.recallLine(1) }},
	{ID: "palette.up", Keys: "up", Help: "up", Place: screen.Hidden, Run: func(b *box) tea.Cmd { return b.move(-1) }},
	{ID: "palette.down", Keys: "down", Help: "down", Place: screen.Hidden, Run: func(b *box) tea.Cmd { return b.move(1) }},
	{ID: "palette.page_up", Keys: "pgup", Help: "page up", Place: screen.Hidden, Run: func(b *box) tea.Cmd { return b.move(-max(b.rows, 1)) }},
	{ID: "palette.page_down", Keys: "pgdown", Help: "page down", Place: screen.Hidden, Run: func(b *box) tea.Cmd { return b.move(max(b.rows, 1)) }},
})

// BoxKeys lists the keys of the open palette. All other keys are text.
func BoxKeys() []screen.Action { return boxBindings.All() }

// box is the open palette: an input line with the lines that it can be completed to.
type box struct {
	palette *Model
	pool    *pool
	find    func(line string) Found // called on every key, so it must be fast
	typed   textinput.Model
	found   Found
	choice  int
	moved   bool   // the user moved to the chosen one
	first   int    // first visible row
	rows    int    // number of visible rows
	recall  int    // index of the recalled line in palette.ran; its length: none
	theme   string // previewed; empty: none
}

func newBox(m *Model) *box {
	b := &box{palette: m, typed: widget.NewInput(maxLine), recall: len(m.ran)}
	b.typed.Focus()
	return b
}

// search finds the candidates for the typed line and chooses the first.
func (b *box) search() {
	b.found, b.choice, b.first, b.moved = b.find(b.typed.Value()), 0, 0, false
	b.preview()
}

// preview shows the chosen theme while the user types the line that applies one, and ends that otherwise.
func (b *box) preview() {
	name := ""
	if chosen, ok := b.chosen(); ok && strings.HasPrefix(strings.TrimLeft(b.typed.Value(), " "), themeLine) && chosen.Why.IsEmpty() {
		name, _ = strings.CutPrefix(chosen.Line, themeLine)
	}
	if name != b.theme {
		b.theme = name
		b.palette.deps.Post(screen.PreviewThemeMsg{Name: name})
	}
}

// themeLine is how lines begin that apply a theme.
const themeLine = "theme "

// refresh finds the candidates again after the pool has changed. The chosen one stays chosen if it is still there.
func (b *box) refresh() {
	chosen, _ := b.chosen()
	b.search()
	b.choice = max(slices.IndexFunc(b.found.Candidates, func(candidate Candidate) bool { return candidate.Line == chosen.Line }), 0)
}

func (b *box) setLine(line string) {
	b.typed.SetValue(line)
	b.typed.CursorEnd()
	b.search()
}

func (b *box) close() tea.Cmd {
	if b.theme != "" {
		b.palette.deps.Post(screen.PreviewThemeMsg{})
	}
	return b.palette.deps.Post(overlay.CloseMsg{})
}

// Captures reports whether a key is a character of the line.
func (b *box) Captures(msg tea.KeyMsg) bool { return overlay.IsCharacter(msg) }

// Type edits the line.
func (b *box) Type(msg tea.KeyMsg) tea.Cmd {
	before := b.typed.Value()
	if !widget.Edits(msg) {
		return nil
	}
	if b.typed, _ = b.typed.Update(msg); b.typed.Value() != before {
		b.recall = len(b.palette.ran)
		b.search()
	}
	return nil
}

// chosen returns the chosen candidate. ok is false if there is none.
func (b *box) chosen() (candidate Candidate, ok bool) {
	if len(b.found.Candidates) == 0 {
		return Candidate{}, false
	}
	return b.found.Candidates[b.choice], true
}

// move chooses the candidate delta rows below.
func (b *box) move(delta int) tea.Cmd {
	b.choice, b.moved = max(min(b.choice+delta, len(b.found.Candidates)-1), 0), true
	b.preview()
	return nil
}

// complete replaces the typed line with the chosen candidate.
func (b *box) complete() tea.Cmd {
	chosen, ok := b.chosen()
	switch {
	case !ok:
	case !chosen.Wants.IsEmpty():
		b.setLine(chosen.Line + " ")
	default:
		b.setLine(chosen.Line)
	}
	return nil
}

// recallLine replaces the typed line with the one run before the recalled line (-1) or after it (1). After the newest, the line is
// empty.
func (b *box) recallLine(step int) tea.Cmd {
	b.recall = max(min(b.recall+step, len(b.palette.ran)), 0)
	line := ""
	if b.recall < len(b.palette.ran) {
		line = b.palette.ran[b.recall]
	}
	b.setLine(line)
	return nil
}

// run runs the chosen line and closes the palette. An incomplete line is completed instead, so that the user can add the missing argument.
func (b *box) run() tea.Cmd {
	chosen, ok := b.chosen()
	switch {
	case !ok:
		return nil
	case !chosen.Why.IsEmpty():
		return b.palette.deps.Post(screen.StatusMsg{Text: chosen.Why, Warn: true})
	case !chosen.Wants.IsEmpty():
		return b.complete()
	}
	b.palette.ran = remember(b.palette.ran, chosen.Line)
	b.close()
	if act, ok := b.pool.acts[chosen.Line]; ok {
		return act()
	}
	return b.palette.deps.Post(screen.OpenLinkMsg{Link: b.pool.links[chosen.Line]})
}

// remember adds a line to the history, which has each line once.
func remember(ran []string, line string) []string {
	ran = slices.DeleteFunc(slices.Clone(ran), func(other string) bool { return other == line })
	if len(ran) == maxRan {
		ran = ran[1:]
	}
	return append(ran, line)
}

// Actions lists the keys of the open palette.
func (b *box) Actions() []screen.Action { return boxBindings.Actions(b, false) }

// Note returns the number of matches and their order.
func (b *box) Note() (left, right text.Line) {
	matches := text.Const(" matches")
	switch {
	case b.typed.Value() == "" && b.found.Count == 0:
		return text.Plain("type a command"), nil
	case b.found.Count == 1:
		matches = text.Const(" match")
	}
	return text.Concat(text.Integer(uint64(b.found.Count)), matches).Line(), text.In(b.palette.deps.Theme.Faint, "order: this screen, saved, recent, everything")
}
