package settings

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/input"
)

// editing is a value that is being typed, or before it the name of what is added.
type editing struct {
	field  config.Field
	naming bool
	added  bool // there is nothing of it yet, and without a value there will not be
	box    textinput.Model
	wrong  text.Safe // the rule that does not let it be
}

// longestValue is how many characters are taken: several addresses of nodes.
const longestValue = 2000

func newEditing(field config.Field, typed string) *editing {
	e := &editing{field: field, box: input.New(longestValue)}
	e.box.SetValue(typed)
	e.box.CursorEnd()
	e.box.Focus()
	return e
}

func (e *editing) captures(msg tea.KeyMsg) bool { return e != nil && input.Edits(msg) }

// typeKey takes a key while a value is typed.
func (m *Model) typeKey(msg tea.KeyMsg) tea.Cmd {
	e := m.editing
	switch {
	case m.keys.Write.Matches(msg) && e.naming:
		m.named()
	case m.keys.Write.Matches(msg):
		return m.typed()
	case input.Edits(msg):
		e.box, _ = e.box.Update(msg)
		e.wrong = ""
		if !e.naming && strings.TrimSpace(e.box.Value()) != "" {
			_, e.wrong = m.written()
		}
	}
	return nil
}

// written is what was typed as the file has it, or the rule that does not let it be.
func (m *Model) written() (written string, wrong text.Safe) {
	e := m.editing
	written, err := e.field.Written(e.box.Value())
	if err == nil && e.field.Group == config.OfKeys {
		err = m.deps.Settings.CheckKeys(strings.Join(e.field.Path[1:], "."), config.Texts(written))
	}
	if err != nil {
		return "", text.Clean(err.Error())
	}
	return written, ""
}

// typed writes what was typed. Nothing typed takes the line out of the file.
func (m *Model) typed() tea.Cmd {
	e := m.editing
	if strings.TrimSpace(e.box.Value()) == "" {
		if e.added {
			e.wrong = "without a value nothing is added: type it, or leave with " + m.deps.Key("settings.leave")
			return nil
		}
		m.editing = nil
		if e.field.Said == "" {
			return nil
		}
		return m.takeOut(&e.field)
	}
	written, wrong := m.written()
	if e.wrong = wrong; wrong != "" {
		return nil
	}
	m.editing = nil
	if e.field.Network != "" {
		m.network = e.field.Network
	}
	m.wanted = e.field.Key()
	return m.write(&e.field, written)
}

// add asks for the name of what is added.
func (m *Model) add() {
	m.editing = newEditing(config.Field{Group: m.group}, "")
	m.editing.naming = true
}

// named takes the name of what is added, and asks for its value.
func (m *Model) named() {
	e := m.editing
	named := strings.TrimSpace(e.box.Value())
	var field config.Field
	valid := "" // a value, so that the name alone can be wrong
	switch m.group {
	case config.OfNetworks:
		field, valid = config.NewField("networks", named, "base_urls"), "http://localhost"
	case config.OfUnits:
		field, valid = config.NewField("decimals", named), "0"
	default:
		field, valid = config.NewField("names", named), "0x1"
	}
	_, err := field.Written(valid)
	if slices.ContainsFunc(m.fields, func(known config.Field) bool { return known.Key() == field.Key() }) {
		err = errors.New("it is there already")
	}
	if err != nil {
		e.wrong = text.Clean(err.Error())
		return
	}
	m.editing = newEditing(field, "")
	m.editing.added = true
}

// change begins to change a value: what is on is turned off, what is one of several is chosen, the rest is typed.
func (m *Model) change(field *config.Field) tea.Cmd {
	counts := field.Said
	if counts == "" || field.Problem != "" {
		counts = field.Value
	}
	switch {
	case field.Kind == config.Fact:
	case field.Kind == config.Switch && counts == "true":
		return m.write(field, "false")
	case field.Kind == config.Switch:
		return m.write(field, "true")
	case len(field.Choices) > 0:
		return m.choose(*field)
	default:
		m.editing = newEditing(*field, field.Typed())
	}
	return nil
}

// choose lets one choose a value. Themes are worn while one chooses.
func (m *Model) choose(field config.Field) tea.Cmd {
	asked := screen.ChooseMsg{Title: text.Clean(name(&field))}
	for i, value := range field.Choices {
		choice := screen.Choice{Name: text.Clean(value), Run: func() tea.Cmd {
			written, err := field.Written(value)
			if err != nil {
				return m.deps.Post(screen.StatusMsg{Text: text.Clean(err.Error()), Warn: true})
			}
			return m.write(&field, written)
		}}
		if value == config.Shown(field.Value) {
			choice.Remark, asked.At = "now", i
		}
		if field.Key() == "theme" {
			choice.Try = func() tea.Cmd { return m.deps.Post(screen.TryThemeMsg{Name: value}) }
			asked.Left = func() tea.Cmd { return m.deps.Post(screen.TryThemeMsg{}) }
		}
		asked.Choices = append(asked.Choices, choice)
	}
	return m.deps.Post(asked)
}

// write writes a value to the file.
func (m *Model) write(field *config.Field, written string) tea.Cmd {
	said := fmt.Sprintf("written: %s = %s", field.Key(), written)
	if field.Overridden() {
		said += "; the " + field.From + " goes before it"
	}
	return m.deps.Post(screen.WriteSettingMsg{Edit: config.Edit{Path: field.Path, Written: written}, Said: said})
}

// takeOut takes a value out of the file, so that the default is back. A network of the user's own is nothing without its nodes.
func (m *Model) takeOut(field *config.Field) tea.Cmd {
	if field.Network != "" && field.Name() == "base_urls" && field.Default == "" {
		return m.remove()
	}
	return m.deps.Post(screen.WriteSettingMsg{Edit: config.Edit{Path: field.Path}, Said: field.Key() + " is no longer in the file"})
}

// remove asks whether all that the file says of the network is to go.
func (m *Model) remove() tea.Cmd {
	network := m.network
	return m.deps.Post(screen.ChooseMsg{Title: "All that the file says of " + text.Clean(network), Choices: []screen.Choice{
		{Name: "stays", Run: func() tea.Cmd { return nil }},
		{Name: "is taken out", Remark: "a network of your own is gone with it", Run: func() tea.Cmd {
			return m.deps.Post(screen.WriteSettingMsg{Edit: config.Edit{Path: []string{"networks", network}}, Said: "nothing is said of " + network + " in the file any more"})
		}},
	}})
}
