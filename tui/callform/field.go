package callform

import (
	"errors"
	"strings"

	"github.com/charmbracelet/bubbles/textinput"

	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// maxInputLength bounds the input of a field; it suffices for a vector of some thousand items.
const maxInputLength = 100_000

// Field is an input of the form: a type argument or an argument.
type Field struct {
	label      text.Safe // T0, #1
	parameter  int       // its number in the declaration
	moveType   string    // parameter type as in the ABI; "" for a type argument
	constraint text.Safe // shown beside the label: the type, or the constraints of a type argument
	box        textinput.Model
	touched    bool // edited or submitted, so that an empty field may be reported

	// The text that was set and what the box made of it: a box holds one line without control characters.
	exact, boxed string

	// Parsed from the text.
	hint        text.Safe    // accepted input
	problem     text.Safe    // why the text is invalid; empty if it is valid
	suggestions text.Safe    // saved names with this prefix
	meaning     text.Safe    // parsed value
	tag         move.TypeTag // of a type argument
	value       any          // of an argument
	keepsSpaces bool         // surrounding white space is significant
	isAddress   bool         // an address or object, which accepts saved names
	units       string       // the smallest units of an amount that was typed with a point; otherwise ""
}

func newField(label text.Safe, moveType string, constraint text.Safe) *Field {
	return &Field{label: label, moveType: moveType, constraint: constraint, box: widget.NewInput(maxInputLength)}
}

// Set replaces the text. A String keeps its line breaks until the user edits it.
func (f *Field) Set(typed string) {
	f.box.SetValue(typed)
	f.box.CursorEnd()
	f.exact, f.boxed = typed, f.box.Value()
	f.touched = true
}

// Text returns the text of the field.
func (f *Field) Text() string {
	if f.keepsSpaces && f.box.Value() == f.boxed && len(f.exact) <= maxInputLength {
		return f.exact
	}
	return f.box.Value()
}

// showsProblem reports whether the field is marked as invalid.
func (f *Field) showsProblem() bool { return !f.problem.IsEmpty() && f.touched }

// readType parses a type argument.
func (f *Field) readType() {
	tag, err := move.ParseTypeTag(f.Text())
	f.tag, f.problem, f.meaning = tag, problemText(err), text.Safe{}
	f.hint = text.Const("a type: u64, vector<u8>, 0x1::module::Struct<…>")
	if err == nil {
		f.meaning = text.Format("%s type", text.Clean(tag.Kind.String()))
	}
}

// readArgument parses an argument. Its type may depend on the type arguments; known reports whether these are all valid.
func (f *Field) readArgument(deps *screen.Deps, typeArguments []move.TypeTag, known bool, u unit) {
	f.units = ""
	f.problem, f.suggestions, f.meaning, f.hint, f.keepsSpaces, f.isAddress = text.Safe{}, text.Safe{}, text.Safe{}, text.Safe{}, false, false
	f.value = f.box.Value()
	parsed, err := move.ParseType(f.moveType)
	var tag move.TypeTag
	if err == nil {
		if tag, err = parsed.Instantiate(nil); err != nil && len(typeArguments) > 0 {
			if !known {
				f.problem, f.hint = text.Const("depends on the type arguments"), text.Const("enter valid type arguments first")
				return
			}
			tag, err = parsed.Instantiate(typeArguments)
		}
	}
	if err != nil { // sent as text, and validated by the node
		f.hint, f.meaning = text.Const("sent as typed: unknown type"), text.Const("text")
		return
	}
	f.hint, f.keepsSpaces = InputHint(tag), keepsSpaces(tag)
	typed := f.Text()
	f.value = typed
	f.isAddress = tag.Kind == move.KindAddress || tag.IsObject()
	if f.isAddress {
		if address, ok := savedAddress(deps, typed); ok {
			f.value, f.meaning = address, text.Short(text.Clean(address.String()))
			return
		}
		f.suggestions = namesWithPrefix(deps, typed)
	}
	if f.readAmount(tag, u); !f.problem.IsEmpty() {
		return
	}
	if f.units != "" {
		f.value, typed = f.units, f.units
	}
	argument, err := move.NewArgument(tag, typed)
	if err != nil {
		f.problem = problemText(err)
		return
	}
	f.meaning = text.Short(render.Value(argument.JSON()))
	if f.units != "" {
		shown, _ := text.InDecimals.Amount(f.units, 0)
		f.meaning = text.Format("%s units", shown)
	}
	if _, isOption := tag.OptionElement(); isOption && argument.Text() == "none" {
		f.meaning = text.Const("none")
	}
}

// keepsSpaces reports whether white space around a value of the type is significant: in a String, also inside an Option.
func keepsSpaces(tag move.TypeTag) bool {
	inner, isOption := tag.OptionElement()
	return tag.IsString() || isOption && inner.IsString()
}

// problemText returns the parser's message without its position.
func problemText(err error) text.Safe {
	var broken *move.ParseError
	switch {
	case err == nil:
		return text.Safe{}
	case errors.As(err, &broken):
		return text.Clean(broken.Rule)
	}
	return text.Clean(err.Error())
}

// ParseAddress parses a saved name or an address.
func ParseAddress(deps *screen.Deps, typed string) (move.Address, error) {
	typed = strings.TrimSpace(typed)
	if address, ok := savedAddress(deps, typed); ok {
		return address, nil
	}
	return move.ParseAddress(typed)
}

// savedAddress returns the address saved under a name.
func savedAddress(deps *screen.Deps, typed string) (move.Address, bool) {
	for _, name := range deps.Names.List() {
		if strings.EqualFold(name.Name, typed) {
			return name.Address, true
		}
	}
	return move.Address{}, false
}

// maxSuggestions bounds the suggested names.
const maxSuggestions = 4

// namesWithPrefix returns the saved names that start with the text.
func namesWithPrefix(deps *screen.Deps, typed string) text.Safe {
	var found []string
	for _, name := range deps.Names.List() {
		if typed != "" && len(name.Name) >= len(typed) && strings.EqualFold(name.Name[:len(typed)], typed) && len(found) < maxSuggestions {
			found = append(found, name.Name)
		}
	}
	return text.Clean(strings.Join(found, ", "))
}

// InputHint describes the accepted input of a type.
func InputHint(tag move.TypeTag) text.Safe {
	switch {
	case tag.Kind.IsSigned():
		return text.Const("decimal (-, _ and , allowed) or 0x hex")
	case tag.Kind.Bits() > 0:
		return text.Const("decimal (_ and , allowed) or 0x hex")
	}
	switch tag.Kind {
	case move.KindBool:
		return text.Const("true or false, t or f")
	case move.KindAddress:
		return text.Const("saved name or address; 0x and leading zeros optional")
	case move.KindVector:
		if tag.Element.Kind == move.KindU8 {
			return text.Const("0x hex, [1,2] or text:…")
		}
		return text.Const("comma-separated values, or a JSON array")
	}
	_, isOption := tag.OptionElement()
	switch {
	case tag.IsString():
		return text.Const("any text, sent as typed")
	case isOption:
		return text.Const("a value of the inner type, or none")
	case tag.IsObject():
		return text.Const("address of the object, or a saved name")
	}
	return text.Const("a JSON object with the fields of the struct")
}

// Mismatch says how a call, such as one of a past transaction, does not fit the function; empty if it does, or if it is not filled.
func (m *Form) Mismatch(call target.Call) text.Safe {
	arguments := m.Fields[m.TypeFields:]
	switch passed := len(call.Arguments); {
	case passed == 0 && len(call.TypeArguments) == 0:
		return text.Safe{}
	case len(call.TypeArguments) != m.TypeFields:
		return text.Format("the function may have changed: %s passed, it takes %s", text.Plural(len(call.TypeArguments), "type argument"), text.Integer(uint64(m.TypeFields)))
	case passed != len(arguments):
		return text.Format("the function may have changed: %s passed, it takes %s", text.Plural(passed, "argument"), text.Integer(uint64(len(arguments))))
	}
	for i, f := range m.Fields {
		if !f.problem.IsEmpty() {
			if i < m.TypeFields {
				return text.Format("the function may have changed: %s is not a type", f.label)
			}
			return text.Format("the function may have changed: %s is not of type %s", f.label, f.constraint)
		}
	}
	return text.Safe{}
}

// Difference names the first parameter that two declarations of a function do not have in common.
func Difference(before, now *move.FunctionABI) text.Safe {
	was, is := before.Arguments(), now.Arguments()
	shown := func(declaration *move.FunctionABI, number int) text.Safe {
		return text.Short(text.Bounded(declaration.Parameters[number]))
	}
	for i := range max(len(was), len(is)) {
		switch {
		case i >= len(is):
			return text.Format("#%s %s was removed", text.Integer(uint64(was[i])), shown(before, was[i]))
		case i >= len(was):
			return text.Format("#%s %s is new", text.Integer(uint64(is[i])), shown(now, is[i]))
		case before.Parameters[was[i]] != now.Parameters[is[i]]:
			return text.Format("#%s is now %s, was %s", text.Integer(uint64(is[i])), shown(now, is[i]), shown(before, was[i]))
		}
	}
	if was, is := len(before.TypeParameters), len(now.TypeParameters); was != is {
		return text.Format("it takes %s, took %s", text.Plural(is, "type argument"), text.Integer(uint64(was)))
	}
	return text.Const("the parameters are the same")
}
