package load

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"foredeck/client/transport"
)

// Caller is on whose behalf a call is made. It goes along with the requests as their label.
type Caller struct {
	Screen string // the name of the screen, one word
	Entry  int    // tells apart the places of the session
	Ticket Ticket // of the call; 0: none yet
}

type callerKey struct{}

// WithCaller says on whose behalf the calls with the context are made. Do adds the ticket.
func WithCaller(ctx context.Context, caller Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, caller)
}

// withLabel puts the caller, with the ticket of the call, on the requests that are made with the context.
func withLabel(ctx context.Context, ticket Ticket) context.Context {
	caller, ok := ctx.Value(callerKey{}).(Caller)
	if !ok {
		return ctx
	}
	return transport.WithLabel(ctx, fmt.Sprintf("%s %d %d", caller.Screen, caller.Entry, ticket))
}

// CallerOf reads the caller from the label of a request. Of any other label it is the screen.
func CallerOf(label string) Caller {
	name, numbers, _ := strings.Cut(label, " ")
	first, second, _ := strings.Cut(numbers, " ")
	place, placeErr := strconv.Atoi(first)
	ticket, ticketErr := strconv.ParseUint(second, 10, 64)
	if placeErr != nil || ticketErr != nil {
		return Caller{Screen: label}
	}
	return Caller{Screen: name, Entry: place, Ticket: Ticket(ticket)}
}
