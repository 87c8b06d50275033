package account

import (
	"encoding/json"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/listview"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
)

// offering is what a tab offers of what is selected in it.
type offering interface {
	copies() []screen.Copy
	// subject is the address that is selected; not ok where none is.
	subject() (address move.Address, ok bool)
	export() (screen.Export, bool)
}

// Copies are the forms of what is selected; where nothing is, the address of the account.
func (m *Model) Copies() []screen.Copy {
	address := screen.Copy{Form: "account", Value: m.address.String}
	return append(m.tab().copies(), address)
}

// Subject is the account that is selected, else the one that is shown.
func (m *Model) Subject() (store.Subject, bool) {
	address, ok := m.tab().subject()
	if !ok {
		address = m.address
	}
	return store.Subject{Kind: store.Address, Key: address.String()}, true
}

// Export is the whole list of the tab, with the pages that are not loaded, or the resource that is open.
func (m *Model) Export() (screen.Export, bool) {
	export, ok := m.tab().export()
	export.Name = "account-" + screen.FileName(m.address) + "-" + export.Name
	return export, ok
}

// CountsInUnits tells that amounts are written in the session's units.
func (m *Model) CountsInUnits() {}

func (t *transactions) copies() []screen.Copy {
	record := t.Selected()
	if record == nil {
		return nil
	}
	copies := []screen.Copy{{Form: "hash", Value: func() string { return record.Hash }}}
	if record.Payload != nil && record.Payload.Function != "" {
		copies = append(copies, screen.Copy{Form: "function", Value: func() string { return record.Payload.Function }})
	}
	return append(copies,
		screen.Copy{Form: "JSON", Value: func() string { return string(record.Raw) }},
		listview.CopyRow(record, render.TransactionValues))
}

func (t *transactions) subject() (move.Address, bool) {
	if record := t.Selected(); record != nil && record.Sender != nil {
		return *record.Sender, true
	}
	return move.Address{}, false
}

func (t *transactions) export() (screen.Export, bool) {
	order := t.Pages.Order()
	source := t.source
	if t.anew != nil {
		source = t.anew
	}
	list := source(order)
	list.Key = recordKey
	name := strings.ReplaceAll(strings.ToLower(string(t.words.name)), " ", "-")
	whole := listview.Export(name, list, order, render.TransactionFields(), render.TransactionValues)
	return t.WithMatching(whole, render.TransactionValues), t.Pages.Len() > 0
}

func (m *modules) copies() []screen.Copy {
	module := m.Selected()
	if module == nil {
		return nil
	}
	return []screen.Copy{
		{Form: "module", Value: move.ModuleID{Address: m.address, Name: module.Name}.String},
		{Form: "JSON", Value: func() string { return string(module.Raw) }},
		listview.CopyRow(module, render.ModuleValues),
	}
}

func (m *modules) subject() (move.Address, bool) { return move.Address{}, false }

func (m *modules) export() (screen.Export, bool) {
	whole := listview.Export("modules", m.source, client.NewestFirst, render.ModuleFields(), render.ModuleValues)
	return m.WithMatching(whole, render.ModuleValues), m.Pages.Len() > 0
}

func (r *resources) copies() []screen.Copy {
	held := r.Selected()
	if held == nil {
		return nil
	}
	kind := screen.Copy{Form: "type", Value: func() string { return held.Type }}
	if !r.inTree || r.tree.Lines() == 0 {
		return []screen.Copy{kind, {Form: "JSON", Value: func() string { return string(held.Data) }}, listview.CopyRow(held, render.ResourceValues)}
	}
	path, value := r.pointed()
	command := screen.Copy{Form: "command", Value: func() string {
		return r.deps.Command("resource", r.address.String(), held.Type, "--path", path)
	}}
	if change, ok := r.difference(); ok {
		return append(differenceCopies(change), kind, command)
	}
	copies := []screen.Copy{
		{Form: "value", Value: func() string { return bare(value) }},
		{Form: "JSON", Value: func() string { return string(value) }},
		{Form: "path", Value: func() string { return path }},
	}
	if key := lastKey(path); key != "" {
		copies = append(copies, screen.Copy{Form: "key", Value: func() string { return key }})
	}
	return append(copies, kind, command)
}

// bare is a text without its quotes, and all else as it is.
func bare(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

// lastKey is the last step of a path, empty for the whole.
func lastKey(path string) string {
	return strings.Trim(path[strings.LastIndexAny(path, ".[")+1:], `]"`)
}

func (r *resources) subject() (move.Address, bool) {
	if !r.inTree {
		return move.Address{}, false
	}
	return r.selectedAddress()
}

// export is the resource that is open, as its leaves, or how it differs from an earlier look, else the whole list.
func (r *resources) export() (screen.Export, bool) {
	held := r.Selected()
	if !r.inTree || held == nil || held.Data == nil {
		whole := listview.Export("resources", r.source, client.NewestFirst, render.ResourceFields(), render.ResourceValues)
		return r.WithMatching(whole, render.ResourceValues), r.Pages.Len() > 0
	}
	if _, ok := r.difference(); ok {
		return exportDifferences("differences-"+string(structName(held)), r.changes()), true
	}
	return screen.ExportTree("resource-"+string(structName(held)), held.Data), true
}

// pinned is what a pin of this place would hold: the selected value, or the whole resource.
func (r *resources) pinned(network string) (store.Pin, bool) {
	kind, path := r.place()
	if kind == "" {
		return store.Pin{}, false
	}
	return store.Pin{Account: r.address, Link: target.Link{
		Network: network, Target: target.Target{Kind: target.Account, Address: r.address}, Tab: "resources", Type: kind, Path: path,
	}}, true
}
