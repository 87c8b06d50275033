package wire

import (
	"bytes"
	"net/http"
	"slices"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/publish"
	"foredeck/client/move"
)

// modules serves the list of what an account has published (spec sections 4.3 to 4.5).
func (a *API) modules(w http.ResponseWriter, r *http.Request, request accountRequest) {
	a.serveList(w, r, request, func(now chain.State) (stateList, []byte) {
		published, keys := sortedModules(now, request.address)
		list := stateList{outer: "Resources", inner: "resource", plural: "modules", nullable: true, keys: keys}
		list.item = func(body *encoder, place int) { body.module(published[place]) }
		if request.version == v1 && a.options.Dialect == httpapi.Deployed {
			list.outer, list.inner = "Modules", "modules"
			list.item = func(body *encoder, place int) { body.moduleName(published[place].ID) }
		}
		return list, lastKey(keys, resourceKeys(now.Resources(request.address)))
	})
}

// sortedModules lists the modules of an account in the order of their keys.
func sortedModules(now chain.State, address move.Address) (published []*publish.Published, keys [][]byte) {
	published = now.Modules(address)
	slices.SortFunc(published, func(a, b *publish.Published) int { return bytes.Compare(chain.ModuleKey(a.ID), chain.ModuleKey(b.ID)) })
	for _, module := range published {
		keys = append(keys, chain.ModuleKey(module.ID))
	}
	return published, keys
}

// module serves one module: v1 gives its interface alone, and null for one that is not
// there (spec sections 2.6 and 4.3 to 4.5).
func (a *API) module(w http.ResponseWriter, r *http.Request, request accountRequest) {
	id, err := move.ParseModuleID(request.address.String() + "::" + r.PathValue("module_name"))
	if err != nil {
		writeError(w, http.StatusBadRequest, "Invalid input: "+err.Error())
		return
	}
	var found *publish.Published
	a.chain.Read(func(now chain.State) { found = now.Module(id) })
	var body encoder
	switch {
	case found == nil && request.version != v1:
		writeError(w, http.StatusNotFound, missingModule(id))
		return
	case found == nil:
		body.Null()
	case request.version == v1:
		body.abi(found.Module)
	default:
		body.module(found)
	}
	httpapi.WriteJSON(w, r, body.Bytes)
}

// missingModule is what nodes say of a module that is not there.
func missingModule(id move.ModuleID) string {
	return "Information not available for " + padded(id.Address) + "::" + id.Name
}

func (e *encoder) module(m *publish.Published) {
	e.Object(func() {
		e.Key("bytecode")
		e.Hex(m.Bytecode)
		e.Key("abi")
		e.abi(m.Module)
	})
}

// moduleName writes a module as the list of v1 does on deployed nodes: the name alone,
// in two forms.
func (e *encoder) moduleName(id move.ModuleID) {
	e.Array(func() {
		e.Text("0x" + padded(id.Address) + "::" + id.Name)
		e.Object(func() {
			e.Key("address")
			e.Text(padded(id.Address))
			e.Key("name")
			e.Text(id.Name)
		})
	})
}

// abi writes the interface of a module as nodes do (spec section 2.6): the marks
// is_phantom and is_event are there only when they are true.
func (e *encoder) abi(m *publish.Module) {
	e.Object(func() {
		e.Key("address")
		e.address(m.ID.Address)
		e.Key("name")
		e.Text(m.ID.Name)
		e.Key("friends")
		e.Array(func() {
			for _, friend := range m.Friends {
				e.Text(friend.String())
			}
		})
		e.Key("exposed_functions")
		e.Array(func() {
			for _, function := range m.Exposed() {
				e.functionABI(function)
			}
		})
		e.Key("structs")
		e.Array(func() {
			for _, declared := range m.Structs {
				e.structABI(declared)
			}
		})
	})
}

func (e *encoder) functionABI(f publish.Function) {
	e.Object(func() {
		e.Key("name")
		e.Text(f.Name)
		e.Key("visibility")
		e.Text(f.Visibility.String())
		e.Key("is_entry")
		e.Boolean(f.IsEntry)
		e.Key("is_view")
		e.Boolean(f.IsView)
		e.Key("generic_type_params")
		e.typeParameters(f.TypeParameters)
		e.Key("params")
		e.signatures(f.Parameters)
		e.Key("return")
		e.signatures(f.Results)
	})
}

func (e *encoder) structABI(s publish.Struct) {
	e.Object(func() {
		e.Key("name")
		e.Text(s.Name)
		e.Key("is_native")
		e.Boolean(false)
		if s.IsEvent {
			e.Key("is_event")
			e.Boolean(true)
		}
		e.Key("abilities")
		e.TextArray(s.Abilities.Names()...)
		e.Key("generic_type_params")
		e.typeParameters(s.TypeParameters)
		e.Key("fields")
		e.Array(func() {
			for _, field := range s.Fields {
				e.Object(func() {
					e.Key("name")
					e.Text(field.Name)
					e.Key("type")
					e.Text(field.Type.String())
				})
			}
		})
	})
}

func (e *encoder) typeParameters(parameters []publish.TypeParameter) {
	e.Array(func() {
		for _, parameter := range parameters {
			e.Object(func() {
				e.Key("constraints")
				e.TextArray(parameter.Constraints.Names()...)
				if parameter.IsPhantom {
					e.Key("is_phantom")
					e.Boolean(true)
				}
			})
		}
	})
}

func (e *encoder) signatures(types []publish.Type) {
	e.Array(func() {
		for _, kind := range types {
			e.Text(kind.String())
		}
	})
}
