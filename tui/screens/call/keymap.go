package call

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/callform"
	"foredeck/tui/screen"
	"foredeck/tui/target"
)

// Spec declares the call of an entry function. While a field has the focus, letter keys are input.
var Spec = screen.Spec[*Model]{
	Name: "call", Visitors: screen.Allowed, Open: openLink, Links: func(link target.Link) bool { return link.View != nil }, Parent: target.ModuleOf,
	Bindings: screen.Bind(
		screen.Bindings[*Model]{
			{ID: "call.dry_run", When: (*Model).isComplete},
			{ID: "call.cli", When: (*Model).isComplete},
			{ID: "call.typescript", When: (*Model).isComplete},
			{ID: "call.bcs", When: (*Model).isComplete},
		}.If((*Model).IsBrowsing),
		callform.Bindings("call", "tab enter", func(m *Model) *callform.Form { return m.Form }),
		screen.Bindings[*Model]{
			{ID: "call.leave", Keys: "esc", Help: "leave form", When: screen.Not((*Model).IsBrowsing), Run: func(m *Model) tea.Cmd { m.Escape(); return nil }},
			{ID: "call.editor", Keys: "ctrl+e", Help: "editor", When: (*Model).IsEditing, Run: (*Model).Edit},
			{ID: "call.cli", Keys: "c alt+c", Help: "copy CLI", Long: "copy CLI command", Place: screen.Hidden, Run: func(m *Model) tea.Cmd { return m.copy(m.cli) }},
			{ID: "call.typescript", Keys: "t alt+t", Help: "copy TypeScript", Place: screen.Hidden, Run: func(m *Model) tea.Cmd { return m.copy(m.typeScript) }},
			{ID: "call.dry_run", Keys: "d alt+d ctrl+j", Label: "alt+d", Help: "dry run", Long: "dry run: simulate the call; ctrl+enter arrives as ctrl+j", When: screen.Not((*Model).IsBrowsing), Run: (*Model).dryRun},
			{ID: "call.dry_run", Keys: "d alt+d ctrl+j", Help: "dry run", Long: "dry run: simulate the call; ctrl+enter arrives as ctrl+j", Place: screen.Hidden, Run: (*Model).dryRun},
			{ID: "call.sender", Keys: "s alt+s", Help: "sender of the dry run", Place: screen.Hidden, Run: (*Model).askSender},
			{ID: "call.public_key", Keys: "p alt+p", Help: "public key of the sender", Place: screen.Hidden, Run: (*Model).askKey},
			{ID: "call.failure", Keys: "F", Help: "where it failed", When: (*Model).hasPlace, Run: (*Model).openFailure},
			{ID: "call.bcs", Keys: "x alt+x", Help: "copy BCS", Long: "copy BCS in hex", Place: screen.Hidden, Run: func(m *Model) tea.Cmd { return m.copy(m.bcs) }},
		},
		screen.Movement((*Model).lines).If((*Model).IsBrowsing),
	),
}

// openLink returns the form of the entry function that a link names.
func openLink(deps *screen.Deps, link target.Link) *Model {
	if abi := callform.Declared(deps, link, true); abi != nil {
		return New(deps, link.Target.Function, abi, *link.View)
	}
	return nil
}

func (m *Model) lines() screen.Rows { m.parts().Resize(m.Size); return &m.scroll }
