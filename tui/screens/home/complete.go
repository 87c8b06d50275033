package home

import (
	"strings"

	"foredeck/tui/target"
	"foredeck/tui/text"
)

// maxCompletions bounds the locations that complete the text, which are listed below its meanings.
const maxCompletions = 8

// completion is a known location that the text in the box is a part of.
type completion struct {
	name   text.Safe // as it is listed
	remark text.Safe
	link   target.Link
}

// complete returns the saved, recent and known locations that contain the typed text, in that order.
func (m *Model) complete(typed string) []completion {
	typed = strings.ToLower(strings.TrimSpace(typed))
	if typed == "" {
		return nil
	}
	var found []completion
	known := map[string]bool{}
	for _, candidate := range m.candidates {
		known[target.Link{Network: m.deps.Endpoint.Network, Target: candidate}.String()] = true
	}
	add := func(name, remark text.Safe, link target.Link) {
		link.Network = m.deps.Endpoint.Network
		if key := link.String(); len(found) < maxCompletions && !known[key] && strings.Contains(strings.ToLower(name.String()), typed) {
			known[key] = true
			found = append(found, completion{name, remark, link})
		}
	}
	for _, e := range m.saved {
		if e.isBookmark {
			add(text.Clean(e.name), text.Const("saved"), e.link)
		}
	}
	for _, visit := range m.recent {
		if visit.Link.Network != "" {
			add(visit.Name, text.Const("recent"), visit.Link)
		}
	}
	for _, module := range m.deps.ABIs.Keys() {
		link := target.Link{Target: target.Target{Kind: target.Module, Module: module}}
		if account := m.deps.Names.Of(module.Address); !account.IsEmpty() {
			add(text.Format("%s::%s", account, text.Clean(module.Name)), text.Const("seen"), link)
		}
		add(text.Clean(module.String()), text.Const("seen"), link)
	}
	return found
}

// choices returns the number of rows below the box: meanings of the text and completions.
func (m *Model) choices() int { return len(m.candidates) + len(m.completions) }

// chosenCompletion returns the selected completion. ok is false if a meaning of the text is selected.
func (m *Model) chosenCompletion() (chosen completion, ok bool) {
	i := m.choice - len(m.candidates)
	if i < 0 || i >= len(m.completions) {
		return completion{}, false
	}
	return m.completions[i], true
}

// completionLine draws a completion.
func (m *Model) completionLine(i int) text.Line {
	th, c := m.deps.Theme, m.completions[i-len(m.candidates)]
	pointer := text.Const("  ")
	if i == m.choice {
		pointer = text.Const("▸ ")
	}
	line := append(pointer.In(th.Text), text.Clean(c.link.Target.Kind.String()).In(th.Accent).Fit(kindWidth)...)
	return append(line, text.Span{Text: text.Short(c.name), Style: th.Text}, text.Span{Text: text.Format("  %s", c.remark), Style: th.Faint})
}
