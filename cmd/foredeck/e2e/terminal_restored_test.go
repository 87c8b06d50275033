package e2e_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// session is an interactive shell that starts the program: a
// terminal is restored if the shell finds it unchanged, and only
// a shell can suspend and resume a program.
type session struct {
	*terminal.Terminal
	t             *testing.T
	before, taken terminal.State
	opened        int
}

func startSession(t *testing.T) *session {
	t.Helper()
	x := terminal.Start(t, terminal.Size{Columns: 100, Rows: 30},
		terminal.Options{Environment: environment(t, "PS1=prompt> ", "FOREDECK="+program)}, "sh", "-i")
	x.WaitFor(`^prompt>$`, patience)
	return &session{Terminal: x, t: t, before: x.State()}
}

// open starts the deck from the shell and returns its process.
func (s *session) open() int {
	s.t.Helper()
	s.opened++
	s.Type(fmt.Sprintf(`sh -c 'echo process%d $$; exec "$FOREDECK"'; echo left%[1]d $?`, s.opened))
	s.Key("enter")
	s.WaitUntil("Home", patience, home)
	found := regexp.MustCompile(fmt.Sprintf(`process%d (\d+)\r\n`, s.opened)).FindStringSubmatch(s.Output())
	require.NotNil(s.t, found)
	process, err := strconv.Atoi(found[1])
	require.NoError(s.t, err)

	s.taken = s.State()
	require.True(s.t, s.taken.AlternateScreen)
	require.NotEqual(s.t, s.before.Lines, s.taken.Lines, "keys come one by one and without echo")
	return process
}

// requireLeft waits until the shell prints the exit status of the deck, and
// compares the terminal with its earlier state. It returns the status.
func (s *session) requireLeft() int {
	s.t.Helper()
	return s.requireRestored(fmt.Sprintf("left%d", s.opened))
}

// requireRestored is requireLeft with the word that the shell prints before
// the status.
func (s *session) requireRestored(word string) int {
	s.t.Helper()
	said := regexp.MustCompile(`(?m)^` + word + ` (\d+)$`)
	screen := s.WaitUntil("the shell's prompt", patience, shows(said.String(), `^prompt>$`))
	require.Equal(s.t, s.before, s.State())
	require.Contains(s.t, screen, "prompt> sh -c", "the screen of before is back")
	status, err := strconv.Atoi(said.FindStringSubmatch(screen)[1])
	require.NoError(s.t, err)
	return status
}

func TestTerminalIsRestored(t *testing.T) {
	t.Parallel()
	t.Run("q", func(t *testing.T) {
		t.Parallel()
		s := startSession(t)
		s.open()
		s.Key("esc") // leave the input, where q is a letter
		s.WaitFor(`^ enter open  .* \? help$`, patience)
		s.Key("q")
		require.Zero(t, s.requireLeft())
	})
	t.Run("ctrl+c", func(t *testing.T) {
		t.Parallel()
		s := startSession(t)
		s.open()
		s.Key("ctrl+c")
		require.Zero(t, s.requireLeft())
	})
	// A signal can arrive at any moment, so a deck that occasionally fails to exit
	// could pass once: try ten times.
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			s := startSession(t)
			for range 10 {
				require.NoError(t, syscall.Kill(s.open(), signal))
				require.Zero(t, s.requireLeft())
			}
		})
	}
}

// A signal writes what could not be saved before: here, while another process held the lock of the state file.
func TestSignalSavesState(t *testing.T) {
	t.Parallel()
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			state := t.TempDir()
			profile := environment(t, "XDG_STATE_HOME="+state, "GOTRACEBACK=all")
			open := func() *terminal.Terminal {
				x := terminal.Start(t, terminal.Size{Columns: 100, Rows: 30}, terminal.Options{Environment: profile}, program, "treasury")
				x.WaitFor(`Account .+ › Sent`, patience)
				return x
			}
			name := func(x *terminal.Terminal, name, shown string) {
				x.Type("=")
				x.WaitFor(`Name address 0x`, patience)
				x.Key("ctrl+u") // clears the current name
				x.Type(name)
				x.Key("enter")
				x.WaitFor(shown, patience)
			}
			x := open()
			name(x, "first", `Account first › Sent`)
			x.Key("ctrl+c")
			require.Zero(t, x.ExitStatus(patience))
			file, err := os.Open(filepath.Join(state, "foredeck", "simulated.notebook"))
			require.NoError(t, err)
			defer file.Close()

			x = open()
			require.NoError(t, syscall.Flock(int(file.Fd()), syscall.LOCK_EX))
			name(x, "second", `state file not saved`)
			require.NoError(t, syscall.Flock(int(file.Fd()), syscall.LOCK_UN))

			x.Signal(signal)
			require.Zero(t, x.ExitStatus(patience))
			command := exec.CommandContext(t.Context(), program, "account", "second", "-o", "json")
			command.Env = profile
			printed, err := command.CombinedOutput()
			require.NoError(t, err, "%s", printed)

			// A developer gets the stacks of the goroutines, after the terminal is restored.
			_, after, left := strings.Cut(x.Output(), "\x1b[?1049l")
			require.True(t, left)
			require.Equal(t, signal == syscall.SIGQUIT, strings.Contains(after, "goroutine 1 ["))
		})
	}
}

func TestSuspendAndResume(t *testing.T) {
	t.Parallel()
	s := startSession(t)
	s.open()
	s.Key("ctrl+z")
	s.requireLeft()

	larger := terminal.Size{Columns: 120, Rows: 40}
	s.Resize(larger)
	s.Type("fg; echo back $?")
	s.Key("enter")
	s.WaitUntil("Home again, as large as the terminal is now and with all of it", patience, func(screen string) bool {
		return filled(larger)(screen) && reflect.DeepEqual(s.taken, s.State())
	})
	s.Type("treasury")
	s.WaitFor(`^│ > treasury +│`, patience)
	s.Key("ctrl+c")
	require.Zero(t, s.requireRestored("back"))
}
