package module

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// line is one line of what is shown of a function or a struct.
type line struct {
	text text.Line
	tag  *move.StructTag // that enter opens; nil for all but the types at the end
	// argument is the key by which the parameter on the line is named; empty for all other lines.
	argument string
}

func (l line) isLink() bool { return l.tag != nil }

// link is the type on the selected line of the declaration.
func (m *Model) link() (move.StructTag, bool) {
	if !m.inside || m.lines.Len() == 0 || !m.declaration[m.lines.Selected()].isLink() {
		return move.StructTag{}, false
	}
	return *m.declaration[m.lines.Selected()].tag, true
}

// declare writes what is selected as a Move declaration, what it takes and gives, and the types that it names.
func (m *Model) declare(width int) []line {
	switch function, structure := m.function(), m.structure(); {
	case m.tab == tabFunctions && function != nil:
		return m.declareFunction(function, width)
	case m.tab == tabStructs && structure != nil:
		return m.declareStruct(structure, width)
	}
	return nil
}

func (m *Model) declareFunction(function *move.FunctionABI, width int) []line {
	th := m.deps.Theme
	lines := m.source(function.Declaration(width), width)
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
	if runs := m.deps.RunsOf(m.functionID(function)); len(runs) > 0 {
		section("LAST RUN HERE", []text.Line{m.lastRun(runs[0], len(function.TypeParameters))})
	}
	section("SAVED CALLS", m.savedCalls(function))
	return append(lines, m.types(slices.Concat(function.Parameters, function.Return))...)
}

// mostSavedCalls bounds the saved calls of a function that are listed.
const mostSavedCalls = 5

// savedCalls are the calls of the function that the user has saved, by their names.
func (m *Model) savedCalls(function *move.FunctionABI) []text.Line {
	th, id := m.deps.Theme, m.functionID(function)
	var rows []text.Line
	for _, saved := range m.deps.Store.Bookmarks() {
		if saved.Link.View == nil || saved.Link.Target.Function != id || len(rows) == mostSavedCalls {
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

// lastRun is what came of a call of the function in this session.
func (m *Model) lastRun(run screen.ViewRun, types int) text.Line {
	th := m.deps.Theme
	layout := "15:04:05"
	ran := m.deps.Local(run.At)
	if ran.Format(time.DateOnly) != m.deps.Now().Format(time.DateOnly) {
		layout = "01-02 15:04"
	}
	at := text.Span{Text: "  " + text.Safe(ran.Format(layout)) + "  ", Style: th.Faint}
	switch {
	case errors.Is(run.Err, screen.ErrPast):
		return text.Line{at, {Text: text.Clean(run.Err.Error()), Style: th.Faint}}
	case run.Err != nil:
		return text.Line{at, {Text: m.deps.Explain(run.Err).Reason, Style: th.Bad}}
	}
	return text.Line{at, {Text: render.MoveValues(run.Values, m.deps.NameOf, m.deps.Amounts(run.TypeArguments(types))), Style: th.Strong}}
}

func (m *Model) declareStruct(structure *move.StructABI, width int) []line {
	th := m.deps.Theme
	lines := m.source(structure.Declaration(), width)
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
			lines = append(lines, line{text: append(row, text.Span{Text: abilityMeans[ability]})})
		}
	}
	var fields []string
	for _, field := range structure.Fields {
		fields = append(fields, field.Type)
	}
	return append(lines, m.types(fields)...)
}

// abilityMeans says what a value of a struct with the ability can do.
var abilityMeans = map[string]text.Safe{
	"copy":  "can be copied",
	"drop":  "can be thrown away",
	"store": "can be kept inside of another value",
	"key":   "can be kept at an address, as a resource",
}

// longestCode is how much of a declaration is shown: names from the node can be as long as it likes, and full of line breaks.
const longestCode = 32 << 10

// source is Move code in lines of at most width columns. Addresses are shortened; the last tab has them in full.
func (m *Model) source(code string, width int) []line {
	th := m.deps.Theme
	if len(code) > longestCode {
		code = code[:longestCode] + "…"
	}
	var lines []line
	for row := range strings.Lines(code) {
		row = strings.TrimSuffix(row, "\n")
		style := th.Text
		if strings.HasPrefix(row, "#[") {
			style = th.Accent
		}
		indent := len(row) - len(strings.TrimLeft(row, " "))
		for i, part := range text.Wrap(text.Short(text.Bounded(row[indent:])), max(width-indent-2, 1), mostWrapped) {
			lead := text.Spaces(indent)
			if i > 0 {
				lead += "  "
			}
			lines = append(lines, line{text: text.In(style, lead+part)})
		}
	}
	return lines
}

// mostWrapped bounds the lines that one line of code is broken into.
const mostWrapped = 20

// labelWidth is the width of what stands in front of a type.
const labelWidth = 8

// parameters are the parameters of a function. They are numbered like the arguments of a call, which has none for a signer.
func (m *Model) parameters(function *move.FunctionABI) []line {
	th := m.deps.Theme
	var lines []line
	number := uint64(0)
	for _, t := range function.Parameters {
		shown := text.Span{Text: text.Short(text.Bounded(t))}
		if parsed, err := move.ParseType(t); err == nil && parsed.IsSigner() {
			row := append(text.In(th.Faint, "  "+text.None).Fit(labelWidth), shown, text.Span{Text: "  who signs; the node fills it in", Style: th.Faint})
			lines = append(lines, line{text: row})
			continue
		}
		key := m.functionID(function).String() + "#" + strconv.FormatUint(number, 10)
		lines = append(lines, line{text: append(text.In(th.Faint, "  #"+text.Integer(number)).Fit(labelWidth), shown), argument: key})
		number++
	}
	return lines
}

// named is a line of the declaration, with the name that the user has given to its parameter.
func (m *Model) named(l line) text.Line {
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
		says := text.Safe("no constraints")
		if len(parameter.Constraints) > 0 {
			says = text.Bounded(strings.Join(parameter.Constraints, " + "))
		}
		if parameter.IsPhantom {
			says += ", phantom: no field is of it"
		}
		rows[i] = append(label, text.Span{Text: says})
	}
	return rows
}

// types lists each struct that the types name, with what the module says of its own.
func (m *Model) types(types []string) []line {
	th := m.deps.Theme
	var found []move.StructTag
	for _, t := range types {
		parsed, err := move.ParseType(t)
		if err != nil {
			continue // it stands in the declaration as the node gave it
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
		if says := m.remark(tag); says != "" {
			row = append(row, text.Span{Text: "  " + says, Style: th.Faint})
		}
		lines = append(lines, line{text: row, tag: &tag})
	}
	return lines
}

// remark is the abilities and the number of fields of a struct of this module, and nothing of others.
func (m *Model) remark(tag move.StructTag) text.Safe {
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
