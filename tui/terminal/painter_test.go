//go:build !windows

package terminal

import (
	"bytes"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/tui/text"
)

// counter is a model that shows the number of messages it has received.
type counter struct {
	messages int
	init     func() tea.Cmd
}

func (c *counter) Init() tea.Cmd {
	if c.init == nil {
		return nil
	}
	return c.init()
}
func (c *counter) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if msg == "panic" {
		panic("out of order")
	}
	c.messages++
	return c, nil
}
func (c *counter) View() string { return "" }
func (c *counter) Frame() Frame {
	return Frame{Width: 40, Height: 2, Lines: []text.Line{text.Clean("messages: " + strconv.Itoa(c.messages) + ".").Line()}}
}

// screen records writes. It accepts them one by one if it is slow.
type screen struct {
	mutex  sync.Mutex
	writes []string
	accept chan struct{} // nil: at once
	err    error
}

func (s *screen) Write(p []byte) (int, error) {
	if s.accept != nil {
		<-s.accept
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.writes = append(s.writes, string(p))
	return len(p), s.err
}

func (s *screen) frames() []string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return append([]string(nil), s.writes...)
}

// loop is an event loop around a painter.
type loop struct {
	*painter
	due []tea.Cmd
}

func newLoop(s *screen) *loop {
	model := &counter{}
	t := &display{connection: &device{}, writer: newWriter(s)}
	l := &loop{painter: &painter{model: model, frame: model.Frame, terminal: t, canvas: NewCanvas([]string{"TERM=xterm-256color"}), crash: &crash{end: func() {}}}}
	t.writer.free, t.writer.fail = func() {}, func() {}
	t.writer.start()
	return l
}

func (l *loop) send(msg tea.Msg) {
	_, cmd := l.Update(msg)
	if cmd != nil {
		l.due = append(l.due, cmd)
	}
}

func TestPainter_KeyIsDrawnAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &screen{}
		l := newLoop(s)
		defer l.terminal.writer.close()
		l.send("first")
		synctest.Wait()
		l.send(tea.KeyMsg{Type: tea.KeyEnter})
		synctest.Wait()
		require.Len(t, s.frames(), 2)
		require.Contains(t, s.frames()[1], "2")
	})
}

func TestPainter_FirstFrameDoesNotWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &screen{}
		l := newLoop(s)
		defer l.terminal.writer.close()
		sized := l.frame
		l.frame = func() Frame { return Frame{} }
		l.send("before the size is known")
		l.frame = sized
		l.send(tea.WindowSizeMsg{Width: 40, Height: 2})
		synctest.Wait()
		require.Len(t, s.frames(), 1)
	})
}

// The first frame waits for the background of the terminal: for the reply, for that to a later query, or for a short while.
func TestPainter_FirstFrameWaitsForBackground(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]tea.Msg{"background": BackgroundMsg{Light: true}, "no background": repliedMsg{}, "silence": nil} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &screen{}
				l := newLoop(s)
				defer l.terminal.writer.close()
				l.waiting = true
				initial := l.Init()
				l.send(tea.WindowSizeMsg{Width: 40, Height: 2})
				l.send(tea.KeyMsg{Type: tea.KeyEnter})
				synctest.Wait()
				require.Empty(t, s.frames())
				if end == nil {
					start := time.Now()
					timer := initial().(tea.BatchMsg)
					end = timer[len(timer)-1]()
					require.LessOrEqual(t, time.Since(start), backgroundWait)
				}
				l.send(end)
				synctest.Wait()
				require.Len(t, s.frames(), 1)
				l.send(repliedMsg{})
				synctest.Wait()
				require.Len(t, s.frames(), 1, "nothing has changed")
			})
		})
	}
}

func TestPainter_BurstIsDrawnTwice(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &screen{}
		l := newLoop(s)
		defer l.terminal.writer.close()
		for range 1000 {
			l.send("burst")
		}
		synctest.Wait()
		require.Len(t, s.frames(), 1)
		require.Contains(t, s.frames()[0], "messages: 1.")
		require.Len(t, l.due, 1, "one delayed frame")
		began := time.Now()
		l.send(l.due[0]())
		require.LessOrEqual(t, time.Since(began), interval)
		synctest.Wait()
		require.Len(t, s.frames(), 2)
		require.Contains(t, s.frames()[1], "000", "the newest count")

		time.Sleep(time.Minute) // of the fake clock
		l.send(dueMsg{})
		synctest.Wait()
		require.Len(t, s.frames(), 2, "nothing has changed")
	})
}

// On a slow line, what no key has caused has the given bytes a second on average. A key is still drawn at once.
func TestPainter_OutputLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &screen{}
		l := newLoop(s)
		l.terminal.terms.limit = 20
		defer l.terminal.writer.close()
		l.send("first")
		synctest.Wait()
		first := len(strings.Join(s.frames(), ""))
		began := time.Now()
		for range 1000 { // messages
			l.send("message")
			for _, due := range l.due {
				l.send(due())
			}
			l.due = nil
			time.Sleep(time.Second / 10) // of the fake clock
			synctest.Wait()
		}
		drawn := len(strings.Join(s.frames(), "")) - first
		require.Positive(t, drawn)
		require.Less(t, float64(drawn), 20*time.Since(began).Seconds())
		before := len(s.frames())
		l.send(tea.KeyMsg{Type: tea.KeyEnter})
		synctest.Wait()
		require.Len(t, s.frames(), before+1)
	})
}

func TestPainter_SlowTerminalGetsTheNewestFrame(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &screen{accept: make(chan struct{})}
		l := newLoop(s)
		defer l.terminal.writer.close()
		freed := make(chan tea.Msg, 1)
		l.terminal.writer.free = func() { freed <- freeMsg{} }
		for range 50 {
			l.send(tea.KeyMsg{Type: tea.KeyDown}) // is handled although nothing is written
		}
		_, _ = l.terminal.Write([]byte("\a"))
		s.accept <- struct{}{}
		l.send(<-freed)
		close(s.accept)
		synctest.Wait()
		all := strings.Join(s.frames(), "")
		require.Contains(t, all, "messages: 1.")
		require.Contains(t, all, "50")
		require.NotContains(t, all, "49")
		require.Contains(t, all, "\a")
	})
}

func TestPainter_SynchronizedUpdates(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &screen{}
		l := newLoop(s)
		defer l.terminal.writer.close()
		l.terminal.sync.Store(true)
		l.send("first")
		synctest.Wait()
		require.True(t, strings.HasPrefix(s.frames()[0], "\x1b[?2026h"))
		require.True(t, strings.HasSuffix(s.frames()[0], "\x1b[?2026l"))
	})
}

func TestWriter_ClosedDiscards(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &screen{}
		w := newWriter(s)
		w.send([]byte("before"), false)
		w.start()
		w.send([]byte("one"), false)
		w.close()
		w.send([]byte("after"), true)
		synctest.Wait()
		require.Equal(t, []string{"one"}, s.frames())
		w.start()
		w.send([]byte("two"), false)
		w.close()
		require.Equal(t, []string{"one", "two"}, s.frames())
	})
}

// What waits for a terminal that accepts nothing is bounded.
func TestWriter_Bounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &screen{accept: make(chan struct{})}
		w := newWriter(s)
		w.start()
		for range 100 {
			w.send(make([]byte, maxPending/10), false)
		}
		require.LessOrEqual(t, len(w.pending), maxPending)
		close(s.accept)
		w.close()
	})
}

func TestWriter_CloseGivesUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &screen{accept: make(chan struct{})}
		w := newWriter(s)
		w.start()
		w.send([]byte("stuck"), true)
		began := time.Now()
		w.close()
		require.Equal(t, patience, time.Since(began))
		close(s.accept)
	})
}

func TestWriter_FailureEndsTheProgram(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gone := errors.New("gone")
		w := newWriter(&screen{err: gone})
		failed := false
		w.fail = func() { failed = true }
		w.start()
		w.send([]byte("frame"), true)
		synctest.Wait()
		require.True(t, failed)
		require.ErrorIs(t, w.failure(), gone)
		w.close()
	})
}

func TestCrash_RecoversEverywhere(t *testing.T) {
	t.Parallel()
	bad := func() tea.Msg { panic("in a command") }
	for name, run := range map[string]func(l *loop){
		"init": func(l *loop) {
			l.model.(*counter).init = func() tea.Cmd { panic("in Init") }
			l.Init()
		},
		"command of init": func(l *loop) {
			l.model.(*counter).init = func() tea.Cmd { return bad }
			first := l.Init()().(tea.BatchMsg)
			first[len(first)-1]()
		},
		"update":  func(l *loop) { l.send("panic") },
		"command": func(l *loop) { l.crash.guard(bad)() },
		"batch":   func(l *loop) { l.crash.guard(tea.Batch(bad, bad))().(tea.BatchMsg)[1]() },
		"sequence": func(l *loop) {
			sequence := l.crash.guard(tea.Sequence(bad, bad))()
			reflect.ValueOf(sequence).Index(1).Interface().(tea.Cmd)()
		},
		"frame": func(l *loop) { l.frame = func() Frame { panic("in the frame") }; l.send(tea.KeyMsg{}) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ended := false
			l := newLoop(&screen{})
			defer l.terminal.writer.close()
			l.crash.end = func() { ended = true }
			var stderr bytes.Buffer
			run(l)
			require.True(t, ended)
			require.ErrorIs(t, l.crash.report(&stderr), ErrPanic)
			require.Contains(t, stderr.String(), "painter_test.go", "the stack")
		})
	}
	require.NoError(t, (&crash{}).report(&bytes.Buffer{}))
}
