// Package blocks is the screen that follows the chain's blocks: their intervals, authors and votes.
package blocks

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/live"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/record"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// mode is the content below the head panel.
type mode int

const (
	modeBlocks     mode = iota
	modeVotes           // votes at full width
	modeStatistics      // votes and blocks per validator
)

// Model is the blocks screen.
type Model struct {
	deps     *screen.Deps
	blocks   *live.Index
	ctx      context.Context
	size     screen.Size
	gridRoom pane.Area // of the votes
	margin   margin
	declared record.Columns[live.Row]
	csv      record.Rows[live.Row]

	figures       *load.Cache[uint64, *client.Block] // of the execution of blocks that came with certificates
	missing       load.State[[]live.Row]             // loads missing blocks
	reachedEnd    bool                               // the node has no older blocks
	loadingOlder  bool                               // missing loads the next older blocks
	reloading     bool                               // missing reloads known blocks
	reloadPending bool                               // reload the visible blocks once missing is done

	pane.RowRange // of the list
	mode          mode
	showsGrid     bool // the votes replace the list if there is no room for both
	rows          widget.Table
	search        blockSearch
	followsNewest bool // the newest row stays selected
	selected      rowID
	goal          *uint64 // height to select once it is loaded

	grid       grid
	shown      statistics
	statistics load.State[counted]
	counted    time.Time
	// countedRows is the number of rows at the last count.
	countedRows int
	countRows   widget.Table
}

// rowID identifies a row while rows are inserted around it.
type rowID struct {
	height uint64
	kind   live.Kind
}

// New returns the screen. Enter starts following the chain.
func New(deps *screen.Deps) *Model {
	columns := record.KnownBlocks(deps.Blocks.Gap)
	m := &Model{
		figures: newFigures(deps), deps: deps, blocks: deps.Blocks, declared: columns, csv: columns.CSV(), search: newSearch(deps), followsNewest: true, shown: statistics{window: live.Newest1000},
	}
	m.RowRange = pane.NewRowRange(m.ranged, m.rangeKey)
	return m
}

// ranged returns the list if it has the focus.
func (m *Model) ranged() *widget.Table {
	if m.mode != modeBlocks {
		return nil
	}
	return &m.rows
}

// rangeKey identifies a row, also while blocks are added.
func (m *Model) rangeKey(i int) string {
	id := idOf(m.blocks.Row(i))
	return fmt.Sprint(id.height, id.kind)
}

// Enter starts following the chain, which goes on after Leave.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.syncRows()
	m.layout()
	m.deps.NameMembers()
	m.deps.Post(screen.FollowMsg{})
	return m.loadMissing()
}

// Leave cancels the requests of the screen.
func (m *Model) Leave() {
	m.missing.Cancel()
	m.reloadPending = false
	m.statistics.Cancel()
}

// SetSize lays out the screen.
func (m *Model) SetSize(size screen.Size) {
	m.size = size
	m.layout()
}

// Update handles responses, new blocks, the clock and keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	return tea.Batch(m.update(msg), m.joinFigures())
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case screen.BlocksMsg:
		return m.handleBlocks(msg)
	case load.Result[[]live.Row]:
		return m.handleMissing(msg)
	case load.Result[counted]:
		m.statistics.Accept(msg)
		m.layout()
	case load.CacheMsg: // names of members can be longer
		m.layout()
	case screen.ClockMsg:
		return m.refreshCount()
	case screen.ClickMsg:
		cmd := m.point(msg)
		m.layout()
		return cmd
	case tea.KeyMsg:
		cmd := m.typeSearch(msg)
		m.layout()
		return cmd
	}
	return nil
}

// follow selects the newest block, and those that follow. From the statistics and the alerts it returns to the list.
func (m *Model) follow() tea.Cmd {
	if m.mode != modeVotes {
		m.mode = modeBlocks
	}
	m.followsNewest = true
	m.syncRows()
	return nil
}

// switchMode switches to another mode, or back to the list.
func (m *Model) switchMode(to mode) tea.Cmd {
	if m.mode == to {
		to = modeBlocks
	}
	if m.mode = to; to == modeStatistics {
		if past := m.deps.Past.Recent(); past != nil && past.Blocks > uint64(m.blocks.Len()) && !m.shown.isChosen {
			m.shown.window = live.Past
		}
		return m.count()
	}
	return nil
}

// syncSelection stores the identity of the selected row. Selecting another row than the newest ends followsNewest.
func (m *Model) syncSelection() {
	if m.blocks.Len() == 0 {
		return
	}
	m.followsNewest = m.followsNewest && m.rows.Selected() == 0
	m.selected = idOf(m.blocks.Row(m.rows.Selected()))
}

func idOf(row *live.Row) rowID {
	if row.Kind == live.Hole {
		return rowID{row.Last, row.Kind} // holes are filled from the top
	}
	return rowID{row.Height, row.Kind}
}

// syncRows updates the table after rows were added. The selected row stays selected and keeps its position on screen.
func (m *Model) syncRows() {
	length := m.blocks.Len()
	if m.followsNewest || length == 0 {
		m.rows.SetLength(length)
		m.rows.Select(0)
		m.syncSelection()
		return
	}
	at := m.indexOf(m.selected)
	if more := at - m.rows.Selected(); more > 0 {
		m.rows.Prepended(more)
	}
	m.rows.SetLength(length)
	m.rows.Select(at)
	m.syncSelection()
}

func (m *Model) indexOf(id rowID) int {
	at := m.blocks.IndexOf(id.height)
	if id.kind == live.Epoch {
		at++
	}
	return at
}

// row returns the selected row, or nil.
func (m *Model) row() *live.Row {
	if m.blocks.Len() == 0 {
		return nil
	}
	return m.blocks.Row(m.rows.Selected())
}

// open opens the selected block, or loads the selected hole.
func (m *Model) open() tea.Cmd {
	switch row := m.row(); {
	case row == nil:
		return nil
	case row.Kind == live.Hole:
		return m.loadHole(row)
	default:
		return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Height, Height: row.Height}})
	}
}

// maxMarkedScan is the number of rows that one key press scans.
const maxMarkedScan = 50_000

// seekMarked selects the next row that is slow, missed or has few votes, in the direction of step; 1 is toward older
// rows.
func (m *Model) seekMarked(step int) tea.Cmd {
	marked := func(i int) bool { return m.deps.IsMarked(m.blocks.Row(i)) }
	return m.seek(step, maxMarkedScan, marked, text.Const("no more slow or missed blocks in this direction"))
}

// seek selects the next row that matches, and scans up to limit rows.
func (m *Model) seek(step, limit int, match func(i int) bool, none text.Safe) tea.Cmd {
	i := m.rows.Selected()
	for range limit {
		if i += step; i < 0 || i >= m.blocks.Len() {
			return m.deps.Post(screen.StatusMsg{Text: none})
		}
		if match(i) {
			m.rows.Select(i)
			m.syncSelection()
			return m.loadOlder()
		}
	}
	m.rows.Select(i)
	m.syncSelection()
	return m.deps.Post(screen.StatusMsg{Text: text.Format("no match in %s rows · %s or %s continue", text.Integer(uint64(limit)), m.deps.Key("blocks.next"), m.deps.Key("blocks.previous"))})
}

func (m *Model) promptHeight() tea.Cmd {
	return m.deps.Post(screen.PromptMsg{Title: text.Const("Go to height"), Hint: text.Const("block height"), Submit: func(typed string) (tea.Cmd, error) {
		height, err := strconv.ParseUint(strings.ReplaceAll(strings.TrimSpace(typed), ",", ""), 10, 64)
		if err != nil {
			return nil, fmt.Errorf("invalid value %q: must be a whole number", typed)
		}
		return m.GoTo(height), nil
	}})
}

// GoTo selects a height in the middle of the list. If it is not loaded, it is loaded with the blocks around it.
func (m *Model) GoTo(height uint64) tea.Cmd {
	m.mode = modeBlocks
	m.goal = &height
	if m.selectGoal() {
		m.layout()
		return m.loadOlder()
	}
	from := height
	if newest, _ := m.blocks.Newest(); newest != nil && newest.Height > height {
		from += min(newest.Height-height, pageLength/2)
		for from > height && m.blocks.Block(from) != nil {
			from--
		}
	}
	return m.load(from, height-min(height, pageLength-1), m.blocks.Neighbor(m.blocks.Block(from+1)))
}

// selectGoal selects the goal if it is loaded and reports whether it was.
func (m *Model) selectGoal() bool {
	if m.goal == nil || m.blocks.Block(*m.goal) == nil {
		return false
	}
	m.followsNewest = false
	m.rows.SetLength(m.blocks.Len())
	m.rows.Center(m.blocks.IndexOf(*m.goal))
	m.syncSelection()
	m.goal = nil
	return true
}

// Captures reports whether the key is text for the search.
func (m *Model) Captures(msg tea.KeyMsg) bool { return m.search.Captures(msg) }

// Escape returns to the list, ends the search, or cancels a request.
func (m *Model) Escape() bool {
	switch {
	case m.EndRange():
	case m.mode != modeBlocks:
		m.mode = modeBlocks
	case m.clearSearch():
	case m.deps.Following().Searching:
		m.pause()
	case m.missing.Loading():
		m.missing.Cancel()
		m.reloadPending = false
	default:
		return false
	}
	m.layout()
	return true
}

// Crumbs returns the breadcrumb entries.
func (m *Model) Crumbs() []text.Safe {
	return [...][]text.Safe{{text.Const("Blocks")}, {text.Const("Blocks"), text.Const("Votes")}, {text.Const("Blocks"), text.Const("Statistics")}}[m.mode]
}

// AncestorCrumbs leaves out votes and statistics, which are other views of the blocks.
func (m *Model) AncestorCrumbs() []text.Safe { return m.Crumbs()[:1] }
