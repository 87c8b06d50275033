package screen_test

import (
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

func TestPostedMessagesAreTakenOnce(t *testing.T) {
	var session screen.Env
	require.Empty(t, session.Posted())
	require.Nil(t, session.Post(screen.StatusMsg{Text: text.Const("one")}))
	require.Nil(t, session.Post(screen.ClockMsg{}))
	require.Equal(t, []tea.Msg{screen.StatusMsg{Text: text.Const("one")}, screen.ClockMsg{}}, session.Posted())
	require.Empty(t, session.Posted())
}

// Repeated work continues after the computer's clock was set back.
func TestDue(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	clock := screen.NewClock(func() time.Time { return now })
	since := clock.Now()
	for after, due := range map[time.Duration]bool{0: false, time.Minute - 1: false, time.Minute: true, time.Hour: true, -1: true, -time.Hour: true} {
		now = since.Add(after)
		require.Equal(t, due, clock.Due(since, time.Minute), after)
	}
}

func TestClasses(t *testing.T) {
	defaults, err := config.Resolve(config.Flags{}, func(string) string { return "" }, nil)
	require.NoError(t, err)
	for size, want := range map[[2]int]screen.Class{
		{39, 50}: screen.OneLine, {200, 11}: screen.OneLine, {0, 0}: screen.OneLine,
		{40, 12}: screen.Small, {59, 50}: screen.Small, {200, 19}: screen.Small,
		{60, 20}: screen.Rules, {79, 50}: screen.Rules, {200, 23}: screen.Rules,
		{80, 24}: screen.Compact, {99, 50}: screen.Compact, {200, 29}: screen.Compact,
		{100, 30}: screen.Full, {119, 50}: screen.Full, {200, 35}: screen.Full,
		{120, 36}: screen.Wide, {159, 100}: screen.Wide, {160, 36}: screen.Huge, {300, 100}: screen.Huge, {160, 35}: screen.Full,
	} {
		require.Equal(t, want, screen.ClassOf(defaults.Sizes, size[0], size[1]), "%v", size)
	}
	larger := config.Sizes{Wide: config.Size{Width: 200, Height: 50}, Full: config.Size{Width: 200, Height: 40}, Compact: config.Size{Width: 90, Height: 24}, Rules: config.Size{Width: 60, Height: 20}, Small: config.Size{Width: 20, Height: 6}}
	require.Equal(t, screen.Small, screen.ClassOf(larger, 30, 8))
	require.Equal(t, screen.Rules, screen.ClassOf(larger, 89, 60))
	require.Equal(t, screen.Compact, screen.ClassOf(larger, 199, 60))
	require.Equal(t, screen.Full, screen.ClassOf(larger, 250, 49))
	require.True(t, screen.Size{Class: screen.Rules}.IsPlain())
	require.False(t, screen.Size{Class: screen.Compact}.IsPlain())
}

func TestActions(t *testing.T) {
	rows := screen.Bindings[struct{}]{{ID: "account.order", Keys: "o ctrl+o", Help: "turns the list around"}}
	action := screen.Bind(rows).All()[0]
	require.Equal(t, []string{"o", "ctrl+o"}, action.Keys())
	require.Equal(t, "o", action.Help().Key)
	require.False(t, action.IsHidden())
	require.True(t, screen.Bind(rows.Hide()).All()[0].IsHidden())
	require.False(t, screen.Bind(rows).All()[0].IsHidden(), "the rows themselves stay as they were")
}

// deckKeys is a deck with these keys.
type deckKeys map[string]text.Safe

func (k deckKeys) Key(action string) text.Safe { return k[action] }
func (k deckKeys) KeyAt(string, int) text.Safe { return text.Safe{} }
func (k deckKeys) Opens(target.Kind) bool      { return true }
func (k deckKeys) Visits() []screen.Visit      { return nil }

func TestClock(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	clock := screen.NewClock(func() time.Time { return now })
	clock.End = now.Add(time.Minute)
	require.Equal(t, now, clock.Now())
	require.False(t, clock.Ended())
	clock.Zone = time.FixedZone("EAST", 5*60*60)
	require.Equal(t, "17:00 EAST", clock.Now().Format("15:04 MST"))
	now = now.Add(time.Minute)
	require.True(t, clock.Ended())
	require.False(t, screen.NewClock(time.Now).Ended(), "a live clock never ends")
}

func TestStatusLines(t *testing.T) {
	keys := deckKeys{"deck.refresh": text.Const("f5"), "deck.requests": text.Const("`"), "deck.up": text.Const("esc")}
	session := screen.Deps{
		Env: &screen.Env{Theme: theme.Terminal(), Keys: keys}, Connection: screen.Connection{Endpoint: load.Endpoint{Network: "mainnet", BaseURL: "http://node.test"}},
	}
	missing := &client.StatusError{Method: "GET", URL: "http://node.test/x", Status: 404, Message: "no", Body: []byte(`"no"`)}
	require.Equal(t, text.In(session.Theme.Faint, "updated 2s ago"), session.StateLine(load.Status{Has: true, Age: 2 * time.Second}))
	require.Equal(t, text.In(session.Theme.Bad, "failed, 2s old"), session.StateLine(load.Status{Has: true, Age: 2 * time.Second, Err: missing}))

	manual := load.Status{Has: true, Age: time.Hour, Manual: true}
	require.Equal(t, text.In(session.Theme.Hint, "updated 1h ago"), session.StateLine(manual))
	require.Nil(t, session.StaleNote(manual))
	waiting := load.Status{Has: true, Age: 2 * time.Second, Loading: true, Err: missing, Wait: text.Const("waiting for node a: 3 s")}
	require.Equal(t, text.In(session.Theme.Warn, "waiting for node a: 3 s, 2s old"), session.StateLine(waiting))

	require.Empty(t, session.FailureLines(nil))
	lines := session.FailureLines(missing)
	require.Equal(t, text.In(session.Theme.Bad, "not found on mainnet (http://node.test)"), lines[0])
	require.Equal(t, text.In(session.Theme.Faint, "f5 retry · ` requests · %s", session.Explain(missing).Advice), lines[1])
	require.Len(t, lines, 2)
}

func TestSpinnerShowsWhatTakesLong(t *testing.T) {
	session := screen.Deps{Env: &screen.Env{Keys: deckKeys{"deck.up": text.Const("f9")}, Config: &config.Settings{Motion: true}}}
	require.Nil(t, session.Spinner(load.Status{}, text.Const("the account")))
	require.Nil(t, session.Spinner(load.Status{Loading: true, Waited: load.SpinnerAfter - 1}, text.Const("the account")))
	for waited, want := range map[time.Duration]text.Safe{
		load.SpinnerAfter:       text.Const("| loading the account   f9 cancel"),
		250 * time.Millisecond:  text.Const("/ loading the account   f9 cancel"),
		500 * time.Millisecond:  text.Const("- loading the account   f9 cancel"),
		999 * time.Millisecond:  text.Const("\\ loading the account   f9 cancel"),
		1000 * time.Millisecond: text.Const("| loading the account   f9 cancel"),
		1000 * time.Hour:        text.Const("| loading the account   f9 cancel"),
	} {
		require.Equal(t, want, session.Spinner(load.Status{Loading: true, Waited: waited}, text.Const("the account")).Text(), "%v", waited)
	}
}
