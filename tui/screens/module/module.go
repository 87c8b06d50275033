// Package module is the screen of one module: functions, structs, friends, bytecode, and its ABI as the node sent it.
package module

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// tab is one of the views of a module.
type tab int

const (
	tabFunctions tab = iota
	tabStructs
	tabFriends
	tabBytecode
	tabABI
	tabSource
	tabCount
)

// kind filters the listed functions.
type kind int

const (
	kindAll kind = iota
	kindView
	kindEntry
	kindCount
)

var kindNames = [...]text.Safe{text.Const("all"), text.Const("view"), text.Const("entry")}

func (k kind) matches(function *move.FunctionABI) bool {
	return k == kindAll || k == kindView && function.IsView || k == kindEntry && function.IsEntry
}

// Model is the screen of one module.
type Model struct {
	deps        *screen.Deps
	id          move.ModuleID
	pendingName string       // function or struct to select once the module is loaded
	missing     text.Safe    // error if the module does not have it
	pendingCall *target.Call // call to open once the module is loaded; nil if none

	ctx               context.Context
	size              screen.Size
	room, detailsRoom pane.Area // of the list, and of what is beside it or replaces it
	state             load.State[client.Module]
	module            client.Module // last version loaded

	tab            tab
	kind           kind
	pane.RowRange  // of the list that has the focus
	functions      names
	structs        names
	friends        names
	search         widget.FilterLine
	detailsFocused bool // the declaration or the instructions have the focus
	declaration    []line
	lines          widget.Table // lines of the declaration
	bytecode       bytecode
	source         source
	tree           pane.TreeView
}

// New returns the screen of a module, or of a function or type in it. It makes no request before Enter.
func New(deps *screen.Deps, named target.Target) *Model {
	m := &Model{deps: deps, search: widget.NewLine(), tree: pane.NewTreeView(deps), bytecode: newBytecode(false), source: newSource()}
	m.RowRange = pane.NewRowRange(m.ranged, m.rangeKey)
	switch named.Kind {
	case target.Function:
		m.id = move.ModuleID{Address: named.Function.Address, Name: named.Function.Module}
		m.tab, m.pendingName = tabFunctions, named.Function.Name
	case target.Code:
		m.id = move.ModuleID{Address: named.Function.Address, Name: named.Function.Module}
		m.tab, m.detailsFocused = tabBytecode, true
		m.bytecode.marked = &move.CodePosition{Function: named.Function.Name, Offset: named.Offset}
		m.bytecode.previousFunction, m.bytecode.pendingLine = named.Function.Name, named.Offset
	case target.Type:
		m.id = move.ModuleID{Address: named.Type.Address, Name: named.Type.Module}
		m.tab, m.pendingName = tabStructs, named.Type.Name
	default:
		m.id = named.Module
	}
	return m
}

// Enter requests the module unless it was loaded recently.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	cmd := tea.Batch(m.parseBytecode(), m.loadSource(), m.tree.Resume())
	if _, ok := m.state.Value(); ok && m.state.Age(m.deps.Now()) < load.StaleAfter {
		return cmd
	}
	return tea.Batch(m.fetch(), cmd)
}

func (m *Model) fetch() tea.Cmd {
	return m.state.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (client.Module, error) {
		return m.deps.Node.Module(ctx, m.id)
	})
}

// HardReload requests the module.
func (m *Model) HardReload() tea.Cmd { return m.fetch() }

// Leave cancels pending requests.
func (m *Model) Leave() {
	m.state.Cancel()
	m.bytecode.cancel()
	m.source.cancel()
}

// SetSize lays out the screen.
func (m *Model) SetSize(size screen.Size) {
	m.size = size
	m.applyLayout()
}

// Update handles responses and keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if cmd, replaced := m.tree.Update(msg); replaced {
		return cmd
	}
	switch msg := msg.(type) {
	case load.Result[client.Module]:
		cmd := m.handleModule(msg)
		return tea.Batch(cmd, m.openPendingCall())
	case load.CacheMsg:
		m.applyLayout() // with the names of parameters
	case selectionMsg:
		return m.parseBytecode()
	case load.Result[*move.Bytecode]:
		return m.handleBytecode(msg)
	case load.Result[listing]:
		return m.handleListing(msg)
	case load.Result[*move.ModuleSource]:
		m.handleSource(msg)
	case load.Result[[]position]:
		m.handleHits(msg)
	case tea.KeyMsg:
		return m.typeText(msg)
	}
	return nil
}

// handleModule shows a loaded module. Nothing changes if it equals the visible one.
func (m *Model) handleModule(msg load.Result[client.Module]) tea.Cmd {
	if !m.state.Accept(msg) {
		return nil
	}
	module, ok := m.state.Value()
	switch {
	case msg.Err == nil:
		m.deps.ABIs.Set(m.id, module.ABI)
		m.deps.ABIs.WantNames(m.id)
	case !ok:
		module, ok = m.cached(msg.Err)
	}
	if !ok || bytes.Equal(module.Raw, m.module.Raw) {
		m.applyLayout()
		return nil
	}
	selected := m.selectedNames()
	m.module, m.missing, m.bytecode = module, text.Safe{}, m.bytecode.reset()
	if m.pendingName != "" && m.hasInterface() {
		selected[m.tab], m.missing, m.pendingName = m.pendingName, m.missingText(m.pendingName), ""
	}
	m.filter(selected)
	m.applyLayout()
	name := m.name()
	return tea.Batch(m.tree.Reload(module.Raw, func(tree *pane.Tree) { tree.SetName(name) }), m.parseBytecode())
}

// missingText says that the module has no function or struct of this name, or "".
func (m *Model) missingText(name string) text.Safe {
	abi := m.module.ABI
	switch {
	case m.tab == tabFunctions && abi.Function(name) == nil:
		return text.Format("%s exposes no function %s", m.name(), text.Bounded(name))
	case m.tab == tabStructs && !slices.ContainsFunc(abi.Structs, func(s move.StructABI) bool { return s.Name == name }):
		return text.Format("%s has no struct %s", m.name(), text.Bounded(name))
	}
	return text.Safe{}
}

// hasInterface reports whether the module is loaded with its ABI.
func (m *Model) hasInterface() bool { return m.module.ABI != nil }

// listsDeclarations reports whether rows of this tab have declarations.
func (m *Model) listsDeclarations() bool { return m.tab == tabFunctions || m.tab == tabStructs }

// hasDetails reports whether the selected row has a declaration or instructions.
func (m *Model) hasDetails() bool {
	code, ok := m.bytecode.listing()
	return len(m.declaration) > 0 || m.hasListings() && ok && len(code.instructions) > 0
}

// abi returns the module's ABI, empty if there is none.
func (m *Model) abi() *move.ModuleABI {
	if m.module.ABI == nil {
		return &move.ModuleABI{}
	}
	return m.deps.ABIs.Named(m.id, m.module.ABI)
}

// list returns the list of the active tab, or nil if it has none.
func (m *Model) list() *names {
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

// function returns the selected function, or nil.
func (m *Model) function() *move.FunctionABI { return selected(&m.functions, m.abi().Functions) }

func (m *Model) functionID(name string) move.FunctionID {
	return move.FunctionID{Address: m.id.Address, Module: m.id.Name, Name: name}
}

// structure returns the selected struct, or nil.
func (m *Model) structure() *move.StructABI { return selected(&m.structs, m.abi().Structs) }

// friend returns the selected friend, or nil.
func (m *Model) friend() *move.ModuleID { return selected(&m.friends, m.abi().Friends) }

// name returns the abbreviated module id.
func (m *Model) name() text.Safe { return text.Short(text.Bounded(m.id.String())) }

// Captures reports whether the key is input for a search.
func (m *Model) Captures(msg tea.KeyMsg) bool {
	return m.search.Captures(msg) || m.tree.Captures(msg) || m.bytecode.search.Captures(msg) || m.source.search.Captures(msg)
}

// Escape leaves the declaration, clears the search or filter, or cancels the request.
func (m *Model) Escape() bool {
	switch {
	case m.EndRange():
	case m.tab == tabABI && m.tree.Escape():
	case m.inInstructions() && m.bytecode.search.clear(), m.tab == tabSource && m.source.search.clear():
		m.applyLayout()
	case m.detailsFocused:
		m.focusDetails(false)
	case m.canSearch() && m.search.Visible():
		m.clearSearch()
		m.deps.Post(selectionMsg{})
	case m.tab == tabFunctions && m.kind != kindAll:
		m.setKind(kindAll)
	case m.state.Loading():
		m.state.Cancel()
	default:
		return false
	}
	return true
}

// Crumbs returns the module.
func (m *Model) Crumbs() []text.Safe { return []text.Safe{text.Format("Module %s", m.name())} }

// Note returns a problem of the module, or what its ABI does not include.
func (m *Model) Note() (left, right text.Line) {
	th := m.deps.Theme
	switch {
	case m.module.Problems != nil:
		left = text.In(th.Warn, "! %s", load.Malformed(m.module.Problems))
	case m.pendingCall != nil:
		left = text.In(th.Faint, "%s: the form opens once the module is loaded", text.Bounded(m.pendingName))
	case !m.missing.IsEmpty():
		left = text.In(th.Warn, "! %s", m.missing)
	case m.instruction() != nil && m.instruction().Target == nil:
		left = text.Short(text.Bounded(truncate(m.instruction().Operand))).Line() // its line may be cut
	case m.tab == tabSource:
		left = m.source.origin.In(th.Faint)
	case m.hasListings():
		left = text.In(th.Faint, "#0, #1 … number all parameters: bytecode has no names")
	case m.hasInterface() && m.tab != tabBytecode:
		left = text.In(th.Faint, "#0, #1 … number all parameters: an ABI has no names")
		if function := m.function(); function != nil && len(function.ParameterNames) > 0 {
			left = text.In(th.Faint, "names of parameters: published source, which the chain does not check")
		}
	}
	return left, nil
}

// Vital describes the module in one line.
func (m *Model) Vital() text.Line {
	if function := m.function(); function != nil && m.tab == tabFunctions {
		return text.Plain("%s::%s", m.name(), text.Bounded(function.Name))
	}
	return append(text.Plain("%s ", m.name()), m.deps.StateLine(m.state.Status(m.deps.Now()).AsManual())...)
}

// cached returns the module as far as its interface was loaded for another screen, for a node that does not respond. ok is false if it
// was not loaded, and if the node says that there is no such module.
func (m *Model) cached(err error) (module client.Module, ok bool) {
	known, _ := m.deps.ABIs.Get(m.id)
	if err == nil || known.ABI == nil || errors.Is(err, client.ErrNotFound) {
		return client.Module{}, false
	}
	raw, err := json.Marshal(known.ABI)
	return client.Module{Address: m.id.Address, Name: m.id.Name, ABI: known.ABI, Raw: raw}, err == nil
}
