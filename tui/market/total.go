package market

import (
	"math/big"
	"math/bits"

	"foredeck/client"
	"foredeck/tui/widget/chart"
)

// total merges consecutive records exactly. It refers to the records that open, high, low and close come from, so that their digits are
// only formatted if they are shown.
type total struct {
	last   cell               // of the merged records
	prices [volumeColumn]cell // none: no record has it
	volume volume
}

// cell is a number in a column of a page. The zero value is none.
type cell struct {
	page  *page
	index int
}

// digits returns the number as the service wrote it, or that of another record, which is not a number.
func (c cell) digits(column int, otherwise cell) string {
	if c.page == nil {
		c = otherwise
	}
	return c.page.columns[column].digits(c.index)
}

func (c cell) float(column int, otherwise cell) float64 {
	if c.page == nil {
		c = otherwise
	}
	return c.page.columns[column].float(c.index)
}

// add merges the records of a page from first to last (exclusive) into the total.
func (t *total) add(p *page, first, last int) {
	if first >= last {
		return
	}
	t.last = cell{p, last - 1}
	firstBlock, lastBlock := (first+blockLength-1)/blockLength, min(last/blockLength, len(p.blocks))
	if firstBlock >= lastBlock {
		t.addRecords(p, first, last)
		return
	}
	t.addRecords(p, first, firstBlock*blockLength)
	found, volume := p.mergeBlocks(firstBlock, lastBlock)
	t.merge(p, &found, &volume)
	t.addRecords(p, lastBlock*blockLength, last)
}

// addRecords merges records without their summaries.
func (t *total) addRecords(p *page, first, last int) {
	for ; first < last; first += blockLength {
		end := min(first+blockLength, last)
		found, volume := p.prices(first, end), p.volume(first, end)
		t.merge(p, &found, &volume)
	}
}

// merge merges prices and the volume of later records of a page.
func (t *total) merge(p *page, found *prices, volume *volume) {
	for column, i := range found {
		if i >= 0 && t.isReplaced(column, p, int(i)) {
			t.prices[column] = cell{p, int(i)}
		}
	}
	t.volume.merge(p, volume)
}

// isReplaced reports whether a later price takes the place of the one so far.
func (t *total) isReplaced(column int, p *page, i int) bool {
	so := t.prices[column]
	if so.page == nil || column == closeColumn {
		return true
	}
	return signs[column] != 0 && p.columns[column].compare(i, &so.page.columns[column], so.index) == signs[column]
}

// record returns the total with the digits of the service.
func (t *total) record(at int64) client.Candle {
	digits := func(column int) string { return t.prices[column].digits(column, t.last) }
	return client.Candle{Time: at, Open: digits(openColumn), High: digits(highColumn), Low: digits(lowColumn), Close: digits(closeColumn), Volume: t.volume.digits(t.last)}
}

// bar returns the total for drawing.
func (t *total) bar(at int64) chart.Bar {
	float := func(column int) float64 { return t.prices[column].float(column, t.last) }
	return chart.Bar{Time: at, Open: float(openColumn), High: float(highColumn), Low: float(lowColumn), Close: float(closeColumn), Volume: t.volume.float(t.last)}
}

// volume is an exact sum of volumes.
type volume struct {
	page   *page // of the first one
	first  int   // index of the first one
	count  int
	places int // decimals of the sum
	sum    exactSum
}

// merge adds the volume of later records of a page.
func (v *volume) merge(p *page, next *volume) {
	switch {
	case next.count == 0:
	case v.count == 0:
		*v = *next
		v.page = p
	default:
		v.count, v.places = v.count+next.count, max(v.places, next.places)
		v.sum.merge(&next.sum)
	}
}

// digits returns the sum, with the digits of the service if there is only one volume.
func (v *volume) digits(last cell) string {
	switch {
	case v.count == 0:
		return last.digits(volumeColumn, last)
	case v.count == 1:
		return v.page.columns[volumeColumn].digits(v.first)
	case v.sum.large != nil:
		return v.sum.large.FloatString(v.places)
	}
	return writeUnits(v.sum.units, v.sum.decimals, v.places)
}

func (v *volume) float(last cell) float64 {
	switch {
	case v.count == 0:
		return last.float(volumeColumn, last)
	case v.sum.large != nil:
		value, _ := v.sum.large.Float64()
		return value
	}
	return unitsToFloat(v.sum.units, v.sum.decimals)
}

// exactSum is a sum of numbers of units of a decimal.
type exactSum struct {
	units    int64
	decimals int
	large    *big.Rat // instead of units if they overflow; never changed
}

func (s *exactSum) merge(next *exactSum) {
	if next.large != nil {
		s.addRat(next.large)
		return
	}
	s.add(next.units, next.decimals)
}

// add adds a number of units.
func (s *exactSum) add(units int64, decimals int) {
	if total := s.units + units; s.decimals == decimals && s.large == nil && total < 1<<62 && total > -1<<62 { // as usual
		s.units = total
		return
	}
	most := max(s.decimals, decimals)
	x, fits := scale(s.units, most-s.decimals)
	y, fitsToo := scale(units, most-decimals)
	if total := x + y; s.large == nil && fits && fitsToo && total < 1<<62 && total > -1<<62 {
		s.units, s.decimals = total, most
		return
	}
	s.addRat(unitsToRat(units, decimals))
}

// scale multiplies by a power of ten. ok is false if the product does not fit.
func scale(units int64, exponent int) (scaled int64, ok bool) {
	switch {
	case exponent == 0 || units == 0:
		return units, true
	case exponent > maxUnitDigits:
		return 0, false
	}
	high, low := bits.Mul64(uint64(max(units, -units)), integerPower(exponent))
	if high != 0 || low >= 1<<62 {
		return 0, false
	}
	if units < 0 {
		return -int64(low), true
	}
	return int64(low), true
}

func (s *exactSum) addRat(exact *big.Rat) {
	if s.large == nil {
		s.large = unitsToRat(s.units, s.decimals)
	}
	s.large = new(big.Rat).Add(s.large, exact)
}
