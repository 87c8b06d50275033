package module

import (
	"errors"
	"slices"
	"strings"

	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// line is a line of a declaration.
type line struct {
	text text.Line
	tag  *move.StructTag // type that enter opens; nil except in the list of types
	// the line's parameter that a call passes; nil on other lines
	parameter *parameterLine
}

// parameterLine is a parameter of a function that can have a name.
type parameterLine struct {
	function      move.FunctionID
	number, index int // in the declaration, and among the arguments of a call
}

func (l line) isLink() bool { return l.tag != nil }

// link returns the type on the selected line.
func (m *Model) link() (move.StructTag, bool) {
	if !m.detailsFocused || m.lines.Len() == 0 || !m.declaration[m.lines.Selected()].isLink() {
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
	return slices.Concat(
		m.codeLines(function.Declaration(width), width),
		m.section(text.Const("TYPE PARAMETERS"), m.typeParameters(function.TypeParameters)),
		m.section(text.Const("PARAMETERS"), m.parameters(function)),
		m.section(text.Const("RETURNS"), m.results(function.Return)),
		m.section(text.Const("LAST RUN"), m.lastRun(function)),
		m.section(text.Const("SAVED CALLS"), m.savedCalls(function)),
		m.section(text.Const("TYPES"), m.types(slices.Concat(function.Parameters, function.Return))))
}

func (m *Model) structLines(structure *move.StructABI, width int) []line {
	var fields []string
	for _, field := range structure.Fields {
		fields = append(fields, field.Type)
	}
	return slices.Concat(
		m.codeLines(structure.Declaration(), width),
		m.section(text.Const("TYPE PARAMETERS"), m.typeParameters(structure.TypeParameters)),
		m.section(text.Const("ABILITIES"), m.abilities(structure)),
		m.section(text.Const("TYPES"), m.types(fields)))
}

// section returns lines below a title, nil if there are none.
func (m *Model) section(title text.Safe, lines []line) []line {
	if len(lines) == 0 {
		return nil
	}
	return append([]line{{}, {text: title.In(m.deps.Theme.Faint)}}, lines...)
}

// labelWidth is the width of the label in front of a type.
const labelWidth = 8

// labeled returns a line with a label in front.
func (m *Model) labeled(label text.Safe, spans ...text.Span) line {
	return line{text: append(text.In(m.deps.Theme.Faint, "  %s", label).Fit(labelWidth), spans...)}
}

// maxSavedCalls bounds the listed bookmarks of a function's calls.
const maxSavedCalls = 5

// savedCalls draws the bookmarks of calls of the function.
func (m *Model) savedCalls(function *move.FunctionABI) []line {
	th, id := m.deps.Theme, m.functionID(function.Name)
	var lines []line
	for _, saved := range m.deps.Store.Bookmarks() {
		if saved.Link.View == nil || saved.Link.Target.Function != id || len(lines) == maxSavedCalls {
			continue
		}
		row := text.Line{{Text: text.Format("  %s", text.Clean(saved.Name)), Style: th.Accent}, {Text: text.Const(" ")}}
		for _, input := range slices.Concat(saved.Link.View.TypeArguments, saved.Link.View.Arguments) {
			row = append(row, text.Span{Text: text.Format(" %s", text.Short(text.Bounded(input))), Style: th.Faint})
		}
		lines = append(lines, line{text: row})
	}
	return lines
}

// lastRun draws the result of a call of the function in this session.
func (m *Model) lastRun(function *move.FunctionABI) []line {
	th, runs := m.deps.Theme, m.deps.Store.RunsOf(m.functionID(function.Name))
	if len(runs) == 0 {
		return nil
	}
	run := runs[0]
	var result text.Span
	switch {
	case errors.Is(run.Err, store.ErrPast):
		result = text.Span{Text: text.Clean(run.Err.Error()), Style: th.Faint}
	case run.Err != nil:
		result = text.Span{Text: m.deps.Explain(run.Err).Reason, Style: th.Bad}
	default:
		amounts := m.deps.Amounts.Of(run.TypeArguments(len(function.TypeParameters)))
		result = text.Span{Text: render.MoveValues(run.Values, m.deps.Names.Of, amounts), Style: th.Strong}
	}
	return []line{{text: text.Line{{Text: text.Format("  %s  ", m.deps.ShortTime(run.At)), Style: th.Faint}, result}}}
}

// abilities explains the abilities of a struct.
func (m *Model) abilities(structure *move.StructABI) []line {
	var lines []line
	for _, ability := range structure.Abilities {
		label := text.In(m.deps.Theme.Accent, "  %s", text.Bounded(ability)).Fit(labelWidth)
		lines = append(lines, line{text: append(label, text.Span{Text: abilityMeanings[ability]})})
	}
	return lines
}

// abilityMeanings explains the abilities of a struct.
var abilityMeanings = map[string]text.Safe{
	"copy":  text.Const("can be copied"),
	"drop":  text.Const("can be discarded"),
	"store": text.Const("can be stored inside another value"),
	"key":   text.Const("can be stored at an address, as a resource"),
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
				lead = text.Format("%s  ", lead)
			}
			lines = append(lines, line{text: text.Concat(lead, part).In(style)})
		}
	}
	return lines
}

// maxWrappedLines bounds the lines that one line of code wraps to.
const maxWrappedLines = 20

// parameters draws the parameters of a function.
func (m *Model) parameters(function *move.FunctionABI) []line {
	var lines []line
	arguments := function.Arguments()
	for number, t := range function.Parameters {
		label, shown := render.ParameterLabel(number, text.Safe{}), text.Span{Text: text.Short(text.Bounded(t))}
		index := slices.Index(arguments, number)
		if index < 0 {
			lines = append(lines, m.labeled(label, shown, text.Span{Text: text.Const("  signer, not an argument"), Style: m.deps.Theme.Faint}))
			continue
		}
		parameter := m.labeled(label, shown)
		parameter.parameter = &parameterLine{function: m.functionID(function.Name), number: number, index: index}
		lines = append(lines, parameter)
	}
	return lines
}

// withName appends the user's name for the parameter on a line.
func (m *Model) withName(l line) text.Line {
	if l.parameter == nil {
		return l.text
	}
	p, style := l.parameter, m.deps.Theme.Accent
	name := m.deps.Names.Argument(p.function, p.number, p.index)
	if name.IsEmpty() {
		name, style = m.deps.ABIs.ParameterName(p.function, p.number), m.deps.Theme.Text
	}
	if name.IsEmpty() {
		return l.text
	}
	return append(l.text[:len(l.text):len(l.text)], text.Span{Text: text.Format("  %s", name), Style: style})
}

func (m *Model) results(types []string) []line {
	lines := make([]line, len(types))
	for i, t := range types {
		lines[i] = m.labeled(text.Format("#%s", text.Integer(uint64(i))), text.Span{Text: text.Short(text.Bounded(t))})
	}
	return lines
}

func (m *Model) typeParameters(parameters []move.TypeParameter) []line {
	lines := make([]line, len(parameters))
	for i, parameter := range parameters {
		note := text.Const("no constraints")
		if len(parameter.Constraints) > 0 {
			note = text.Bounded(strings.Join(parameter.Constraints, " + "))
		}
		if parameter.IsPhantom {
			note = text.Format("%s, phantom: unused in fields", note)
		}
		lines[i] = m.labeled(text.Format("T%s", text.Integer(uint64(i))), text.Span{Text: note})
	}
	return lines
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
	var lines []line
	for _, tag := range found {
		row := text.Line{{Text: text.Const("  ")}, {Text: text.Short(text.Bounded(tag.String())), Style: th.Link}}
		if note := m.typeNote(tag); !note.IsEmpty() {
			row = append(row, text.Span{Text: text.Format("  %s", note), Style: th.Faint})
		}
		lines = append(lines, line{text: row, tag: &tag})
	}
	return lines
}

// typeNote describes a struct of this module by abilities and field count; empty for others.
func (m *Model) typeNote(tag move.StructTag) text.Safe {
	i := slices.IndexFunc(m.abi().Structs, func(structure move.StructABI) bool { return structure.Name == tag.Name })
	if i < 0 || tag.Address != m.id.Address || tag.Module != m.id.Name {
		return text.Safe{}
	}
	structure, abilities := &m.abi().Structs[i], text.Const("no abilities")
	if len(structure.Abilities) > 0 {
		abilities = text.Format("has %s", text.Bounded(strings.Join(structure.Abilities, ", ")))
	}
	return text.Format("%s · %s", abilities, text.Plural(len(structure.Fields), "field"))
}
