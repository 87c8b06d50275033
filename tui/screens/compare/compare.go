// Package compare is the screen that compares two nodes: how far one is behind the other, where their chains part, and which values
// differ. It goes on comparing new blocks while it is open.
package compare

import (
	"context"
	"errors"
	"iter"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/compare"
	"foredeck/client/move"
	"foredeck/tui/command"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

const (
	// lastBlocks is the number of blocks that are compared at the start.
	lastBlocks = 100
	// sampleInterval is the time between two samples of the heads.
	sampleInterval = time.Second
	// maxRows is the number of differences in the list. All are counted.
	maxRows = 1000
	// maxSamples is the number of samples in the chart of the lag.
	maxSamples = 300
)

// Model is the screen.
type Model struct {
	screen.NoText
	deps    *screen.Deps
	names   [2]string
	options compare.Options
	ctx     context.Context
	size    screen.Size

	stream    load.Stream[item]
	endpoints [2]load.Endpoint // zero until the nodes are open
	report    compare.Report
	found     []difference // the first maxRows
	samples   []compare.Sample
	rows      widget.Table
	pane.RowRange
	err     error     // why the comparison stopped, nil if it did not
	started time.Time // of the comparison
	paused  bool
}

// difference is a row of the list.
type difference struct {
	subject text.Safe
	compare.Difference
}

// item is an event of the comparison, or the addresses of the nodes.
type item struct {
	compare.Event
	opened *[2]load.Endpoint
}

// New returns the screen for a line "compare A B" with options. The error says which word is invalid.
func New(deps *screen.Deps, line command.Line) (*Model, error) {
	m := &Model{
		deps: deps, names: [2]string{line.Args[0], line.Args[1]},
		options: compare.Options{Last: lastBlocks, Watch: true, Interval: sampleInterval},
	}
	hasObjects, hasBlocks := false, false
	for _, option := range line.Options {
		var err error
		switch option.Option.Name {
		case "from":
			hasBlocks, err = true, m.setFrom(option.Value)
		case "account":
			hasObjects, err = true, m.addAccount(option.Value)
		case "resource":
			hasObjects, err = true, m.addResource(option.Value)
		case "module":
			hasObjects, err = true, m.addModule(option.Value)
		default:
			err = &command.WordError{Word: "--" + option.Option.Name, Rule: "only in a shell"}
		}
		if err != nil {
			return nil, err
		}
	}
	if hasObjects && !hasBlocks {
		m.options.Last = 0
	}
	m.RowRange = pane.NewRowRange(func() *widget.Table { return &m.rows }, func(i int) string { return m.found[i].subject.String() + " " + m.found[i].Field })
	return m, nil
}

func (m *Model) setFrom(word string) error {
	height, err := target.Parse(word, nil, func(kind target.Kind) bool { return kind == target.Height })
	m.options.From = &height.Height
	return err
}

func (m *Model) account(word string) (move.Address, error) {
	if address, ok := target.FindName(word, m.deps.Names.List()); ok {
		return address, nil
	}
	return move.ParseAddress(word)
}

func (m *Model) addAccount(word string) error {
	address, err := m.account(word)
	m.options.Accounts = append(m.options.Accounts, address)
	return err
}

func (m *Model) addResource(word string) error {
	account, resourceType, _ := strings.Cut(word, "/")
	address, err := m.account(account)
	if err != nil {
		return err
	}
	tag, err := move.ParseStructTag(resourceType)
	m.options.Resources = append(m.options.Resources, compare.Resource{Address: address, Type: tag.String()})
	return err
}

func (m *Model) addModule(word string) error {
	if account, name, ok := strings.Cut(word, "::"); ok {
		if address, known := target.FindName(account, m.deps.Names.List()); known {
			word = address.String() + "::" + name
		}
	}
	id, err := move.ParseModuleID(word)
	m.options.Modules = append(m.options.Modules, id)
	return err
}

// Enter starts the comparison, from the beginning if it ran before.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	if m.paused {
		return nil
	}
	return m.start()
}

func (m *Model) start() tea.Cmd {
	m.report, m.found, m.samples, m.err, m.started = compare.Report{}, nil, nil, nil, m.deps.Now()
	m.layout()
	deps, names, options := m.deps, m.names, m.options
	return m.stream.Start(m.ctx, m.deps.Loader, func(ctx context.Context) iter.Seq2[item, error] {
		return run(ctx, deps.OpenNamed, names, options)
	})
}

// run opens both nodes and compares them.
func run(ctx context.Context, open screen.NodeOpener, names [2]string, options compare.Options) iter.Seq2[item, error] {
	return func(yield func(item, error) bool) {
		var nodes [2]*client.Node
		var endpoints [2]load.Endpoint
		for i, name := range names {
			node, err := open(ctx, name)
			if err != nil {
				yield(item{}, err)
				return
			}
			defer node.Close()
			nodes[i], endpoints[i] = node.Node, node.Endpoint
		}
		if !yield(item{opened: &endpoints}, nil) {
			return
		}
		for event, err := range (compare.Pair{A: nodes[0], B: nodes[1]}).Run(ctx, options) {
			if !yield(item{Event: event}, err) || err != nil {
				return
			}
		}
	}
}

// Leave stops the comparison.
func (m *Model) Leave() { m.stream.Stop() }

// SetSize sets the size of the body.
func (m *Model) SetSize(size screen.Size) {
	m.size = size
	m.layout()
}

// Update handles results.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	batch, ok := msg.(load.StreamBatch[item])
	if !ok {
		return nil
	}
	next, ok := m.stream.Accept(batch)
	if !ok {
		return nil
	}
	for i := range batch.Items {
		m.add(&batch.Items[i])
	}
	m.err = batch.Err
	m.layout()
	return next
}

// add adds an event to the report and its differences to the list.
func (m *Model) add(it *item) {
	if it.opened != nil {
		m.endpoints = *it.opened
		return
	}
	m.report.Add(it.Event)
	switch {
	case it.Block != nil:
		m.addRows(text.Format("block %s", text.Integer(it.Block.Height)), it.Block.Differences)
	case it.Object != nil:
		m.addRows(text.Format("%s %s", text.Clean(it.Object.Kind), text.Short(text.Clean(it.Object.Name))), it.Object.Differences)
	case it.Sample != nil:
		if len(m.samples) == maxSamples {
			m.samples = append(m.samples[:0], m.samples[1:]...)
		}
		m.samples = append(m.samples, *it.Sample)
	}
}

func (m *Model) addRows(subject text.Safe, differences []compare.Difference) {
	for _, d := range differences[:min(len(differences), maxRows-len(m.found))] {
		m.found = append(m.found, difference{subject, d})
	}
}

// selected returns the selected difference, nil if there is none.
func (m *Model) selected() *difference {
	if len(m.found) == 0 {
		return nil
	}
	return &m.found[m.rows.Selected()]
}

func (m *Model) selectedHeight() *uint64 {
	if selected := m.selected(); selected != nil {
		return selected.Height
	}
	return nil
}

// endpointOf returns the node that failed.
func (m *Model) endpointOf(err error) load.Endpoint {
	var failed *compare.NodeError
	if errors.As(err, &failed) {
		return m.endpoints[failed.Side]
	}
	return m.deps.Endpoint
}

// HardReload compares again from the beginning.
func (m *Model) HardReload() tea.Cmd {
	m.paused = false
	return m.start()
}

// Escape ends a range of rows. Leaving stops the comparison.
func (m *Model) Escape() bool { return m.EndRange() }

// Copies returns the forms of the selected difference.
func (m *Model) Copies() []screen.Copy {
	selected := m.selected()
	if selected == nil {
		return nil
	}
	value := func(value *string) string {
		if value == nil {
			return ""
		}
		return *value
	}
	copies := screen.AppendCopy(nil, text.Const("value of A"), value(selected.A))
	copies = screen.AppendCopy(copies, text.Const("value of B"), value(selected.B))
	copies = screen.AppendCopy(copies, text.Const("field"), selected.Field)
	copies = append(copies, screen.CopyText(text.Const("row"), strings.Join([]string{selected.subject.String(), selected.Field, value(selected.A), value(selected.B)}, "\t")))
	return append(copies, screen.CopyText(text.Const("command"), text.ShellQuote("foredeck", "compare", m.names[0], m.names[1])))
}
