package tui_test

import (
	"fmt"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

// benchmarkOpen measures the time from the decoded responses to the last frame.
func benchmarkOpen(b *testing.B, node large, keys []string, last string, shows string) {
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		d := tuitest.New(b, 120, 40, tuitest.Setup{Handler: node, NoNames: true})
		d.Press(keys...)
		d.Paused = true
		d.Press(last)
		messages := make([]tea.Msg, len(d.Pending))
		for i, cmd := range d.Pending {
			messages[i] = cmd()
		}
		d.Paused, d.Pending = false, nil
		b.StartTimer()
		for _, message := range messages {
			d.Deliver(message)
		}
		b.StopTimer()
		require.Contains(b, d.Frame(), shows)
		b.StartTimer()
	}
}

// BenchmarkOpenResource opens a resource of 5 MB.
func BenchmarkOpenResource(b *testing.B) {
	benchmarkOpen(b, large{bytes: fiveMegabytes}, []string{tuitest.Quiet, "enter"}, "5", "24,385 items")
}

// BenchmarkOpenModule opens a module with 200 functions.
func BenchmarkOpenModule(b *testing.B) {
	benchmarkOpen(b, large{bytes: 50_000, functions: 200}, []string{"0x1::large"}, "enter", "function_10")
}

// BenchmarkLargeKey handles a key and draws a frame on screens with responses of different sizes.
func BenchmarkLargeKey(b *testing.B) {
	for name := range largeScreens {
		for _, size := range []int{10_000, fiveMegabytes} {
			b.Run(fmt.Sprintf("%s/%d", name, size), func(b *testing.B) {
				d := openAt(b, large{bytes: size}, name)
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					d.Press([]string{"down", "up"}[i%2])
				}
			})
		}
	}
}
