package tui

import (
	"fmt"
	"testing"
)

// BenchmarkFilterKey is a key that changes what a list is filtered by, with the frame after it and without the messages that
// look on, where so many rows are loaded and sorted.
func BenchmarkFilterKey(b *testing.B) {
	for _, size := range []int{100, 1000, 10_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			d := newDeck(b, 120, 40, setup{handler: fixture{records: size, record: ordinary}})
			openBusy(d)
			for range size/100 + 2 {
				d.press("end")
			}
			d.press("S", "S", "S", "S", "S", "/")
			d.held = true
			for b.Loop() {
				d.press("a", "backspace")
				d.waiting = nil
			}
		})
	}
}
