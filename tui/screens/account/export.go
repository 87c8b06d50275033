package account

import (
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/pane"
	"foredeck/tui/record"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Copies returns the copy forms of the selection, and the account's address.
func (m *Model) Copies() []screen.Copy {
	address := screen.Copy{Form: text.Const("account"), Value: m.address.String, IsOfScreen: true}
	return append(m.tab().copies(), address)
}

// Subject returns the selected account, or the screen's own.
func (m *Model) Subject() (store.Subject, bool) {
	address, ok := m.tab().subject()
	if !ok {
		address = m.address
	}
	return store.Subject{Kind: store.Address, Key: address.String()}, true
}

// Export returns the tab's whole list, including pages not loaded, or the open resource.
func (m *Model) Export() (screen.Export, bool) {
	export, ok := m.tab().export()
	export.Name = "account-" + screen.ShortenAddress(m.address.Short()) + "-" + export.Name
	return export, ok
}

// UsesUnits marks the screen as one that shows amounts in units.
func (m *Model) UsesUnits() {}

func (t *transactions) copies() []screen.Copy {
	t.setRows()
	return pane.CopyTransaction(t.List)
}

func (t *transactions) subject() (move.Address, bool) {
	if record := t.Selected(); record != nil && record.Sender != nil {
		return *record.Sender, true
	}
	return move.Address{}, false
}

func (t *transactions) export() (screen.Export, bool) {
	name := strings.ReplaceAll(strings.ToLower(t.Name.String()), " ", "-")
	t.setRows()
	return t.Export(name, t.All, t.Pages.Order())
}

func (m *modules) copies() []screen.Copy {
	module := m.Selected()
	if module == nil {
		return nil
	}
	return []screen.Copy{
		{Form: text.Const("module"), Value: move.ModuleID{Address: m.address, Name: module.Name}.String},
		{Form: text.Const("JSON"), Value: func() string { return string(module.Raw) }},
		m.CopyRow(module),
	}
}

func (m *modules) export() (screen.Export, bool) {
	return m.Export("modules", m.All, client.NewestFirst)
}

func (r *resources) copies() []screen.Copy {
	resource := r.Selected()
	if resource == nil {
		return nil
	}
	kind := screen.Copy{Form: text.Const("type"), Value: func() string { return resource.Type }}
	if !r.treeFocused || r.tree.Len() == 0 {
		return []screen.Copy{kind, {Form: text.Const("JSON"), Value: func() string { return string(resource.Data) }}, r.CopyRow(resource)}
	}
	path, value := r.selectedValue()
	command := screen.Copy{Form: text.Const("command"), Value: func() string {
		return r.Deps.Command("resource", r.address.String(), resource.Type, "--path", path)
	}}
	if r.item != nil {
		return append(screen.CopyTree(path, value), kind)
	}
	if change, ok := r.selectedDifference(); ok {
		return append(differenceCopies(change), kind, command)
	}
	copies := screen.CopyTree(path, value)
	if key := lastKey(path); key != "" {
		copies = append(copies, screen.Copy{Form: text.Const("key"), Value: func() string { return key }})
	}
	return append(copies, kind, command)
}

// lastKey returns the last step of a path, or "" for the whole value.
func lastKey(path string) string {
	return strings.Trim(path[strings.LastIndexAny(path, ".[")+1:], `]"`)
}

func (r *resources) subject() (move.Address, bool) {
	if !r.treeFocused {
		return move.Address{}, false
	}
	return r.selectedAddress()
}

// export returns the leaves of the open resource or its list of differences, else the whole list.
func (r *resources) export() (screen.Export, bool) {
	resource := r.Selected()
	if !r.treeFocused || resource == nil || resource.Data == nil {
		return r.Export("resources", r.All, client.NewestFirst)
	}
	if _, ok := r.selectedDifference(); ok {
		return exportDifferences("differences-"+record.StructName(resource).String(), r.changes()), true
	}
	return pane.ExportValue("resource-"+record.StructName(resource).String(), resource.Data), true
}

// selectedPin returns a pin of the selected value, or of the whole resource, if that can be linked to.
func (r *resources) selectedPin() store.Pin {
	kind, path := r.shownLocation()
	return store.Pin{Account: r.address, Link: target.Link{
		Network: r.Deps.Endpoint.Network, Target: target.Target{Kind: target.Account, Address: r.address}, Tab: "resources", Type: kind, Path: path,
	}}
}
