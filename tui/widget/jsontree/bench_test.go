package jsontree_test

import (
	"fmt"
	"strings"
	"testing"

	"foredeck/theme"
	"foredeck/tui/widget/jsontree"
)

// sizes are the numbers of lines over which the cost of a key must not grow.
var sizes = []int{100, 10_000, 1_000_000}

// flat is one array of n numbers.
func flat(n int) []byte {
	return []byte("[" + strings.Repeat("7,", n-1) + "7]")
}

// records is an array of objects like those that a node sends, about n lines in all.
func records(n int) []byte {
	var all strings.Builder
	all.WriteByte('[')
	for i := 0; i < max(n/10, 1); i++ {
		if i > 0 {
			all.WriteByte(',')
		}
		fmt.Fprintf(&all, `{"type":"0x1::coin::CoinStore<0x1::move_coin::MoveCoin>","data":{"coin":{"value":"%d"},"frozen":false,`+
			`"guid":{"addr":"0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a2ca1","creation_num":%d}}}`, i*7919, i)
	}
	all.WriteByte(']')
	return []byte(all.String())
}

var shapes = []struct {
	name string
	raw  func(int) []byte
}{{"flat", flat}, {"records", records}}

func open(raw []byte) jsontree.Model {
	m := jsontree.New(raw, theme.Terminal())
	m.SetSize(100, 50)
	m.OpenAll()
	return m
}

// BenchmarkKey is a key and the frame after it, in the middle of an open tree.
func BenchmarkKey(b *testing.B) {
	keys := []struct {
		name  string
		press func(m *jsontree.Model, i int)
	}{
		{"move", func(m *jsontree.Model, i int) { m.Move(1 - i%2*2) }},
		{"page", func(m *jsontree.Model, i int) { m.Page(1 - i%2*2) }},
		{"ends", func(m *jsontree.Model, i int) {
			if m.Last(); i%2 == 0 {
				m.First()
			}
		}},
		{"fold", func(m *jsontree.Model, _ int) { m.First(); m.Toggle() }},
		{"parent", func(m *jsontree.Model, _ int) { m.Last(); m.Close() }},
		{"path", func(m *jsontree.Model, _ int) { m.Selected() }},
		{"depth", func(m *jsontree.Model, i int) { m.Depth(1 - i%2*2) }},
	}
	for _, shape := range shapes {
		for _, key := range keys {
			for _, size := range sizes {
				b.Run(fmt.Sprintf("%s/%s/%d", key.name, shape.name, size), func(b *testing.B) {
					m := open(shape.raw(size))
					m.Move(m.Lines() / 2)
					b.ReportAllocs()
					for i := 0; b.Loop(); i++ {
						key.press(&m, i)
						m.View()
					}
				})
			}
		}
	}
}

// BenchmarkNew is the index of 5 MB: of records, and of nothing but numbers of one digit, the most lines per byte.
func BenchmarkNew(b *testing.B) {
	const size = 5_000_000
	for _, shape := range shapes {
		raw := shape.raw(size / 2)
		if shape.name == "records" {
			raw = shape.raw(220_000)
		}
		b.Run(shape.name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				jsontree.New(raw, theme.Terminal())
			}
		})
	}
}
