// Package blocks is the screen of the chain's newest blocks, which it follows: how they come after each other, who made them
// and who voted.
package blocks

import (
	"context"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/blockindex"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget/table"
)

// mode is what the screen shows below the panel of the head.
type mode int

const (
	modeBlocks     mode = iota
	modeVotes           // the votes in full width
	modeStatistics      // who voted and who made blocks, counted
	modeAlerts          // what happened, and the limits
)

// keepPeriod is how often the newest height is written down.
const keepPeriod = time.Minute

// Model is the screen of the blocks.
type Model struct {
	deps  *screen.Deps
	chain *blockindex.Index
	keys  KeyMap
	ctx   context.Context
	size  screen.Size

	head      load.State[client.ConsensusBlock] // while it is looked for
	tried     *atomic.Uint64                    // the highest height of the round that is under way
	stream    load.Stream[followed]
	read      load.State[[]blockindex.Row] // of blocks that the list lacks
	ended     bool                         // the node holds no older ones
	downwards bool                         // those that are asked for are the next older ones
	afresh    bool                         // those that are asked for are here, and are to be as the node has them now
	again     bool                         // the blocks on the screen are to be asked for once those that are asked for are here
	refused   error                        // why following ended
	trouble   *client.BlockUpdate          // what is wrong with the node while it is followed
	since     time.Time                    // of the trouble
	paused    bool
	kept      time.Time // when the newest height was written down last

	mode     mode
	inGrid   bool // where there is no room for both, the votes are shown
	rows     table.Model
	search   blockSearch
	follows  bool // the newest row is the selected one, whatever comes
	selected identity
	wanted   *uint64 // the height that is to be gone to once it is here

	statistics load.State[blockindex.Statistics]
	counted    time.Time
	byAuthor   bool
	countRows  table.Model
	alertRows  table.Model
}

// identity tells rows apart while others come in around them.
type identity struct {
	height uint64
	kind   blockindex.Kind
}

// New is the screen, following.
func New(deps *screen.Deps) *Model {
	return &Model{deps: deps, chain: deps.Blocks, keys: newKeyMap(), search: newSearch(), follows: true}
}

// Enter follows the chain from where that was left, or looks for its newest block.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx, m.kept = ctx, m.deps.Now()
	m.sync()
	m.lay()
	if m.paused {
		return nil
	}
	return tea.Batch(m.begin(), m.older())
}

// Leave ends all that is asked.
func (m *Model) Leave() {
	m.stop()
	m.read.Cancel()
	m.again = false
	m.statistics.Cancel()
	m.deps.KeepHead() // what writes it runs at the latest when the program ends
}

// SetSize lays the screen out for this room.
func (m *Model) SetSize(size screen.Size) {
	m.size = size
	m.lay()
}

// Update takes answers, what the stream tells, the clock and keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case load.Result[client.ConsensusBlock]:
		return m.found(msg)
	case load.Told[followed]:
		return m.told(msg)
	case load.Result[[]blockindex.Row]:
		return m.took(msg)
	case load.Result[blockindex.Statistics]:
		m.statistics.Take(msg)
		m.lay()
	case screen.ClockMsg:
		return m.clock()
	case screen.PointMsg:
		cmd := m.point(msg)
		m.lay()
		return cmd
	case tea.KeyMsg:
		cmd := m.key(msg)
		m.lay()
		return cmd
	}
	return nil
}

func (m *Model) clock() tea.Cmd {
	now := m.deps.Now()
	if m.stream.Running() && !m.deps.Replayed { // a recording is quiet at its end, which is nothing to be alarmed by
		if alert, ok := m.chain.CheckSilence(now); ok {
			m.ring(alert)
		}
	}
	if m.isOver() {
		m.stop()
	}
	var cmd tea.Cmd
	if now.Sub(m.kept) >= keepPeriod {
		m.kept = now
		cmd = m.deps.KeepHead()
	}
	return tea.Batch(cmd, m.countAgain())
}

func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	if cmd, taken := m.searchKey(msg); taken {
		return cmd
	}
	switch {
	case m.keys.Pause.Matches(msg):
		return m.pause()
	case m.keys.Refresh.Matches(msg) && m.asksAgain():
		return m.refresh()
	case m.keys.Me.Matches(msg):
		return m.askMember()
	case m.keys.Votes.Matches(msg):
		return m.show(modeVotes)
	case m.keys.Statistics.Matches(msg):
		return m.show(modeStatistics)
	case m.keys.Alerts.Matches(msg):
		return m.show(modeAlerts)
	case m.mode == modeStatistics:
		return m.countKey(msg)
	case m.mode == modeAlerts:
		return m.alertKey(msg)
	case m.keys.Follow.Matches(msg):
		m.follows = true
		m.sync()
	case m.keys.Height.Matches(msg) && m.row() != nil:
		return m.askHeight()
	case m.keys.Panel.Matches(msg) && m.switches():
		m.inGrid = !m.inGrid
	case m.keys.Next.Matches(msg):
		return m.seekMarked(1)
	case m.keys.Previous.Matches(msg):
		return m.seekMarked(-1)
	case m.keys.Open.Matches(msg):
		return m.open()
	case m.keys.Rows(&m.rows, msg):
		m.hold()
		return m.older()
	}
	return nil
}

// show changes to another view of the blocks, or back.
func (m *Model) show(chosen mode) tea.Cmd {
	if m.mode == chosen {
		chosen = modeBlocks
	}
	m.mode = chosen
	switch chosen {
	case modeStatistics:
		return m.count()
	case modeAlerts:
		m.chain.Watch.MarkSeen()
		return m.deps.Post(screen.AlertMsg{})
	}
	return nil
}

// hold notes what is selected now. Following ends where that is no longer the newest row.
func (m *Model) hold() {
	if m.chain.Len() == 0 {
		return
	}
	m.follows = m.follows && m.rows.Selected() == 0
	row := m.chain.Row(m.rows.Selected())
	m.selected = identity{row.Height, row.Kind}
	if row.Kind == blockindex.Hole {
		m.selected.height = row.Last // what comes into a hole comes at its upper end first
	}
}

// sync tells the table of the rows that came in. The selected one stays so, and stays on its line of the screen.
func (m *Model) sync() {
	length := m.chain.Len()
	if m.follows || length == 0 {
		m.rows.SetLength(length)
		m.rows.Select(0)
		m.hold()
		return
	}
	at := m.placeOf(m.selected)
	if more := at - m.rows.Selected(); more > 0 {
		m.rows.Prepended(more)
	}
	m.rows.SetLength(length)
	m.rows.Select(at)
	m.hold()
}

// placeOf is where a row stands now.
func (m *Model) placeOf(wanted identity) int {
	at := m.chain.IndexOf(wanted.height)
	if wanted.kind == blockindex.Epoch {
		at++
	}
	return at
}

// row is the selected row, nil where there is none.
func (m *Model) row() *blockindex.Row {
	if m.chain.Len() == 0 {
		return nil
	}
	return m.chain.Row(m.rows.Selected())
}

// open opens the selected block, or asks for those of a hole.
func (m *Model) open() tea.Cmd {
	switch row := m.row(); {
	case row == nil:
		return nil
	case row.Kind == blockindex.Hole:
		return m.fill(row)
	default:
		return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Height, Height: row.Height}})
	}
}

// mostSought bounds the rows that one key looks at.
const mostSought = 50_000

// seekMarked goes to the next row that was slow, missed or has few votes; 1 is down, to older ones.
func (m *Model) seekMarked(step int) tea.Cmd {
	marked := func(i int) bool { return m.chain.IsMarked(m.chain.Row(i)) }
	return m.seek(step, mostSought, marked, "no more slow or missed blocks this way among those that are here")
}

// seek goes to the next row that is wanted, and looks at so many at most.
func (m *Model) seek(step, most int, wanted func(i int) bool, none text.Safe) tea.Cmd {
	i := m.rows.Selected()
	for range most {
		if i += step; i < 0 || i >= m.chain.Len() {
			return m.deps.Post(screen.StatusMsg{Text: none})
		}
		if wanted(i) {
			m.rows.Select(i)
			m.hold()
			return m.older()
		}
	}
	m.rows.Select(i)
	m.hold()
	return m.deps.Post(screen.StatusMsg{Text: "none of these " + text.Integer(uint64(most)) + ": " + m.deps.Key("blocks.next") + " and " + m.deps.Key("blocks.previous") + " look on from here"})
}

// askHeight asks for the height to go to.
func (m *Model) askHeight() tea.Cmd {
	return m.deps.Post(screen.PromptMsg{Title: "To a height", Hint: "a number; those around it are asked for", Take: func(typed string) (tea.Cmd, error) {
		height, err := strconv.ParseUint(strings.ReplaceAll(strings.TrimSpace(typed), ",", ""), 10, 64)
		if err != nil {
			return nil, &limitError{typed, "a whole number"}
		}
		return m.GoTo(height), nil
	}})
}

// GoTo selects the height. Where it was not asked for, it and those below it are.
func (m *Model) GoTo(height uint64) tea.Cmd {
	m.mode = modeBlocks
	m.wanted = &height
	if m.reach() {
		m.lay()
		return m.older()
	}
	return m.ask(height, height-min(height, pageLength-1), nil)
}

// reach selects the height that is to be gone to, once it is here, and tells whether it is.
func (m *Model) reach() bool {
	if m.wanted == nil || m.chain.Block(*m.wanted) == nil {
		return false
	}
	m.follows = false
	m.rows.SetLength(m.chain.Len())
	m.rows.Select(m.chain.IndexOf(*m.wanted))
	m.hold()
	m.wanted = nil
	return true
}

// Captures tells whether the key is text for the search.
func (m *Model) Captures(msg tea.KeyMsg) bool { return m.search.Captures(msg) }

// Escape goes back to the blocks, ends the search among them, or ends what is being asked.
func (m *Model) Escape() bool {
	switch {
	case m.mode != modeBlocks:
		m.mode = modeBlocks
	case m.endSearch():
	case m.head.Loading():
		m.head.Cancel()
		m.paused = true
	case m.read.Loading():
		m.read.Cancel()
		m.again = false
	default:
		return false
	}
	m.lay()
	return true
}

// Crumbs are the name of the screen, and of what of it is shown.
func (m *Model) Crumbs() []text.Safe {
	return [...][]text.Safe{{"Blocks"}, {"Blocks", "Votes"}, {"Blocks", "Statistics"}, {"Blocks", "Alerts"}}[m.mode]
}
