package jsontree_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/query"
	"foredeck/tui/widget/jsontree"
)

// sizes are line counts. The cost of a key that does not fold must not depend on them.
var sizes = []int{100, 10_000, 1_000_000}

// flat returns an array of n numbers.
func flat(n int) []byte {
	return []byte("[" + strings.Repeat("7,", n-1) + "7]")
}

// records returns an array of objects like those a node sends, about n lines in all.
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
	m := jsontree.New(raw, new(theme.Terminal()))
	m.SetSize(100, 50)
	m.OpenAll()
	return m
}

// BenchmarkKey measures a key and the frame after it in the middle of an open tree.
func BenchmarkKey(b *testing.B) {
	keys := []struct {
		name  string
		press func(m *jsontree.Model, i int)
	}{
		{"move", func(m *jsontree.Model, i int) { m.Move(1 - i%2*2) }},
		{"page", func(m *jsontree.Model, i int) { m.Page(float64(1 - i%2*2)) }},
		{"ends", func(m *jsontree.Model, i int) {
			if m.Select(m.Len() - 1); i%2 == 0 {
				m.Select(0)
			}
		}},
		{"fold", func(m *jsontree.Model, _ int) { m.Select(0); m.Toggle() }},
		{"parent", func(m *jsontree.Model, _ int) { m.Select(m.Len() - 1); m.Close() }},
		{"path", func(m *jsontree.Model, _ int) { m.Selected() }},
		{"sibling", func(m *jsontree.Model, i int) { m.Sibling(1 - i%2*2) }},
		{"hit", func(m *jsontree.Model, i int) { m.NextHit(1 - i%2*2) }},
		{"depth", func(m *jsontree.Model, i int) { m.AdjustDepth(1 - i%2*2) }},
	}
	for _, shape := range shapes {
		for _, key := range keys {
			for _, size := range sizes {
				b.Run(fmt.Sprintf("%s/%s/%d", key.name, shape.name, size), func(b *testing.B) {
					m := open(shape.raw(size))
					m.Move(m.Len() / 2)
					search(b, &m, "7")
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

// BenchmarkNew indexes 5 MB of records, and of one-digit numbers, which have the most lines per byte.
func BenchmarkNew(b *testing.B) {
	for _, shape := range shapes {
		raw := fiveMegabytes(shape.name)
		b.Run(shape.name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				jsontree.New(raw, new(theme.Terminal()))
			}
		})
	}
}

func search(b *testing.B, m *jsontree.Model, typed string) {
	p, err := query.ParsePattern(typed)
	require.NoError(b, err)
	m.Search(p)()
	m.ApplyHits()
}

// fiveMegabytes returns 5 MB of the shape.
func fiveMegabytes(shape string) []byte {
	if shape == "flat" {
		return flat(2_500_000)
	}
	return records(220_000)
}

// BenchmarkSearch searches 5 MB for text, for an expression that contains text, and for one that does not.
func BenchmarkSearch(b *testing.B) {
	for _, shape := range shapes {
		m := open(fiveMegabytes(shape.name))
		for _, typed := range []string{"store", "Nowhere", "^coinstore<.*usd", "[8-9]{5}", "~cstre", "!a"} {
			b.Run(shape.name+"/"+typed, func(b *testing.B) {
				for b.Loop() {
					search(b, &m, typed)
				}
			})
		}
	}
}

// BenchmarkCompare compares 5 MB with 5 MB that differ in one leaf, and in all.
func BenchmarkCompare(b *testing.B) {
	raw := fiveMegabytes("records")
	for name, changed := range map[string][]byte{
		"one": bytes.Replace(raw, []byte(`"value":"0"`), []byte(`"value":"1"`), 1),
		"all": bytes.ReplaceAll(raw, []byte(`"value":"`), []byte(`"value":"1`)),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				jsontree.Compare(raw, changed)
			}
		})
	}
}

// BenchmarkFoldLike copies the folds of a 5 MB tree.
func BenchmarkFoldLike(b *testing.B) {
	raw := fiveMegabytes("records")
	old, again := open(raw), open(raw)
	for b.Loop() {
		again.FoldLike(old)
	}
}
