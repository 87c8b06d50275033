// Package help is the overlay that lists the keys of the current screen. It is drawn from the active actions, so it is
// always accurate.
package help

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
)

// KeyMap holds the keys of the help. All other characters edit the search.
type KeyMap struct {
	Close, Up, Down, PageUp, PageDown, Erase screen.Action
}

func newKeyMap() KeyMap {
	return KeyMap{
		Close:    screen.NewAction("help.close", []string{"esc"}, "esc", "clear search or close"),
		Up:       screen.NewAction("help.up", []string{"up"}, "↑", "up"),
		Down:     screen.NewAction("help.down", []string{"down"}, "↓", "down"),
		PageUp:   screen.NewAction("help.page_up", []string{"pgup"}, "pgup", "page up"),
		PageDown: screen.NewAction("help.page_down", []string{"pgdown"}, "pgdn", "page down"),
		Erase:    screen.NewAction("help.erase", []string{"backspace"}, "backspace", "delete character"),
	}
}

// Keys returns all keys of the help for documentation and rebinding.
func Keys() []screen.Action { return screen.ActionsOf(newKeyMap()) }

// Model is the help overlay of one screen.
type Model struct {
	theme      theme.Theme
	keys       KeyMap
	actions    []screen.Action
	scrollKeys text.Safe // the scroll keys, as displayed
	search     string
	first      int // index of the first visible entry
	rows       int // number of visible rows
}

// New returns the help for the actions. key returns the displayed key of an action.
func New(th theme.Theme, actions []screen.Action, key func(action string) text.Safe) *Model {
	return &Model{theme: th, keys: newKeyMap(), actions: actions, scrollKeys: text.Concat(key("help.up"), key("help.down"))}
}

// Update handles a key and reports whether the help closes. Characters narrow the list.
func (m *Model) Update(msg tea.KeyMsg) (tea.Cmd, bool) {
	switch {
	case m.keys.Close.Matches(msg):
		if m.search == "" {
			return nil, true
		}
		m.search = ""
	case m.keys.Up.Matches(msg):
		m.first--
	case m.keys.Down.Matches(msg):
		m.first++
	case m.keys.PageUp.Matches(msg):
		m.first -= m.rows
	case m.keys.PageDown.Matches(msg):
		m.first += m.rows
	case m.keys.Erase.Matches(msg):
		if characters := []rune(m.search); len(characters) > 0 {
			m.search = string(characters[:len(characters)-1])
		}
	case msg.Type == tea.KeyRunes && !msg.Alt, msg.Type == tea.KeySpace:
		if msg.String() == "?" && m.search == "" {
			return nil, true
		}
		m.search += string(msg.Runes)
	}
	return nil, false
}

// Actions returns the keys of the help.
func (m *Model) Actions() []screen.Action {
	return []screen.Action{m.keys.Close, m.keys.Up, m.keys.Down, m.keys.PageUp, m.keys.PageDown, m.keys.Erase}
}

func (m *Model) found() []screen.Action {
	var found []screen.Action
	wanted := strings.ToLower(m.search)
	for _, action := range m.actions {
		entry := strings.ToLower(keyNames(action).String() + " " + action.Description() + " " + action.ID)
		if strings.Contains(entry, wanted) {
			found = append(found, action)
		}
	}
	return found
}

// columnGap is the gap between two columns of entries.
const columnGap = 4

// minWidth is the minimum inner width of the box; the title and the count fit in one line.
const minWidth = 46

// keyNames returns all keys of the action, as displayed.
func keyNames(action screen.Action) text.Safe {
	var all text.Safe
	for i, key := range action.Keys() {
		if i > 0 {
			all = text.Format("%s ", all)
		}
		all = text.Concat(all, text.Clean(screen.KeyName(key)))
	}
	return all
}

// View draws the help as a box of at most the given size.
func (m *Model) View(width, height int) []text.Line {
	found := m.found()
	frameWidth, frameHeight := panel.Frame(false)
	keyWidth, helpWidth := 0, 0
	for _, action := range m.actions {
		keyWidth = max(keyWidth, text.Width(keyNames(action)))
		helpWidth = max(helpWidth, text.Width(text.Clean(action.Description())))
	}
	entry := keyWidth + 2 + helpWidth
	room := max(height-frameHeight-2, 1)
	columns := max(min((len(m.actions)+room-1)/room, (width-frameWidth+columnGap)/(entry+columnGap)), 1)
	boxWidth := min(max(columns*(entry+columnGap)-columnGap, minWidth)+frameWidth, width)
	boxHeight := min((len(m.actions)+columns-1)/columns+2+frameHeight, height)
	m.rows = max(boxHeight-frameHeight-2, 1)
	m.first = max(min(m.first, len(found)-m.rows*columns), 0)

	prompt := text.Line{{Text: text.Const("search "), Style: m.theme.Faint}, {Text: text.Clean(m.search)}, {Text: text.Const(" "), Style: m.theme.Selected}}
	body := []text.Line{prompt, nil}
	for row := range min(m.rows, len(found)-m.first) {
		var line text.Line
		for column := range columns {
			at := m.first + column*m.rows + row
			if at >= len(found) {
				break
			}
			line = append(line.Fit(column*(entry+columnGap)), keyNames(found[at]).In(m.theme.Accent).Fit(keyWidth)...)
			line = append(line, text.Span{Text: text.Format("  %s", text.Clean(found[at].Description()))})
		}
		body = append(body, line)
	}
	if len(found) == 0 {
		body = append(body, text.In(m.theme.Faint, "no matching keys"))
	}
	state := text.Format("%s keys", text.Integer(uint64(len(found))))
	if len(found) > m.rows*columns {
		state = text.Format("%s, %s scroll", state, m.scrollKeys)
	}
	box := panel.Panel{Title: text.In(m.theme.Strong, "Keys on this screen"), State: state.Line(), Body: body}
	return box.Draw(m.theme, boxWidth, boxHeight)
}
