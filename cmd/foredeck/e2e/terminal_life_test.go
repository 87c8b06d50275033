package e2e_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"syscall"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
	deck "foredeck/tui/terminal"
	"foredeck/tui/text"
)

// crashVariable makes the test binary a program that panics when a key is pressed.
const crashVariable = "FOREDECK_E2E_CRASH"

// crashing is a model that panics in the place that it is named after.
type crashing string

func (c crashing) Init() tea.Cmd { return nil }
func (c crashing) View() string  { return "" }

func (c crashing) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, pressed := msg.(tea.KeyMsg); pressed {
		if c == "update" {
			panic("out of order in update")
		}
		return c, tea.Batch(nil, tea.Sequence(func() tea.Msg { return nil }, func() tea.Msg { panic("out of order in command") }))
	}
	return c, nil
}

func (c crashing) Frame() deck.Frame {
	return deck.Frame{Width: 100, Height: 30, Lines: []text.Line{text.Plain("press a key")}}
}

// runCrash runs the program that panics and returns its exit status.
func runCrash(where string) int {
	if err := deck.New(os.Stdin, os.Stdout).Run(context.Background(), crashing(where)); !errors.Is(err, deck.ErrPanic) {
		return 2
	}
	return 1
}

func TestPanicRestoresTheTerminal(t *testing.T) {
	t.Parallel()
	for _, where := range []string{"update", "command"} {
		t.Run(where, func(t *testing.T) {
			t.Parallel()
			x := terminal.Start(t, terminal.Size{Columns: 100, Rows: 30},
				terminal.Options{Environment: environment(t, "PS1=prompt> ", "TESTS="+os.Args[0])}, "sh", "-i")
			x.WaitFor(`^prompt>$`, patience)
			before := x.State()
			x.Type(fmt.Sprintf(`%s=%s "$TESTS" 2>/dev/null; echo left $?`, crashVariable, where))
			x.Key("enter")
			x.WaitFor(`^press a key$`, patience)
			require.NotEqual(t, before, x.State())
			x.Key("x")
			x.WaitFor(`^left 1$`, patience)
			require.Equal(t, before, x.State())
			require.NotContains(t, x.Screen(), "press a key", "the screen of before is back")

			x.Type(fmt.Sprintf(`clear; %s=%s "$TESTS"; echo left $?`, crashVariable, where))
			x.Key("enter")
			x.WaitFor(`^press a key$`, patience)
			x.Key("x")
			x.WaitFor(`^left 1$`, patience)
			_, after, _ := strings.Cut(x.Output()[strings.LastIndex(x.Output(), ansi.SetModeAltScreenSaveCursor):], ansi.ResetModeAltScreenSaveCursor)
			require.Contains(t, after, "panic: out of order in "+where, "after the terminal was restored")
			require.Contains(t, after, "terminal_life_test.go", "the stack")
		})
	}
}

// Resizing many times in a row ends with a frame of the last size.
func TestResizeStorm(t *testing.T) {
	t.Parallel()
	x := startDeck(t, terminal.Size{Columns: 100, Rows: 30})
	for i := range 200 {
		x.Resize(terminal.Size{Columns: 60 + i%70, Rows: 20 + i%25})
	}
	last := terminal.Size{Columns: 110, Rows: 35}
	x.Resize(last)
	x.WaitUntil("a frame of the last size", patience, filled(last))
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}

func startDeck(t *testing.T, size terminal.Size) *terminal.Terminal {
	t.Helper()
	x := terminal.Start(t, size, terminal.Options{Environment: environment(t)}, program)
	x.WaitUntil("Home", patience, home)
	return x
}

func TestRedrawDrawsEveryCell(t *testing.T) {
	t.Parallel()
	x := startDeck(t, terminal.Size{Columns: 100, Rows: 30})
	for _, key := range []string{"", "?", "?", ":"} { // the screen, help, the screen again, the palette
		if key != "" {
			x.Key(key)
		}
		drawn := strings.Count(x.Output(), ansi.EraseEntireScreen)
		x.Key("ctrl+l")
		x.WaitUntil("a whole frame", patience, func(string) bool {
			return strings.Count(x.Output(), ansi.EraseEntireScreen) > drawn
		})
	}
}

func TestStoppedProcessContinues(t *testing.T) {
	t.Parallel()
	s := startSession(t)
	process := s.open()
	require.NoError(t, syscall.Kill(process, syscall.SIGSTOP))
	s.WaitFor(`^prompt>$|Stopped`, patience) // the shell has the terminal, in its own modes
	drawn := strings.Count(s.Output(), ansi.EraseEntireScreen)
	// In raw mode the enter key does not end a line. The first line ends with what the terminal answered after the stop.
	s.Type("\nfg; echo back $?\n")
	s.WaitUntil("Home, redrawn", patience, func(screen string) bool {
		// Until the shell continues it, the frame of before is on the screen.
		return strings.Count(s.Output(), ansi.EraseEntireScreen) > drawn && home(screen) && reflect.DeepEqual(s.taken, s.State())
	})
	s.Key("ctrl+c")
	s.WaitFor(`^back 0$`, patience)
}

// When the terminal goes away, the deck ends, also if SIGHUP is ignored.
func TestTerminalGoesAway(t *testing.T) {
	t.Parallel()
	for name, command := range map[string]string{"SIGHUP": `exec "$FOREDECK"`, "ignored": `trap "" HUP; exec "$FOREDECK"`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := terminal.Start(t, terminal.Size{Columns: 100, Rows: 30}, terminal.Options{Environment: environment(t, "FOREDECK="+program)}, "sh", "-c", command)
			x.WaitUntil("Home", patience, home)
			x.HangUp()
			require.Less(t, x.ExitStatus(patience), 2, "no signal killed it")
		})
	}
}
