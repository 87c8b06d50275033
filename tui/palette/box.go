package palette

import (
	"slices"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/input"
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

// boxKeys are the keys of the open palette. All other keys are text.
type boxKeys struct {
	Complete, Run, Earlier, Close, Later, Up, Down, PageUp, PageDown screen.Action
}

func newBoxKeys() boxKeys {
	return boxKeys{
		Complete: screen.NewAction("palette.complete", []string{"tab"}, "tab", "complete"),
		Run:      screen.NewAction("palette.run", []string{"enter"}, "enter", "run"),
		Earlier:  screen.NewAction("palette.earlier", []string{"ctrl+p"}, "ctrl+n/p", "history"),
		Close:    screen.NewAction("palette.close", []string{"esc"}, "esc", "close"),
		Later:    screen.NewAction("palette.later", []string{"ctrl+n"}, "ctrl+n", "next history line").Hidden(),
		Up:       screen.NewAction("palette.up", []string{"up"}, "↑", "up").Hidden(),
		Down:     screen.NewAction("palette.down", []string{"down"}, "↓", "down").Hidden(),
		PageUp:   screen.NewAction("palette.page_up", []string{"pgup"}, "pgup", "page up").Hidden(),
		PageDown: screen.NewAction("palette.page_down", []string{"pgdown"}, "pgdn", "page down").Hidden(),
	}
}

// BoxKeys lists the keys of the open palette.
func BoxKeys() []screen.Action { return screen.ActionsOf(newBoxKeys()) }

// box is the open palette: an input line with the lines that it can be completed to.
type box struct {
	palette *Model
	keys    boxKeys
	pool    *pool
	find    func(line string) Found // called on every key, so it must be fast
	typed   textinput.Model
	found   Found
	choice  int
	first   int // first visible row
	rows    int // number of visible rows
	recall  int // index of the recalled line in palette.ran; its length: none
}

func newBox(m *Model) *box {
	b := &box{palette: m, keys: newBoxKeys(), typed: input.New(maxLine), recall: len(m.ran)}
	b.typed.Focus()
	return b
}

// search finds the candidates for the typed line and chooses the first.
func (b *box) search() { b.found, b.choice, b.first = b.find(b.typed.Value()), 0, 0 }

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

// Update handles a key. The palette closes after a line was run.
func (b *box) Update(msg tea.KeyMsg) (cmd tea.Cmd, done bool) {
	switch keys := b.keys; {
	case keys.Close.Matches(msg):
		return nil, true
	case keys.Run.Matches(msg):
		return b.run()
	case keys.Complete.Matches(msg):
		b.complete()
	case keys.Earlier.Matches(msg):
		b.recallLine(-1)
	case keys.Later.Matches(msg):
		b.recallLine(1)
	case keys.Up.Matches(msg):
		b.move(-1)
	case keys.Down.Matches(msg):
		b.move(1)
	case keys.PageUp.Matches(msg):
		b.move(-max(b.rows, 1))
	case keys.PageDown.Matches(msg):
		b.move(max(b.rows, 1))
	case input.Edits(msg):
		before := b.typed.Value()
		if b.typed, _ = b.typed.Update(msg); b.typed.Value() != before {
			b.recall = len(b.palette.ran)
			b.search()
		}
	}
	return nil, false
}

// chosen returns the chosen candidate. ok is false if there is none.
func (b *box) chosen() (candidate Candidate, ok bool) {
	if len(b.found.Candidates) == 0 {
		return Candidate{}, false
	}
	return b.found.Candidates[b.choice], true
}

// move chooses the candidate delta rows below.
func (b *box) move(delta int) { b.choice = max(min(b.choice+delta, len(b.found.Candidates)-1), 0) }

// complete replaces the typed line with the chosen candidate.
func (b *box) complete() {
	chosen, ok := b.chosen()
	switch {
	case !ok:
	case !chosen.Wants.IsEmpty():
		b.setLine(chosen.Line + " ")
	default:
		b.setLine(chosen.Line)
	}
}

// recallLine replaces the typed line with the one run before the recalled line (-1) or after it (1). After the newest, the line is
// empty.
func (b *box) recallLine(step int) {
	b.recall = max(min(b.recall+step, len(b.palette.ran)), 0)
	line := ""
	if b.recall < len(b.palette.ran) {
		line = b.palette.ran[b.recall]
	}
	b.setLine(line)
}

// run runs the chosen line. An incomplete line is completed instead, so that the user can add the missing argument.
func (b *box) run() (cmd tea.Cmd, done bool) {
	chosen, ok := b.chosen()
	switch {
	case !ok:
		return nil, false
	case !chosen.Why.IsEmpty():
		return b.palette.deps.Post(screen.StatusMsg{Text: chosen.Why, Warn: true}), false
	case !chosen.Wants.IsEmpty():
		b.complete()
		return nil, false
	}
	b.palette.ran = remember(b.palette.ran, chosen.Line)
	if act, ok := b.pool.acts[chosen.Line]; ok {
		return act(), true
	}
	return b.palette.deps.Post(screen.OpenLinkMsg{Link: b.pool.links[chosen.Line]}), true
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
func (b *box) Actions() []screen.Action { return screen.ActionsOf(b.keys) }

// Note returns the number of matches and their order.
func (b *box) Note() (left, right text.Line) {
	matches := text.Const(" matches")
	switch {
	case b.typed.Value() == "" && b.found.Count == 0:
		return text.Plain("type a command"), nil
	case b.found.Count == 1:
		matches = text.Const(" match")
	}
	return text.Concat(text.Integer(uint64(b.found.Count)), matches).Line(), text.In(b.palette.deps.Theme.Faint, "ranked: this screen, saved, recent, all")
}
