package module

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// line is a line of a declaration.
type line struct {
	text text.Line
	tag  *move.StructTag // type that enter opens; nil except in the list of types
	// store key of the line's parameter; empty on other lines
	argument string
}

func (l line) isLink() bool { return l.tag != nil }

// link returns the type on the selected line.
func (m *Model) link() (move.StructTag, bool) {
	if !m.declarationFocused || m.lines.Len() == 0 || !m.declaration[m.lines.Selected()].isLink() {
		return move.StructTag{}, false
	}
	return *m.declaration[m.lines.Selected()].tag, true
}

// declarationLines describes the selection: its Move declaration, parameters and results, and the types it uses.
func (m *Model) declarationLines(width int) []line {
	switch function, structure := m.function(), m.structure(); {
	case m.tab == tabFunctions && function != nil:
		return m.functionLines(function, width)
	case m.tab == tabStructs && structure != nil:
		return m.structLines(structure, width)
	}
	return nil
}

func (m *Model) functionLines(function *move.FunctionABI, width int) []line {
	th := m.deps.Theme
	lines := m.codeLines(function.Declaration(width), width)
	section := func(title text.Safe, rows []text.Line) {
		if len(rows) == 0 {
			return
		}
		lines = append(lines, line{}, line{text: text.In(th.Faint, title)})
		for _, row := range rows {
			lines = append(lines, line{text: row})
		}
	}
	section("TYPE PARAMETERS", m.typeParameters(function.TypeParameters))
	if len(function.Parameters) > 0 {
		lines = append(append(lines, line{}, line{text: text.In(th.Faint, "PARAMETERS")}), m.parameters(function)...)
	}
	section("RETURNS", m.numbered(function.Return))
	if runs := m.deps.Runs.Of(m.functionID(function)); len(runs) > 0 {
		section("LAST RUN", []text.Line{m.lastRun(function)})
	}
	section("SAVED CALLS", m.savedCalls(function))
	return append(lines, m.types(slices.Concat(function.Parameters, function.Return))...)
}

// maxSavedCalls bounds the listed bookmarks of a function's calls.
const maxSavedCalls = 5

// savedCalls draws the bookmarks of calls of the function.
func (m *Model) savedCalls(function *move.FunctionABI) []text.Line {
	th, id := m.deps.Theme, m.functionID(function)
	var rows []text.Line
	for _, saved := range m.deps.Store.Bookmarks() {
		if saved.Link.View == nil || saved.Link.Target.Function != id || len(rows) == maxSavedCalls {
			continue
		}
		row := text.Line{{Text: "  " + text.Clean(saved.Name), Style: th.Accent}, {Text: " "}}
		for _, input := range slices.Concat(saved.Link.View.TypeArguments, saved.Link.View.Arguments) {
			row = append(row, text.Span{Text: " " + text.Short(text.Bounded(input)), Style: th.Faint})
		}
		rows = append(rows, row)
	}
	return rows
}

// lastRun draws the result of a call of the function in this session.
func (m *Model) lastRun(function *move.FunctionABI) text.Line {
	th, run := m.deps.Theme, m.deps.Runs.Of(m.functionID(function))[0]
	layout := "15:04:05"
	ran := m.deps.Local(run.At)
	if ran.Format(time.DateOnly) != m.deps.Now().Format(time.DateOnly) {
		layout = "01-02 15:04"
	}
	at := text.Span{Text: "  " + text.Safe(ran.Format(layout)) + "  ", Style: th.Faint}
	switch {
	case run.IsPast():
		return text.Line{at, {Text: text.Clean(run.Err.Error()), Style: th.Faint}}
	case run.Err != nil:
		return text.Line{at, {Text: m.deps.Explain(run.Err).Reason, Style: th.Bad}}
	}
	return text.Line{at, {Text: render.MoveValues(run.Values, m.deps.Names.Of, m.deps.Amounts.Of(run.TypeArguments(len(function.TypeParameters)))), Style: th.Strong}}
}

func (m *Model) structLines(structure *move.StructABI, width int) []line {
	th := m.deps.Theme
	lines := m.codeLines(structure.Declaration(), width)
	if rows := m.typeParameters(structure.TypeParameters); len(rows) > 0 {
		lines = append(lines, line{}, line{text: text.In(th.Faint, "TYPE PARAMETERS")})
		for _, row := range rows {
			lines = append(lines, line{text: row})
		}
	}
	if len(structure.Abilities) > 0 {
		lines = append(lines, line{}, line{text: text.In(th.Faint, "ABILITIES")})
		for _, ability := range structure.Abilities {
			row := text.In(th.Accent, "  "+text.Bounded(ability)).Fit(labelWidth)
			lines = append(lines, line{text: append(row, text.Span{Text: abilityMeanings[ability]})})
		}
	}
	var fields []string
	for _, field := range structure.Fields {
		fields = append(fields, field.Type)
	}
	return append(lines, m.types(fields)...)
}

// abilityMeanings explains the abilities of a struct.
var abilityMeanings = map[string]text.Safe{
	"copy":  "can be copied",
	"drop":  "can be discarded",
	"store": "can be stored inside another value",
	"key":   "can be stored at an address, as a resource",
}

// maxCodeBytes bounds the drawn declaration, since the node may send names of any length, with line breaks.
const maxCodeBytes = 32 << 10

// codeLines wraps Move code to width columns, with short addresses. The ABI tab has them in full.
func (m *Model) codeLines(code string, width int) []line {
	th := m.deps.Theme
	if len(code) > maxCodeBytes {
		code = code[:maxCodeBytes] + "…"
	}
	var lines []line
	for row := range strings.Lines(code) {
		row = strings.TrimSuffix(row, "\n")
		style := th.Text
		if strings.HasPrefix(row, "#[") {
			style = th.Accent
		}
		indent := len(row) - len(strings.TrimLeft(row, " "))
		for i, part := range text.Wrap(text.Short(text.Bounded(row[indent:])), max(width-indent-2, 1), maxWrappedLines) {
			lead := text.Spaces(indent)
			if i > 0 {
				lead += "  "
			}
			lines = append(lines, line{text: text.In(style, lead+part)})
		}
	}
	return lines
}

// maxWrappedLines bounds the lines that one line of code wraps to.
const maxWrappedLines = 20

// labelWidth is the width of the label in front of a type.
const labelWidth = 8

// parameters draws the parameters of a function, numbered like the arguments of a call, which exclude signers.
func (m *Model) parameters(function *move.FunctionABI) []line {
	th := m.deps.Theme
	var lines []line
	number := uint64(0)
	for _, t := range function.Parameters {
		shown := text.Span{Text: text.Short(text.Bounded(t))}
		if parsed, err := move.ParseType(t); err == nil && parsed.IsSigner() {
			row := append(text.In(th.Faint, "  "+text.None).Fit(labelWidth), shown, text.Span{Text: "  signer, not an argument", Style: th.Faint})
			lines = append(lines, line{text: row})
			continue
		}
		key := m.functionID(function).String() + "#" + strconv.FormatUint(number, 10)
		lines = append(lines, line{text: append(text.In(th.Faint, "  #"+text.Integer(number)).Fit(labelWidth), shown), argument: key})
		number++
	}
	return lines
}

// withName appends the user's name for the parameter on a line.
func (m *Model) withName(l line) text.Line {
	if l.argument == "" {
		return l.text
	}
	name := m.deps.Store.Name(store.Subject{Kind: store.Argument, Key: l.argument})
	if name == "" {
		return l.text
	}
	return append(l.text[:len(l.text):len(l.text)], text.Span{Text: "  " + text.Bounded(name), Style: m.deps.Theme.Accent})
}

func (m *Model) numbered(types []string) []text.Line {
	rows := make([]text.Line, len(types))
	for i, t := range types {
		label := text.In(m.deps.Theme.Faint, "  #"+text.Integer(uint64(i))).Fit(labelWidth)
		rows[i] = append(label, text.Span{Text: text.Short(text.Bounded(t))})
	}
	return rows
}

func (m *Model) typeParameters(parameters []move.TypeParameter) []text.Line {
	rows := make([]text.Line, len(parameters))
	for i, parameter := range parameters {
		label := text.In(m.deps.Theme.Faint, "  T"+text.Integer(uint64(i))).Fit(labelWidth)
		note := text.Safe("no constraints")
		if len(parameter.Constraints) > 0 {
			note = text.Bounded(strings.Join(parameter.Constraints, " + "))
		}
		if parameter.IsPhantom {
			note += ", phantom: unused in fields"
		}
		rows[i] = append(label, text.Span{Text: note})
	}
	return rows
}

// types lists the structs that the types use.
func (m *Model) types(types []string) []line {
	th := m.deps.Theme
	var found []move.StructTag
	for _, t := range types {
		parsed, err := move.ParseType(t)
		if err != nil {
			continue // the declaration shows it as sent
		}
		for _, tag := range parsed.Structs() {
			if !slices.ContainsFunc(found, tag.Equal) {
				found = append(found, tag)
			}
		}
	}
	if len(found) == 0 {
		return nil
	}
	lines := []line{{}, {text: text.In(th.Faint, "TYPES")}}
	for _, tag := range found {
		row := text.Line{{Text: "  "}, {Text: text.Short(text.Bounded(tag.String())), Style: th.Link}}
		if note := m.typeNote(tag); note != "" {
			row = append(row, text.Span{Text: "  " + note, Style: th.Faint})
		}
		lines = append(lines, line{text: row, tag: &tag})
	}
	return lines
}

// typeNote describes a struct of this module by abilities and field count; empty for others.
func (m *Model) typeNote(tag move.StructTag) text.Safe {
	if tag.Address != m.id.Address || tag.Module != m.id.Name {
		return ""
	}
	for i := range m.module.ABI.Structs {
		if structure := &m.module.ABI.Structs[i]; structure.Name == tag.Name {
			return abilities(structure) + " · " + text.Plural(len(structure.Fields), "field")
		}
	}
	return ""
}

func abilities(structure *move.StructABI) text.Safe {
	if len(structure.Abilities) == 0 {
		return "no abilities"
	}
	return "has " + text.Bounded(strings.Join(structure.Abilities, ", "))
}
