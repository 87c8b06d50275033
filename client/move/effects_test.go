package move_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/compiler"
	"foredeck/client/move"
)

const eventSource = `module 0x1::event {
	native public fun emit<T: drop + store>(message: T);
}`

const vaultSource = `module 0x1::vault {
	const EEMPTY: u64 = 3;
	struct Store<phantom CoinType> has key { value: u64 }
	struct Frozen has key { since: u64 }
	struct Taken<phantom CoinType> has drop, store { value: u64 }
	public fun take<CoinType>(from: address, n: u64) acquires Store {
		let store = borrow_global_mut<Store<CoinType>>(from);
		assert!(store.value > n, EEMPTY);
		store.value = store.value - n;
		0x1::event::emit(Taken<CoinType> { value: n });
	}
	public fun swap<From, To>(at: address, n: u64) acquires Store, Frozen {
		assert!(!exists<Frozen>(at), 77);
		take<From>(at, n);
		take<To>(at, n);
		if (n > 5) { n = borrow_global<Frozen>(at).since };
		look<To>(at);
	}
	fun look<CoinType>(at: address) { abort 77 }
	public fun open<CoinType>(owner: &signer) { move_to<Store<CoinType>>(owner, Store<CoinType> { value: 0 }) }
	public fun close<CoinType>(at: address) acquires Store { let Store { value: _ } = move_from<Store<CoinType>>(at); }
	public fun nest<CoinType>(n: u64) { if (n > 0) { nest<Taken<CoinType>>(n - 1) } }
}`

// shown returns effects as text: kind, type or name, and the functions.
func shown(effects []move.Effect) (lines []string) {
	for _, effect := range effects {
		line := string(effect.Kind) + " " + effect.Type + effect.Name
		if effect.Code != nil {
			line += effect.Code.String()
		}
		for _, place := range effect.At {
			line += " " + place.Function.Name
		}
		lines = append(lines, line)
	}
	return lines
}

func TestEffects(t *testing.T) {
	t.Parallel()
	modules := compiledModules(t, eventSource, vaultSource)
	effects := followed("0x1::vault::swap", modules).Effects()
	require.Equal(t, []string{
		"writes 0x1::vault::Store<T0> take", "writes 0x1::vault::Store<T1> take",
		"emits 0x1::vault::Taken<T0> take", "emits 0x1::vault::Taken<T1> take",
		"reads 0x1::vault::Frozen swap", "checks 0x1::vault::Frozen swap", "aborts 0x4d swap look", "aborts EEMPTY0x3 take",
	}, shown(effects.List))
}

func TestEffectsOfResources(t *testing.T) {
	t.Parallel()
	modules := compiledModules(t, eventSource, vaultSource)
	open, close := followed("0x1::vault::open", modules).Effects(), followed("0x1::vault::close", modules).Effects()
	require.Equal(t, []string{"publishes 0x1::vault::Store<T0> open"}, shown(open.List))
	require.Equal(t, []string{"removes 0x1::vault::Store<T0> close"}, shown(close.List))
	require.True(t, open.IsComplete())
	require.Equal(t, 1, open.Functions)
	require.Equal(t, []move.ModuleID{open.Function.ModuleID()}, open.Modules)
}

// A function that calls itself with ever larger types is followed up to a limit.
func TestEffectsOfGrowingTypes(t *testing.T) {
	t.Parallel()
	effects := followed("0x1::vault::nest", compiledModules(t, eventSource, vaultSource)).Effects()
	require.True(t, effects.IsCut)
	require.False(t, effects.IsComplete())
	require.Empty(t, effects.List)
}

// What bytecode does not tell is said.
func TestEffectsThatAreNotKnown(t *testing.T) {
	t.Parallel()
	modules := compiledModules(t, `module 0x1::hash {
	native public fun sha(v: u64): u64;
	native public fun dispatchable_run(v: u64): u64;
}`, `module 0x2::lost {
	public fun f(v: u64): u64 { v }
}`, `module 0x3::all {
	public fun f(v: u64): u64 { 0x1::hash::sha(0x2::lost::f(v)) + 0x1::hash::dispatchable_run(v) }
	public fun g(v: u64) { abort v }
}`)
	lost := move.MustParseFunctionID("0x2::lost::f").ModuleID()
	delete(modules, lost)
	effects := followed("0x3::all::f", modules).Effects()
	require.Equal(t, []string{"runs  f", "native  sha", "native  dispatchable_run"}, shown(effects.List))
	require.Equal(t, []move.ModuleID{lost}, effects.Unread)
	require.Equal(t, []move.FunctionID{move.MustParseFunctionID("0x1::hash::dispatchable_run")}, effects.Dynamic)
	require.False(t, effects.IsComplete())
	computed := followed("0x3::all::g", modules).Effects()
	require.Equal(t, []string{"aborts  g"}, shown(computed.List))
	require.Nil(t, computed.List[0].Code)
	require.Empty(t, followed("0x3::all::nothing", modules).Effects().List)
	require.Empty(t, followed("0x9::nowhere::f", modules).Effects().List)
}

// The effects of all functions of the simulated framework have places, and each resource that a function says to acquire is among them.
func TestEffectsOfFramework(t *testing.T) {
	t.Parallel()
	modules := map[move.ModuleID]*move.Bytecode{}
	for _, compiled := range compiler.Framework() {
		module, err := move.ParseBytecode(compiled.Bytecode())
		require.NoError(t, err)
		modules[module.ID] = module
	}
	acquired := 0
	for _, module := range modules {
		for i := range module.Functions {
			function := &module.Functions[i]
			effects := followed(module.ID.String()+"::"+function.ABI.Name, modules).Effects()
			require.True(t, slices.Contains(effects.Modules, module.ID))
			var types []string
			for _, effect := range effects.List {
				require.NotEmpty(t, effect.At)
				types = append(types, strings.Split(effect.Type, "<")[0])
			}
			for _, resource := range function.Acquires {
				require.Contains(t, types, resource, function.ABI.Name)
				acquired++
			}
		}
	}
	require.Greater(t, acquired, 20)
}
