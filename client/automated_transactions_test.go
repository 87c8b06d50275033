package client

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client/internal/paging"
)

// fakeAutomated is a node that serves automated transactions.
type fakeAutomated struct {
	heights []uint64 // of the records, ascending
	header  string   // of the cursor; "" for none
	empty   bool     // sends an empty cursor at the end
	turned  bool     // lists each page in reverse order
	size    func(count int) int
	before  func()
}

func (l *fakeAutomated) RoundTrip(request *http.Request) (*http.Response, error) {
	if l.before != nil {
		l.before()
	}
	query := request.URL.Query()
	count, err := strconv.Atoi(query.Get("count"))
	if err != nil {
		return nil, err
	}
	ascending := query.Get("ascending") == "true"
	var listed []int
	for i, height := range l.heights {
		keep := true
		if text := query.Get("cursor"); text != "" {
			at, err := strconv.ParseInt(text, 16, 64)
			if err != nil {
				return nil, err
			}
			keep = i > int(at) && ascending || i < int(at) && !ascending
		} else if text := query.Get("block_height"); text != "" {
			at, err := strconv.ParseUint(text, 10, 64)
			if err != nil {
				return nil, err
			}
			keep = height >= at && ascending || height <= at && !ascending
		}
		if keep {
			listed = append(listed, i)
		}
	}
	if !ascending {
		slices.Reverse(listed)
	}
	size := l.size(count)
	isEnd := size >= len(listed)
	listed = listed[:min(size, len(listed))]
	cursor := ""
	if !isEnd {
		cursor = fmt.Sprintf("%08x", listed[len(listed)-1])
	}
	if l.turned {
		slices.Reverse(listed)
	}
	records := make([]string, len(listed))
	for i, place := range listed {
		records[i] = fmt.Sprintf(`{"txn_type":"automated","hash":"%s","header":{"sequence_number":3},"block_header":{"height":%d,"hash":"b","timestamp":{"timestamp":%d}}}`,
			hashOf(uint64(place)), l.heights[place], l.heights[place]*500_000)
	}
	reply := response(request, http.StatusOK, "["+strings.Join(records, ",")+"]")
	if l.header != "" && (!isEnd || l.empty) {
		reply.Header.Set(l.header, cursor)
	}
	return reply, nil
}

// Spec section 4.5: block_height, cursor, ascending; with and without a cursor from the node.
func TestAutomatedWalkProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		list := &fakeAutomated{
			header: rapid.SampledFrom([]string{"", "x-chain-cursor", "X-Other-Cursor"}).Draw(t, "header"),
			empty:  rapid.Bool().Draw(t, "empty cursor at the end"),
			turned: rapid.IntRange(0, 3).Draw(t, "turned") == 0,
		}
		block, smallest := 5, 1
		if list.turned { // one block alone would not reveal it
			block = 1
		}
		if list.header == "" {
			smallest = 2 * block // or the records of a block fill a page
		}
		grow := func(count int) {
			for range count {
				height := uint64(1)
				if len(list.heights) > 0 {
					height = list.heights[len(list.heights)-1] + uint64(rapid.IntRange(1, 1000).Draw(t, "gap"))
				}
				for range rapid.IntRange(1, block).Draw(t, "block") {
					list.heights = append(list.heights, height)
				}
			}
		}
		grow(rapid.IntRange(0, 40).Draw(t, "blocks"))
		list.size = func(count int) int { return rapid.IntRange(min(smallest, count), count).Draw(t, "page") }
		initial := -1
		arrivals := 0
		list.before = func() {
			if arrivals < 5 {
				arrivals++
				grow(rapid.IntRange(0, 1).Draw(t, "arrivals"))
			}
			if initial < 0 {
				initial = len(list.heights)
			}
		}
		order := rapid.SampledFrom([]Order{NewestFirst, OldestFirst}).Draw(t, "order")
		var from *uint64
		if len(list.heights) > 0 && rapid.Bool().Draw(t, "from a height") {
			from = new(rapid.SampledFrom(list.heights).Draw(t, "height"))
		}
		node, err := NewNode("http://node", WithTransport(list))
		require.NoError(t, err)
		var got []string
		for record, err := range node.AllAutomatedTransactions(context.Background(), sender, from, order) {
			require.NoError(t, err)
			got = append(got, record.Hash)
		}
		var want []string
		for i, height := range list.heights {
			if from == nil && (order == OldestFirst || i < initial) || from != nil && (height >= *from && order == OldestFirst || height <= *from && order == NewestFirst) {
				want = append(want, hashOf(uint64(i)))
			}
		}
		if order == NewestFirst {
			slices.Reverse(want)
			require.True(t, slices.Equal(want, got), "got %v of %v", got, want)
			return
		}
		require.True(t, slices.Equal(want[:len(got)], got), "got %v of %v", got, want)
		require.GreaterOrEqual(t, len(got), len(want)-(len(list.heights)-initial))
	})
}

func TestAutomatedCursor(t *testing.T) {
	t.Parallel()
	node := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("a request was made") })
	for _, cursor := range []Cursor{"height-", "height-7", "height-x.0xab"} {
		_, err := node.AutomatedTransactions(t.Context(), sender, nil, PageRequest{Cursor: cursor})
		var wrong *ArgumentError
		require.ErrorAs(t, err, &wrong)
		require.Equal(t, "cursor", wrong.Field)
	}
	var queries []string
	node = serve(t, func(w http.ResponseWriter, request *http.Request) {
		queries = append(queries, request.URL.RawQuery)
		responding(http.StatusOK, "[]")(w, request)
	})
	_, err := node.AutomatedTransactions(t.Context(), sender, new(uint64(7)), PageRequest{Cursor: "00ab"})
	require.NoError(t, err)
	_, err = node.AutomatedTransactions(t.Context(), sender, new(uint64(7)), PageRequest{Order: OldestFirst, Count: 500})
	require.NoError(t, err)
	require.Equal(t, []string{"ascending=false&count=20&cursor=00ab", "ascending=true&block_height=7&count=100"}, queries)
}

// Without a cursor from the node, a block that fills a page is an error.
func TestAutomatedBlockFillsPage(t *testing.T) {
	t.Parallel()
	list := &fakeAutomated{heights: slices.Repeat([]uint64{9}, 150), size: func(count int) int { return count }}
	node, err := NewNode("http://node", WithTransport(list))
	require.NoError(t, err)
	seen := 0
	var failure error
	for _, err := range node.AllAutomatedTransactions(t.Context(), sender, nil, OldestFirst) {
		if failure = err; err == nil {
			seen++
		}
	}
	require.Equal(t, 100, seen)
	require.ErrorIs(t, failure, paging.ErrSameHeight)
}
