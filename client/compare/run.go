package compare

import (
	"context"
	"iter"
	"time"

	"foredeck/client/move"
)

// Options select what Run compares.
type Options struct {
	// From is the lowest height to compare; nil for the newest Last blocks that both nodes have.
	From *uint64
	// Last is the number of blocks to compare if From is nil; 0 compares no blocks.
	Last      uint64
	Accounts  []move.Address
	Resources []Resource
	Modules   []move.ModuleID
	// Watch follows both nodes afterwards: for this long, or until the context ends if For is 0.
	Watch    bool
	For      time.Duration
	Interval time.Duration // between samples
}

// Resource names a resource.
type Resource struct {
	Address move.Address
	Type    string
}

// Event is a result of Run. One of its fields is set.
type Event struct {
	Heads  *Heads
	Range  *Range // of the blocks that are compared next
	Fork   *Fork
	Block  *Block
	Object *Object
	Sample *Sample
	// Replaced are blocks that a node replaced during the watch.
	Replaced *Replaced
}

// Replaced is a range of blocks that a node had and now has others for.
type Replaced struct {
	Side Side
	Range
}

// Range is a range of heights, inclusive.
type Range struct {
	From uint64 `json:"from"`
	To   uint64 `json:"to"`
}

// Object is the comparison of an account, a resource or a module.
type Object struct {
	Kind string // account, resource or module
	Name string // address, address and type, or address::name
	State
}

// ObjectError is the failure to compare an object.
type ObjectError struct {
	Kind, Name string // as in Object
	Err        error
}

func (e *ObjectError) Error() string { return e.Kind + " " + e.Name + ": " + e.Err.Error() }
func (e *ObjectError) Unwrap() error { return e.Err }

// Run compares what the options select and yields each result as it arrives: the heads, the fork if there is one, the blocks in
// ascending order, the objects, and the samples and new blocks of the watch. An error is yielded last.
func (p Pair) Run(ctx context.Context, options Options) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		r := run{Pair: p, options: options, yield: yield}
		if err := r.all(ctx); err != nil && !r.isStopped {
			yield(Event{}, err)
		}
	}
}

// run is the state of Run.
type run struct {
	Pair
	options   Options
	yield     func(Event, error) bool
	isStopped bool
}

// emit yields an event and reports whether to continue.
func (r *run) emit(event Event) bool {
	r.isStopped = r.isStopped || !r.yield(event, nil)
	return !r.isStopped
}

func (r *run) all(ctx context.Context) error {
	var hints []uint64
	if r.options.From != nil {
		hints = append(hints, *r.options.From)
	}
	heads, err := r.Heads(ctx, hints...)
	if err != nil || !r.emit(Event{Heads: &heads}) {
		return err
	}
	for _, step := range []func(context.Context, Heads) error{r.blocks, r.objects, r.watch} {
		if err := step(ctx, heads); err != nil || r.isStopped {
			return err
		}
	}
	return nil
}

func (r *run) blocks(ctx context.Context, heads Heads) error {
	to := heads.Common()
	from := to - min(to, max(r.options.Last, 1)-1)
	switch {
	case r.options.From != nil && *r.options.From > to:
		return &RangeError{*r.options.From, to}
	case r.options.From != nil:
		from = *r.options.From
	case r.options.Last == 0:
		return nil
	}
	if !r.emit(Event{Range: &Range{from, to}}) {
		return nil
	}
	fork, err := r.FindFork(ctx, to)
	if err != nil || fork != nil && !r.emit(Event{Fork: fork}) {
		return err
	}
	for block, err := range r.Blocks(ctx, from, to) {
		if err != nil || !r.emit(Event{Block: &block}) {
			return err
		}
	}
	return nil
}

func (r *run) objects(ctx context.Context, _ Heads) error {
	type object struct {
		kind, name string
		compare    func() (State, error)
	}
	var objects []object
	for _, address := range r.options.Accounts {
		objects = append(objects, object{"account", address.String(), func() (State, error) { return r.Account(ctx, address) }})
	}
	for _, resource := range r.options.Resources {
		name := resource.Address.String() + " " + resource.Type
		objects = append(objects, object{"resource", name, func() (State, error) { return r.Resource(ctx, resource.Address, resource.Type) }})
	}
	for _, id := range r.options.Modules {
		objects = append(objects, object{"module", id.String(), func() (State, error) { return r.Module(ctx, id) }})
	}
	for _, object := range objects {
		state, err := object.compare()
		if err != nil {
			return &ObjectError{object.kind, object.name, err}
		}
		if !r.emit(Event{Object: &Object{object.kind, object.name, state}}) {
			return nil
		}
	}
	return nil
}

func (r *run) watch(ctx context.Context, heads Heads) error {
	if !r.options.Watch {
		return nil
	}
	if r.options.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.options.For)
		defer cancel()
	}
	for event, err := range r.Watch(ctx, heads, r.options.Interval) {
		if err != nil || !r.emit(event) {
			return err
		}
	}
	return nil
}
