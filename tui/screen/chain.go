package screen

import (
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/live"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// PromptMsg asks the deck to prompt the user for a line of text.
type PromptMsg struct {
	Title, Hint text.Safe
	Value       string // initial text
	// Submit handles the text. If it returns an error, the deck shows the error and the prompt stays open.
	Submit func(string) (tea.Cmd, error)
}

// NoteBlock records a block that was loaded by its height. It is the head only if it is above the one that is known: what a user typed says
// nothing about the chain.
func (d *Deps) NoteBlock(block client.Block) {
	if newest, _ := d.Blocks.Newest(); newest != nil {
		d.NoteHead(block)
	} else if block.Timestamp != nil {
		d.Seen.AddHeight(block.Height, block.Timestamp.Time())
	}
}

// NoteHead records the newest block of the node, or an earlier one. The header shows the highest and SaveHead stores it.
func (d *Deps) NoteHead(block client.Block) {
	d.Blocks.UpdateNewest(block, d.Now())
	if block.Epoch != nil {
		d.Committees.Advance(*block.Epoch)
	}
	if block.Timestamp != nil {
		d.Seen.AddHead(block.Height, block.Timestamp.Time())
	}
}

// IsExecuted reports whether the blocks of the network come without certificates, so that their transactions and their gas are known, but
// neither votes nor batches.
func (d *Deps) IsExecuted() bool {
	newest, _ := d.Blocks.Newest()
	return newest != nil && newest.Certificate == nil && newest.Statistics != nil && !d.Blocks.HasEventVotes()
}

// HasBatches reports whether the newest block came with its certificate and its batches.
func (d *Deps) HasBatches() bool {
	newest, _ := d.Blocks.Newest()
	return newest == nil || newest.Certificate != nil || newest.Statistics == nil
}

// NoVotes explains why the blocks of the network come without votes.
func (d *Deps) NoVotes() text.Safe {
	refusal := d.Node.ConsensusRefusal()
	switch {
	case d.Blocks.HasEventVotes():
		return text.Const("votes are those of the events NewBlock; signatures and batches need a consensus token")
	case errors.Is(refusal, client.ErrUnauthorized) && d.Node.HasConsensusToken():
		return text.Const("votes and batches are missing: the node rejects the consensus token")
	case errors.Is(refusal, client.ErrUnsupported):
		return text.Const("this node has no consensus blocks, so votes and batches are unknown")
	}
	return text.Const("votes and batches need a consensus token")
}

// SaveHead stores the newest block, where the next run starts to search for the chain's head.
func (d *Deps) SaveHead() tea.Cmd {
	newest, at := d.Blocks.Newest()
	if stored := d.Store.Head(); newest == nil || stored != nil && stored.Height == newest.Height {
		return nil
	}
	d.Store.SetHead(store.Head{Height: newest.Height, At: at})
	return d.SaveStore()
}

// HeadHints returns heights near which the newest block may be.
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

// Author formats a block author in at most width columns: the name and the start of the key, or both ends of the key, short in lists and as
// long as there is room for in more than maxShortAuthor columns.
func (d *Deps) Author(author string, width int) text.Span {
	if author == "" {
		return text.Span{Text: text.None, Style: d.Theme.Faint}
	}
	key := text.Bounded(author)
	columns := text.Width(key)
	if name := d.Names.Author(author); !name.IsEmpty() {
		style := d.Theme.Text
		if d.Names.IsOwn(author) {
			style = d.Theme.Accent
		}
		return text.Span{Text: text.Cut(text.Format("%s %s", name, text.Slice(key, 0, min(columns, len("0x")+4))), width), Style: style}
	}
	switch {
	case width > maxShortAuthor:
		key = text.CutMiddle(key, width)
	case columns > len("0x0000")+len("00")+1:
		key = text.Format("%s…%s", text.Slice(key, 0, len("0x0000")), text.Slice(key, columns-len("00"), columns))
	}
	return text.Span{Text: text.Cut(key, width), Style: d.Theme.Faint}
}

// maxShortAuthor is the width of columns of lists that show authors.
const maxShortAuthor = 20

// NameMembers makes the committee of the newest block name members and authors.
func (d *Deps) NameMembers() {
	if newest, _ := d.Blocks.Newest(); newest != nil && newest.Epoch != nil {
		d.Committees.Follow(*newest.Epoch)
	}
}

// Member returns the index of a member and its name, if it has one in a committee. The committee may be nil.
func (d *Deps) Member(committee *client.Committee, index int) text.Safe {
	name := d.Names.InCommittee(committee, index)
	switch {
	case !name.IsEmpty():
		return text.Format("%s %s", live.Member(index), name)
	case index == d.Monitor.Member():
		return text.Format("%s mine", live.Member(index))
	}
	return live.Member(index)
}

// PastVotes returns the votes of a member in the recorded history of 30 days. ok is false if that has no more than the number of blocks
// that are known anyway.
func (d *Deps) PastVotes(member, known int) (past *live.Period, votes live.MemberPeriod, ok bool) {
	if past = d.Past.Recent(); past == nil {
		return nil, live.MemberPeriod{}, false
	}
	votes = past.Member(member)
	return past, votes, votes.Blocks > uint64(known)
}

// OwnVote reports how the user's validator voted for a block, nil if the block's certificate does not cover it.
func (d *Deps) OwnVote(row *live.Row) text.Line {
	switch voted, ok := row.Voted(d.Monitor.Member()); {
	case !ok:
		return nil
	case voted:
		return text.In(d.Theme.Good, " mine: ok")
	}
	return text.In(d.Theme.Bad, " mine: MISSED")
}

// GapStyle returns the style of a block interval: calm up to half of the limit, warm at the limit, hot at one and a half.
func (d *Deps) GapStyle(gap time.Duration) theme.Style {
	limit := d.Monitor.GapLimit()
	if limit <= 0 {
		return d.Theme.Text
	}
	return d.Theme.Ramp.At(float64(gap)/float64(limit) - 0.5)
}

// GapBars draws block intervals as bars, each in its style.
func (d *Deps) GapBars(gaps []time.Duration) text.Line {
	limit := d.Monitor.GapLimit()
	drawn := live.GapBars(gaps, limit, &d.Theme)
	if limit <= 0 {
		return drawn
	}
	bars := []rune(drawn.Text().String())
	var line text.Line
	for from, i := 0, 0; i < len(bars); from = i {
		style := d.GapStyle(gaps[from])
		for i++; i < len(bars) && d.GapStyle(gaps[i]) == style; i++ {
		}
		line = append(line, text.Span{Text: text.Clean(string(bars[from:i])), Style: style})
	}
	return line
}

// VotesStyle returns the style of the votes for a block: calm if all members voted, hot if a third did not, without which there is no quorum.
func (d *Deps) VotesStyle(row *live.Row) theme.Style {
	if row.Members <= 0 {
		return d.Theme.Text
	}
	return d.Theme.Ramp.At(3 * float64(row.Members-row.Votes) / float64(row.Members))
}

// LatencyStyle returns the style of the time that a node takes to respond: hot from a second on. 0 is not known.
func (d *Deps) LatencyStyle(took time.Duration) theme.Style {
	if took == 0 {
		return d.Theme.Faint
	}
	return d.Theme.Ramp.At(took.Seconds())
}

// GasStyle returns the style of the gas that a transaction used, by its share of what the sender allowed.
func (d *Deps) GasStyle(used, most *uint64) theme.Style {
	if used == nil || most == nil || *most == 0 {
		return d.Theme.Faint
	}
	return d.Theme.Ramp.At(float64(*used) / float64(*most))
}

// BlockAgeStyle returns the style of the age of a block, which fades.
func (d *Deps) BlockAgeStyle(row *live.Row) theme.Style {
	at, ok := row.Time()
	if !ok {
		return d.Theme.Faint
	}
	return d.Theme.Age(d.Now().Sub(at))
}
