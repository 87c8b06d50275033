// Package view is the form that runs a view function: a field for each type argument and argument, what is sent, what came
// back, and what the calls of this session returned.
package view

import (
	"context"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/input"
	"foredeck/tui/widget/table"
)

// browsing is the focus while no part of the form has it: letters are keys then.
const browsing = -1

// longestBody bounds the bytes of the body that are shown: more than any window has columns in the lines that it gets.
const longestBody = 4_000

// Model is the form of one view function.
type Model struct {
	deps     *screen.Deps
	keys     KeyMap
	function move.FunctionID
	abi      *move.ModuleABI
	own      *move.FunctionABI // of the function
	ctx      context.Context
	size     screen.Size

	fields []*field
	types  int // how many of the fields are type arguments: the first ones
	signer bool
	focus  int // a field, the encoding, or browsing
	bcs    bool
	every  int       // of periods: the call is made again by itself
	last   time.Time // when it was made
	body   text.Safe // what is sent, or its beginning; empty while a field is wrong
	cannot text.Safe // why there is no body although no field is wrong

	asked  load.State[client.ViewResult]
	asking screen.ViewRun   // what was asked
	runs   []screen.ViewRun // of this function in this session, the newest first
	rows   table.Model      // of the runs; the selected one is shown where it asked what the fields ask
}

// New is the form of a view function, with the focus in its first field.
func New(deps *screen.Deps, opened screen.OpenViewMsg) *Model {
	m := &Model{deps: deps, keys: newKeyMap(), function: opened.Function, abi: opened.ABI, own: opened.ABI.Function(opened.Function.Name), focus: browsing}
	for i, parameter := range m.own.TypeParameters {
		wants := text.Safe("any type")
		if len(parameter.Constraints) > 0 {
			wants = text.Clean(strings.Join(parameter.Constraints, " + "))
		}
		m.fields = append(m.fields, newField("T"+text.Integer(uint64(i)), "", wants))
	}
	m.types = len(m.fields)
	place := uint64(0)
	for _, parameter := range m.own.Parameters {
		if parsed, err := move.ParseType(parameter); err == nil && parsed.IsSigner() {
			m.signer = true // the node fills it in
			continue
		}
		m.fields = append(m.fields, newField("#"+text.Integer(place), parameter, text.Short(text.Clean(parameter))))
		place++
	}
	if opened.Filled != nil {
		m.put(*opened.Filled)
	}
	m.remember()
	m.read()
	if len(m.fields) > 0 {
		m.setFocus(0)
	}
	return m
}

// remember takes the runs of this function from the session. Those of another form that the module once had are left out.
func (m *Model) remember() {
	m.runs = slices.DeleteFunc(m.deps.RunsOf(m.function), func(run screen.ViewRun) bool { return len(run.Inputs) != len(m.fields) })
	m.rows.SetLength(len(m.runs))
	m.rows.Select(0)
}

// field is the field that has the focus, nil where none has.
func (m *Model) field() *field {
	if m.focus < 0 || m.focus >= len(m.fields) {
		return nil
	}
	return m.fields[m.focus]
}

func (m *Model) setFocus(focus int) {
	if f := m.field(); f != nil {
		f.box.Blur()
	}
	m.focus = focus
	if f := m.field(); f != nil {
		f.box.Focus()
	}
	m.rows.SetBlurred(focus != browsing)
	m.lay()
}

// turn gives the focus to the next part of the form.
func (m *Model) turn(step int) {
	all := len(m.fields) + stops
	if m.focus == browsing {
		if step < 0 {
			m.setFocus(all - 1)
			return
		}
		m.setFocus(0)
		return
	}
	m.setFocus((m.focus + step + all) % all)
}

// read reads all fields, and writes what they make the call send.
func (m *Model) read() {
	var typeArguments []move.TypeTag
	known := true
	for _, f := range m.fields[:m.types] {
		f.readType()
		known = known && f.wrong == ""
		typeArguments = append(typeArguments, f.tag)
	}
	for _, f := range m.fields[m.types:] {
		f.readArgument(m.deps, typeArguments, known)
	}
	m.follow()
	m.body, m.cannot = "", ""
	if m.firstWrong() >= 0 {
		return
	}
	body, err := m.request().Body(m.abi)
	switch {
	case err != nil:
		m.cannot = text.Clean(err.Error())
	case m.bcs:
		m.body = "0x" + text.Safe(hex.EncodeToString(body[:min(len(body), longestBody)]))
	default:
		m.body = text.Clean(strings.ToValidUTF8(string(body[:min(len(body), longestBody)]), ""))
	}
}

// request is the call that the fields make.
func (m *Model) request() client.ViewRequest {
	request := client.ViewRequest{Function: m.function, BCS: m.bcs}
	for _, f := range m.fields[:m.types] {
		request.TypeArguments = append(request.TypeArguments, f.tag)
	}
	for _, f := range m.fields[m.types:] {
		request.Arguments = append(request.Arguments, f.value)
	}
	return request
}

// firstWrong is the first field that is not right, -1 where all are.
func (m *Model) firstWrong() int {
	return slices.IndexFunc(m.fields, func(f *field) bool { return f.wrong != "" })
}

// Enter keeps the context for calls. The function is not called before one says so; the units of what it returned, which may not
// have come when the screen was left, are wanted again.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	if len(m.runs) > 0 {
		m.deps.WantCoins(m.request().TypeArguments...)
	}
	return nil
}

// Leave ends the call that is under way.
func (m *Model) Leave() { m.asked.Cancel() }

// SetSize lays the screen out for this room.
func (m *Model) SetSize(size screen.Size) {
	m.size = size
	m.lay()
}

// Update takes the answer and keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case load.Result[client.ViewResult]:
		return m.take(msg)
	case editedMsg:
		return m.edited(msg)
	case screen.ClockMsg:
		return m.repeat()
	case screen.PointMsg:
		return m.point(msg.Spot)
	case tea.KeyMsg:
		if m.Captures(msg) {
			m.typed(msg)
			return nil
		}
		return m.key(msg)
	}
	return nil
}

// Captures tells which keys are text: all characters and editing keys while a field has the focus.
func (m *Model) Captures(msg tea.KeyMsg) bool { return m.field() != nil && input.Edits(msg) }

// typed puts a key into the field that has the focus.
func (m *Model) typed(msg tea.KeyMsg) {
	f := m.field()
	if msg.Paste && !f.isText {
		msg.Runes = []rune(strings.TrimSpace(string(msg.Runes)))
	}
	f.box, _ = f.box.Update(msg)
	f.begun = true
	m.read()
	m.lay()
}

func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	switch {
	case m.keys.Run.Matches(msg):
		return m.press()
	case m.keys.Next.Matches(msg):
		m.turn(1)
	case m.keys.Previous.Matches(msg):
		m.turn(-1)
	case m.focus == browsing && m.keys.Pin.Matches(msg):
		return m.pin()
	case m.focus == browsing && m.keys.Watch.Matches(msg):
		return m.watch()
	case m.focus == browsing:
		m.rowKey(msg)
	case m.keys.Down.Matches(msg):
		m.turn(1)
	case m.keys.Up.Matches(msg):
		m.turn(-1)
	case m.keys.Earlier.Matches(msg):
		m.recall(1)
	case m.keys.Later.Matches(msg):
		m.recall(-1)
	case m.keys.Editor.Matches(msg) && m.field() != nil:
		return m.edit()
	case m.keys.Less.Matches(msg):
		return m.change(-1)
	case m.keys.Greater.Matches(msg):
		return m.change(1)
	}
	return nil
}

// rowKey goes through the runs. The form follows.
func (m *Model) rowKey(msg tea.KeyMsg) {
	before := m.rows.Selected()
	m.keys.Rows(&m.rows, msg)
	if m.rows.Selected() != before {
		m.fill(m.runs[m.rows.Selected()])
	}
}

// enter runs the function with what the fields hold. Where one of them is wrong it goes there.
func (m *Model) enter() tea.Cmd {
	if wrong := m.firstWrong(); wrong >= 0 {
		for _, f := range m.fields {
			f.begun = true
		}
		m.setFocus(wrong)
		return nil
	}
	if m.cannot != "" {
		return m.deps.Post(screen.StatusMsg{Text: m.cannot, Warn: true})
	}
	if m.size.Class == screen.Small || m.size.Alone {
		m.setFocus(browsing) // the result takes the place of the form
	}
	return m.run()
}

// run calls the function.
func (m *Model) run() tea.Cmd {
	request := m.request()
	m.last = m.deps.Now()
	m.deps.WantCoins(request.TypeArguments...)
	m.asking = screen.ViewRun{Function: m.function, Inputs: m.inputs(), BCS: m.bcs}
	return m.asked.Ask(m.ctx, m.deps.Loader, func(ctx context.Context) (client.ViewResult, error) {
		return m.deps.Node.View(ctx, request)
	})
}

// inputs is what the fields hold.
func (m *Model) inputs() []string {
	inputs := make([]string, len(m.fields))
	for i, f := range m.fields {
		inputs[i] = f.box.Value()
	}
	return inputs
}

// fill puts a call into the fields.
func (m *Model) fill(run screen.ViewRun) {
	for i, f := range m.fields {
		f.box.SetValue(run.Inputs[i])
		f.box.CursorEnd()
		f.begun = true
	}
	m.bcs = run.BCS
	m.read()
	m.lay()
}

// recall puts an earlier call (1) or a later one (-1) into the fields; the newest first, where the form holds another.
func (m *Model) recall(step int) {
	if len(m.runs) == 0 {
		return
	}
	if m.shown() != nil {
		m.rows.Move(step)
	}
	m.fill(m.runs[m.rows.Selected()])
}

// take remembers what came of a call.
func (m *Model) take(msg load.Result[client.ViewResult]) tea.Cmd {
	took := m.asked.Status(msg.At).Waited
	if !m.asked.Take(msg) || m.deps.Explain(msg.Err).Kind == load.Cancelled {
		return nil
	}
	if m.deps.Explain(msg.Err).Kind == load.FunctionFailed {
		m.every = 0 // it would fail again
	}
	done := m.asking
	done.At, done.Took, done.Values, done.Err = msg.At, took, msg.Value.Values, msg.Err
	kept := m.deps.AddRun(done)
	m.remember()
	m.follow()
	m.lay()
	return kept
}

// Escape ends the call that is under way, or leaves the form for the runs.
func (m *Model) Escape() bool {
	switch {
	case m.asked.Loading():
		m.asked.Cancel()
	case m.focus != browsing:
		m.setFocus(browsing)
	default:
		return false
	}
	return true
}

// Crumbs are the function and what is done with it.
func (m *Model) Crumbs() []text.Safe { return []text.Safe{text.Clean(m.function.Name), "Run"} }

// Note says what the keys do.
func (m *Model) Note() (left, right text.Line) {
	th := m.deps.Theme
	left = text.In(th.Faint, "a view call changes nothing")
	if m.every > 0 {
		right = m.deps.ByItself(text.In(th.Accent, "again in "+text.Elapsed(max(periods[m.every]-m.deps.Now().Sub(m.last), 0))))
	}
	if m.field() != nil {
		right = text.In(th.Faint, m.deps.Key("view.leave")+" leaves the form; letters are text while typing")
	}
	return left, right
}

// Vital is the newest result in a line.
func (m *Model) Vital() text.Line {
	line := text.Plain(text.Clean(m.function.Name) + " ")
	if shown := m.shown(); shown != nil {
		return append(line, m.outcome(shown)...)
	}
	return append(line, text.Span{Text: "not run", Style: m.deps.Theme.Faint})
}
