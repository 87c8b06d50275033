// Package screens_test has the smallest screen with a paged list, to copy: the modules of an account with the size of their bytecode.
package screens_test

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/record"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Spec declares the screen.
var Spec = screen.Spec[*Model]{
	Name: "bytecodes", Visitors: screen.Allowed, Open: open, Links: target.Page("bytecodes"), Parent: target.TabAbove("modules"),
	At:     func(link target.Link) target.Link { return link },
	Line:   line,
	Hints:  []screen.Hint{{ID: "bytecodes.open", Words: text.Const("opens a module")}},
	Typing: (*Model).Typing,
	Bindings: screen.Bind(
		screen.Bindings[*Model]{{ID: "bytecodes.open", Keys: "enter", Help: "open", When: (*Model).HasRow, Why: "no module selected", Run: (*Model).open}},
		pane.Browse(func(m *Model) *pane.Browser[client.Module] { return &m.Browser }),
	),
}

// Model is the screen.
type Model struct {
	pane.Browser[client.Module]
	deps    *screen.Deps
	account move.Address
}

func open(deps *screen.Deps, link target.Link) *Model {
	m := &Model{deps: deps, account: link.Target.Address}
	source := load.Source[client.Module]{
		Page: func(ctx context.Context, request client.PageRequest) (client.Page[client.Module], error) {
			return deps.Node.Modules(ctx, m.account, request)
		},
		Key: (*client.Module).Key,
	}
	words := pane.Words{Title: text.Const("Bytecode of modules"), Content: text.Const("modules")}
	list := pane.NewList(deps, words, pane.InBothOrders(source), pane.Modules(deps))
	list.Columns = func() []pane.Column[client.Module] {
		return []pane.Column[client.Module]{pane.Of(&record.Modules[0], 0), pane.Of(&record.Modules[5], 1)}
	}
	list.Empty = func() []text.Line { return []text.Line{text.Plain("no modules at this address")} }
	m.Browser = pane.Browser[client.Module]{
		List: list, Name: func() []text.Safe { return []text.Safe{text.Const("Bytecodes")} },
		Word: func(module *client.Module) text.Safe { return text.Clean(module.Name) },
	}
	return m
}

// line is "bytecodes ADDRESS" in the palette.
func line(deps *screen.Deps, words []string) (line screen.Line[*Model], ok bool) {
	if len(words) != 2 {
		return line, false
	}
	named, err := target.Parse(words[1], deps.Names.List(), func(kind target.Kind) bool { return kind == target.Account })
	if err != nil {
		return line, false
	}
	return screen.Line[*Model]{
		Text: "bytecodes " + words[1], Words: text.Const("bytecode of modules"),
		Opened: open(deps, target.AccountOf(deps.Endpoint.Network, named.Address, "bytecodes")),
	}, true
}

func (m *Model) open() tea.Cmd {
	id := move.ModuleID{Address: m.account, Name: m.List.Selected().Name}
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Module, Module: id}})
}

// Link returns the location of the screen.
func (m *Model) Link() (target.Link, bool) {
	return target.AccountOf(m.deps.Endpoint.Network, m.account, "bytecodes"), true
}
