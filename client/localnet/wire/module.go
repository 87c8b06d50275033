package wire

import (
	"bytes"
	"net/http"
	"slices"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/compiler"
	"foredeck/client/localnet/httpapi"
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
func sortedModules(now chain.State, address move.Address) (published []*compiler.Compiled, keys [][]byte) {
	published = now.Modules(address)
	slices.SortFunc(published, func(a, b *compiler.Compiled) int { return bytes.Compare(chain.ModuleKey(a.ID), chain.ModuleKey(b.ID)) })
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
	var found *compiler.Compiled
	a.chain.Read(func(now chain.State) { found = now.Module(id) })
	if found == nil && request.version != v1 {
		writeError(w, http.StatusNotFound, missingModule(id))
		return
	}
	var body encoder
	httpapi.WriteJSON(w, r, &body.Document, func() {
		switch {
		case found == nil:
			body.Null()
		case request.version == v1:
			body.abi(found.Module)
		default:
			body.module(found)
		}
	})
}

// missingModule is the error message for a module that does not exist.
func missingModule(id move.ModuleID) string {
	return "Information not available for " + paddedAddress(id.Address) + "::" + id.Name
}

func (e *encoder) module(m *compiler.Compiled) {
	e.Object(func() {
		e.Key("bytecode").Hex(m.Bytecode())
		e.Key("abi").abi(m.Module)
	})
}

// moduleName writes the name of a module in two forms, as deployed nodes list it on v1.
func (e *encoder) moduleName(id move.ModuleID) {
	e.Array(func() {
		e.Text("0x" + paddedAddress(id.Address) + "::" + id.Name)
		e.Object(func() {
			e.Key("address").Text(paddedAddress(id.Address))
			e.Key("name").Text(id.Name)
		})
	})
}

// abi writes the ABI of a module (spec section 2.6). Like nodes, it leaves out is_phantom and is_event if they are false.
func (e *encoder) abi(m *compiler.Module) {
	e.Object(func() {
		e.Key("address").address(m.ID.Address)
		e.Key("name").Text(m.ID.Name)
		writeArray(e.Key("friends"), m.Friends, func(friend move.ModuleID) { e.Text(friend.String()) })
		writeArray(e.Key("exposed_functions"), m.Exposed(), e.functionABI)
		writeArray(e.Key("structs"), m.Structs, e.structABI)
	})
}

func (e *encoder) functionABI(f compiler.Function) {
	e.Object(func() {
		e.Key("name").Text(f.Name)
		e.Key("visibility").Text(f.Visibility.String())
		e.Key("is_entry").Boolean(f.IsEntry)
		e.Key("is_view").Boolean(f.IsView)
		e.Key("generic_type_params").typeParameters(f.TypeParameters)
		e.Key("params").signatures(f.Parameters)
		e.Key("return").signatures(f.Results)
	})
}

func (e *encoder) structABI(s compiler.Struct) {
	e.Object(func() {
		e.Key("name").Text(s.Name)
		e.Key("is_native").Boolean(false)
		if s.IsEvent {
			e.Key("is_event").Boolean(true)
		}
		e.Key("abilities").TextArray(s.Abilities.Names()...)
		e.Key("generic_type_params").typeParameters(s.TypeParameters)
		writeArray(e.Key("fields"), s.Fields, func(field compiler.Field) {
			e.Object(func() {
				e.Key("name").Text(field.Name)
				e.Key("type").Text(field.Type.String())
			})
		})
	})
}

func (e *encoder) typeParameters(parameters []compiler.TypeParameter) {
	writeArray(e, parameters, func(parameter compiler.TypeParameter) {
		e.Object(func() {
			e.Key("constraints").TextArray(parameter.Constraints.Names()...)
			if parameter.IsPhantom {
				e.Key("is_phantom").Boolean(true)
			}
		})
	})
}

func (e *encoder) signatures(types []compiler.Type) {
	writeArray(e, types, func(t compiler.Type) { e.Text(t.String()) })
}
