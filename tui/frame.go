package tui

import (
	"slices"
	"strings"

	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/overlay"
	"foredeck/tui/screen"
	"foredeck/tui/terminal"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// chrome is the number of lines that the frame takes around the body.
func chrome(class screen.Class) int {
	switch class {
	case screen.OneLine:
		return 0
	case screen.Small:
		return 3 // header, message, keys
	}
	return 4 // header, breadcrumb, message, keys
}

// View returns the frame as text.
func (m *Model) View() string {
	frame := m.Frame()
	view := text.RenderIn(frame.Base, frame.Lines)
	if frame.ASCII {
		view = text.ASCII(view)
	}
	return view
}

// Frame returns the whole window: no line is wider than it, and there are no more lines than it has rows.
func (m *Model) Frame() terminal.Frame {
	if m.width <= 0 || m.height <= 0 || m.quitting {
		return terminal.Frame{}
	}
	return terminal.Frame{Width: m.width, Height: m.height, Lines: m.Lines(), Base: m.deps.Theme.Text, ASCII: m.deps.Config.ASCII, AssumesASCII: m.deps.Config.AssumesEncoding()}
}

// Lines returns the whole window as styled lines.
func (m *Model) Lines() []text.Line {
	class, body := m.class(), m.Body()
	switch {
	case class == screen.OneLine && m.hasRoomAround():
		vital := text.Height(body, m.height-chrome(screen.Rules))
		for i := range vital {
			vital[i] = vital[i].Fit(m.width)
		}
		return slices.Concat([]text.Line{m.padded(m.header(screen.Small)), m.padded(m.breadcrumb())}, vital, []text.Line{m.padded(m.messageRow()), m.padded(m.keyRow())})
	case class == screen.OneLine:
		return body
	}
	lines := make([]text.Line, 0, m.height)
	lines = append(lines, m.padded(m.header(class)))
	if class == screen.Small {
		lines = append(lines, m.padded(m.smallRow()))
		lines = append(lines, body...)
	} else {
		lines = append(lines, m.padded(m.breadcrumb()))
		lines = append(lines, body...)
		lines = append(lines, m.padded(m.messageRow()))
	}
	return append(lines, m.padded(m.keyRow()))
}

// hasRoomAround reports whether a window that shows the vital fact has room for header, breadcrumb, message and keys.
func (m *Model) hasRoomAround() bool {
	return m.width >= minAroundWidth && m.height > chrome(screen.Rules) && (m.overlay.Open() == nil || m.overlay.Hidden())
}

// minAroundWidth is the width in which keys can be read.
const minAroundWidth = 60

// Body returns the lines inside the frame: the visible screen with the overlay on top, or one line in the smallest windows.
func (m *Model) Body() []text.Line {
	class, overlay := m.class(), m.overlay.Open()
	switch {
	case class == screen.OneLine && overlay != nil && !m.overlay.Hidden():
		lines := overlay.View(m.width, m.height) // all the room there is
		if m.width < minBoxWidth || m.height < minBoxHeight {
			lines = m.withoutBox(overlay)
		}
		for i := range lines {
			lines[i] = lines[i].Fit(m.width)
		}
		return lines
	case class == screen.OneLine:
		return m.vital()
	}
	body := text.Height(m.history.Visible().View(), m.height-chrome(class))
	for i := range body {
		body[i] = body[i].Fit(m.width)
	}
	if overlay != nil {
		body = m.covered(body)
	}
	return body
}

// withoutBox returns what is in the box of an overlay, as lines.
func (m *Model) withoutBox(overlay overlay.Overlay) []text.Line {
	width, height := widget.Frame(false)
	lines := overlay.View(m.width+width, m.height+height)
	if len(lines) > height {
		lines = lines[1 : len(lines)-1]
	}
	for i := range lines {
		lines[i] = lines[i].Slice(width/2, max(lines[i].Width()-width/2, width/2))
	}
	return lines
}

// vital returns the vital fact of the visible screen in as many lines as it needs and the window has.
func (m *Model) vital() []text.Line {
	lines := m.history.Visible().Vital().Wrap(max(m.width-2, 1), m.height)
	for i := range lines {
		lines[i] = m.padded(lines[i])
	}
	return lines
}

// Screen returns the visible screen.
func (m *Model) Screen() screen.Screen { return m.history.Visible() }

// Actions returns the actions that can be triggered now, those of the overlay or the screen first.
func (m *Model) Actions() []screen.Action { return m.actions() }

// Status returns the status message.
func (m *Model) Status() screen.StatusMsg { return m.status }

// HasOverlay reports whether a menu, a prompt or another overlay is open.
func (m *Model) HasOverlay() bool { return m.overlay.Open() != nil }

// Deps returns what the screens of the open network share.
func (m *Model) Deps() *screen.Deps { return m.deps }

// padded fits a line to the window's width with a blank column on either side.
func (m *Model) padded(line text.Line) text.Line {
	return append(text.Plain(" "), line.Fit(max(m.width-2, 0))...).Fit(m.width)
}

// covered draws the overlay over the body and removes the click targets of the body: the overlay has the input.
func (m *Model) covered(body []text.Line) []text.Line {
	for i := range body {
		body[i] = slices.Clone(body[i]).WithHit(nil)
	}
	block := m.overlay.Open().View(m.width, len(body))
	if len(block) == 0 {
		return body
	}
	left, top := max(m.width-block[0].Width(), 0), max(len(body)-len(block), 0)
	if !m.overlay.IsDocked() {
		left, top = left/2, top/3 // slightly above the middle
	}
	return text.Over(body, block, left, top)
}

// header shows the network and the state of its node. Narrow windows drop its parts one by one: the clock first, then the requests in
// flight, the program's name and the API version.
func (m *Model) header(class screen.Class) text.Line {
	th, deps := m.deps.Theme, m.deps
	network := text.Span{Text: text.Clean(deps.Endpoint.Network), Style: th.Strong}
	if !m.networks.wrongChain.IsEmpty() {
		network = text.Span{Text: text.Format("%s wrong chain", network.Text), Style: th.Bad}
	}
	name := text.Line{network}
	if m.deps.Replayed {
		name = text.Line{network, {Text: text.Const(" ")}, {Text: text.Const("replay"), Style: th.Warn}}
	}
	if mark := m.alerts.Mark(); mark != nil {
		name = append(append(name, text.Span{Text: text.Const(" ")}), mark...)
	}
	program := text.In(th.Focus, widget.Glyph+" foredeck")
	version := text.Clean(deps.Node.Version().String()).Line()
	if class >= screen.Full {
		version = append(text.In(th.Faint, "rpc "), version...)
	}
	head := m.head(class)
	flight := m.calls()
	clock := text.Clean(deps.Now().Format("15:04:05 MST")).In(th.Hint)
	if class < screen.Compact {
		program, flight, clock = nil, nil, nil
	}
	nodes := deps.Loader.NodeState().WithPrices(deps.Prices.Answered(), deps.Now())
	isNamed := deps.Simulated || strings.HasPrefix(nodes.Forms[0].String(), deps.Endpoint.Network+" ")
	for _, layout := range headerLayouts(&nodes, class, isNamed) {
		state := m.nodeState(&nodes, layout.form)
		parts := [][2][]text.Line{
			{{program, name, version, state}, {head, flight, clock}},
			{{program, name, version, state}, {head, flight}},
			{{name, version, state}, {head, flight}},
			{{name, version, state}, {head}},
			{{name, state}, {head}},
			{{name}, {head}},
		}[layout.parts]
		left, right, minGap := spaced(parts[0], text.Const("  ")), spaced(parts[1], text.Const("   ")), 2
		if class < screen.Full {
			left, right, minGap = spaced(parts[0], text.Const(" ")), spaced(parts[1], text.Const("  ")), 1
		}
		if gap := m.width - 2 - left.Width() - right.Width(); gap >= minGap {
			return append(append(left, text.Span{Text: text.Spaces(gap)}), right...)
		}
	}
	return name
}

// headerLayout is the parts of the header and the form of the node's state.
type headerLayout struct{ parts, form int }

// headerLayouts returns the layouts to try in order. A problem of the nodes and the name of one of several nodes stay rather than other
// parts; the name of the only node is shown where there is room, unless the name of the network says it.
func headerLayouts(state *load.NodeState, class screen.Class, isNamed bool) []headerLayout {
	const withState = 5 // number of layouts that have the state
	var layouts []headerLayout
	first := 0
	if isFine := state.Severity == load.Healthy || state.Severity == load.Idle; isFine && !state.IsOneOfSeveral {
		first = len(state.Forms) - 1
		if class >= screen.Compact {
			first = max(first-1, 0)
			if !isNamed {
				layouts = append(layouts, headerLayout{0, 0})
			}
		}
	}
	for form := first; form < len(state.Forms); form++ {
		for parts := range withState {
			layouts = append(layouts, headerLayout{parts, form})
		}
	}
	return append(layouts, headerLayout{withState, 0})
}

// nodeState shows a form of the state of the nodes.
func (m *Model) nodeState(state *load.NodeState, form int) text.Line {
	th, words := m.deps.Theme, state.Forms[form]
	switch state.Severity {
	case load.Healthy:
		return text.Line{{Text: text.Clean(strings.TrimSuffix(words.String(), "ok"))}, {Text: text.Const("ok"), Style: th.Faint}}
	case load.Warning:
		return words.In(th.Warn)
	case load.Failed:
		return words.In(th.Bad)
	}
	return words.In(th.Faint)
}

// calls shows the number of pending calls, nothing if there are none.
func (m *Model) calls() text.Line {
	th := m.deps.Theme
	switch inFlight, waiting := m.deps.Loader.Calls(); {
	case waiting > 0 && inFlight > 0:
		return text.In(th.Warn, "%s in flight, %s waiting", text.Integer(uint64(inFlight)), text.Integer(uint64(waiting)))
	case waiting > 0:
		return text.In(th.Warn, "%s waiting", text.Integer(uint64(waiting)))
	case inFlight > 0:
		return text.In(th.Faint, "%s in flight", text.Integer(uint64(inFlight)))
	}
	return nil
}

// head shows the newest known height, with the age of its block if the chain is followed, or how long the followed chain has had no new block.
func (m *Model) head(class screen.Class) text.Line {
	th, now := m.deps.Theme, m.deps.Now()
	height, at, known := m.deps.Seen.Head()
	paused := m.deps.Following().Paused
	quiet, late := m.deps.Quiet()
	switch {
	case !known && paused:
		return text.In(th.Warn, "blocks paused")
	case !known:
		return nil
	}
	head := append(text.In(th.Faint, "head "), text.Span{Text: text.Format("%s ", text.Integer(height))})
	if !m.deps.Following().Started && !paused { // an age would look like that of a halted chain
		return append(text.In(th.Faint, "head "), text.Span{Text: text.Integer(height)})
	}
	switch {
	case paused:
		return append(head, text.Span{Text: text.Const("paused"), Style: th.Warn})
	case late && class >= screen.Compact:
		if atHead, nodes, isHalted := m.deps.Monitor.Halted(); isHalted {
			halted := text.Format("halted for %s, on %s of %s", text.Elapsed(quiet), text.Integer(uint64(atHead)), text.Plural(nodes, "node"))
			return append(head, text.Span{Text: halted, Style: th.Bad})
		}
		return append(head, text.Span{Text: text.Format("no block for %s", text.Elapsed(quiet)), Style: th.Warn})
	case late:
		return append(head, text.Span{Text: text.Elapsed(quiet), Style: th.Warn})
	case class >= screen.Compact:
		return append(head, text.Span{Text: text.Format("(%s)", text.Age(at, now)), Style: th.Faint})
	}
	return append(head, text.Span{Text: text.Age(at, now), Style: th.Faint})
}

// breadcrumb shows the path from Home to the current screen. If it is too long, crumbs in the middle are replaced by an ellipsis.
func (m *Model) breadcrumb() text.Line {
	th := m.deps.Theme
	if m.history.Covered() {
		return joined([]text.Span{{Text: m.history.Visible().Crumbs()[0], Style: th.Strong}}, th.Faint)
	}
	trail := m.history.Trail()
	var crumbs []text.Span
	here := 0 // number of crumbs of the current screen
	for i, location := range trail {
		style := th.Text
		if i == len(trail)-1 {
			style, here = th.Strong, len(location)
		}
		for _, crumb := range location {
			crumbs = append(crumbs, text.Span{Text: crumb, Style: style, Hit: &text.Hit{Crumb: i, IsCrumb: true}})
		}
	}
	line := joined(crumbs, th.Faint)
	for cut := 1; line.Width() > m.width-2 && cut < len(crumbs)-here; cut++ {
		short := append([]text.Span{crumbs[0], {Text: text.Const("…"), Style: th.Faint}}, crumbs[cut+1:]...)
		line = joined(short, th.Faint)
	}
	return line
}

func joined(crumbs []text.Span, between theme.Style) text.Line {
	var line text.Line
	for i, crumb := range crumbs {
		if i > 0 {
			line = append(line, text.Span{Text: text.Const(" › "), Style: between})
		}
		line = append(line, crumb)
	}
	return line
}

// smallRow is the row above the body of a small window: the status message, or the breadcrumb if there is none.
func (m *Model) smallRow() text.Line {
	if !m.status.Text.IsEmpty() || m.alerts.Banner(m.width) != nil {
		return m.messageRow()
	}
	return m.breadcrumb()
}

// messageRow shows the status message, the price alerts that were not acknowledged, or the note of the overlay or screen if there are none.
func (m *Model) messageRow() text.Line {
	current := m.history.Visible()
	left, right := current.Note()
	if refresher, ok := current.(screen.Refresher); ok && right.Width() == 0 && !m.deps.Ended() {
		right = refresher.Activity()
	}
	if right.Width() == 0 && m.deps.Ended() && m.status.Text != text.Const(endOfRecording) {
		right = text.In(m.deps.Theme.Faint, "end of recording")
	}
	if rows, ok := screen.RangeOf(current); ok {
		left = text.In(m.deps.Theme.Accent, "%s selected · %s ends", text.Plural(rows.Count(), "row"), m.deps.Key(m.rangeKey()))
	}
	if progress := m.exporter.Progress(); progress != nil {
		left = progress
	}
	if l, r, ok := m.overlay.Note(); ok {
		left, right = l, r
	}
	if !m.status.Text.IsEmpty() {
		style, message := m.deps.Theme.Text, m.alerts.Message(&m.status)
		switch {
		case m.status.Warn:
			style, message = m.deps.Theme.Warn, text.Format("! %s", message)
		case m.status.IsHint:
			style = m.deps.Theme.Hint
		}
		left = message.In(style)
		if !m.status.Side.IsEmpty() {
			right = m.status.Side.In(m.deps.Theme.Faint)
		}
	}
	if banner := m.alerts.Banner(m.width - 2); banner != nil && (m.status.Text.IsEmpty() || m.status.IsHint) {
		left, right = banner, nil
	}
	width := m.width - 2
	gap := width - left.Width() - right.Width()
	if gap < 2 {
		return left
	}
	return append(append(left[:len(left):len(left)], text.Span{Text: text.Spaces(gap)}), right...)
}

// endOfRecording is the status message at the end of a recording.
const endOfRecording = "end of recording: everything recorded can still be opened"

// reportEnd shows the end of the recording once, when no other status message is shown.
func (m *Model) reportEnd() {
	if m.endReported || !m.deps.Ended() || !m.status.Text.IsEmpty() {
		return
	}
	m.endReported = true
	m.status = screen.StatusMsg{Text: text.Const(endOfRecording)}
}

// maxHints is the number of keys of a screen in the key row, beside help.
const maxHints = 6

// keyRow shows the hints of the first keys that fit, then help.
func (m *Model) keyRow() text.Line {
	th := m.deps.Theme
	defaults := m.defaultActions()
	actions := m.keymap.Bind(defaults)
	var help text.Line
	if at := slices.IndexFunc(actions, func(action screen.Action) bool { return action.ID == "deck.help" }); at >= 0 {
		help = text.Line{{Text: text.Clean(actions[at].Help().Key), Style: th.Accent}, {Text: text.Const(" help"), Style: th.Hint}}.
			WithHit(&text.Hit{Action: "deck.help"})
	}
	room := m.width - 2 - help.Width()
	var line text.Line
	shown := 0
	for i, action := range actions {
		if action.IsHidden() || slices.Contains([]string{"deck.help", "deck.quit", "deck.quit_now"}, action.ID) || !m.runs(defaults[i], defaults) {
			continue
		}
		if shown++; shown > maxHints && m.overlay.Open() == nil {
			break
		}
		hint := text.Line{{Text: text.Clean(action.Help().Key), Style: th.Accent}, {Text: text.Format(" %s  ", text.Clean(action.Help().Desc)), Style: th.Hint}}.
			WithHit(&text.Hit{Action: action.ID})
		if hint.Width() > room {
			break
		}
		room -= hint.Width()
		line = append(line, hint...)
	}
	return append(line, help...)
}

// spaced joins the parts that are not empty.
func spaced(parts []text.Line, gap text.Safe) text.Line {
	var line text.Line
	for _, part := range parts {
		if part.Width() == 0 {
			continue
		}
		if len(line) > 0 {
			line = append(line, text.Span{Text: gap})
		}
		line = append(line, part...)
	}
	return line
}
