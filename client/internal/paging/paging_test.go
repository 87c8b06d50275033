package paging

import (
	"context"
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
			for item, err := range Walk(Request{Count: 1}, keyOf, test.fetch) {
				if failure = err; err == nil {
					got = append(got, item)
				}
			}
			require.Equal(t, test.want, got)
			require.ErrorIs(t, failure, test.err)
		})
	}
}

func keyOf(item *int) string { return strconv.Itoa(*item) }

// A list that a node repeats under new cursors ends with an error, after the records that are new.
func TestWalkEndsRepeats(t *testing.T) {
	t.Parallel()
	// Each page has what items returns for its number, and a new cursor.
	numbered := func(items func(page int) []int) func(Request) (Page[int], error) {
		return func(request Request) (Page[int], error) {
			page, _ := strconv.Atoi(string(request.Cursor))
			return Page[int]{Items: items(page), Next: Cursor(strconv.Itoa(page + 1))}, nil
		}
	}
	for _, test := range []struct {
		name     string
		fetch    func(Request) (Page[int], error)
		want     int // records 0, 1, 2 ...
		requests int
	}{
		{"the same page", numbered(func(int) []int { return []int{1, 0} }), 2, 4},
		{"a cycle of pages", numbered(func(page int) []int { return []int{page % 5} }), 5, 8},
		{"pages of what is known", numbered(func(page int) []int { return []int{page / 3} }), 1000, 3000},
		{"always an old record besides new ones", numbered(func(page int) []int { return []int{0, page} }), 1000, 1000},
		{"empty pages", numbered(func(page int) []int { return make([]int, max(1-page, 0)) }), 1, 1 + maxEmpty},
		{"a cycle of cursors", func(request Request) (Page[int], error) {
			at, _ := strconv.Atoi(string(request.Cursor))
			return Page[int]{Next: Cursor(strconv.Itoa(at%3 + 1))}, nil
		}, 0, 8},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			requests, found := 0, map[int]bool{}
			var failure error
			for item, err := range Walk(Request{Count: 1}, keyOf, func(request Request) (Page[int], error) {
				if requests++; requests > test.requests { // the walk does not end
					return Page[int]{}, errors.New("stop")
				}
				return test.fetch(request)
			}) {
				if failure = err; err == nil {
					found[item] = true
				}
			}
			require.Len(t, found, test.want)
			endsItself := test.requests < 1000 || test.requests == 1+maxEmpty
			require.Equal(t, endsItself, errors.Is(failure, ErrRepeats), "%v after %d", failure, requests)
			require.LessOrEqual(t, requests, test.requests+1)
		})
	}
}

// Records are remembered up to a limit.
func TestRepeatsAreBounded(t *testing.T) {
	t.Parallel()
	r := &repeats{recent: map[uint64]struct{}{}}
	for hash := range uint64(5 * rememberedKeys) {
		require.True(t, r.add(hash))
		require.LessOrEqual(t, len(r.recent)+len(r.older), 2*rememberedKeys)
	}
	require.False(t, r.add(4*rememberedKeys))
}

// A node that sends a new cursor with every empty response does not make a span endless.
func TestBackwardEndsWithoutRecords(t *testing.T) {
	t.Parallel()
	requests := 0
	list := TimeList[int]{
		Records: Records[int]{Position: func(int) *uint64 { return nil }, ID: strconv.Itoa},
		Fetch: func(_ context.Context, start *uint64, _ Order, _ int) (TimeResponse[int], error) {
			requests++
			next := uint64(1)
			if start != nil {
				next = *start + 1
			}
			return TimeResponse[int]{Cursor: &next}, nil
		},
	}
	_, err := list.PageBackward(t.Context(), Request{Count: 1, Order: NewestFirst})
	require.ErrorIs(t, err, ErrRepeats)
	require.Less(t, requests, 500)
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
