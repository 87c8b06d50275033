// Package settings is the screen of the settings: a form over their file, which tells where each value comes from.
package settings

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/filter"
	"foredeck/tui/widget/table"
)

// Model is the form.
type Model struct {
	deps    *screen.Deps
	keys    KeyMap
	size    screen.Size
	group   config.Group
	network string // whose options are shown
	rows    table.Model
	fields  []config.Field // of all groups, as they were listed last
	shown   []int          // the places of those that are listed
	filter  filter.Line
	editing *editing // nil: nothing is being changed
	wanted  string   // the key that was written, which is selected once it is listed; empty: the selected one stays so
}

// New is the form, at the network that is looked at.
func New(deps *screen.Deps) *Model {
	m := &Model{deps: deps, keys: newKeyMap(), filter: filter.NewLine(), network: deps.Endpoint.Network}
	m.refill()
	return m
}

// selected is the value of the selected row; nil: there is none.
func (m *Model) selected() *config.Field {
	if len(m.shown) == 0 {
		return nil
	}
	return &m.fields[m.shown[m.rows.Selected()]]
}

// refill lists the values of the group that match the filter, as they are by now. The selected one stays so where it is still
// listed.
func (m *Model) refill() {
	key := cmp.Or(m.wanted, m.selectedKey())
	m.fields = m.deps.Settings.Fields
	if names := m.networks(); !slices.Contains(names, m.network) && m.wanted == "" {
		m.network = names[0] // the deck was opened by an address, or the network was taken out
	}
	m.list(key)
}

// selectedKey is the key of the selected row; empty: there is none.
func (m *Model) selectedKey() string {
	if field := m.selected(); field != nil {
		return field.Key()
	}
	return ""
}

// list lists anew and selects the value of this key.
func (m *Model) list(key string) {
	m.shown = m.shown[:0]
	at := 0
	for i := range m.fields {
		field := &m.fields[i]
		hidden := field.Group != m.group || field.Network != "" && field.Network != m.network
		if hidden || !m.filter.Pattern().Match(name(field)+" "+config.Shown(field.Value), field.From) {
			continue
		}
		if field.Key() == key {
			at = len(m.shown)
		}
		m.shown = append(m.shown, i)
	}
	m.lay()
	m.rows.Select(at)
}

// networks are the names of all networks, in their order.
func (m *Model) networks() []string {
	var names []string
	for i := range m.fields {
		if name := m.fields[i].Network; name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// saidOfNetwork tells that the file says something of the network whose options are shown.
func (m *Model) saidOfNetwork() bool {
	return slices.ContainsFunc(m.fields, func(field config.Field) bool { return field.Network == m.network && field.Said != "" })
}

// Enter lists what the settings are by now.
func (m *Model) Enter(context.Context) tea.Cmd {
	m.refill()
	return nil
}

// Leave gives up what is being typed.
func (m *Model) Leave() { m.editing = nil }

// SetSize lays the screen out for this room.
func (m *Model) SetSize(size screen.Size) {
	m.size = size
	m.lay()
}

// Update takes keys, and settings that were read again.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case screen.SettingsMsg:
		m.refill()
		m.wanted = ""
	case screen.PointMsg:
		return m.turnTo(msg.Spot)
	case tea.KeyMsg:
		switch {
		case m.editing != nil:
			return m.typeKey(msg)
		case m.filter.Captures(msg):
			if m.filter.Type(msg) {
				m.list("")
			}
		case m.filter.Typing() && m.keys.Filter.Keep.Matches(msg):
			m.filter.Accept()
			m.lay()
		default:
			return m.key(msg)
		}
	}
	return nil
}

// turnTo selects another row than the one that is being changed, which stays as it was.
func (m *Model) turnTo(row int) tea.Cmd {
	e := m.editing
	if e == nil || !e.naming && !e.added && row == m.rows.Selected() {
		return nil
	}
	m.editing = nil
	m.rows.Select(row)
	said := text.Clean(e.field.Key()) + " is left as it is"
	if e.naming || e.added {
		said = "nothing is added"
	}
	return m.deps.Post(screen.StatusMsg{Text: said})
}

func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	if m.keys.Rows(&m.rows, msg) || m.filter.Typing() || m.size.Class == screen.OneLine {
		return nil
	}
	if chosen, ok := m.keys.Tabs.Choice(msg, len(config.Groups)); ok {
		m.group = config.Group(chosen)
		m.filter.Clear()
		m.list("")
		return nil
	}
	field, ofNetworks := m.selected(), m.group == config.OfNetworks
	switch {
	case m.keys.Filter.Begin.Matches(msg):
		m.filter.Focus()
		m.lay()
	case m.keys.Add.Matches(msg) && adds[m.group] != "":
		m.add()
	case ofNetworks && m.keys.Next.Matches(msg):
		m.turn(1)
	case ofNetworks && m.keys.Before.Matches(msg):
		m.turn(-1)
	case ofNetworks && m.keys.Remove.Matches(msg) && m.saidOfNetwork():
		return m.remove()
	case field == nil:
	case m.keys.TakeOut.Matches(msg) && field.Said != "":
		return m.takeOut(field)
	case m.keys.Change.Matches(msg):
		return m.change(field)
	}
	return nil
}

// turn shows another network.
func (m *Model) turn(delta int) {
	names := m.networks()
	m.network = names[(slices.Index(names, m.network)+delta+len(names))%len(names)]
	selected := m.rows.Selected()
	m.list("")
	m.rows.Select(selected)
}

// Crumbs are the screen's parts of the breadcrumb.
func (m *Model) Crumbs() []text.Safe {
	return []text.Safe{"Settings", text.Safe(config.Groups[m.group])}
}

// Captures tells whether the key is text: for a value, or for the filter.
func (m *Model) Captures(msg tea.KeyMsg) bool {
	return m.editing.captures(msg) || m.filter.Captures(msg)
}

// Escape leaves a value as it is, or lists everything again.
func (m *Model) Escape() bool {
	switch {
	case m.editing != nil:
		m.editing = nil
	case m.filter.Visible():
		m.filter.Clear()
		m.refill()
	default:
		return false
	}
	return true
}

// Note says where the file is, and what is wrong in it.
func (m *Model) Note() (left, right text.Line) {
	th, settings := m.deps.Theme, m.deps.Settings
	file := filepath.Base(settings.Path)
	switch problems := settings.Problems; len(problems) {
	case 0:
	case 1:
		return text.In(th.Warn, "! "+text.Clean(file+", "+problems[0].String())), nil
	default:
		keys := make([]string, len(problems))
		for i, problem := range problems {
			keys[i] = fmt.Sprintf("%d %s", problem.Line, problem.Key)
		}
		said := fmt.Sprintf("! %d lines of %s are wrong (foredeck config check says why): %s", len(problems), file, strings.Join(keys, ", "))
		return text.In(th.Warn, text.Clean(said)), nil
	}
	return text.In(th.Faint, text.Clean(settings.Path)), text.In(th.Faint, "flag, environment, file, default: the first that says it counts")
}

// Copies are the selected value, and its line of the file.
func (m *Model) Copies() []screen.Copy {
	field := m.selected()
	if field == nil || field.Value == "" {
		return nil
	}
	copies := []screen.Copy{{Form: "value", Value: func() string { return config.Shown(field.Value) }}}
	if field.Kind != config.Fact {
		copies = append(copies, screen.Copy{Form: "line", Value: func() string { return field.Key() + " = " + field.Value }})
	}
	return copies
}

// Vital is the selected value in a line.
func (m *Model) Vital() text.Line {
	field := m.selected()
	if field == nil {
		return text.Plain("settings")
	}
	return text.Plain("settings " + text.Clean(name(field)) + " " + shown(field))
}
