package wire

import (
	"net/http"
	"regexp"
	"sync"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/compiler"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/move"
)

// resourceTypePattern matches resource types in paths (spec section 4.3). It excludes types
// with more than one type argument.
var resourceTypePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^0x[0-9a-zA-Z:_<>]+$`) })

// resources lists the resources of an address, including each member of a resource group (spec sections 4.3 to 4.5).
func (a *API) resources(w http.ResponseWriter, r *http.Request, request accountRequest) {
	a.serveList(w, r, request, func(now chain.State) (stateList, []byte) {
		resources := now.Resources(request.address)
		_, modules := sortedModules(now, request.address)
		list := stateList{outer: "Resources", inner: "resource", plural: "resources", keys: resourceKeys(resources)}
		list.item = func(body *encoder, index int) { body.resource(a.chain.Library(), resources[index]) }
		if request.version == v1 && a.options.Dialect == httpapi.Deployed {
			list.item = func(body *encoder, index int) { body.resourceName(resources[index].Type) }
		}
		return list, lastKey(modules, list.keys)
	})
}

func resourceKeys(resources []chain.Resource) [][]byte {
	keys := make([][]byte, len(resources))
	for i := range resources {
		keys[i] = resources[i].Key
	}
	return keys
}

// resource returns a resource by its type (spec sections 2.7 and 4.3 to 4.5). v1 responds
// with an array of its data, or of null if there is no such resource.
func (a *API) resource(w http.ResponseWriter, r *http.Request, request accountRequest) {
	text := r.PathValue("resource_type")
	if a.options.Dialect == httpapi.Spec && !resourceTypePattern().MatchString(text) {
		writeError(w, http.StatusBadRequest, "Invalid input: the resource type does not match "+resourceTypePattern().String())
		return
	}
	tag, err := move.ParseStructTag(text)
	if err != nil {
		writeError(w, http.StatusBadRequest, "Invalid input: Failed to parse struct tag: "+err.Error())
		return
	}
	var found *chain.Resource
	a.chain.Read(func(now chain.State) {
		for _, resource := range now.Resources(request.address) {
			if resource.Type.Equal(tag) {
				found = &resource
			}
		}
	})
	if found == nil && request.version != v1 {
		writeError(w, http.StatusNotFound, "Information not available for "+paddedAddress(request.address))
		return
	}
	var body encoder
	httpapi.WriteJSON(w, r, &body.Document, func() {
		if request.version != v1 {
			body.resource(a.chain.Library(), *found)
			return
		}
		body.Wrap("result", func() {
			body.Array(func() {
				if found == nil {
					body.Null()
				} else {
					body.data(a.chain.Library(), *found)
				}
			})
		})
	})
}

func (e *encoder) resource(declarations compiler.Library, resource chain.Resource) {
	e.Object(func() {
		e.Key("type").Text(resource.Type.String())
		e.Key("data").data(declarations, resource)
	})
}

func (e *encoder) data(declarations compiler.Library, resource chain.Resource) {
	e.value(declarations, move.TypeTag{Kind: move.KindStruct, Struct: &resource.Type}, resource.Data)
}

// resourceName writes a resource type in two forms, as deployed nodes list it on v1.
func (e *encoder) resourceName(tag move.StructTag) {
	e.Array(func() {
		e.Text("0x" + paddedType(tag))
		e.structName(tag)
	})
}

// shortAddress matches the addresses in the text of a type.
var shortAddress = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b0x[0-9a-f]+\b`) })

// paddedType returns a struct type with addresses of 64 digits without 0x.
func paddedType(tag move.StructTag) string {
	return shortAddress().ReplaceAllStringFunc(tag.String(), func(address string) string {
		return paddedAddress(move.MustParseAddress(address))
	})
}

func (e *encoder) structName(tag move.StructTag) {
	e.Object(func() {
		e.Key("address").Text(paddedAddress(tag.Address))
		e.Key("module").Text(tag.Module)
		e.Key("name").Text(tag.Name)
		writeArray(e.Key("type_args"), tag.TypeArguments, e.typeName)
	})
}

// typeName writes a type argument under its kind.
func (e *encoder) typeName(tag move.TypeTag) {
	switch tag.Kind {
	case move.KindStruct:
		e.Wrap("struct", func() { e.structName(*tag.Struct) })
	case move.KindVector:
		e.Wrap("vector", func() { e.typeName(*tag.Element) })
	default:
		e.Text(tag.String())
	}
}
