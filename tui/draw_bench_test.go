//go:build !windows

package tui_test

import (
	"fmt"
	"testing"

	"foredeck/tui/terminal"
	"foredeck/tui/tuitest"
)

// BenchmarkDraw measures a key with the output that shows its effect: on six screens, and with few and many records.
func BenchmarkDraw(b *testing.B) {
	draw := func(b *testing.B, d *tuitest.Deck, keys ...string) {
		canvas, bytes := terminal.NewCanvas([]string{"TERM=xterm-256color"}), 0
		canvas.Draw(d.Model.Frame())
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			d.Press(keys[i%len(keys)])
			bytes += len(canvas.Draw(d.Model.Frame()))
		}
		b.ReportMetric(float64(bytes)/float64(b.N), "bytes/key")
	}
	for scene, keys := range map[string][]string{
		"home": {"/", "x", "esc"}, "account-sent": {"down", "down", "up", "up"}, "resource": {"down", "down", "up", "up"},
		"transaction-payload": {"down", "up"}, "blocks": {"down", "up"}, "price": {"h", "h", "l", "l"},
	} {
		b.Run(scene, func(b *testing.B) { draw(b, openScene(b, scene, 120, 40), keys...) })
	}
	for _, rows := range []int{100, 1_000_000} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			d := withRows(b, rows)
			d.Press("end")
			draw(b, d, "up", "up", "down", "down")
		})
	}
}
