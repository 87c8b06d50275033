// Package custom runs the commands of the config file: programs with values of the visible screen, in the background, in the terminal in
// place of the deck, or with their output in a panel. That panel also has the output of lines of the palette.
package custom

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/tui/overlay"
	"foredeck/tui/palette"
	"foredeck/tui/screen"
	"foredeck/tui/terminal"
	"foredeck/tui/text"
)

// Model runs the commands of the config file.
type Model struct {
	deps    *screen.Deps
	deck    screen.Current
	run     Runner
	ctx     context.Context // of all processes
	cancel  context.CancelFunc
	running sync.WaitGroup
	busy    map[string]bool // commands that run in the background, by name
	pager   *pager          // opened last
}

// New returns a model whose processes end with ctx. run is nil where no command may run: it then offers none.
func New(ctx context.Context, deck screen.Current, run Runner) *Model {
	m := &Model{deck: deck, run: run, busy: map[string]bool{}}
	m.ctx, m.cancel = context.WithCancel(ctx)
	return m
}

// Switch sets the network. It ends the command whose output was shown.
func (m *Model) Switch(_ context.Context, deps *screen.Deps) {
	m.deps = deps
	if m.pager != nil {
		m.pager.cancel()
	}
}

// End ends all processes and waits for that.
func (m *Model) End() {
	m.cancel()
	m.running.Wait()
}

// ActionID returns the id of the action of a command, and the default key that stands for it: no terminal sends it, so that only the
// binding to the key of the config file triggers it.
func ActionID(command string) string { return idPrefix + command }

// IsAction reports whether an action is that of a command.
func IsAction(id string) bool { return strings.HasPrefix(id, idPrefix) }

const idPrefix = "commands."

// binding returns the row of a command.
func binding(c config.Command) screen.Binding[*Model] {
	id := ActionID(c.Name)
	return screen.Binding[*Model]{ID: id, Keys: id, Help: c.Name, Long: description(c).String(), Place: screen.Hidden, Run: func(m *Model) tea.Cmd { return m.start(c) }}
}

// NewAction returns the action of a command, for documents and rebinding.
func NewAction(c config.Command) screen.Action { return screen.Bindings[*Model]{binding(c)}.All()[0] }

func description(c config.Command) text.Safe { return text.Clean(cmp.Or(c.Description, c.Line)) }

// commands returns the commands that can run in this deck.
func (m *Model) commands() []config.Command {
	if m.run == nil {
		return nil
	}
	return m.deps.Config.Commands
}

// Actions lists the commands that have a key on the visible screen.
func (m *Model) Actions() []screen.Action {
	if len(m.commands()) == 0 {
		return nil
	}
	var rows screen.Bindings[*Model]
	kind := m.kind()
	for _, c := range m.commands() {
		if c.Key != "" && runsOn(c, kind) {
			rows = append(rows, binding(c))
		}
	}
	return rows.Actions(m, false)
}

// Lines lists the commands for the palette.
func (m *Model) Lines() []palette.Line {
	if len(m.commands()) == 0 {
		return nil
	}
	var lines []palette.Line
	kind, values := m.kind(), m.values()
	for _, c := range m.commands() {
		_, reason := expand(c, kind, values)
		lines = append(lines, palette.Line{
			Text: c.Name, Does: description(c), Remark: text.Clean(screen.KeyName(c.Key)), Action: ActionID(c.Name), Here: reason.IsEmpty(), Quiet: !reason.IsEmpty(), Why: reason,
			Run: func() tea.Cmd { return m.start(c) },
		})
	}
	return lines
}

type (
	// endedMsg reports that a command has ended.
	endedMsg struct {
		name   string
		err    error
		errors string // the end of what it wrote to stderr
	}
	// outputMsg reports that the output of a panel has changed.
	outputMsg struct{ pager *pager }
)

// Update reports the end of commands.
func (m *Model) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	switch msg := msg.(type) {
	case endedMsg:
		delete(m.busy, msg.name)
		return m.report(msg), true
	case outputMsg:
		return msg.pager.await(), true
	case palette.RunMsg:
		run := m.deps.RunLine
		return m.openPanel(text.ShellQuote(msg.Words...), func(ctx context.Context, to io.Writer) error { return run(ctx, msg.Words, to) }), true
	}
	return nil, false
}

// start runs a command with the values of the visible screen.
func (m *Model) start(c config.Command) tea.Cmd {
	kind, values := m.kind(), m.values()
	words, reason := expand(c, kind, values)
	if !reason.IsEmpty() {
		return m.warn(text.Format("%s: %s", text.Clean(c.Name), reason))
	}
	process := Process{Words: words, Environment: environment(m.deps.Endpoint.Network, values)}
	switch c.Run {
	case "terminal":
		process.InTerminal = true
		return m.borrowTerminal(c.Name, process)
	case "panel":
		return m.openPanel(c.Name, func(ctx context.Context, to io.Writer) error {
			process.Output, process.Errors = to, to
			return m.run(ctx, process)
		})
	}
	if m.busy[c.Name] {
		return m.warn(text.Format("%s: still running", text.Clean(c.Name)))
	}
	m.busy[c.Name] = true
	m.deps.Post(screen.StatusMsg{Text: text.Format("%s: running", text.Clean(c.Name))})
	var written tail
	process.Errors = &written
	ended := make(chan endedMsg, 1)
	m.running.Go(func() {
		err := m.run(m.ctx, process)
		ended <- endedMsg{c.Name, err, written.lastLine()}
	})
	return func() tea.Msg { return <-ended }
}

// borrowTerminal runs a command in the terminal in place of the deck.
func (m *Model) borrowTerminal(name string, process Process) tea.Cmd {
	return terminal.Exec(func() error { return m.run(m.ctx, process) }, func(err error) tea.Msg { return endedMsg{name: name, err: err} })
}

// openPanel runs something and shows its output.
func (m *Model) openPanel(name string, run func(ctx context.Context, to io.Writer) error) tea.Cmd {
	ctx, cancel := context.WithCancel(m.ctx)
	p := newPager(m.deps, name, cancel)
	m.pager = p
	m.running.Go(func() {
		defer cancel()
		p.output.end(run(ctx, p.output))
	})
	m.deps.Post(overlay.OpenMsg{Overlay: p})
	return p.await()
}

// report shows how a command has ended.
func (m *Model) report(msg endedMsg) tea.Cmd {
	name := text.Clean(msg.name)
	switch {
	case msg.err == nil:
		return m.deps.Post(screen.StatusMsg{Text: text.Format("%s: done", name)})
	case msg.errors != "":
		return m.warn(text.Format("%s: %s: %s", name, explain(msg.err), text.Clean(msg.errors)))
	}
	return m.warn(text.Format("%s: %s", name, explain(msg.err)))
}

func (m *Model) warn(status text.Safe) tea.Cmd {
	return m.deps.Post(screen.StatusMsg{Text: status, Warn: true})
}

// runsOn reports whether a command runs on screens of a kind.
func runsOn(c config.Command, kind string) bool {
	return slices.Contains(c.Where, kind) || slices.Contains(c.Where, config.AnyScreen)
}
