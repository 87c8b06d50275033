package palette

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/theme"
	"foredeck/tui/keymap"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// testBox returns a palette with a history and the candidates that find returns.
func testBox(ran []string, find func(line string) Found) *box {
	keys := keymap.New([]keymap.Group{{Actions: BoxKeys}}, nil)
	b := newBox(&Model{deps: &screen.Deps{Env: &screen.Env{Theme: theme.NoColor(), Keys: keys}}, ran: ran})
	b.find = find
	b.search()
	return b
}

// numbered returns a find function with count candidates.
func numbered(count int) func(string) Found {
	return func(line string) Found {
		var found Found
		for i := range count {
			found.Candidates = append(found.Candidates, Candidate{Line: fmt.Sprintf("%s %d", line, i), Does: text.Const("does"), Below: i == 2})
		}
		found.Count = count
		return found
	}
}

func TestRecall(t *testing.T) {
	t.Parallel()
	b := testBox([]string{"first", "second"}, numbered(1))
	b.setLine("third")
	for _, step := range []struct {
		by   int
		line string
	}{{-1, "second"}, {-1, "first"}, {-1, "first"}, {1, "second"}, {1, ""}, {1, ""}, {-1, "second"}} {
		b.recallLine(step.by)
		require.Equal(t, step.line, b.typed.Value())
	}
	b.Type(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'!'}})
	b.recallLine(-1)
	require.Equal(t, "second", b.typed.Value(), "the newest line comes first")
}

func TestRemember(t *testing.T) {
	t.Parallel()
	var earlier []string
	for i := range 250 {
		earlier = remember(earlier, fmt.Sprint(i%120))
	}
	require.Len(t, earlier, 100)
	require.Equal(t, "9", earlier[len(earlier)-1])
	earlier = remember(earlier, "5")
	require.Equal(t, "5", earlier[len(earlier)-1])
	require.Len(t, earlier, 99+1)
}

func TestComplete(t *testing.T) {
	t.Parallel()
	b := testBox(nil, func(line string) Found {
		return Found{Candidates: []Candidate{{Line: "account", Wants: text.Const("ADDRESS")}, {Line: "help"}}, Count: 2}
	})
	b.complete()
	require.Equal(t, "account ", b.typed.Value())
	b.move(5)
	b.complete()
	require.Equal(t, "help", b.typed.Value())
}

func TestAnySize(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(0, 40).Draw(t, "candidates")
		find := numbered(count)
		if count == 0 {
			find = func(string) Found { return Found{Err: errors.New(rapid.String().Draw(t, "wrong"))} }
		}
		b := testBox(nil, find)
		b.setLine(rapid.String().Draw(t, "line"))
		for range rapid.IntRange(1, 10).Draw(t, "steps") {
			b.move(rapid.IntRange(-3, 3).Draw(t, "move"))
			b.move(rapid.SampledFrom([]int{-1, 1, 0}).Draw(t, "page") * max(b.rows, 1))
			width, height := rapid.IntRange(1, 250).Draw(t, "width"), rapid.IntRange(1, 70).Draw(t, "height")
			lines := b.View(width, height)
			if len(lines) > height {
				t.Fatalf("%d lines in %d", len(lines), height)
			}
			chosen, ok := b.chosen()
			shown := false
			for _, line := range lines {
				if line.Width() > width {
					t.Fatalf("%d columns in %d", line.Width(), width)
				}
				for _, span := range line {
					shown = shown || strings.HasPrefix(span.Text.String(), "▸")
				}
			}
			if ok && width > 40 && height > 6 && !shown {
				t.Fatalf("%q is chosen and not visible at %dx%d", chosen.Line, width, height)
			}
		}
	})
}
