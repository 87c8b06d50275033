package account

import (
	"encoding/json"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// shownTree returns the tree of the open item of a table, or else that of the resource.
func (r *resources) shownTree() *pane.TreeView {
	if r.item != nil {
		return &r.item.tree
	}
	return &r.tree
}

func (r *resources) atTop() bool { return r.shownTree().AtTop() }

func (r *resources) leaveTree() tea.Cmd {
	if r.item != nil {
		r.closeItem()
	} else {
		r.treeFocused = false
	}
	return nil
}

// jump returns what the config file has for the selected field.
func (r *resources) jump() (target.Link, bool) {
	resource, schema := r.treeResource, r.schema
	if resource == nil || r.item != nil {
		return target.Link{}, false
	}
	tag, err := move.ParseStructTag(resource.Type)
	if err != nil {
		return target.Link{}, false
	}
	path, raw := r.selectedValue()
	return r.Deps.Jump(tag, path, schema.TypeText(path), raw)
}

func (r *resources) followWord() string {
	if _, ok := r.jump(); ok {
		return "follow"
	}
	if _, ok := r.selectedTable(); ok {
		return "open item"
	}
	if _, ok := r.selectedAddress(); ok {
		return "follow"
	}
	return ""
}

// follow opens what the config file has for the field, an item of the table at the selected handle or the account at the selected address, or folds the selected line.
func (r *resources) follow() tea.Cmd {
	if link, ok := r.jump(); ok {
		r.Deps.FollowJump(link)
		return nil
	}
	if t, ok := r.selectedTable(); ok {
		return r.askKey(t)
	}
	if address, ok := r.selectedAddress(); ok {
		return r.Deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Account, Address: address}})
	}
	if r.shownTree().Len() == 0 {
		return r.open() // the value is not loaded
	}
	r.shownTree().Toggle()
	return nil
}

func (r *resources) selectedAddress() (move.Address, bool) {
	_, raw := r.selectedValue()
	return render.ParseAddress(raw)
}

// pathLines returns the number of lines for the selected path and value below the tree, in a panel of the given height.
func pathLines(height int) int {
	switch {
	case height < 6:
		return 0
	case height < 10:
		return 1
	}
	return 2
}

// selectedLines draws the selected path and, if there is room, the value, which the tree may have cut. In a maximized panel the
// value wraps over up to half of the lines.
func (r *resources) selectedLines(area pane.Area) []text.Line {
	width, height := area.Width, area.Height
	lines := pathLines(height)
	if lines == 0 || r.tree.Len() == 0 {
		return nil
	}
	th := r.Deps.Theme
	path, raw := r.tree.Selected()
	room := max(width-len("value  "), 1)
	shown := []text.Line{{{Text: text.Const("path   "), Style: th.Faint}, {Text: text.CutMiddle(text.Clean(truncate(path)), room)}}}
	declared := r.declaredLine(path)
	if len(raw) == 0 || raw[0] == '{' || raw[0] == '[' {
		if lines > 1 && declared != nil {
			shown = append(shown, declared.Fit(width))
		}
		return text.Height(shown, lines)
	}
	value := text.Clean(truncate(string(raw)))
	if r.maximized {
		value = text.Clean(strings.ToValidUTF8(string(raw[:min(len(raw), room*height)]), ""))
	}
	if r.formatAmount != nil {
		if amount := r.formatAmount(path, raw); !amount.IsEmpty() {
			value = text.Format("%s   %s", amount, value)
		}
	}
	label, maxLines := text.In(th.Faint, "value  "), 1
	if r.maximized {
		maxLines = max(height/2, 1)
	} else {
		value = text.CutMiddle(value, room)
	}
	wrapped := text.WrapBeside(label, value, width, maxLines)
	shown = append(shown, wrapped...)
	if lines > 1 && declared != nil && height > 12 {
		shown = append(shown, declared.Fit(width))
	}
	return text.Height(shown, max(lines, len(shown)))
}

// detailsPanel draws the value of the selected resource as a tree.
func (r *resources) detailsPanel(room pane.Area) widget.Panel {
	th, resource := r.Deps.Theme, r.Selected()
	if resource == nil {
		return widget.Panel{Title: text.In(th.Title, "Value"), Body: r.nothingSelected()}
	}
	if r.snapshots.listOpen && r.treeResource == resource {
		return r.diffPanel(room)
	}
	if r.item != nil && r.treeFocused {
		return r.itemPanel(room)
	}
	p := widget.Panel{Title: text.In(th.Title, "Value"), State: r.valueState(resource)}
	if resource.Data == nil {
		p.Body = r.missingValueLines(resource)
		return p
	}
	p.Body = r.tree.View()
	for _, line := range p.Body {
		if !r.treeFocused { // unfocused: a click opens the value
			line.WithHit(&text.Hit{Action: "account.open"})
		}
	}
	if lines := r.selectedLines(room); lines != nil {
		p.Body = append(text.Height(p.Body, room.Height-len(lines)), lines...)
	}
	return p
}

// valueState describes the value's load status and the changes since an earlier snapshot.
func (r *resources) valueState(resource *client.Resource) text.Line {
	state, changed := r.Deps.StateLine(r.valueStatus(resource)), r.changeSummary()
	style := r.Deps.Theme.Faint
	if len(r.changes()) > 0 {
		changed, style = text.Format("● %s", changed), r.Deps.Theme.Warn
	}
	if !changed.IsEmpty() && state.Width() > 0 {
		state = append(state, text.Span{Text: text.Const(" · ")})
	}
	return append(state, text.Span{Text: changed, Style: style})
}

// missingValueLines replaces a value that the list did not include.
func (r *resources) missingValueLines(resource *client.Resource) []text.Line {
	th := r.Deps.Theme
	if resource == r.valueResource {
		if err := r.value.Err(); err != nil {
			return r.Deps.FailureLines(err)
		}
		if spinner := r.Deps.Spinner(r.value.Status(r.Deps.Now()), text.Const("the value")); spinner != nil {
			return []text.Line{spinner}
		}
	}
	if resource.Problems != nil {
		return []text.Line{load.Malformed(resource.Problems).In(th.Warn)}
	}
	return []text.Line{text.In(th.Faint, "not included in the list · %s load the value", r.Deps.Key("account.open"))}
}

// moduleName fits a module into width columns: it shortens the address, then drops a long one, then cuts the name.
func moduleName(module text.Safe, width int) text.Safe {
	short := text.Short(module)
	if text.Width(short) <= width {
		return short
	}
	address, name, _ := strings.Cut(short.String(), "::")
	if strings.Contains(address, "…") {
		return text.Cut(text.Format("…::%s", text.Clean(name)), width)
	}
	return text.Cut(short, width)
}

// resolve returns the declaration of a resource's type with the modules that are known, nil if the type cannot be parsed. The other
// modules are requested.
func (r *resources) resolve(resource *client.Resource) *render.Schema {
	tag, err := move.ParseStructTag(resource.Type)
	if err != nil {
		return nil
	}
	return r.Deps.ABIs.Schema(tag)
}

// known returns the number of modules that a declaration was resolved with.
func known(schema *render.Schema) int {
	if schema == nil {
		return 0
	}
	return schema.Known()
}

// updateSchema builds the tree again once more modules of its declaration are known.
func (r *resources) updateSchema() {
	resource := r.treeResource
	if resource == nil || resource != r.Selected() || r.schema == nil || r.schema.Complete() || r.pendingTree != nil {
		return
	}
	if known(r.resolve(resource)) > known(r.schema) {
		r.pendingTree = resource
		r.Deps.Post(buildTreeMsg{resource})
	}
}

// typeFormatter returns a function that formats the declared types of values.
func (r *resources) typeFormatter(schema *render.Schema) func(path string) text.Safe {
	if known(schema) == 0 {
		return nil
	}
	return func(path string) text.Safe {
		tag, ok := schema.Type(path)
		if !ok || path == "." {
			return text.Safe{}
		}
		return text.Clean(truncate(record.WithoutModules(tag.String())))
	}
}

// amountFormatter returns a function that formats derived forms of leaves: amounts of known coins in their unit, and points in time.
func (r *resources) amountFormatter(resource *client.Resource) func(path string, value json.RawMessage) text.Safe {
	tag, err := move.ParseStructTag(resource.Type)
	if err != nil {
		return nil
	}
	r.Deps.Amounts.Want(tag.TypeArguments...)
	return func(path string, value json.RawMessage) text.Safe {
		decimals := r.Deps.Amounts.LeafDecimals(tag, path)
		if r.schema != nil && decimals == 0 {
			if coin, ok := r.schema.CoinOf(path); ok {
				decimals, _ = r.Deps.Amounts.Decimals(coin)
			}
		}
		if decimals == 0 && r.Deps.Units != text.InHex {
			return r.timeText(path, value)
		}
		amount, ok := r.Deps.Units.Amount(text.Unquote(value), decimals)
		if !ok || r.Deps.Units == text.InRaw {
			return text.Safe{}
		}
		return text.Format("= %s", amount)
	}
}

// timeText formats a point in time. Only integers of 64 bits are taken for one.
func (r *resources) timeText(path string, value json.RawMessage) text.Safe {
	if r.schema == nil || r.Deps.Units == text.InRaw {
		return text.Safe{}
	}
	if tag, ok := r.schema.Type(path); !ok || tag.String() != "u64" {
		return text.Safe{}
	}
	at, ok := render.FieldTime(path[strings.LastIndexByte(path, '.')+1:], text.Unquote(value))
	if !ok {
		return text.Safe{}
	}
	return text.Format("= %s", text.Instant(at))
}

// declaredLine describes the type of the selected value. It says how the items of a table are found.
func (r *resources) declaredLine(path string) text.Line {
	if r.schema == nil {
		return nil
	}
	tag, ok := r.schema.Type(path)
	if outer := strings.TrimSuffix(path, ".handle"); ok && outer != path {
		if table, found := r.schema.Type(outer); found && render.IsTable(table) {
			tag = table
		}
	}
	if !ok || path == "." {
		return nil
	}
	line := text.Line{{Text: text.Const("type   "), Style: r.Deps.Theme.Faint}, {Text: text.Clean(truncate(tag.String()))}}
	if render.IsTable(tag) {
		note := text.Const("table: its items are in the tables that it consists of  ")
		if isPlainTable(tag) {
			note = text.Format("table: %s on its handle opens an item by key  ", r.Deps.Key("account.open"))
		}
		line = append(text.Line{{Text: note, Style: r.Deps.Theme.Warn}}, line...)
	}
	return line
}
