package account

import (
	"encoding/json"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
)

// treeKey moves and folds in the tree of the selected resource.
func (r *resources) treeKey(msg tea.KeyMsg) tea.Cmd {
	if r.looks.open {
		return r.diffKey(msg)
	}
	if cmd, taken := r.search.Key(&r.tree, msg); taken {
		return cmd
	}
	switch {
	case r.keys.Open.Matches(msg):
		return r.follow()
	case r.keys.Tree(&r.tree, r.treeHeight, msg):
	case r.search.Typing():
	case r.keys.Compare.Matches(msg):
		return r.chooseLook()
	case r.keys.Pin.Matches(msg):
		return r.pin()
	case r.keys.Siblings(&r.tree, msg):
	case r.keys.Fold.Matches(msg) && r.tree.Position() == 0:
		r.inTree = false
	default:
		r.keys.FoldKeys.Key(&r.tree, msg)
	}
	return nil
}

func (r *resources) treeActions() []screen.Action {
	if r.looks.open {
		back, open := r.keys.Compare, r.keys.Open
		back.SetHelp("D", "back to the tree")
		open.SetHelp("enter", "show in the tree")
		return []screen.Action{open, back}
	}
	search := r.search.Actions(&r.tree)
	if r.search.Typing() {
		return search
	}
	open := r.keys.Open
	open.SetHelp("enter", "open or close")
	if _, ok := r.selectedAddress(); ok {
		open.SetHelp("enter", "follow")
	}
	return append([]screen.Action{open, r.keys.Unfold, r.keys.Fold}, append(append(search, r.valueActions()...),
		r.keys.OpenAll, r.keys.NextSibling, r.keys.PreviousSibling, r.keys.Deeper.Quiet(), r.keys.Shallower.Quiet())...)
}

// valueActions are the keys that do something with the value of the selected resource: it is compared once it is read, and pinned
// where it has a type that leads back to it.
func (r *resources) valueActions() []screen.Action {
	var actions []screen.Action
	if r.comparable() {
		actions = append(actions, r.keys.Compare)
	}
	if _, ok := r.pinned(""); ok {
		actions = append(actions, r.keys.Pin)
	}
	return actions
}

// searchLines is what the tree is searched for, above it.
func (r *resources) searchLines(width int) []text.Line {
	return r.search.Lines(&r.tree, r.deps.Theme, width)
}

// follow opens the account that the selected value names, or folds the selected line.
func (r *resources) follow() tea.Cmd {
	if address, ok := r.selectedAddress(); ok {
		return r.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Account, Address: address}})
	}
	if r.tree.Lines() == 0 {
		return r.open() // asks for the value, which is not here
	}
	r.tree.Toggle()
	return nil
}

// addressDigits is how many hex digits a value must have to be taken for an address while its type is not known: nodes
// leave out leading zeros, and shorter hex is rather bytes.
const addressDigits = 60

// longestAddress is the length of an address with its quotes: what is longer is not looked into.
const longestAddress = len(`"0x"`) + 2*len(move.Address{})

func (r *resources) selectedAddress() (move.Address, bool) {
	_, raw := r.pointed()
	var value string
	if len(raw) > longestAddress || json.Unmarshal(raw, &value) != nil || len(value) < len("0x")+addressDigits || value[:2] != "0x" {
		return move.Address{}, false
	}
	address, err := move.ParseAddress(value)
	return address, err == nil
}

// pathLines is how many lines below the tree show the path of the selected value and the value in full, in a panel with room for
// so many lines.
func pathLines(height int) int {
	switch {
	case height < 6:
		return 0
	case height < 10:
		return 1
	}
	return 2
}

// selectedLabel is the width of what stands before the path and the value.
const selectedLabel = len("value  ")

// selectedLines are the path of the selected value and, where there is room for it, the value: the tree may have cut it. Where the
// panel is alone the value has as many lines as it needs, up to half of them.
func (r *resources) selectedLines(width, height int) []text.Line {
	lines := pathLines(height)
	if lines == 0 {
		return nil
	}
	th := r.deps.Theme
	path, raw := r.tree.Selected()
	room := max(width-selectedLabel, 1)
	shown := []text.Line{{{Text: "path   ", Style: th.Faint}, {Text: text.CutMiddle(text.Clean(beginning(path)), room)}}}
	if len(raw) == 0 || raw[0] == '{' || raw[0] == '[' {
		return text.Height(shown, lines)
	}
	value := text.Clean(beginning(string(raw)))
	if r.alone {
		value = text.Clean(strings.ToValidUTF8(string(raw[:min(len(raw), room*height)]), ""))
	}
	if r.amounts != nil {
		if amount := r.amounts(path, raw); amount != "" {
			value = amount + "   " + value
		}
	}
	parts := []text.Safe{text.CutMiddle(value, room)}
	if r.alone {
		parts = text.Wrap(value, room, max(height/2, 1))
		lines = 1 + len(parts)
	}
	for i, part := range parts {
		label := text.Safe("value  ")
		if i > 0 {
			label = text.Spaces(selectedLabel)
		}
		shown = append(shown, text.Line{{Text: label, Style: th.Faint}, {Text: part}})
	}
	return text.Height(shown, lines)
}

// detailsPanel is the value of the selected resource as a tree.
func (r *resources) detailsPanel(width, height int) panel.Panel {
	th, held := r.deps.Theme, r.Selected()
	if held == nil {
		return r.nothingSelected("Value")
	}
	frame, frameHeight := panel.Frame(r.plain)
	if r.looks.open && r.planted == held {
		return r.diffPanel(width, height)
	}
	p := panel.Panel{Title: text.In(th.Strong, "Value"), State: r.valueState(held), Plain: r.plain}
	switch {
	case held.Data == nil:
		p.Body = r.withoutValue(held)
		return p
	case r.planted == nil:
		p.Body = []text.Line{r.reading.Line(th)}
		return p
	}
	lines := r.tree.View()
	for i := range lines {
		if !r.inTree { // tab goes elsewhere: a click opens the value
			lines[i].WithHit(&text.Hit{Key: "enter"})
		}
	}
	p.Body = append(r.searchLines(width-frame), lines...)
	room := height - frameHeight
	if lines := r.selectedLines(width-frame, room); lines != nil {
		p.Body = append(text.Height(p.Body, room-len(lines)), lines...)
	}
	return p
}

// valueState is how the newest look at the value went, and what has changed since an earlier one.
func (r *resources) valueState(held *client.Resource) text.Line {
	state, changed := r.deps.StateLine(r.valueStatus(held)), r.changedWords()
	style := r.deps.Theme.Faint
	if len(r.changes()) > 0 {
		changed, style = "● "+changed, r.deps.Theme.Warn
	}
	if changed != "" && state.Width() > 0 {
		state = append(state, text.Span{Text: " · "})
	}
	return append(state, text.Span{Text: changed, Style: style})
}

// withoutValue is what stands in place of a value that the list left out.
func (r *resources) withoutValue(held *client.Resource) []text.Line {
	th := r.deps.Theme
	if held == r.asked {
		if err := r.value.Err(); err != nil {
			return r.deps.FailureLines(err)
		}
		if spinner := r.deps.Spinner(r.value.Status(r.deps.Now()), "the value"); spinner != nil {
			return []text.Line{spinner}
		}
	}
	if held.Problem != nil {
		return []text.Line{text.In(th.Warn, "odd: "+text.Clean(held.Problem.Reason()))}
	}
	return []text.Line{text.In(th.Faint, "the list names the type alone: "+r.deps.Key("account.open")+" asks for the value")}
}

// structName is the name of the resource's struct with the names of its type arguments: CoinStore<NativeCoin>. A type that
// cannot be read stays as it is.
func structName(held *client.Resource) text.Safe {
	tag, err := move.ParseStructTag(held.Type)
	switch {
	case held.Type == "":
		return "no type given"
	case err != nil:
		return text.Short(text.Clean(beginning(held.Type)))
	}
	return text.Safe(nameOfStruct(tag)) // what was parsed is made of letters and digits
}

func nameOfStruct(tag move.StructTag) string {
	if len(tag.TypeArguments) == 0 {
		return tag.Name
	}
	names := make([]string, len(tag.TypeArguments))
	for i, argument := range tag.TypeArguments {
		names[i] = nameOfType(argument)
	}
	return tag.Name + "<" + strings.Join(names, ", ") + ">"
}

func nameOfType(tag move.TypeTag) string {
	switch tag.Kind {
	case move.KindStruct:
		return nameOfStruct(*tag.Struct)
	case move.KindVector:
		return "vector<" + nameOfType(*tag.Element) + ">"
	}
	return tag.String()
}

// structModule is the module that declares the resource's struct.
func structModule(held *client.Resource) text.Safe {
	tag, err := move.ParseStructTag(held.Type)
	if err != nil {
		return text.None
	}
	return text.Safe(tag.Address.Short() + "::" + tag.Module)
}

// moduleName writes a module in at most width columns. Where it does not fit with its address shortened, a long address is
// left out, then the end of the name.
func moduleName(module text.Safe, width int) text.Safe {
	short := text.Short(module)
	if text.Width(short) <= width {
		return short
	}
	address, name, _ := strings.Cut(string(short), "::")
	if strings.Contains(address, "…") {
		return text.Cut("…::"+text.Safe(name), width)
	}
	return text.Cut(short, width)
}
