package settings

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// Spec declares the form of the config file.
var Spec = screen.Spec[*Model]{
	Name: "settings", Visitors: screen.Refused("the config file is that of the server"), Typing: (*Model).typing,
	Start: openFile,
	Menu:  screen.MenuItem{Key: "s", Words: "settings: show and edit"},
	Offer: screen.Offer{Text: "settings", Words: text.Const("edit the config file"), When: func(deps *screen.Deps) bool { return deps.ConfigFile != nil }},
	Bindings: screen.Bind(
		screen.Bindings[*Model]{
			{ID: "settings.save", Help: "next", While: screen.Typing, When: (*Model).isNaming, Run: (*Model).name},
			{ID: "settings.save", Keys: "enter", Help: "save", While: screen.Typing, When: (*Model).isValid, Run: (*Model).commit},
			{ID: "settings.cancel", Keys: "esc", Help: "cancel", While: screen.Typing}, // by Escape
		}.If((*Model).isEditing),
		screen.Bindings[*Model]{
			{ID: "search.accept", While: screen.Typing, Run: screen.Do((*Model).acceptFilter)},
			{ID: "search.clear", While: screen.Typing},
		}.If(screen.Not((*Model).isEditing)),
		screen.Bindings[*Model]{
			{ID: "settings.change", Help: "toggle", When: (*Model).isSwitch},
			{ID: "settings.change", Keys: "enter", Help: "change", When: (*Model).canChange, Run: (*Model).startChange},
			{ID: "settings.unset", Keys: "d delete", Help: "unset", When: (*Model).inFile, Why: "not in the config file", Run: (*Model).unsetSelected},
			{ID: "settings.add", Keys: "a", Help: "add", State: (*Model).added, When: (*Model).canAdd, Run: screen.Do((*Model).startAdd)},
			{ID: "search.begin", Help: "filter", Run: screen.Do((*Model).beginFilter)},
			{ID: "settings.tab", Keys: "1 2 3 4 5 6 7", Help: "tab", Pick: (*Model).showTab},
		}.If((*Model).isForm),
		screen.Bindings[*Model]{
			{ID: "settings.next_network", Keys: "right l", Label: "→ l", Help: "next network", Run: func(m *Model) tea.Cmd { return m.switchNetwork(1) }},
			{ID: "settings.previous_network", Keys: "left h", Label: "← h", Help: "previous network", Place: screen.Hidden, Run: func(m *Model) tea.Cmd { return m.switchNetwork(-1) }},
			{ID: "settings.remove_network", Keys: "D", Help: "remove network", When: (*Model).networkConfigured, Why: "not in the config file", Run: (*Model).removeNetwork},
		}.If((*Model).areNetworks),
		screen.Bindings[*Model]{{ID: "search.clear", When: (*Model).hasFilter}}.If((*Model).isForm),
		screen.Movement(func(m *Model) screen.Rows { return &m.rows }).If(screen.Not((*Model).isEditing)),
	),
}

// addable is what can be added to a group.
type addable struct {
	words    string    // of the key
	prompt   text.Safe // for the name of the entry
	key, sub string    // in the config file, before and behind the name
	valid    string    // any valid value
}

// groupEntries are the entries that can be added to groups.
var groupEntries = map[config.Group]addable{
	config.GroupNetworks: {"add a network", text.Const("network name: letters, digits, - and _; its node addresses come next"), "networks", "base_urls", "http://localhost"},
	config.GroupUnits:    {"add coin decimals", text.Const("coin type, for example 0x1::coins::Coin; its decimals come next"), "decimals", "", "0"},
	config.GroupNames:    {"add a name", text.Const("name: letters, digits, - and _; its address comes next. @name for a group of accounts"), "names", "", "0x1"},
}

func (m *Model) typing() bool      { return m.isEditing() || m.filter.Typing() }
func (m *Model) isEditing() bool   { return m.editing != nil }
func (m *Model) isNaming() bool    { return m.editing.naming && m.isValid() }
func (m *Model) isValid() bool     { return m.editing.problem.IsEmpty() }
func (m *Model) isForm() bool      { return m.size.Class != screen.OneLine }
func (m *Model) areNetworks() bool { return m.isForm() && m.group == config.GroupNetworks }
func (m *Model) canAdd() bool      { return m.added() != "" }
func (m *Model) added() string     { return groupEntries[m.group].words }
func (m *Model) hasFilter() bool   { return m.filter.Visible() }

func (m *Model) isSwitch() bool {
	field := m.selected()
	return field != nil && field.Kind == config.Bool
}

func (m *Model) canChange() bool {
	field := m.selected()
	return field != nil && field.Kind != config.ReadOnly
}

func (m *Model) inFile() bool {
	field := m.selected()
	return field != nil && field.InFile != ""
}

func (m *Model) unsetSelected() tea.Cmd { return m.unset(m.selected()) }

func (m *Model) beginFilter() {
	m.filter.Focus()
	m.layout()
}

func (m *Model) acceptFilter() {
	m.filter.Accept()
	m.layout()
}

func (m *Model) showTab(group int) tea.Cmd {
	if group < len(config.GroupTitles) {
		m.group = config.Group(group)
		m.filter.Clear()
		m.filterFields("")
	}
	return nil
}

// openFile returns the form of the config file.
func openFile(deps *screen.Deps) (*Model, any) {
	if deps.ConfigFile == nil {
		return nil, screen.StatusMsg{Text: text.Const("settings unavailable: no config file"), Warn: true}
	}
	return New(deps), nil
}
