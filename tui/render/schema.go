package render

import (
	"bytes"
	"encoding/json"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"foredeck/client/move"
)

// Limits of what is resolved, since types and values come from the node.
const (
	maxDepth   = 16
	maxModules = 12
	maxTypes   = 64
	maxOrdered = 64 << 10 // larger resources keep the node's order
)

// Schema is the declaration of a resource's type, as far as its modules are known. It does not change and may be used concurrently.
type Schema struct {
	root    move.TypeTag
	modules map[move.ModuleID]*move.ModuleABI
	missing int
}

// New resolves a type. abi returns the interface of a module, nil if it is not known yet; it is called for up to 12 modules.
func New(root move.StructTag, abi func(move.ModuleID) *move.ModuleABI) *Schema {
	s := &Schema{root: move.TypeTag{Kind: move.KindStruct, Struct: &root}, modules: map[move.ModuleID]*move.ModuleABI{}}
	asked, seen := map[move.ModuleID]bool{}, map[string]bool{}
	queue := []move.TypeTag{s.root}
	for len(queue) > 0 && len(seen) < maxTypes {
		tag := queue[0]
		queue = queue[1:]
		for tag.Kind == move.KindVector {
			tag = *tag.Element
		}
		if tag.Kind != move.KindStruct || isPlain(tag.Struct) || seen[tag.String()] {
			continue
		}
		seen[tag.String()] = true
		id := move.ModuleID{Address: tag.Struct.Address, Name: tag.Struct.Module}
		if !asked[id] && len(asked) < maxModules {
			asked[id] = true
			if s.modules[id] = abi(id); s.modules[id] == nil {
				s.missing++
			}
		}
		for _, field := range s.fields(tag) {
			queue = append(queue, field.tag)
		}
	}
	return s
}

// Complete reports whether all modules are known.
func (s *Schema) Complete() bool { return s.missing == 0 }

// Known returns the number of modules that are known.
func (s *Schema) Known() int { return len(s.modules) - s.missing }

// isPlain reports whether nodes write the struct as a plain value: a String.
func isPlain(tag *move.StructTag) bool {
	return tag.Address == move.Address{31: 1} && tag.Module == "string" && tag.Name == "String"
}

type field struct {
	name string
	tag  move.TypeTag
}

// fields returns the fields of a struct with their types, in the order of their declaration; nil if it is not known.
func (s *Schema) fields(tag move.TypeTag) []field {
	if tag.Kind != move.KindStruct {
		return nil
	}
	abi := s.modules[move.ModuleID{Address: tag.Struct.Address, Name: tag.Struct.Module}]
	if abi == nil {
		return nil
	}
	at := slices.IndexFunc(abi.Structs, func(declared move.StructABI) bool { return declared.Name == tag.Struct.Name })
	if at < 0 {
		return nil
	}
	var found []field
	for _, declared := range abi.Structs[at].Fields {
		written, err := move.ParseType(declared.Type)
		if err != nil {
			continue
		}
		if instance, err := written.Instantiate(tag.Struct.TypeArguments); err == nil {
			found = append(found, field{declared.Name, instance})
		}
	}
	return found
}

// TypeText returns the type of the value at a path, "" if it is not known. A nil Schema knows none.
func (s *Schema) TypeText(path string) string {
	if s == nil {
		return ""
	}
	tag, ok := s.Type(path)
	if !ok {
		return ""
	}
	return tag.String()
}

// Type returns the declared type of the value at a path, such as .coin.value or .items[0]. ok is false if it is not known.
func (s *Schema) Type(path string) (tag move.TypeTag, ok bool) {
	tag = s.root
	for range maxDepth {
		name, rest, isItem := cutStep(path)
		switch {
		case path == "" || path == ".":
			return tag, true
		case isItem && tag.Kind == move.KindVector:
			tag = *tag.Element
		default:
			declared := s.fields(tag)
			at := slices.IndexFunc(declared, func(f field) bool { return f.name == name })
			if at < 0 {
				return move.TypeTag{}, false
			}
			tag = declared[at].tag
		}
		path = rest
	}
	return move.TypeTag{}, false
}

// cutStep splits the first step off a path.
func cutStep(path string) (name, rest string, isItem bool) {
	path = strings.TrimPrefix(path, ".")
	if inner, ok := strings.CutPrefix(path, "["); ok {
		name, rest, _ = strings.Cut(inner, "]")
		return strings.Trim(name, `"`), rest, !strings.HasPrefix(name, `"`)
	}
	end := strings.IndexAny(path, ".[")
	if end < 0 {
		end = len(path)
	}
	return path[:end], path[end:], false
}

// Order returns the resource with its fields in the order of their declaration. Values do not change; fields that are not declared
// follow. Text that cannot be read, and a resource over 64 KiB, stay as they are.
func (s *Schema) Order(raw json.RawMessage) json.RawMessage {
	if len(raw) > maxOrdered || s.Known() == 0 {
		return raw
	}
	ordered, ok := s.order(raw, s.root, 0)
	if !ok {
		return raw
	}
	return ordered
}

type member struct {
	name       string
	key, value []byte
}

func (s *Schema) order(raw []byte, tag move.TypeTag, depth int) (ordered []byte, ok bool) {
	raw = bytes.TrimSpace(raw)
	if depth > maxDepth || len(raw) == 0 || raw[0] != '{' && raw[0] != '[' {
		return raw, true
	}
	decoder := jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if _, err := decoder.ReadToken(); err != nil {
		return nil, false
	}
	declared := s.fields(tag)
	var members []member
	for kind := decoder.PeekKind(); kind != '}' && kind != ']'; kind = decoder.PeekKind() {
		var m member
		inner := move.TypeTag{}
		if raw[0] == '{' {
			key, err := decoder.ReadValue()
			if err != nil {
				return nil, false
			}
			m.key = bytes.Clone(key)
			m.name = strings.Trim(string(key), `"`)
			if at := slices.IndexFunc(declared, func(f field) bool { return f.name == m.name }); at >= 0 {
				inner = declared[at].tag
			}
		} else if tag.Kind == move.KindVector {
			inner = *tag.Element
		}
		value, err := decoder.ReadValue()
		if err != nil {
			return nil, false
		}
		if m.value, ok = s.order(bytes.Clone(value), inner, depth+1); !ok {
			return nil, false
		}
		members = append(members, m)
	}
	if raw[0] == '{' {
		place := func(m member) int {
			if at := slices.IndexFunc(declared, func(f field) bool { return f.name == m.name }); at >= 0 {
				return at
			}
			return len(declared)
		}
		sort.SliceStable(members, func(i, j int) bool { return place(members[i]) < place(members[j]) })
	}
	ordered = append(ordered, raw[0])
	for i, m := range members {
		if i > 0 {
			ordered = append(ordered, ',')
		}
		if raw[0] == '{' {
			ordered = append(append(ordered, m.key...), ':')
		}
		ordered = append(ordered, m.value...)
	}
	return append(ordered, raw[len(raw)-1]), true
}

// CoinOf returns the coin whose amount is at a path: the value of a 0x1::coin::Coin.
func (s *Schema) CoinOf(path string) (coin move.TypeTag, ok bool) {
	outer, isValue := strings.CutSuffix(path, ".value")
	if !isValue {
		return coin, false
	}
	tag, ok := s.Type(outer)
	if !ok || tag.Kind != move.KindStruct || tag.Struct.Address != (move.Address{31: 1}) || tag.Struct.Module != "coin" || tag.Struct.Name != "Coin" || len(tag.Struct.TypeArguments) != 1 {
		return coin, false
	}
	return tag.Struct.TypeArguments[0], true
}

// IsTable reports whether a type is a table, whose items are not in the resource: a node reads them by their keys.
func IsTable(tag move.TypeTag) bool {
	if tag.Kind != move.KindStruct || tag.Struct.Address != (move.Address{31: 1}) {
		return false
	}
	switch tag.Struct.Module + "::" + tag.Struct.Name {
	case "table::Table", "table_with_length::TableWithLength", "smart_table::SmartTable", "big_ordered_map::BigOrderedMap", "smart_vector::SmartVector":
		return true
	}
	return false
}

// timeUnit is a unit of timestamps, with words in the names of their fields.
type timeUnit struct {
	unit  time.Duration
	words []string
}

// timeUnits are the units of a timestamp; the first unit with a word in the name counts, so that microseconds are not seconds. Without
// such a word the range decides.
var timeUnits = []timeUnit{
	{time.Microsecond, []string{"micro", "_us"}},
	{time.Millisecond, []string{"milli", "_ms"}},
	{time.Second, []string{"sec"}},
}

// timeWords occur in the names of fields that hold a point in time.
var timeWords = []string{"time", "sec", "milli", "micro", "_ms", "_us", "_at", "expir", "deadline", "until", "since"}

// Years between which a number is taken for a point in time.
const (
	firstYear = 2015
	lastYear  = 2100
)

// FieldTime returns the point in time in a u64 field, judged by its name and a plausible range: from 2015 to 2100 in seconds,
// milliseconds or microseconds.
func FieldTime(name, digits string) (at time.Time, ok bool) {
	number, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || !containsAny(name, timeWords) {
		return at, false
	}
	for _, u := range timeUnits {
		perSecond := int64(time.Second / u.unit)
		at = time.Unix(number/perSecond, number%perSecond*int64(u.unit)).UTC()
		plausible := at.Year() >= firstYear && at.Year() < lastYear
		if named := containsAny(name, u.words); named || plausible && !namesUnit(name) {
			return at, plausible
		}
	}
	return time.Time{}, false
}

func namesUnit(name string) bool {
	return slices.ContainsFunc(timeUnits, func(u timeUnit) bool { return containsAny(name, u.words) })
}

func containsAny(name string, words []string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(name, word) })
}
