package account

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/listview"
	"foredeck/tui/load"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
	"foredeck/tui/widget/table"
)

// modules is the tab of the modules that the account has published (spec section 2.6).
type modules struct {
	standing[client.Module]
	address move.Address
}

func newModules(deps *screen.Deps, keys *KeyMap, address move.Address) *modules {
	source := load.Source[client.Module]{
		Page: func(ctx context.Context, request client.PageRequest) (client.Page[client.Module], error) {
			return deps.Node.Modules(ctx, address, request)
		},
		Key: func(module *client.Module) string {
			if module.Name == "" {
				return string(module.Raw)
			}
			return module.Name
		},
	}
	m := &modules{address: address, standing: standing[client.Module]{source: source, list: list[client.Module]{
		deps: deps, keys: keys,
		words: words{name: "Modules", title: "Modules published", asking: "the modules that it has published"},
	}}}
	m.List = listview.New(load.NewPages(source, client.NewestFirst), func(module *client.Module) []string { return []string{beginning(module.Name)} })
	return m
}

func (m *modules) take(msg tea.Msg) tea.Cmd {
	cmd, ok := m.takePage(msg)
	if ok {
		m.remember(msg)
	}
	return cmd
}

func (m *modules) key(msg tea.KeyMsg) tea.Cmd {
	if cmd, taken := m.arrangeKey(msg, m.columns); taken {
		return cmd
	}
	switch {
	case m.keys.Open.Matches(msg):
		return m.open()
	case m.move(msg):
		return m.prefetch()
	}
	return nil
}

func (m *modules) open() tea.Cmd {
	module := m.Selected()
	switch {
	case module == nil:
		return nil
	case module.Name == "":
		return m.deps.Post(screen.StatusMsg{Text: "the node gives no name for this module", Warn: true})
	}
	id := move.ModuleID{Address: m.address, Name: module.Name}
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Module, Module: id}})
}

func (m *modules) actions() []screen.Action {
	if m.Typing() || m.Rows.Len() == 0 {
		return m.Actions(m.keys.Keys)
	}
	return append([]screen.Action{m.keys.Open}, m.Actions(m.keys.Keys)...)
}

func (m *modules) vital() text.Safe {
	if module := m.Selected(); module != nil {
		return text.Short(m.name(module))
	}
	return ""
}

// name is the module with its address, as one would type it.
func (m *modules) name(module *client.Module) text.Safe {
	return text.Safe(m.address.Short()) + "::" + text.Clean(beginning(module.Name))
}

func (m *modules) lay(r room) { m.settle(r, m.modulesNotice, 0) }

func (m *modules) wantsRoom() bool { return false }

func (m *modules) opened() bool { return false }

func (m *modules) modulesNotice() []text.Line {
	return m.notice(m.status(), []text.Line{
		text.Plain("no modules at this address"),
		text.In(m.deps.Theme.Faint, "an account that only holds coins has none; 5 shows what it holds"),
	})
}

func (m *modules) listPanel(width int) panel.Panel {
	return m.panel(m.standingState(), m.modulesNotice(), m.columns(), width)
}

func (m *modules) columns() []listview.Column[client.Module] {
	count := func(title text.Safe, width, rank int, of func(render.ModuleCounts) text.Safe, number func(*client.Module) *uint64) listview.Column[client.Module] {
		return listview.Column[client.Module]{
			Column: table.Column{Title: title, Width: width, Right: true, Rank: rank},
			Cell: func(module *client.Module) table.Cell {
				return table.Cell{Text: of(render.CountModule(module))}
			},
			Compare: render.ByNumber(number),
		}
	}
	return []listview.Column[client.Module]{
		{
			Column: table.Column{Title: "MODULE", Width: 16, Flex: true},
			Cell: func(module *client.Module) table.Cell {
				cell := table.Cell{Text: text.Short(m.name(module))}
				if module.Problem != nil {
					cell.Style = m.deps.Theme.Warn
				}
				return cell
			},
			Ascending: true, Compare: render.ByText(func(module *client.Module) string { return module.Name }),
		},
		count("FUNCTIONS", 9, 1, func(counts render.ModuleCounts) text.Safe { return counts.Functions }, functionsOf),
		count("VIEW", 5, 3, func(counts render.ModuleCounts) text.Safe { return counts.Views }, viewsOf),
		count("ENTRY", 5, 4, func(counts render.ModuleCounts) text.Safe { return counts.Entries }, entriesOf),
		count("STRUCTS", 7, 5, func(counts render.ModuleCounts) text.Safe { return counts.Structs }, structsOf),
		count("BYTECODE", 10, 2, func(counts render.ModuleCounts) text.Safe { return counts.Bytecode }, bytecodeOf),
	}
}

// The numbers by which modules are sorted; nil where the node does not tell.

func functionsOf(module *client.Module) *uint64 {
	return countOf(module, func(*move.FunctionABI) bool { return true })
}

func viewsOf(module *client.Module) *uint64 {
	return countOf(module, func(function *move.FunctionABI) bool { return function.IsView })
}

func entriesOf(module *client.Module) *uint64 {
	return countOf(module, func(function *move.FunctionABI) bool { return function.IsEntry })
}

func countOf(module *client.Module, counts func(*move.FunctionABI) bool) *uint64 {
	if module.ABI == nil {
		return nil
	}
	number := uint64(0)
	for i := range module.ABI.Functions {
		if counts(&module.ABI.Functions[i]) {
			number++
		}
	}
	return &number
}

func structsOf(module *client.Module) *uint64 {
	if module.ABI == nil {
		return nil
	}
	number := uint64(len(module.ABI.Structs))
	return &number
}

func bytecodeOf(module *client.Module) *uint64 {
	if module.Bytecode == nil {
		return nil
	}
	number := uint64(len(module.Bytecode))
	return &number
}

// detailsPanel names the functions of the selected module, those that one can run first.
func (m *modules) detailsPanel(width, height int) panel.Panel {
	th, module := m.deps.Theme, m.Selected()
	if module == nil {
		return m.nothingSelected("Selected")
	}
	frame, frameHeight := panel.Frame(m.plain)
	room := height - frameHeight
	lines := []text.Line{text.In(th.Strong, text.Short(m.name(module)))}
	if !m.deps.Opens(target.Module) {
		lines = append(lines, text.In(th.Faint, "no screen for it in this version"))
	}
	say := func(label, value text.Safe, most int) {
		if most = min(most, room-len(lines)); most <= 0 || value == "" {
			return
		}
		for i, part := range text.Wrap(value, width-frame-moduleLabel, most) {
			if i > 0 {
				label = ""
			}
			lines = append(lines, append(text.In(th.Faint, label).Fit(moduleLabel), text.Span{Text: part}))
		}
	}
	if module.Problem != nil {
		say("odd", text.Clean(module.Problem.Reason()), 2)
	}
	if module.ABI == nil {
		say("abi", render.NotGiven, 1)
	} else {
		most := max(room/3, 1)
		say("view", render.FunctionNames(module.ABI, func(function *move.FunctionABI) bool { return function.IsView }), most)
		say("entry", render.FunctionNames(module.ABI, func(function *move.FunctionABI) bool { return function.IsEntry }), most)
		say("structs", render.StructNames(module.ABI), most)
		say("friends", render.FriendNames(module.ABI), most)
	}
	return panel.Panel{Title: text.In(th.Strong, "Selected"), Body: lines, Plain: m.plain}
}

// moduleLabel is the width of what the lines of the details begin with.
const moduleLabel = 9
