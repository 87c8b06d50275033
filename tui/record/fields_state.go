package record

import (
	"regexp"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/query"
	"foredeck/tui/render"
)

// ModuleFields returns the language of lists of modules.
func ModuleFields(env FieldEnv) query.Language[client.Module] {
	count := func(name, help string, of func(render.ModuleCounts) *uint64) query.Field[client.Module] {
		return query.Field[client.Module]{
			Name: name, Help: help, Kind: query.Number, Number: func(m *client.Module) *uint64 { return of(render.CountModule(m)) },
		}
	}
	return language(env,
		query.Field[client.Module]{Name: "name", Help: "name", InWords: true, Texts: texts(func(m *client.Module) string { return m.Name })},
		query.Field[client.Module]{
			Name: "fn", Label: "function", Help: "name of a function", Texts: inABI(func(abi *move.ModuleABI, match func(string) bool) bool {
				for i := range abi.Functions {
					if match(abi.Functions[i].Name) {
						return true
					}
				}
				return false
			}),
		},
		query.Field[client.Module]{
			Name: "struct", Help: "name of a struct", Texts: inABI(func(abi *move.ModuleABI, match func(string) bool) bool {
				for i := range abi.Structs {
					if match(abi.Structs[i].Name) {
						return true
					}
				}
				return false
			}),
		},
		query.Field[client.Module]{
			Name: "friend", Help: "a friend module", Kind: query.Address, Texts: inABI(func(abi *move.ModuleABI, match func(string) bool) bool {
				for _, friend := range abi.Friends {
					if match(friend.String()) {
						return true
					}
				}
				return false
			}),
		},
		count("functions", "number of functions", func(c render.ModuleCounts) *uint64 { return c.Functions }),
		count("views", "number of view functions", func(c render.ModuleCounts) *uint64 { return c.Views }),
		count("entries", "number of entry functions", func(c render.ModuleCounts) *uint64 { return c.Entries }),
		count("structs", "number of structs", func(c render.ModuleCounts) *uint64 { return c.Structs }),
		count("size", "bytecode in bytes", func(c render.ModuleCounts) *uint64 { return c.Bytecode }),
	)
}

func inABI(search func(*move.ModuleABI, func(string) bool) bool) func(*client.Module, func(string) bool) bool {
	return func(m *client.Module, match func(string) bool) bool { return m.ABI != nil && search(m.ABI, match) }
}

// ResourceFields returns the language of lists of resources.
func ResourceFields(env FieldEnv) query.Language[client.Resource] {
	return language(env,
		query.Field[client.Resource]{
			Name: "type", Help: "type, with its module and type arguments", Kind: query.Address, InWords: true,
			Texts: texts(func(r *client.Resource) string { return r.Type }),
		},
		query.Field[client.Resource]{Name: "name", Help: "type without modules", InWords: true, Texts: texts(shortType)},
		query.Field[client.Resource]{
			Name: "data", Help: "value as JSON", Kind: query.Address, Texts: texts(func(r *client.Resource) string { return string(r.Data) }),
		},
		query.Field[client.Resource]{
			Name: "size", Help: "value as JSON in bytes", Kind: query.Number, Number: func(r *client.Resource) *uint64 {
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

var modulePath = regexp.MustCompile(`0x[0-9a-f]+::\w+::`)

func shortType(r *client.Resource) string {
	return modulePath.ReplaceAllString(r.Type[:min(len(r.Type), maxType)], "")
}

// number returns a pointer to a number, or nil if it is not known.
func number(n uint64, known bool) *uint64 {
	if !known {
		return nil
	}
	return &n
}
