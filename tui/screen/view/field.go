package view

import (
	"errors"
	"strings"

	"github.com/charmbracelet/bubbles/textinput"

	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/input"
)

// longestInput bounds what a field takes: a vector of some thousand items.
const longestInput = 100_000

// field is a line of the form: a type argument, or an argument.
type field struct {
	label text.Safe // T0, #0
	typed string    // the parameter's type as the ABI gives it; "" for a type argument
	wants text.Safe // what stands beside the label: the type, or what a type argument must be able to do
	box   textinput.Model
	begun bool // something was typed, or a run was tried: an empty field may be called wrong

	// What was read of the text.
	accepts text.Safe    // what may be typed
	wrong   text.Safe    // why the text is not right; empty where it is
	near    text.Safe    // saved names that begin with it
	means   text.Safe    // what was understood
	tag     move.TypeTag // of a type argument
	value   any          // of an argument
	isText  bool         // blanks around it belong to it
	// isAddress tells that it takes an address or an object, and so a saved name.
	isAddress bool
}

func newField(label text.Safe, typed string, wants text.Safe) *field {
	return &field{label: label, typed: typed, wants: wants, box: input.New(longestInput)}
}

// complains tells that the field is to be shown as wrong.
func (f *field) complains() bool { return f.wrong != "" && f.begun }

// readType reads a type argument.
func (f *field) readType() {
	tag, err := move.ParseTypeTag(f.box.Value())
	f.tag, f.wrong, f.means = tag, rule(err), ""
	f.accepts = "a type: u64, vector<u8>, 0x1::module::Struct<…>"
	if err == nil {
		f.means = text.Safe(tag.Kind.String()) + " type"
	}
}

// readArgument reads an argument. Its type may need the type arguments, which are known once all of them are right.
func (f *field) readArgument(deps *screen.Deps, typeArguments []move.TypeTag, known bool) {
	typed := f.box.Value()
	f.value, f.wrong, f.near, f.means, f.accepts, f.isText, f.isAddress = typed, "", "", "", "", false, false
	parsed, err := move.ParseType(f.typed)
	var tag move.TypeTag
	if err == nil {
		if tag, err = parsed.Instantiate(nil); err != nil && len(typeArguments) > 0 {
			if !known {
				f.wrong, f.accepts = "its type needs the type arguments", "what it takes is known once the type arguments are right"
				return
			}
			tag, err = parsed.Instantiate(typeArguments)
		}
	}
	if err != nil { // the client sends it as text, and the node judges
		f.accepts, f.means = "text as typed: its type is not understood here", "text"
		return
	}
	f.accepts, f.isText = accepts(tag), isStandard(tag, "string", "String")
	f.isAddress = tag.Kind == move.KindAddress || isStandard(tag, "object", "Object")
	if f.isAddress {
		if address, ok := named(deps, typed); ok {
			f.value, f.means = address, text.Short(text.Safe(address.String()))
			return
		}
		f.near = begun(deps, typed)
	}
	argument, err := move.NewArgument(tag, typed)
	if err != nil {
		f.wrong = rule(err)
		return
	}
	f.means = text.Short(render.Value(argument.JSON()))
}

// rule is what is wrong with a text, in the words of the parser.
func rule(err error) text.Safe {
	var broken *move.ParseError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &broken):
		return text.Clean(broken.Rule)
	}
	return text.Clean(err.Error())
}

// named is the address that the text is the saved name of.
func named(deps *screen.Deps, typed string) (move.Address, bool) {
	for _, name := range deps.Names {
		if strings.EqualFold(name.Name, typed) {
			return name.Address, true
		}
	}
	return move.Address{}, false
}

// mostNear bounds the saved names that are offered.
const mostNear = 4

// begun is the saved names that begin with the text.
func begun(deps *screen.Deps, typed string) text.Safe {
	var found []text.Safe
	for _, name := range deps.Names {
		if typed != "" && len(name.Name) >= len(typed) && strings.EqualFold(name.Name[:len(typed)], typed) && len(found) < mostNear {
			found = append(found, text.Clean(name.Name))
		}
	}
	return joined(found)
}

// isStandard tells whether the type is this struct of the standard library.
func isStandard(tag move.TypeTag, module, name string) bool {
	return tag.Kind == move.KindStruct && tag.Struct.Address == (move.Address{31: 1}) && tag.Struct.Module == module && tag.Struct.Name == name
}

// accepts says what may be typed for a type.
func accepts(tag move.TypeTag) text.Safe {
	switch tag.Kind {
	case move.KindBool:
		return "true or false, t or f"
	case move.KindU8, move.KindU16, move.KindU32, move.KindU64, move.KindU128, move.KindU256:
		return "digits, with _ and , between them; 0x and hex"
	case move.KindAddress:
		return "saved name, full or short address; 0x optional"
	case move.KindVector:
		if tag.Element.Kind == move.KindU8 {
			return "0x and hex, [1,2], or text: in front of words"
		}
		return "values with commas between them, or a JSON array"
	}
	switch {
	case isStandard(tag, "string", "String"):
		return "text as typed"
	case isStandard(tag, "option", "Option"):
		return "empty for none, else a value of the type inside"
	case isStandard(tag, "object", "Object"):
		return "address of the object, or a saved name"
	}
	return "a JSON object with the fields of the struct"
}

func joined(parts []text.Safe) text.Safe {
	var whole text.Safe
	for i, part := range parts {
		if i > 0 {
			whole += ", "
		}
		whole += part
	}
	return whole
}
