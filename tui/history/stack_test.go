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

// fakeScreen records whether it is active, and its context.
type fakeScreen struct {
	name   string
	ctx    context.Context
	active bool
}

func (p *fakeScreen) Enter(ctx context.Context) tea.Cmd { p.ctx, p.active = ctx, true; return nil }
func (p *fakeScreen) Leave()                            { p.active = false }
func (p *fakeScreen) SetSize(screen.Size)               {}
func (p *fakeScreen) Update(tea.Msg) tea.Cmd            { return nil }
func (p *fakeScreen) View() []text.Line                 { return nil }
func (p *fakeScreen) Crumbs() []text.Safe               { return []text.Safe{text.Clean(p.name)} }
func (p *fakeScreen) Actions() []screen.Action          { return nil }
func (p *fakeScreen) Captures(tea.KeyMsg) bool          { return false }
func (p *fakeScreen) Escape() bool                      { return false }
func (p *fakeScreen) Note() (left, right text.Line)     { return nil, nil }
func (p *fakeScreen) Vital() text.Line                  { return nil }

func newStack() (*stack, *fakeScreen) {
	home := &fakeScreen{name: "Home"}
	h := &stack{}
	h.start(home, time.Time{})
	h.begin(context.Background())
	return h, home
}

func names(h *stack) string {
	trail := ""
	for _, v := range h.visits[:h.at+1] {
		trail += "/" + v.screen.(*fakeScreen).name
	}
	return trail
}

func TestLeaveCancelsContext(t *testing.T) {
	t.Parallel()
	h, home := newStack()
	first := home.ctx
	h.open(context.Background(), &fakeScreen{name: "a"}, time.Time{})
	require.ErrorIs(t, first.Err(), context.Canceled)
	require.False(t, home.active)
	h.jump(context.Background(), h.at-1)
	require.NoError(t, home.ctx.Err(), "the screen is active again")
	require.True(t, home.active)
}

func TestOpenDropsVisitsAhead(t *testing.T) {
	t.Parallel()
	h, _ := newStack()
	for _, name := range []string{"a", "b", "c"} {
		h.open(context.Background(), &fakeScreen{name: name}, time.Time{})
	}
	require.Equal(t, "/Home/a/b/c", names(h))
	h.jump(context.Background(), h.at-1)
	h.jump(context.Background(), h.at-1)
	h.open(context.Background(), &fakeScreen{name: "d"}, time.Time{})
	require.Equal(t, "/Home/a/d", names(h))
}

func TestHistoryIsBounded(t *testing.T) {
	t.Parallel()
	h, home := newStack()
	for i := range 10 * maxVisits {
		h.open(context.Background(), &fakeScreen{name: fmt.Sprint(i)}, time.Time{})
	}
	require.Len(t, h.visits, maxVisits)
	for range maxVisits - 1 {
		h.jump(context.Background(), h.at-1)
	}
	require.True(t, home.active)
}
