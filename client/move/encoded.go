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

// encodeString fails for a text that is not UTF-8.
func encodeString(text string) (encoded, error) {
	quoted, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		return encoded{}, broken("not UTF-8")
	}
	return encoded{json: quoted, bcs: appendString(nil, text)}, nil
}

// encodeVector encodes the items of a vector of that element.
func encodeVector(element TypeTag, items []encoded) encoded {
	value := encoded{bcs: appendLength(nil, len(items))}
	var list [][]byte
	for i, item := range items {
		if item.unsendable != nil && value.unsendable == nil {
			value.unsendable = itemError(i, item.unsendable)
		}
		value.bcs = append(value.bcs, item.bcs...)
		list = append(list, item.json)
	}
	if element.Kind == KindU8 && value.unsendable == nil {
		return encodeBytes(value.bcs[len(value.bcs)-len(items):])
	}
	value.json = append(append([]byte("["), bytes.Join(list, []byte(","))...), ']')
	return value
}

// encodeOption encodes an Option, which is a vector of one item or none.
func encodeOption(inner TypeTag, items ...encoded) encoded {
	value := encodeVector(inner, items)
	if value.unsendable != nil {
		value.unsendable = items[0].unsendable
	}
	value.json = append(append([]byte(`{"vec":`), value.json...), '}')
	return value
}

// encodeRaw takes JSON of any type as it stands. Its BCS is there when it reads as the type.
func encodeRaw(tag TypeTag, raw []byte, depth int) (encoded, error) {
	if !jsontext.Value(raw).IsValid() {
		return encoded{}, broken("not JSON")
	}
	value, err := encodeItem(tag, trimSpaces(string(raw)), depth)
	if err != nil {
		value.unsendable = argumentError(string(raw), err)
	}
	value.json = raw
	return value, nil
}

// itemError is an error about an item of a vector.
func itemError(index int, err error) error {
	return broken("item %d: %s", index+1, ruleOf(err))
}

// ruleOf gives the rule alone. All errors of this package are of the one type.
func ruleOf(err error) string {
	return err.(*ParseError).Rule
}
