package load

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"foredeck/client/transport"
)

// Caller identifies the screen that makes a call. It is the label of the call's requests.
type Caller struct {
	Screen string // name of the screen, one word
	Entry  int    // id of the history entry
	Ticket Ticket // of the call; 0 if not assigned yet
}

type callerKey struct{}

// WithCaller returns a context whose calls are labeled with caller. Do adds the ticket.
func WithCaller(ctx context.Context, caller Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, caller)
}

// withLabel labels the requests of a context with its caller and the ticket of the call.
func withLabel(ctx context.Context, ticket Ticket) context.Context {
	caller, ok := ctx.Value(callerKey{}).(Caller)
	if !ok {
		return ctx
	}
	return transport.WithLabel(ctx, fmt.Sprintf("%s %d %d", caller.Screen, caller.Entry, ticket))
}

// CallerOf parses the label of a request. A label in another format becomes the screen.
func CallerOf(label string) Caller {
	name, numbers, _ := strings.Cut(label, " ")
	first, second, _ := strings.Cut(numbers, " ")
	entry, entryErr := strconv.Atoi(first)
	ticket, ticketErr := strconv.ParseUint(second, 10, 64)
	if entryErr != nil || ticketErr != nil {
		return Caller{Screen: label}
	}
	return Caller{Screen: name, Entry: entry, Ticket: Ticket(ticket)}
}
