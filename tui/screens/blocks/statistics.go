package blocks

import (
	"slices"
	"sort"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/live"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

const (
	// countInterval is the shortest time between two counts.
	countInterval = 5 * time.Second
	// countShare is the part of the time that counts may take, as 1/countShare.
	countShare = 100
	// loadedAtOnce is the number of older blocks that a key loads for the statistics.
	loadedAtOnce = 500
)

// part is one of the panels of the statistics.
type part int

const (
	partMembers part = iota
	partAuthors
	partTimes
	partCount
)

// statistics is the state of the statistics.
type statistics struct {
	window   live.Window
	isChosen bool // by the user
	part     part
	members  sortOrder
	authors  sortOrder
}

// sortOrder is the column by which a table is sorted.
type sortOrder struct {
	column   int // counted from 1, 0 for the default order
	reversed bool
}

// next reverses the order, then moves to the next column; after the last one it returns to the default order.
func (o sortOrder) next(columns int) sortOrder {
	switch {
	case o.column > 0 && !o.reversed:
		o.reversed = true
	case o.column < columns:
		o = sortOrder{column: o.column + 1}
	default:
		o = sortOrder{}
	}
	return o
}

// counted is the result of a count.
type counted struct {
	live.Statistics
	past     *live.Period              // what was counted of the recorded history; nil if blocks were
	proposed map[int]live.AuthorBlocks // by member, of those whose author is known
	took     time.Duration
}

// count evaluates the window in the background.
func (m *Model) count() tea.Cmd {
	m.counted, m.countedRows = m.deps.Now(), m.blocks.Len()
	snapshot, shown := m.blocks.Snapshot(), m.shown
	authors, past, mine := m.deps.Names.Authors(), m.deps.Past.Recent(), m.deps.Monitor.Member()
	return m.statistics.Compute(m.deps.Loader, func() (counted, error) {
		began := time.Now()
		c := counted{proposed: map[int]live.AuthorBlocks{}}
		if shown.window == live.Past {
			c.Statistics, c.past = live.CountPeriod(past, snapshot), past
		} else {
			c.Statistics = live.CountWindow(snapshot, shown.window)
		}
		for author, member := range authors {
			made := live.AuthorBlocks{Author: author}
			at := slices.IndexFunc(c.Authors, func(a live.AuthorBlocks) bool { return a.Author == author })
			if at >= 0 {
				made = c.Authors[at]
			} else if len(c.Authors) > 0 { // an author without blocks is what operators look for
				made.Of, made.Expected = c.Authors[0].Of, c.Authors[0].Expected
				c.Authors = append(c.Authors, made)
			}
			c.proposed[member] = made
		}
		sortRows(c.Members, memberColumns(&c, nil), shown.members)
		sort.SliceStable(c.Members, func(i, j int) bool { return c.Members[i].Member == mine && c.Members[j].Member != mine }) // the user's first
		sortRows(c.Authors, authorColumns(), shown.authors)
		c.took = time.Since(began)
		return c, nil
	})
}

func (m *Model) refreshCount() tea.Cmd {
	last, _ := m.statistics.Value()
	isNew := m.hasTimes() && m.blocks.Len() > 0 && m.blocks.Len() != m.countedRows
	if m.mode != modeStatistics && !isNew || m.missing.Loading() && m.mode == modeBlocks || m.statistics.Loading() || !m.deps.Due(m.counted, max(countInterval, countShare*last.took)) {
		return nil
	}
	return m.count()
}

func (m *Model) showWindow(window int) tea.Cmd {
	m.shown.window, m.shown.isChosen = live.Window(min(window, len(m.windowNames())-1)), true
	return m.count()
}

func (m *Model) sortNext() tea.Cmd {
	if m.shownPart() == partAuthors {
		m.shown.authors = m.shown.authors.next(len(authorColumns()))
		return m.count()
	}
	last, _ := m.statistics.Value()
	m.shown.members = m.shown.members.next(len(memberColumns(&last, nil)))
	return m.count()
}

func (m *Model) showNextPart() {
	m.shown.part = (m.shownPart() + 1) % partCount
	if m.shownPart() != m.shown.part {
		m.shown.part = partMembers
	}
	m.countRows.Select(0)
}

func (m *Model) countOlder() tea.Cmd {
	oldest, _ := m.blocks.Oldest()
	return m.load(oldest-1, oldest-min(oldest, loadedAtOnce), m.blocks.Neighbor(m.blocks.Block(oldest)))
}

// canLoadOlder reports whether the window continues below the oldest known block.
func (m *Model) canLoadOlder() bool {
	oldest, ok := m.blocks.Oldest()
	return ok && oldest > 0 && !m.reachedEnd && !m.missing.Loading()
}

// minSideWidth is the width from which the block times have a panel beside the members.
const minSideWidth = 120

// sideWidth is the width of that panel.
const sideWidth = 46

// hasSide reports whether the block times are beside the members.
func (m *Model) hasSide() bool { return m.size.HasColumns() && m.size.Width >= minSideWidth }

// shownPart returns the part that the keys control.
func (m *Model) shownPart() part {
	if m.shown.part == partTimes && m.hasSide() {
		return partMembers
	}
	return m.shown.part
}

func (m *Model) countLength() int {
	counted, _ := m.statistics.Value()
	switch m.shownPart() {
	case partMembers:
		return len(counted.Members)
	case partAuthors:
		return len(counted.Authors)
	}
	return 0
}

// countLines is the number of lines above the tables.
const countLines = 2

// countParts returns the panels of the statistics.
func (m *Model) countParts() []pane.Part {
	resize := func(room pane.Area) { m.countRows.SetHeight(max(room.Height-1-countLines, 0)) }
	count := pane.Part{Fill: true, Resize: resize, Panel: m.countPanel}
	times := pane.Part{Fill: true, Panel: func(room pane.Area) widget.Panel { return m.timesPanel(room, !m.hasSide()) }}
	switch {
	case m.hasSide():
		side := pane.Layout{{times}}
		if m.size.Class >= screen.Huge && m.shownPart() == partMembers { // the authors take what the times leave
			times.Fill, times.Height = false, timesHeight+4
			side = pane.Layout{{times}, {{Fill: true, Panel: m.authorsPanel}}}
		}
		return []pane.Part{count, {Width: sideWidth, Inside: side}}
	case m.shownPart() == partTimes:
		return []pane.Part{times}
	}
	return []pane.Part{count}
}

// windowNames are the names of the windows. There may be no history.
func (m *Model) windowNames() []text.Safe {
	names := []text.Safe{text.Const("100"), text.Const("1,000"), text.Const("this epoch"), text.Const("last epoch"), text.Const("all"), text.Const("history")}
	if m.deps.Past == nil {
		return names[:live.Past]
	}
	return names
}

// windowLines draw the choice of the window and describe its blocks.
func (m *Model) windowLines(c *counted, width int) []text.Line {
	th := m.deps.Theme
	lines := []text.Line{widget.Tabs(th, m.deps.KeysOf("blocks.window"), m.windowNames(), int(m.shown.window)).Fit(width)}
	var facts text.Line
	switch committees := c.Committees; {
	case m.shown.window != c.Window:
		facts = text.In(th.Faint, "counting …")
	case c.Blocks == 0 && c.Window == live.LastEpoch:
		facts = text.In(th.Warn, "the last epoch is not loaded")
	case c.Window == live.Past && c.past == nil:
		facts = text.In(th.Faint, "no history yet: it begins with the blocks that are observed now")
	case c.past != nil:
		facts = text.In(th.Faint, "%s%s · epoch %s · %s members", c.past.Length(), c.past.Holes(), committees[0].Epochs(), text.Integer(uint64(len(c.past.Members))))
	case len(committees) == 1:
		facts = text.In(th.Faint, "epoch %s · committee %s · %s members", committees[0].Epochs(), shortHash(committees[0].Hash), text.Integer(uint64(committees[0].Members)))
	default:
		facts = text.In(th.Faint, "spans %s committees: an index may mean a different member in each", text.Integer(uint64(len(committees))))
	}
	var rest text.Line
	if c.Missing > 0 {
		rest = append(rest, text.Span{Text: text.Format(" · %s not loaded", text.Integer(c.Missing)), Style: th.Warn})
	}
	if c.Blocks < c.Window.Size() || m.isEpochIncomplete(c) {
		rest = append(rest, text.Span{Text: text.Format(" · %s load older", m.deps.Key("blocks.load_older")), Style: th.Faint})
	}
	if committees := len(c.Committees); committees > 1 && c.past == nil && facts.Width()+rest.Width() > width {
		facts = text.In(th.Faint, "spans %s committees: members differ", text.Integer(uint64(committees)))
	}
	return append(lines, append(facts, rest...).Fit(width))
}

// isEpochIncomplete reports whether the first block of the epoch is not known.
func (m *Model) isEpochIncomplete(c *counted) bool {
	return c.Window == live.ThisEpoch && c.Epoch.First == nil && c.First > 0 || c.Window == live.LastEpoch && c.Epoch.Earlier == 0
}

func shortHash(hash string) text.Safe {
	if hash == "" {
		return text.Const("not given")
	}
	return text.Short(text.Clean(hash))
}

// windowState is the number of blocks and their heights.
func windowState(c *counted) text.Safe {
	count := text.Integer(uint64(c.Blocks))
	if size := c.Window.Size(); size > c.Blocks {
		count = text.Format("%s of %s", count, text.Integer(uint64(size)))
	}
	if c.Blocks == 0 {
		return text.Format("%s blocks", count)
	}
	return text.Format("%s blocks, %s to %s", count, text.Integer(c.First), text.Integer(c.Last))
}

// countPanel draws the members or the authors.
func (m *Model) countPanel(room pane.Area) widget.Panel {
	th, width := m.deps.Theme, room.Width
	p := widget.Panel{Title: widget.Title(th, text.Const("Members"), true)}
	if m.shownPart() == partAuthors {
		p.Title = widget.Title(th, text.Const("Authors"), true)
	}
	c, ok := m.statistics.Value()
	if !ok || m.blocks.Len() == 0 {
		p.Body = []text.Line{text.In(th.Faint, "no blocks to count")}
		return p
	}
	p.State = windowState(&c).In(th.Faint)
	p.Body = m.windowLines(&c, width)
	if m.shownPart() == partAuthors {
		p.Body = append(p.Body, viewRows(m, c.Authors, authorColumns(), m.shown.authors, width, func(a *live.AuthorBlocks) widget.Cell {
			name := m.deps.Author(a.Author, authorWidth)
			return widget.Cell{Text: name.Text, Style: name.Style}
		}, authorWidth)...)
		return p
	}
	nameWidth := minLabelWidth
	for member := range m.committeeSize() {
		nameWidth = max(nameWidth, min(text.Width(m.member(member)), maxLabelWidth))
	}
	p.Body = append(p.Body, viewRows(m, c.Members, memberColumns(&c, m.missesOften), m.shown.members, width, func(v *live.MemberVotes) widget.Cell {
		name := widget.Cell{Text: m.member(v.Member)}
		if v.Member == m.deps.Monitor.Member() {
			name.Style = th.Accent
		}
		return name
	}, nameWidth)...)
	return p
}

// authorWidth is the width of an author in the table.
const authorWidth = 26

// column is a column of a table of the statistics. The first one has no cell: it names the row.
type column[T any] struct {
	widget.Column
	cell    func(*T) text.Safe
	compare func(a, b *T) int
	isBad   func(*T) bool
	share   func(*T) float64 // what stands out more, the higher it is, from 0 to 1; nil if nothing does
}

// viewRows draws a table. The numbers are beside the names, whatever the width.
func viewRows[T any](m *Model, rows []T, columns []column[T], order sortOrder, width int, name func(*T) widget.Cell, nameWidth int) []text.Line {
	heads := make([]widget.Column, len(columns))
	for i := range columns {
		heads[i] = columns[i].Column
		if order.column == i+1 {
			mark := text.Const("▾")
			if order.reversed {
				mark = text.Const("▴")
			}
			heads[i].Title = text.Concat(heads[i].Title, mark)
			heads[i].Width = max(heads[i].Width, text.Width(heads[i].Title))
		}
	}
	heads[0].Width = nameWidth
	return m.countRows.View(m.deps.Theme, heads, width, func(i int) []widget.Cell {
		if i >= len(rows) {
			return nil
		}
		cells := []widget.Cell{name(&rows[i])}
		for _, column := range columns[1:] {
			cell := widget.Cell{Text: column.cell(&rows[i])}
			if column.share != nil {
				cell.Style = m.deps.Theme.Ramp.At(column.share(&rows[i]))
			}
			if column.isBad != nil && column.isBad(&rows[i]) {
				cell.Text = text.Concat(cell.Text, text.Const("!"))
				if column.share == nil {
					cell.Style = m.deps.Theme.Warn
				}
			}
			cells = append(cells, cell)
		}
		return cells
	})
}

func sortRows[T any](rows []T, columns []column[T], order sortOrder) {
	if order.column == 0 || order.column > len(columns) {
		return
	}
	compare := columns[order.column-1].compare
	sort.SliceStable(rows, func(i, j int) bool {
		if order.reversed {
			i, j = j, i
		}
		return compare(&rows[i], &rows[j]) < 0
	})
}

func (m *Model) countSubject() (store.Subject, bool) {
	counted, _ := m.statistics.Value()
	switch at := m.countRows.Selected(); {
	case at >= m.countLength():
		return store.Subject{}, false
	case m.shownPart() == partAuthors:
		return store.AuthorSubject(counted.Authors[at].Author), true
	default:
		return store.MemberSubject(counted.Members[at].Member), true
	}
}

// nextPart names the part that follows.
func (m *Model) nextPart() string {
	next := (m.shownPart() + 1) % partCount
	if next == partTimes && m.hasSide() {
		next = partMembers
	}
	return [...]string{"members", "authors", "block times"}[next]
}
