package hostile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// document is a JSON value whose parts can be replaced by any bytes, also by those that are not JSON.
type document struct {
	raw     []byte // of a scalar, or what replaces the value
	object  bool
	array   bool
	members []member
}

type member struct {
	key   []byte // as it is written, with quotes; empty in arrays
	value *document
}

// parse reads a JSON document. ok is false if the text is not one.
func parse(text []byte) (root *document, ok bool) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	root, err := parseValue(decoder)
	if err != nil {
		return nil, false
	}
	_, err = decoder.Token()
	return root, err != nil // the end of the text
}

func parseValue(decoder *json.Decoder) (*document, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	delimiter, ok := token.(json.Delim)
	if !ok {
		return &document{raw: scalar(token)}, nil
	}
	d := &document{object: delimiter == '{', array: delimiter == '['}
	for decoder.More() {
		var m member
		if d.object {
			key, err := decoder.Token()
			if err != nil {
				return nil, err
			}
			m.key = scalar(key)
		}
		if m.value, err = parseValue(decoder); err != nil {
			return nil, err
		}
		d.members = append(d.members, m)
	}
	_, err = decoder.Token()
	return d, err
}

// scalar returns a token as JSON.
func scalar(token json.Token) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(token); err != nil {
		panic(fmt.Sprintf("token %v: %v", token, err)) // every token can be encoded
	}
	return bytes.TrimSpace(out.Bytes())
}

func (d *document) isString() bool { return len(d.raw) > 0 && d.raw[0] == '"' }

// append writes the document to out.
func (d *document) append(out []byte) []byte {
	switch {
	case !d.object && !d.array:
		return append(out, d.raw...)
	case d.object:
		out = append(out, '{')
	default:
		out = append(out, '[')
	}
	for i, m := range d.members {
		if i > 0 {
			out = append(out, ',')
		}
		if d.object {
			out = append(append(out, m.key...), ':')
		}
		out = m.value.append(out)
	}
	if d.object {
		return append(out, '}')
	}
	return append(out, ']')
}

// replace replaces the value with raw JSON.
func (d *document) replace(raw string) { *d = document{raw: []byte(raw)} }

// field is a value of a document with its path, such as .record[].hash. All elements of an array have the same path.
type field struct {
	path  string
	value *document
}

// fields lists all values of a document, the root first. Elements after the first of an array come after it, so a field
// of the document is known by its path and its number among those with the path.
func (d *document) fields() []field { return d.appendFields(nil, "") }

func (d *document) appendFields(all []field, path string) []field {
	all = append(all, field{path, d})
	for _, m := range d.members {
		at := path + "[]"
		if d.object {
			at = path + "." + string(bytes.Trim(m.key, `"`))
		}
		all = m.value.appendFields(all, at)
	}
	return all
}

// member returns the value of a member of an object, nil if there is none.
func (d *document) member(name string) *document {
	i := slices.IndexFunc(d.members, func(m member) bool { return string(m.key) == `"`+name+`"` })
	if i < 0 {
		return nil
	}
	return d.members[i].value
}
