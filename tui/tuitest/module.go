package tuitest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// serveModule answers with a module of 0x1: coin is ordinary, bare has no functions, closed has no ABI, shapes has real bytecode,
// and hostile has Attack in every string.
func serveModule(w http.ResponseWriter, name string) {
	abi := ""
	switch name {
	case "coin":
		abi = CoinABI
	case "bare":
		abi = `{"address": "0x1", "name": "bare", "friends": [], "exposed_functions": [], "structs": []}`
	case "closed":
		fmt.Fprint(w, `{"bytecode": "0xa11ceb0b0700000a"}`)
		return
	case "shapes":
		fmt.Fprintf(w, `{"bytecode": "0x%s", "abi": %s}`, Shapes, ShapesABI)
		return
	case "hostile":
		abi = fmt.Sprintf(`{"address": "0x1", "name": "hostile", "friends": ["0x1::%[1]s"], "exposed_functions": [
			{"name": "f", "visibility": "%[1]s", "is_entry": true, "is_view": true, "generic_type_params": [{"constraints": ["%[1]s"]}],
			 "params": ["%[1]s", "0x1::m::%[1]s", "vector<u8"], "return": ["%[1]s", "u64"]},
			{"name": "%[1]s", "visibility": "public", "is_entry": false, "is_view": true, "generic_type_params": [], "params": [], "return": []}],
			"structs": [{"name": "%[1]s", "is_native": false, "is_event": true, "abilities": ["%[1]s"], "generic_type_params": [{"constraints": []}],
			 "fields": [{"name": "%[1]s", "type": "%[1]s"}]}]}`, Attack)
	default:
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprintf(w, `{"message": "Information not available for module %s"}`, name)
		return
	}
	fmt.Fprintf(w, `{"bytecode": "0xa11ceb0b060000000a010012", "abi": %s}`, abi)
}

// CoinABI is the ABI of the module 0x1::coin.
const CoinABI = `{"address": "0x1", "name": "coin", "friends": ["0x1::genesis", "0x1::native_coin"], "exposed_functions": [
	{"name": "balance", "visibility": "public", "is_entry": false, "is_view": true, "generic_type_params": [{"constraints": []}], "params": ["address"], "return": ["u64"]},
	{"name": "mint", "visibility": "public", "is_entry": false, "is_view": false, "generic_type_params": [{"constraints": []}],
	 "params": ["u64", "&0x1::coin::MintCapability<T0>"], "return": ["0x1::coin::Coin<T0>"]},
	{"name": "transfer", "visibility": "public", "is_entry": true, "is_view": false, "generic_type_params": [{"constraints": []}],
	 "params": ["&signer", "address", "u64"], "return": []},
	{"name": "supply", "visibility": "public", "is_entry": false, "is_view": true, "generic_type_params": [{"constraints": ["copy", "drop"]}], "params": [],
	 "return": ["0x1::option::Option<u128>"]},
	{"name": "upgrade", "visibility": "friend", "is_entry": false, "is_view": false, "generic_type_params": [], "params": ["&signer"], "return": []}],
	"structs": [
	{"name": "Coin", "is_native": false, "is_event": false, "abilities": ["store"], "generic_type_params": [{"constraints": [], "is_phantom": true}],
	 "fields": [{"name": "value", "type": "u64"}]},
	{"name": "CoinStore", "is_native": false, "is_event": false, "abilities": ["key"], "generic_type_params": [{"constraints": [], "is_phantom": true}],
	 "fields": [{"name": "coin", "type": "0x1::coin::Coin<T0>"}, {"name": "frozen", "type": "bool"},
	  {"name": "deposit_events", "type": "0x1::event::EventHandle<0x1::coin::DepositEvent>"}]},
	{"name": "MintCapability", "is_native": false, "is_event": false, "abilities": ["copy", "store"], "generic_type_params": [{"constraints": [], "is_phantom": true}],
	 "fields": [{"name": "dummy_field", "type": "bool"}]}]}`

// Shapes is the bytecode of the module 0x1::shapes in hex. One of its functions has every instruction.
//
//go:embed testdata/shapes.hex
var Shapes string

// ShapesABI is the ABI of the module 0x1::shapes.
const ShapesABI = `{"address": "0x1", "name": "shapes", "friends": [], "structs": [], "exposed_functions": [
	{"name": "all", "visibility": "public", "is_entry": true, "is_view": false, "generic_type_params": [{"constraints": ["store"]}], "params": ["&signer", "address"], "return": []},
	{"name": "nothing", "visibility": "friend", "is_entry": false, "is_view": false, "generic_type_params": [], "params": [], "return": ["u64"]}]}`

// serveView answers view calls: balance depends on its argument, f returns Attack, all others abort.
func serveView(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Function  string
		Arguments []string
	}
	_ = json.NewDecoder(r.Body).Decode(&body)
	switch {
	case strings.HasSuffix(body.Function, "::balance") && body.Arguments[0] == Busy:
		fmt.Fprint(w, `{"result": ["120455102400"]}`)
	case strings.HasSuffix(body.Function, "::balance"):
		fmt.Fprint(w, `{"result": ["0"]}`)
	case strings.HasSuffix(body.Function, "::f"):
		fmt.Fprintf(w, `{"result": ["%[1]s", {"%[1]s": "%[1]s"}]}`, Attack)
	default:
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"message": "Failed to execute view function: ABORTED with sub status 65542 at location Module 0x1::coin", "error_code": "invalid_input"}`)
	}
}
