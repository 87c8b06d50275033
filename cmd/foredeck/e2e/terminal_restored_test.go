package e2e_test

import (
	"regexp"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// session is an interactive shell, from which a person starts the program: a
// terminal is restored when the shell has it back as it gave it away, and only
// a shell can stop a program and let it go on.
type session struct {
	*terminal.Terminal
	t      *testing.T
	before terminal.State
}

func startSession(t *testing.T) *session {
	t.Helper()
	x := terminal.Start(t, terminal.Size{Columns: 100, Rows: 30},
		terminal.Options{Environment: environment(t, "PS1=prompt> ", "FOREDECK="+program)}, "sh", "-i")
	x.WaitFor(`^prompt>$`, patience)
	return &session{Terminal: x, t: t, before: x.State()}
}

// open starts the deck from the shell and gives its process.
func (s *session) open() int {
	s.t.Helper()
	s.Type(`sh -c 'echo process $$; exec "$FOREDECK"'; echo left $?`)
	s.Key("enter")
	s.WaitUntil("Home", patience, home)
	found := regexp.MustCompile(`process (\d+)\r\n`).FindStringSubmatch(s.Output())
	require.NotNil(s.t, found)
	process, err := strconv.Atoi(found[1])
	require.NoError(s.t, err)
	s.requireTaken()
	return process
}

// requireTaken says that the deck has the terminal.
func (s *session) requireTaken() {
	s.t.Helper()
	state := s.State()
	require.True(s.t, state.AlternateScreen)
	require.NotEqual(s.t, s.before.Lines, state.Lines, "keys come one by one and without echo")
}

// requireRestored waits until the shell says the word and a status, and compares
// the terminal with what it was. It gives the status.
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
	t.Run("q", func(t *testing.T) {
		s := startSession(t)
		s.open()
		s.Key("tab", "q") // out of the box first: in it q is a letter
		require.Zero(t, s.requireRestored("left"))
	})
	t.Run("ctrl+c", func(t *testing.T) {
		s := startSession(t)
		s.open()
		s.Key("ctrl+c")
		require.Zero(t, s.requireRestored("left"))
	})
	t.Run("SIGTERM", func(t *testing.T) {
		s := startSession(t)
		require.NoError(t, syscall.Kill(s.open(), syscall.SIGTERM))
		s.requireRestored("left")
	})
}

func TestSuspendAndResume(t *testing.T) {
	s := startSession(t)
	s.open()
	s.Key("ctrl+z")
	s.requireRestored("left")

	s.Type("fg; echo back $?")
	s.Key("enter")
	s.WaitUntil("Home again", patience, home)
	s.requireTaken()
	s.Type("treasury")
	s.WaitFor("> treasury", patience)
	s.Key("ctrl+c")
	require.Zero(t, s.requireRestored("back"))
}
