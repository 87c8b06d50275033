package move_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/compiler"
	"foredeck/client/move"
)

// compiledModules compiles modules that may call each other.
func compiledModules(t *testing.T, sources ...string) map[move.ModuleID]*move.Bytecode {
	t.Helper()
	var parsed []*compiler.Module
	for _, source := range sources {
		parsed = append(parsed, compiler.Parse(source, nil))
	}
	library, modules := compiler.NewLibrary(parsed), map[move.ModuleID]*move.Bytecode{}
	for _, module := range parsed {
		bytecode, err := move.ParseBytecode(compiler.New(module, library).Bytecode())
		require.NoError(t, err)
		modules[module.ID] = bytecode
	}
	return modules
}

// followed returns the graph of a call with the modules that it wants; those that are not known cannot be read.
func followed(entry string, modules map[move.ModuleID]*move.Bytecode) *move.CallGraph {
	graph := move.NewCallGraph(move.MustParseFunctionID(entry))
	for wanted := graph.Wanted(); len(wanted) > 0; wanted = graph.Wanted() {
		graph.Add(wanted[0], modules[wanted[0]])
	}
	return graph
}

const coinSource = `module 0x1::coin {
	const ENOT_PUBLISHED: u64 = 5;
	public fun balance(n: u64): u64 { assert!(n > 0, ENOT_PUBLISHED); n }
	public fun withdraw(n: u64): u64 { assert!(n > 1, ENOT_PUBLISHED); n }
	public fun deposit(n: u64) { check(n); }
	fun check(n: u64) { assert!(n > 2, ENOT_PUBLISHED); }
	public fun transfer(n: u64) { deposit(withdraw(n)); }
}`

func functionsOf(candidates *move.Candidates) (names []string) {
	for _, candidate := range candidates.List {
		names = append(names, candidate.Function.Name)
	}
	return names
}

func TestOnlyReachedFunctionsAreCandidates(t *testing.T) {
	t.Parallel()
	modules := compiledModules(t, coinSource, `module 0x2::shop {
		use 0x1::coin;
		public fun buy(n: u64) { pay(n); }
		fun pay(n: u64) { coin::deposit(n); }
		public fun look(n: u64): u64 { n }
	}`)
	coin := modules[move.MustParseModuleID("0x1::coin")]
	status := move.ParseVMStatus("Move abort in 0x1::coin: 0x5")

	transfer := status.Explain(coin, followed("0x1::coin::transfer", modules))
	require.Equal(t, []string{"withdraw", "check"}, functionsOf(transfer.Candidates), "not balance")
	require.True(t, transfer.Candidates.IsComplete)
	require.Empty(t, transfer.Function)

	buy := status.Explain(coin, followed("0x2::shop::buy", modules))
	require.Equal(t, []string{"check"}, functionsOf(buy.Candidates), "through another module")
	require.Equal(t, "check", buy.Function, "the only one is where it failed")
	require.Positive(t, buy.Offset)

	look := status.Explain(coin, followed("0x2::shop::look", modules))
	require.Empty(t, look.Candidates.List)
	require.True(t, look.Candidates.IsComplete)

	script := status.Explain(coin, nil)
	require.Equal(t, []string{"balance", "withdraw", "check"}, functionsOf(script.Candidates), "a call that cannot be followed")
	require.True(t, script.Candidates.IsComplete)
}

func TestUnreadModulesMakeCandidatesIncomplete(t *testing.T) {
	t.Parallel()
	modules := compiledModules(t, coinSource, `module 0x3::hooks {
		use 0x1::coin;
		public fun run(n: u64) { coin::deposit(n); }
	}`, `module 0x2::shop {
		use 0x1::coin;
		use 0x3::hooks;
		public fun buy(n: u64) { coin::withdraw(n); hooks::run(n); }
	}`)
	hooks := move.MustParseModuleID("0x3::hooks")
	coin := modules[move.MustParseModuleID("0x1::coin")]
	delete(modules, hooks)
	buy := move.ParseVMStatus("Move abort in 0x1::coin: 0x5").Explain(coin, followed("0x2::shop::buy", modules))
	require.Equal(t, []string{"withdraw"}, functionsOf(buy.Candidates))
	require.False(t, buy.Candidates.IsComplete)
	require.Equal(t, []move.ModuleID{hooks}, buy.Candidates.Unread)
	require.Empty(t, buy.Function, "it may have failed elsewhere")

	only := move.ParseVMStatus("Move abort in 0x1::coin: 0x6").Explain(coin, followed("0x2::shop::buy", modules))
	require.Empty(t, only.Candidates.List)
	require.True(t, only.Candidates.IsComplete, "the module never aborts so")
}

// Natives that dispatch execute the function that an argument names.
func TestDispatchMakesCandidatesIncomplete(t *testing.T) {
	t.Parallel()
	modules := compiledModules(t, coinSource, `module 0x1::dispatchable_fungible_asset {
		use 0x1::coin;
		native fun dispatchable_withdraw(n: u64): u64;
		native fun plain(n: u64): u64;
		public fun withdraw(n: u64): u64 { coin::withdraw(dispatchable_withdraw(n)) }
		public fun safe(n: u64): u64 { coin::withdraw(plain(n)) }
	}`)
	coin := modules[move.MustParseModuleID("0x1::coin")]
	status := move.ParseVMStatus("Move abort in 0x1::coin: 0x5")
	withdraw := status.Explain(coin, followed("0x1::dispatchable_fungible_asset::withdraw", modules))
	require.Equal(t, []string{"withdraw"}, functionsOf(withdraw.Candidates))
	require.False(t, withdraw.Candidates.IsComplete)
	require.Equal(t, "0x1::dispatchable_fungible_asset::dispatchable_withdraw", withdraw.Candidates.Dynamic[0].String())
	require.Empty(t, withdraw.Function)

	safe := status.Explain(coin, followed("0x1::dispatchable_fungible_asset::safe", modules))
	require.True(t, safe.Candidates.IsComplete)
	require.Equal(t, "withdraw", safe.Function)
}

// A code that is not a constant, and a native function, can abort with any code.
func TestUnknownCodesAreCandidates(t *testing.T) {
	t.Parallel()
	modules := compiledModules(t, `module 0x1::m {
		native fun hash(n: u64): u64;
		fun fail(code: u64) { abort code }
		public fun run(n: u64) { assert!(hash(n) > 1, 4); fail(n); }
		public fun other(n: u64) { assert!(n > 1, 5); }
	}`)
	m := modules[move.MustParseModuleID("0x1::m")]
	run := move.ParseVMStatus("Move abort in 0x1::m: 0x4").Explain(m, followed("0x1::m::run", modules))
	require.Equal(t, []string{"run", "hash", "fail"}, functionsOf(run.Candidates))
	require.Equal(t, []bool{false, true, true}, []bool{run.Candidates.List[0].IsCodeUnknown, run.Candidates.List[1].IsCodeUnknown, run.Candidates.List[2].IsCodeUnknown})
	require.Negative(t, run.Candidates.List[1].Offset)
	require.True(t, run.Candidates.IsComplete)
}

// program is a random program whose calls and abort codes are known without its bytecode.
type program struct {
	calls [][]int // by function, over all modules
	codes [][]int // abort codes of a function in the order of its instructions; 0 is unknown
}

const (
	programModules   = 5
	moduleFunctions  = 4
	programFunctions = programModules * moduleFunctions
	programCodes     = 3
)

func randomProgram(random *rand.Rand) program {
	p := program{make([][]int, programFunctions), make([][]int, programFunctions)}
	for f := range programFunctions {
		for range random.IntN(3) {
			p.calls[f] = append(p.calls[f], random.IntN(programFunctions))
		}
		for range random.IntN(3) {
			p.codes[f] = append(p.codes[f], random.IntN(programCodes+1))
		}
	}
	return p
}

func functionName(f int) string { return fmt.Sprintf("0x1::m%d::f%d", f/moduleFunctions, f) }

func (p program) sources() (sources []string) {
	for m := range programModules {
		var source strings.Builder
		fmt.Fprintf(&source, "module 0x1::m%d {\n", m)
		for other := range programModules {
			if other != m {
				fmt.Fprintf(&source, "use 0x1::m%d;\n", other)
			}
		}
		for f := m * moduleFunctions; f < (m+1)*moduleFunctions; f++ {
			fmt.Fprintf(&source, "public fun f%d(n: u64) {\n", f)
			for i, code := range p.codes[f] {
				if code == 0 {
					fmt.Fprintf(&source, "if (n == %d) { abort n };\n", i)
				} else {
					fmt.Fprintf(&source, "assert!(n != %d, %d);\n", i, code)
				}
			}
			for _, called := range p.calls[f] {
				name := fmt.Sprintf("m%d::f%d", called/moduleFunctions, called)
				if called/moduleFunctions == m {
					name = fmt.Sprintf("f%d", called)
				}
				fmt.Fprintf(&source, "if (n > %d) { %s(n) };\n", called, name)
			}
			source.WriteString("}\n")
		}
		source.WriteString("}")
		sources = append(sources, source.String())
	}
	return sources
}

// reaches follows calls one step at a time, as an interpreter that takes every branch. Modules that are missing are not entered.
func (p program) reaches(entry int, missing int) (reached [programFunctions]bool, complete bool) {
	complete = true
	var enter func(f int)
	enter = func(f int) {
		if reached[f] {
			return
		}
		reached[f] = true
		if f/moduleFunctions == missing {
			complete = false
			return
		}
		for _, called := range p.calls[f] {
			enter(called)
		}
	}
	enter(entry)
	return reached, complete
}

// expected returns a text for each candidate.
func (p program) expected(module, code int, reached [programFunctions]bool) (matching, possible []string) {
	for f := module * moduleFunctions; f < (module+1)*moduleFunctions; f++ {
		for _, c := range p.codes[f] {
			switch {
			case !reached[f]:
			case c == code:
				matching = append(matching, functionName(f))
			case c == 0:
				possible = append(possible, functionName(f))
			}
		}
	}
	return matching, possible
}

// For random programs, the candidates are those that an independent reading of the program finds.
func TestCandidatesOfRandomPrograms(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 1))
	for range 40 {
		p := randomProgram(random)
		modules := compiledModules(t, p.sources()...)
		for range 25 {
			entry, module, code, missing := random.IntN(programFunctions), random.IntN(programModules), 1+random.IntN(programCodes), random.IntN(2*programModules)
			if missing == module {
				continue // nothing can be explained
			}
			known := map[move.ModuleID]*move.Bytecode{}
			for id, bytecode := range modules {
				if id.Name != fmt.Sprintf("m%d", missing) {
					known[id] = bytecode
				}
			}
			id := move.MustParseModuleID(fmt.Sprintf("0x1::m%d", module))
			found := move.ParseVMStatus(fmt.Sprintf("Move abort in %s: %#x", id, code)).Explain(known[id], followed(functionName(entry), known)).Candidates

			reached, complete := p.reaches(entry, missing)
			matching, possible := p.expected(module, code, reached)
			var all [programFunctions]bool
			for f := range all {
				all[f] = true
			}
			// A module with one abort that fits, or none, does not depend on what calls lead to.
			if m, u := p.expected(module, code, all); len(m)+len(u) <= 1 {
				matching, possible, complete = m, u, true
			}
			var texts []string
			for i, candidate := range found.List {
				texts = append(texts, candidate.Function.String())
				require.Equal(t, i >= len(matching), candidate.IsCodeUnknown, "seed %d", seed)
			}
			require.Equal(t, slices.Concat(matching, possible), texts, "seed %d: entry %d, module %d, code %d, missing %d", seed, entry, module, code, missing)
			require.Equal(t, complete, found.IsComplete, "seed %d: entry %d, module %d, missing %d", seed, entry, module, missing)
		}
	}
}
