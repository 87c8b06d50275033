package live

import (
	"encoding/binary"
	"slices"
)

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
