package move

import (
	"slices"
	"strconv"
	"strings"
)

const (
	sourceIndent = "    "
	// sourceWidth is the line length beyond which each parameter gets its own line.
	sourceWidth = 100
	// declarationWidth is the line length inside of a module.
	declarationWidth = sourceWidth - len(sourceIndent)
)

// Source returns the ABI as Move declarations: friends, structs and functions in the order of the ABI. An ABI has no bodies,
// no names of parameters (here #0, #1 ..., signers included) and type parameters (T0, T1 ...), and no enum variants. Names and
// types from the node are not sanitized.
func (m *ModuleABI) Source() string {
	var blocks []string
	if len(m.Friends) > 0 {
		var friends []string
		for _, friend := range m.Friends {
			friends = append(friends, sourceIndent+"friend "+friend.String()+";\n")
		}
		blocks = append(blocks, strings.Join(friends, ""))
	}
	for i := range m.Structs {
		blocks = append(blocks, indented(m.Structs[i].Declaration()))
	}
	for i := range m.Functions {
		blocks = append(blocks, indented(m.Functions[i].Declaration(declarationWidth)))
	}
	return "module " + m.Address.Short() + "::" + m.Name + " {\n" + strings.Join(blocks, "\n") + "}\n"
}

// indented indents each line of a declaration.
func indented(declaration string) string {
	var text strings.Builder
	for line := range strings.Lines(declaration) {
		text.WriteString(sourceIndent + line)
	}
	return text.String()
}

// Declaration returns the declaration of a struct or an enum as in Source, without indentation.
func (s *StructABI) Declaration() string {
	var text strings.Builder
	if s.IsEvent {
		text.WriteString("#[event]\n")
	}
	text.WriteString(s.head())
	switch {
	case s.IsNative:
		text.WriteString(";\n")
	case s.IsEnum && len(s.Fields) == 0:
		text.WriteString(" {\n" + sourceIndent + "// the ABI does not include the variants\n}\n")
	case len(s.Fields) == 0 || slices.Equal(s.Fields, []FieldABI{{Name: "dummy_field", Type: "bool"}}):
		text.WriteString(" {}\n")
	default:
		text.WriteString(" {\n")
		for _, field := range s.Fields {
			text.WriteString(sourceIndent + field.Name + ": " + field.Type + ",\n")
		}
		text.WriteString("}\n")
	}
	return text.String()
}

// head returns the declaration of a struct or an enum up to its fields.
func (s *StructABI) head() string {
	head := "struct "
	if s.IsEnum {
		head = "enum "
	}
	if s.IsNative {
		head = "native " + head
	}
	head += s.Name + typeParametersSource(s.TypeParameters)
	if len(s.Abilities) > 0 {
		head += " has " + strings.Join(s.Abilities, ", ")
	}
	return head
}

// Declaration returns the declaration of a function as in Source, without indentation. If it is longer than width bytes, each
// parameter gets its own line.
func (f *FunctionABI) Declaration(width int) string {
	var text strings.Builder
	if f.IsView {
		text.WriteString("#[view]\n")
	}
	head := f.head()
	parameters := f.parametersSource()
	tail := f.returnSource() + ";\n"
	line := head + "(" + strings.Join(parameters, ", ") + ")" + tail
	if len(line) <= width+len("\n") || len(parameters) == 0 {
		text.WriteString(line)
		return text.String()
	}
	text.WriteString(head + "(\n")
	for _, parameter := range parameters {
		text.WriteString(sourceIndent + parameter + ",\n")
	}
	text.WriteString(")" + tail)
	return text.String()
}

// head returns the declaration of a function up to its parameters.
func (f *FunctionABI) head() string {
	head := visibilitySource(f.Visibility)
	if f.IsEntry {
		head += "entry "
	}
	return head + "fun " + f.Name + typeParametersSource(f.TypeParameters)
}

// parametersSource returns the parameters with their names and types.
func (f *FunctionABI) parametersSource() []string {
	parameters := make([]string, len(f.Parameters))
	for i, parameter := range f.Parameters {
		parameters[i] = f.ParameterName(i) + ": " + parameter
	}
	return parameters
}

// returnSource returns the declaration of a function after its parameters.
func (f *FunctionABI) returnSource() string {
	switch len(f.Return) {
	case 0:
		return ""
	case 1:
		return ": " + f.Return[0]
	default:
		return ": (" + strings.Join(f.Return, ", ") + ")"
	}
}

// visibilitySource returns the Move keywords for a visibility, with a trailing space. An unknown one is unchanged.
func visibilitySource(visibility string) string {
	switch visibility {
	case "", "private":
		return ""
	case "friend":
		return "public(friend) "
	default:
		return visibility + " "
	}
}

// typeParametersSource returns the type parameters in brackets: <phantom T0, T1: copy + drop>.
func typeParametersSource(parameters []TypeParameter) string {
	if len(parameters) == 0 {
		return ""
	}
	texts := make([]string, len(parameters))
	for i, parameter := range parameters {
		if parameter.IsPhantom {
			texts[i] = "phantom "
		}
		texts[i] += "T" + strconv.Itoa(i)
		if len(parameter.Constraints) > 0 {
			texts[i] += ": " + strings.Join(parameter.Constraints, " + ")
		}
	}
	return "<" + strings.Join(texts, ", ") + ">"
}
