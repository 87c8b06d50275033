package account

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// wanted is a resource that was asked for by its type, until it is there or a key says otherwise.
type wanted struct {
	kind   string
	path   string                       // of the value to select in it; empty: the whole
	in     *load.Pages[client.Resource] // the list that was looked through
	looked int                          // how many of its records
}

// OpenAt makes the tab that the link names the first that is shown, with the resource that it names. It is called before the
// account is entered.
func (m *Model) OpenAt(link target.Link) {
	m.shown = max(slices.Index(target.AccountTabs, link.Tab), 0)
	if held, ok := m.tab().(*resources); ok && link.Type != "" {
		held.wanted = &wanted{kind: link.Type, path: link.Path}
	}
}

// Link is the tab that is shown, and the resource and value that are selected.
func (m *Model) Link() (target.Link, bool) {
	link := target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Account, Address: m.address}, Tab: target.AccountTabs[m.shown]}
	if held, ok := m.tab().(*resources); ok {
		link.Type, link.Path = held.place()
	}
	return link, true
}

// place is the selected resource and the path of the value that is selected in it. What the node sent in the place of a type
// leads nowhere.
func (r *resources) place() (kind, path string) {
	if r.wanted != nil {
		return r.wanted.kind, r.wanted.path
	}
	held := r.Selected()
	if held == nil {
		return "", ""
	}
	if _, err := move.ParseStructTag(held.Type); err != nil {
		return "", ""
	}
	if path, _ = r.pointed(); !r.inTree || path == "." {
		path = ""
	}
	return held.Type, path
}

// seek looks for the resource that is wanted among the records that came, and asks for more of them until it is there.
func (r *resources) seek() tea.Cmd {
	if r.wanted == nil || r.inTree || r.Pages.Err() != nil {
		return nil
	}
	if r.wanted.in != r.Pages {
		r.wanted.in, r.wanted.looked = r.Pages, 0
	}
	for ; r.wanted.looked < r.Pages.Len(); r.wanted.looked++ {
		if sameType(r.Pages.At(r.wanted.looked).Type, r.wanted.kind) {
			r.Select(r.Pages.Serial(r.wanted.looked))
			return r.open()
		}
	}
	if !r.Pages.Ended() {
		return r.more()
	}
	missing := "no resource " + text.Short(text.Clean(r.wanted.kind)) + " at this address"
	r.wanted = nil
	return r.deps.Post(screen.StatusMsg{Text: missing, Warn: true})
}

// sameType tells whether two texts are the same type, however they are written.
func sameType(a, b string) bool {
	if a == b {
		return true
	}
	first, err := move.ParseStructTag(a)
	if err != nil {
		return false
	}
	second, err := move.ParseStructTag(b)
	return err == nil && first.Equal(second)
}

// reach selects the value that is wanted, once the tree of its resource is there.
func (r *resources) reach() {
	if r.wanted == nil || !r.inTree || r.tree.Lines() == 0 {
		return
	}
	if path := r.wanted.path; path != "" && !r.tree.SelectPath(path) {
		r.deps.Post(screen.StatusMsg{Text: "there is no " + text.Clean(beginning(path)) + " in it", Warn: true})
	}
	r.wanted = nil
}
