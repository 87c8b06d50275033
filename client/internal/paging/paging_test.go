package paging

import (
	"errors"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// Any text is rejected as a cursor or parses to one that prints and parses again.
func FuzzTimeCursor(f *testing.F) {
	for _, text := range []string{"", "7", "7.0xab", "t7.0.0xab", "t18446744073709551615.3.", "t7", "x", "-1", "1e3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := parseTimeCursor(Cursor(text))
		if err != nil || parsed == nil {
			return
		}
		again, err := parseTimeCursor(parsed.cursor())
		require.NoError(t, err)
		require.Equal(t, parsed, again)
	})
}

// A walk ends at the last page, at an error, and where a node repeats a cursor.
func TestWalk(t *testing.T) {
	t.Parallel()
	errDown := errors.New("down")
	next := func(limit int) func(Request) (Page[int], error) {
		return func(request Request) (Page[int], error) {
			at, _ := strconv.Atoi(string(request.Cursor))
			page := Page[int]{Items: []int{at}, Next: Cursor(strconv.Itoa(at + 1))}
			if at == limit {
				page.Next = ""
			}
			return page, nil
		}
	}
	tests := []struct {
		name  string
		fetch func(Request) (Page[int], error)
		want  []int
		err   error
	}{
		{name: "last page", fetch: next(3), want: []int{0, 1, 2, 3}},
		{name: "error after items", want: []int{7}, err: errDown,
			fetch: func(Request) (Page[int], error) { return Page[int]{Items: []int{7}, Next: "1"}, errDown }},
		{name: "the same cursor", want: []int{1, 1},
			fetch: func(Request) (Page[int], error) { return Page[int]{Items: []int{1}, Next: "x"}, nil }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var got []int
			var failure error
			for item, err := range Walk(Request{Count: 1}, test.fetch) {
				if failure = err; err == nil {
					got = append(got, item)
				}
			}
			require.Equal(t, test.want, got)
			require.ErrorIs(t, failure, test.err)
		})
	}
	requests := 0
	for range Walk(Request{Count: 1}, func(request Request) (Page[int], error) { // a cycle of three cursors
		requests++
		at, _ := strconv.Atoi(string(request.Cursor))
		return Page[int]{Next: Cursor(strconv.Itoa(at%3 + 1))}, nil
	}) {
		t.Fatal("no items")
	}
	require.Less(t, requests, 12)
}

func TestSmallest(t *testing.T) {
	t.Parallel()
	for want := range uint64(70) {
		calls := 0
		got, found, err := smallest(64, func(n uint64) (bool, error) { calls++; return n >= want, nil })
		require.NoError(t, err)
		require.Equal(t, want <= 64, found)
		if found {
			require.Equal(t, want, got)
		}
		require.LessOrEqual(t, calls, 14)
	}
}
