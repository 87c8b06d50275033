package tui

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// serveModule answers with the module of this name: an ordinary one, one without functions, one of which the node keeps the
// interface to itself, one with an attack in every string. There are no others.
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

func TestAModuleIsWalked(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.press("0x1::coin::balance", "enter")
	d.shows("Home › Module 0x1::coin", "[1 Functions]", "▸ balance", "filter: all · 2 of 33", "public fun balance<T0>(#0: address): u64;",
		"33 functions (11 view, 3 entry) · 13 structs · 3 friends · ", "bytes of bytecode", "framework")
	d.press("f")
	d.shows("filter: view · 1 of 11 in 33", "▸ balance")
	d.press("f")
	d.shows("filter: entry · 1 of 3 in 33", "▸ freeze_coin_store")
	d.press("esc")
	d.shows("filter: all", "▸ freeze_coin_store")
	d.press("end", "enter")
	d.shows("▸ 0x1::coin::Coin  has store · 1 field")
	d.press("enter")
	d.shows("[2 Structs]", "▸ Coin ", "struct Coin<phantom T0> has store {")
	d.press("down", "down", "right", "down")
	d.shows("▸ 0x1::event::EventHandle", "as a resource")
	d.press("enter")
	d.shows("Module 0x1::event", "▸ EventHandle")
	d.press("[", "esc", "3", "down", "enter")
	d.shows("Module 0x1::native_coin", "[1 Functions]")
	d.press("esc", "5", "*")
	d.shows("exposed_functions")
	d.press("esc", "esc", "esc")
	d.shows("Go to")
}

func TestAModuleInASmallWindowShowsOnePanelAtATime(t *testing.T) {
	d := newDeck(t, 80, 24, setup{})
	d.press("0x1::coin::supply", "enter")
	d.shows("▸ supply")
	d.hides("public fun supply")
	d.press("tab")
	d.shows("public fun supply<T0>(): 0x1::option::Option<u128>;")
	d.hides("▸ supply")
	d.press("esc")
	d.shows("▸ supply")
}

func TestNamesAreSearchedFor(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.press("0x1::coin::supply", "enter", "/")
	d.hides("? help")
	d.press("sup")
	d.shows("/ sup", "▸ supply", "coin_supply", "initialize_supply_config", "of 5 in 33", "enter keep  esc clear")
	d.press("down", "enter")
	d.shows("/ sup", "▸ upgrade_supply", "? help", "esc clear")
	d.press("f")
	d.shows("filter: view · 1 of 2 in 33")
	d.press("2")
	d.shows("▸ SupplyConfig", "1 of 1 in 13")
	d.press("/", "x")
	d.shows("nothing here has such a name")
	d.press("esc", "1")
	d.shows("filter: view · ", "of 11 in 33")
	d.press("/", "(")
	d.shows("missing closing )", "of 11 in 33")
	d.press("backspace", "!supply", "enter", "enter")
	d.shows("balance › Run")
	d.press("esc", "esc", "esc")
	d.hides("/ !supply")
	d.shows("filter: view")
	d.press("esc")
	d.shows("filter: all")
}

func TestTheFunctionOfATransaction(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("enter")
	d.shows("f its function")
	d.press("f")
	d.shows("Module 0x1::coin", "▸ transfer", "public entry fun transfer<T0>(")
}

// count counts requests.
type count struct {
	asked atomic.Int64
	next  http.RoundTripper
}

func (c *count) RoundTrip(request *http.Request) (*http.Response, error) {
	c.asked.Add(1)
	return c.next.RoundTrip(request)
}

func TestAModuleIsAskedForOnce(t *testing.T) {
	calls := &count{}
	d := newDeck(t, 100, 30, setup{transport: func(next http.RoundTripper) http.RoundTripper { calls.next = next; return calls }})
	d.press("0x1::coin", "enter")
	asked := calls.asked.Load()
	d.press("2", "down", "[", "]")
	d.shows("[2 Structs]", "▸ AggregatableCoin")
	home := calls.asked.Load() // Home looks at its accounts again
	d.pass(10 * time.Second)
	d.press("down", "r")
	require.Equal(t, home+1, calls.asked.Load())
	require.Greater(t, home, asked)
	d.shows("fresh 0s", "▸ CoinStore")
}

func TestAModuleStaysWhenTheNodeGoes(t *testing.T) {
	line := &broken{}
	d := newDeck(t, 100, 30, setup{transport: func(next http.RoundTripper) http.RoundTripper { line.next = next; return line }})
	line.on.Store(true)
	d.press("0x1::coin::supply", "enter")
	d.shows("failed", "no answer from "+baseURL+": connection refused", "r asks again")
	line.on.Store(false)
	d.press("r")
	d.shows("fresh 0s", "▸ supply")
	line.on.Store(true)
	d.now = d.now.Add(41 * time.Second)
	d.press("r")
	d.shows("failed, 41s old", "no answer from "+baseURL+": connection refused", "▸ supply")
}

func TestEscapeEndsTheLoadOfAModule(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.press("0x1::coin")
	d.held = true
	d.press("enter")
	d.now = d.now.Add(2 * time.Second)
	d.shows("loading 2s", "asking for the module", "esc cancels")
	d.press("esc")
	d.shows("not loaded", "r asks for the module", "Module 0x1::coin")
	d.release()
	d.hides("balance")
	d.press("r")
	d.shows("allow_supply_upgrades")
}

func TestALateModuleIsNotShownAtAnotherPlace(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	d.held = true
	d.press("0x1::coin", "enter")
	late := d.waiting
	d.waiting = nil
	d.press("esc", "space", "a", "0x1::bare", "enter")
	d.release()
	d.shows("Module 0x1::bare", "the module has no functions")
	for _, cmd := range late {
		d.run(cmd)
	}
	d.shows("Module 0x1::bare", "the module has no functions")
	d.press("[", "[")
	d.shows("Module 0x1::coin", "▸ balance") // it was asked for again
	require.Zero(t, d.model.deps.Loader.InFlight())
}

func TestWhatAModuleLacksIsSaid(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.press("0x1::coin::nothing", "enter")
	d.shows("! 0x1::coin has no function nothing that it shows", "▸ allow_supply_upgrades")
	d.press("down")
	d.hides("has no function")
	d.press("[", "0x1::coin::Nothing", "enter")
	d.shows("! 0x1::coin has no struct Nothing")
	d.press("[", "0x1::nowhere", "enter")
	d.shows("failed", "no module nowhere at 0x1 on simulated")
}

func BenchmarkModuleOpens(b *testing.B) {
	var functions []string
	for i := range 200 {
		functions = append(functions, fmt.Sprintf(`{"name": "function_%d", "visibility": "public", "is_entry": false, "is_view": true,
			"generic_type_params": [{"constraints": []}], "params": ["address", "0x1::object::Object<T0>"], "return": ["0x1::option::Option<u128>"]}`, i))
	}
	body := `{"bytecode": "0x` + strings.Repeat("a1", 20_000) + `", "abi": {"address": "0x1", "name": "large", "friends": [], "structs": [],
		"exposed_functions": [` + strings.Join(functions, ",") + `]}}`
	answer := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, body) })
	d := newDeck(b, 100, 30, setup{handler: answer, nameless: true})
	for b.Loop() {
		d.press("0x1::large", "enter", "esc")
	}
}

func TestSavedCallsStandBesideTheLastRun(t *testing.T) {
	d := newDeck(t, 120, 40, setup{})
	d.press("0x1::coin::supply", "enter")
	d.hides("SAVED CALLS")
	d.press("v", "0x1::native_coin::NativeCoin", "enter", "esc", "b", "enter", "[")
	d.shows("LAST RUN HERE", "SAVED CALLS", "  supply  0x1::native_coin::NativeCoin")
}
