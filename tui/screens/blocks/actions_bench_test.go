package blocks_test

import (
	"testing"

	"foredeck/tui/screens/blocks"
	"foredeck/tui/tuitest"
)

func BenchmarkActions(b *testing.B) {
	d := tuitest.New(b, 120, 40, tuitest.Setup{})
	d.Press("esc", "space", "b")
	b.ReportAllocs()
	for b.Loop() {
		blocks.Spec.Actions(d.Screen())
	}
}
