package blocks

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/blockindex"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
	"foredeck/tui/widget/table"
)

const countInterval = 5 * time.Second

// count evaluates the loaded blocks in the background.
func (m *Model) count() tea.Cmd {
	if m.statistics.Loading() {
		return nil
	}
	m.counted = m.deps.Now()
	snapshot := m.blocks.Snapshot()
	return m.statistics.Compute(m.deps.Loader, func() (blockindex.Statistics, error) { return blockindex.Count(snapshot), nil })
}

func (m *Model) refreshCount() tea.Cmd {
	if m.mode != modeStatistics || !m.deps.Due(m.counted, countInterval) {
		return nil
	}
	return m.count()
}

func (m *Model) countKey(msg tea.KeyMsg) tea.Cmd {
	switch {
	case m.keys.Panel.Matches(msg):
		m.byAuthor = !m.byAuthor
		m.countRows.Select(0)
	default:
		m.keys.Rows(&m.countRows, msg)
	}
	return nil
}

func (m *Model) countLength() int {
	counted, _ := m.statistics.Value()
	if m.byAuthor {
		return len(counted.Authors)
	}
	return len(counted.Members)
}

func (m *Model) countPanel(width int) panel.Panel {
	th := m.deps.Theme
	frame, _ := panel.Frame(m.size.IsPlain())
	counted, ok := m.statistics.Value()
	p := panel.Panel{Title: text.In(th.Strong, "Members"), Plain: m.size.IsPlain()}
	if m.byAuthor {
		p.Title = text.In(th.Strong, "Authors")
	}
	if !ok || counted.Blocks == 0 {
		p.Body = []text.Line{text.In(th.Faint, "no blocks to count")}
		return p
	}
	p.State = text.In(th.Faint, "%s blocks, %s to %s", text.Integer(uint64(counted.Blocks)), text.Integer(counted.First), text.Integer(counted.Last))
	if m.byAuthor {
		columns := []table.Column{
			{Title: text.Const("AUTHOR"), Width: 9, Flex: true}, {Title: text.Const("BLOCKS"), Width: 8, Right: true}, {Title: text.Const("SHARE"), Width: 6, Right: true},
			{Title: text.Const("FIRST"), Width: 12, Right: true, Rank: 1}, {Title: text.Const("LAST"), Width: 12, Right: true, Rank: 2},
		}
		p.Body = m.countRows.View(th, columns, width-frame, func(i int) []table.Cell { return m.authorCells(&counted.Authors[i]) })
		return p
	}
	columns := []table.Column{
		{Title: text.Const("MEMBER"), Width: 8, Flex: true}, {Title: text.Const("BLOCKS"), Width: 8, Right: true, Rank: 3}, {Title: text.Const("VOTED"), Width: 6, Right: true},
		{Title: text.Const("MISSED"), Width: 8, Right: true}, {Title: text.Const("IN A ROW"), Width: 8, Right: true, Rank: 4},
		{Title: text.Const("FIRST MISS"), Width: 12, Right: true, Rank: 2}, {Title: text.Const("LAST MISS"), Width: 12, Right: true, Rank: 1},
	}
	p.Body = m.countRows.View(th, columns, width-frame, func(i int) []table.Cell { return m.memberCells(&counted.Members[i]) })
	return p
}

func percent(share float64) text.Safe { return text.Clean(fmt.Sprintf("%.1f%%", share*100)) }

func (m *Model) memberCells(v *blockindex.MemberVotes) []table.Cell {
	th := m.deps.Theme
	name, misses := table.Cell{Text: m.member(v.Member)}, table.Cell{Text: text.Integer(uint64(v.Misses()))}
	if v.Member == m.blocks.Watch.MemberIndex() {
		name.Style = th.Accent
	}
	if v.Misses() > 0 {
		misses.Style = th.Warn
	}
	return []table.Cell{
		name, {Text: text.Integer(uint64(v.Blocks))}, {Text: percent(v.Share())}, misses, {Text: text.Integer(uint64(v.LongestRun))},
		{Text: render.Number(v.FirstMiss)}, {Text: render.Number(v.LastMiss)},
	}
}

func (m *Model) authorCells(a *blockindex.AuthorBlocks) []table.Cell {
	name := m.deps.Author(a.Author, m.size.Width)
	return []table.Cell{
		{Text: name.Text, Style: name.Style}, {Text: text.Integer(uint64(a.Blocks))}, {Text: percent(a.Share())},
		{Text: text.Integer(a.First)}, {Text: text.Integer(a.Last)},
	}
}

func (m *Model) countSubject() (store.Subject, bool) {
	counted, _ := m.statistics.Value()
	switch at := m.countRows.Selected(); {
	case at >= m.countLength():
		return store.Subject{}, false
	case m.byAuthor:
		return store.AuthorSubject(counted.Authors[at].Author), true
	default:
		return store.MemberSubject(counted.Members[at].Member), true
	}
}

type memberRecord struct {
	Member     int     `json:"member"`
	Name       string  `json:"name"`
	Blocks     int     `json:"blocks"`
	Votes      int     `json:"votes"`
	Misses     int     `json:"misses"`
	LongestRun int     `json:"longest_run"`
	FirstMiss  *uint64 `json:"first_miss"`
	LastMiss   *uint64 `json:"last_miss"`
}

type authorRecord struct {
	Author string `json:"author"`
	Name   string `json:"name"`
	Blocks int    `json:"blocks"`
	Of     int    `json:"of"`
	First  uint64 `json:"first"`
	Last   uint64 `json:"last"`
}

func (m *Model) countExport() (screen.Export, bool) {
	counted, ok := m.statistics.Value()
	if !ok || counted.Blocks == 0 {
		return screen.Export{}, false
	}
	span := strconv.FormatUint(counted.First, 10) + "-" + strconv.FormatUint(counted.Last, 10)
	var records []screen.Record
	if m.byAuthor {
		for _, a := range counted.Authors {
			r := authorRecord{a.Author, m.deps.Store.Name(store.AuthorSubject(a.Author)), a.Blocks, a.Of, a.First, a.Last}
			records = append(records, screen.Record{Value: r, Cells: []string{r.Author, r.Name, cell(&r.Blocks), cell(&r.Of), cell(&r.First), cell(&r.Last)}})
		}
		return screen.ExportRows("authors-"+span, []string{"author", "name", "blocks", "of", "first", "last"}, slices.Values(records)), true
	}
	for _, v := range counted.Members {
		r := memberRecord{v.Member, m.deps.Store.Name(store.MemberSubject(v.Member)), v.Blocks, v.Votes, v.Misses(), v.LongestRun, v.FirstMiss, v.LastMiss}
		records = append(records, screen.Record{Value: r, Cells: []string{
			cell(&r.Member), r.Name, cell(&r.Blocks), cell(&r.Votes), cell(&r.Misses), cell(&r.LongestRun), cell(r.FirstMiss), cell(r.LastMiss),
		}})
	}
	columns := []string{"member", "name", "blocks", "votes", "misses", "longest_run", "first_miss", "last_miss"}
	return screen.ExportRows("members-"+span, columns, slices.Values(records)), true
}
