package history

import (
	"context"
	"fmt"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// place is a screen that records whether it is active, and its context.
type place struct {
	name string
	ctx  context.Context
	here bool
}

func (p *place) Enter(ctx context.Context) tea.Cmd { p.ctx, p.here = ctx, true; return nil }
func (p *place) Leave()                            { p.here = false }
func (p *place) SetSize(screen.Size)               {}
func (p *place) Update(tea.Msg) tea.Cmd            { return nil }
func (p *place) View() []text.Line                 { return nil }
func (p *place) Crumbs() []text.Safe               { return []text.Safe{text.Safe(p.name)} }
func (p *place) Actions() []screen.Action          { return nil }
func (p *place) Captures(tea.KeyMsg) bool          { return false }
func (p *place) Escape() bool                      { return false }
func (p *place) Note() (left, right text.Line)     { return nil, nil }
func (p *place) Vital() text.Line                  { return nil }

func newStack() (*stack, *place) {
	home := &place{name: "Home"}
	h := &stack{}
	h.start(home, time.Time{})
	h.begin(context.Background())
	return h, home
}

func names(h *stack) string {
	trail := ""
	for _, v := range h.current().trail() {
		trail += "/" + v.screen.(*place).name
	}
	return trail
}

func TestLeavingCancelsTheContext(t *testing.T) {
	t.Parallel()
	h, home := newStack()
	first := home.ctx
	h.open(context.Background(), &place{name: "a"}, time.Time{})
	require.ErrorIs(t, first.Err(), context.Canceled)
	require.False(t, home.here)
	h.step(context.Background(), -1)
	require.NoError(t, home.ctx.Err(), "the screen is active again")
	require.True(t, home.here)
}

func TestOpeningDropsTheVisitsAhead(t *testing.T) {
	t.Parallel()
	h, _ := newStack()
	for _, name := range []string{"a", "b", "c"} {
		h.open(context.Background(), &place{name: name}, time.Time{})
	}
	require.Equal(t, "/Home/a/b/c", names(h))
	h.step(context.Background(), -1)
	h.step(context.Background(), -1)
	h.open(context.Background(), &place{name: "d"}, time.Time{})
	require.Equal(t, "/Home/a/d", names(h))
	_, ok := h.step(context.Background(), 1)
	require.False(t, ok)
}

func TestUpGoesToTheParent(t *testing.T) {
	t.Parallel()
	h, _ := newStack()
	h.open(context.Background(), &place{name: "a"}, time.Time{})
	a := h.current().id
	h.open(context.Background(), &place{name: "b"}, time.Time{})
	h.home(context.Background(), time.Time{})
	require.Equal(t, "/Home", names(h))
	h.reopen(context.Background(), a, time.Time{})
	require.Equal(t, "/Home/a", names(h), "a reopened screen keeps its breadcrumb")
	h.up(context.Background())
	require.Equal(t, "/Home", names(h))
	require.Nil(t, h.up(context.Background()), "nothing is above Home")
}

func TestHistoryIsBounded(t *testing.T) {
	t.Parallel()
	h, home := newStack()
	for i := range 10 * maxVisits {
		h.open(context.Background(), &place{name: fmt.Sprint(i)}, time.Time{})
	}
	require.Len(t, h.visits, maxVisits)
	require.LessOrEqual(t, len(h.current().trail()), maxVisits, "the breadcrumb holds no dropped visit")
	for range maxVisits {
		h.up(context.Background())
	}
	require.True(t, home.here)
}
