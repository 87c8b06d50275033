package load

import (
	"context"
	"errors"
	"strconv"
	"testing"

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
			Key:     func(n *int) string { return strconv.Itoa(*n) },
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
	require.Equal(t, []int{1, 2, 3, 4}, found, "each once, and the same place again is the end")
	found, err = read(pages, "a")
	require.ErrorIs(t, err, broken)
	require.Equal(t, []int{1, 2, 3}, found, "what came before the error is kept")
	keep = func(n *int) bool { return *n%2 == 0 }
	found, err = read(pages, "none")
	require.NoError(t, err)
	require.Equal(t, []int{2, 4}, found)
}
