package lookup_test

import (
	"context"
	"encoding/hex"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet/compiler"
	"foredeck/client/move"
	"foredeck/tui/lookup"
	"foredeck/tui/target"
	"foredeck/tui/tuitest"
)

// published serves bytecode by the name of its module, fails for nil, and counts the requests for each.
type published struct {
	modules map[string][]byte

	mu       sync.Mutex
	requests map[string]int
}

func (p *published) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := path.Base(r.URL.Path)
	bytecode, ok := p.modules[name]
	if !ok || !strings.Contains(r.URL.Path, "/modules/") {
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, `{"message": "not found"}`)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.requests[name]++
	if bytecode == nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	fmt.Fprintf(w, `{"bytecode": "0x%s", "abi": {"address": "0x1", "name": "%s"}}`, hex.EncodeToString(bytecode), name)
}

// publishing returns a server of the framework and other modules, and a node that reads from it.
func publishing(t *testing.T, sources ...string) (*published, *client.Node) {
	t.Helper()
	p := &published{modules: map[string][]byte{}, requests: map[string]int{}}
	var library []*compiler.Module
	for _, module := range compiler.Framework() {
		p.modules[module.ID.Name] = module.Bytecode()
		library = append(library, module.Module)
	}
	var parsed []*compiler.Module
	for _, source := range sources {
		parsed = append(parsed, compiler.Parse(source, nil))
	}
	all := compiler.NewLibrary(library, parsed)
	for _, module := range parsed {
		p.modules[module.ID.Name] = compiler.New(module, all).Bytecode()
	}
	node, err := client.NewNode("http://node.invalid", client.WithTransport(tuitest.HandlerTransport(p)))
	require.NoError(t, err)
	return p, node
}

func failed(text, entry string) client.FailedCall {
	call := client.FailedCall{Status: move.ParseVMStatus(text)}
	if entry != "" {
		call.Entry = new(move.MustParseFunctionID(entry))
	}
	return call
}

// explain returns the status of a failed call with what the served bytecode adds, and the places as targets.
func explain(node *client.Node, text, entry string) (move.VMStatus, []string) {
	explained := lookup.Explain(context.Background(), node, failed(text, entry)).Status
	var places []string
	for _, place := range lookup.Places(&explained) {
		places = append(places, place.Target.String())
	}
	return explained, places
}

func TestFailureIsCompletedFromBytecode(t *testing.T) {
	t.Parallel()
	_, node := publishing(t)
	status, places := explain(node, "Move abort in 0x1::coin: 0x60005", "0x1::coin::transfer")
	require.Equal(t, "ECOIN_STORE_NOT_PUBLISHED", status.Reason)
	require.NotEmpty(t, status.Description)
	require.Equal(t, []string{"0x1::coin::deposit@5", "0x1::coin::withdraw@8"}, places, "transfer does not call balance")
	require.Empty(t, status.Function)

	status, places = explain(node, "Move abort in 0x1::coin: 0x10006", "0x1::native_account::transfer")
	require.Equal(t, []string{"0x1::coin::extract@8"}, places, "through another module")
	require.Equal(t, "extract", status.Function)

	status, _ = explain(node, "Move abort in 0x1::coin: EOTHER(0x10006): a text", "0x1::coin::transfer")
	require.Equal(t, "EOTHER", status.Reason, "what the node says comes first")
	require.Equal(t, "a text", status.Description)
}

func TestUnreadableBytecodeAddsNothing(t *testing.T) {
	t.Parallel()
	p, node := publishing(t)
	p.modules["coin"] = []byte{1, 2}
	status, places := explain(node, "Move abort in 0x1::coin: 0x60005", "0x1::coin::transfer")
	require.Equal(t, move.ParseVMStatus("Move abort in 0x1::coin: 0x60005"), status)
	require.Equal(t, []string{target.Target{Kind: target.Module, Module: *status.Module}.String()}, places)
}

// The chain of calls is read to a limit, and what was not read is said.
func TestFollowedModulesAreBounded(t *testing.T) {
	t.Parallel()
	const length = 60
	sources := []string{`module 0x1::last { public fun f(n: u64) { assert!(n > 1, 7); } public fun g(n: u64) { assert!(n > 2, 7); } }`}
	for i := range length {
		next := fmt.Sprintf("m%d", i+1)
		if i == length-1 {
			next = "last"
		}
		sources = append(sources, fmt.Sprintf("module 0x1::m%d { use 0x1::%s; public fun f(n: u64) { %s::f(n); } }", i, next, next))
	}
	p, node := publishing(t, sources...)
	near, places := explain(node, "Move abort in 0x1::last: 0x7", fmt.Sprintf("0x1::m%d::f", length-10))
	require.Equal(t, []string{"0x1::last::f@5"}, places)
	require.True(t, near.Candidates.IsComplete)

	clear(p.requests)
	far, _ := explain(node, "Move abort in 0x1::last: 0x7", "0x1::m0::f")
	require.Empty(t, far.Candidates.List)
	require.False(t, far.Candidates.IsComplete)
	require.Equal(t, "0x1::m32", far.Candidates.Unread[0].String())
	require.Len(t, p.requests, 33, "32 modules and that of the failure: %v", slices.Collect(maps.Keys(p.requests)))
	for name, count := range p.requests {
		require.Equal(t, 1, count, name)
	}
}

// A module that cannot be read is named, and no place is claimed. The first failure ends the requests.
func TestFailedRequestsAreNotRepeated(t *testing.T) {
	t.Parallel()
	p, node := publishing(t, `module 0x1::last { public fun f(n: u64) { assert!(n > 1, 7); } public fun g(n: u64) { assert!(n > 2, 7); } }`,
		`module 0x1::hooks { use 0x1::last; use 0x1::more; public fun run(n: u64) { last::g(n); more::run(n); } }`,
		`module 0x1::more { public fun run(n: u64) { assert!(n > 2, 7); } }`,
		`module 0x1::entry { use 0x1::hooks; use 0x1::last; use 0x1::more; public fun run(n: u64) { last::f(n); hooks::run(n); more::run(n); } }`)
	hooks := p.modules["hooks"]
	p.modules["hooks"] = nil // the node fails
	status, places := explain(node, "Move abort in 0x1::last: 0x7", "0x1::entry::run")
	require.Equal(t, []string{"0x1::last::f@5"}, places)
	require.False(t, status.Candidates.IsComplete)
	require.Contains(t, status.Candidates.Unread, move.MustParseModuleID("0x1::hooks"))
	require.Empty(t, status.Function)
	require.Equal(t, 1, p.requests["hooks"])

	delete(p.modules, "hooks") // there is none
	status, places = explain(node, "Move abort in 0x1::last: 0x7", "0x1::entry::run")
	require.Equal(t, []string{"0x1::last::f@5"}, places)
	require.Contains(t, status.Candidates.Unread, move.MustParseModuleID("0x1::hooks")) // and requests that it ended

	p.modules["hooks"] = hooks
	status, places = explain(node, "Move abort in 0x1::last: 0x7", "0x1::entry::run")
	require.Equal(t, []string{"0x1::last::f@5", "0x1::last::g@5"}, places)
	require.True(t, status.Candidates.IsComplete)
}

// Bytecode of another module than the requested one is not followed.
func TestBytecodeOfAnotherModule(t *testing.T) {
	t.Parallel()
	p, node := publishing(t, `module 0x1::last { public fun f(n: u64) { assert!(n > 1, 7); } public fun g(n: u64) { assert!(n > 2, 7); } }`,
		`module 0x1::hooks { use 0x1::last; public fun run(n: u64) { last::g(n); } }`,
		`module 0x1::other { public fun run(n: u64) { assert!(n > 2, 7); } }`,
		`module 0x1::entry { use 0x1::hooks; use 0x1::last; public fun run(n: u64) { last::f(n); hooks::run(n); } }`)
	p.modules["hooks"] = p.modules["other"]
	status, _ := explain(node, "Move abort in 0x1::last: 0x7", "0x1::entry::run")
	require.False(t, status.Candidates.IsComplete)
	require.Equal(t, []move.ModuleID{move.MustParseModuleID("0x1::hooks")}, status.Candidates.Unread)
}
