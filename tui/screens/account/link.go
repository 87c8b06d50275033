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

// pendingLink is a resource to open once it is loaded. Any key drops it.
type pendingLink struct {
	typeTag  string
	path     string                       // of the value to select; empty for the whole resource
	pages    *load.Pages[client.Resource] // list that was searched
	searched int                          // number of its records that were searched
}

// openLink returns the account of a link, with its tab and its resource.
func openLink(deps *screen.Deps, link target.Link) *Model {
	m := New(deps, link.Target.Address)
	m.active = max(slices.Index(target.AccountTabs, link.Tab), 0)
	m.openList(link.List)
	if resource, ok := m.tab().(*resources); ok && link.Type != "" {
		resource.pendingLink = &pendingLink{typeTag: link.Type, path: link.Path}
	}
	return m
}

// Link returns the location of the tab, and of the selected resource and value.
func (m *Model) Link() (target.Link, bool) {
	link := target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Account, Address: m.address}, Tab: target.AccountTabs[m.active]}
	if resource, ok := m.tab().(*resources); ok {
		link.Type, link.Path = resource.location()
	}
	return link, true
}

// location returns the type and path of the link to open, else those that are selected.
func (r *resources) location() (kind, path string) {
	if r.pendingLink != nil {
		return r.pendingLink.typeTag, r.pendingLink.path
	}
	return r.shownLocation()
}

// shownLocation returns the type of the selected resource and the path of the value selected in it. Both are empty if the type cannot be
// parsed.
func (r *resources) shownLocation() (kind, path string) {
	resource := r.Selected()
	if resource == nil {
		return "", ""
	}
	if _, err := move.ParseStructTag(resource.Type); err != nil {
		return "", ""
	}
	if path, _ = r.selectedValue(); !r.treeFocused || path == "." {
		path = ""
	}
	return resource.Type, path
}

// findPendingLink searches the loaded records for the pending resource, and loads more until it is found.
func (r *resources) findPendingLink() tea.Cmd {
	if r.pendingLink == nil || r.treeFocused || r.Pages.Err() != nil {
		return nil
	}
	if r.pendingLink.pages != r.Pages {
		r.pendingLink.pages, r.pendingLink.searched = r.Pages, 0
	}
	for ; r.pendingLink.searched < r.Pages.Len(); r.pendingLink.searched++ {
		if sameType(r.Pages.At(r.pendingLink.searched).Type, r.pendingLink.typeTag) {
			r.Select(r.Pages.Serial(r.pendingLink.searched))
			return r.open()
		}
	}
	if !r.Pages.Complete() {
		return r.More()
	}
	missing := text.Format("no resource %s at this address", text.Short(text.Clean(r.pendingLink.typeTag)))
	r.pendingLink = nil
	return r.Deps.Post(screen.StatusMsg{Text: missing, Warn: true})
}

// sameType reports whether two strings denote the same type.
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

// selectPendingPath selects the pending value once the tree of its resource is built.
func (r *resources) selectPendingPath() {
	if r.pendingLink == nil || !r.treeFocused || r.tree.Len() == 0 {
		return
	}
	if path := r.pendingLink.path; path != "" && !r.tree.SelectPath(path) {
		r.Deps.Post(screen.StatusMsg{Text: text.Format("path not found: %s", text.Clean(truncate(path))), Warn: true})
	}
	r.pendingLink = nil
}
