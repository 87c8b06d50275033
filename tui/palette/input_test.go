package palette_test

import (
	"errors"
	"fmt"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/theme"
	"foredeck/tui/palette"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

func typed(m *palette.Input, line string) {
	for _, r := range line {
		m.Type(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
}

// numbered returns a find function with count candidates.
func numbered(count int) func(string) palette.Found {
	return func(line string) palette.Found {
		var found palette.Found
		for i := range count {
			found.Candidates = append(found.Candidates, palette.Candidate{Line: fmt.Sprintf("%s %d", line, i), Does: "does", Below: i == 2})
		}
		found.Count = count
		return found
	}
}

func TestRecall(t *testing.T) {
	t.Parallel()
	m := palette.NewInput(&screen.Deps{Env: &screen.Env{Theme: theme.NoColor()}}, []string{"first", "second"}, "enter runs", numbered(1))
	typed(m, "third")
	for _, step := range []struct {
		by   int
		line string
	}{{-1, "second"}, {-1, "first"}, {-1, "first"}, {1, "second"}, {1, ""}, {1, ""}, {-1, "second"}} {
		m.Recall(step.by)
		require.Equal(t, step.line, m.Line())
	}
	typed(m, "!")
	m.Recall(-1)
	require.Equal(t, "second", m.Line(), "the newest line comes first")
}

func TestRemember(t *testing.T) {
	t.Parallel()
	var earlier []string
	for i := range 250 {
		earlier = palette.Remember(earlier, fmt.Sprint(i%120))
	}
	require.Len(t, earlier, 100)
	require.Equal(t, "9", earlier[len(earlier)-1])
	earlier = palette.Remember(earlier, "5")
	require.Equal(t, "5", earlier[len(earlier)-1])
	require.Len(t, earlier, 99+1)
}

func TestComplete(t *testing.T) {
	t.Parallel()
	m := palette.NewInput(&screen.Deps{Env: &screen.Env{Theme: theme.NoColor()}}, nil, "enter runs", func(line string) palette.Found {
		return palette.Found{Candidates: []palette.Candidate{{Line: "account", Wants: "ADDRESS"}, {Line: "help"}}, Count: 2}
	})
	m.Complete()
	require.Equal(t, "account ", m.Line())
	m.Move(5)
	m.Complete()
	require.Equal(t, "help", m.Line())
}

func TestAnySize(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(0, 40).Draw(t, "candidates")
		find := numbered(count)
		if count == 0 {
			find = func(string) palette.Found { return palette.Found{Err: errors.New(rapid.String().Draw(t, "wrong"))} }
		}
		m := palette.NewInput(&screen.Deps{Env: &screen.Env{Theme: theme.NoColor()}}, nil, "enter runs", find)
		m.SetLine(rapid.String().Draw(t, "line"))
		for range rapid.IntRange(1, 10).Draw(t, "steps") {
			m.Move(rapid.IntRange(-3, 3).Draw(t, "move"))
			m.Page(rapid.IntRange(-1, 1).Draw(t, "page"))
			width, height := rapid.IntRange(1, 250).Draw(t, "width"), rapid.IntRange(1, 70).Draw(t, "height")
			lines := m.View(width, height)
			if len(lines) > height {
				t.Fatalf("%d lines in %d", len(lines), height)
			}
			chosen, ok := m.Chosen()
			shown := false
			for _, line := range lines {
				if line.Width() > width {
					t.Fatalf("%d columns in %d", line.Width(), width)
				}
				for _, span := range line {
					shown = shown || span.Text == "▸ " || text.Width(span.Text) > 0 && span.Text[:1] == "▸"
				}
			}
			if ok && width > 40 && height > 6 && !shown {
				t.Fatalf("%q is chosen and not visible at %dx%d", chosen.Line, width, height)
			}
		}
	})
}
