package move

import (
	"slices"
	"strconv"
	"strings"
)

const (
	sourceIndent = "    "
	// sourceWidth is how long a line of parameters may be before each parameter gets a
	// line of its own.
	sourceWidth = 100
	// declarationWidth is what is left of it to a declaration inside of a module.
	declarationWidth = sourceWidth - len(sourceIndent)
)

// Source writes the ABI as Move declarations: friends, structs, functions, each in the
// order of the ABI. An ABI holds no bodies, no names of parameters (they are #0,
// #1 ... here, and signer), of type parameters (T0, T1 ...) and of an enum's variants. Names and
// types from the node stay as they were given, whatever characters they hold.
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

// indented sets each line of a declaration in by one step.
func indented(declaration string) string {
	var text strings.Builder
	for line := range strings.Lines(declaration) {
		text.WriteString(sourceIndent + line)
	}
	return text.String()
}

// Declaration writes a struct or an enum as Source does, from the left margin.
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
		text.WriteString(" {\n" + sourceIndent + "// the ABI does not name the variants\n}\n")
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

// head writes the declaration of a struct or an enum up to its fields.
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

// Declaration writes a function as Source does, from the left margin. Each parameter gets
// a line of its own where one line for all is longer than width bytes.
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

// head writes the declaration of a function up to its parameters.
func (f *FunctionABI) head() string {
	head := visibilitySource(f.Visibility)
	if f.IsEntry {
		head += "entry "
	}
	return head + "fun " + f.Name + typeParametersSource(f.TypeParameters)
}

// parametersSource writes each parameter with its type. They are numbered like the arguments of a call, which has none for those
// who sign: an interface holds no names.
func (f *FunctionABI) parametersSource() []string {
	parameters := make([]string, len(f.Parameters))
	arguments := 0
	for i, parameter := range f.Parameters {
		name := "#" + strconv.Itoa(arguments)
		if parsed, err := ParseType(parameter); err == nil && parsed.IsSigner() {
			name = "signer"
			if signers := i - arguments; signers > 0 {
				name += strconv.Itoa(signers)
			}
		} else {
			arguments++
		}
		parameters[i] = name + ": " + parameter
	}
	return parameters
}

// returnSource writes what stands behind the parameters of a function.
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

// visibilitySource gives Move's words for a visibility, with a space behind them. One
// that is not known stays as it is.
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

// typeParametersSource gives the type parameters in their brackets: <phantom T0, T1: copy + drop>.
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
