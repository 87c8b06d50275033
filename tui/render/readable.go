package render

import (
	"strconv"
	"strings"
	"time"

	"foredeck/client/move"
)

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

// IsTable reports whether a type is a table, whose items no request of the API returns.
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

// timeUnits are the units of a timestamp, with words in the names of their fields; the first unit with a word in the name counts, so
// that microseconds are not seconds. Without such a word the range decides.
var timeUnits = []struct {
	unit  time.Duration
	words []string
}{
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
	for _, u := range timeUnits {
		if containsAny(name, u.words) {
			return true
		}
	}
	return false
}

func containsAny(name string, words []string) bool {
	name = strings.ToLower(name)
	for _, word := range words {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}
