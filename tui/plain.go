package tui

import (
	"fmt"
	"io"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/tui/announce"
	"foredeck/tui/overlay"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

const (
	// lineModeWidth and lineModeHeight are the window of the deck in line mode: wide enough for every column, and for most texts.
	lineModeWidth, lineModeHeight = 240, 29
	// lineModeOverlay is the height of overlays in line mode, which are announced in full.
	lineModeOverlay = 200
	// lineModeHelp is the width of the help in line mode, in which it has one column.
	lineModeHelp = 70
)

// lineDeck is the deck in line mode, for screen readers: it draws nothing and announces what changes.
type lineDeck struct {
	*Model
	announcer announce.Announcer
	out       io.Writer // must not block
	ended     bool      // the end was announced
}

// NewLineMode returns the deck in line mode. It prints the announced lines to out, which must not block.
func NewLineMode(m *Model, out io.Writer) tea.Model {
	d := &lineDeck{Model: m, out: out}
	m.lineMode, m.alerts.Announce = true, func(alert text.Safe) { d.print([]text.Safe{alert}) }
	m.Configure(m.deps.Config)
	return d
}

// Init starts the deck in a window of a fixed size, whatever that of the terminal is.
func (d *lineDeck) Init() tea.Cmd {
	_, sized := d.Model.Update(tea.WindowSizeMsg{Width: lineModeWidth, Height: lineModeHeight})
	d.print([]text.Safe{d.welcome()})
	cmd := d.Model.Init()
	d.announce(false)
	return tea.Batch(sized, cmd)
}

// welcome names the keys to start with.
func (d *lineDeck) welcome() text.Safe {
	var keys []any
	for _, id := range []string{"deck.help", "deck.redraw", "deck.quit_now"} { // others are text on Home
		keys = append(keys, d.deps.Key(id))
	}
	return text.Clean(fmt.Sprintf("foredeck, screen reader mode. %s lists the keys, %s reads the whole screen, %s quits.", keys...))
}

// Update handles a message and announces what it has changed.
func (d *lineDeck) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg, tea.MouseMsg:
		return d, nil
	case tea.KeyMsg:
		d.announcer.Key()
		d.ignored = false
		_, cmd := d.Model.Update(msg)
		if d.ignored {
			d.print([]text.Safe{text.Format("%s: no action here", text.Clean(msg.String()))})
			return d, cmd
		}
		if action, _, _ := d.keymap.Find(msg.String(), d.urgent()); d.overlay.Open() == nil && action.ID == "deck.redraw" {
			lines := d.announcer.All(d.page(), d.deps.Now())
			d.print(append([]text.Safe{text.Format("the whole screen, %s", text.Plural(len(lines), "line"))}, lines...))
		} else {
			d.announce(true)
		}
		return d, cmd
	}
	_, cmd := d.Model.Update(msg)
	d.announce(false)
	return d, cmd
}

// View draws nothing.
func (d *lineDeck) View() string { return "" }

func (d *lineDeck) announce(afterKey bool) {
	if d.quitting {
		if !d.ended {
			d.print([]text.Safe{text.Const("foredeck ends")})
		}
		d.ended = true
		return
	}
	if lines := d.announcer.Changes(d.page(), afterKey, d.deps.Now()); len(lines) > 0 {
		d.print(lines)
	}
}

func (d *lineDeck) print(lines []text.Safe) {
	var printed strings.Builder
	for _, line := range lines {
		words := line.String()
		if d.deps.Config.ASCII {
			words = text.ASCII(words)
		}
		printed.WriteString(words + "\r\n") // in raw mode a line feed does not return to the first column
	}
	_, _ = io.WriteString(d.out, printed.String()) // nothing to do if the terminal is gone
}

// page returns what would be drawn.
func (d *lineDeck) page() announce.Page {
	open := d.overlay.Open()
	page := announce.Page{
		Location: d.breadcrumb().Text(), Overlay: open != nil, IsResult: !d.status.Text.IsEmpty(), Node: d.network(),
	}
	page.Message, page.Note = d.messages()
	reader := announce.Reader{Theme: d.deps.Theme, Terse: d.deps.Config.PlainRows == config.TerseRows}
	if open != nil {
		width := lineModeWidth
		if _, isHelp := open.(*overlay.Help); isHelp {
			width = lineModeHelp
		}
		page.Parts = append(reader.Parse(open.View(width, lineModeOverlay)), announce.Part{Items: []announce.Item{{Text: d.overlayKeys(open)}}})
	} else {
		page.Parts = reader.Parse(d.history.Visible().View())
	}
	return page
}

// messages returns the status message and the note of the overlay or screen.
func (d *lineDeck) messages() (message, note text.Safe) {
	status := d.status
	d.status = screen.StatusMsg{} // which hides the note
	note = announce.Words(d.messageRow().Text())
	if d.status = status; status.Warn {
		status.Text = text.Format("! %s", status.Text)
	}
	if !status.Side.IsEmpty() {
		status.Text = text.Format("%s · %s", status.Text, status.Side)
	}
	if left, _, ok := d.overlay.Note(); ok {
		note = announce.Words(left.Text())
	}
	return announce.Words(status.Text), note
}

// overlayKeys names the keys that confirm and close an overlay.
func (d *lineDeck) overlayKeys(open overlay.Overlay) text.Safe {
	var keys []text.Safe
	for _, action := range open.Actions() {
		isNamed := func(key string) bool { return key == "tab" || key == "enter" || key == "esc" }
		if words := text.Format("%s: %s", d.deps.Key(action.ID), text.Clean(action.Help().Desc)); slices.ContainsFunc(action.Keys(), isNamed) && action.Enabled() {
			keys = append(keys, words)
		}
	}
	return text.Join(keys, text.Const(", "))
}

// network names the network and the problems of its node.
func (d *lineDeck) network() text.Safe {
	words := text.Clean(d.deps.Endpoint.Network)
	if d.deps.Replayed {
		words = text.Format("%s replay", words)
	}
	if !d.networks.wrongChain.IsEmpty() {
		words = text.Format("%s, wrong chain", words)
	}
	if problem := d.deps.Loader.NodeState().Problem; !problem.IsEmpty() {
		words = text.Format("%s: %s", words, problem)
	}
	return words
}
