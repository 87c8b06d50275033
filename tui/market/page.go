package market

import (
	"math"
	"math/big"
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
	large   []largeSum // volumes of blocks that do not fit into them, ascending
}

// block is the summary of blockLength records. Its indexes count from its first record.
type block struct {
	open, high, low, close uint8 // none: no record has it
	volume                 uint8 // of the first record with one
	volumes                uint8 // number of records with a volume
	isLarge                bool  // the volume is in page.large
	places                 uint16
	units                  int64 // volume in units of the column, with places decimals
	highUnits, lowUnits    int64 // values of high and low, unless they do not fit
}

// none is the index of no record.
const none = math.MaxUint8

// largeSum is the volume of a block that does not fit into an integer.
type largeSum struct {
	block int
	exact *big.Rat
}

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
		p.columns[at].add(digitsOf(c, at))
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
	kept := sort.Search(len(p.large), func(i int) bool { return p.large[i].block >= full })
	p.large = p.large[:kept:kept]
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
		last := first + blockLength
		volume := p.volume(first, last)
		b := block{
			open: inBlock(p.columns[openColumn].first(first, last), first), high: inBlock(p.columns[highColumn].extreme(first, last, 1), first),
			low: inBlock(p.columns[lowColumn].extreme(first, last, -1), first), close: inBlock(p.columns[closeColumn].last(first, last), first),
			volume: inBlock(volume.first, first), volumes: uint8(volume.count), places: uint16(volume.places),
			units: volume.sum.units, isLarge: volume.sum.large != nil,
		}
		if b.high != none {
			b.highUnits = p.columns[highColumn].at(first + int(b.high))
		}
		if b.low != none {
			b.lowUnits = p.columns[lowColumn].at(first + int(b.low))
		}
		if b.isLarge {
			p.large = append(p.large, largeSum{len(p.blocks), volume.sum.large})
		}
		p.blocks = append(p.blocks, b)
	}
}

func inBlock(i, first int) uint8 {
	if i < 0 {
		return none
	}
	return uint8(i - first)
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

// volumeOfBlocks returns the volume of the blocks from first to last (exclusive).
func (p *page) volumeOfBlocks(first, last int) volume {
	const most = 1 << 40 // of a block, so that the sum of all blocks of a page does not overflow
	v := volume{page: p, sum: exactSum{decimals: p.columns[volumeColumn].decimals}}
	for at := first; at < last; at++ {
		b := &p.blocks[at]
		if b.volumes == 0 {
			continue
		}
		if v.count == 0 {
			v.first = at*blockLength + int(b.volume)
		}
		v.count, v.places = v.count+int(b.volumes), max(v.places, int(b.places))
		switch {
		case b.isLarge:
			i, _ := sort.Find(len(p.large), func(i int) int { return at - p.large[i].block })
			v.sum.addRat(p.large[i].exact)
		case v.sum.large == nil && b.units < most && b.units > -most && v.sum.units < 1<<61 && v.sum.units > -1<<61:
			v.sum.units += b.units
		default:
			v.sum.add(b.units, p.columns[volumeColumn].decimals)
		}
	}
	return v
}

// openOfBlocks returns the index of the first open in the blocks from first to last (exclusive), negative if there is none.
func (p *page) openOfBlocks(first, last int) int {
	for at := first; at < last; at++ {
		if i := p.blocks[at].open; i != none {
			return at*blockLength + int(i)
		}
	}
	return -1
}

// closeOfBlocks returns the index of the last close in the blocks from first to last (exclusive), negative if there is none.
func (p *page) closeOfBlocks(first, last int) int {
	for at := last - 1; at >= first; at-- {
		if i := p.blocks[at].close; i != none {
			return at*blockLength + int(i)
		}
	}
	return -1
}

// highOfBlocks returns the index of the first highest high in the blocks from first to last (exclusive), negative if there is none.
func (p *page) highOfBlocks(first, last int) int {
	highest, units := -1, int64(0)
	for at := first; at < last; at++ {
		b := &p.blocks[at]
		i := at*blockLength + int(b.high)
		if b.high != none && (highest < 0 || p.columns[highColumn].outside && p.columns[highColumn].compare(i, &p.columns[highColumn], highest) > 0 ||
			!p.columns[highColumn].outside && b.highUnits > units) {
			highest, units = i, b.highUnits
		}
	}
	return highest
}

// lowOfBlocks returns the index of the first lowest low in the blocks from first to last (exclusive), negative if there is none.
func (p *page) lowOfBlocks(first, last int) int {
	lowest, units := -1, int64(0)
	for at := first; at < last; at++ {
		b := &p.blocks[at]
		i := at*blockLength + int(b.low)
		if b.low != none && (lowest < 0 || p.columns[lowColumn].outside && p.columns[lowColumn].compare(i, &p.columns[lowColumn], lowest) < 0 ||
			!p.columns[lowColumn].outside && b.lowUnits < units) {
			lowest, units = i, b.lowUnits
		}
	}
	return lowest
}
