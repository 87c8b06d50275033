// Package summary is the screen of a list that is summed up: its records in groups, with their number, share and sums. It counts what is
// loaded as it comes, and on demand the whole list.
package summary

import (
	"context"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/tally"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/query"
	"foredeck/tui/record"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// Spec declares the summary of a list.
var Spec = screen.Spec[*Model]{
	Name: "summary", Visitors: screen.Allowed,
	For: func(deps *screen.Deps, msg any) *Model {
		if asked, ok := msg.(screen.SummaryMsg); ok {
			return New(deps, asked.List)
		}
		return nil
	},
	Hints:  []screen.Hint{{ID: "summary.open", Words: text.Const("filters the list by the row")}, {ID: "list.last", Words: text.Const("sums up the whole list")}, {ID: "summary.tab", Words: text.Const("groups otherwise")}},
	Typing: (*Model).Typing,
	Bindings: screen.Bind(
		screen.Bindings[*Model]{
			{ID: "summary.open", Keys: "enter", Help: "filter the list", When: (*Model).HasRow, Why: "no group selected", Run: (*Model).open},
			{ID: "summary.tab", Keys: "1 2 3 4 5 6 7 8", Help: "group by", Pick: (*Model).group},
		},
		screen.Bindings[*Model]{{ID: "list.last", Help: "sum up all", Long: "sum up the whole list", When: (*Model).hasMore, Run: (*Model).whole}},
		pane.Browse(func(m *Model) *pane.Browser[row] { return &m.Browser },
			screen.Binding[*Model]{ID: "deck.refresh", Help: "count new records", Run: (*Model).HardReload}),
	),
}

type row = record.Statistic

// wholeStep is the number of records that are loaded before the user is asked to continue: the list holds them.
const wholeStep = 10_000

// manyGroups is the number of groups from which rows are shown once a second while records come.
const manyGroups = 300

// Model is the screen.
type Model struct {
	pane.Browser[row]
	deps      *screen.Deps
	ctx       context.Context
	list      screen.Summed
	groupings []tally.Grouping
	active    int // index into groupings
	shown     record.Statistics
	sum       screen.Sum
	total     tally.Group
	counting  bool // a stepMsg is in flight
	pending   bool // counted records are not shown yet
	until     int  // number of records to load; 0: no more than there are
}

// stepMsg continues to count.
type stepMsg struct{ sum screen.Sum }

// New returns the summary of a list.
func New(deps *screen.Deps, list screen.Summed) *Model {
	m := &Model{deps: deps, list: list, groupings: list.Groupings()}
	title, _ := list.Words()
	words := pane.Words{Name: text.Const("Summary"), Title: text.Format("Summary of %s", title), Content: text.Const("groups")}
	m.List = pane.NewList(deps, words, pane.InBothOrders(load.Source[row]{Key: key}), pane.Records[row]{Language: m.language})
	m.List.Columns, m.List.State, m.List.Manual = m.columns, m.state, true
	m.List.Empty = func() []text.Line {
		return []text.Line{text.Plain("nothing to sum up: no loaded record matches the filter")}
	}
	m.Browser = pane.Browser[row]{
		List: m.List, Head: m.head, Details: m.details, Name: func() []text.Safe { return text.Consts("Summary") },
		Word: func(r *row) text.Safe { return text.Format("%s × %s", text.Integer(uint64(r.Count)), m.words(r)) },
	}
	m.begin()
	return m
}

// key identifies a group.
func key(r *row) string {
	var all strings.Builder
	for _, value := range r.Values {
		if value != nil {
			all.WriteString("=" + *value)
		}
		all.WriteByte(0)
	}
	return all.String()
}

// begin counts all records by the active grouping.
func (m *Model) begin() {
	grouping := m.groupings[m.active]
	m.shown = record.Statistics{By: grouping.By, Value: m.value, Amount: grouping.Amount}
	if grouping.HasFee {
		m.shown.Fee = m.fee
	}
	m.sum, m.counting = m.list.Sum(grouping), false
	m.List.Records.Rows = m.shown.Columns().CSV()
	m.List.ClearFilter()
	m.show()
}

// Enter counts what is loaded.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	return tea.Batch(m.Browser.Enter(ctx), m.count())
}

// Leave cancels the requests.
func (m *Model) Leave() {
	m.stop()
	m.counting = false // its message may go to another screen
	m.Browser.Leave()
}

func (m *Model) stop() {
	m.until = 0
	m.list.Cancel()
}

// Update counts the records of pages, and handles keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if step, ok := msg.(stepMsg); ok {
		if step.sum != m.sum {
			return nil
		}
		m.counting = false
		return m.count()
	}
	if _, ok := msg.(screen.ClockMsg); ok && m.pending {
		m.show()
	}
	if cmd, ok := m.list.Accept(m.ctx, msg); ok {
		return tea.Batch(cmd, m.next(), m.count())
	}
	return m.Browser.Update(msg)
}

// next requests the next page of a list that is summed up whole.
func (m *Model) next() tea.Cmd {
	if m.until == 0 || m.list.Loading() {
		return nil
	}
	if m.list.Complete() || m.list.Err() != nil || m.list.Len() >= m.until {
		m.until = 0
		return nil
	}
	return m.list.More(m.ctx)
}

// count counts a batch of records. The command continues if there are more.
func (m *Model) count() tea.Cmd {
	if m.counting {
		return nil
	}
	m.counting, m.pending = m.sum.Step(), true
	if !m.counting && m.until == 0 || m.sum.Groups() < manyGroups {
		m.show()
	}
	if !m.counting {
		return nil
	}
	sum := m.sum
	return func() tea.Msg { return stepMsg{sum} }
}

// show shows the groups as counted so far. The selected one stays selected.
func (m *Model) show() {
	m.pending = false
	statistics, selected, chosen := m.sum.Statistics(), m.List.Selected(), -1
	m.total = statistics.Total
	rows := make([]*row, len(statistics.Groups))
	for i := range statistics.Groups {
		rows[i] = new(record.NewStatistic(&statistics.Groups[i], m.shown.By, m.total.Count))
		if selected != nil && key(rows[i]) == key(selected) {
			chosen = i
		}
	}
	pages := m.List.NewPages(client.NewestFirst)
	pages.Hold(rows)
	m.List.Replace(pages, chosen)
}

// group switches to another grouping.
func (m *Model) group(chosen int) tea.Cmd {
	if chosen == m.active || chosen >= len(m.groupings) {
		return nil
	}
	m.active = chosen
	m.begin()
	m.List.Rows.Select(0)
	return m.count()
}

func (m *Model) hasMore() bool { return !m.list.Complete() && m.until == 0 && m.List.Filter().IsZero() }

// whole loads the rest of the list.
func (m *Model) whole() tea.Cmd {
	m.until = m.list.Len() + wholeStep
	return m.list.More(m.ctx)
}

// Escape ends the loading, or the filter.
func (m *Model) Escape() bool {
	if m.until > 0 || m.list.Loading() {
		m.stop()
		m.show()
		return true
	}
	return m.Browser.Escape()
}

// HardReload counts what was added to the list.
func (m *Model) HardReload() tea.Cmd { return m.list.Newer(m.ctx) }

// open returns to the list, filtered by the selected group.
func (m *Model) open() tea.Cmd {
	selected := m.List.Selected()
	terms := []string{m.list.Filter()}
	for i, key := range m.shown.By {
		if term := m.list.Term(key, selected.Values[i]); !slices.Contains(strings.Fields(terms[0]), term) {
			terms = append(terms, term)
		}
	}
	filter := strings.TrimSpace(strings.Join(terms, " "))
	if len(filter) > query.MaxLength {
		return m.deps.Post(screen.StatusMsg{Text: text.Const("filter too long: the values of the group have more characters than a filter can have"), Warn: true})
	}
	m.list.SetFilter(filter)
	return m.deps.Post(screen.UpMsg{})
}

// Copies returns the copy forms of the selected group.
func (m *Model) Copies() []screen.Copy {
	selected := m.List.Selected()
	if selected == nil {
		return nil
	}
	var copies []screen.Copy
	for i, key := range m.shown.By {
		if value := selected.Values[i]; value != nil {
			copies = append(copies, screen.CopyText(text.Clean(key), *value))
		}
	}
	return append(copies, m.List.CopyRow(selected))
}

// UsesUnits marks the screen as one that shows amounts in units.
func (m *Model) UsesUnits() {}

// Export exports the groups.
func (m *Model) Export() (screen.Export, bool) {
	export, ok := m.List.ExportShown("summary-" + strings.Join(m.shown.By, "-"))
	export.IsPartial = export.Selected == 0 && !m.list.Complete()
	return export, ok
}

func (m *Model) language() query.Language[row] {
	return record.StatisticFields(pane.FilterEnv(m.deps), m.shown)
}
