package market

import (
	"sort"

	"foredeck/client"
	"foredeck/tui/widget/chart"
)

// The columns of a page.
const (
	openColumn = iota
	highColumn
	lowColumn
	closeColumn
	volumeColumn
	columnCount
)

// blockLength is the number of records in a block.
const blockLength = 64

// page is a run of records in columns. Its full blocks are summarized, so that a long range is merged without a look at every record.
type page struct {
	unit    int64    // of times in milliseconds
	times   integers // starts of the records, ascending
	columns [columnCount]column
	blocks  []block
}

// block is the summary of blockLength records.
type block struct {
	prices    prices
	high, low int64  // values of those prices in units of their columns, unless they do not fit
	volume    volume // without its page: a clone has another one
}

// prices are the indexes of the records that the open, high, low and close of several records come from; negative: none has it.
type prices [volumeColumn]int32

// signs tell which of two prices of a column counts: 1 the higher, -1 the lower. The first open counts, and the last close.
var signs = [volumeColumn]int{highColumn: 1, lowColumn: -1}

// newPage returns a page of records of a resolution, in milliseconds.
func newPage(candles []client.Candle, step int64) *page {
	p := &page{unit: max(step, 1)}
	times := make([]int64, len(candles))
	for i := range candles {
		times[i] = candles[i].Time
		if times[i]%p.unit != 0 {
			p.unit = 1
		}
	}
	for i := range times {
		times[i] /= p.unit
	}
	p.times = newIntegers(times)
	for at := range p.columns {
		p.columns[at] = newColumn(len(candles), func(i int) string { return digitsOf(&candles[i], at) })
	}
	p.summarize()
	return p
}

func digitsOf(c *client.Candle, column int) string {
	return [columnCount]string{c.Open, c.High, c.Low, c.Close, c.Volume}[column]
}

func (p *page) len() int { return p.times.len() }

// time returns the start of a record in Unix milliseconds.
func (p *page) time(i int) int64 { return p.times.at(i) * p.unit }

// add adds a later record.
func (p *page) add(c *client.Candle) {
	if c.Time%p.unit != 0 {
		times := p.times.all()
		for i := range times {
			times[i] *= p.unit
		}
		p.unit, p.times = 1, newIntegers(times)
	}
	p.times.append(c.Time / p.unit)
	for at := range p.columns {
		before := p.columns[at].decimals
		if p.columns[at].add(digitsOf(c, at)); p.columns[at].decimals != before {
			p.blocks = nil // in other units
		}
	}
	p.summarize()
}

// record returns a record as the service wrote it.
func (p *page) record(i int) client.Candle {
	return client.Candle{
		Time: p.time(i), Open: p.columns[openColumn].digits(i), High: p.columns[highColumn].digits(i), Low: p.columns[lowColumn].digits(i),
		Close: p.columns[closeColumn].digits(i), Volume: p.columns[volumeColumn].digits(i),
	}
}

// bar returns a record for drawing.
func (p *page) bar(i int) chart.Bar {
	return chart.Bar{
		Time: p.time(i), Open: p.columns[openColumn].float(i), High: p.columns[highColumn].float(i), Low: p.columns[lowColumn].float(i),
		Close: p.columns[closeColumn].float(i), Volume: p.columns[volumeColumn].float(i),
	}
}

// indexAt returns the index of the first record at or after a time.
func (p *page) indexAt(time int64) int {
	return sort.Search(p.len(), func(i int) bool { return p.time(i) >= time })
}

// cut drops the records from a time on. It limits the capacity, because appended records must not overwrite those of a clone.
func (p *page) cut(from int64) {
	count := p.indexAt(from)
	p.times.cut(count)
	for at := range p.columns {
		p.columns[at].cut(count)
	}
	full := min(len(p.blocks), count/blockLength)
	p.blocks = p.blocks[:full:full]
}

// clone returns a copy for use in another goroutine. It shares the records.
func (p *page) clone() *page {
	same := *p
	return &same
}

// summarize summarizes the full blocks that have no summary yet.
func (p *page) summarize() {
	for (len(p.blocks)+1)*blockLength <= p.len() {
		first := len(p.blocks) * blockLength
		b := block{prices: p.prices(first, first+blockLength), volume: p.volume(first, first+blockLength)}
		b.high, b.low, b.volume.page = p.columns[highColumn].unitsAt(b.prices[highColumn]), p.columns[lowColumn].unitsAt(b.prices[lowColumn]), nil
		p.blocks = append(p.blocks, b)
	}
}

// prices returns the prices of the records from first to last (exclusive).
func (p *page) prices(first, last int) prices {
	return prices{
		int32(p.columns[openColumn].first(first, last)), int32(p.columns[highColumn].extreme(first, last, 1)),
		int32(p.columns[lowColumn].extreme(first, last, -1)), int32(p.columns[closeColumn].last(first, last)),
	}
}

// mergeBlocks returns the prices and the volume of the blocks from first to last (exclusive).
func (p *page) mergeBlocks(first, last int) (found prices, sum volume) {
	found = prices{-1, -1, -1, -1}
	var high, low int64
	for i := first; i < last; i++ {
		b := &p.blocks[i]
		if found[openColumn] < 0 {
			found[openColumn] = b.prices[openColumn]
		}
		if at := b.prices[highColumn]; at >= 0 && (found[highColumn] < 0 || p.isBeyond(highColumn, b.high-high, at, found[highColumn])) {
			found[highColumn], high = at, b.high
		}
		if at := b.prices[lowColumn]; at >= 0 && (found[lowColumn] < 0 || p.isBeyond(lowColumn, low-b.low, at, found[lowColumn])) {
			found[lowColumn], low = at, b.low
		}
		if at := b.prices[closeColumn]; at >= 0 {
			found[closeColumn] = at
		}
		sum.merge(p, &b.volume)
	}
	return found, sum
}

// isBeyond reports whether the price at an index counts, and not one before it. more is the difference of their units in the direction
// that counts.
func (p *page) isBeyond(column int, more int64, at, before int32) bool {
	c := &p.columns[column]
	return !c.outside && more > 0 || c.outside && c.compare(int(at), c, int(before)) == signs[column]
}

// volume returns the volume of the records from first to last (exclusive), which are at most a block.
func (p *page) volume(first, last int) volume {
	c := &p.columns[volumeColumn]
	v := volume{page: p, first: -1, sum: exactSum{decimals: c.decimals}}
	units, fits := c.sum(first, last)
	if fits && c.isSimple() {
		v.first, v.count, v.sum.units = first, last-first, units
		for i := first; i < last && v.places < max(c.decimals, c.places); i++ {
			v.places = max(v.places, c.placesOf(i))
		}
		return v
	}
	for i := first; i < last; i++ {
		if !c.isNumber(i) {
			continue
		}
		if v.count++; v.count == 1 {
			v.first = i
		}
		v.places = max(v.places, c.placesOf(i))
		switch {
		case c.form(i) == outside:
			v.sum.addRat(c.exact(i))
		case !fits:
			v.sum.add(c.at(i), c.decimals)
		}
	}
	if fits {
		v.sum.add(units, c.decimals)
	}
	return v
}
