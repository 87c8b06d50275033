package live

import (
	"encoding/binary"
	"slices"
	"sort"
	"strings"

	"foredeck/client"
)

// packed is a read-only list of consecutive rows, stored by column: some 45 bytes per block instead of 200.
type packed struct {
	length  int
	first   uint64 // height of the first row if that is a block
	marks   []int  // indexes of the rows that are not blocks
	markers []Row

	// The columns have the blocks only. Their heights follow from the markers.
	digests                      []Digest
	forks                        []int // blocks whose parent is not the block before them in the list
	parents                      []Digest
	flags, times, epochs, rounds column // rounds minus the index
	authors, committees, kinds   column // indexes of names
	names                        []string
	batches, members             column // batches plus one: -1 is unknown
	users, automated, gas        column // users and automated plus one
	ballots                      column // indexes
	ballotEnds                   column
	ballotBytes                  string // ballots
	areAllBallots                bool   // ballotBytes has one ballot per block, without indexes
}

// The flags of a block.
const (
	flagTime = 1 << iota
	flagEpoch
	flagRound
	flagGas
)

func (r *Row) flags() (flags uint64) {
	for i, isSet := range [...]bool{r.hasTime, r.hasEpoch, r.hasRound, r.hasGas} {
		if isSet {
			flags |= 1 << i
		}
	}
	return flags
}

// pack packs consecutive rows. names has their authors and committees.
func pack(rows []Row, names *nameTable) *packed {
	p := &packed{length: len(rows), first: rows[0].Height}
	blocks := make([]*Row, 0, len(rows))
	for i := range rows {
		if rows[i].Kind == Block {
			blocks = append(blocks, &rows[i])
			continue
		}
		p.marks, p.markers = append(p.marks, i), append(p.markers, rows[i])
	}
	values := make([]uint64, len(blocks))
	columnOf := func(value func(i int, row *Row) uint64) column {
		for i, row := range blocks {
			values[i] = value(i, row)
		}
		return newColumn(values)
	}
	p.digests = make([]Digest, len(blocks))
	for i, row := range blocks {
		p.digests[i] = row.Digest
		if i == 0 || row.Parent != p.digests[i-1] {
			p.forks, p.parents = append(p.forks, i), append(p.parents, row.Parent)
		}
	}
	p.flags = columnOf(func(_ int, row *Row) uint64 { return row.flags() })
	p.times = columnOf(func(_ int, row *Row) uint64 { return uint64(row.time) })
	p.epochs = columnOf(func(_ int, row *Row) uint64 { return row.Epoch })
	p.rounds = columnOf(func(i int, row *Row) uint64 { return row.Round - uint64(i) })
	p.batches = columnOf(func(_ int, row *Row) uint64 { return uint64(row.Batches + 1) })
	p.users = columnOf(func(_ int, row *Row) uint64 { return uint64(row.Users + 1) })
	p.automated = columnOf(func(_ int, row *Row) uint64 { return uint64(row.Automated + 1) })
	p.gas = columnOf(func(_ int, row *Row) uint64 { return row.Gas })
	p.members = columnOf(func(_ int, row *Row) uint64 { return uint64(row.Members) })

	names.reserve(3 * len(blocks))
	p.authors = columnOf(func(_ int, row *Row) uint64 { return names.index(row.Author) })
	p.committees = columnOf(func(_ int, row *Row) uint64 { return names.index(row.Committee) })
	p.kinds = columnOf(func(_ int, row *Row) uint64 { return names.index(row.Certificate) })
	p.names = names.list

	p.packBallots(blocks)
	p.forks, p.parents, p.marks, p.markers = slices.Clip(p.forks), slices.Clip(p.parents), slices.Clip(p.marks), slices.Clip(p.markers)
	return p
}

// packBallots stores the ballots of the blocks: each distinct one once with an index per block, or all of them if that is shorter.
func (p *packed) packBallots(blocks []*Row) {
	known, size := map[ballot]uint64{}, 0
	indexes, distinct := make([]uint64, len(blocks)), []ballot{}
	for i, row := range blocks {
		at, found := known[row.ballot]
		if !found {
			at = uint64(len(distinct))
			known[row.ballot], distinct = at, append(distinct, row.ballot)
		} else {
			size += len(row.ballot)
		}
		indexes[i] = at
	}
	if p.areAllBallots = len(distinct) > 1 && size < len(blocks); p.areAllBallots {
		distinct = distinct[:0]
		for _, row := range blocks {
			distinct = append(distinct, row.ballot)
		}
	} else {
		p.ballots = newColumn(indexes)
	}
	var bytes strings.Builder
	ends := make([]uint64, len(distinct))
	for i, ballot := range distinct {
		bytes.WriteString(string(ballot))
		ends[i] = uint64(bytes.Len())
	}
	p.ballotBytes, p.ballotEnds = strings.Clone(bytes.String()), newColumn(ends)
}

// read sets row to row i. It allocates nothing.
func (p *packed) read(i int, row *Row) {
	mark := sort.SearchInts(p.marks, i)
	if mark < len(p.marks) && p.marks[mark] == i {
		*row = p.markers[mark]
		return
	}
	height := p.height(i, mark)
	i -= mark
	flags := p.flags.at(i)
	*row = Row{
		Kind: Block, Height: height, Last: height, Epoch: p.epochs.at(i), Round: p.rounds.at(i) + uint64(i), Digest: p.digests[i],
		Author: p.names[p.authors.at(i)], Committee: p.names[p.committees.at(i)], Certificate: p.names[p.kinds.at(i)], Batches: int32(p.batches.at(i)) - 1, Members: int32(p.members.at(i)),
		Users: int32(p.users.at(i)) - 1, Automated: int32(p.automated.at(i)) - 1, Gas: p.gas.at(i), hasGas: flags&flagGas != 0,
		hasTime: flags&flagTime != 0, hasEpoch: flags&flagEpoch != 0, hasRound: flags&flagRound != 0, time: client.Timestamp(p.times.at(i)),
	}
	row.ballot = p.ballot(i)
	row.Votes = row.Members - row.ballot.misses(int(row.Members))
	if fork := sort.SearchInts(p.forks, i); fork < len(p.forks) && p.forks[fork] == i {
		row.Parent = p.parents[fork]
	} else {
		row.Parent = p.digests[i-1]
	}
}

// height returns the height of row i, a block after the given number of markers.
func (p *packed) height(i, markers int) uint64 {
	if markers == 0 {
		return p.first + uint64(i)
	}
	return p.markers[markers-1].end() + uint64(i-p.marks[markers-1])
}

// end returns the highest height of row i.
func (p *packed) end(i int) uint64 {
	mark := sort.SearchInts(p.marks, i)
	if mark < len(p.marks) && p.marks[mark] == i {
		return p.markers[mark].end()
	}
	return p.height(i, mark)
}

// ballot returns the ballot of block i.
func (p *packed) ballot(i int) ballot {
	if !p.areAllBallots {
		i = int(p.ballots.at(i))
	}
	start := uint64(0)
	if i > 0 {
		start = p.ballotEnds.at(i - 1)
	}
	return ballot(p.ballotBytes[start:p.ballotEnds.at(i)])
}

// unpack returns a copy of the rows.
func (p *packed) unpack() []Row {
	rows := make([]Row, p.length)
	for i := range rows {
		p.read(i, &rows[i])
	}
	return rows
}

// maxNames limits the number of names in a list.
const maxNames = 4096

// nameTable numbers authors and committees, which packed rows share. The zero value is ready to use.
type nameTable struct {
	list    []string // append-only: packed rows keep the list that had their names
	indexes map[string]uint64
}

// reserve starts another list if the current one may become too long with more names.
func (t *nameTable) reserve(more int) {
	if t.indexes == nil || len(t.list)+more > maxNames {
		t.list, t.indexes = nil, map[string]uint64{}
	}
}

func (t *nameTable) index(name string) uint64 {
	at, known := t.indexes[name]
	if !known {
		at = uint64(len(t.list))
		t.list, t.indexes[name] = append(t.list, name), at
	}
	return at
}

// intern returns the shared copy of a name that is in the table, or the name.
func (t *nameTable) intern(name string) string {
	if at, known := t.indexes[name]; known {
		return t.list[at]
	}
	return name
}

// column is a read-only list of numbers, stored as differences from the smallest one in as few bytes as the largest
// difference needs: none if all are equal.
type column struct {
	base  uint64
	width uint8 // bytes per number: 0, 1, 2, 4 or 8
	data  []byte
}

func newColumn(values []uint64) column {
	if len(values) == 0 {
		return column{}
	}
	c := column{base: slices.Min(values)}
	switch span := slices.Max(values) - c.base; {
	case span == 0:
		return c
	case span < 1<<8:
		c.width = 1
	case span < 1<<16:
		c.width = 2
	case span < 1<<32:
		c.width = 4
	default:
		c.width = 8
	}
	c.data = make([]byte, len(values)*int(c.width))
	var number [8]byte
	for i, value := range values {
		binary.LittleEndian.PutUint64(number[:], value-c.base)
		copy(c.data[i*int(c.width):], number[:c.width])
	}
	return c
}

func (c *column) at(i int) uint64 {
	switch c.width {
	case 0:
		return c.base
	case 1:
		return c.base + uint64(c.data[i])
	case 2:
		return c.base + uint64(binary.LittleEndian.Uint16(c.data[2*i:]))
	case 4:
		return c.base + uint64(binary.LittleEndian.Uint32(c.data[4*i:]))
	}
	return c.base + binary.LittleEndian.Uint64(c.data[8*i:])
}
