package compare

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"sync"
)

// decode decodes JSON with exact numbers; nil if it is empty.
func decode(raw json.RawMessage) (any, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	err := decoder.Decode(&value)
	return value, err
}

// compareJSON returns the paths at which two JSON values differ, as jq filters such as .coin.value. A number equals a string of the
// same digits, since RPC versions write large integers in different ways.
func compareJSON(a, b json.RawMessage) []Difference {
	decodedA, errA := decode(a)
	decodedB, errB := decode(b)
	if errA != nil || errB != nil {
		if bytes.Equal(a, b) {
			return nil
		}
		return []Difference{{Field: ".", A: nonEmpty(string(a)), B: nonEmpty(string(b))}}
	}
	var found []Difference
	walkJSON("", decodedA, decodedB, func(path string, a, b any) {
		path = cmp.Or(path, ".")
		found = append(found, Difference{Field: path, A: scalar(a), B: scalar(b)})
	})
	return found
}

// absent is the value of an element that only the other side has.
type absent struct{}

func walkJSON(path string, a, b any, differ func(path string, a, b any)) {
	switch a := a.(type) {
	case map[string]any:
		if b, ok := b.(map[string]any); ok {
			for _, key := range unionOfKeys(a, b) {
				walkJSON(path+member(key), valueOf(a, key), valueOf(b, key), differ)
			}
			return
		}
	case []any:
		if b, ok := b.([]any); ok {
			for i := range max(len(a), len(b)) {
				walkJSON(path+"["+strconv.Itoa(i)+"]", elementOf(a, i), elementOf(b, i), differ)
			}
			return
		}
	}
	if !isEqualScalar(a, b) {
		differ(path, a, b)
	}
}

func isEqualScalar(a, b any) bool {
	_, isTextA := a.(string)
	_, isTextB := b.(string)
	_, isNumberA := a.(json.Number)
	_, isNumberB := b.(json.Number)
	return isEqualText(scalar(a), scalar(b)) && (isTextA == isTextB || isNumberA || isNumberB)
}

func unionOfKeys(a, b map[string]any) []string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return slices.Sorted(maps.Keys(all))
}

func valueOf(object map[string]any, key string) any {
	if value, ok := object[key]; ok {
		return value
	}
	return absent{}
}

func elementOf(array []any, i int) any {
	if i < len(array) {
		return array[i]
	}
	return absent{}
}

var plainKey = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`) })

// member returns the path of a member of an object.
func member(key string) string {
	if plainKey().MatchString(key) {
		return "." + key
	}
	return "[" + strconv.Quote(key) + "]"
}

// scalar returns a value as text: a string without quotes, all else as JSON. It is nil for an absent value.
func scalar(value any) *string {
	switch value := value.(type) {
	case absent:
		return nil
	case string:
		return &value
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		return nil // impossible: it was decoded from JSON
	}
	return new(string(encoded))
}
