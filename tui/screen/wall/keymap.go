package wall

import "foredeck/tui/screen"

// Spec declares walls.
var Spec = screen.Spec[*Model]{
	Name: "wall",
	Bindings: screen.Bind(screen.Bindings[*Model]{
		{ID: "wall.next", Keys: "right l pgdown", Help: "next page", When: (*Model).hasPages, Run: screen.By((*Model).turn, 1)},
		{ID: "wall.previous", Keys: "left h pgup", Help: "previous page", When: (*Model).hasPages, Run: screen.By((*Model).turn, -1)},
		{ID: "wall.pause", Help: "resume", When: func(m *Model) bool { return m.paused && m.rotates() }},
		{ID: "wall.pause", Keys: "p", Help: "pause", Long: "stop changing pages, or resume", When: (*Model).rotates, Run: screen.Do((*Model).pause)},
		{ID: "deck.refresh", Run: (*Model).HardReload},
	}).Then((*Model).poll),
}

func (m *Model) hasPages() bool { _, count := m.visible(); return count > 1 }
func (m *Model) pause()         { m.paused, m.turned = !m.paused, m.deps.Now() }
