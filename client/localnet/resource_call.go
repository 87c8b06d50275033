package localnet

import (
	"net/http"
	"regexp"
	"strings"

	"foredeck/client/move"
)

// resourceRoutes are the calls that read resources.
func (n *Network) resourceRoutes() []route {
	return append(
		n.accountRoutes("/resources", n.resources, v1, v2, v3),
		n.accountRoutes("/resources/{resource_type}", n.resource, v1, v2, v3)...,
	)
}

// resourceTypePattern is what the specification has resource types match (section 4.3).
// Types with more than one type argument do not.
var resourceTypePattern = regexp.MustCompile(`^0x[0-9a-zA-Z:_<>]+$`)

// resources serves the list of what an address holds; the members of a resource group
// are listed one by one (spec sections 4.3 to 4.5).
func (n *Network) resources(w http.ResponseWriter, r *http.Request, asked accountCall) {
	world := n.world() // before the chain has to stand still
	n.serveList(w, r, asked, func(now state) (stateList, []byte) {
		held := world.resourcesOf(now, asked.address)
		_, modules := world.sortedModules(now, asked.address)
		list := stateList{outer: "Resources", inner: "resource", plural: "resources", keys: resourceKeys(held)}
		list.item = func(body *writer, place int) { body.resource(world.declarations, held[place]) }
		if asked.version == v1 && n.options.Dialect == Deployed {
			list.item = func(body *writer, place int) { body.resourceName(held[place].tag) }
		}
		return list, lastKey(modules, list.keys)
	})
}

func resourceKeys(held []holding) [][]byte {
	keys := make([][]byte, len(held))
	for i := range held {
		keys[i] = held[i].key
	}
	return keys
}

// resource serves one resource by its type. v1 gives its fields alone in a list, which
// holds null where there is none (spec sections 2.7 and 4.3 to 4.5).
func (n *Network) resource(w http.ResponseWriter, r *http.Request, asked accountCall) {
	text := r.PathValue("resource_type")
	if n.options.Dialect == Spec && !resourceTypePattern.MatchString(text) {
		fault(w, http.StatusBadRequest, "Invalid input: the resource type does not match "+resourceTypePattern.String())
		return
	}
	tag, err := move.ParseStructTag(text)
	if err != nil {
		fault(w, http.StatusBadRequest, "Invalid input: Failed to parse struct tag: "+err.Error())
		return
	}
	var found *holding
	world := n.world()
	n.chain.look(func(now state) {
		for _, held := range world.resourcesOf(now, asked.address) {
			if held.tag.Equal(tag) {
				found = &held
			}
		}
	})
	if found == nil && asked.version != v1 {
		fault(w, http.StatusNotFound, "Information not available for "+padded(asked.address))
		return
	}
	var body writer
	if asked.version != v1 {
		body.resource(world.declarations, *found)
	} else {
		body.only("result", func() {
			body.list(func() {
				if found == nil {
					body.null()
				} else {
					body.data(world.declarations, *found)
				}
			})
		})
	}
	succeed(w, r, body.out)
}

func (w *writer) resource(declarations declarations, held holding) {
	w.members(func() {
		w.key("type")
		w.text(held.tag.String())
		w.key("data")
		w.data(declarations, held)
	})
}

func (w *writer) data(declarations declarations, held holding) {
	w.value(declarations, move.TypeTag{Kind: move.KindStruct, Struct: &held.tag}, held.data)
}

// resourceName writes a resource as the list of v1 does on deployed nodes: the type
// alone, in two forms.
func (w *writer) resourceName(tag move.StructTag) {
	w.list(func() {
		w.text("0x" + paddedType(tag))
		w.structName(tag)
	})
}

// paddedType spells a struct type with addresses of 64 digits and no 0x.
func paddedType(tag move.StructTag) string {
	path := padded(tag.Address) + "::" + tag.Module + "::" + tag.Name
	if len(tag.TypeArguments) == 0 {
		return path
	}
	arguments := make([]string, len(tag.TypeArguments))
	for i, argument := range tag.TypeArguments {
		arguments[i] = paddedArgument(argument)
	}
	return path + "<" + strings.Join(arguments, ", ") + ">"
}

func paddedArgument(tag move.TypeTag) string {
	switch tag.Kind {
	case move.KindStruct:
		return paddedType(*tag.Struct)
	case move.KindVector:
		return "vector<" + paddedArgument(*tag.Element) + ">"
	default:
		return tag.String()
	}
}

func (w *writer) structName(tag move.StructTag) {
	w.members(func() {
		w.key("address")
		w.text(padded(tag.Address))
		w.key("module")
		w.text(tag.Module)
		w.key("name")
		w.text(tag.Name)
		w.key("type_args")
		w.list(func() {
			for _, argument := range tag.TypeArguments {
				w.typeName(argument)
			}
		})
	})
}

// typeName writes a type argument, marked by its kind.
func (w *writer) typeName(tag move.TypeTag) {
	switch tag.Kind {
	case move.KindStruct:
		w.only("struct", func() { w.structName(*tag.Struct) })
	case move.KindVector:
		w.only("vector", func() { w.typeName(*tag.Element) })
	default:
		w.text(tag.String())
	}
}
