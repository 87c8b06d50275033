package transport

import (
	"context"
	"net/http"
	"sync/atomic"
)

// What a caller says about a request travels in the request's context.
type (
	safeKey  struct{}
	labelKey struct{}
	triesKey struct{}
)

// Safe marks the requests made with the context as ones that change nothing, so that
// they may be sent again: a POST that calls a view function. GET and HEAD are safe
// without it.
func Safe(ctx context.Context) context.Context {
	return context.WithValue(ctx, safeKey{}, true)
}

// WithLabel says who makes the requests with the context, such as "account". It stands
// in each Exchange; the node never sees it.
func WithLabel(ctx context.Context, label string) context.Context {
	return context.WithValue(ctx, labelKey{}, label)
}

func labelOf(ctx context.Context) string {
	label, _ := ctx.Value(labelKey{}).(string)
	return label
}

// repeatable tells whether a request may be sent more than once and can be.
func repeatable(request *http.Request) bool {
	if request.Body != nil && request.Body != http.NoBody && request.GetBody == nil {
		return false
	}
	marked, _ := request.Context().Value(safeKey{}).(bool)
	return marked || request.Method == http.MethodGet || request.Method == http.MethodHead || request.Method == ""
}

// again gives a copy of a repeatable request with a body of its own.
func again(ctx context.Context, request *http.Request) (*http.Request, error) {
	repeat := request.Clone(ctx)
	if request.GetBody != nil {
		body, err := request.GetBody()
		if err != nil {
			return nil, err
		}
		repeat.Body = body
	}
	return repeat, nil
}

// countTries makes the context count the tries of one call, which countTry does.
func countTries(ctx context.Context) context.Context {
	return context.WithValue(ctx, triesKey{}, new(atomic.Int32))
}

// countTry gives the number of this try, from 1.
func countTry(ctx context.Context) int {
	tries, ok := ctx.Value(triesKey{}).(*atomic.Int32)
	if !ok {
		return 1
	}
	return int(tries.Add(1))
}
