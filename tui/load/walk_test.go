package load

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"foredeck/client"
)

func TestAllRecords(t *testing.T) {
	broken := errors.New("broken")
	var keep func(*int) bool
	read := func(pages map[client.Cursor]client.Page[int], failing client.Cursor) (found []int, err error) {
		source := Source[int]{
			Page: func(_ context.Context, request client.PageRequest) (client.Page[int], error) {
				if request.Cursor == failing {
					return pages[request.Cursor], broken
				}
				return pages[request.Cursor], nil
			},
			Key:     keyOf,
			Include: keep,
		}
		for n, err := range source.All(t.Context(), client.NewestFirst) {
			if err != nil {
				return found, err
			}
			found = append(found, *n)
		}
		return found, nil
	}
	pages := map[client.Cursor]client.Page[int]{"": {Items: []int{1, 2}, Next: "a"}, "a": {Items: []int{2, 3}, Next: "b"}, "b": {Items: []int{4}, Next: "b"}}
	found, err := read(pages, "none")
	require.NoError(t, err)
	require.Equal(t, []int{1, 2, 3, 4}, found, "each once; an unchanged cursor ends the list")
	found, err = read(pages, "a")
	require.ErrorIs(t, err, broken)
	require.Equal(t, []int{1, 2, 3}, found, "the records before the error")
	keep = func(n *int) bool { return *n%2 == 0 }
	found, err = read(pages, "none")
	require.NoError(t, err)
	require.Equal(t, []int{2, 4}, found)
}

func keyOf(n *int) string { return strconv.Itoa(*n) }

// pagesOf returns a fetch function for numbers from 0 to total-1, two per page, that counts its calls.
func pagesOf(total int, calls *atomic.Int32) func(context.Context, client.PageRequest) (client.Page[int], error) {
	return func(_ context.Context, request client.PageRequest) (client.Page[int], error) {
		calls.Add(1)
		start, _ := strconv.Atoi(string(request.Cursor)) // "" is 0
		var page client.Page[int]
		for n := start; n < min(start+2, total); n++ {
			page.Items = append(page.Items, n)
		}
		if start+2 < total {
			page.Next = client.Cursor(strconv.Itoa(start + 2))
		}
		return page, nil
	}
}

func TestWalkPrefetchesOnePage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int32
		var pages int32
		var numbers []int
		for items, err := range Walk(t.Context(), client.PageRequest{}, 0, keyOf, pagesOf(9, &calls)) {
			require.NoError(t, err)
			numbers, pages = append(numbers, items...), pages+1
			synctest.Wait()
			require.Equal(t, min(pages+1, 5), calls.Load(), "the next page, if there is one")
		}
		require.Equal(t, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}, numbers)

		calls.Store(0)
		numbers = nil
		for items, err := range Walk(t.Context(), client.PageRequest{}, 3, keyOf, pagesOf(9, &calls)) {
			require.NoError(t, err)
			numbers = append(numbers, items...)
		}
		require.Equal(t, []int{0, 1, 2}, numbers)
		require.Equal(t, int32(2), calls.Load(), "no page beyond the limit")
	})
}

// The prefetch is cancelled with the iteration and with the context.
func TestWalkCancelsPrefetch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ended := 0
		fetch := func(ctx context.Context, request client.PageRequest) (client.Page[int], error) {
			if request.Cursor == "" {
				return client.Page[int]{Items: []int{1}, Next: "a"}, nil
			}
			<-ctx.Done()
			ended++
			return client.Page[int]{}, ctx.Err()
		}
		for range Walk(t.Context(), client.PageRequest{}, 0, keyOf, fetch) {
			break
		}
		require.Equal(t, 1, ended)

		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var found []int
		var failed error
		for items, err := range Walk(ctx, client.PageRequest{}, 0, keyOf, fetch) {
			found, failed = append(found, items...), err
			cancel()
		}
		require.Equal(t, []int{1}, found)
		require.ErrorIs(t, failed, context.Canceled)
		require.Equal(t, 2, ended)
	})
}

// A node that lists the same records under new cursors ends a walk, which keeps what it has.
func TestWalkEndsRepeats(t *testing.T) {
	t.Parallel()
	var calls int
	fetch := func(_ context.Context, request client.PageRequest) (client.Page[int], error) {
		calls++
		return client.Page[int]{Items: []int{1, 2}, Next: request.Cursor + "x"}, nil
	}
	var found []int
	var failed error
	for items, err := range Walk(t.Context(), client.PageRequest{}, 0, keyOf, fetch) {
		found, failed = append(found, items...), err
	}
	require.Equal(t, []int{1, 2}, found)
	require.ErrorIs(t, failed, client.ErrRepeats)
	require.Equal(t, InvalidResponse, kindOf(failed))
	require.Equal(t, 4, calls)
}

func TestWalkYieldsItemsOfFailedPage(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	fetch := func(_ context.Context, request client.PageRequest) (client.Page[int], error) {
		if request.Cursor == "" {
			return client.Page[int]{Items: []int{1}, Next: "a"}, nil
		}
		return client.Page[int]{Items: []int{2, 3}, Next: "b"}, broken
	}
	for limit, want := range map[int]error{0: broken, 3: broken, 2: nil} {
		var found []int
		var failed error
		for items, err := range Walk(t.Context(), client.PageRequest{}, limit, keyOf, fetch) {
			require.NoError(t, failed, "nothing after an error")
			found, failed = append(found, items...), err
		}
		require.ErrorIs(t, failed, want)
		require.Equal(t, []int{1, 2, 3}[:min(3, cmp.Or(limit, 3))], found)
	}
}
