package tui

import (
	"fmt"
	"io"
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/announce"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// plainWidth and plainHeight are the window that the deck believes to have where it is told line by line: wide enough for every
// column, and for most of what is written without being cut.
const (
	plainWidth  = 240
	plainHeight = 29
	// overHeight is the room of what lies over the place: all of it is told.
	overHeight = 200
)

// plainDeck is the deck line by line: it draws nothing, and tells what changes.
type plainDeck struct {
	*Model
	teller announce.Announcer
	say    func([]string) // must not block
}

// Init begins the deck in a window of its own, whatever the terminal's is.
func (d *plainDeck) Init() tea.Cmd {
	_, sized := d.Model.Update(tea.WindowSizeMsg{Width: plainWidth, Height: plainHeight})
	d.write([]text.Safe{d.helpHint()})
	cmd := d.Model.Init()
	d.tell(false)
	return tea.Batch(sized, cmd)
}

// helpHint says at first how one finds out more.
func (d *plainDeck) helpHint() text.Safe {
	actions := d.keymap.Bind([]screen.Action{d.keys.Help, d.keys.Redraw, d.keys.Quit})
	keys := make([]any, len(actions))
	for i, action := range actions {
		keys[i] = action.Help().Key
	}
	return text.Safe(fmt.Sprintf("foredeck, line by line. %s lists the keys, %s reads the whole place, %s quits.", keys...))
}

// Update takes a message and tells what changed by it.
func (d *plainDeck) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg, tea.MouseMsg:
		return d, nil
	case tea.KeyMsg:
		d.teller.Key()
		_, cmd := d.Model.Update(msg)
		if usual, _ := d.translate(msg); d.overlay.Open() == nil && d.keys.Redraw.Matches(usual) {
			d.write(d.teller.Whole(d.page(), d.deps.Now()))
			return d, cmd
		}
		d.tell(true)
		return d, cmd
	}
	_, cmd := d.Model.Update(msg)
	d.tell(false)
	return d, cmd
}

// View draws nothing.
func (d *plainDeck) View() string { return "" }

func (d *plainDeck) tell(key bool) {
	if d.quitting {
		return
	}
	if lines := d.teller.Tell(d.page(), key, d.deps.Now()); len(lines) > 0 {
		d.write(lines)
	}
}

// write says lines in the characters that the settings ask for by now.
func (d *plainDeck) write(lines []text.Safe) {
	written := make([]string, len(lines))
	for i, line := range lines {
		written[i] = string(line)
		if d.looks.ASCII {
			written[i] = text.ASCII(written[i])
		}
	}
	d.say(written)
}

// page is what is on the screen.
func (d *plainDeck) page() announce.Page {
	th := d.deps.Theme
	page := announce.Page{
		Place: d.breadcrumb().Text(), Over: d.overlay.Open() != nil, Message: announce.Words(d.messageRow().Text()), Outcome: d.said.Text != "", Node: d.nodeWords(),
	}
	if d.overlay.Open() != nil {
		page.Parts = announce.Read(th, d.overlay.Open().View(plainWidth, overHeight))
		return page
	}
	page.Parts = announce.Read(th, d.history.Visible().View())
	return page
}

// nodeWords say which network one looks at and what is wrong with its node, if anything is.
func (d *plainDeck) nodeWords() text.Safe {
	words := text.Clean(d.deps.Endpoint.Network)
	if d.replayed {
		words += " replay"
	}
	if d.wrongChain != "" {
		words += ", which is of another chain than the settings expect"
	}
	if health := d.deps.Loader.Health(); health != "" {
		words += ": " + health
	}
	return words
}

// teletype writes lines in their order without making anybody wait who has some.
type teletype struct {
	to      io.Writer
	mutex   sync.Mutex
	waiting []string
	more    chan struct{} // holds one while there are lines
	done    chan struct{}
}

// newTeletype begins to write. End ends that once all is written.
func newTeletype(to io.Writer) *teletype {
	t := &teletype{to: to, more: make(chan struct{}, 1), done: make(chan struct{})}
	go t.write()
	return t
}

func (t *teletype) say(lines []string) {
	select {
	case <-t.done: // the terminal takes nothing any more
		return
	default:
	}
	t.mutex.Lock()
	t.waiting = append(t.waiting, lines...)
	t.mutex.Unlock()
	select {
	case t.more <- struct{}{}:
	default:
	}
}

func (t *teletype) write() {
	defer close(t.done)
	for range t.more {
		t.mutex.Lock()
		lines := t.waiting
		t.waiting = nil
		t.mutex.Unlock()
		if len(lines) == 0 {
			continue
		}
		// The terminal is in its raw mode, in which a line's end does not go back to the first column.
		if _, err := io.WriteString(t.to, strings.Join(lines, "\r\n")+"\r\n"); err != nil {
			return
		}
	}
}

func (t *teletype) end() {
	t.say(nil)
	close(t.more)
	<-t.done
}
