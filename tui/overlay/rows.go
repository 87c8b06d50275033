package overlay

import (
	"slices"
	"sort"
	"strings"

	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// group is a section of the help.
type group int

const (
	groupMove group = iota
	groupOpen
	groupView
	groupData
	groupDeck
	groupCommands
)

var groupTitles = [...]text.Safe{text.Const("Move"), text.Const("Open"), text.Const("View"), text.Const("Data"), text.Const("Deck"), text.Const("Commands")}

// groupOf returns the section of an action.
func groupOf(id string) group {
	owner, name, _ := strings.Cut(id, ".")
	switch {
	case owner == "commands":
		return groupCommands
	case slices.Contains([]string{"copy", "copy_as", "copy_link", "export", "save", "name", "explore", "units", "reload", "refresh"}, name),
		slices.Contains([]string{"pin", "watch", "cli", "typescript", "bcs", "save_body", "watch_other", "alert"}, name):
		return groupData
	case owner == "deck" && !slices.Contains([]string{"zoom", "up", "back", "forward"}, name):
		return groupDeck
	case id == "list.sort", id == "list.summary", id == "list.columns", id == "search.begin":
		return groupView
	case owner == "list", owner == "tree", owner == "search", id == "deck.up", id == "deck.back", id == "deck.forward":
		return groupMove
	case slices.Contains([]string{"next", "previous", "next_panel", "previous_panel", "panel", "tab", "details", "next_field", "previous_field", "newer", "older",
		"newer_page", "older_page", "left", "right", "left_page", "right_page", "height", "go_to", "newest", "oldest", "next_pair", "previous_pair", "next_mark",
		"previous_mark", "leave", "earlier", "later", "clear"}, name):
		return groupMove
	case slices.Contains([]string{"open", "follow", "function", "failure", "again", "run", "calls", "statistics", "alerts", "my_validator", "votes", "editor",
		"charts", "indicators", "compare", "changes", "body", "repeat", "batches"}, name):
		return groupOpen
	}
	return groupView
}

// pairs are the actions that share a row with the next one.
var pairs = map[string]string{
	"list.up": "list.down", "list.page_up": "list.page_down", "list.half_up": "list.half_down", "list.first": "list.last",
	"list.range_up": "list.range_down", "tree.open": "tree.close", "tree.deeper": "tree.shallower", "tree.next_sibling": "tree.previous_sibling",
	"search.next": "search.previous", "deck.back": "deck.forward", "deck.quit": "deck.quit_now", "deck.copy": "deck.copy_as", "deck.commands": "deck.all_commands",
	"home.next_panel": "home.previous_panel", "transaction.next": "transaction.previous", "view.next_field": "view.previous_field", "view.earlier": "view.later",
	"view.less": "view.greater", "call.next_field": "call.previous_field", "blocks.older": "blocks.newer", "blocks.older_page": "blocks.newer_page",
	"blocks.next": "blocks.previous", "block.next": "block.previous", "block.left": "block.right", "price.shorter": "price.longer", "price.zoom_in": "price.zoom_out",
	"price.left": "price.right", "price.left_page": "price.right_page", "price.next_pair": "price.previous_pair", "price.next_mark": "price.previous_mark",
	"price.pair_up": "price.pair_down", "charts.shorter": "charts.longer", "charts.zoom_in": "charts.zoom_out", "charts.left": "charts.right",
}

// row is an entry of the help: an action, or a pair of actions.
type row struct {
	group                  group
	keys, description, ids text.Safe
}

// rowsOf returns the rows of actions by section, pairs in one row.
func rowsOf(actions []screen.Action) []row {
	rows := make([]row, 0, len(actions))
	paired := map[string]bool{}
	find := func(id string) *screen.Action {
		if i := slices.IndexFunc(actions, func(action screen.Action) bool { return action.ID == id }); i >= 0 && id != "" {
			return &actions[i]
		}
		return nil
	}
	for _, action := range actions {
		if other := find(pairs[action.ID]); other != nil {
			paired[other.ID] = true
		}
	}
	for _, action := range actions {
		if paired[action.ID] {
			continue
		}
		r := row{group: groupOf(action.ID), keys: keyNames(action), description: text.Clean(action.Description()), ids: text.Clean(action.ID)}
		if other := find(pairs[action.ID]); other != nil {
			r.keys = pairKeys(action, *other)
			r.description = text.Format("%s / %s", r.description, withoutPrefix(other.Description(), action.Description()))
			r.ids = text.Format("%s %s", r.ids, text.Clean(other.ID))
		}
		rows = append(rows, r)
	}
	sort.SliceStable(rows, func(i, j int) bool { return rows[i].group < rows[j].group })
	return rows
}

// withoutPrefix returns a description without the words that it has in common with the first one, such as the page of page up / page down.
func withoutPrefix(description, first string) text.Safe {
	words, others := strings.Fields(description), strings.Fields(first)
	common := 0
	for common < min(len(words), len(others))-1 && words[common] == others[common] {
		common++
	}
	return text.Clean(strings.Join(words[common:], " "))
}

// maxKeysWidth is the width of the keys of a row. Further alternatives are left out.
const maxKeysWidth = 14

// pairKeys returns the keys of both actions: the first of each, then the second of each. Where two are too wide for the column, such as
// shift+↑ shift+↓, the modifier stands only before the first.
func pairKeys(a, b screen.Action) text.Safe {
	var keys text.Safe
	for i := range min(len(a.Keys()), len(b.Keys())) {
		first, second := screen.KeyName(a.Keys()[i]), screen.KeyName(b.Keys()[i])
		if modifier, _, ok := strings.Cut(first, "+"); ok && text.Width(text.Clean(first+" "+second)) > maxKeysWidth {
			second = strings.TrimPrefix(second, modifier+"+")
		}
		keys = withKey(keys, text.Format("%s %s", text.Clean(first), text.Clean(second)))
	}
	return keys
}

// keyNames returns the keys of the action, as displayed: a range of digits as 1-5.
func keyNames(action screen.Action) text.Safe {
	if len(action.Keys()) > 2 && strings.Contains(action.Help().Key, "-") {
		return text.Clean(action.Help().Key)
	}
	var keys text.Safe
	for _, key := range action.Keys() {
		keys = withKey(keys, text.Clean(screen.KeyName(key)))
	}
	return keys
}

// withKey appends a key if there is room.
func withKey(keys, key text.Safe) text.Safe {
	switch {
	case keys.IsEmpty():
		return key
	case text.Width(keys)+1+text.Width(key) > maxKeysWidth:
		return keys
	}
	return text.Format("%s %s", keys, key)
}

// matches reports whether the row contains the search.
func (r *row) matches(wanted string) bool {
	return strings.Contains(strings.ToLower(text.Join([]text.Safe{r.keys, r.description, r.ids}, text.Const(" ")).String()), wanted)
}
