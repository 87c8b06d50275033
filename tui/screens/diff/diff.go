// Package diff is the screen that compares two versions of a module by the upgrade rules.
package diff

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/command"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Model is the screen.
type Model struct {
	screen.NoText
	deps    *screen.Deps
	words   [2]string // as typed
	nodes   [2]string // names for screen.Deps.OpenNamed; empty for the open network
	modules [2]move.ModuleID
	ctx     context.Context
	size    screen.Size
	state   load.State[move.ModuleDiff]
	summary summary      // of the changes
	rows    widget.Table // changes
	pane.RowRange
}

// New returns the screen for a line "diff module A B". The error says which word is invalid.
func New(deps *screen.Deps, line command.Line) (*Model, error) {
	m := &Model{deps: deps, words: [2]string{line.Args[1], line.Args[2]}}
	for i, word := range m.words {
		if command.IsFile(word) {
			return nil, &command.WordError{Word: word, Rule: "files are read only in a shell"}
		}
		reference := command.ParseModuleReference(word)
		m.nodes[i] = reference.Node
		if reference.Module == "" && i > 0 {
			m.modules[i] = m.modules[0]
			continue
		}
		id, err := move.ParseModuleID(target.Resolve(reference.Module, deps.Names.List()))
		if err != nil {
			return nil, &command.WordError{Word: word, Rule: "must be a module, such as 0x1::coin or testnet/0x1::coin"}
		}
		m.modules[i] = id
	}
	m.RowRange = pane.NewRowRange(func() *widget.Table { return &m.rows }, m.rowKey)
	return m, nil
}

// Enter compares the modules unless they were compared before.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	if _, ok := m.state.Value(); ok {
		return nil
	}
	return m.HardReload()
}

// HardReload requests both modules and compares them.
func (m *Model) HardReload() tea.Cmd {
	return m.state.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (move.ModuleDiff, error) {
		var versions [2]move.ModuleVersion
		for i := range versions {
			var err error
			if versions[i], err = m.request(ctx, i); err != nil {
				return move.ModuleDiff{}, err
			}
		}
		return move.CompareModules(versions[0], versions[1]), nil
	})
}

// request requests one of the modules from its node. It runs outside of the program's loop and reads only what New has set.
func (m *Model) request(ctx context.Context, i int) (version move.ModuleVersion, err error) {
	node := m.deps.Node
	if m.nodes[i] != "" {
		opened, err := m.deps.OpenNamed(ctx, m.nodes[i])
		if err != nil {
			return version, err
		}
		defer opened.Close()
		node = opened.Node
	}
	module, err := node.Module(ctx, m.modules[i])
	if err != nil {
		return version, fmt.Errorf("%s: %w", m.words[i], err)
	}
	return versionOf(&module)
}

// versionOf parses the bytecode. A module whose bytecode cannot be parsed is compared by its ABI.
func versionOf(module *client.Module) (version move.ModuleVersion, err error) {
	version.ABI = module.ABI
	if module.Bytecode == nil {
		return version, nil
	}
	if version.Code, err = move.ParseBytecode(module.Bytecode); err != nil && version.ABI != nil {
		return move.ModuleVersion{ABI: version.ABI}, nil
	}
	return version, err
}

// Leave cancels the requests.
func (m *Model) Leave() { m.state.Cancel() }

// SetSize sets the size of the body.
func (m *Model) SetSize(size screen.Size) {
	m.size = size
	m.layout()
}

// Update handles the result and keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(load.Result[move.ModuleDiff]); ok {
		m.state.Accept(msg)
		found, _ := m.state.Value()
		m.summary = summarize(found.Changes)
		m.layout()
	}
	return nil
}

// change returns the selected change, nil if there is none.
func (m *Model) change() *move.ModuleChange {
	found, _ := m.state.Value()
	if len(found.Changes) == 0 {
		return nil
	}
	return &found.Changes[m.rows.Selected()]
}

// Escape cancels the requests.
func (m *Model) Escape() bool {
	if m.EndRange() {
		return true
	}
	if !m.state.Loading() {
		return false
	}
	m.state.Cancel()
	return true
}

// Copies returns the forms of the selected change.
func (m *Model) Copies() []screen.Copy {
	var copies []screen.Copy
	if change := m.change(); change != nil {
		copies = screen.AppendCopy(copies, text.Const("value in A"), change.Old)
		copies = screen.AppendCopy(copies, text.Const("value in B"), change.New)
		copies = screen.AppendCopy(copies, text.Const("broken rule"), change.Breaks)
		copies = append(copies, screen.CopyText(text.Const("change"), render.ModuleChangeTitle(change).String()))
	}
	return append(copies, screen.CopyText(text.Const("command"), m.deps.Command("diff", "module", m.words[0], m.words[1])))
}

// Spec declares the comparison of two versions of a module.
var Spec = screen.Spec[*Model]{
	Name: "diff", Visitors: screen.Refused("it reads modules of other networks: save both versions, and compare them where you are"), Line: parseLine,
	Bindings: screen.Bind(
		screen.Bindings[*Model]{{ID: "deck.refresh", Help: "compare again", Run: (*Model).HardReload}},
		screen.Movement((*Model).table),
		pane.Ranging(func(m *Model) pane.Ranger { return &m.RowRange }),
	),
}

func (m *Model) table() screen.Rows { return &m.rows }

// rowKey identifies a change, also after both modules were read again.
func (m *Model) rowKey(i int) string {
	found, _ := m.state.Value()
	return render.ModuleChangeTitle(&found.Changes[i]).String()
}

// parseLine returns the line of the palette. The table of commands explains an invalid one.
func parseLine(deps *screen.Deps, words []string) (line screen.Line[*Model], ok bool) {
	read, err := command.ParseWords(words)
	if err != nil || deps.OpenNode == nil {
		return line, false
	}
	compared, err := New(deps, read)
	return screen.Line[*Model]{Text: read.String(), Words: text.Const("compare two versions of a module"), Opened: compared}, err == nil
}
