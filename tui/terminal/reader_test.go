//go:build !windows

package terminal

import (
	"context"
	"io"
	"os"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"
)

// typed is a model that collects the keys it gets, and lends the terminal with the first of them.
type typed struct {
	keys   []rune
	reader *reader
	lends  int           // left
	lent   int           // programs that ran
	quitAt int           // number of keys; 0: never
	first  chan struct{} // closed at the first key
}

func (m *typed) Init() tea.Cmd { return nil }
func (m *typed) View() string  { return "" }
func (m *typed) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	key, ok := msg.(tea.KeyMsg)
	if !ok {
		return m, nil
	}
	if m.keys == nil {
		close(m.first)
	}
	m.keys = append(m.keys, key.Runes...)
	switch {
	case m.quitAt > 0 && len(m.keys) >= m.quitAt:
		return m, tea.Quit
	case m.lends > 0:
		m.lends--
		return m, func() tea.Msg {
			m.reader.pause()
			return tea.Exec(resuming{m}, nil)()
		}
	}
	return m, nil
}

// resuming is a program that uses the terminal.
type resuming struct{ model *typed }

func (r resuming) Run() error {
	r.model.lent++
	r.model.reader.resume()
	return nil
}
func (resuming) SetStdin(io.Reader)  {}
func (resuming) SetStdout(io.Writer) {}
func (resuming) SetStderr(io.Writer) {}

// letter is the letter at a position of what is typed.
func letter(at int) byte { return byte('a' + at%26) }

// startTyping types letters until done is closed, and returns their number through the channel.
func startTyping(t *testing.T, terminal *os.File, count int, done <-chan struct{}) <-chan int {
	t.Helper()
	typed := make(chan int, 1)
	go func() {
		at := 0
		defer func() { typed <- at }()
		for ; at < count; at++ {
			select {
			case <-done:
				return
			default:
			}
			if _, err := terminal.Write([]byte{letter(at)}); err != nil {
				return
			}
		}
	}()
	return typed
}

// program returns a program that reads a pipe like a terminal.
func programOn(t *testing.T, ctx context.Context, terminal *os.File, model *typed) *tea.Program {
	t.Helper()
	reader, err := newReader(terminal, ctx.Done())
	require.NoError(t, err)
	model.reader, model.first = reader, make(chan struct{})
	input := newInput(reader, func(bool) {}, func() {}, func() {})
	return tea.NewProgram(model, tea.WithContext(ctx), tea.WithInput(input), tea.WithoutRenderer(), tea.WithoutSignalHandler(), tea.WithoutCatchPanics())
}

// descriptors returns the number of open file descriptors, 0 on systems without that list.
func descriptors() int {
	entries, _ := os.ReadDir("/proc/self/fd")
	return len(entries)
}

// No key is lost, doubled or out of order while the terminal is lent to other programs and back, and nothing stays open.
func TestKeysAroundLoans(t *testing.T) { // not parallel, as it counts open files
	const keys, lends = 60_000, 60
	before := descriptors()
	out, in, err := os.Pipe()
	require.NoError(t, err)
	model := &typed{lends: lends, quitAt: keys}
	program := programOn(t, t.Context(), out, model)
	typing := startTyping(t, in, keys, nil)
	_, err = program.Run()
	require.NoError(t, err)
	model.reader.stop()
	require.Equal(t, keys, <-typing)
	require.Len(t, model.keys, keys)
	for at, key := range model.keys {
		require.Equal(t, rune(letter(at)), key, at)
	}
	require.Equal(t, lends, model.lent)
	require.NoError(t, in.Close())
	require.NoError(t, out.Close())
	require.Equal(t, before, descriptors())
}

// What is typed after a program has ended, however it ended, is left for the shell.
func TestInputAfterEnd(t *testing.T) {
	t.Parallel()
	for round := range 300 {
		out, in, err := os.Pipe()
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		model := &typed{}
		program := programOn(t, ctx, out, model)
		typing := startTyping(t, in, 50_000, ctx.Done())
		go func() {
			if round%2 == 0 { // in the middle of reading, or before
				<-model.first
			}
			cancel()
		}()
		_, err = program.Run()
		require.ErrorIs(t, err, context.Canceled)
		model.reader.stop()
		<-typing
		_, err = in.WriteString("Z")
		require.NoError(t, err)
		require.NoError(t, in.Close())
		rest, err := io.ReadAll(out)
		require.NoError(t, err)
		require.NotEmpty(t, rest)
		require.Equal(t, byte('Z'), rest[len(rest)-1])
		for at := range len(rest) - 2 { // without a gap
			require.Equal(t, letter(int(rest[at]-'a')+1), rest[at+1])
		}
		require.NoError(t, out.Close())
	}
}

// Two pauses at once end with the second resume.
func TestReaderPauses(t *testing.T) {
	t.Parallel()
	out, in, err := os.Pipe()
	require.NoError(t, err)
	defer in.Close()
	defer out.Close()
	r, err := newReader(out, nil)
	require.NoError(t, err)
	defer r.stop()
	_, err = in.WriteString("x")
	require.NoError(t, err)
	paused := make(chan struct{})
	go func() {
		defer close(paused)
		r.pause()
		r.pause()
	}()
	buffer := make([]byte, 9)
	for err == nil {
		var n int
		if n, err = r.Read(buffer); err == nil {
			require.Equal(t, "x", string(buffer[:n]), "read before the pause")
			_, _ = in.WriteString("x")
		}
	}
	require.ErrorIs(t, err, errPaused)
	require.ErrorIs(t, err, io.EOF)
	<-paused
	r.resume()
	_, err = r.Read(buffer)
	require.ErrorIs(t, err, errPaused)
	r.resume()
	_, _ = in.WriteString("y")
	n, err := r.Read(buffer)
	require.NoError(t, err)
	require.Contains(t, string(buffer[:n]), "y")
	r.stop()
	_, err = r.Read(buffer)
	require.ErrorIs(t, err, errPaused)
}

// Replies to queries sent just before the end are read, as the shell would take them for commands. Nothing else is.
func TestAwaitReplies(t *testing.T) {
	t.Parallel()
	recently := time.Now().Add(time.Hour) // for however long the test is delayed
	for name, test := range map[string]struct {
		queries int
		queried time.Time
		left    string
	}{
		"outstanding":        {2, recently, "Z"},
		"all have arrived":   {0, recently, "\x1b[?2026;2$yZ"},
		"never answered":     {2, time.Now().Add(-2 * replyTime), "\x1b[?2026;2$yZ"},
		"only one is missed": {1, recently, "Z"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, in, err := os.Pipe()
			require.NoError(t, err)
			defer out.Close()
			r, err := newReader(out, nil)
			require.NoError(t, err)
			terminal := &display{keys: r, queries: test.queries, queried: test.queried}
			keys := newInput(r, func(bool) {}, func() {}, func() {})
			keys.pending = []byte("\x1b[?20") // read before the end
			r.stop()
			reply := "\x1b[?2026;2$y"
			if test.left == "Z" {
				reply = "26;2$y"
			}
			_, err = in.WriteString(reply)
			require.NoError(t, err)
			terminal.awaitReplies(keys)
			_, err = in.WriteString("Z")
			require.NoError(t, err)
			require.NoError(t, in.Close())
			rest, err := io.ReadAll(out)
			require.NoError(t, err)
			require.Equal(t, test.left, string(rest))
		})
	}
}
