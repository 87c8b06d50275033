package account

import (
	"encoding/json"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/pane"
	"foredeck/tui/text"
)

// resolve returns the declaration of a resource's type with the modules that are known, nil if the type cannot be parsed. The other
// modules are requested.
func (r *resources) resolve(resource *client.Resource) *pane.Schema {
	tag, err := move.ParseStructTag(resource.Type)
	if err != nil {
		return nil
	}
	return r.Deps.ABIs.Schema(tag)
}

// known returns the number of modules that a declaration was resolved with.
func known(schema *pane.Schema) int {
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
func (r *resources) typeFormatter(schema *pane.Schema) func(path string) text.Safe {
	if known(schema) == 0 {
		return nil
	}
	return func(path string) text.Safe {
		tag, ok := schema.Type(path)
		if !ok || path == "." {
			return text.Safe{}
		}
		return text.Clean(truncate(modulePath.ReplaceAllString(tag.String(), "")))
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
	at, ok := pane.Time(path[strings.LastIndexByte(path, '.')+1:], text.Unquote(value))
	if !ok {
		return text.Safe{}
	}
	return text.Format("= %s", text.Instant(at))
}

// declaredLine describes the type of the selected value. A table's items cannot be requested, so it says where they are found.
func (r *resources) declaredLine(path string) text.Line {
	if r.schema == nil {
		return nil
	}
	tag, ok := r.schema.Type(path)
	if outer := strings.TrimSuffix(path, ".handle"); ok && outer != path {
		if table, found := r.schema.Type(outer); found && pane.IsTable(table) {
			tag = table
		}
	}
	if !ok || path == "." {
		return nil
	}
	line := text.Line{{Text: text.Const("type   "), Style: r.Deps.Theme.Faint}, {Text: text.Clean(truncate(tag.String()))}}
	if pane.IsTable(tag) {
		note := text.Const("table: nodes return no items by key; its changes are in the events of transactions  ")
		line = append(text.Line{{Text: note, Style: r.Deps.Theme.Warn}}, line...)
	}
	return line
}
