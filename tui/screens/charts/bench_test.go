package charts_test

import (
	"testing"

	"foredeck/tui/tuitest"
)

// BenchmarkFrame draws nine charts with history.
func BenchmarkFrame(b *testing.B) {
	d := openCharts(b, 200, 60, tuitest.Setup{}, "3")
	screen := d.Screen()
	b.ReportAllocs()
	for b.Loop() {
		screen.View()
	}
}
