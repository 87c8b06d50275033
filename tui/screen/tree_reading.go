package screen

import (
	"encoding/json"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/text"
	"foredeck/tui/widget/jsontree"
)

// readAtOnce is the length up to which JSON is made into a tree in the time of a key: some 6 ms of numbers with one digit, a
// millisecond of ordinary records.
const readAtOnce = 256 << 10

// TreeReading makes trees of JSON texts: of a short one at once, of a long one beside the program's loop. The zero value reads
// nothing.
type TreeReading struct {
	tree   load.State[jsontree.Model]
	length int
}

// Read gives the tree of raw, as open makes it. Of a long text it gives a tree without lines, and the command brings the one to
// be taken. What was being read before is dropped.
func (r *TreeReading) Read(l *load.Loader, raw json.RawMessage, open func(json.RawMessage) jsontree.Model) (jsontree.Model, tea.Cmd) {
	r.tree = load.State[jsontree.Model]{}
	if len(raw) <= readAtOnce {
		return open(raw), nil
	}
	r.length = len(raw)
	return jsontree.Model{}, r.tree.Work(l, func() (jsontree.Model, error) { return open(raw), nil })
}

// Take gives the tree that was read, if it is still wanted.
func (r *TreeReading) Take(msg load.Result[jsontree.Model]) (tree jsontree.Model, ok bool) {
	if !r.tree.Take(msg) {
		return jsontree.Model{}, false
	}
	r.tree = load.State[jsontree.Model]{} // the screen holds the tree
	return msg.Value, true
}

// Reading tells whether a long text is being read.
func (r *TreeReading) Reading() bool { return r.tree.Loading() }

// Stop drops what is being read.
func (r *TreeReading) Stop() { r.tree.Cancel() }

// Line says what is being read.
func (r *TreeReading) Line(th theme.Theme) text.Line { return ReadingLine(th, r.length) }

// ReadingLine says that a text of this length is being read.
func ReadingLine(th theme.Theme, length int) text.Line {
	return text.In(th.Faint, text.Safe(fmt.Sprintf("reading %.1f MB", float64(length)/1e6)))
}
