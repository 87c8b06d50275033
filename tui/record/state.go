package record

import (
	"fmt"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/query"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// Account are the columns of an account.
var Account = Columns[client.Account]{
	{Name: "address", Title: text.Const("ADDRESS"), Width: fullWidth, Text: clean(func(a *client.Account) string { return a.Address.String() })},
	{Name: "sequence_number", Title: text.Const("SEQUENCE"), Width: 8, Number: func(a *client.Account) *uint64 { return &a.SequenceNumber }},
	{Name: "authentication_key", Title: text.Const("AUTHENTICATION KEY"), Text: clean(func(a *client.Account) string { return a.AuthenticationKey }), Blank: true},
}

type (
	module        = client.Module
	moduleField   = query.Field[module]
	resource      = client.Resource
	resourceField = query.Field[resource]
)

// Modules are the columns of modules.
var Modules = Columns[module]{
	{Title: text.Const("MODULE"), Width: 36, Wide: 90, Cell: func(m *module) text.Safe { return text.Short(moduleName(m)) }, Full: moduleName,
		Order: func(m *module) string { return m.Name }, Filter: &Filter{Name: "name", Help: "name", InWords: true}},
	count("functions", text.Const("FUNCTIONS"), 9, "functions", "number of functions", func(c render.ModuleCounts) *uint64 { return c.Functions }),
	count("", text.Const("VIEW"), 5, "views", "number of view functions", func(c render.ModuleCounts) *uint64 { return c.Views }),
	count("", text.Const("ENTRY"), 5, "entries", "number of entry functions", func(c render.ModuleCounts) *uint64 { return c.Entries }),
	count("structs", text.Const("STRUCTS"), 7, "structs", "number of structs", func(c render.ModuleCounts) *uint64 { return c.Structs }),
	count("bytecode_size", text.Const("BYTECODE"), 10, "size", "bytecode in bytes", func(c render.ModuleCounts) *uint64 { return c.Bytecode }),
	{Name: "friends", Title: text.Const("FRIENDS"), Only: Wide, Text: friends, Cell: func(m *module) text.Safe {
		if m.ABI == nil {
			return text.None
		}
		return friends(m)
	}},
	{Name: "address", Text: clean(func(m *module) string { return m.Address.String() })},
	{Name: "name", Text: clean(func(m *module) string { return m.Name })},
}.InCSV("address name bytecode_size friends functions structs")

func count(name string, title text.Safe, width int, field, help string, of func(render.ModuleCounts) *uint64) Column[module] {
	return Column[module]{Name: name, Title: title, Width: width, Right: true, Number: func(m *module) *uint64 { return of(render.CountModule(m)) },
		Filter: &Filter{Name: field, Help: help, Kind: query.Number}}
}

func moduleName(m *module) text.Safe {
	return text.Format("%s::%s", text.Clean(m.Address.Short()), text.Clean(m.Name))
}

// friends returns the friends of a module in one line.
func friends(m *module) text.Safe {
	if m.ABI == nil {
		return text.Safe{}
	}
	names := make([]string, len(m.ABI.Friends))
	for i, friend := range m.ABI.Friends {
		names[i] = friend.String()
	}
	return text.Clean(strings.Join(names, " "))
}

// dataWidth is the width of a resource in a table, parametersWidth that of parameters. The wide format has all of both.
const (
	dataWidth       = 80
	parametersWidth = 60
)

// Resources are the columns of resources. Lists of the deck have the struct and its module in place of the type.
var Resources = Columns[resource]{
	{Name: "type", Title: text.Const("TYPE"), Width: 70, Wide: 100, Text: typeOf, Cell: func(r *resource) text.Safe { return text.Short(typeOf(r)) }, Full: typeOf,
		Order: func(r *resource) string { return r.Type }, Filter: &Filter{
			Name: "type", Help: "type, with its module and type arguments", Kind: query.Address, InWords: true,
		}},
	{Name: "data", Title: text.Const("DATA"), Text: func(r *resource) text.Safe { return render.Value(r.Data) },
		Cell: func(r *resource) text.Safe { return text.Cut(data(r), dataWidth) }, Full: data, Filter: &Filter{
			Name: "data", Help: "value as JSON", Kind: query.Address,
		}, Texts: texts(func(r *resource) string { return string(r.Data) })},
	{Deck: "type", Title: text.Const("TYPE"), Width: 12, Only: Deck, Cell: StructName, Order: func(r *resource) string { return StructName(r).String() }},
	{Deck: "module", Title: text.Const("MODULE"), Only: Deck, Cell: structModule, Order: func(r *resource) string { return structModule(r).String() }},
}

// StructName returns the name of a resource's struct with those of its type arguments: CoinStore<NativeCoin>. A type that cannot be parsed
// is only shortened.
func StructName(r *resource) text.Safe {
	tag, err := move.ParseStructTag(r.Type)
	switch {
	case r.Type == "":
		return text.Const("type not sent by the node")
	case err != nil:
		return text.Short(text.Clean(r.Type[:min(len(r.Type), maxType)]))
	}
	return text.Clean(WithoutModules(tag.String())) // parsed names contain only safe characters
}

// structModule returns the module that declares the resource's struct.
func structModule(r *resource) text.Safe {
	tag, err := move.ParseStructTag(r.Type)
	if err != nil {
		return text.None
	}
	return text.Clean(tag.Address.Short() + "::" + tag.Module)
}

func typeOf(r *client.Resource) text.Safe { return text.Clean(r.Type) }

func data(r *client.Resource) text.Safe {
	if r.Data == nil {
		return text.None
	}
	return render.Value(r.Data)
}

type function = move.FunctionABI

// Functions are the columns of the functions of a module.
var Functions = Columns[function]{
	{Name: "name", Title: text.Const("FUNCTION"), Width: functionWidth, Text: clean(func(f *function) string { return f.Name }),
		Cell: func(f *function) text.Safe {
			name := text.Clean(f.Name)
			if types := typeParameters(f); !types.IsEmpty() {
				name = text.Format("%s<%s>", name, types)
			}
			return text.Cut(name, functionWidth)
		}, Full: clean(func(f *function) string { return f.Name })},
	{Name: "visibility", Title: text.Const("VISIBILITY"), Width: 10, Text: clean(func(f *function) string { return f.Visibility })},
	{Title: text.Const("KIND"), Width: 10, Text: func(f *function) text.Safe {
		var kinds []string
		if f.IsEntry {
			kinds = append(kinds, "entry")
		}
		if f.IsView {
			kinds = append(kinds, "view")
		}
		return text.Clean(strings.Join(kinds, " "))
	}},
	{Name: "is_entry", Text: func(f *function) text.Safe { return Bool(f.IsEntry) }},
	{Name: "is_view", Text: func(f *function) text.Safe { return Bool(f.IsView) }},
	{Name: "type_params", Title: text.Const("TYPE PARAMETERS"), Width: 30, Only: Wide, Text: typeParameters},
	{Name: "params", Title: text.Const("PARAMETERS"), Width: parametersWidth, Wide: 100, Text: parameters,
		Cell: func(f *function) text.Safe { return OrNone(text.Cut(text.Short(parameters(f)), parametersWidth)) },
		Full: func(f *function) text.Safe { return OrNone(parameters(f)) }},
	{Name: "return", Title: text.Const("RETURN"), Text: returned, Cell: func(f *function) text.Safe { return OrNone(text.Short(returned(f))) },
		Full: func(f *function) text.Safe { return OrNone(returned(f)) }},
}

func typeParameters(f *function) text.Safe {
	parameters := make([]string, len(f.TypeParameters))
	for i, parameter := range f.TypeParameters {
		parameters[i] = fmt.Sprintf("T%d", i)
		if len(parameter.Constraints) > 0 {
			parameters[i] += ": " + strings.Join(parameter.Constraints, " + ")
		}
	}
	return text.Clean(strings.Join(parameters, ", "))
}

func parameters(f *function) text.Safe { return text.Clean(strings.Join(f.Parameters, ", ")) }
func returned(f *function) text.Safe   { return text.Clean(strings.Join(f.Return, ", ")) }

// Packages are the columns of published packages.
var Packages = Columns[move.Package]{
	{Name: "name", Title: text.Const("PACKAGE"), Width: 24, Text: clean(func(p *move.Package) string { return p.Name }), Blank: true},
	{Name: "upgrade_policy", Title: text.Const("POLICY"), Width: 10, Text: clean(func(p *move.Package) string { return p.Policy.String() })},
	{Name: "upgrade_number", Title: text.Const("UPGRADES"), Width: 8, Right: true, Number: func(p *move.Package) *uint64 { return &p.UpgradeNumber }},
	{Title: text.Const("MODULES"), Width: 7, Right: true, Number: func(p *move.Package) *uint64 { return new(uint64(len(p.Modules))) }},
	{Name: "with_source", Title: text.Const("SOURCE"), Width: 6, Text: func(p *move.Package) text.Safe { return render.IntDigits(p.Sources()) }, Cell: render.Sources},
	{Name: "dependencies", Title: text.Const("DEPENDENCIES"), Width: 24, Text: render.Dependencies},
	{Name: "source_digest", Title: text.Const("DIGEST"), Width: 64, Only: Wide, Text: clean(func(p *move.Package) string { return p.SourceDigest })},
	{Name: "modules", Title: text.Const("MODULE NAMES"), Only: Wide, Text: clean(func(p *move.Package) string {
		names := make([]string, len(p.Modules))
		for i := range p.Modules {
			names[i] = p.Modules[i].Name
		}
		return strings.Join(names, " ")
	})},
}.InCSV("name upgrade_policy upgrade_number source_digest modules with_source dependencies")

// ModuleFields returns the language of lists of modules.
func ModuleFields(env FieldEnv) query.Language[module] {
	return language(Modules, env, "name fn struct friend functions views entries structs size",
		moduleField{
			Name: "fn", Label: "function", Help: "name of a function",
			Texts: inABI(func(abi *move.ModuleABI) []move.FunctionABI { return abi.Functions }, func(f *move.FunctionABI) string { return f.Name }),
		},
		moduleField{
			Name: "struct", Help: "name of a struct",
			Texts: inABI(func(abi *move.ModuleABI) []move.StructABI { return abi.Structs }, func(s *move.StructABI) string { return s.Name }),
		},
		moduleField{
			Name: "friend", Help: "a friend module", Kind: query.Address,
			Texts: inABI(func(abi *move.ModuleABI) []move.ModuleID { return abi.Friends }, func(m *move.ModuleID) string { return m.String() }),
		},
	)
}

// inABI returns the function of a field with the names of parts of a module.
func inABI[P any](parts func(*move.ModuleABI) []P, name func(*P) string) func(*client.Module, func(string) bool) bool {
	return func(m *client.Module, match func(string) bool) bool {
		if m.ABI == nil {
			return false
		}
		all := parts(m.ABI)
		for i := range all {
			if match(name(&all[i])) {
				return true
			}
		}
		return false
	}
}

// ResourceFields returns the language of lists of resources.
func ResourceFields(env FieldEnv) query.Language[resource] {
	return language(Resources, env, "type name data size",
		resourceField{Name: "name", Help: "type without modules", InWords: true, Texts: texts(shortType)},
		resourceField{
			Name: "size", Help: "value as JSON in bytes", Kind: query.Number, Number: func(r *resource) *uint64 {
				if r.Data == nil {
					return nil
				}
				return new(uint64(len(r.Data)))
			},
		},
	)
}

// maxType is the length in bytes of a type that is shortened: the node may send types of any length.
const maxType = 1000

// modulePath matches the address and module before the name of a struct.
var modulePath = text.Regexp(`0x[0-9a-f]+::\w+::`)

// WithoutModules returns a type without the address and module before the names of structs.
func WithoutModules(written string) string { return modulePath().ReplaceAllString(written, "") }

func shortType(r *client.Resource) string {
	return WithoutModules(r.Type[:min(len(r.Type), maxType)])
}

// number returns a pointer to a number, or nil if it is not known.
func number(n uint64, known bool) *uint64 {
	if !known {
		return nil
	}
	return &n
}
