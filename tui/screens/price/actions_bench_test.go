package price_test

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screens/price"
	"foredeck/tui/tuitest"
)

func BenchmarkActions(b *testing.B) {
	d := openPrices(b, 120, 40, tuitest.Setup{})
	b.ReportAllocs()
	for b.Loop() {
		price.Spec.Actions(d.Screen())
	}
}

// BenchmarkKey moves the crosshair and draws a frame of the deck.
func BenchmarkKey(b *testing.B) {
	d := openPrices(b, 120, 40, tuitest.Setup{})
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		key := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("h")}
		if i/10%2 == 1 {
			key.Runes = []rune("l")
		}
		d.Model.Update(key)
		d.Model.View()
	}
}
