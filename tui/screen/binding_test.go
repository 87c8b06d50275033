package screen_test

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/tui/screen"
)

func TestBindPanics(t *testing.T) {
	t.Parallel()
	nothing := func(int) tea.Cmd { return nil }
	isOdd := func(i int) bool { return i%2 == 1 }
	for name, rows := range map[string]screen.Bindings[int]{
		"binding a.b has no keys or no help":                     {{ID: "a.b", Help: "do", Run: nothing}},
		"binding a.c has no keys or no help":                     {{ID: "a.c", Keys: "x", Run: nothing}},
		"bindings a.b and a.c have one key at the same time":     {{ID: "a.b", Keys: "x", Help: "do", Run: nothing}, {ID: "a.c", Keys: "y x", Help: "do", Run: nothing}},
		"bindings a.c and list.up have one key at the same time": {{ID: "a.c", Keys: "k", Help: "do", Run: nothing}, {ID: "list.up", While: screen.Always, Run: nothing}},
	} {
		require.PanicsWithValue(t, name, func() { screen.Bind(rows).All() })
	}
	require.NotPanics(t, func() {
		screen.Bind(
			screen.Bindings[int]{{ID: "a.b", Keys: "x", Help: "do", When: isOdd, Run: nothing}},
			screen.Bindings[int]{{ID: "a.c", Keys: "x", Help: "do", Run: nothing}},
			screen.Bindings[int]{{ID: "a.d", Keys: "x", Help: "do", While: screen.Typing, Run: nothing}},
		)
	})
}
