package market

import (
	"cmp"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"sort"
	"strings"
)

// column holds decimal numbers with the exact digits of the service, in four or eight bytes each: as integers in units of the same
// decimal. A number that is written otherwise, and one that does not fit, keeps its text as well.
type column struct {
	integers          // in units, 0 for what is not a number or does not fit
	decimals int      // of a unit: 2 for cents
	places   int      // decimals of most numbers as written; trimmed: without trailing zeros
	forms    []form   // how each number is written; nil: all are plain
	texts    []pinned // texts of the numbers that keep them, ascending
	outside  bool     // there are or were numbers that do not fit
}

// form is how a number is written. From firstPlaces on it is a number of decimals.
type form uint8

const (
	plain     form = iota // with the column's number of decimals
	absent                // ""
	rewritten             // otherwise, such as 1e5
	outside               // a number that does not fit
	invalid               // not a number
	firstPlaces
)

// pinned is the text at an index.
type pinned struct {
	index int
	text  string
}

const (
	// trimmed stands for a number of decimals without trailing zeros.
	trimmed = -1
	// maxUnitDigits is the number of significant digits that always fits into an integer.
	maxUnitDigits = 18
	// maxDecimals is the largest number of decimals of a unit.
	maxDecimals = 36
	// maxUnits is the largest number of units, so that the sum of two does not overflow.
	maxUnits = 1 << 61
)

// parsed is a number as units of its last decimal that is not zero.
type parsed struct {
	units    int64
	decimals int // of units
	places   int // decimals as written
	form     form
}

// parse parses the digits of the service. The form is plain for a number that can be rebuilt from its units and places.
func parse(digits string) parsed {
	if digits == "" {
		return parsed{form: absent}
	}
	if number, ok := parsePlain(digits); ok {
		return number
	}
	exact := Rat(digits)
	if exact == nil {
		return parsed{form: invalid}
	}
	if number, ok := parsePlain(exact.FloatString(Places(digits))); ok {
		number.form = rewritten
		return number
	}
	return parsed{form: outside}
}

// parsePlain parses a number of at most 18 significant digits without an exponent, a plus sign or superfluous zeros before the point.
func parsePlain(digits string) (number parsed, ok bool) {
	unsigned := strings.TrimPrefix(digits, "-")
	point := len(unsigned)
	count := 0
	for i := range len(unsigned) {
		switch b := unsigned[i]; {
		case b >= '0' && b <= '9':
			number.units = number.units*10 + int64(b-'0')
			if number.units != 0 {
				count++
			}
			if count > maxUnitDigits {
				return parsed{}, false
			}
		case b == '.' && point == len(unsigned):
			point = i
		default:
			return parsed{}, false
		}
	}
	if point == 0 || point == len(unsigned)-1 || unsigned[0] == '0' && point > 1 || number.units == 0 && len(unsigned) < len(digits) {
		return parsed{}, false
	}
	if number.places = max(len(unsigned)-point-1, 0); number.places > maxDecimals {
		return parsed{}, false
	}
	for number.decimals = number.places; number.decimals > 0 && number.units%10 == 0; number.decimals-- {
		number.units /= 10
	}
	if len(unsigned) < len(digits) {
		number.units = -number.units
	}
	return number, true
}

// newColumn returns a column of numbers as the service wrote them.
func newColumn(count int, digits func(i int) string) column {
	var c column
	numbers := make([]parsed, count)
	fixed, irregular := 0, 0 // greatest number of decimals as written; numbers that are not trimmed
	for i := range numbers {
		numbers[i] = parse(digits(i))
		if numbers[i].form == plain || numbers[i].form == rewritten {
			c.decimals = max(c.decimals, numbers[i].decimals)
		}
		if numbers[i].form == plain {
			fixed = max(fixed, numbers[i].places)
			if numbers[i].places != numbers[i].decimals {
				irregular++
			}
		}
	}
	for c.decimals > 0 && slices.ContainsFunc(numbers, func(n parsed) bool { return n.form != outside && n.decimals <= c.decimals && !n.fits(c.decimals) }) {
		c.decimals--
	}
	others := 0 // with another number of decimals
	for _, n := range numbers {
		if n.form == plain && n.places != fixed {
			others++
		}
	}
	if c.places = fixed; irregular < others {
		c.places = trimmed
	}
	units := make([]int64, count)
	for i, n := range numbers {
		n = n.in(c.decimals)
		units[i] = n.units
		c.note(i, c.formOf(n), digits)
	}
	c.integers = newIntegers(units)
	return c
}

// fits reports whether the number can be written in units of a decimal.
func (n parsed) fits(decimals int) bool {
	most := int64(maxUnits)
	for range decimals - n.decimals {
		most /= 10
	}
	return n.decimals <= decimals && n.units <= most && n.units >= -most
}

// in converts a number to units of a decimal, 0 if it does not fit.
func (n parsed) in(decimals int) parsed {
	switch {
	case n.form != plain && n.form != rewritten:
		return n
	case !n.fits(decimals):
		return parsed{form: outside}
	}
	for range decimals - n.decimals {
		n.units *= 10
	}
	return n
}

// formOf returns how a number in the units of the column is written.
func (c *column) formOf(n parsed) form {
	if n.form != plain || n.places == c.places || c.places == trimmed && n.places == n.decimals {
		return n.form
	}
	return firstPlaces + form(n.places)
}

// note records how the number at an index is written, which is after those before.
func (c *column) note(i int, f form, digits func(i int) string) {
	if f != plain && c.forms == nil {
		c.forms = make([]form, i)
	}
	if c.forms != nil {
		c.forms = append(c.forms, f)
	}
	c.outside = c.outside || f == outside
	if f == rewritten || f == outside || f == invalid {
		c.texts = append(c.texts, pinned{i, strings.Clone(digits(i))})
	}
}

// add adds a number. It rebuilds the column if the number has more decimals.
func (c *column) add(digits string) {
	count := c.len()
	n := parse(digits)
	if converted := n.in(c.decimals); converted.form != outside || n.form == outside {
		c.note(count, c.formOf(converted), func(int) string { return digits })
		c.append(converted.units)
		return
	}
	before := *c
	*c = newColumn(count+1, func(i int) string {
		if i == count {
			return digits
		}
		return before.digits(i)
	})
}

// cut keeps the first numbers.
func (c *column) cut(count int) {
	c.integers.cut(count)
	if c.forms != nil {
		c.forms = c.forms[:count:count]
	}
	kept := sort.Search(len(c.texts), func(i int) bool { return c.texts[i].index >= count })
	c.texts = c.texts[:kept:kept]
}

func (c *column) form(i int) form {
	if c.forms == nil {
		return plain
	}
	return c.forms[i]
}

// isNumber reports whether there is a valid number.
func (c *column) isNumber(i int) bool {
	f := c.form(i)
	return f != absent && f != invalid
}

// text returns the text of a number that keeps it.
func (c *column) text(i int) string {
	at, _ := sort.Find(len(c.texts), func(at int) int { return i - c.texts[at].index })
	return c.texts[at].text
}

// digits returns a number as the service wrote it.
func (c *column) digits(i int) string {
	switch f := c.form(i); f {
	case absent:
		return ""
	case rewritten, outside, invalid:
		return c.text(i)
	case plain:
		return writeUnits(c.at(i), c.decimals, c.places)
	default:
		return writeUnits(c.at(i), c.decimals, int(f-firstPlaces))
	}
}

// writeUnits formats a number of units with a number of decimals, which loses none.
func writeUnits(units int64, decimals, places int) string {
	magnitude := max(units, -units)
	for ; decimals > 0 && (places == trimmed || decimals > places) && magnitude%10 == 0; decimals-- {
		magnitude /= 10
	}
	var buffer, reversed [64]byte
	count := 0
	put := func(b byte) {
		reversed[count] = b
		count++
	}
	for range places - decimals {
		put('0')
	}
	for i := 0; i <= decimals || magnitude > 0; i++ {
		if i == decimals && count > 0 {
			put('.')
		}
		put(byte('0' + magnitude%10))
		magnitude /= 10
	}
	if units < 0 {
		put('-')
	}
	for i := range count {
		buffer[i] = reversed[count-1-i]
	}
	return string(buffer[:count])
}

// float returns a number for drawing, NaN if there is none.
func (c *column) float(i int) float64 {
	switch c.form(i) {
	case absent, invalid:
		return math.NaN()
	case outside:
		return Float(c.text(i))
	}
	return unitsToFloat(c.at(i), c.decimals)
}

func unitsToFloat(units int64, decimals int) float64 {
	return float64(units) / powersOfTen[decimals] // one rounding, as long as both are exact
}

// powersOfTen are the powers up to maxDecimals.
var powersOfTen = func() (powers [maxDecimals + 1]float64) {
	for i := range powers {
		powers[i] = math.Pow10(i)
	}
	return powers
}()

// exact returns a number that is one.
func (c *column) exact(i int) *big.Rat {
	if c.form(i) == outside {
		return Rat(c.text(i))
	}
	return unitsToRat(c.at(i), c.decimals)
}

func unitsToRat(units int64, decimals int) *big.Rat {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
	return new(big.Rat).SetFrac(big.NewInt(units), scale)
}

// placesOf returns the number of decimals of a number as written.
func (c *column) placesOf(i int) int {
	switch f := c.form(i); {
	case f >= firstPlaces:
		return int(f - firstPlaces)
	case f != plain:
		return Places(c.text(i))
	case c.places != trimmed:
		return c.places
	}
	places := c.decimals
	for units := c.at(i); places > 0 && units%10 == 0; places-- {
		units /= 10
	}
	return places
}

// isSimple reports whether all are plain numbers, which can be compared and added as integers.
func (c *column) isSimple() bool { return c.forms == nil }

// unitsAt returns the number at an index, 0 if it is negative.
func (c *column) unitsAt(i int32) int64 {
	if i < 0 {
		return 0
	}
	return c.at(int(i))
}

// first returns the index of the first text from first to last (exclusive) that is not empty, -1 if there is none.
func (c *column) first(first, last int) int {
	for i := first; i < last; i++ {
		if c.form(i) != absent {
			return i
		}
	}
	return -1
}

// last returns the index of the last text from first to last (exclusive) that is not empty, -1 if there is none.
func (c *column) last(first, last int) int {
	for i := last - 1; i >= first; i-- {
		if c.form(i) != absent {
			return i
		}
	}
	return -1
}

// extreme returns the index of the first greatest number from first to last (exclusive) if sign is 1, or the first smallest if it is -1;
// -1 if there is no number.
func (c *column) extreme(first, last, sign int) int {
	if c.isSimple() {
		return c.integers.extreme(first, last, sign)
	}
	at := -1
	for i := first; i < last; i++ {
		if c.isNumber(i) && (at < 0 || c.compare(i, c, at) == sign) {
			at = i
		}
	}
	return at
}

// compare compares a number with one of another column, or of the same one.
func (c *column) compare(i int, other *column, j int) int {
	if c.form(i) == outside || other.form(j) == outside {
		return c.exact(i).Cmp(other.exact(j))
	}
	return compareUnits(c.at(i), c.decimals, other.at(j), other.decimals)
}

// compareUnits compares two numbers of units of different decimals.
func compareUnits(x int64, decimals int, y int64, others int) int {
	switch difference := decimals - others; {
	case difference == 0 || (x < 0) != (y < 0):
		return cmp.Compare(x, y)
	case difference > maxUnitDigits || -difference > maxUnitDigits:
		return unitsToRat(x, decimals).Cmp(unitsToRat(y, others))
	}
	high, low := bits.Mul64(uint64(max(x, -x)), integerPower(max(others-decimals, 0)))
	otherHigh, otherLow := bits.Mul64(uint64(max(y, -y)), integerPower(max(decimals-others, 0)))
	order := cmp.Or(cmp.Compare(high, otherHigh), cmp.Compare(low, otherLow))
	if x < 0 {
		return -order
	}
	return order
}

// integerPower returns a power of ten up to the 18th.
func integerPower(exponent int) uint64 {
	power := uint64(1)
	for range exponent {
		power *= 10
	}
	return power
}
