package transport

import (
	"context"
	"net/http"
	"sync/atomic"
)

// Keys of properties in the context of a request.
type (
	safeKey     struct{}
	labelKey    struct{}
	attemptsKey struct{}
)

// Safe returns a context that marks requests as free of side effects, so that they can be retried: a POST that calls a view
// function, for example. GET and HEAD do not need it.
func Safe(ctx context.Context) context.Context {
	return context.WithValue(ctx, safeKey{}, true)
}

// WithLabel returns a context that labels requests with their origin, such as "account". The label appears in Exchange; it is
// not sent.
func WithLabel(ctx context.Context, label string) context.Context {
	return context.WithValue(ctx, labelKey{}, label)
}

func labelOf(ctx context.Context) string {
	label, _ := ctx.Value(labelKey{}).(string)
	return label
}

// isRepeatable reports whether a request is safe to repeat and its body can be read again.
func isRepeatable(request *http.Request) bool {
	if request.Body != nil && request.Body != http.NoBody && request.GetBody == nil {
		return false
	}
	marked, _ := request.Context().Value(safeKey{}).(bool)
	return marked || request.Method == http.MethodGet || request.Method == http.MethodHead || request.Method == ""
}

// cloneRequest returns a copy of a repeatable request with its own body.
func cloneRequest(ctx context.Context, request *http.Request) (*http.Request, error) {
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

// countAttempts returns a context in which countAttempt counts the attempts of one call.
func countAttempts(ctx context.Context) context.Context {
	return context.WithValue(ctx, attemptsKey{}, new(atomic.Int32))
}

// countAttempt returns the number of this attempt, from 1.
func countAttempt(ctx context.Context) int {
	attempts, ok := ctx.Value(attemptsKey{}).(*atomic.Int32)
	if !ok {
		return 1
	}
	return int(attempts.Add(1))
}
