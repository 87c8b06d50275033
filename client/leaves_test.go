package client

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
)

// Nothing that a node sends disappears: every leaf of a raw record is in its JSON, at the same path or at that of a table, or the table
// says why it is left out. Leaves below a field of "problems" are named there, and those of members that the client does not know are
// below "other".

// place is an entry of such a table: where leaves of a raw record are in its JSON.
type place struct {
	// raw is the path of the leaves. * is any name or index, a|b one of these names, (a) a name that may be missing, ** at the end
	// any path. @ and @a|b are a name that is a fact of its own, such as that of a variant.
	raw string
	// json is the path in the JSON, empty for leaves that are left out. Each *, a|b and ** of raw is * or ** here. role=x after a
	// list is the list of its objects that have this member.
	json string
	name string        // path in the JSON of the name that @ stands for, as json
	form func(any) any // of the value in the JSON; nil if it is that of the node
	why  string        // reason of another path, of another form, or for leaving it out
}

// leaf is a value in JSON that is not a list or an object, or an empty one.
type leaf struct {
	path  []string
	value any
}

func leavesOf(path []string, value any) (found []leaf) {
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			found = append(found, leavesOf(append(slices.Clone(path), name), member)...)
		}
	case []any:
		for i, element := range value {
			found = append(found, leavesOf(append(slices.Clone(path), strconv.Itoa(i)), element)...)
		}
	case nil: // the same as absent
	default:
		found = []leaf{{path, value}}
	}
	return found
}

// lost lists the leaves of a raw record that its JSON does not have. It adds the indices of the places that were used to used.
func lost(t require.TestingT, raw, encoded []byte, places []place, used map[int]bool) (missing []string) {
	record := parsed(t, encoded)
	for _, leaf := range leavesOf(nil, parsed(t, raw)) {
		if !isNamed(record, leaf) && !isPlaced(record, leaf, places, used) {
			missing = append(missing, fmt.Sprintf("%s: %v", strings.Join(leaf.path, "."), leaf.value))
		}
	}
	slices.Sort(missing)
	return missing
}

func parsed(t require.TestingT, text []byte) (value any) {
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	require.NoError(t, decoder.Decode(&value), "%s", text)
	return value
}

// isNamed reports whether a leaf is part of a problem, or of what the client does not know.
func isNamed(record any, leaf leaf) bool {
	problems, _ := at(record, []string{"problems"})
	list, _ := problems.([]any)
	for _, problem := range list {
		field, _ := at(problem, []string{"field"})
		if path := steps(fmt.Sprint(field)); len(path) <= len(leaf.path) && slices.Equal(path, leaf.path[:len(path)]) {
			return true
		}
	}
	other, _ := at(record, []string{"other"})
	members, _ := other.(map[string]any)
	for name, value := range members {
		path := steps(name)
		if len(path) > len(leaf.path) || !slices.Equal(path, leaf.path[:len(path)]) {
			continue
		}
		if value, found := at(value, leaf.path[len(path):]); found && value == leaf.value {
			return true
		}
	}
	return false
}

// steps splits a path as problems have it, such as output.Move.events[3]["odd name"].
func steps(path string) (steps []string) {
	for path != "" {
		switch {
		case path[0] == '.':
			path = path[1:]
		case strings.HasPrefix(path, `["`):
			quoted, err := strconv.QuotedPrefix(path[1:])
			if err != nil {
				return append(steps, path)
			}
			step, _ := strconv.Unquote(quoted)
			steps, path = append(steps, step), strings.TrimPrefix(path[1+len(quoted):], "]")
		case path[0] == '[':
			step, rest, _ := strings.Cut(path[1:], "]")
			steps, path = append(steps, step), rest
		default:
			end := strings.IndexAny(path, ".[")
			if end < 0 {
				end = len(path)
			}
			steps, path = append(steps, path[:end]), path[end:]
		}
	}
	return steps
}

func isPlaced(record any, leaf leaf, places []place, used map[int]bool) bool {
	isListed := false
	for i, place := range places {
		found, matches := match(strings.Split(place.raw, "."), leaf.path)
		if !matches {
			continue
		}
		isListed = true
		if place.json == "" || place.holds(record, leaf.value, found) {
			if used != nil {
				used[i] = true
			}
			return true
		}
	}
	if isListed {
		return false
	}
	value, found := at(record, leaf.path)
	return found && value == leaf.value
}

// holds reports whether the record has a value at the place.
func (p place) holds(record, value any, found matched) bool {
	if value == "" && !strings.HasSuffix(p.raw, "**") { // an empty text counts as absent
		return true
	}
	if p.name != "" {
		name, _ := at(record, found.fill(p.name))
		if name == nil || !strings.EqualFold(fmt.Sprint(name), found.name) {
			return false
		}
	}
	if p.form != nil {
		value = p.form(value)
	}
	held, ok := at(record, found.fill(p.json))
	return ok && held == value
}

// matched is what the parts of a pattern stand for.
type matched struct {
	stars, rest []string
	name        string
}

// fill returns a path with its stars replaced.
func (m matched) fill(pattern string) (path []string) {
	stars := m.stars
	for step := range strings.SplitSeq(pattern, ".") {
		switch {
		case step == "**":
			path = append(path, m.rest...)
		case step == "*" && len(stars) > 0:
			path, stars = append(path, stars[0]), stars[1:]
		default:
			path = append(path, step)
		}
	}
	return path
}

func match(pattern, path []string) (found matched, matches bool) {
	if len(pattern) == 0 {
		return matched{}, len(path) == 0
	}
	step, after := pattern[0], pattern[1:]
	if step == "**" {
		return matched{rest: path}, true
	}
	if names, isOptional := strings.CutPrefix(step, "("); isOptional {
		if len(path) > 0 && slices.Contains(strings.Split(strings.TrimSuffix(names, ")"), "|"), path[0]) {
			if found, matches := match(after, path[1:]); matches {
				return found, true
			}
		}
		return match(after, path)
	}
	names, isName := strings.CutPrefix(step, "@")
	isAny := names == "*" || names == ""
	if len(path) == 0 || !isAny && !slices.Contains(strings.Split(names, "|"), path[0]) {
		return matched{}, false
	}
	found, matches = match(after, path[1:])
	switch {
	case isName:
		found.name = path[0]
	case isAny || strings.Contains(names, "|"):
		found.stars = append([]string{path[0]}, found.stars...)
	}
	return found, matches
}

// at returns the value at a path.
func at(value any, path []string) (any, bool) {
	for _, step := range path {
		switch inside := value.(type) {
		case map[string]any:
			member, found := inside[step]
			if !found {
				return nil, false
			}
			value = member
		case []any:
			if name, wanted, isFilter := strings.Cut(step, "="); isFilter {
				chosen := []any{}
				for _, element := range inside {
					if member, _ := at(element, []string{name}); member == wanted {
						chosen = append(chosen, element)
					}
				}
				value = chosen
				continue
			}
			index, err := strconv.Atoi(step)
			if err != nil || index >= len(inside) {
				return nil, false
			}
			value = inside[index]
		default:
			return nil, false
		}
	}
	return value, true
}

// Forms of values.

// asNumber is that of an integer, which nodes also write as a string.
func asNumber(value any) any {
	number, err := strconv.ParseUint(fmt.Sprint(value), 10, 64)
	if err != nil {
		return err
	}
	return json.Number(strconv.FormatUint(number, 10))
}

// asAddress is that of an address.
func asAddress(value any) any {
	address, err := move.ParseAddress(fmt.Sprint(value))
	if err != nil {
		return err
	}
	return address.String()
}

// asHash is that of a hash.
func asHash(value any) any { return hash(fmt.Sprint(value)) }

func TestLostLeaves(t *testing.T) {
	t.Parallel()
	places := []place{
		{raw: "left", why: "not needed"},
		{raw: "list.*.id", json: "items.*.key"},
		{raw: "(Move).n", json: "number", form: asNumber},
		{raw: "kind.@.**", json: "value.**", name: "name"},
		{raw: "signer.x", json: "signers.role=second.0.x"},
	}
	for _, test := range []struct {
		raw, encoded string
		want         []string
	}{
		{`{"a":{"b":[1,null,"x"]},"left":5}`, `{"a":{"b":[1,null,"x"]}}`, nil},
		{`{"a":{"b":[1,2]}}`, `{"a":{"b":[1,3]}}`, []string{"a.b.1: 2"}},
		{`{"a":1}`, `{"a":"1"}`, []string{"a: 1"}},
		{`{"a":10000000000000001}`, `{"a":10000000000000000}`, []string{"a: 10000000000000001"}},
		{`{"list":[{"id":1},{"id":2}]}`, `{"items":[{"key":1},{"key":2}]}`, nil},
		{`{"list":[{"id":1},{"id":2}]}`, `{"items":[{"key":2},{"key":1}]}`, []string{"list.0.id: 1", "list.1.id: 2"}},
		{`{"Move":{"n":"7"}}`, `{"number":7}`, nil},
		{`{"n":"7"}`, `{"number":"7"}`, []string{"n: 7"}},
		{`{"kind":{"Dkg":{"a":[true]}}}`, `{"name":"dkg","value":{"a":[true]}}`, nil},
		{`{"kind":{"Dkg":{"a":[true]}}}`, `{"name":"evm","value":{"a":[true]}}`, []string{"kind.Dkg.a.0: true"}},
		{`{"signer":{"x":1}}`, `{"signers":[{"role":"first","x":2},{"role":"second","x":1}]}`, nil},
		{`{"signer":{"x":1}}`, `{"signers":[{"role":"first","x":1}]}`, []string{"signer.x: 1"}},
		{`{"b":{"c":"odd"}}`, `{"problems":[{"field":"b.c"}]}`, nil},
		{`{"b":[{"c d":"odd"}]}`, `{"problems":[{"field":"b[0][\"c d\"]"}]}`, nil},
		{`{"b":{"cc":"odd"}}`, `{"problems":[{"field":"b.c"}]}`, []string{"b.cc: odd"}},
		{`{"b":{"c":{"d":[5]}}}`, `{"other":{"b.c":{"d":[5]}}}`, nil},
		{`{"b":{"c":{"d":[5]}}}`, `{"other":{"b.c":{"d":[6]}}}`, []string{"b.c.d.0: 5"}},
	} {
		require.Equal(t, test.want, lost(t, []byte(test.raw), []byte(test.encoded), places, nil), test.raw)
	}
}
