package config

import (
	"slices"
	"strings"
)

// Former names, with the current ones. They still work, and each use is reported in Settings.Renamed.
var (
	formerTables  = map[string]string{"look_again": "refresh"}
	formerThemes  = map[string]string{"colour-blind": "color-blind"}
	formerActions = map[string]string{
		"blocks.me":               "blocks.my_validator",
		"chooser.take":            "chooser.select",
		"deck.afresh":             "deck.reload",
		"home.leave":              "home.clear",
		"price.leave":             "price.newest",
		"price.turn":              "price.panel",
		"prompt.take":             "prompt.accept",
		"requests.again":          "requests.repeat",
		"requests.fixture":        "requests.save_body",
		"search.keep":             "search.accept",
		"settings.leave":          "settings.cancel",
		"settings.network_before": "settings.previous_network",
		"settings.take_out":       "settings.unset",
		"settings.write":          "settings.save",
	}
)

// FormerActions returns the former ids of an action.
func FormerActions(id string) []string {
	var former []string
	for old, now := range formerActions {
		if now == id {
			former = append(former, old)
		}
	}
	return former
}

// rename replaces a former name in the line. former is that name with its context, and ok is false if there is none.
func (l *line) rename() (former, now string, ok bool) {
	switch table := l.path[0]; {
	case formerTables[table] != "":
		now = formerTables[table]
		l.path = append([]string{now}, l.path[1:]...)
		return table, now, true
	case table == "keys":
		id := strings.Join(l.path[1:], ".")
		if now, ok = formerActions[id]; ok {
			l.path = []string{"keys", now}
		}
		return "keys." + quoted(id), now, ok
	case table == "theme":
		name := l.value.text
		if now, ok = formerThemes[name]; ok {
			l.value.text = now
		}
		return "theme " + quoted(name), now, ok
	}
	return "", "", false
}

// renameLines replaces the former names in lines and reports each of them once. A line is dropped if the current name is used as well.
func renameLines(lines []line) (current []line, reports []Problem) {
	keyOf := func(l line) string { return strings.Join(l.path, ".") } // list.down is the same action with and without quotes
	used := map[string]bool{}
	for _, l := range lines {
		used[keyOf(l)] = true
	}
	for _, l := range lines {
		key := keyOf(l)
		former, now, ok := l.rename()
		ignored := keyOf(l) != key && used[keyOf(l)]
		if !ignored {
			current = append(current, l)
		}
		report := Problem{l.number, former, "renamed to " + now + "; the old name still works"}
		if ignored {
			report.Rule = "renamed to " + now + ", which is set too; the line is ignored"
		}
		if ok && !slices.ContainsFunc(reports, func(p Problem) bool { return p.Key == former && p.Rule == report.Rule }) {
			reports = append(reports, report)
		}
	}
	return current, reports
}

// inUse returns the path of a key as the document has it, which may be a former name.
func inUse(path []string, lines []line) []string {
	for _, l := range lines {
		written := l.path
		if _, _, ok := l.rename(); ok && slices.Equal(l.path, path) && !slices.ContainsFunc(lines, func(l line) bool { return slices.Equal(l.path, path) }) {
			return written
		}
	}
	return path
}
