package terminal

import (
	"context"
	"io"
	"os"

	tea "github.com/charmbracelet/bubbletea"
)

// device is the state of the terminal, which Bubble Tea has on Windows.
type device struct {
	mouseOff bool
}

// New returns the terminal of in and out.
func New(in, out *os.File) *Terminal { return &Terminal{in: in, out: out} }

// Write sends text, or escape sequences that draw nothing, such as the bell.
func (t *Terminal) Write(output []byte) (int, error) { return t.out.Write(output) }

// Run runs a model that is drawn until it quits or ctx ends, and restores the terminal.
func (t *Terminal) Run(ctx context.Context, model Model) error {
	return t.run(ctx, model, tea.WithAltScreen(), tea.WithMouseCellMotion())
}

// RunLines is like Run for a model that is not drawn but prints lines with Write. Each line ends with \r\n.
func (t *Terminal) RunLines(ctx context.Context, model tea.Model) error {
	return t.run(ctx, model, tea.WithOutput(io.Discard)) // without a renderer the console would stay in line mode with echo
}

func (t *Terminal) run(ctx context.Context, model tea.Model, options ...tea.ProgramOption) error {
	var program *tea.Program
	keys := &console{t.in, newInput(t.in, func(light bool) { program.Send(BackgroundMsg{Light: light}) }, func() {}, func() {})}
	// Bubble Tea's own handler of signals would send to an event loop that the end of ctx has stopped, and block.
	program = tea.NewProgram(&translated{Model: model, terminal: t}, append(options, tea.WithInput(keys), tea.WithContext(ctx), tea.WithoutSignalHandler())...)
	if t.DetectBackground {
		_, _ = t.Write([]byte(backgroundQuery)) // no reply if it fails
	}
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
	terminal *Terminal
}

// Update updates the model, or translates a message of this package.
func (m *translated) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case redrawMsg:
		return m, tea.ClearScreen
	case suspendMsg:
		return m, tea.Suspend
	case mouseMsg:
		m.terminal.mouseOff = !msg.on
		return m, m.setMouse()
	case execMsg:
		return m, tea.Exec(msg.command, func(err error) tea.Msg {
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
	if m.terminal.mouseOff {
		return tea.DisableMouse
	}
	return tea.EnableMouseCellMotion
}
