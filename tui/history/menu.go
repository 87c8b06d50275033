package history

import (
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/command"
	"foredeck/tui/overlay"
	"foredeck/tui/palette"
	"foredeck/tui/screen"
	"foredeck/tui/screen/compare"
	"foredeck/tui/screen/diff"
	"foredeck/tui/screen/networks"
	"foredeck/tui/screen/price"
	"foredeck/tui/screen/settings"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Menu returns the items of the go-to menu with their default keys.
func (m *Model) Menu() []overlay.Item {
	items := []overlay.Item{
		item("goto.home", "h", "home", func() tea.Cmd {
			cmd := m.arrive(m.stack.home(m.ctx, m.deps.Now()))
			m.home.FocusBox() // also if Home is current already
			return cmd
		}),
		item("goto.account", "a", "account: type or paste an address", func() tea.Cmd {
			return m.openBox(text.Const("account: an address, 0x optional, or a saved name"))
		}),
		item("goto.module", "m", "module: type or paste address::module", func() tea.Cmd {
			return m.openBox(text.Const("module: address::module, such as 0x1::coin"))
		}),
		item("goto.blocks", "b", "blocks, live", m.openBlocks),
		item("goto.requests", "r", "requests and responses", m.openRequests),
		item("goto.networks", "n", "networks: show status, switch", m.OpenNetworks),
		item("goto.settings", "s", "settings: show and edit", m.OpenSettings),
	}
	if m.deps == nil || m.deps.Prices.Available() {
		items = append(items, item("goto.price", "p", "prices", m.openPrices))
	}
	return items
}

func item(id, key, words string, run func() tea.Cmd) overlay.Item {
	return overlay.Item{ID: id, Key: key, Words: words, Run: run}
}

// openBox opens Home with a hint about what to type.
func (m *Model) openBox(hint text.Safe) tea.Cmd {
	cmd := m.arrive(m.stack.home(m.ctx, m.deps.Now()))
	m.home.PromptFor(hint)
	return cmd
}

// visitOther opens the screen that create returns, unless the current one has the same type.
func visitOther[S screen.Screen](m *Model, create func() S) tea.Cmd {
	if _, ok := m.stack.current().screen.(S); ok {
		return nil
	}
	return m.visit(create())
}

func (m *Model) openBlocks() tea.Cmd { return visitOther(m, m.blocks) }

// openPrices opens the prices as they were left, or else the first watched pair.
func (m *Model) openPrices() tea.Cmd {
	if s, ok := visited[*price.Model](m); ok {
		return visitOther(m, func() *price.Model { return s })
	}
	if watched := m.deps.Prices.Watched(); len(watched) > 0 {
		return m.visit(price.New(m.deps, watched[0]))
	}
	return m.openBox(text.Const("a pair such as btc_usdt"))
}

// OpenNetworks opens the list of networks.
func (m *Model) OpenNetworks() tea.Cmd {
	return visitOther(m, func() *networks.Model { return networks.New(m.deps) })
}

// OpenSettings opens the form of the config file.
func (m *Model) OpenSettings() tea.Cmd {
	if m.deps.ConfigFile == nil {
		return m.deps.Post(screen.StatusMsg{Text: text.Const("settings unavailable: no config file"), Warn: true})
	}
	return visitOther(m, func() *settings.Model { return settings.New(m.deps) })
}

// Lines offers the locations of the deck that no command of the shell opens.
func (m *Model) Lines() []palette.Line {
	var lines []palette.Line
	if len(m.deps.Networks) > 0 {
		lines = append(lines, palette.Line{Text: "network", Does: text.Const("networks"), Quiet: true, Run: m.OpenNetworks})
	}
	if m.deps.ConfigFile != nil {
		lines = append(lines, palette.Line{Text: "settings", Does: text.Const("edit the config file"), Quiet: true, Run: m.OpenSettings})
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
			return tea.Batch(m.visit(list), list.GoTo(height))
		}
	}
	return line, true
}
