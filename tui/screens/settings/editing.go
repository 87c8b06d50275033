package settings

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// editing is the text field for a value, or for the name of a new entry.
type editing struct {
	field   config.Field
	naming  bool
	isNew   bool // the entry does not exist yet and needs a value
	box     textinput.Model
	problem text.Safe // why the value is invalid; empty if it is valid
}

// maxValue is the maximum length of a value in characters, enough for several node addresses.
const maxValue = 2000

func newEditing(field config.Field, typed string) *editing {
	e := &editing{field: field, box: widget.NewInput(maxValue)}
	e.box.SetValue(typed)
	e.box.CursorEnd()
	e.box.Focus()
	return e
}

func (e *editing) captures(msg tea.KeyMsg) bool { return e != nil && widget.Edits(msg) }

// typeValue edits the typed value.
func (m *Model) typeValue(msg tea.KeyMsg) {
	e := m.editing
	e.box, _ = e.box.Update(msg)
	e.problem = text.Safe{}
	if !e.naming && strings.TrimSpace(e.box.Value()) != "" {
		_, e.problem = m.literal()
	}
}

// literal converts the typed value to a TOML literal, or returns why it is invalid.
func (m *Model) literal() (literal string, problem text.Safe) {
	e := m.editing
	literal, err := e.field.Parse(e.box.Value())
	if err == nil && e.field.Group == config.GroupKeys {
		err = m.deps.ConfigFile.CheckKeys(strings.Join(e.field.Path[1:], "."), config.ParseList(literal))
	}
	if err != nil {
		return "", text.Clean(err.Error())
	}
	return literal, text.Safe{}
}

// commit writes the typed value. An empty value removes the setting from the config file.
func (m *Model) commit() tea.Cmd {
	e := m.editing
	if strings.TrimSpace(e.box.Value()) == "" {
		if e.isNew {
			e.problem = text.Format("value required: type one or press %s to cancel", m.deps.Key("settings.cancel"))
			return nil
		}
		m.editing = nil
		if e.field.InFile == "" {
			return nil
		}
		return m.unset(&e.field)
	}
	literal, problem := m.literal()
	if e.problem = problem; !problem.IsEmpty() {
		return nil
	}
	m.editing = nil
	if e.field.Network != "" {
		m.network = e.field.Network
	}
	m.pendingKey = e.field.Key()
	return m.write(&e.field, literal)
}

// startAdd starts adding an entry by asking for its name.
func (m *Model) startAdd() {
	m.editing = newEditing(config.Field{Group: m.group}, "")
	m.editing.naming = true
}

// name accepts the name of a new entry and asks for its value.
func (m *Model) name() tea.Cmd {
	e := m.editing
	name := strings.TrimSpace(e.box.Value())
	added := groupEntries[m.group]
	if group, ok := strings.CutPrefix(name, "@"); ok && m.group == config.GroupNames {
		added.key, added.valid, name = "groups", `["0x1"]`, group
	}
	path := []string{added.key, name}
	if added.sub != "" {
		path = append(path, added.sub)
	}
	field := config.NewField(path...)
	_, err := field.Parse(added.valid) // so that only the name is checked
	if slices.ContainsFunc(m.fields, func(known config.Field) bool { return known.Key() == field.Key() }) {
		err = errors.New("already exists")
	}
	if err != nil {
		e.problem = text.Clean(err.Error())
		return nil
	}
	m.editing = newEditing(field, "")
	m.editing.isNew = true
	return nil
}

// startChange starts changing a value: switches are toggled, choices open a chooser, other values are typed.
func (m *Model) startChange() tea.Cmd {
	field := m.selected()
	current := field.InFile
	if current == "" || field.Problem != "" {
		current = field.Value
	}
	switch {
	case field.Kind == config.Bool && current == "true":
		return m.write(field, "false")
	case field.Kind == config.Bool:
		return m.write(field, "true")
	case len(field.Choices) > 0:
		return m.choose(*field)
	default:
		m.editing = newEditing(*field, field.EditText())
	}
	return nil
}

// choose opens a chooser for the value. Themes are previewed while choosing.
func (m *Model) choose(field config.Field) tea.Cmd {
	chooser := screen.ChooseMsg{Title: text.Clean(fieldName(&field))}
	for i, value := range field.Choices {
		choice := screen.Choice{Name: text.Clean(value), Run: func() tea.Cmd {
			literal, err := field.Parse(value)
			if err != nil {
				return m.deps.Post(screen.StatusMsg{Text: text.Clean(err.Error()), Warn: true})
			}
			return m.write(&field, literal)
		}}
		if value == config.Display(field.Value) {
			choice.Remark, chooser.Selected = text.Const("current"), i
		}
		if field.Key() == "theme" {
			m.describeTheme(&choice, value)
			choice.Preview = func() tea.Cmd { return m.deps.Post(screen.PreviewThemeMsg{Name: value}) }
			chooser.OnCancel = func() tea.Cmd { return m.deps.Post(screen.PreviewThemeMsg{}) }
		}
		chooser.Choices = append(chooser.Choices, choice)
	}
	return m.deps.Post(chooser)
}

// describeTheme adds the kind of a built-in theme to a choice, and its colors if the terminal has any.
func (m *Model) describeTheme(choice *screen.Choice, name string) {
	found, ok := theme.Adapt(name, theme.Display{Depth: m.deps.Depth})
	switch {
	case !ok:
		found.Kind = "file"
	case m.deps.Depth != theme.NoColors:
		choice.Swatch = widget.SwatchLine(found.On(theme.UnknownBackground))
	}
	if choice.Remark.IsEmpty() {
		choice.Remark = text.Clean(string(found.Kind))
	} else {
		choice.Remark = text.Format("%s · %s", text.Clean(string(found.Kind)), choice.Remark)
	}
}

// write writes a value to the config file.
func (m *Model) write(field *config.Field, literal string) tea.Cmd {
	status := fmt.Sprintf("saved: %s = %s", field.Key(), literal)
	if field.Overridden() {
		status += " (overridden by the " + field.From + ")"
	}
	return m.deps.Post(screen.WriteSettingMsg{Edit: config.Edit{Path: field.Path, Value: literal}, Status: status})
}

// unset removes a value from the config file, which restores the default. A user-defined network without nodes is
// removed entirely.
func (m *Model) unset(field *config.Field) tea.Cmd {
	if field.Network != "" && field.Name() == "base_urls" && field.Default == "" {
		return m.removeNetwork()
	}
	return m.deps.Post(screen.WriteSettingMsg{Edit: config.Edit{Path: field.Path}, Status: "unset: " + field.Key()})
}

// removeNetwork asks for confirmation and removes a network from the config file.
func (m *Model) removeNetwork() tea.Cmd {
	network := m.network
	return m.deps.Post(screen.ChooseMsg{Title: text.Format("Remove %s from the config file?", text.Clean(network)), Choices: []screen.Choice{
		{Name: text.Const("cancel"), Run: func() tea.Cmd { return nil }},
		{Name: text.Const("remove"), Remark: text.Const("deletes a network that you added"), Run: func() tea.Cmd {
			return m.deps.Post(screen.WriteSettingMsg{Edit: config.Edit{Path: []string{"networks", network}}, Status: "removed from the config file: " + network})
		}},
	}})
}
