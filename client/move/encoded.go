package move

import (
	"bytes"
	"encoding/hex"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

func encodeBool(value bool) encoded {
	bcs := []byte{0}
	if value {
		bcs[0] = 1
	}
	return encoded{json: strconv.AppendBool(nil, value), bcs: bcs}
}

func encodeAddress(address Address) encoded {
	return encoded{json: []byte(`"` + address.String() + `"`), bcs: address[:]}
}

func encodeBytes(value []byte) encoded {
	return encoded{json: []byte(`"0x` + hex.EncodeToString(value) + `"`), bcs: appendString(nil, value)}
}

// encodeString encodes text, which must be UTF-8.
func encodeString(text string) (encoded, error) {
	quoted, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		return encoded{}, invalid("not UTF-8")
	}
	return encoded{json: quoted, bcs: appendString(nil, text)}, nil
}

// encodeVector encodes a vector of items.
func encodeVector(element TypeTag, items []encoded) encoded {
	value := encoded{bcs: appendLength(nil, len(items))}
	var list [][]byte
	for i, item := range items {
		if item.bcsErr != nil && value.bcsErr == nil {
			value.bcsErr = itemError(i, item.bcsErr)
		}
		value.bcs = append(value.bcs, item.bcs...)
		list = append(list, item.json)
	}
	if element.Kind == KindU8 && value.bcsErr == nil {
		return encodeBytes(value.bcs[len(value.bcs)-len(items):])
	}
	value.json = append(append([]byte("["), bytes.Join(list, []byte(","))...), ']')
	return value
}

// encodeOption encodes an Option, a vector of at most one item.
func encodeOption(inner TypeTag, items ...encoded) encoded {
	value := encodeVector(inner, items)
	if value.bcsErr != nil {
		value.bcsErr = items[0].bcsErr
	}
	value.json = append(append([]byte(`{"vec":`), value.json...), '}')
	return value
}

// encodeRaw encodes JSON unchanged. It has BCS only if it parses as the type.
func encodeRaw(tag TypeTag, raw []byte, depth int) (encoded, error) {
	if !jsontext.Value(raw).IsValid() {
		return encoded{}, invalid("not JSON")
	}
	value, err := encodeItem(tag, trimSpaces(string(raw)), depth)
	if err != nil {
		value.bcsErr = argumentError(string(raw), err)
	}
	value.json = raw
	return value, nil
}

// itemError returns an error about an item of a vector.
func itemError(index int, err error) error {
	return invalid("item %d: %s", index+1, ruleOf(err))
}

// ruleOf returns the rule of an error, which is always a *ParseError.
func ruleOf(err error) string { return err.(*ParseError).Rule }
