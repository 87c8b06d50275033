package localnet

import (
	"bytes"
	"net/http"
	"slices"

	"foredeck/client/move"
)

// moduleRoutes are the calls that read modules.
func (n *Network) moduleRoutes() []route {
	return append(
		n.accountRoutes("/modules", n.modules, v1, v2, v3),
		n.accountRoutes("/modules/{module_name}", n.module, v1, v2, v3)...,
	)
}

// modules serves the list of what an account has published (spec sections 4.3 to 4.5).
func (n *Network) modules(w http.ResponseWriter, r *http.Request, asked accountCall) {
	world := n.world() // before the chain has to stand still
	n.serveList(w, r, asked, func(now state) (stateList, []byte) {
		published, keys := world.sortedModules(now, asked.address)
		list := stateList{outer: "Resources", inner: "resource", plural: "modules", nullable: true, keys: keys}
		list.item = func(body *writer, place int) { body.module(published[place]) }
		if asked.version == v1 && n.options.Dialect == Deployed {
			list.outer, list.inner = "Modules", "modules"
			list.item = func(body *writer, place int) { body.moduleName(published[place].id) }
		}
		return list, lastKey(keys, resourceKeys(world.resourcesOf(now, asked.address)))
	})
}

// sortedModules lists the modules of an account in the order of their keys.
func (w *world) sortedModules(now state, address move.Address) (published []*publishedModule, keys [][]byte) {
	published = w.modulesOf(now, address)
	slices.SortFunc(published, func(a, b *publishedModule) int { return bytes.Compare(moduleKey(a.id), moduleKey(b.id)) })
	for _, module := range published {
		keys = append(keys, moduleKey(module.id))
	}
	return published, keys
}

// module serves one module: v1 gives its interface alone, and null for one that is not
// there (spec sections 2.6 and 4.3 to 4.5).
func (n *Network) module(w http.ResponseWriter, r *http.Request, asked accountCall) {
	id, err := move.ParseModuleID(asked.address.String() + "::" + r.PathValue("module_name"))
	if err != nil {
		fault(w, http.StatusBadRequest, "Invalid input: "+err.Error())
		return
	}
	var found *publishedModule
	world := n.world()
	n.chain.look(func(now state) { found = world.module(now, id) })
	var body writer
	switch {
	case found == nil && asked.version != v1:
		fault(w, http.StatusNotFound, missingModule(id))
		return
	case found == nil:
		body.null()
	case asked.version == v1:
		body.raw(found.abi)
	default:
		body.module(found)
	}
	succeed(w, r, body.out)
}

// missingModule is what nodes say of a module that is not there.
func missingModule(id move.ModuleID) string {
	return "Information not available for " + padded(id.Address) + "::" + id.Name
}

// raw writes what is JSON already.
func (w *writer) raw(document []byte) {
	w.separate()
	w.out = append(w.out, document...)
}

func (w *writer) module(m *publishedModule) {
	w.members(func() {
		w.key("bytecode")
		w.hex(m.bytecode)
		w.key("abi")
		w.raw(m.abi)
	})
}

// moduleName writes a module as the list of v1 does on deployed nodes: the name alone,
// in two forms.
func (w *writer) moduleName(id move.ModuleID) {
	w.list(func() {
		w.text("0x" + padded(id.Address) + "::" + id.Name)
		w.members(func() {
			w.key("address")
			w.text(padded(id.Address))
			w.key("name")
			w.text(id.Name)
		})
	})
}
