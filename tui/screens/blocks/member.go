package blocks

import (
	"fmt"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/live"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// member returns the number and the name of a member, marked if it is the user's validator.
func (m *Model) member(number int) text.Safe {
	name := m.deps.Names.InCommittee(m.deps.Committees.Current(), number)
	switch isMine := number == m.deps.Monitor.Member(); {
	case !name.IsEmpty():
		return text.Format("%s %s", live.Member(number), name)
	case isMine:
		return text.Format("%s (mine)", live.Member(number))
	}
	return live.Member(number)
}

// noMember is what a user types to clear the validator.
const noMember = "none"

func (m *Model) promptMember() tea.Cmd {
	now := text.Const("not set")
	if member := m.deps.Monitor.Member(); member >= 0 {
		now = text.Format("now %s, %s clears", m.member(member), text.Const(noMember))
	}
	return m.deps.Post(screen.PromptMsg{
		Title: text.Const("My validator"), Hint: text.Format("committee index, name or author address · %s", now), Submit: m.setMember,
	})
}

// setMember makes a member the user's validator: a committee index, a name, or an author address.
func (m *Model) setMember(typed string) (tea.Cmd, error) {
	typed = strings.TrimSpace(typed)
	switch author, isAuthor := m.deps.Names.ParseAuthor(typed); {
	case typed == "" && m.deps.Monitor.Member() < 0:
		return nil, nil
	case typed == "":
		return nil, fmt.Errorf("enter a committee index, a name or an author address; %s clears, %s cancels", noMember, m.deps.Key("deck.up"))
	case typed == noMember:
		m.deps.Store.SetMember(nil)
		m.deps.UpdateValidator()
		return m.deps.SaveAndReport(text.Const("validator cleared")), nil
	case isAuthor:
		member, known := m.deps.Names.MemberOf(author)
		if !known {
			return m.nameOwnAuthor(author)
		}
		return m.saveMember(member)
	}
	if member, ok := m.deps.Names.FindMember(typed); ok {
		return m.saveMember(member)
	}
	number, err := strconv.ParseUint(typed, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("invalid member %q: must be a committee index, the name of a member, or an author address (0x…)", typed)
	}
	return m.saveMember(int(number))
}

func (m *Model) saveMember(member int) (tea.Cmd, error) {
	if size := m.committeeSize(); size > 0 && member >= size {
		return nil, fmt.Errorf("member %d is not in the committee: it has %d members, 0 to %d", member, size, size-1)
	}
	m.deps.Store.SetMember(&member)
	m.deps.UpdateValidator()
	return m.deps.SaveAndReport(text.Format("my validator is %s: missed votes are reported", m.member(member))), nil
}

// nameOwnAuthor marks the blocks of an author as the user's. Blocks and votes do not say which member it is.
func (m *Model) nameOwnAuthor(author string) (tea.Cmd, error) {
	index := m.deps.Key("blocks.my_validator")
	if err := m.deps.Names.SetOwn(author); err != nil {
		return nil, err
	}
	return m.deps.SaveAndReport(text.Format("my validator proposes as %s · %s and its committee index report missed votes", text.Short(text.Clean(author)), index)), nil
}

// committeeSize returns the number of members that voted for the newest block, 0 if unknown.
func (m *Model) committeeSize() int {
	if newest, _ := m.blocks.Newest(); newest != nil {
		if row := m.blocks.Block(newest.Height); row != nil {
			return int(row.Members)
		}
	}
	return 0
}
