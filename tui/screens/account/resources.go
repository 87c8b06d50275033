package account

import (
	"bytes"
	"context"
	"encoding/json"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
	"foredeck/tui/widget"
	"foredeck/tui/widget/jsontree"
)

// resources is the tab of resources held by the account (spec section 2.7), each with its value as a tree.
type resources struct {
	list[client.Resource]
	address move.Address

	tree          pane.TreeView
	maximized     bool                                               // only the value is visible
	treeResource  *client.Resource                                   // resource the tree shows
	formatAmount  func(path string, value json.RawMessage) text.Safe // formats coin amounts in their unit; nil if there are none
	pendingTree   *client.Resource                                   // resource whose tree is being built; nil if none
	treeFocused   bool                                               // the tree replaces the list and has the focus
	value         load.State[client.Resource]
	valueResource *client.Resource // resource whose value is being loaded: version 1 lists may contain types only
	pendingLink   *pendingLink
	snapshots     snapshots
	item          *tableItem      // nil while no item of a table is open
	schema        *render.Schema  // declaration of the type of treeResource; nil if that cannot be parsed
	treeData      json.RawMessage // value of treeResource with its fields as declared
}

func newResources(deps *screen.Deps, address move.Address) *resources {
	source := load.Source[client.Resource]{
		Page: func(ctx context.Context, request client.PageRequest) (client.Page[client.Resource], error) {
			return deps.Node.Resources(ctx, address, request)
		},
		Key: (*client.Resource).Key,
	}
	words := pane.Words{Name: text.Const("Resources"), Title: text.Const("Types"), Content: text.Const("resources")}
	r := &resources{address: address, tree: pane.NewTreeView(deps)}
	r.List = pane.NewList(deps, words, pane.InBothOrders(source), pane.Resources(deps))
	r.Columns = r.columns
	r.Empty = func() []text.Line {
		return []text.Line{text.Plain("no resources at this address"), text.In(deps.Theme.Faint, "the account may exist on another network")}
	}
	return r
}

func (r *resources) crumbs() []text.Safe {
	if resource := r.Selected(); r.treeFocused && resource != nil {
		return []text.Safe{r.Name, record.StructName(resource)}
	}
	return r.list.crumbs()
}

// Poll also resumes work canceled on leaving: units and snapshots.
func (r *resources) Poll() tea.Cmd {
	if r.treeResource != nil {
		r.amountFormatter(r.treeResource)
	}
	return tea.Batch(r.List.Poll(), r.loadSnapshots())
}

func (r *resources) handle(msg tea.Msg) tea.Cmd {
	if cmd, replaced := r.tree.Update(msg); replaced {
		return tea.Batch(cmd, r.treeReplaced(r.pendingTree))
	}
	if r.item != nil {
		if cmd, replaced := r.item.tree.Update(msg); replaced {
			return cmd
		}
	}
	switch msg := msg.(type) {
	case load.Result[client.Page[*client.Resource]]:
		cmd, ok := r.Accept(msg)
		if !ok {
			return nil
		}
		for _, resource := range msg.Value.Items { // types complete user input
			r.Deps.Seen.AddResource(r.address, resource.Type)
		}
		return tea.Batch(cmd, r.reopen(), r.findPendingLink())
	case buildTreeMsg:
		return r.buildTree(msg.resource)
	case load.Result[[]store.Snapshot]:
		cmd, _ := r.handleSnapshots(msg)
		return cmd
	case load.Result[[]jsontree.Change]:
		r.handleChanges(msg)
		return nil
	case snapshotsMsg:
		return r.offerSnapshots(msg)
	case load.Result[client.MoveValue]:
		return r.itemLoaded(msg)
	case load.Result[client.Resource]:
		if r.value.Accept(msg) && msg.Err == nil && r.valueResource != nil {
			r.valueResource.Data, r.treeResource = msg.Value.Data, nil
		}
	default:
		r.List.Handle(msg)
	}
	return nil
}

func (r *resources) typeText(msg tea.KeyMsg) tea.Cmd {
	r.pendingLink = nil
	if r.treeFocused {
		return screen.TypeSearch(r.shownTree(), msg)
	}
	return r.list.typeText(msg)
}

// open shows the tree of the selected resource in place of the list, and loads the value if the list did not include it.
func (r *resources) open() tea.Cmd {
	resource := r.Selected()
	if resource == nil {
		return nil
	}
	if !r.treeFocused {
		r.treeFocused, r.item = true, nil
	}
	if resource.Data != nil || r.value.Loading() && r.valueResource == resource {
		return nil
	}
	r.valueResource = resource
	return r.value.Load(r.Ctx, r.Deps.Loader, func(ctx context.Context) (client.Resource, error) {
		return r.Deps.Node.Resource(ctx, r.address, resource.Type)
	})
}

// reopen updates the open tree after a reload. If the resource is gone, it returns to the list.
func (r *resources) reopen() tea.Cmd {
	if !r.treeFocused {
		return nil
	}
	shown := r.treeResource
	if shown == nil {
		shown = r.pendingTree
	}
	if resource := r.Selected(); resource == nil || shown != nil && resource.Type != shown.Type {
		r.treeFocused = false
		return nil
	}
	return r.open()
}

// Typing reports whether a search or filter pattern is being typed.
func (r *resources) Typing() bool {
	if r.treeFocused {
		return r.shownTree().Typing()
	}
	return r.List.Typing()
}

// Captures reports whether the key is input for the pattern.
func (r *resources) Captures(msg tea.KeyMsg) bool {
	if r.treeFocused {
		return r.shownTree().Captures(msg)
	}
	return r.List.Captures(msg)
}

// Cancel cancels the requests, and what is computed in the background.
func (r *resources) Cancel() {
	r.List.Cancel()
	r.value.Cancel()
	r.snapshots.cancel()
	r.tree.Cancel()
	r.pendingTree, r.pendingLink = nil, nil
	if r.item != nil {
		r.item.state.Cancel()
	}
}

// Escape leaves what was opened last.
func (r *resources) Escape() bool {
	switch {
	case r.value.Loading():
		r.value.Cancel()
	case r.snapshots.listOpen:
		r.snapshots.listOpen = false
	case r.item != nil && r.treeFocused:
		if !r.item.tree.Escape() {
			r.closeItem()
		}
	case r.treeFocused && r.tree.Escape():
	case r.treeFocused:
		r.treeFocused = false
	default:
		return r.List.Escape()
	}
	return true
}

func (r *resources) vital() text.Safe {
	if resource := r.Selected(); resource != nil {
		return record.StructName(resource)
	}
	return text.Safe{}
}

// inDetails reports whether the value replaces the list and has the focus.
func (r *resources) inDetails() bool { return r.treeFocused && r.Pages.Len() > 0 }

// fullTypeLines is the number of lines below the list for the selected resource's full type.
const fullTypeLines = 4

func (r *resources) setWindow(size screen.Size, paused bool) {
	r.list.setWindow(size, paused)
	r.maximized = size.Maximized
}

// Resize leaves room for the full type below the list.
func (r *resources) Resize(room pane.Area) { r.List.Resize(room.Less(r.fullTypeHeight(room))) }

func (r *resources) fullTypeHeight(room pane.Area) int {
	if room.Plain {
		return 0
	}
	return fullTypeLines
}

func (r *resources) resizeDetails(room pane.Area) {
	r.syncTree()
	r.tree.SetBlurred(!r.treeFocused)
	r.snapshots.rows.SetHeight(max(room.Height-1, 0))
	r.tree.SetSize(room.Width, room.Height-len(r.selectedLines(room)))
	r.selectPendingPath()
}

// syncTree starts building the tree of the selected resource if another one is shown.
func (r *resources) syncTree() {
	resource := r.Selected()
	r.updateSchema()
	if resource == r.treeResource || resource != nil && resource == r.pendingTree {
		return
	}
	r.tree.Cancel()
	r.pendingTree = nil
	if resource == nil || resource.Data == nil {
		r.tree.Reset()
		r.treeResource = resource
		return
	}
	if r.treeResource != nil && r.treeResource.Type != resource.Type {
		r.tree.Reset()
		r.tree.Clear()
		r.treeResource = nil
	}
	r.pendingTree = resource
	r.Deps.Post(buildTreeMsg{resource})
}

// buildTreeMsg requests the tree of a resource.
type buildTreeMsg struct {
	resource *client.Resource
}

// buildTree builds the tree of a resource. The tree of a previous value stays visible until then.
func (r *resources) buildTree(resource *client.Resource) tea.Cmd {
	if resource != r.pendingTree {
		return nil
	}
	schema := r.resolve(resource)
	if r.treeResource != nil && bytes.Equal(r.treeResource.Data, resource.Data) && known(schema) == known(r.schema) { // reloaded without changes
		r.treeResource, r.pendingTree = resource, nil
		return r.loadSnapshots()
	}
	name, format := record.StructName(resource), r.amountFormatter(resource)
	r.formatAmount, r.schema, r.treeData = format, schema, resource.Data
	types := r.typeFormatter(schema)
	if schema != nil {
		r.treeData = schema.Order(resource.Data)
	}
	cmd := r.tree.Reload(r.treeData, func(tree *pane.Tree) {
		tree.SetName(name)
		tree.SetUnits(format)
		tree.SetTypes(types)
	})
	if r.tree.Parsing() {
		return cmd
	}
	return tea.Batch(cmd, r.treeReplaced(resource))
}

// treeReplaced records the resource that the tree shows, and loads its snapshots.
func (r *resources) treeReplaced(resource *client.Resource) tea.Cmd {
	r.treeResource, r.pendingTree = resource, nil
	if resource == r.snapshots.resource && !r.snapshots.baseline.At.IsZero() {
		return r.compare() // the fields are in another order
	}
	return r.loadSnapshots()
}

func (r *resources) columns() []pane.Column[client.Resource] {
	name, module := pane.Of(record.Resources.Named("type"), 0), pane.Of(record.Resources.Named("module"), 1)
	name.Flex = true
	name.Cell = func(resource *client.Resource) widget.Cell {
		cell := widget.Cell{Text: record.StructName(resource)}
		if resource.Problems != nil {
			cell.Style = r.Deps.Theme.Warn
		}
		return cell
	}
	module.Width, module.Shorten = min(max((r.Width()+4)/3, 14), 30), moduleName
	return []pane.Column[client.Resource]{name, module.In(r.Deps.Theme.Faint)}
}

// Panel draws the list with the full type of the selected resource below it.
func (r *resources) Panel(room pane.Area) widget.Panel {
	p := r.List.Panel(room)
	if resource := r.Selected(); resource != nil && !room.Plain {
		full := text.WrapIn(r.Deps.Theme.Faint, text.Clean(truncate(resource.Type)), room.Width, fullTypeLines-1)
		p.Body = append(text.Height(p.Body, room.Height-fullTypeLines), full...)
	}
	return p
}
