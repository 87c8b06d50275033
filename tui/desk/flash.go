package desk

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
)

// flashTime is how long a price is highlighted after it has changed.
const flashTime = time.Second

// endFlashMsg ends the flashes that are over.
type endFlashMsg struct{ list *Watchlist }

// flash returns how a pair's price has just changed: 1 up, -1 down, 0 if it has not, and how long that is highlighted.
func (m *Watchlist) flash(pair string) (direction int, left time.Duration) {
	if !m.deps.Config.Motion {
		return 0, 0
	}
	tick := m.deps.Prices.LastTick(pair)
	passed := m.deps.Now().Sub(tick.At)
	if passed < 0 || passed >= flashTime {
		return 0, 0
	}
	return tick.Direction, flashTime - passed
}

// startFlash starts a timer for the end of the next flash on screen. There is one at a time, and none if nothing flashes.
func (m *Watchlist) startFlash() tea.Cmd {
	if m.flashing || m.ctx == nil {
		return nil
	}
	var next time.Duration
	for _, item := range m.visible() {
		if _, left := m.flash(item.pair); left > 0 && (next == 0 || left < next) {
			next = left
		}
	}
	if next == 0 {
		return nil
	}
	m.flashing = true
	return m.deps.After(next, endFlashMsg{m})
}

// flashStyle returns the style of a flash in a direction.
func flashStyle(th theme.Theme, direction int) theme.Style {
	if direction < 0 {
		return th.DownFlash
	}
	return th.UpFlash
}
