package lookup

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"foredeck/client"
	"foredeck/client/move"
)

const (
	// MaxFollowed is the number of modules that are read to follow the calls of a failed execution.
	MaxFollowed = 32
	// maxModules and maxModuleBytes bound the bytecode that is cached. Larger modules are read again.
	maxModules     = 100
	maxModuleBytes = 256 << 10
	// moduleRequests is the number of modules that are requested at a time.
	moduleRequests = 4
)

// Bytecodes reads the bytecode of modules and caches it. It may be used by several goroutines.
type Bytecodes struct {
	node *client.Node

	mu      sync.Mutex
	modules map[move.ModuleID]*move.Bytecode // nil: there is none that can be read
}

// NewBytecodes returns an empty cache that reads from the node.
func NewBytecodes(node *client.Node) *Bytecodes {
	return &Bytecodes{node: node, modules: map[move.ModuleID]*move.Bytecode{}}
}

// clear makes the next reads request their modules.
func (b *Bytecodes) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	clear(b.modules)
}

// read returns the bytecode of a module, nil if the node sends none or if it cannot be parsed.
func (b *Bytecodes) read(ctx context.Context, id move.ModuleID) (*move.Bytecode, error) {
	b.mu.Lock()
	known, ok := b.modules[id]
	b.mu.Unlock()
	if ok {
		return known, nil
	}
	module, err := b.node.Module(ctx, id)
	if err != nil && !errors.Is(err, client.ErrNotFound) {
		return nil, err
	}
	parsed, err := move.ParseBytecode(module.Bytecode)
	if err != nil || parsed.ID != id {
		parsed = nil // the screen of the module says why
	}
	b.keep(id, parsed, len(module.Bytecode))
	return parsed, nil
}

// keep caches a module with a number of bytes.
func (b *Bytecodes) keep(id move.ModuleID, module *move.Bytecode, bytes int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if bytes > maxModuleBytes {
		return
	}
	if len(b.modules) >= maxModules {
		clear(b.modules)
	}
	b.modules[id] = module
}

// MaxEffects is the number of modules that are read to find the effects of a function.
const MaxEffects = 128

// Effects returns what a call of a function may do, by the bytecode of at most MaxEffects modules. The error is that of reading the module
// of the function, or ErrNotFound if it has no such function; other modules that cannot be read are in Unread.
func (b *Bytecodes) Effects(ctx context.Context, function move.FunctionID) (move.Effects, error) {
	module, err := b.node.Module(ctx, function.ModuleID())
	if err != nil {
		return move.Effects{}, err
	}
	code, err := move.ParseBytecode(module.Bytecode)
	if err != nil {
		return move.Effects{}, fmt.Errorf("the bytecode of %s that the node sent cannot be read: %v", function.ModuleID(), err) // not an error of the user's words
	}
	if code.FunctionIndex(function.Name) < 0 {
		return move.Effects{}, fmt.Errorf("module %s has no function %q: %w", function.ModuleID(), function.Name, client.ErrNotFound)
	}
	b.keep(function.ModuleID(), code, len(module.Bytecode))
	calls, err := b.follow(ctx, function, MaxEffects)
	if err != nil {
		return move.Effects{}, err
	}
	return calls.Effects(), nil
}

// follow returns the functions that a call can execute, by at most limit modules. The first request that fails is the last, so
// that a node that stalls is not waited for again and again; the graph says what was not read. The error is that of the context.
func (b *Bytecodes) follow(ctx context.Context, entry move.FunctionID, limit int) (*move.CallGraph, error) {
	graph := move.NewCallGraph(entry)
	for followed := 0; ; {
		wanted := graph.Wanted()
		wanted = wanted[:min(len(wanted), limit-followed)]
		if len(wanted) == 0 {
			return graph, nil
		}
		followed += len(wanted)
		modules, err := b.readAll(ctx, wanted)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for id, module := range modules {
			graph.Add(id, module)
		}
		if err != nil {
			return graph, nil
		}
	}
}

// readAll reads modules, and returns those that were read before the first error.
func (b *Bytecodes) readAll(ctx context.Context, ids []move.ModuleID) (map[move.ModuleID]*move.Bytecode, error) {
	requests, ctx := errgroup.WithContext(ctx)
	requests.SetLimit(moduleRequests)
	modules := make([]*move.Bytecode, len(ids))
	errs := make([]error, len(ids))
	for i, id := range ids {
		requests.Go(func() error {
			modules[i], errs[i] = b.read(ctx, id)
			return errs[i]
		})
	}
	err := requests.Wait()
	all := map[move.ModuleID]*move.Bytecode{}
	for i, id := range ids {
		if errs[i] == nil {
			all[id] = modules[i]
		}
	}
	return all, err
}

// explain adds what bytecode says to the status of a failed call: that of the module in which it failed, and of those between the
// called function and it.
func (b *Bytecodes) explain(ctx context.Context, failed client.FailedCall) (move.VMStatus, error) {
	status := failed.Status
	if status.Module == nil {
		return status, nil
	}
	module, err := b.read(ctx, *status.Module)
	if err != nil {
		return status, err
	}
	explained := status.Explain(module, nil)
	if found := explained.Candidates; failed.Entry != nil && found != nil && status.Offset < 0 && (len(found.List) > 1 || !found.IsComplete) {
		calls, err := b.follow(ctx, *failed.Entry, MaxFollowed)
		if err != nil {
			return status, err
		}
		explained = status.Explain(module, calls)
	}
	if place, ok := explained.Candidates.Exact(); ok {
		explained.Source = b.source(ctx, module, place)
	}
	return explained, nil
}

// source returns the line of a place, nil if no source with a source map was published or if it cannot be read.
func (b *Bytecodes) source(ctx context.Context, module *move.Bytecode, place move.Candidate) *move.SourceLine {
	source, err := b.node.ModuleSource(ctx, module.ID)
	if err != nil {
		return nil
	}
	return source.LineAt(module, place)
}
