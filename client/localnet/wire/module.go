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

// modules lists the modules of an account (spec sections 4.3 to 4.5).
func (a *API) modules(w http.ResponseWriter, r *http.Request, request accountRequest) {
	a.serveList(w, r, request, func(now chain.State) (stateList, []byte) {
		published, keys := sortedModules(now, request.address)
		list := stateList{outer: "Resources", inner: "resource", plural: "modules", nullable: true, keys: keys}
		list.item = func(body *encoder, index int) { body.module(published[index]) }
		if request.version == v1 && a.options.Dialect == httpapi.Deployed {
			list.outer, list.inner = "Modules", "modules"
			list.item = func(body *encoder, index int) { body.moduleName(published[index].ID) }
		}
		return list, lastKey(keys, resourceKeys(now.Resources(request.address)))
	})
}

// sortedModules returns the modules of an account, sorted by state key.
func sortedModules(now chain.State, address move.Address) (published []*publish.Published, keys [][]byte) {
	published = now.Modules(address)
	slices.SortFunc(published, func(a, b *publish.Published) int { return bytes.Compare(chain.ModuleKey(a.ID), chain.ModuleKey(b.ID)) })
	for _, module := range published {
		keys = append(keys, chain.ModuleKey(module.ID))
	}
	return published, keys
}

// module returns a module (spec sections 2.6 and 4.3 to 4.5). v1 responds with the ABI alone,
// or null if there is no such module.
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

// missingModule is the error message for a module that does not exist.
func missingModule(id move.ModuleID) string {
	return "Information not available for " + paddedAddress(id.Address) + "::" + id.Name
}

func (e *encoder) module(m *publish.Published) {
	e.Object(func() {
		e.Key("bytecode")
		e.Hex(m.Bytecode)
		e.Key("abi")
		e.abi(m.Module)
	})
}

// moduleName writes the name of a module in two forms, as deployed nodes list it on v1.
func (e *encoder) moduleName(id move.ModuleID) {
	e.Array(func() {
		e.Text("0x" + paddedAddress(id.Address) + "::" + id.Name)
		e.Object(func() {
			e.Key("address")
			e.Text(paddedAddress(id.Address))
			e.Key("name")
			e.Text(id.Name)
		})
	})
}

// abi writes the ABI of a module (spec section 2.6). Like nodes, it leaves out is_phantom
// and is_event if they are false.
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
