package render

import (
	"foredeck/client/move"
	"foredeck/tui/text"
)

// ModuleDiff returns the result of comparing two versions of a module.
func ModuleDiff(diff *move.ModuleDiff) text.Safe {
	changes, breaking := len(diff.Changes), diff.Breaking()
	switch {
	case changes == 0:
		return text.Const("no changes")
	case breaking == 0:
		return text.Format("compatible: %s, allowed by the upgrade policy \"compatible\"", text.Plural(changes, "change"))
	}
	verb := text.Const("break")
	if breaking == 1 {
		verb = text.Const("breaks")
	}
	return text.Format("incompatible: %s of %s %s the rules of the upgrade policy \"compatible\"", text.Integer(uint64(breaking)), text.Plural(changes, "change"), verb)
}

// ModuleChange returns a change as lines: what changed, the old and the new value, and the rule that it breaks.
func ModuleChange(change *move.ModuleChange) []text.Safe {
	verdict := text.Const("ok    ")
	if change.Breaks != "" {
		verdict = text.Const("breaks")
	}
	lines := []text.Safe{text.Format("%s  %s", verdict, ModuleChangeTitle(change))}
	for _, value := range []struct {
		sign text.Safe
		text string
	}{{text.Const("-"), change.Old}, {text.Const("+"), change.New}, {text.Const(" "), change.Breaks}, {text.Const(" "), change.Note}} {
		switch {
		case value.text == "" || change.Subject == "friend" && value.text == change.Name:
		case value.sign.String() == " ":
			lines = append(lines, text.Format("        %s", text.Clean(value.text)))
		default:
			lines = append(lines, text.Format("        %s %s", value.sign, text.Short(text.Clean(value.text))))
		}
	}
	return lines
}

// ModuleChangeTitle names what changed: function burn removed; struct Vault: fields changed.
func ModuleChangeTitle(change *move.ModuleChange) text.Safe {
	title := text.Format("%s %s", text.Clean(change.Subject), text.Short(text.Clean(change.Name)))
	if change.Aspect != "" {
		title = text.Format("%s: %s", title, text.Clean(change.Aspect))
	}
	return text.Format("%s %s", title, text.Clean(string(change.Action)))
}
