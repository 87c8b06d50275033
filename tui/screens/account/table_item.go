package account

import (
	"context"
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/callform"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// table is a table whose handle is selected.
type table struct {
	handle     move.Address
	key, value move.TypeTag
	path       string // of the handle in the resource
}

// tableItem is the item of a table, which replaces the tree of the resource while it is open.
type tableItem struct {
	table
	typed string // the key
	state load.State[client.MoveValue]
	tree  pane.TreeView
}

// selectedTable returns the table whose handle is selected in the tree of the resource.
func (r *resources) selectedTable() (t table, ok bool) {
	if r.item != nil || r.schema == nil || !r.treeFocused || r.snapshots.listOpen {
		return t, false
	}
	path, raw := r.tree.Selected()
	outer, isHandle := strings.CutSuffix(path, ".handle")
	tag, known := r.schema.Type(outer)
	if !isHandle || !known || !isPlainTable(tag) {
		return t, false
	}
	handle, ok := render.ParseAddress(raw)
	return table{handle, tag.Struct.TypeArguments[0], tag.Struct.TypeArguments[1], path}, ok
}

// isPlainTable reports whether a type is 0x1::table::Table, whose items nodes send by key.
func isPlainTable(tag move.TypeTag) bool {
	return render.IsTable(tag) && tag.Struct.Module == "table" && len(tag.Struct.TypeArguments) == 2
}

// askKey prompts for the key of an item, and opens it.
func (r *resources) askKey(t table) tea.Cmd {
	return r.Deps.Post(screen.PromptMsg{
		Title: text.Format("Key of the item: %s", text.Short(text.Bounded(t.key.String()))), Hint: callform.InputHint(t.key), Value: r.Deps.Given.TableKeys[t.handle],
		Submit: func(typed string) (tea.Cmd, error) {
			var value any = typed
			if t.key.Kind == move.KindAddress {
				if address, err := callform.ParseAddress(r.Deps, typed); err == nil {
					value = address
				}
			}
			key, err := move.NewArgument(t.key, value)
			if err != nil {
				return nil, err
			}
			r.Deps.Given.TableKeys[t.handle] = typed
			r.item = &tableItem{table: t, typed: typed, tree: pane.NewTreeView(r.Deps)}
			return r.item.state.Load(r.Ctx, r.Deps.Loader, func(ctx context.Context) (client.MoveValue, error) {
				return r.Deps.Node.TableItem(ctx, t.handle, t.key, t.value, key.JSON())
			}), nil
		},
	})
}

// itemLoaded shows the value of the item as a tree.
func (r *resources) itemLoaded(result load.Result[client.MoveValue]) tea.Cmd {
	if r.item == nil || !r.item.state.Accept(result) || result.Err != nil {
		return nil
	}
	raw, types := result.Value.JSON, func(string) text.Safe { return text.Safe{} }
	if r.item.value.Struct != nil {
		if schema := r.Deps.ABIs.Schema(*r.item.value.Struct); known(schema) > 0 {
			raw, types = schema.Order(raw), r.typeFormatter(schema)
		}
	}
	return r.item.tree.Show(raw, func(tree *pane.Tree) {
		tree.SetName(text.Bounded(r.item.typed))
		tree.SetTypes(types)
		tree.OpenAll()
	})
}

// closeItem returns to the resource.
func (r *resources) closeItem() {
	r.item.state.Cancel()
	r.item.tree.Cancel()
	r.item = nil
}

// itemPanel draws the item.
func (r *resources) itemPanel(room pane.Area) widget.Panel {
	th, item := r.Deps.Theme, r.item
	head := text.WrapBeside(text.In(th.Faint, "key    "), text.Bounded(item.typed), room.Width, 2)
	head = append(head, text.Line{{Text: text.Const("type   "), Style: th.Faint}, {Text: text.Short(text.Bounded(item.value.String()))}}.Fit(room.Width), nil)
	status := item.state.Status(r.Deps.Now()).AsManual()
	p := widget.Panel{Title: text.In(th.Title, "Item of %s", text.Short(text.Clean(item.handle.String()))), State: r.Deps.StateLine(status)}
	switch err := item.state.Err(); {
	case err == nil:
		if spinner := r.Deps.Spinner(status, text.Const("the item")); spinner != nil {
			p.Body = append(head, spinner)
			break
		}
		item.tree.SetSize(room.Width, max(room.Height-len(head), 0))
		p.Body = append(head, item.tree.View()...)
	case errors.Is(err, client.ErrUnsupported):
		p.Body = append(head, text.In(th.Warn, "this node does not send items of tables"))
	case errors.Is(err, client.ErrNotFound):
		p.Body = append(head, text.In(th.Warn, "the table has no item with this key"))
	default:
		p.Body = append(head, r.Deps.FailureLines(err)...)
	}
	return p
}
