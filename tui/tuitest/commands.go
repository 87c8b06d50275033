package tuitest

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"
)

// Send gives the deck a message, draws a frame and runs the resulting command.
func (d *Deck) Send(msg tea.Msg) { d.send(msg, true) }

func (d *Deck) send(msg tea.Msg, draw bool) {
	var program tea.Model = d.Model
	if d.Program != nil {
		program = d.Program
	}
	_, cmd := program.Update(msg)
	if draw || d.OnFrame != nil {
		if view := program.View(); d.OnFrame != nil {
			d.OnFrame(view)
		}
	}
	d.Run(cmd)
}

// Run runs a command and those that follow from it, or adds it to Pending while Paused.
func (d *Deck) Run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	if d.Paused {
		d.Pending = append(d.Pending, cmd)
		return
	}
	d.Deliver(cmd())
}

// Deliver sends the message that a command returned. The commands of a batch run in order.
func (d *Deck) Deliver(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, cmd := range msg {
			d.Run(cmd)
		}
	default:
		d.Send(msg)
	}
}

// Resume clears Paused and runs the commands in Pending.
func (d *Deck) Resume() {
	d.Paused = false
	pending := d.Pending
	d.Pending = nil
	for _, cmd := range pending {
		d.Run(cmd)
	}
}

// RunNext runs the oldest command in Pending. Those that follow from it are added to Pending.
func (d *Deck) RunNext() {
	d.Helper()
	require.NotEmpty(d, d.Pending, "no command is pending")
	cmd := d.Pending[0]
	d.Pending = d.Pending[1:]
	d.Deliver(cmd())
}

// addStream adds a command that waits for a stream to Streams.
func (d *Deck) addStream(cmd tea.Cmd) tea.Cmd {
	d.Streams = append(d.Streams, cmd)
	return nil
}

// ReceiveStreams runs the commands in Streams, each of which waits until its stream yields something.
func (d *Deck) ReceiveStreams() {
	d.Helper()
	require.NotEmpty(d, d.Streams, "no stream is open")
	streams := d.Streams
	d.Streams = nil
	for _, cmd := range streams {
		d.Deliver(cmd())
	}
}

// ReceiveUntil receives from the streams until the frame contains the words.
func (d *Deck) ReceiveUntil(words string) {
	d.Helper()
	for !strings.Contains(d.Frame(), words) {
		d.ReceiveStreams()
	}
}

// Press presses keys. An element is the name of a key (enter, pgdown, ctrl+p) or text, whose characters are pressed one by one. The
// frame is drawn after its last character, as a terminal does with text that arrives at once; each is drawn if OnFrame is set.
func (d *Deck) Press(keys ...string) {
	for _, name := range keys {
		if key, ok := Keys[name]; ok {
			key.Runes = slices.Clone(key.Runes) // text fields write to it
			d.Send(key)
			continue
		}
		runes := []rune(name)
		for i, r := range runes {
			key := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}}
			if r == ' ' {
				key.Type = tea.KeySpace
			}
			d.send(key, i == len(runes)-1)
		}
	}
}

// Keys are the named keys.
var Keys = map[string]tea.KeyMsg{
	"enter": {Type: tea.KeyEnter}, "esc": {Type: tea.KeyEsc}, "tab": {Type: tea.KeyTab}, "shift+tab": {Type: tea.KeyShiftTab}, "shift+up": {Type: tea.KeyShiftUp}, "shift+down": {Type: tea.KeyShiftDown},
	"up": {Type: tea.KeyUp}, "down": {Type: tea.KeyDown}, "left": {Type: tea.KeyLeft}, "right": {Type: tea.KeyRight},
	"pgup": {Type: tea.KeyPgUp}, "pgdown": {Type: tea.KeyPgDown}, "home": {Type: tea.KeyHome}, "end": {Type: tea.KeyEnd},
	"backspace": {Type: tea.KeyBackspace}, "ctrl+u": {Type: tea.KeyCtrlU}, "ctrl+d": {Type: tea.KeyCtrlD}, "ctrl+c": {Type: tea.KeyCtrlC}, "ctrl+p": {Type: tea.KeyCtrlP}, "ctrl+n": {Type: tea.KeyCtrlN}, "ctrl+r": {Type: tea.KeyCtrlR}, "ctrl+e": {Type: tea.KeyCtrlE},
	"ctrl+z": {Type: tea.KeyCtrlZ}, "ctrl+y": {Type: tea.KeyCtrlY}, "ctrl+l": {Type: tea.KeyCtrlL}, "alt+left": {Type: tea.KeyLeft, Alt: true}, "alt+right": {Type: tea.KeyRight, Alt: true},
	"space": {Type: tea.KeySpace, Runes: []rune{' '}},
}

// Resize resizes the window.
func (d *Deck) Resize(width, height int) { d.Send(tea.WindowSizeMsg{Width: width, Height: height}) }

// after schedules a message.
func (d *Deck) after(delay time.Duration, msg tea.Msg) tea.Cmd {
	d.timers = append(d.timers, timer{d.Now().Add(delay), msg})
	return nil
}

// Scheduled returns the number of messages that are scheduled: one for the clock if nothing moves.
func (d *Deck) Scheduled() int { return len(d.timers) }

// Now returns the time of the deck's clock. It is safe to call from any goroutine.
func (d *Deck) Now() time.Time {
	d.clock.Lock()
	defer d.clock.Unlock()
	return d.now
}

// AdvanceClock moves the clock without delivering scheduled messages.
func (d *Deck) AdvanceClock(t time.Duration) {
	d.clock.Lock()
	defer d.clock.Unlock()
	d.now = d.now.Add(t)
}

// JumpClock sets the clock of the machine forward or back. What is scheduled is due after the same time as before.
func (d *Deck) JumpClock(by time.Duration) {
	d.AdvanceClock(by)
	for i := range d.timers {
		d.timers[i].at = d.timers[i].at.Add(by)
	}
}

// Advance moves the clock and delivers the scheduled messages that are due, each once: a ticker that is due several times ticks once.
func (d *Deck) Advance(t time.Duration) {
	d.AdvanceClock(t)
	timers := d.timers
	d.timers = nil
	for _, timer := range timers {
		if timer.at.After(d.Now()) {
			d.timers = append(d.timers, timer)
			continue
		}
		d.Send(timer.msg)
	}
}

// Wait advances the clock by seconds, one at a time.
func (d *Deck) Wait(seconds int) {
	for range seconds {
		d.Advance(time.Second)
	}
}

// ProduceBlock makes the simulated network produce a block.
func (d *Deck) ProduceBlock() {
	d.Helper()
	_, err := d.Network.Produce(context.Background())
	require.NoError(d, err)
}

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
