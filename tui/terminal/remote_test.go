package terminal

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"foredeck/tui/text"
)

// connected is the far end of a remote terminal.
type connected struct {
	io.Reader
	mutex sync.Mutex
	drawn bytes.Buffer
	wrote chan struct{}
}

func (c *connected) Write(output []byte) (int, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.drawn.Write(output)
	select {
	case c.wrote <- struct{}{}:
	default:
	}
	return len(output), nil
}

// await returns when the output contains a text.
func (c *connected) await(want string) {
	for {
		c.mutex.Lock()
		has := bytes.Contains(c.drawn.Bytes(), []byte(want))
		c.mutex.Unlock()
		if has {
			return
		}
		<-c.wrote
	}
}

// echo is a model that shows its keys and its size, and quits with q.
type echo struct {
	guess Frame
	keys  string
	size  tea.WindowSizeMsg
}

func (e *echo) Init() tea.Cmd { return nil }
func (e *echo) View() string  { return "" }
func (e *echo) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		e.size = msg
	case error:
		e.keys += msg.Error()
	case tea.KeyMsg:
		switch msg.String() {
		case "q":
			return e, tea.Quit
		case "ctrl+z":
			return e, Suspend
		case "x":
			return e, Exec(nil, func(err error) tea.Msg { return err })
		}
		e.keys += msg.String()
	}
	return e, nil
}
func (e *echo) Frame() Frame {
	frame := e.guess
	frame.Width, frame.Height, frame.Lines = e.size.Width, e.size.Height, []text.Line{text.Clean(e.keys + ".").Line()}
	return frame
}

// A terminal that draws marks in two columns, or has no UTF-8, gets ASCII, unless the user has decided.
func TestRemoteMeasuresMarks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		guess Frame
		reply string
		shows string
	}{
		{Frame{AssumesASCII: true}, "\x1b[1;2R", "│."},
		{Frame{AssumesASCII: true}, "\x1b[1;3R", "|."},
		{Frame{AssumesASCII: true, ASCII: true}, "\x1b[1;2R", "│."},
		{Frame{}, "\x1b[1;3R", "│."},
		{Frame{ASCII: true}, "\x1b[1;2R", "|."},
	} {
		out, in := io.Pipe()
		far := &connected{Reader: out, wrote: make(chan struct{}, 1)}
		remote := NewRemote(Remote{ReadWriter: far, Environ: []string{"TERM=xterm-256color"}, Size: Size{Width: 50, Height: 6}})
		remote.MeasureMarks = true
		ended := make(chan error, 1)
		go func() { ended <- remote.Run(context.Background(), &echo{guess: c.guess}) }()
		far.await(widthQuery)
		for _, keys := range []string{c.reply[:4], c.reply[4:], "│"} { // as over a slow line
			_, err := io.WriteString(in, keys)
			require.NoError(t, err)
		}
		far.await(c.shows)
		_, err := io.WriteString(in, "q")
		require.NoError(t, err)
		require.NoError(t, <-ended)
		require.NoError(t, in.Close())
	}
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A remote terminal has the size of its window, is drawn after each key, and restored at the end. It is never lent.
func TestRemote(t *testing.T) {
	t.Parallel()
	out, in := io.Pipe()
	far, sizes, model := &connected{Reader: out, wrote: make(chan struct{}, 1)}, make(chan Size), &echo{}
	remote := NewRemote(Remote{ReadWriter: far, Environ: []string{"TERM=xterm-256color"}, Size: Size{Width: 50, Height: 6}, Sizes: sizes})
	ended := make(chan error, 1)
	go func() { ended <- remote.Run(context.Background(), model) }()
	type step struct{ keys, shows string }
	for _, step := range []step{{"a", "a."}, {"\x1a", ""}, {"b", "b."}, {"x", "not available over SSH"}} {
		_, err := io.WriteString(in, step.keys)
		require.NoError(t, err)
		far.await(step.shows)
	}
	sizes <- Size{Width: 70, Height: 9}
	_, err := io.WriteString(in, "q")
	require.NoError(t, err)
	require.NoError(t, <-ended)
	require.NoError(t, in.Close())
	drawn := far.drawn.String()
	require.Contains(t, drawn, "\x1b[?1049h")
	require.Contains(t, drawn, "\x1b[9;1H\x1b[K\x1b[?1049l", "the prompt is not in the picture where there is no alternate screen")
	for mode, isOn := range map[string]string{"1049": "l", "25": "h", "2004": "l", "1002": "l", "1006": "l"} {
		last := drawn[strings.LastIndex(drawn, "\x1b[?"+mode)+len("\x1b[?"+mode):]
		require.Equal(t, isOn, last[:1], "mode %s at the end", mode)
	}
	require.Equal(t, "abnot available over SSH: it would run on the server", model.keys)
}

// The end of the connection ends the program.
func TestRemoteConnectionLost(t *testing.T) {
	t.Parallel()
	out, in := io.Pipe()
	far := &connected{Reader: out, wrote: make(chan struct{}, 1)}
	remote := NewRemote(Remote{ReadWriter: far, Size: Size{Width: 50, Height: 6}})
	ended := make(chan error, 1)
	go func() { ended <- remote.Run(context.Background(), &echo{}) }()
	far.await(".")
	require.NoError(t, in.CloseWithError(errors.New("connection reset")))
	require.NoError(t, <-ended)
}
