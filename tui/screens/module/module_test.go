package module_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

func TestModule(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("0x1::coin::balance", "enter")
	d.Shows("› Modules › Module 0x1::coin", "[1 Functions]", "▸ balance", "filter: all · 2 of 33", "public fun balance<T0>(owner: address): u64;",
		"33 functions (11 view, 3 entry) · 13 structs · 3 friends · ", "bytes of bytecode", "framework")
	d.Press("f")
	d.Shows("filter: view · 1 of 11 (of 33)", "▸ balance")
	d.Press("f")
	d.Shows("filter: entry · 1 of 3 (of 33)", "▸ freeze_coin_store")
	d.Press("esc")
	d.Shows("filter: all", "▸ freeze_coin_store")
	d.Press("end", "enter")
	d.Shows("▸ 0x1::coin::Coin  has store · 1 field")
	d.Press("enter")
	d.Shows("[2 Structs]", "▸ Coin ", "struct Coin<phantom T0> has store {")
	d.Press("down", "down", "right", "down")
	d.Shows("▸ 0x1::event::EventHandle", "as a resource")
	d.Press("enter")
	d.Shows("Module 0x1::event", "▸ EventHandle")
	d.Press("[", "esc", "3", "down", "enter")
	d.Shows("Module 0x1::native_coin", "[1 Functions]")
	d.Press("[", "5", "*")
	d.Shows("exposed_functions")
	d.Press("esc", "esc", "esc")
	d.Shows("Go to")
}

func TestSmallWindowShowsOnePanel(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 80, 24, tuitest.Setup{})
	d.Press("0x1::coin::supply", "enter")
	d.Shows("▸ supply")
	d.Hides("public fun supply")
	d.Press("tab")
	d.Shows("public fun supply<T0>(): 0x1::option::Option<u128>;")
	d.Hides("▸ supply")
	d.Press("esc")
	d.Shows("▸ supply")
}

func TestSearchNames(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("0x1::coin::supply", "enter", "/")
	d.Hides("? help")
	d.Press("sup")
	d.Shows("/ sup", "▸ supply", "coin_supply", "initialize_supply_config", "of 5 (of 33)", "enter apply  esc clear")
	d.Press("down", "enter")
	d.Shows("/ sup", "▸ upgrade_supply", "? help", "esc clear")
	d.Press("f")
	d.Shows("filter: view · 1 of 2 (of 33)")
	d.Press("2")
	d.Shows("▸ SupplyConfig", "1 of 1 (of 13)")
	d.Press("/", "x")
	d.Shows("no name matches")
	d.Press("esc", "1")
	d.Shows("filter: view · ", "of 11 (of 33)")
	d.Press("/", "(")
	d.Shows("missing closing )", "of 11 (of 33)")
	d.Press("backspace", "!supply", "enter", "enter")
	d.Shows("balance › Run")
	d.Press("esc", "esc", "esc")
	d.Hides("/ !supply")
	d.Shows("filter: view")
	d.Press("esc")
	d.Shows("filter: all")
}

func TestOpenFunctionOfTransaction(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("enter")
	d.Shows("f open function")
	d.Press("f")
	d.Shows("Module 0x1::coin", "▸ transfer", "public entry fun transfer<T0>(")
}

func TestModuleIsRequestedOnce(t *testing.T) {
	t.Parallel()
	requests := &tuitest.RequestLog{}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Transport: requests.Wrap})
	d.Press("0x1::coin", "enter")
	requests.Since()
	d.Press("2", "down", "[", "]")
	d.Shows("[2 Structs]", "▸ AggregatableCoin")
	require.NotContains(t, requests.Since(), "/modules/")
	d.Advance(10 * time.Second)
	requests.Since()
	d.Press("down", "r")
	require.Len(t, strings.Fields(requests.Since()), 1)
	d.Shows("updated 0s ago", "▸ CoinStore")
}

func TestModuleStaysVisibleOnError(t *testing.T) {
	t.Parallel()
	line := &tuitest.FailingTransport{}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Transport: line.Wrap})
	line.On.Store(true)
	d.Press("0x1::coin::supply", "enter")
	d.Shows("failed", "no response from "+tuitest.BaseURL+": connection refused", "r retry")
	line.On.Store(false)
	d.Press("r")
	d.Shows("updated 0s ago", "▸ supply")
	line.On.Store(true)
	d.AdvanceClock(41 * time.Second)
	d.Press("r")
	d.Shows("failed, 41s old", "no response from "+tuitest.BaseURL+": connection refused", "▸ supply")
}

func TestEscapeCancelsLoading(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("0x1::coin")
	d.Paused = true
	d.Press("enter")
	d.AdvanceClock(2 * time.Second)
	d.Shows("loading 2s", "loading the module", "esc cancel")
	d.Press("esc")
	d.Shows("not loaded", "r load the module", "Module 0x1::coin")
	d.Resume()
	d.Hides("balance")
	d.Press("r")
	d.Shows("allow_supply_upgrades")
}

func TestLateResponseIsIgnored(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Paused = true
	d.Press("0x1::coin", "enter")
	late := d.Pending
	d.Pending = nil
	d.Press("esc", "space", "a", "0x1::bare", "enter")
	d.Resume()
	d.Shows("Module 0x1::bare", "the module has no functions")
	for _, cmd := range late {
		d.Run(cmd)
	}
	d.Shows("Module 0x1::bare", "the module has no functions")
	d.Press("[", "[")
	d.Shows("Module 0x1::coin", "▸ balance") // requested again
	require.Zero(t, d.Deps().Loader.InFlight())
}

func TestMissingFunction(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("0x1::coin::nothing", "enter")
	d.Shows("! 0x1::coin exposes no function nothing", "▸ allow_supply_upgrades")
	d.Press("down")
	d.Hides("exposes no function")
	d.Press("[", "0x1::coin::Nothing", "enter")
	d.Shows("! 0x1::coin has no struct Nothing")
	d.Press("[", "0x1::nowhere", "enter")
	d.Shows("failed", "module nowhere of 0x1 not found on simulated")
}

func BenchmarkModuleOpens(b *testing.B) {
	var functions []string
	for i := range 200 {
		functions = append(functions, fmt.Sprintf(`{"name": "function_%d", "visibility": "public", "is_entry": false, "is_view": true,
			"generic_type_params": [{"constraints": []}], "params": ["address", "0x1::object::Object<T0>"], "return": ["0x1::option::Option<u128>"]}`, i))
	}
	body := `{"bytecode": "0x` + strings.Repeat("a1", 20_000) + `", "abi": {"address": "0x1", "name": "large", "friends": [], "structs": [],
		"exposed_functions": [` + strings.Join(functions, ",") + `]}}`
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, body) })
	d := tuitest.New(b, 100, 30, tuitest.Setup{Handler: handler, NoNames: true})
	for b.Loop() {
		d.Press("0x1::large", "enter", "esc")
	}
}

func TestSavedCalls(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{})
	d.Press("0x1::coin::supply", "enter")
	d.Hides("SAVED CALLS")
	d.Press("v", "0x1::native_coin::NativeCoin", "enter", "esc", "b", "enter", "[")
	d.Shows("LAST RUN", "SAVED CALLS", "  supply  0x1::native_coin::NativeCoin")
}
