package tuitest

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"
)

// backgroundTimeout limits how long a test waits for the commands of a Background.
const backgroundTimeout = 10 * time.Second

// Background is a deck whose commands run in goroutines, as in the program.
type Background struct {
	*Deck
	messages chan tea.Msg
	running  int
}

// NewBackground pauses a deck, so that its commands run in the background from now on.
func NewBackground(d *Deck) *Background {
	d.Paused = true
	return &Background{Deck: d, messages: make(chan tea.Msg)}
}

// Start starts the pending commands.
func (b *Background) Start() {
	pending := b.Pending
	b.Pending = nil
	for _, cmd := range pending {
		b.running++
		go func() { b.messages <- cmd() }()
	}
}

// WaitIdle waits until no command runs. It delivers the messages of commands if deliver is set and drops them otherwise.
func (b *Background) WaitIdle(deliver bool) {
	b.Helper()
	for b.Start(); b.running > 0; b.Start() {
		select {
		case msg := <-b.messages:
			b.running--
			if _, isBatch := msg.(tea.BatchMsg); deliver || isBatch {
				b.Deliver(msg)
			}
		case <-time.After(backgroundTimeout):
			b.Fatalf("%d commands did not end:\n%s", b.running, b.Frame())
		}
	}
}

// WaitStalled runs commands until a request is stalled and no command is pending.
func (b *Background) WaitStalled(transport *StallingTransport) {
	b.Helper()
	require.Eventually(b, func() bool {
		b.Start()
		select {
		case msg := <-b.messages:
			b.running--
			b.Deliver(msg)
		default:
		}
		return transport.Waiting() > 0 && len(b.Pending) == 0
	}, backgroundTimeout, time.Millisecond)
}
