package httpapi

import (
	"fmt"
	"net/url"
	"strconv"
)

// ReadSingle returns the value of a query parameter and whether it is given. Giving it more
// than once is an error.
func ReadSingle(values url.Values, name string) (text string, given bool, err error) {
	switch texts := values[name]; len(texts) {
	case 0:
		return "", false, nil
	case 1:
		return texts[0], true, nil
	default:
		return "", false, fmt.Errorf("%s: given %d times", name, len(texts))
	}
}

// ReadUint64 parses an integer parameter; nil if it is not given.
func ReadUint64(values url.Values, name string) (*uint64, error) {
	text, given, err := ReadSingle(values, name)
	if !given || err != nil {
		return nil, err
	}
	number, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("%s: %q is not an integer from 0 to 18446744073709551615", name, text)
	}
	return &number, nil
}

// ReadFlag parses a boolean parameter; false if it is not given.
func ReadFlag(values url.Values, name string) (bool, error) {
	if !values.Has(name) {
		return false, nil
	}
	return RequireBool(values, name)
}

// RequireBool parses a boolean parameter that must be given.
func RequireBool(values url.Values, name string) (bool, error) {
	switch text, given, err := ReadSingle(values, name); {
	case err != nil:
		return false, err
	case !given:
		return false, fmt.Errorf("%s: missing; give true or false", name)
	case text != "true" && text != "false":
		return false, fmt.Errorf("%s: %q is not true or false", name, text)
	default:
		return text == "true", nil
	}
}
