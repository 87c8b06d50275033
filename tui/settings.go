package tui

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/tui/keymap"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Settings is where the settings come from.
type Settings struct {
	Path string // of their file; empty: there can be none
	// Read reads them anew. What a wrong line would say stays as it was before.
	Read func(before *config.Settings) (Reading, error)
}

// Reading is the settings as they were read at one time, with what follows from them.
type Reading struct {
	Settings *config.Settings
	Fields   []config.Field
	Looks    Looks
	Wrong    error // why the theme is not the one that they name; nil: it is
	Bindings keymap.Bindings
	Names    []target.Name
	Coins    map[string]int // decimals by type
	Networks []screen.Network
	Stamp    config.Stamp // of the file
}

// settingsReadMsg is the settings that were read again.
type settingsReadMsg struct {
	stamp   config.Stamp
	reading Reading
	err     error
	wrote   string // what was written before; empty: nobody wrote from here
	isWrite bool
}

// following is what the deck remembers of the file of settings.
type following struct {
	source  Settings
	reading Reading
	stamp   config.Stamp // of the file when it was read last
	opened  config.Network
	moved   bool // the network that is looked at is elsewhere now
	writing bool
	waiting []screen.WriteSettingMsg
}

// follow begins to follow the settings that the deck was opened with.
func (m *Model) follow(source Settings, reading Reading) {
	m.following = following{source: source, reading: reading, stamp: reading.Stamp}
	m.opened()
	m.showSettings()
}

// opened notes the settings with which the network was opened.
func (m *Model) opened() {
	m.following.moved = false
	if said := m.following.reading.Settings; said != nil {
		m.following.opened, _ = said.FindNetwork(m.deps.Endpoint.Network)
	}
}

// welcome says, where there is no file of settings yet, where one is made.
func (m *Model) welcome() {
	if m.following.source.Path != "" && m.following.stamp == (config.Stamp{}) {
		m.said = screen.StatusMsg{Text: m.keymap.Key("deck.goto") + " " + m.keymap.Key("goto.settings") + " sets up networks, looks, names and keys: there is no file of settings yet"}
	}
}

// showSettings gives the form what the settings are now.
func (m *Model) showSettings() {
	said := m.following.reading.Settings
	if said == nil {
		return
	}
	m.deps.Settings = &screen.Settings{Path: m.following.source.Path, Fields: withActions(m.following.reading.Fields), Problems: said.Problems, CheckKeys: m.checkKeys}
	for i := range m.deps.Settings.Fields {
		if field := &m.deps.Settings.Fields[i]; field.Key() == "theme" {
			field.Choices = m.looks.Names
		}
	}
}

// withActions puts the actions of the deck, which nothing need be said of, in the place of those that something is said of.
func withActions(fields []config.Field) []config.Field {
	said := map[string]config.Field{}
	var others []config.Field
	for _, field := range fields {
		if field.Group == config.GroupKeys {
			said[strings.Join(field.Path[1:], ".")] = field
			continue
		}
		others = append(others, field)
	}
	known, places := map[string]bool{}, placesOfActions()
	for _, group := range Keys() {
		for _, action := range group.Actions {
			if known[action.ID] {
				continue
			}
			known[action.ID] = true
			field, ok := said[action.ID]
			if !ok {
				field = config.NewField("keys", action.ID)
			}
			field.Help = "Keys of: " + action.Help().Desc + " (" + places[action.ID] + ")."
			usual := slices.Clone(action.Keys())
			for i, key := range usual {
				usual[i] = nameInFile(key)
			}
			field.SetDefault(config.FormatList(usual))
			others = append(others, field)
			delete(said, action.ID)
		}
	}
	for _, field := range fields {
		if field.Group == config.GroupKeys {
			if _, isOdd := said[strings.Join(field.Path[1:], ".")]; isOdd {
				others = append(others, field) // of no action: what is wrong with it is told beside it
			}
		}
	}
	return others
}

// placesOfActions are where the actions are, by their ids.
func placesOfActions() map[string]string {
	places := map[string]string{}
	for _, group := range Keys() {
		for _, action := range group.Actions {
			switch {
			case places[action.ID] == "":
				places[action.ID] = group.Name
			case strings.HasPrefix(action.ID, "list."):
				places[action.ID] = "all lists"
			default:
				places[action.ID] = "several places"
			}
		}
	}
	return places
}

// checkKeys tells why an action cannot have the keys, as things stand.
func (m *Model) checkKeys(action string, keys []string) error {
	wanted := slices.DeleteFunc(slices.Clone(m.following.reading.Settings.Keys), func(binding config.Binding) bool { return binding.Action == action })
	_, problems := keymap.NewBindings(Keys(), append(wanted, config.Binding{Action: action, Keys: keys}))
	for _, problem := range problems {
		if problem.Key == fmt.Sprintf("keys.%q", action) {
			return errors.New(problem.Rule)
		}
	}
	return nil
}

// followSettings reads the file of settings again once it has changed.
func (m *Model) followSettings() tea.Cmd {
	source, stamp, before := m.following.source, m.following.stamp, m.following.reading.Settings
	if source.Path == "" || m.following.writing {
		return nil
	}
	return func() tea.Msg {
		now := config.StampOf(source.Path)
		if now == stamp {
			return nil
		}
		reading, err := source.Read(before)
		return settingsReadMsg{stamp: now, reading: reading, err: err}
	}
}

// writeSetting changes the file and reads it again. One change waits for another.
func (m *Model) writeSetting(msg screen.WriteSettingMsg) tea.Cmd {
	source, before, stamp := m.following.source, m.following.reading.Settings, m.following.stamp
	switch {
	case source.Path == "":
		m.endTrial()
		m.said = screen.StatusMsg{Text: "there is no place for a file of settings on this machine", Warn: true}
		return nil
	case m.following.writing:
		m.following.waiting = append(m.following.waiting, msg)
		return nil
	}
	m.following.writing = true
	return func() tea.Msg {
		if err := msg.Edit.Write(source.Path); err != nil {
			return settingsReadMsg{stamp: stamp, isWrite: true, err: err}
		}
		now := config.StampOf(source.Path)
		reading, err := source.Read(before)
		return settingsReadMsg{stamp: now, reading: reading, err: err, wrote: msg.Said, isWrite: true}
	}
}

// readSettings takes over the settings that were read again.
func (m *Model) readSettings(msg settingsReadMsg) tea.Cmd {
	var next tea.Cmd
	if msg.isWrite {
		m.endTrial()
		m.following.writing = false
		if len(m.following.waiting) > 0 {
			waiting := m.following.waiting[0]
			m.following.waiting = m.following.waiting[1:]
			next = func() tea.Msg { return waiting }
		}
	}
	switch {
	case msg.err != nil:
		m.following.stamp = msg.stamp
		m.said = screen.StatusMsg{Text: text.Clean(msg.err.Error()), Warn: true}
		return next
	case msg.reading.Settings.Unreadable() != nil:
		m.following.stamp = msg.stamp
		m.said = screen.StatusMsg{Text: text.Clean(fmt.Sprintf("%s, %s; all stays as it was", filepath.Base(m.following.source.Path), msg.reading.Settings.Unreadable())), Warn: true}
		return next
	case msg.stamp == m.following.stamp && !msg.isWrite:
		return next // it was read twice at once
	}
	before := m.following.reading
	m.following.stamp, m.following.reading = msg.stamp, msg.reading
	changes, cmd := m.goBy(before)
	m.showSettings()
	m.sayRead(msg, changes, before)
	return tea.Batch(cmd, next, m.history.Forward(screen.SettingsMsg{}), m.history.Forward(screen.StoreMsg{}))
}

// goBy makes the deck go by the settings that it has now, and names what differs from those before.
func (m *Model) goBy(before Reading) (changes []string, cmd tea.Cmd) {
	now := m.following.reading
	was, is := before.Settings, now.Settings
	m.configure(is)
	changed := func(name string, old, new any) bool {
		differs := !reflect.DeepEqual(old, new)
		if differs {
			changes = append(changes, name)
		}
		return differs
	}
	changed("network", was.Network.Name, is.Network.Name)
	themed := changed("theme", was.Theme, is.Theme)
	recoloured := changed("colours", was.NoColour, is.NoColour)
	m.looks = now.Looks
	if themed || recoloured {
		m.endTrial() // or the theme from before would come back behind the choice that is open
	}
	switch worn := m.deps.Theme.Name; {
	case now.Wrong != nil:
	case themed, recoloured && worn == now.Looks.Theme.Name:
		m.deps.Theme = m.onGround(now.Looks.Theme)
	case recoloured: // one that was chosen since the deck was opened
		cmd = m.readTheme(worn, true)
	}
	changed("ascii", was.ASCII, is.ASCII)
	changed("motion", was.Motion, is.Motion)
	if changed("sizes", was.Sizes, is.Sizes) {
		m.history.SetSize(m.bodySize())
	}
	if changed("units", was.Units, is.Units) {
		m.deps.Units = unitsNamed(is.Units)
	}
	changed("time", was.Time, is.Time)
	changed("look-again periods", was.Periods, is.Periods)
	changed("keys", before.Bindings, now.Bindings)
	m.keymap.Bindings = now.Bindings
	changed("names", was.Names, is.Names)
	changed("decimals", before.Coins, now.Coins)
	changed("alert command", was.AlertCommand, is.AlertCommand)
	m.alerts.Command = is.AlertCommand
	changed("networks", was.Networks, is.Networks)
	return changes, tea.Batch(cmd, m.goByNetworks())
}

// goByNetworks takes over the list of networks, and what can be taken over of the one that is looked at. Where its nodes are
// counts when it is opened anew.
func (m *Model) goByNetworks() tea.Cmd {
	here := m.deps.Endpoint.Network
	listed := m.following.reading.Networks
	isHere := func(network screen.Network) bool { return network.Name == here }
	at := slices.IndexFunc(m.deps.Networks, isHere)
	if !slices.ContainsFunc(listed, isHere) && at >= 0 {
		listed = append(slices.Clip(listed), m.deps.Networks[at]) // one looks at it still
	}
	expected := uint64(0)
	if at >= 0 {
		expected = m.deps.Networks[at].ChainID
	}
	m.deps.Networks = listed
	network, ok := m.following.reading.Settings.FindNetwork(here)
	if !ok {
		return nil
	}
	m.browser.Explorer = network.Explorer
	opened := m.following.opened
	opened.Explorer, opened.Decimals, opened.ChainID = network.Explorer, network.Decimals, network.ChainID
	m.following.moved = opened.Name == network.Name && !reflect.DeepEqual(opened, network)
	if network.ChainID != expected {
		m.wrongChain = ""
		return m.askChain()
	}
	return nil
}

// zoneNamed is the time zone of this name; nil: UTC.
func zoneNamed(name string) *time.Location {
	if name == "local" {
		return time.Local
	}
	return nil
}

// unitsNamed are the units of this name, those with decimals where there are none.
func unitsNamed(name string) text.Units {
	for units := range text.InHex + 1 {
		if units.String() == name {
			return units
		}
	}
	return text.InDecimals
}

// nameInFile is a key as the file of settings names it.
func nameInFile(key string) string {
	if key == " " {
		return "space"
	}
	return key
}
