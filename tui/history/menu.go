package history

import (
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/command"
	"foredeck/tui/overlay"
	"foredeck/tui/palette"
	"foredeck/tui/screen"
	"foredeck/tui/screen/all"
	"foredeck/tui/screen/compare"
	"foredeck/tui/screen/diff"
	"foredeck/tui/screen/price"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Menu returns the items of the go-to menu.
func (m *Model) Menu() []overlay.Item {
	var items []overlay.Item
	for _, name := range []string{"home", "account", "module", "blocks", "requests", "networks", "settings", "price"} {
		item, run := unlisted[name], func() tea.Cmd { return unlisted[name].run(m) } // of screens that are not converted yet
		if kind := all.Named(name); kind != nil {
			item.MenuItem, run = kind.MenuItem(), func() tea.Cmd { return m.openKind(name) }
		}
		if m.deps == nil || item.Offered == nil || item.Offered(m.deps) {
			items = append(items, overlay.Item{ID: "goto." + name, Key: item.Key, Words: item.Words, Run: run})
		}
	}
	return items
}

type menuItem struct {
	screen.MenuItem
	run func(*Model) tea.Cmd
}

var unlisted = map[string]menuItem{
	"account": {screen.MenuItem{Key: "a", Words: "account: type or paste an address"}, func(m *Model) tea.Cmd {
		return m.openBox(text.Const("account: an address, 0x optional, or a saved name"))
	}},
	"module": {screen.MenuItem{Key: "m", Words: "module: type or paste address::module"}, func(m *Model) tea.Cmd {
		return m.openBox(text.Const("module: address::module, such as 0x1::coin"))
	}},
	"requests": {screen.MenuItem{Key: "r", Words: "requests and responses"}, (*Model).openRequests},
	"price":    {screen.MenuItem{Key: "p", Words: "prices", Offered: func(deps *screen.Deps) bool { return deps.Prices.Available() }}, (*Model).openPrices},
}

// openKind opens a screen of the go-to menu, unless one of its kind is visible.
func (m *Model) openKind(name string) tea.Cmd {
	kind := all.Named(name)
	if item := kind.MenuItem(); item.Keeps {
		for _, v := range m.stack.visits {
			if kind.Is(v.screen) {
				return m.visitOther(kind, v.screen)
			}
		}
	}
	opened, msg := kind.MenuItem().Open(m.deps)
	if opened == nil {
		return m.deps.Post(msg)
	}
	return m.visitOther(kind, opened)
}

// visitOther opens a screen, unless the current one is of the same kind.
func (m *Model) visitOther(kind screen.Kind, opened screen.Screen) tea.Cmd {
	if kind.Is(m.stack.current().screen) {
		return nil
	}
	return m.visit(opened)
}

// openBox opens Home with a hint about what to type.
func (m *Model) openBox(hint text.Safe) tea.Cmd {
	cmd := m.arrive(m.stack.home(m.ctx, m.deps.Now()))
	m.home.PromptFor(hint) // also if Home is current already
	return cmd
}

// openPrices opens the prices as they were left, or else the first watched pair.
func (m *Model) openPrices() tea.Cmd {
	if s, ok := visited[*price.Model](m); ok {
		if _, ok := m.stack.current().screen.(*price.Model); ok {
			return nil
		}
		return m.visit(s)
	}
	if watched := m.deps.Prices.Watched(); len(watched) > 0 {
		return m.visit(price.New(m.deps, watched[0]))
	}
	return m.openBox(text.Const("a pair such as btc_usdt"))
}

// Lines offers the locations of the deck that no command of the shell opens.
func (m *Model) Lines() []palette.Line {
	var lines []palette.Line
	if len(m.deps.Networks) > 0 {
		lines = append(lines, palette.Line{Text: "network", Does: text.Const("networks"), Quiet: true, Run: func() tea.Cmd { return m.openKind("networks") }})
	}
	if m.deps.ConfigFile != nil {
		lines = append(lines, palette.Line{Text: "settings", Does: text.Const("edit the config file"), Quiet: true, Run: func() tea.Cmd { return m.openKind("settings") }})
	}
	if m.deps.Prices.Available() {
		lines = append(lines, palette.Line{Text: target.Charts.String(), Does: text.Const("charts of the watched pairs"), Quiet: true, Run: func() tea.Cmd {
			return m.openTarget(target.Target{Kind: target.Charts})
		}})
	}
	return lines
}

// ParseLine returns the lines "height N", "seq N", "compare A B", "diff module A B" and "wall NAME".
func (m *Model) ParseLine(words []string) (line palette.Line, ok bool) {
	if len(words) > 0 && words[0] == "compare" {
		return m.parseCompare(words)
	}
	if len(words) > 0 && words[0] == "diff" {
		return m.parseDiff(words)
	}
	if len(words) > 0 && words[0] == "wall" {
		return m.parseWall(words)
	}
	if len(words) == 2 && words[0] == "seq" {
		return m.parseSequence(words[1])
	}
	return m.parseHeight(words)
}

// sequenceSeeker is a screen that goes to a sequence number of an account.
type sequenceSeeker interface {
	GoToSequence(sequence uint64) tea.Cmd
}

// parseSequence returns the line "seq N".
func (m *Model) parseSequence(typed string) (line palette.Line, ok bool) {
	sequence, err := target.ParseSequence(strings.TrimPrefix(typed, "#"))
	if err != nil {
		return palette.Line{}, false
	}
	line = palette.Line{Text: "seq " + strconv.FormatUint(sequence, 10), Does: text.Const("go to this sequence number")}
	line.Run = func() tea.Cmd {
		if seeker, ok := m.Visible().(sequenceSeeker); ok {
			return seeker.GoToSequence(sequence)
		}
		return m.deps.Post(screen.StatusMsg{Text: text.Const("seq: open an account or one of its transactions first, or use tx ADDRESS SEQUENCE"), Warn: true})
	}
	return line, true
}

// parseCompare returns the line "compare A B" with options.
func (m *Model) parseCompare(words []string) (line palette.Line, ok bool) {
	read, err := command.ParseWords(words)
	if err != nil || m.deps.OpenNode == nil {
		return palette.Line{}, false // the table of commands explains it
	}
	compared, err := compare.New(m.deps, read)
	if err != nil {
		return palette.Line{}, false
	}
	return palette.Line{Text: read.String(), Does: text.Const("compare two nodes, live"), Run: func() tea.Cmd { return m.visit(compared) }}, true
}

// parseDiff returns the line "diff module A B".
func (m *Model) parseDiff(words []string) (line palette.Line, ok bool) {
	read, err := command.ParseWords(words)
	if err != nil || m.deps.OpenNode == nil {
		return palette.Line{}, false // the table of commands explains it
	}
	compared, err := diff.New(m.deps, read)
	if err != nil {
		return palette.Line{}, false
	}
	return palette.Line{Text: read.String(), Does: text.Const("compare two versions of a module"), Run: func() tea.Cmd { return m.visit(compared) }}, true
}

// parseHeight returns the line "height N". It goes to a height in the list of the visible screen if it has one, else in that of the
// blocks.
func (m *Model) parseHeight(words []string) (line palette.Line, ok bool) {
	if len(words) != 2 || words[0] != "height" {
		return palette.Line{}, false
	}
	height, err := strconv.ParseUint(strings.ReplaceAll(words[1], ",", ""), 10, 64)
	if err != nil {
		return palette.Line{}, false
	}
	line = palette.Line{Text: "height " + strconv.FormatUint(height, 10)}
	if seeker, ok := m.Visible().(screen.HeightSeeker); ok {
		line.Does, line.Run = text.Const("go to this height"), func() tea.Cmd { return seeker.GoTo(height) }
	} else {
		line.Does, line.Run = text.Const("open blocks at height"), func() tea.Cmd {
			list := m.blocks()
			return tea.Batch(m.visit(list), list.(screen.HeightSeeker).GoTo(height))
		}
	}
	return line, true
}
