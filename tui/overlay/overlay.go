// Package overlay shows boxes over the body of the deck, one at a time: lists, prompts, menus, and other implementations of Overlay.
package overlay

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// Overlay is a box over the body. Only its keys and the urgent ones act while it is open. It closes by CloseMsg.
type Overlay interface {
	// View draws the box, at most width columns wide and height lines high.
	View(width, height int) []text.Line
	// Actions lists the keys that act while the overlay is open.
	Actions() []screen.Action
}

// Typist is an overlay with text input.
type Typist interface {
	// Captures reports whether a key is text even if an action has it.
	Captures(tea.KeyMsg) bool
	// Type handles the keys that are text, and those that no action has.
	Type(tea.KeyMsg) tea.Cmd
}

// IsCharacter reports whether a key is text in an overlay whose input always has the focus.
func IsCharacter(msg tea.KeyMsg) bool { return msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace }

// Noter is an overlay with its own message row.
type Noter interface {
	Note() (left, right text.Line)
}

// Docker is an overlay that can be at the bottom right of the body, so that what it changes stays visible. Others are in the middle.
type Docker interface {
	IsDocked() bool
}

// OpenMsg opens an overlay. It replaces the open one.
type OpenMsg struct {
	Overlay Overlay
}

// CloseMsg closes the open overlay.
type CloseMsg struct {
	Overlay Overlay // only if it is this one; nil: any
}

// Model is the open overlay, if any.
type Model struct {
	deps   *screen.Deps
	open   Overlay // nil: none
	hidden bool
}

// Switch sets the network and closes the open overlay.
func (m *Model) Switch(_ context.Context, deps *screen.Deps) { m.deps, m.open = deps, nil }

// Hide sets whether the window is too small for overlays: none opens then.
func (m *Model) Hide(hidden bool) { m.hidden = hidden }

// Hidden reports whether the window is too small for overlays.
func (m *Model) Hidden() bool { return m.hidden }

// Open returns the open overlay, nil if there is none.
func (m *Model) Open() Overlay { return m.open }

// Update opens and closes overlays.
func (m *Model) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	switch msg := msg.(type) {
	case OpenMsg:
		m.show(msg.Overlay)
	case CloseMsg:
		if msg.Overlay == nil || msg.Overlay == m.open {
			m.open = nil
		}
	case screen.ChooseMsg:
		m.show(newChooser(m.deps, msg))
	case screen.PromptMsg:
		m.show(newPrompt(m.deps, msg))
	default:
		return nil, false
	}
	return nil, true
}

func (m *Model) show(overlay Overlay) {
	if !m.hidden {
		m.open = overlay
	}
}

// Captures reports whether a key is text in the open overlay.
func (m *Model) Captures(msg tea.KeyMsg) bool {
	typist, ok := m.open.(Typist)
	return ok && typist.Captures(msg)
}

// Type gives the open overlay a key that is text, or that no action has.
func (m *Model) Type(msg tea.KeyMsg) tea.Cmd {
	if typist, ok := m.open.(Typist); ok {
		return typist.Type(msg)
	}
	return nil
}

// IsDocked reports whether the open overlay is at the bottom right.
func (m *Model) IsDocked() bool {
	docker, ok := m.open.(Docker)
	return ok && docker.IsDocked()
}

// Note returns the message row of the open overlay. ok is false if it has none.
func (m *Model) Note() (left, right text.Line, ok bool) {
	noter, ok := m.open.(Noter)
	if !ok {
		return nil, nil, false
	}
	left, right = noter.Note()
	return left, right, true
}
