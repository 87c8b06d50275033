package module

import (
	"regexp"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/text"
	"foredeck/tui/widget/input"
)

// longestSearch bounds what is searched for.
const longestSearch = 200

// matcher tells which names are searched for: those in which the pattern is found, whatever the case. With ! in front, all
// others; with ~ in front, those that have the characters in this order.
func matcher(typed string) (func(name string) bool, error) {
	if inner, inverted := strings.CutPrefix(typed, "!"); inverted && inner != "" {
		match, err := matcher(inner)
		return func(name string) bool { return !match(name) }, err
	}
	if characters, fuzzy := strings.CutPrefix(typed, "~"); fuzzy {
		return func(name string) bool { return inOrder(strings.ToLower(name), strings.ToLower(characters)) }, nil
	}
	pattern, err := regexp.Compile("(?i)" + strings.TrimPrefix(typed, "!"))
	if err != nil {
		return func(string) bool { return true }, err
	}
	return pattern.MatchString, nil
}

// inOrder tells whether the name has all of the characters, in their order.
func inOrder(name, characters string) bool {
	for _, character := range characters {
		at := strings.IndexRune(name, character)
		if at < 0 {
			return false
		}
		name = name[at+len(string(character)):]
	}
	return true
}

// canSearch tells that the open tab is a list of names.
func (m *Model) canSearch() bool { return m.hasDetails() && m.hasInterface() || m.hasListings() }

// typing tells that keys are text to search for.
func (m *Model) typing() bool { return m.search.Focused() }

// beginSearch gives the focus to the text that is searched for.
func (m *Model) beginSearch() {
	m.enter(false)
	m.bytecode.inside = false
	m.search.Focus()
	m.lay()
}

// typed puts a key into the text, and lists what it finds.
func (m *Model) typed(msg tea.KeyMsg) {
	m.search, _ = m.search.Update(msg)
	m.refilter()
}

// endSearch gives the keys back. What was found stays, unless the text is cleared.
func (m *Model) endSearch(clear bool) {
	m.search.Blur()
	if clear {
		m.search.SetValue("")
	}
	m.refilter()
}

// refilter lists what is searched for; what is selected stays so where it is found.
func (m *Model) refilter() {
	m.missing = ""
	m.filter(m.selectedNames())
	function := ""
	if selected := m.bytecode.function(); selected != nil {
		function = selected.ABI.Name
	}
	m.filterBytecode(function)
	m.lay()
}

// searchLine is the text that is searched for, above the list; nil where there is none.
func (m *Model) searchLine(width int) text.Line {
	if !m.typing() && m.search.Value() == "" {
		return nil
	}
	th := m.session.Theme
	line := append(text.In(th.Accent, "/ "), input.Draw(th, m.search, max(width-2, 0))...)
	if m.notPattern {
		line = append(line, text.Span{Text: "   not a pattern", Style: th.Bad})
	}
	return line
}
