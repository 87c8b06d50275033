package account

import (
	"context"
	"math"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// modules is the tab of modules published by the account (spec section 2.6).
type modules struct {
	list[client.Module]
	address  move.Address
	packages load.State[[]move.Package] // that the modules belong to
	names    int                        // width of the longest name loaded
	declared bool                       // the details have room for declarations
}

func newModules(deps *screen.Deps, address move.Address) *modules {
	source := load.Source[client.Module]{
		Page: func(ctx context.Context, request client.PageRequest) (client.Page[client.Module], error) {
			return deps.Node.Modules(ctx, address, request)
		},
		Key: (*client.Module).Key,
	}
	words := pane.Words{Name: text.Const("Modules"), Title: text.Const("Published modules"), Content: text.Const("modules")}
	m := &modules{address: address}
	m.List = pane.NewList(deps, words, pane.InBothOrders(source), pane.Modules(deps))
	m.Columns = m.columns
	m.Empty = func() []text.Line {
		return []text.Line{
			text.Plain("no modules at this address"),
			text.In(deps.Theme.Faint, "the account has published no code · %s resources", deps.KeyAt("account.tab", 4)),
		}
	}
	return m
}

func (m *modules) handle(msg tea.Msg) tea.Cmd {
	if packages, isPackages := msg.(load.Result[[]move.Package]); isPackages {
		m.packages.Accept(packages)
		return nil
	}
	page, ok := msg.(load.Result[client.Page[*client.Module]])
	if !ok {
		m.List.Handle(msg)
		return nil
	}
	cmd, ok := m.Accept(page)
	if !ok {
		return nil
	}
	for _, module := range page.Value.Items { // ABIs complete user input
		m.names = max(m.names, text.Width(text.Short(m.name(module))))
		if module.ABI != nil && module.Name != "" {
			m.Deps.ABIs.Set(move.ModuleID{Address: m.address, Name: module.Name}, module.ABI)
		}
	}
	return tea.Batch(cmd, m.loadPackages())
}

// loadPackages requests the packages of the account, once the account has modules.
func (m *modules) loadPackages() tea.Cmd {
	if m.packages.Loading() || m.Pages.Len() == 0 {
		return nil
	}
	return m.packages.Load(m.Ctx, m.Deps.Loader, func(ctx context.Context) ([]move.Package, error) {
		return m.Deps.Node.Packages(ctx, m.address)
	})
}

// packageOf returns the package of a module and what was published of the module; nil if the registry is not loaded or does not have it.
func (m *modules) packageOf(module *client.Module) (*move.Package, *move.PackageModule) {
	packages, _ := m.packages.Value()
	for i := range packages {
		for k := range packages[i].Modules {
			if packages[i].Modules[k].Name == module.Name {
				return &packages[i], &packages[i].Modules[k]
			}
		}
	}
	return nil, nil
}

func (m *modules) open() tea.Cmd {
	module := m.Selected()
	switch {
	case module == nil:
		return nil
	case module.Name == "":
		return m.Deps.Post(screen.StatusMsg{Text: text.Const("the node sent no name for this module"), Warn: true})
	}
	id := move.ModuleID{Address: m.address, Name: module.Name}
	return m.Deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Module, Module: id}})
}

func (m *modules) vital() text.Safe {
	if module := m.Selected(); module != nil {
		return text.Short(m.name(module))
	}
	return text.Safe{}
}

// name returns the module's id with a short address.
func (m *modules) name(module *client.Module) text.Safe {
	return text.Format("%s::%s", text.Clean(m.address.Short()), text.Clean(truncate(module.Name)))
}

func (m *modules) setWindow(size screen.Size, paused bool) {
	m.list.setWindow(size, paused)
	m.declared = size.Class == screen.Huge && !size.Maximized
}

// Widths of the list: minListWidth leaves room for its title, numbersWidth is that of everything but the names.
const (
	minListWidth = 72
	numbersWidth = 54
)

// contentWidth is the width that the columns need. Details beside the list get the rest.
func (m *modules) contentWidth() int { return max(m.names+numbersWidth, minListWidth) }

func (m *modules) columns() []pane.Column[client.Module] {
	columns := pane.ModuleColumns()
	columns[0].Width, columns[0].Flex = 16, true
	columns[0].Cell = func(module *client.Module) widget.Cell {
		cell := widget.Cell{Text: text.Short(m.name(module))}
		if module.Problems != nil {
			cell.Style = m.Deps.Theme.Warn
		}
		return cell
	}
	return columns
}

// detailsPanel lists the functions of the selected module, view functions first.
func (m *modules) detailsPanel(area pane.Area) widget.Panel {
	th, module := m.Deps.Theme, m.Selected()
	if module == nil {
		return widget.Panel{Title: text.In(th.Title, "Selected"), Body: m.nothingSelected()}
	}
	width, room := area.Width, area.Height
	lines := []text.Line{text.Short(m.name(module)).In(th.Strong)}
	add := func(label, value text.Safe, maxLines int) {
		if maxLines = min(maxLines, room-len(lines)); maxLines <= 0 || value.IsEmpty() {
			return
		}
		lines = append(lines, text.WrapBeside(label.In(th.Faint).Fit(moduleLabelWidth), value, width, maxLines)...)
	}
	if module.Problems != nil {
		add(text.Const("problem"), load.Problems(module.Problems), 2)
	}
	if of, published := m.packageOf(module); of != nil {
		add(text.Const("package"), text.Format("%s, %s", text.Bounded(of.Name), text.Plural(int(min(of.UpgradeNumber, math.MaxInt32)), "upgrade")), 1)
		add(text.Const("policy"), text.Format("%s: %s", text.Clean(of.Policy.String()), text.Clean(of.Policy.Meaning())), 4)
		add(text.Const("uses"), render.Dependencies(of), 2)
		add(text.Const("digest"), text.Bounded(of.SourceDigest), 1)
		if published.HasSource {
			add(text.Const("source"), text.Const("published"), 1)
		} else {
			add(text.Const("source"), text.Const("not published"), 1)
		}
	}
	if module.ABI == nil {
		add(text.Const("abi"), render.NotGiven, 1)
	} else {
		maxLines := max(room/3, 1)
		if !m.declared {
			add(text.Const("view"), render.FunctionNames(module.ABI, func(function *move.FunctionABI) bool { return function.IsView }), maxLines)
			add(text.Const("entry"), render.FunctionNames(module.ABI, func(function *move.FunctionABI) bool { return function.IsEntry }), maxLines)
		}
		add(text.Const("structs"), render.StructNames(module.ABI), maxLines)
		add(text.Const("friends"), render.FriendNames(module.ABI), maxLines)
		if free := room - len(lines); m.declared && len(module.ABI.Functions) > 0 && free > minFunctionLines {
			lines = append(lines, m.functionLines(module.ABI, width, free)...)
		}
	}
	return widget.Panel{Title: text.In(th.Title, "Selected"), Body: lines}
}

// functionLines draws the signatures of a module's functions, view functions first, in up to room lines.
func (m *modules) functionLines(abi *move.ModuleABI, width, room int) []text.Line {
	th := m.Deps.Theme
	lines := []text.Line{nil, text.In(th.Faint, "FUNCTIONS")}
	shown := 0
	for _, kind := range functionKinds {
		for i := range abi.Functions {
			function := &abi.Functions[i]
			if functionKind(function) != kind {
				continue
			}
			label := text.Clean(kind).In(th.Faint).Fit(moduleLabelWidth)
			signature := text.WrapBeside(label, text.Short(text.Bounded(signatureOf(function))), width, maxSignatureLines)
			if len(lines)+len(signature) >= room && (len(lines)+len(signature) > room || shown+1 < len(abi.Functions)) {
				return append(lines, text.In(th.Hint, "… %s more", text.Integer(uint64(len(abi.Functions)-shown))))
			}
			lines = append(lines, signature...)
			shown++
		}
	}
	return lines
}

// minFunctionLines is the number of lines of a list of functions without any.
const minFunctionLines = 3

// maxSignatureLines is the number of lines a signature may wrap to.
const maxSignatureLines = 4

// functionKinds are the kinds of functions in the order of the details.
var functionKinds = []string{"view", "entry", "public", "friend", "private"}

func functionKind(function *move.FunctionABI) string {
	switch {
	case function.IsView:
		return "view"
	case function.IsEntry:
		return "entry"
	case function.Visibility == "public", function.Visibility == "friend":
		return function.Visibility
	}
	return "private"
}

// signatureOf returns a function's name, parameters and return types.
func signatureOf(function *move.FunctionABI) string {
	declaration := function.Declaration(math.MaxInt - 1)
	_, signature, _ := strings.Cut(declaration, "fun ")
	return strings.TrimSuffix(signature, ";\n")
}

// moduleLabelWidth is the width of the labels in the details.
const moduleLabelWidth = 9
