// Package callform is the part of a screen that edits a call of a function: a field for each type argument and argument, checked
// against the ABI while the user types.
package callform

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Form holds the fields of a call.
type Form struct {
	deps        *screen.Deps
	Function    move.FunctionID
	Declaration *move.FunctionABI
	Fields      []*Field
	TypeFields  int  // number of type arguments, which are the first fields
	Signer      bool // the function has signer parameters, which have no field
	Focus       int  // index of a field, then of a control; or Browsing
	Controls    int  // number of controls that the screen has after the fields; without any, the last field is followed by Browsing
}

// Browsing is the focus outside of the form, where letter keys are commands.
const Browsing = -1

// New returns the form of a function, filled with a call. Surplus arguments are ignored.
func New(deps *screen.Deps, function move.FunctionID, declaration *move.FunctionABI, call target.Call) *Form {
	m := &Form{deps: deps, Function: function, Declaration: declaration, Focus: Browsing}
	for i, parameter := range declaration.TypeParameters {
		wants := text.Const("any type")
		if len(parameter.Constraints) > 0 {
			wants = text.Clean(strings.Join(parameter.Constraints, " + "))
		}
		m.Fields = append(m.Fields, newField(text.Format("T%s", text.Integer(uint64(i))), "", wants))
	}
	m.TypeFields = len(m.Fields)
	numbers := declaration.Arguments()
	m.Signer = len(numbers) < len(declaration.Parameters)
	for _, number := range numbers {
		parameter := declaration.Parameters[number]
		f := newField(render.ParameterLabel(number, text.Safe{}), parameter, text.Short(text.Clean(parameter)))
		f.parameter = number
		m.Fields = append(m.Fields, f)
	}
	fill(m.Fields[:m.TypeFields], call.TypeArguments)
	fill(m.Fields[m.TypeFields:], call.Arguments)
	m.Parse()
	return m
}

func fill(fields []*Field, inputs []string) {
	for i := range min(len(fields), len(inputs)) {
		fields[i].Set(inputs[i])
	}
}

// Fill replaces the text of all fields.
func (m *Form) Fill(inputs []string) {
	fill(m.Fields, inputs)
	m.Parse()
}

// Parse parses all fields.
func (m *Form) Parse() {
	var typeArguments []move.TypeTag
	known := true
	for _, f := range m.Fields[:m.TypeFields] {
		f.readType()
		known = known && f.problem.IsEmpty()
		typeArguments = append(typeArguments, f.tag)
	}
	amounts := m.unitOf(typeArguments, known)
	for _, f := range m.Fields[m.TypeFields:] {
		f.readArgument(m.deps, typeArguments, known, amounts)
	}
}

// Captures reports whether a key edits the focused field.
func (m *Form) Captures(msg tea.KeyMsg) bool { return m.IsEditing() && widget.Edits(msg) }

// Type edits the focused field. Text pasted into most fields loses the spaces around it.
func (m *Form) Type(msg tea.KeyMsg) {
	f := m.field(m.Focus)
	if msg.Paste && !f.keepsSpaces {
		msg.Runes = []rune(strings.TrimSpace(string(msg.Runes)))
	}
	f.box, _ = f.box.Update(msg)
	f.touched = true
	m.Parse()
}

// field returns the field at an index, nil if there is none.
func (m *Form) field(at int) *Field {
	if at < 0 || at >= len(m.Fields) {
		return nil
	}
	return m.Fields[at]
}

// IsBrowsing reports whether the focus is outside of the form.
func (m *Form) IsBrowsing() bool { return m.Focus == Browsing }

// IsEditing reports whether a field has the focus, so that letter keys are input.
func (m *Form) IsEditing() bool { return m.field(m.Focus) != nil }

// SetFocus moves the focus.
func (m *Form) SetFocus(to int) {
	if f := m.field(m.Focus); f != nil {
		f.focus(false)
	}
	if m.Focus = to; m.IsEditing() {
		m.field(to).focus(true)
	}
}

// MoveFocus moves the focus by step fields or controls, and behind the last one to the first.
func (m *Form) MoveFocus(step int) {
	stops := len(m.Fields) + m.Controls
	switch {
	case m.Controls == 0:
		m.SetFocus((m.Focus+1+step+stops+1)%(stops+1) - 1)
	case m.IsBrowsing() && step < 0:
		m.SetFocus(stops - 1)
	default:
		m.SetFocus((m.Focus + step + stops) % stops) // Browsing precedes the first field
	}
}

// focus shows the cursor in a field, or hides it.
func (f *Field) focus(focused bool) {
	if focused {
		f.box.Focus()
	} else {
		f.box.Blur()
	}
}

// Request returns the call that the fields make.
func (m *Form) Request() client.ViewRequest {
	request := client.ViewRequest{Function: m.Function}
	for _, f := range m.Fields[:m.TypeFields] {
		request.TypeArguments = append(request.TypeArguments, f.tag)
	}
	for _, f := range m.Fields[m.TypeFields:] {
		request.Arguments = append(request.Arguments, f.value)
	}
	return request
}

// FirstInvalid returns the index of the first invalid field, or -1.
func (m *Form) FirstInvalid() int {
	return slices.IndexFunc(m.Fields, func(f *Field) bool { return !f.problem.IsEmpty() })
}

// FocusInvalid marks all invalid fields, also those that are still empty, focuses the first, and reports whether there is one.
func (m *Form) FocusInvalid() bool {
	for _, f := range m.Fields {
		f.touched = true
	}
	invalid := m.FirstInvalid()
	if invalid >= 0 {
		m.SetFocus(invalid)
	}
	return invalid >= 0
}

// Inputs returns the text of the fields.
func (m *Form) Inputs() []string {
	inputs := make([]string, len(m.Fields))
	for i, f := range m.Fields {
		inputs[i] = f.Text()
	}
	return inputs
}

// ResolveNames replaces saved names in the inputs by their addresses, and amounts with a point by their smallest units, so that the inputs
// are valid on any machine.
func (m *Form) ResolveNames(inputs []string) []string {
	inputs = slices.Clone(inputs)
	for i, f := range m.Fields {
		if f.units != "" && inputs[i] == f.Text() {
			inputs[i] = f.units
		}
		if !f.isAddress {
			continue
		}
		if address, ok := savedAddress(m.deps, inputs[i]); ok {
			inputs[i] = address.String()
		}
	}
	return inputs
}

// Normalize returns inputs that are equal for equal calls: names as addresses, addresses and types in full.
func (m *Form) Normalize(inputs []string) []string {
	inputs = m.ResolveNames(inputs)
	for i, f := range m.Fields {
		if i < m.TypeFields {
			if tag, err := move.ParseTypeTag(inputs[i]); err == nil {
				inputs[i] = tag.String()
			}
			continue
		}
		if !f.isAddress {
			continue
		}
		if address, err := move.ParseAddress(inputs[i]); err == nil {
			inputs[i] = address.String()
		}
	}
	return inputs
}

// FirstAddress returns the first account or object among the arguments.
func (m *Form) FirstAddress() (move.Address, bool) {
	for i, input := range m.ResolveNames(m.Inputs()) {
		if !m.Fields[i].isAddress {
			continue
		}
		if address, err := move.ParseAddress(input); err == nil {
			return address, true
		}
	}
	return move.Address{}, false
}

// Call returns the call as a link names it.
func (m *Form) Call() target.Call {
	inputs := m.ResolveNames(m.Inputs())
	return target.Call{TypeArguments: inputs[:m.TypeFields], Arguments: inputs[m.TypeFields:]}
}

// State says how many fields are marked as invalid; nil if none.
func (m *Form) State() text.Line {
	invalid := 0
	for _, f := range m.Fields {
		if f.showsProblem() {
			invalid++
		}
	}
	if invalid == 0 {
		return nil
	}
	return text.Plural(invalid, "invalid field").In(m.deps.Theme.Bad)
}

// Options returns the options of foredeck view and foredeck call for the call.
func (m *Form) Options() []string {
	call := m.Call()
	var words []string
	for _, input := range call.TypeArguments {
		words = append(words, "--type-arg", input)
	}
	for _, input := range call.Arguments {
		words = append(words, "--arg", input)
	}
	return words
}

// EditedMsg is the result of an editor session.
type EditedMsg struct {
	field *Field
	typed string
	err   error
}

// Edit opens the text of the focused field in the user's editor. It results in an EditedMsg.
func (m *Form) Edit() tea.Cmd {
	f := m.field(m.Focus)
	return m.deps.Post(screen.EditMsg{Text: f.Text(), Done: func(edited string, err error) tea.Msg { return EditedMsg{f, edited, err} }})
}

// Apply writes the edited text to its field and parses the form, or reports why the editor failed.
func (m *Form) Apply(edited EditedMsg) tea.Cmd {
	if edited.err != nil {
		return m.deps.Post(screen.StatusMsg{Text: text.Clean(edited.err.Error()), Warn: true})
	}
	edited.field.Set(edited.typed)
	m.Parse()
	return nil
}
