package tui

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/move"
)

func (a *lastParts) RoundTrip(request *http.Request) (*http.Response, error) {
	a.paths[request.URL.Path[strings.LastIndex(request.URL.Path, "/")+1:]]++
	return a.RoundTripper.RoundTrip(request)
}

func (c *count) RoundTrip(request *http.Request) (*http.Response, error) {
	c.asked.Add(1)
	return c.next.RoundTrip(request)
}

// serveView answers view calls: balance depends on its argument, f returns an attack, all others abort.
func serveView(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Function  string
		Arguments []string
	}
	_ = json.NewDecoder(r.Body).Decode(&body)
	switch {
	case strings.HasSuffix(body.Function, "::balance") && body.Arguments[0] == busy:
		fmt.Fprint(w, `{"result": ["120455102400"]}`)
	case strings.HasSuffix(body.Function, "::balance"):
		fmt.Fprint(w, `{"result": ["0"]}`)
	case strings.HasSuffix(body.Function, "::f"):
		fmt.Fprintf(w, `{"result": ["%[1]s", {"%[1]s": "%[1]s"}]}`, attack)
	default:
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"message": "Failed to execute view function: ABORTED with sub status 65542 at location Module 0x1::coin", "error_code": "invalid_input"}`)
	}
}

func openBalance(d *deck) { d.press("0x1::coin::balance", "enter", "v") }

func runBalance(d *deck) {
	openBalance(d)
	d.press("0x1::native_coin::NativeCoin", "tab", "busy", "enter")
}

func runBalanceOfTreasury(d *deck) {
	d.press("esc", "space", "a", "0x1::coin::balance", "enter", "v", "0x1::native_coin::NativeCoin", "tab", "treasury", "enter")
}

func lineWith(d *deck, words string) string {
	return strings.Split(d.screen(), "\n")[lineOf(d.TB.(*testing.T), d.screen(), words)]
}

func balance(t *testing.T) move.FunctionID {
	t.Helper()
	function, err := move.ParseFunctionID("0x1::coin::balance")
	require.NoError(t, err)
	return function
}

// serveModule answers with a module of 0x1: coin is ordinary, bare has no functions, closed has no ABI, hostile has an attack in
// every string.
func serveModule(w http.ResponseWriter, name string) {
	abi := ""
	switch name {
	case "coin":
		abi = coinABI
	case "bare":
		abi = `{"address": "0x1", "name": "bare", "friends": [], "exposed_functions": [], "structs": []}`
	case "closed":
		fmt.Fprint(w, `{"bytecode": "0xa11ceb0b0700000a"}`)
		return
	case "shapes":
		fmt.Fprintf(w, `{"bytecode": "0x%s", "abi": %s}`, shapes, shapesABI)
		return
	case "hostile":
		abi = fmt.Sprintf(`{"address": "0x1", "name": "hostile", "friends": ["0x1::%[1]s"], "exposed_functions": [
			{"name": "f", "visibility": "%[1]s", "is_entry": true, "is_view": true, "generic_type_params": [{"constraints": ["%[1]s"]}],
			 "params": ["%[1]s", "0x1::m::%[1]s", "vector<u8"], "return": ["%[1]s", "u64"]},
			{"name": "%[1]s", "visibility": "public", "is_entry": false, "is_view": true, "generic_type_params": [], "params": [], "return": []}],
			"structs": [{"name": "%[1]s", "is_native": false, "is_event": true, "abilities": ["%[1]s"], "generic_type_params": [{"constraints": []}],
			 "fields": [{"name": "%[1]s", "type": "%[1]s"}]}]}`, attack)
	default:
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprintf(w, `{"message": "Information not available for module %s"}`, name)
		return
	}
	fmt.Fprintf(w, `{"bytecode": "0xa11ceb0b060000000a010012", "abi": %s}`, abi)
}

const coinABI = `{"address": "0x1", "name": "coin", "friends": ["0x1::genesis", "0x1::native_coin"], "exposed_functions": [
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

// count counts requests.
type count struct {
	asked atomic.Int64
	next  http.RoundTripper
}

// shapes is the bytecode of a module whose one function has all instructions one after the other, in hex: no compiler would
// write it.
//
//go:embed testdata/shapes.hex
var shapes string

const shapesABI = `{"address": "0x1", "name": "shapes", "friends": [], "structs": [], "exposed_functions": [
	{"name": "all", "visibility": "public", "is_entry": true, "is_view": false, "generic_type_params": [{"constraints": ["store"]}], "params": ["&signer", "address"], "return": []},
	{"name": "nothing", "visibility": "friend", "is_entry": false, "is_view": false, "generic_type_params": [], "params": [], "return": ["u64"]}]}`

// openCalls opens the busy account's calls of the function that its newest transaction calls.
func openCalls(d *deck) {
	openBusy(d)
	d.press("enter", "f", "t")
}

// loaded returns the records of the visible list, newest first.
func loaded(d *deck) []*client.Transaction {
	list := accountList(d)
	records := make([]*client.Transaction, list.Len())
	for i := range records {
		at := i
		if list.Order() == client.OldestFirst {
			at = len(records) - 1 - i
		}
		records[i] = list.At(at)
	}
	return records
}

// over wraps a transport.
func (b *broken) over(next http.RoundTripper) http.RoundTripper {
	b.next = next
	return b
}

// lastParts counts requests by the last part of their path.
type lastParts struct {
	http.RoundTripper
	paths map[string]int
}
