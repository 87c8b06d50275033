package client

import (
	"context"

	"foredeck/client/move"
)

// Bounds are inclusive, and nil where there is none.
type Bounds struct{ Low, High *int64 }

// Selection selects transactions of an Index, which may return more than these, and never fewer. The zero value selects all.
type Selection struct {
	Heights, Times, Sequences, GasUsed, GasPrices, Fees Bounds // times in microseconds, fees in the smallest unit of the coin
	Senders                                             []move.Address
	// Call reports whether transactions with the type, the status and the called function of this one can be among them. nil: all can.
	Call func(*Transaction) bool
}

// HeightRange is a range of heights, both inclusive.
type HeightRange struct{ First, Last uint64 }

// Index is an index of whole blocks on this machine, which package index keeps. Its methods may be called in any goroutine, and open it each time.
type Index interface {
	// Covered returns the newest heights that it has without gaps. It is not ok if there are none.
	Covered(context.Context) (covered HeightRange, ok bool, err error)
	// Transactions returns a page of those selected from a height down, newest first. A page may have none, and another one after it.
	Transactions(ctx context.Context, selected Selection, from uint64, request PageRequest) (Page[Transaction], error)
	// Events returns a page of the events of a type from a height down, newest first.
	Events(ctx context.Context, kind string, from uint64, request PageRequest) (Page[ChainEvent], error)
}
