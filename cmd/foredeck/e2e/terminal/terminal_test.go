package terminal_test

import (
	"fmt"
	"image/color"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// patience is the timeout for a hang, far longer than any wait of a passing test.
const patience = 20 * time.Second

var size = terminal.Size{Columns: 80, Rows: 24}

func shell(t testing.TB, options terminal.Options, script string) *terminal.Terminal {
	t.Helper()
	options.Environment = append(options.Environment, "PATH="+os.Getenv("PATH"), "TERM=xterm-256color", "LANG=C.UTF-8")
	return terminal.Start(t, size, options, "sh", "-c", script)
}

func TestInputAndOutput(t *testing.T) {
	x := shell(t, terminal.Options{}, "cat")
	x.Type("›hello")
	x.Key("enter")
	screen := x.WaitFor("^›hello\n›hello$", patience)
	require.Len(t, strings.Split(screen, "\n"), size.Rows)
	x.WaitUntil("the whole output", patience, func(string) bool { return x.Output() == "›hello\r\n›hello\r\n" }) // the line's end can come later
	x.Key("ctrl+d")
	require.Zero(t, x.ExitStatus(patience))
}

func TestBracketedPaste(t *testing.T) {
	x := shell(t, terminal.Options{}, `stty -echo; echo ready; cat -v`)
	x.WaitFor("^ready$", patience)
	x.Paste("plain\n")
	x.WaitFor("^plain$", patience)

	x = shell(t, terminal.Options{}, `stty -echo; printf '\033[?2004h'; echo ready; cat -v`)
	x.WaitFor("^ready$", patience)
	x.Paste("within\n")
	x.Key("enter")
	x.WaitFor(`^\^\[\[200~within\n\^\[\[201~$`, patience)
}

// Programs end with their terminal even if the tests run with SIGHUP ignored, as under nohup.
func TestCleanupEndsChildren(t *testing.T) {
	signal.Ignore(syscall.SIGHUP)
	var x *terminal.Terminal
	t.Run("started", func(t *testing.T) {
		x = shell(t, terminal.Options{}, "cat; true")
		x.Type("running\r")
		x.WaitFor("^running\nrunning$", patience)
	})
	require.Equal(t, 128+int(syscall.SIGKILL), x.ExitStatus(patience), "of the shell; what it started has gone as well")
}

func TestExitStatus(t *testing.T) {
	require.Equal(t, 7, shell(t, terminal.Options{}, "exit 7").ExitStatus(patience))

	x := shell(t, terminal.Options{}, "cat")
	x.Type("running\r")
	x.WaitFor("^running\nrunning$", patience)
	x.Signal(syscall.SIGTERM)
	require.Equal(t, 128+int(syscall.SIGTERM), x.ExitStatus(patience))
}

// asking writes a query, then prints the next six bytes of input.
const asking = `stty -icanon -echo; printf '\033[6n'; dd bs=1 count=6 2>/dev/null | od -An -c; echo done`

func TestQueryResponses(t *testing.T) {
	const response = "\x1b[1;1R"
	x := shell(t, terminal.Options{}, asking)
	x.WaitFor(`033 +\[ +1 +; +1 +R\n`, patience)
	require.Zero(t, x.ExitStatus(patience))
	require.Equal(t, response, x.Responses())

	x = shell(t, terminal.Options{Silent: true}, asking)
	x.WaitUntil("a query", patience, func(string) bool { return strings.HasSuffix(x.Output(), "\x1b[6n") })
	x.Type("abcdef")
	x.WaitFor("a +b +c +d +e +f\n", patience)
	require.Zero(t, x.ExitStatus(patience))
	require.Equal(t, response, x.Responses(), "the query is seen all the same")
}

func TestNoResponseWithoutQuery(t *testing.T) {
	x := shell(t, terminal.Options{}, `printf '\033[31mred\033[0m'`)
	require.Zero(t, x.ExitStatus(patience))
	require.Empty(t, x.Responses())
}

func TestResizeSignal(t *testing.T) {
	x := shell(t, terminal.Options{}, `trap 'stty size' WINCH; stty size; while :; do read -r line; done`)
	x.WaitFor("^24 80$", patience)
	x.Resize(terminal.Size{Columns: 100, Rows: 30})
	screen := x.WaitFor("^30 100$", patience)
	require.Len(t, strings.Split(screen, "\n"), 30)
}

func TestStateReportsChanges(t *testing.T) {
	x := shell(t, terminal.Options{}, `
		echo first; read -r line
		settings=$(stty -g); printf '\033[?1049h\033[?25l\033[?1002h'; stty -echo; echo second; read -r line
		printf '\033[?1002l\033[?25h\033[?1049l'; echo third; read -r line
		stty "$settings"; echo fourth; read -r line`)
	x.WaitFor("^first$", patience)
	before := x.State()
	require.False(t, before.AlternateScreen)
	require.Equal(t, []int{7, 25}, before.Modes)
	x.Key("enter")
	x.WaitFor("^second$", patience)
	within := x.State()
	require.True(t, within.AlternateScreen)
	require.Equal(t, []int{7, 1002, 1049}, within.Modes)
	x.Key("enter")
	x.WaitFor("^third$", patience)
	late := x.State()
	require.Equal(t, before.Modes, late.Modes)
	require.NotEqual(t, before, late, "the terminal still does not echo")
	x.Key("enter")
	x.WaitFor("^fourth$", patience)
	require.Equal(t, before, x.State())
}

// verdict is a fake testing.TB that records failures of the harness.
type verdict struct {
	testing.TB
	message string
}

func (v *verdict) Fatalf(format string, values ...any) {
	v.message = fmt.Sprintf(format, values...)
	runtime.Goexit()
}

func TestWaitTimeoutShowsScreen(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		wait   func(x *terminal.Terminal)
		say    string
	}{
		"limit": {"echo shown; cat", func(x *terminal.Terminal) {
			x.WaitFor("^shown$", patience)
			x.WaitFor("never", time.Millisecond)
		}, `1ms went by without "never" on the screen`},
		"ended": {"echo shown", func(x *terminal.Terminal) { x.WaitFor("never", patience) }, `the program ended before "never" on the screen`},
		"alive": {"echo shown; cat", func(x *terminal.Terminal) {
			x.WaitFor("^shown$", patience)
			x.ExitStatus(time.Millisecond)
		}, "the program did not end within 1ms"},
	} {
		t.Run(name, func(t *testing.T) {
			v := &verdict{TB: t}
			x := shell(v, terminal.Options{}, c.script)
			failed := make(chan struct{})
			go func() {
				defer close(failed)
				c.wait(x)
			}()
			<-failed
			require.Contains(t, v.message, c.say)
			require.Contains(t, v.message, "screen:\nshown\n")
		})
	}
}

func TestCleanupEndsProgram(t *testing.T) {
	var process int
	t.Run("left running", func(t *testing.T) {
		x := shell(t, terminal.Options{}, `trap '' TERM HUP; echo process $$; while :; do read -r line; done`)
		screen := x.WaitFor(`^process \d+$`, patience)
		var err error
		process, err = strconv.Atoi(strings.TrimPrefix(strings.TrimSpace(screen), "process "))
		require.NoError(t, err)
		require.NoError(t, syscall.Kill(process, 0))
	})
	require.ErrorIs(t, syscall.Kill(process, 0), syscall.ESRCH)
}

func TestCellStyles(t *testing.T) {
	x := shell(t, terminal.Options{}, `printf 'a\033[1;31mb\033[0;7mc\033[0;4;38;2;1;2;3;48;2;4;5;6md\033[0;2me\033[0m'; cat`)
	x.WaitFor("^abcde$", patience)
	cells := x.Cells()
	require.Len(t, cells, size.Rows)
	require.Len(t, cells[0], size.Columns)
	row := cells[0]
	require.Equal(t, terminal.Cell{Text: "a"}, row[0])
	require.True(t, row[1].Bold)
	require.NotNil(t, row[1].Foreground)
	require.Equal(t, terminal.Cell{Text: "c", Reverse: true}, row[2])
	require.Equal(t, terminal.Cell{Text: "d", Underlined: true, Foreground: color.RGBA{1, 2, 3, 255}, Background: color.RGBA{4, 5, 6, 255}}, row[3])
	require.True(t, row[4].Faint)
	require.Equal(t, " ", row[5].Text)
}
