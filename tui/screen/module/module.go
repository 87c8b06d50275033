// Package module is the screen of one module: its functions, structs and friends, and its interface as the node sent it.
package module

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget/filter"
	"foredeck/tui/widget/jsontree"
	"foredeck/tui/widget/table"
)

// tab is one of the views of the module's inside.
type tab int

const (
	tabFunctions tab = iota
	tabStructs
	tabFriends
	tabBytecode
	tabABI
	tabCount
)

// kind is which functions are listed.
type kind int

const (
	kindAll kind = iota
	kindView
	kindEntry
	kindCount
)

var kindNames = [...]text.Safe{"all", "view", "entry"}

func (k kind) takes(function *move.FunctionABI) bool {
	return k == kindAll || k == kindView && function.IsView || k == kindEntry && function.IsEntry
}

// Model is the screen of one module.
type Model struct {
	deps    *screen.Deps
	keys    KeyMap
	id      move.ModuleID
	wanted  string       // the function or struct that was asked for by name, until the module is here
	missing text.Safe    // says that the module does not have it
	called  *target.Call // of the function that was asked for, to be opened once the module is here; nil: none

	ctx            context.Context
	size           screen.Size
	asked          load.State[client.Module]
	module         client.Module // what is shown: the newest that came
	views, entries int           // of its functions

	tab          tab
	kind         kind
	functions    table.Model
	shown        []int // of the functions, those of the kind that are searched for
	structs      table.Model
	shownStructs []int // those that are searched for
	search       filter.Line
	friends      table.Model
	shownFriends []int // those that are searched for
	inside       bool  // the keys go to the declaration of what is selected
	declaration  []line
	lines        table.Model // of the declaration
	bytecode     bytecode
	tree         jsontree.Model
	reading      screen.TreeReading
	treeSearch   screen.TreeSearch
}

// New is the screen of the module that the target names; of a function or a type, with that selected. Nothing is asked until
// it is entered.
func New(deps *screen.Deps, named target.Target) *Model {
	m := &Model{deps: deps, keys: newKeyMap(), search: filter.NewLine(), treeSearch: screen.NewTreeSearch(), bytecode: newBytecode(false)}
	switch named.Kind {
	case target.Function:
		m.id = move.ModuleID{Address: named.Function.Address, Name: named.Function.Module}
		m.tab, m.wanted = tabFunctions, named.Function.Name
	case target.Type:
		m.id = move.ModuleID{Address: named.Type.Address, Name: named.Type.Module}
		m.tab, m.wanted = tabStructs, named.Type.Name
	default:
		m.id = named.Module
	}
	return m
}

// Enter asks for the module where it is not here, or was not looked at for long.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	cmd := m.readBytecode()
	if m.reading.Reading() { // it was left before the tree was there
		cmd = tea.Batch(cmd, m.plant())
	}
	if _, ok := m.asked.Value(); ok && m.asked.Age(m.deps.Now()) < load.StaleAfter {
		return cmd
	}
	return tea.Batch(m.ask(), cmd)
}

func (m *Model) ask() tea.Cmd {
	return m.asked.Ask(m.ctx, m.deps.Loader, func(ctx context.Context) (client.Module, error) {
		return m.deps.Node.Module(ctx, m.id)
	})
}

// HardReload asks for the module.
func (m *Model) HardReload() tea.Cmd { return m.ask() }

// Leave ends what is being asked for.
func (m *Model) Leave() {
	m.asked.Cancel()
	m.bytecode.cancel()
}

// SetSize lays the screen out for this room.
func (m *Model) SetSize(size screen.Size) {
	m.size = size
	m.lay()
}

// Update takes the answer and keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	m.tree.ApplyHits()
	switch msg := msg.(type) {
	case load.Result[client.Module]:
		again := m.take(msg)
		return tea.Batch(again, m.callWanted())
	case selectedMsg:
		return m.readBytecode()
	case load.Result[*move.Bytecode]:
		return m.takeBytecode(msg)
	case load.Result[listing]:
		return m.takeListing(msg)
	case load.Result[codeHits]:
		return m.takeCode(msg)
	case load.Result[jsontree.Model]:
		if tree, ok := m.reading.Take(msg); ok {
			return m.grown(tree)
		}
	case tea.KeyMsg:
		if m.tab == tabABI {
			if cmd, taken := m.treeSearch.Key(&m.tree, msg); taken {
				m.lay()
				return cmd
			}
		}
		if cmd, taken := m.codeKey(msg); taken {
			return cmd
		}
		if m.Captures(msg) {
			m.typed(msg)
			return m.readBytecode()
		}
		return m.key(msg)
	}
	return nil
}

// take shows the module that came. Where it is the one that is shown, everything stays as it is.
func (m *Model) take(msg load.Result[client.Module]) tea.Cmd {
	if !m.asked.Take(msg) {
		return nil
	}
	module, ok := m.asked.Value()
	if msg.Err == nil {
		m.deps.KeepInterface(m.id, screen.Interface{ABI: module.ABI, At: msg.At})
	}
	if !ok || bytes.Equal(module.Raw, m.module.Raw) {
		m.lay()
		return nil
	}
	selected := m.selectedNames()
	m.module, m.missing, m.bytecode = module, "", m.bytecode.anew()
	m.count()
	if m.wanted != "" && m.hasInterface() {
		selected[m.tab], m.missing, m.wanted = m.wanted, m.lacks(m.wanted), ""
	}
	m.filter(selected)
	return tea.Batch(m.plant(), m.readBytecode())
}

// plant makes the tree of what the node sent.
func (m *Model) plant() tea.Cmd {
	th, name := &m.deps.Theme, m.name()
	tree, cmd := m.reading.Read(m.deps.Loader, m.module.Raw, func(raw json.RawMessage) jsontree.Model {
		tree := jsontree.New(raw, th)
		tree.SetName(name)
		return tree
	})
	return tea.Batch(cmd, m.grown(tree))
}

// grown shows a tree, with what it is searched for.
func (m *Model) grown(tree jsontree.Model) tea.Cmd {
	m.tree = tree
	m.lay()
	return m.tree.RepeatSearch(m.treeSearch.Pattern())
}

// count counts the functions that are more than public ones.
func (m *Model) count() {
	m.views, m.entries = 0, 0
	if !m.hasInterface() {
		return
	}
	for i := range m.module.ABI.Functions {
		if m.module.ABI.Functions[i].IsView {
			m.views++
		}
		if m.module.ABI.Functions[i].IsEntry {
			m.entries++
		}
	}
}

// lacks says that the module has nothing of this name where the open tab looks for it; it is empty where it has.
func (m *Model) lacks(name string) text.Safe {
	abi := m.module.ABI
	switch {
	case m.tab == tabFunctions && abi.Function(name) == nil:
		return m.name() + " has no function " + text.Bounded(name) + " that it shows"
	case m.tab == tabStructs && !slices.ContainsFunc(abi.Structs, func(s move.StructABI) bool { return s.Name == name }):
		return m.name() + " has no struct " + text.Bounded(name)
	}
	return ""
}

// hasInterface tells that the module is here with its ABI.
func (m *Model) hasInterface() bool { return m.module.ABI != nil }

// hasDetails tells that what is selected in the list of this tab has a declaration.
func (m *Model) hasDetails() bool { return m.tab == tabFunctions || m.tab == tabStructs }

// list is the list of the open tab, nil where it has none.
func (m *Model) list() *table.Model {
	switch m.tab {
	case tabFunctions:
		return &m.functions
	case tabStructs:
		return &m.structs
	case tabFriends:
		return &m.friends
	case tabBytecode:
		return &m.bytecode.functions
	}
	return nil
}

// function is the selected function, nil where there is none.
func (m *Model) function() *move.FunctionABI {
	if len(m.shown) == 0 {
		return nil
	}
	return &m.module.ABI.Functions[m.shown[m.functions.Selected()]]
}

func (m *Model) functionID(function *move.FunctionABI) move.FunctionID {
	return move.FunctionID{Address: m.id.Address, Module: m.id.Name, Name: function.Name}
}

// structure is the selected struct, nil where there is none.
func (m *Model) structure() *move.StructABI {
	if len(m.shownStructs) == 0 {
		return nil
	}
	return &m.module.ABI.Structs[m.shownStructs[m.structs.Selected()]]
}

// selectedNames is the names of what is selected in the tabs that list the parts of the interface.
func (m *Model) selectedNames() (selected [tabFriends + 1]string) {
	if function := m.function(); function != nil {
		selected[tabFunctions] = function.Name
	}
	if structure := m.structure(); structure != nil {
		selected[tabStructs] = structure.Name
	}
	if friend, ok := m.friend(); ok {
		selected[tabFriends] = friend.String()
	}
	return selected
}

// filter lists the functions of the kind, the structs and the friends, of those that are searched for, and selects the named ones.
func (m *Model) filter(selected [tabFriends + 1]string) {
	pattern := m.search.Pattern()
	m.shown, m.shownStructs = m.shown[:0], m.shownStructs[:0]
	function, structure := 0, 0
	if m.hasInterface() {
		for i := range m.module.ABI.Functions {
			f := &m.module.ABI.Functions[i]
			if !m.kind.takes(f) || !pattern.Match(f.Name) {
				continue
			}
			if f.Name == selected[tabFunctions] {
				function = len(m.shown)
			}
			m.shown = append(m.shown, i)
		}
		for i := range m.module.ABI.Structs {
			name := m.module.ABI.Structs[i].Name
			if !pattern.Match(name) {
				continue
			}
			if name == selected[tabStructs] {
				structure = len(m.shownStructs)
			}
			m.shownStructs = append(m.shownStructs, i)
		}
	}
	m.functions.SetLength(len(m.shown))
	m.functions.Select(function)
	m.structs.SetLength(len(m.shownStructs))
	m.structs.Select(structure)
	m.filterFriends(selected[tabFriends])
}

// name is the module's id, shortened.
func (m *Model) name() text.Safe { return text.Short(text.Bounded(m.id.String())) }

// Captures tells which keys are text to search for.
func (m *Model) Captures(msg tea.KeyMsg) bool {
	return m.search.Captures(msg) || m.treeSearch.Captures(msg) || m.bytecode.search.Captures(msg)
}

// Escape goes back from the declaration to the list, lists everything again, or ends what is being asked for.
func (m *Model) Escape() bool {
	switch {
	case m.tab == tabABI && m.treeSearch.Escape(&m.tree):
		m.lay()
	case m.inside:
		m.enter(false)
	case m.endCodeSearch():
	case m.bytecode.inside:
		m.enterListing(false)
	case m.canSearch() && m.search.Visible():
		m.clearSearch()
		m.deps.Post(selectedMsg{})
	case m.tab == tabFunctions && m.kind != kindAll:
		m.turnKind(kindAll)
	case m.asked.Loading():
		m.asked.Cancel()
	default:
		return false
	}
	return true
}

// Crumbs are the module.
func (m *Model) Crumbs() []text.Safe { return []text.Safe{"Module " + m.name()} }

// Note says what is wrong with the module, else what an interface cannot tell.
func (m *Model) Note() (left, right text.Line) {
	th, stale := m.deps.Theme, m.deps.StaleNote(m.asked.Status(m.deps.Now()))
	switch {
	case stale != nil:
		left = stale
	case m.module.Problem != nil:
		left = text.In(th.Warn, "! odd: "+text.Bounded(m.module.Problem.Reason()))
	case m.called != nil:
		left = text.In(th.Faint, "the form of "+text.Bounded(m.wanted)+" opens, filled as asked, once the module is here")
	case m.missing != "":
		left = text.In(th.Warn, "! "+m.missing)
	case m.bytecode.instruction() != nil && m.bytecode.instruction().Target == nil:
		left = text.Plain(text.Short(text.Bounded(beginning(m.bytecode.instruction().Operand)))) // its line may have cut it
	case m.hasListings():
		left = text.In(th.Faint, "bytecode holds no names of variables: they are numbered")
	case m.hasInterface() && m.tab != tabBytecode:
		left = text.In(th.Faint, "an interface holds no parameter names: they are numbered")
	}
	return left, nil
}

// Vital is the module in a line.
func (m *Model) Vital() text.Line {
	if function := m.function(); function != nil && m.tab == tabFunctions {
		return text.Plain(m.name() + "::" + text.Bounded(function.Name))
	}
	return append(text.Plain(m.name()+" "), m.deps.StateLine(m.asked.Status(m.deps.Now()))...)
}
