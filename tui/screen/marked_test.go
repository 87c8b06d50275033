package screen_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/screen"
)

// A changed value is marked, fades to the accent, and is then drawn as usual.
func TestMarked(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	now := at
	adapted, _ := theme.Adapt("dark", theme.Display{Depth: theme.TrueColor})
	th := adapted.Unknown
	d := &screen.Deps{Env: &screen.Env{Clock: screen.NewClock(func() time.Time { return now }), Theme: th, Config: &config.Settings{}}}
	d.Config.Motion = true
	require.Equal(t, th.Changed, d.Marked(at, th.Text))
	now = at.Add(time.Second)
	require.Equal(t, th.Accent, d.Marked(at, th.Text))
	now = at.Add(2 * time.Second)
	require.Equal(t, th.Text, d.Marked(at, th.Text))
	require.Equal(t, th.Text, d.Marked(time.Time{}, th.Text), "never changed")
	require.Equal(t, th.Text, d.Marked(now.Add(time.Second), th.Text), "the clock was set back")
	d.Config.Motion = false
	require.Equal(t, th.Text, d.Marked(now, th.Text), "no motion")
}
