package tuitest

import (
	"net/http"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"
)

// Stalled is a transport on which requests wait for the end of their context while On. Its Over is a Setup.Transport.
type Stalled struct {
	On      atomic.Bool
	waiting atomic.Int64
	next    http.RoundTripper
}

// Over wraps a transport.
func (s *Stalled) Over(next http.RoundTripper) http.RoundTripper {
	s.next = next
	return s
}

// Waiting is the number of requests that wait.
func (s *Stalled) Waiting() int { return int(s.waiting.Load()) }

// RoundTrip waits while On.
func (s *Stalled) RoundTrip(request *http.Request) (*http.Response, error) {
	if !s.On.Load() {
		return s.next.RoundTrip(request)
	}
	s.waiting.Add(1)
	defer s.waiting.Add(-1)
	<-request.Context().Done()
	return nil, request.Context().Err()
}

// backgroundTimeout bounds how long a test waits for the commands of a Background.
const backgroundTimeout = 10 * time.Second

// Background runs the commands of a deck that is Held in goroutines, as the program does.
type Background struct {
	*Deck
	answers chan tea.Msg
	running int
}

// NewBackground runs the commands of a deck in the background from here on.
func NewBackground(d *Deck) *Background {
	d.Held = true
	return &Background{Deck: d, answers: make(chan tea.Msg)}
}

// Begin starts the commands in Waiting.
func (b *Background) Begin() {
	waiting := b.Deck.Waiting
	b.Deck.Waiting = nil
	for _, cmd := range waiting {
		b.running++
		go func() { b.answers <- cmd() }()
	}
}

// Settle delivers messages until no command runs. With deliver unset, the messages of commands are dropped.
func (b *Background) Settle(deliver bool) {
	b.Helper()
	for b.Begin(); b.running > 0; b.Begin() {
		select {
		case answer := <-b.answers:
			b.running--
			if _, isBatch := answer.(tea.BatchMsg); deliver || isBatch {
				b.Deliver(answer)
			}
		case <-time.After(backgroundTimeout):
			b.Fatalf("%d commands do not end:\n%s", b.running, b.Frame())
		}
	}
}

// Stall runs commands until a request waits on the line and no command is left to start.
func (b *Background) Stall(line *Stalled) {
	b.Helper()
	require.Eventually(b, func() bool {
		b.Begin()
		select {
		case answer := <-b.answers:
			b.running--
			b.Deliver(answer)
		default:
		}
		return line.Waiting() > 0 && len(b.Deck.Waiting) == 0
	}, backgroundTimeout, time.Millisecond)
}
