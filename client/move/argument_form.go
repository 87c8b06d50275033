package move

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Text returns the argument as text that NewArgument parses to an equal value: integers in digits, vectors in brackets, none for an
// empty Option. It is JSON for a struct of unknown layout.
func (a Argument) Text() string {
	if a.value.bcsErr != nil {
		return trimSpaces(string(a.value.json))
	}
	canonical, err := DecodeBCS(a.tag, a.value.bcs)
	if err != nil {
		return trimSpaces(string(a.value.json))
	}
	return canonical.text()
}

// text is Text of an argument whose JSON is canonical.
func (a Argument) text() string {
	value := jsontext.Value(a.value.json)
	if inner, isOption := a.tag.OptionElement(); isOption {
		return a.optionText(inner)
	}
	if a.tag.Kind == KindVector && !a.tag.isBytes() {
		return listText(*a.tag.Element, value)
	}
	if text, ok := quotedText(value); ok {
		return text
	}
	return string(value)
}

// optionText returns the text of the value in an Option, or its JSON if that text has another meaning for an Option.
func (a Argument) optionText(inner TypeTag) string {
	content := a.value.bcs[1:]
	if a.value.bcs[0] == 0 {
		return "none"
	}
	value, err := DecodeBCS(inner, content)
	if err != nil {
		return string(a.value.json)
	}
	text := value.text()
	if again, err := NewArgument(a.tag, text); err == nil && bytes.Equal(again.value.bcs, a.value.bcs) {
		return text
	}
	return string(a.value.json)
}

// listText returns a JSON array of items of a type with bare integers, which are as exact in a form as quoted ones.
func listText(element TypeTag, array jsontext.Value) string {
	var items []string
	decoder := jsontext.NewDecoder(bytes.NewReader(array))
	_, _ = decoder.ReadToken() // the bracket of a canonical array
	for decoder.PeekKind() > 0 && decoder.PeekKind() != ']' {
		item, _ := decoder.ReadValue()
		switch {
		case element.Kind == KindVector && !element.isBytes():
			items = append(items, listText(*element.Element, item.Clone()))
		case element.Kind.Bits() > 0:
			items = append(items, strings.Trim(string(item), `"`))
		default:
			items = append(items, string(item))
		}
	}
	return "[" + strings.Join(items, ", ") + "]"
}
