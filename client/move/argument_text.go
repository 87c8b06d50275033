package move

import (
	"bytes"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// encodeText parses text for a type at a nesting depth.
func encodeText(tag TypeTag, text string, depth int) (encoded, error) {
	if depth > MaxTypeDepth {
		return encoded{}, invalid("nesting exceeds %d types", MaxTypeDepth)
	}
	if tag.Kind.Bits() > 0 {
		value, position, rule := readInteger(tag.Kind, text)
		if rule != "" {
			return encoded{}, invalidAt(position, "%s", rule)
		}
		return value, nil
	}
	switch tag.Kind {
	case KindBool:
		return boolText(text)
	case KindAddress:
		return addressText(text)
	case KindVector:
		if tag.isBytes() {
			return bytesText(text)
		}
		return vectorText(*tag.Element, text, depth)
	case KindStruct:
		return structText(tag, text, depth)
	default:
		return encoded{}, notPassable(tag)
	}
}

// notPassable returns the error for a type that cannot be passed.
func notPassable(tag TypeTag) error {
	if tag.Kind == KindSigner {
		return invalid("a signer cannot be passed: the node supplies it")
	}
	if tag.Kind == KindFunction {
		return invalid("a function value cannot be passed: only Move code makes one")
	}
	return invalid("missing type")
}

func boolText(text string) (encoded, error) {
	switch text {
	case "true", "t":
		return encodeBool(true), nil
	case "false", "f":
		return encodeBool(false), nil
	default:
		return encoded{}, invalid("must be true or false")
	}
}

func addressText(text string) (encoded, error) {
	address, err := ParseAddress(text)
	if err != nil {
		return encoded{}, err
	}
	return encodeAddress(address), nil
}

func bytesText(text string) (encoded, error) {
	if words, found := strings.CutPrefix(text, "text:"); found {
		return encodeBytes([]byte(words)), nil
	}
	if strings.HasPrefix(text, "[") {
		return vectorText(TypeTag{Kind: KindU8}, text, 1)
	}
	if !strings.HasPrefix(text, "0x") && !strings.HasPrefix(text, "0X") {
		return encoded{}, invalid("must start with 0x, [ or text:")
	}
	digits := text[len("0x"):]
	if i := strings.IndexFunc(digits, isNotHex); i >= 0 {
		position := len("0x") + i + 1
		return encoded{}, invalidAt(position, "not hex at character %d", position)
	}
	value, err := hex.DecodeString(digits)
	if err != nil {
		return encoded{}, invalid("odd number of digits")
	}
	return encodeBytes(value), nil
}

// vectorText parses a list of items. depth is that of the vector.
func vectorText(element TypeTag, text string, depth int) (encoded, error) {
	texts, err := splitItems(text)
	if err != nil {
		return encoded{}, err
	}
	items := make([]encoded, len(texts))
	for i, item := range texts {
		items[i], err = encodeItem(element, item, depth+1)
		if err != nil {
			return encoded{}, itemError(i, err)
		}
	}
	return encodeVector(element, items), nil
}

// encodeItem parses a value inside a list or JSON: text as for encodeText, also in quotes.
func encodeItem(tag TypeTag, text string, depth int) (encoded, error) {
	if strings.HasPrefix(text, `"`) {
		unquoted, err := jsontext.AppendUnquote(nil, text)
		if err != nil {
			return encoded{}, invalid("invalid text in quotes")
		}
		if inner, isOption := tag.OptionElement(); isOption && len(unquoted) > 0 && isNone(inner, string(unquoted)) {
			return someText(inner, string(unquoted), depth) // in quotes, the words are values
		}
		return encodeText(tag, string(unquoted), depth)
	}
	return encodeText(tag, text, depth)
}

func structText(tag TypeTag, text string, depth int) (encoded, error) {
	raw := jsontext.Value(text)
	inner, isOption := tag.OptionElement()
	switch {
	case isOption:
		return optionText(inner, text, depth)
	case tag.IsString():
		return encodeString(text)
	case tag.IsObject():
		return objectText(text)
	case !raw.IsValid() || raw.Kind() != '{':
		return encoded{}, invalid("must be a JSON object with the fields of the struct")
	}
	bcsErr := invalid("the layout of %s is unknown: send the call as JSON", tag.Struct.Name)
	return encoded{json: []byte(trimSpaces(text)), bcsErr: bcsErr}, nil
}

// objectText parses an object: its address, or {"inner": "0x…"} as nodes write it in values.
func objectText(text string) (encoded, error) {
	if name, value, found := onlyMember(jsontext.Value(text)); found && name == "inner" {
		if address, quoted := quotedText(value); quoted {
			text = address
		}
	}
	return addressText(text)
}

func optionText(inner TypeTag, text string, depth int) (encoded, error) {
	if isNone(inner, text) {
		return encodeOption(inner), nil
	}
	list, found := optionList(text)
	if !found {
		return someText(inner, text, depth)
	}
	if strings.HasPrefix(list, `"`) && inner.Kind == KindU8 {
		return optionOfByte(list)
	}
	items, err := splitItems(list)
	switch {
	case err != nil || !strings.HasPrefix(list, "["):
		return encoded{}, invalid("vec is not an array")
	case len(items) > 1:
		return encoded{}, invalid("vec holds %d values, an Option at most 1", len(items))
	case len(items) == 0:
		return encodeOption(inner), nil
	}
	value, err := encodeItem(inner, items[0], depth+1)
	if err != nil {
		return encoded{}, invalid("vec: %s", ruleOf(err))
	}
	return encodeOption(inner, value), nil
}

// isNone reports whether the text is an empty Option of a type: nothing, none, null or [], which for a vector is an empty vector.
func isNone(inner TypeTag, text string) bool {
	return text == "" || text == "none" || text == "null" || text == "[]" && inner.Kind != KindVector
}

// someText parses the value inside an Option. depth is that of the Option.
func someText(inner TypeTag, text string, depth int) (encoded, error) {
	value, err := encodeText(inner, text, depth+1)
	if err != nil {
		return encoded{}, err
	}
	return encodeOption(inner, value), nil
}

// optionOfByte parses an Option<u8> with vec in hex, as nodes encode it.
func optionOfByte(list string) (encoded, error) {
	u8 := TypeTag{Kind: KindU8}
	value, err := encodeItem(TypeTag{Kind: KindVector, Element: &u8}, list, 1)
	switch {
	case err != nil:
		return encoded{}, invalid("vec: %s", ruleOf(err))
	case len(value.bcs) == 1:
		return encodeOption(u8), nil
	case len(value.bcs) == 2:
		return encodeOption(u8, encoded{bcs: value.bcs[1:]}), nil
	default:
		return encoded{}, invalid("vec holds more than 1 byte, an Option at most 1")
	}
}

// optionList returns the JSON of vec if the text is {"vec": ...} and nothing else.
func optionList(text string) (list string, found bool) {
	if !strings.HasPrefix(text, "{") {
		return "", false
	}
	decoder := jsontext.NewDecoder(strings.NewReader(text))
	_, _ = decoder.ReadToken() // the brace
	if name, err := decoder.ReadToken(); err != nil || name.String() != "vec" {
		return "", false
	}
	value, err := decoder.ReadValue()
	if err != nil {
		return "", false
	}
	list = string(value)
	if end, err := decoder.ReadToken(); err != nil || end.Kind() != '}' {
		return "", false
	}
	return list, true
}

// splitItems splits a list at its top-level commas. It removes brackets around the list and spaces around items. Empty text is
// an error; the empty list is [].
func splitItems(text string) ([]string, error) {
	if text == "" {
		return nil, invalid("empty: use [] for an empty list")
	}
	if inside, found := withoutBrackets(text); found {
		text = inside
		if trimSpaces(text) == "" {
			return nil, nil
		}
	}
	var items []string
	start := 0
	err := walkList(text, func(offset, depth int) bool {
		if text[offset] == ',' && depth == 0 {
			items = append(items, trimSpaces(text[start:offset]))
			start = offset + 1
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	return append(items, trimSpaces(text[start:])), nil
}

// withoutBrackets removes brackets around the whole text.
func withoutBrackets(text string) (inside string, found bool) {
	trimmed := trimSpaces(text)
	if !strings.HasPrefix(trimmed, "[") || !strings.HasSuffix(trimmed, "]") {
		return "", false
	}
	first := -1 // offset of the matching bracket
	_ = walkList(trimmed, func(offset, depth int) bool {
		if depth == 0 {
			first = offset
			return false
		}
		return true
	})
	if first != len(trimmed)-1 {
		return "", false
	}
	return trimmed[1:first], true
}

// walkList calls visit for each bracket, brace and comma outside of quotes, with the nesting depth after it, until visit
// returns false. Quotes count only where a value can start.
func walkList(text string, visit func(offset, depth int) bool) error {
	depth := 0
	begins := true
	for offset := 0; offset < len(text); offset++ {
		switch b := text[offset]; b {
		case '"':
			if begins {
				end := quotesEnd(text, offset)
				if end < 0 {
					return invalid(`missing " at the end`)
				}
				offset = end
			}
			begins = false
		case '[', '{', ']', '}', ',':
			switch b {
			case '[', '{':
				depth++
			case ']', '}':
				depth--
			}
			if depth < 0 {
				return invalid("unexpected %q after character %d", b, utf8.RuneCountInString(text[:offset]))
			}
			if !visit(offset, depth) {
				return nil
			}
			begins = b != ']' && b != '}'
		case ':':
			begins = true
		case ' ', '\t', '\r', '\n':
		default:
			begins = false
		}
	}
	if depth > 0 {
		return invalid("missing ] or } at the end")
	}
	return nil
}

// quotesEnd returns the offset of the quote that closes the one at start, -1 if there is none.
func quotesEnd(text string, start int) int {
	for offset := start + 1; offset < len(text); offset++ {
		switch text[offset] {
		case '\\':
			offset++
		case '"':
			return offset
		}
	}
	return -1
}

// trimSpaces removes the white space of JSON around a text.
func trimSpaces(text string) string { return strings.Trim(text, " \t\r\n") }

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
