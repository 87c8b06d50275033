package tui

import (
	"foredeck/tui/keymap"
	"foredeck/tui/screen"
)

// zoom gives the panel with the keys of a screen all of the room; nil shows all panels again.
func (m *Model) zoom(zoomed screen.Screen) {
	m.zoomed = zoomed
	m.resize()
}

// turnZoom does so with the screen that is shown, or shows all of its panels again.
func (m *Model) turnZoom() {
	if m.isZoomed() {
		m.zoom(nil)
		return
	}
	m.zoom(m.shown())
}

func (m *Model) isZoomed() bool { return m.zoomed != nil && m.zoomed == m.shown() }

// zooms tells that the key which does it does something.
func (m *Model) zooms() bool {
	zoomer, ok := m.shown().(screen.Zoomer)
	return !m.oneLine() && (m.isZoomed() || ok && zoomer.Zooms())
}

// endsZoom tells that esc shows all panels again. While one types it ends that first.
func (m *Model) endsZoom() bool { return m.isZoomed() && !keymap.Captures(m.shown(), "x") }

// resize tells the current screen its room, and what covers it. The others hear of it when they are come back to.
func (m *Model) resize() {
	class := m.class()
	size := screen.Size{Width: m.width, Height: max(m.height-chrome(class), 0), Class: class}
	for _, shown := range []screen.Screen{m.history.current().screen, m.cover.screen} {
		if shown != nil {
			size.Alone = shown == m.zoomed
			shown.SetSize(size)
		}
	}
}
