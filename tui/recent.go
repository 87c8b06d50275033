package tui

import (
	"slices"
	"strings"

	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// visits are the recent places but for the current one, the newest first, each once.
func (m *Model) visits() []screen.Visit {
	var visits []screen.Visit
	known := map[[2]text.Safe]bool{}
	for _, v := range slices.Backward(m.history.recent) {
		if v == m.history.current() {
			continue
		}
		visit := visitOf(v)
		if place := [2]text.Safe{visit.Kind, visit.Place}; !known[place] {
			known[place] = true
			visits = append(visits, visit)
		}
	}
	return visits
}

// visitOf is a visit with what was visited, in few words: where a link names it, by that; else as in the breadcrumb.
func visitOf(v *visit) screen.Visit {
	said := screen.Visit{ID: v.id, At: v.at, Kind: text.Safe(v.caller().Screen)} // a word of the program's own
	named := false
	if placed, ok := v.screen.(screen.Placed); ok {
		said.Link, named = placed.Link()
	}
	own := v.screen.Crumbs()
	switch link := said.Link; {
	case !named && v.parent != nil && v.parent.parent != nil:
		said.Place = placeWords(append(v.parent.screen.Crumbs()[:1:1], own...)...)
	case !named:
		said.Place = placeWords(own...)
	case link.Type != "" && len(own) > 2: // it is open, and not only selected in the list
		said.Kind = "resource"
		said.Place = placeWords(own[0], own[len(own)-1])
	case link.Target.Kind == target.Account:
		said.Place = placeWords(own...)
	case link.Target.Kind == target.Module, link.Target.Kind == target.Function, link.Target.Kind == target.Type:
		said.Place = text.Short(text.Clean(link.Target.String()))
	case link.Target.Kind == target.Height:
		said.Place = text.Integer(link.Target.Height)
	default:
		said.Place = placeWords(own...)
	}
	return said
}

// placeWords are the parts of a breadcrumb as one text. That an account is one, its place tells.
func placeWords(crumbs ...text.Safe) text.Safe {
	parts := make([]string, len(crumbs))
	for i, crumb := range crumbs {
		parts[i] = strings.TrimPrefix(string(crumb), "Account ")
	}
	return text.Safe(strings.Join(parts, " › "))
}
