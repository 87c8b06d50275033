// Package help is the overlay that lists the keys which do something at the place where it was opened. It is drawn from
// the live actions, so that it cannot disagree with them.
package help

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
)

// KeyMap is the keys of the help itself. All other characters are text to search for.
type KeyMap struct {
	Close, Up, Down, PageUp, PageDown, Erase screen.Action
}

func newKeyMap() KeyMap {
	return KeyMap{
		Close:    screen.NewAction("help.close", []string{"esc"}, "esc", "clear the search, or close"),
		Up:       screen.NewAction("help.up", []string{"up"}, "↑", "up"),
		Down:     screen.NewAction("help.down", []string{"down"}, "↓", "down"),
		PageUp:   screen.NewAction("help.page_up", []string{"pgup"}, "pgup", "a screen up"),
		PageDown: screen.NewAction("help.page_down", []string{"pgdown"}, "pgdn", "a screen down"),
		Erase:    screen.NewAction("help.erase", []string{"backspace"}, "backspace", "erase the last character"),
	}
}

// Model is the help of one place.
type Model struct {
	theme   theme.Theme
	keys    KeyMap
	actions []screen.Action
	more    text.Safe // the keys that move in the list, as they are written
	search  string
	first   int // of the entries on the screen
	rows    int // how many there are
}

// New is the help for these actions. key writes the key of an action.
func New(th theme.Theme, actions []screen.Action, key func(action string) text.Safe) *Model {
	return &Model{theme: th, keys: newKeyMap(), actions: actions, more: key("help.up") + key("help.down")}
}

// Update takes a key: characters narrow the list, the rest moves in it.
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

// Actions are the keys of the help.
func (m *Model) Actions() []screen.Action {
	return []screen.Action{m.keys.Close, m.keys.Up, m.keys.Down, m.keys.PageUp, m.keys.PageDown, m.keys.Erase}
}

func (m *Model) found() []screen.Action {
	var found []screen.Action
	wanted := strings.ToLower(m.search)
	for _, action := range m.actions {
		entry := strings.ToLower(string(written(action)) + " " + action.Help().Desc + " " + action.ID)
		if strings.Contains(entry, wanted) {
			found = append(found, action)
		}
	}
	return found
}

// between is the room between two columns of entries.
const between = 4

// narrowest is the least width of the box inside: its title and its count stand on one line.
const narrowest = 46

// written is all keys of the action.
func written(action screen.Action) text.Safe {
	var all text.Safe
	for i, key := range action.Keys() {
		if i > 0 {
			all += " "
		}
		all += text.Safe(screen.KeyName(key))
	}
	return all
}

// View is the help as a box of at most the given size.
func (m *Model) View(width, height int) []text.Line {
	found := m.found()
	frameWidth, frameHeight := panel.Frame(false)
	keyWidth, doesWidth := 0, 0
	for _, action := range m.actions {
		keyWidth = max(keyWidth, text.Width(written(action)))
		doesWidth = max(doesWidth, text.Width(text.Safe(action.Help().Desc)))
	}
	entry := keyWidth + 2 + doesWidth
	room := max(height-frameHeight-2, 1)
	columns := max(min((len(m.actions)+room-1)/room, (width-frameWidth+between)/(entry+between)), 1)
	boxWidth := min(max(columns*(entry+between)-between, narrowest)+frameWidth, width)
	boxHeight := min((len(m.actions)+columns-1)/columns+2+frameHeight, height)
	m.rows = max(boxHeight-frameHeight-2, 1)
	m.first = max(min(m.first, len(found)-m.rows*columns), 0)

	prompt := text.Line{{Text: "search ", Style: m.theme.Faint}, {Text: text.Clean(m.search)}, {Text: " ", Style: m.theme.Selected}}
	body := []text.Line{prompt, nil}
	for row := range min(m.rows, len(found)-m.first) {
		var line text.Line
		for column := range columns {
			at := m.first + column*m.rows + row
			if at >= len(found) {
				break
			}
			line = append(line.Fit(column*(entry+between)), text.In(m.theme.Accent, written(found[at])).Fit(keyWidth)...)
			line = append(line, text.Span{Text: "  " + text.Safe(found[at].Help().Desc)})
		}
		body = append(body, line)
	}
	if len(found) == 0 {
		body = append(body, text.In(m.theme.Faint, "no key here does that"))
	}
	state := text.Integer(uint64(len(found))) + " keys"
	if len(found) > m.rows*columns {
		state += ", " + m.more + " for more"
	}
	box := panel.Panel{Title: text.In(m.theme.Strong, "Keys of this place"), State: text.Plain(state), Body: body}
	return box.Draw(m.theme, boxWidth, boxHeight)
}
