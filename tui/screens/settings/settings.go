// Package settings is the screen of the configuration: a form over the config file that shows the origin of each value.
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
	"foredeck/tui/widget"
)

// Model is the settings screen.
type Model struct {
	deps       *screen.Deps
	size       screen.Size
	group      config.Group
	network    string // the network whose settings are listed
	rows       widget.Table
	fields     []config.Field // of all groups
	visible    []int          // indexes into fields of the listed rows
	filter     widget.FilterLine
	editing    *editing // nil: nothing is being edited
	pendingKey string   // key of a value just written, to be selected once it is listed
}

// New returns the screen with the appearance, and the active network selected in the tab of networks.
func New(deps *screen.Deps) *Model {
	m := &Model{deps: deps, group: config.GroupAppearance, filter: widget.NewLine(), network: deps.Endpoint.Network}
	m.refresh()
	return m
}

// selected returns the field of the selected row, or nil.
func (m *Model) selected() *config.Field {
	if len(m.visible) == 0 {
		return nil
	}
	return &m.fields[m.visible[m.rows.Selected()]]
}

// refresh reads the current configuration and lists the fields that match, preserving the selection.
func (m *Model) refresh() {
	key := cmp.Or(m.pendingKey, m.selectedKey())
	m.fields = m.deps.ConfigFile.Fields()
	if names := m.networks(); !slices.Contains(names, m.network) && m.pendingKey == "" {
		m.network = names[0] // the network is not in the list, as when foredeck was started with a URL
	}
	m.filterFields(key)
}

// selectedKey returns the key of the selected row, or "".
func (m *Model) selectedKey() string {
	if field := m.selected(); field != nil {
		return field.Key()
	}
	return ""
}

// filterFields rebuilds the list and selects the field with the key.
func (m *Model) filterFields(key string) {
	m.visible = m.visible[:0]
	at := 0
	for i := range m.fields {
		field := &m.fields[i]
		hidden := field.Group != m.group || field.Network != "" && field.Network != m.network
		if hidden || !m.filter.Pattern().Match(fieldName(field)+" "+config.Display(field.Value), field.From) {
			continue
		}
		if field.Key() == key {
			at = len(m.visible)
		}
		m.visible = append(m.visible, i)
	}
	m.layout()
	m.rows.Select(at)
}

// networks returns the names of all networks.
func (m *Model) networks() []string {
	var names []string
	for i := range m.fields {
		if name := m.fields[i].Network; name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// networkConfigured reports whether the config file has settings of the listed network.
func (m *Model) networkConfigured() bool {
	return slices.ContainsFunc(m.fields, func(field config.Field) bool { return field.Network == m.network && field.InFile != "" })
}

// Enter lists the current configuration.
func (m *Model) Enter(context.Context) tea.Cmd {
	m.refresh()
	return nil
}

// Leave cancels editing.
func (m *Model) Leave() { m.editing = nil }

// SetSize lays out the screen.
func (m *Model) SetSize(size screen.Size) {
	m.size = size
	m.layout()
}

// Update handles text, clicks and configuration changes.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case screen.ConfigMsg:
		m.refresh()
		m.pendingKey = ""
	case screen.ClickMsg:
		return m.switchRow(msg.Target)
	case tea.KeyMsg:
		switch {
		case m.editing.captures(msg):
			m.typeValue(msg)
		case m.filter.Captures(msg) && m.filter.Type(msg):
			m.filterFields("")
		}
	}
	return nil
}

// switchRow selects a clicked row and cancels editing.
func (m *Model) switchRow(row int) tea.Cmd {
	e := m.editing
	if e == nil || !e.naming && !e.isNew && row == m.rows.Selected() {
		return nil
	}
	m.editing = nil
	m.rows.Select(row)
	status := text.Format("unchanged: %s", text.Clean(e.field.Key()))
	if e.naming || e.isNew {
		status = text.Const("nothing added")
	}
	return m.deps.Post(screen.StatusMsg{Text: status})
}

// switchNetwork lists another network.
func (m *Model) switchNetwork(delta int) tea.Cmd {
	names := m.networks()
	m.network = names[(slices.Index(names, m.network)+delta+len(names))%len(names)]
	selected := m.rows.Selected()
	m.filterFields("")
	m.rows.Select(selected)
	return nil
}

// Crumbs returns the breadcrumb entries.
func (m *Model) Crumbs() []text.Safe {
	return []text.Safe{text.Const("Settings"), text.Clean(config.GroupTitles[m.group])}
}

// Captures reports whether the key is text for a value or the filter.
func (m *Model) Captures(msg tea.KeyMsg) bool {
	return m.editing.captures(msg) || m.filter.Captures(msg)
}

// Escape cancels editing, or clears the filter.
func (m *Model) Escape() bool {
	switch {
	case m.editing != nil:
		m.editing = nil
	case m.filter.Visible():
		m.filter.Clear()
		m.refresh()
	default:
		return false
	}
	return true
}

// Note shows the path of the config file, or its errors.
func (m *Model) Note() (left, right text.Line) {
	th, settings := m.deps.Theme, m.deps.ConfigFile
	file := filepath.Base(settings.Path)
	switch problems := settings.Problems; len(problems) {
	case 0:
	case 1:
		return text.In(th.Warn, "! %s", text.Clean(file+", "+problems[0].String())), nil
	default:
		keys := make([]string, len(problems))
		for i, problem := range problems {
			keys[i] = fmt.Sprintf("%d %s", problem.Line, problem.Key)
		}
		summary := fmt.Sprintf("! %d errors in %s (details: foredeck config check): %s", len(problems), file, strings.Join(keys, ", "))
		return text.Clean(summary).In(th.Warn), nil
	}
	return text.Clean(settings.Path).In(th.Faint), text.In(th.Faint, "first match wins: flag, environment, file, default")
}

// Copies returns the selected value and its line in the config file.
func (m *Model) Copies() []screen.Copy {
	field := m.selected()
	if field == nil || field.Value == "" {
		return nil
	}
	copies := []screen.Copy{{Form: text.Const("value"), Value: func() string { return config.Display(field.Value) }}}
	if field.Kind != config.ReadOnly {
		copies = append(copies, screen.Copy{Form: text.Const("line"), Value: func() string { return field.Key() + " = " + field.Value }})
	}
	return copies
}

// Vital returns the selected value in one line.
func (m *Model) Vital() text.Line {
	field := m.selected()
	if field == nil {
		return text.Plain("settings")
	}
	return text.Plain("settings %s %s", text.Clean(fieldName(field)), displayValue(field))
}
