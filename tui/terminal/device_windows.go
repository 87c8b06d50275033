package terminal

import (
	"context"
	"io"
	"os"

	tea "github.com/charmbracelet/bubbletea"
)

// New returns the terminal of in and out.
func New(in, out *os.File) *Terminal { return &Terminal{driver: &window{in: in, out: out}} }

// window is a console window, in which Bubble Tea draws.
type window struct {
	in, out  *os.File
	mouseOff bool
}

func (w *window) Write(output []byte) (int, error) { return w.out.Write(output) }

func (w *window) run(ctx context.Context, model Model, terms terms) error {
	if terms.background {
		_, _ = w.Write([]byte(backgroundQuery)) // no reply if it fails
	}
	return w.start(ctx, model, tea.WithAltScreen(), tea.WithMouseCellMotion())
}

func (w *window) runLines(ctx context.Context, model tea.Model) error {
	return w.start(ctx, model, tea.WithOutput(io.Discard)) // without a renderer the console would stay in line mode with echo
}

func (w *window) start(ctx context.Context, model tea.Model, options ...tea.ProgramOption) error {
	var program *tea.Program
	keys := &console{w.in, newInput(w.in, func(light bool) { program.Send(BackgroundMsg{Light: light}) }, func() {}, func() {})}
	// Bubble Tea's own handler of signals would send to an event loop that the end of ctx has stopped, and block.
	program = tea.NewProgram(&translated{Model: model, window: w}, append(options, tea.WithInput(keys), tea.WithContext(ctx), tea.WithoutSignalHandler())...)
	_, err := program.Run()
	return result(err)
}

// console is the terminal's input as Bubble Tea's reader for Windows needs it: as a file.
type console struct {
	*os.File
	keys *input
}

// Read reads keys.
func (c *console) Read(buffer []byte) (int, error) { return c.keys.Read(buffer) }

// translated is a model whose commands for the terminal become those of Bubble Tea.
type translated struct {
	tea.Model
	window *window
}

// Update updates the model, or translates a message of this package.
func (m *translated) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case redrawMsg:
		return m, tea.ClearScreen
	case suspendMsg:
		return m, tea.Suspend
	case mouseMsg:
		m.window.mouseOff = !msg.on
		return m, m.setMouse()
	case execMsg:
		return m, tea.Exec(borrower(msg.run), func(err error) tea.Msg {
			messages := tea.BatchMsg{m.setMouse()} // Bubble Tea does not restore it
			if msg.done != nil {
				messages = append(messages, func() tea.Msg { return msg.done(err) })
			}
			return messages
		})
	}
	next, cmd := m.Model.Update(msg)
	m.Model = next
	return m, cmd
}

func (m *translated) setMouse() tea.Cmd {
	if m.window.mouseOff {
		return tea.DisableMouse
	}
	return tea.EnableMouseCellMotion
}
