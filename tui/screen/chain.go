package screen

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// PromptMsg asks the deck to let the user type a line.
type PromptMsg struct {
	Title, Hint text.Safe
	Value       string // what stands there at first
	// Take takes what was typed. Where it answers with an error that is said, and the line stays.
	Submit func(string) (tea.Cmd, error)
}

// AlertMsg asks the deck to ring and to say so in the window's title.
type AlertMsg struct {
	Text  text.Safe // empty: there is nothing to be said any more
	Kind  string    // missed, slow, few_votes, silent, node or price
	Facts []string  // for the user's command, as NAME=VALUE: HEIGHT, TIME_US, PAIR, PRICE
}

// NoteBlock takes up a block as the newest, if it is that: for the header, and for the notebook.
func (d *Deps) NoteBlock(block client.ConsensusBlock) {
	d.Blocks.UpdateNewest(block, d.Now())
	if block.Timestamp != nil {
		d.Seen.AddHeight(block.Height, block.Timestamp.Time())
	}
}

// SaveHead writes the newest block into the notebook, where it is to be looked for the next time.
func (d *Deps) SaveHead() tea.Cmd {
	newest, at := d.Blocks.Newest()
	if stored := d.Store.Head(); newest == nil || stored != nil && stored.Height == newest.Height {
		return nil
	}
	d.Store.SetHead(store.Head{Height: newest.Height, At: at})
	return d.SaveStore()
}

// HeadHints are heights near which the newest block may be.
func (d *Deps) HeadHints() []uint64 {
	hints := d.Blocks.Hints()
	if stored := d.Store.Head(); stored != nil {
		hints = append(hints, stored.Height)
	}
	if height, _, ok := d.Seen.Newest(); ok {
		hints = append(hints, height)
	}
	return hints
}

// Author writes an author in at most width columns: by name with the beginning of its key, or by both ends of its key.
func (d *Deps) Author(author string, width int) text.Span {
	if author == "" {
		return text.Span{Text: text.None, Style: d.Theme.Faint}
	}
	key := text.Clean(author)
	if name := d.Names.Author(author); name != "" {
		style := d.Theme.Text
		if d.Names.IsOwn(author) {
			style = d.Theme.Accent
		}
		return text.Span{Text: text.Cut(name+" "+key[:min(len(key), len("0x")+4)], width), Style: style}
	}
	if len(key) > len("0x0000")+len("00")+1 {
		key = key[:len("0x0000")] + "…" + key[len(key)-len("00"):]
	}
	return text.Span{Text: text.Cut(key, width)}
}
