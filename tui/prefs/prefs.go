// Package prefs reloads the config file when it changes, applies the changes to the running deck, and writes the settings that the
// user changes in the deck.
package prefs

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/tui/keymap"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// Source reads the config file.
type Source struct {
	Path string // of the file; empty: there is none, and it cannot be created
	// Read reads the file again. Invalid settings keep their value from before.
	Read func(before *config.Settings) (Reading, error)
	// Watch reports changes of the config file and the theme files until ctx ends, then it closes the channel. nil: they are read
	// every second while they are in use.
	Watch func(ctx context.Context) (<-chan struct{}, error)
}

// Reading is the content of the config file and the values derived from it.
type Reading struct {
	Settings *config.Settings
	Fields   func() []config.Field // for the settings screen
	Themes   Themes
	ThemeErr error // why Themes has another theme than the configured one; nil: it has that
	Bindings keymap.Bindings
	Networks []screen.Network
	Stamp    config.Stamp // of the file
}

// Deck is the program that the configuration applies to.
type Deck interface {
	// Configure replaces the configuration.
	Configure(settings *config.Settings)
	// SetNetworks replaces the list of networks.
	SetNetworks(networks []screen.Network) tea.Cmd
	// Configuring reports whether the settings screen or an overlay is open.
	Configuring() bool
	// Reconfigured reports whether the open network must be reopened because its configuration has changed.
	Reconfigured() bool
}

// Model applies and writes the config file.
type Model struct {
	deps       *screen.Deps
	deck       Deck
	appearance *Appearance
	keymap     *keymap.Model
	source     Source
	reading    Reading
	stamp      config.Stamp // of the file when it was read last
	writing    bool
	waiting    []screen.WriteSettingMsg // behind the one that is being written
	changes    <-chan struct{}          // of the files; nil if they are not watched
}

// New returns a Model of a config file that was read once.
func New(deck Deck, themes *Appearance, keys *keymap.Model, source Source, reading Reading) *Model {
	return &Model{deck: deck, appearance: themes, keymap: keys, source: source, reading: reading, stamp: reading.Stamp}
}

// Switch makes the configuration serve another network.
func (m *Model) Switch(_ context.Context, deps *screen.Deps) {
	m.deps = deps
	m.publish()
}

// readMsg is the outcome of reloading the file.
type readMsg struct {
	stamp   config.Stamp
	reading Reading
	err     error
	wrote   string // status message of the setting that was written before; empty: none
	isWrite bool
}

// FileMsg reports that the config file or a theme file may have changed.
type FileMsg struct{}

// watchMsg has the channel that reports changes of the files.
type watchMsg struct{ changes <-chan struct{} }

// Watch returns a command that starts to watch the files. The watch ends with ctx.
func (m *Model) Watch(ctx context.Context) tea.Cmd {
	watch := m.source.Watch
	if watch == nil {
		return nil
	}
	return func() tea.Msg {
		changes, err := watch(ctx)
		if err != nil {
			return nil // the clock replaces the watch
		}
		return watchMsg{changes}
	}
}

// awaitChange returns a command that waits for the next change of the files.
func (m *Model) awaitChange() tea.Cmd {
	changes := m.changes
	if changes == nil {
		return nil
	}
	return func() tea.Msg {
		if _, open := <-changes; !open {
			return nil
		}
		return FileMsg{}
	}
}

// check reads the files that have changed.
func (m *Model) check() tea.Cmd { return tea.Batch(m.readChanged(), m.appearance.Reload()) }

// Update reads the config file when it has changed, and writes settings.
func (m *Model) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	switch msg := msg.(type) {
	case watchMsg:
		m.changes = msg.changes
		return tea.Batch(m.check(), m.awaitChange()), true // the files may have changed since they were read
	case FileMsg:
		return tea.Batch(m.check(), m.awaitChange()), true
	case screen.ClockMsg:
		if m.changes == nil && m.deck.Configuring() {
			return m.check(), false
		}
	case screen.WriteSettingMsg:
		return m.write(msg), true
	case readMsg:
		return m.handle(msg), true
	case ListedMsg:
		m.publish()
		return nil, true
	}
	return nil, false
}

// Welcome shows how to change settings if there is no config file yet.
func (m *Model) Welcome() {
	if m.source.Path != "" && m.stamp == (config.Stamp{}) {
		key := m.deps.Key
		m.deps.Post(screen.StatusMsg{Text: text.Format("no config file yet · %s %s opens the settings", key("deck.goto"), key("goto.settings")), IsHint: true})
	}
}

// publish gives the settings screen the current settings.
func (m *Model) publish() {
	read := m.reading.Fields
	fields := sync.OnceValue(func() []config.Field {
		fields := m.withActions(read())
		for i := range fields {
			if field := &fields[i]; field.Key() == "theme" {
				field.Choices = m.appearance.Names
			}
		}
		return fields
	})
	m.deps.ConfigFile = &screen.ConfigFile{Path: m.source.Path, Fields: fields, Problems: m.reading.Settings.Problems, CheckKeys: m.checkKeys}
}

// withActions returns the fields with one for every action of the deck, whether it is configured or not.
func (m *Model) withActions(fields []config.Field) []config.Field {
	configured := map[string]config.Field{}
	var result []config.Field
	for _, field := range fields {
		if field.Group == config.GroupKeys {
			configured[strings.Join(field.Path[1:], ".")] = field
			continue
		}
		result = append(result, field)
	}
	known, groups := map[string]bool{}, m.groupNames()
	for _, group := range m.keymap.Groups {
		for _, action := range group.Actions() {
			if known[action.ID] {
				continue
			}
			known[action.ID] = true
			field, ok := configured[action.ID]
			if !ok {
				field = config.NewField("keys", action.ID)
			}
			field.Help = "Keys for: " + action.Description() + " (" + groups[action.ID] + ")."
			defaults := slices.Clone(action.Keys())
			for i, key := range defaults {
				if key == " " {
					defaults[i] = "space"
				}
			}
			field.SetDefault(config.FormatList(defaults))
			result = append(result, field)
			delete(configured, action.ID)
		}
	}
	for _, field := range fields {
		if field.Group == config.GroupKeys {
			if _, unknown := configured[strings.Join(field.Path[1:], ".")]; unknown {
				result = append(result, field) // of no action: its problem is shown beside it
			}
		}
	}
	return result
}

// groupNames returns where actions act, by id.
func (m *Model) groupNames() map[string]string {
	names := map[string]string{}
	for _, group := range m.keymap.Groups {
		for _, action := range group.Actions() {
			switch {
			case names[action.ID] == "":
				names[action.ID] = group.Name
			case strings.HasPrefix(action.ID, "list."):
				names[action.ID] = "all lists"
			default:
				names[action.ID] = "several screens"
			}
		}
	}
	return names
}

// checkKeys returns why an action cannot have the keys, given the other bindings.
func (m *Model) checkKeys(action string, keys []string) error {
	wanted := slices.DeleteFunc(slices.Clone(m.reading.Settings.Keys), func(binding config.Binding) bool { return binding.Action == action })
	_, problems := keymap.NewBindings(m.keymap.Groups, append(wanted, config.Binding{Action: action, Keys: keys}))
	for _, problem := range problems {
		if problem.Key == fmt.Sprintf("keys.%q", action) {
			return errors.New(problem.Rule)
		}
	}
	return nil
}

// readChanged reads the config file again if its stamp has changed.
func (m *Model) readChanged() tea.Cmd {
	source, stamp, before := m.source, m.stamp, m.reading.Settings
	if source.Path == "" || m.writing {
		return nil
	}
	return func() tea.Msg {
		now := config.StampOf(source.Path)
		if now == stamp {
			return nil
		}
		reading, err := source.Read(before)
		return readMsg{stamp: now, reading: reading, err: err}
	}
}

// write writes a setting and reads the file again. Further settings wait until that is done.
func (m *Model) write(msg screen.WriteSettingMsg) tea.Cmd {
	source, before, stamp := m.source, m.reading.Settings, m.stamp
	switch {
	case m.deps.Remote:
		m.appearance.EndPreview()
		return m.deps.Post(screen.StatusMsg{Text: text.Const("settings cannot be changed over SSH: they are those of the server"), Warn: true})
	case source.Path == "":
		m.appearance.EndPreview()
		return m.deps.Post(screen.StatusMsg{Text: text.Const("cannot save settings: no config directory on this machine"), Warn: true})
	case m.writing:
		m.waiting = append(m.waiting, msg)
		return nil
	}
	m.writing = true
	return func() tea.Msg {
		if err := msg.Edit.Write(source.Path); err != nil {
			return readMsg{stamp: stamp, isWrite: true, err: err}
		}
		now := config.StampOf(source.Path)
		reading, err := source.Read(before)
		return readMsg{stamp: now, reading: reading, err: err, wrote: msg.Status, isWrite: true}
	}
}

// handle applies what was read.
func (m *Model) handle(msg readMsg) tea.Cmd {
	var next tea.Cmd
	if msg.isWrite {
		m.appearance.EndPreview()
		m.writing = false
		if len(m.waiting) > 0 {
			first := m.waiting[0]
			m.waiting = m.waiting[1:]
			next = func() tea.Msg { return first }
		}
	}
	switch {
	case msg.err != nil:
		m.stamp = msg.stamp
		m.deps.Post(screen.StatusMsg{Text: text.Clean(msg.err.Error()), Warn: true})
		return next
	case msg.reading.Settings.Unreadable() != nil:
		m.stamp = msg.stamp
		m.deps.Post(screen.StatusMsg{Text: text.Clean(fmt.Sprintf("%s, %s; keeping the previous configuration", filepath.Base(m.source.Path), msg.reading.Settings.Unreadable())), Warn: true})
		return next
	case msg.reading.Settings.SameFile(m.reading.Settings) && !msg.isWrite:
		m.stamp = msg.stamp
		return next // two reads of the same change
	}
	before := m.reading
	m.stamp, m.reading = msg.stamp, msg.reading
	changes, cmd := m.apply(before)
	m.publish()
	m.deps.Post(m.status(msg, changes, before))
	m.deps.Post(screen.ConfigMsg{})
	m.deps.Post(screen.StoreMsg{})
	return tea.Batch(cmd, next)
}

// apply applies the configuration and returns the keys that have changed.
func (m *Model) apply(before Reading) (changes []string, cmd tea.Cmd) {
	now := m.reading
	was, is := before.Settings, now.Settings
	m.deck.Configure(is)
	m.keymap.Bindings = now.Bindings
	if was.Units != is.Units {
		m.deps.Units = text.ParseUnits(is.Units)
	}
	cmd = m.appearance.Configure(now.Themes, was.Theme != is.Theme, was.NoColor != is.NoColor || was.Background != is.Background || was.Borders != is.Borders, now.ThemeErr == nil)
	return is.Changes(was), tea.Batch(cmd, m.deck.SetNetworks(now.Networks))
}
