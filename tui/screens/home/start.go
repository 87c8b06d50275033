// start.go offers places to begin with where nothing is saved: a failed transaction, the busiest account and module, and the framework.

package home

import (
	"cmp"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// start is a place to begin with.
type start struct {
	what  text.Safe
	where text.Safe
	isBad bool
	open  tea.Msg
}

// collectStarts finds the places to begin with among the latest transactions.
func (m *Model) collectStarts() {
	if !m.isEmpty() {
		return
	}
	var found []start
	at := func(what, where text.Safe, to target.Target) {
		found = append(found, start{what: what, where: where, open: screen.OpenMsg{Target: to}})
	}
	senders, modules := tally[move.Address]{counts: map[move.Address]int{}}, tally[move.ModuleID]{counts: map[move.ModuleID]int{}}
	var failed *client.Transaction
	for i := range m.latest.list {
		t := &m.latest.list[i]
		if failed == nil && t.Status == "Fail" {
			failed = t
		}
		if t.Sender != nil {
			senders.add(*t.Sender)
		}
		if t.Payload == nil {
			continue
		}
		if function, err := move.ParseFunctionID(t.Payload.Function); err == nil && function.Address != framework {
			modules.add(function.ModuleID())
		}
	}
	if failed != nil {
		where := render.Call(failed)
		if failed.Sender != nil {
			where = text.Format("%s by %s", where, m.nameOf(*failed.Sender))
		}
		record := *failed // the list moves its records
		found = append(found, start{what: text.Const("a failure"), where: where, isBad: true, open: screen.OpenTransactionMsg{Record: &record}})
	}
	if count := senders.counts[senders.most]; count > 0 {
		at(text.Const("an account"), text.Format("%s, %s of the latest %s", m.nameOf(senders.most), text.Integer(uint64(count)), text.Plural(len(m.latest.list), "transaction")),
			target.Target{Kind: target.Account, Address: senders.most})
	}
	if count := modules.counts[modules.most]; count > 0 {
		at(text.Const("a module"), text.Format("%s, %s", text.Short(text.Clean(modules.most.String())), text.Plural(count, "call")), target.Target{Kind: target.Module, Module: modules.most})
	} else {
		coin := move.ModuleID{Address: framework, Name: "coin"}
		at(text.Const("a module"), text.Clean(coin.String()), target.Target{Kind: target.Module, Module: coin})
	}
	at(text.Const("framework"), text.Const("0x1, the modules that every chain has"), target.Target{Kind: target.Account, Address: framework})
	if newest, _ := m.deps.Blocks.Newest(); len(m.latest.list) == 0 && newest != nil {
		at(text.Const("a block"), text.Integer(newest.Height), target.Target{Kind: target.Height, Height: newest.Height})
	}
	m.starts = found
	m.startRows.SetLength(len(found))
}

// tally counts values and knows the most frequent one, the first of several.
type tally[T comparable] struct {
	counts map[T]int
	most   T
}

func (t *tally[T]) add(value T) {
	if t.counts[value]++; t.counts[value] > t.counts[t.most] {
		t.most = value
	}
}

// nameOf returns the name of an account, or its shortened address.
func (m *Model) nameOf(address move.Address) text.Safe {
	return cmp.Or(m.deps.Names.Of(address), text.Short(text.Clean(address.String())))
}

// isEmpty reports whether nothing is saved, so that places to begin with are shown.
func (m *Model) isEmpty() bool { return len(m.saved) == 0 }

// startPanel draws the places to begin with.
func (m *Model) startPanel(room pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: m.title(text.Const("Start here"), areaSaved)}
	p.State = text.In(th.Hint, "nothing saved yet · %s saves any location", m.deps.Key("deck.save"))
	columns := []widget.Column{{Title: text.Const("WHAT"), Width: 10}, {Title: text.Const("WHERE"), Width: 10, Flex: true, Shorten: shortenWhere}}
	p.Body = m.startRows.View(th, columns, room.Width, func(i int) []widget.Cell {
		s := m.starts[i]
		what := widget.Cell{Text: s.what, Style: th.Accent}
		if s.isBad {
			what.Style = th.Bad
		}
		return []widget.Cell{what, {Text: s.where}}
	})
	return p
}
