package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client/internal/paging"
)

// roundTrip is an http.RoundTripper made of a function.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }

// response is a response of a fake transport.
func response(request *http.Request, status int, body string) *http.Response {
	return &http.Response{
		StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{},
		Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: request,
	}
}

// fakeList is a node that serves sent transactions in one of many ways.
type fakeList struct {
	numbers   []uint64        // of the records that there are, rising
	odd       map[uint64]bool // whose sequence number cannot be read
	ignores   bool            // ignores start
	exclusive bool            // begins after start
	turned    bool            // lists each page in the other order
	version   Version         // 0 is V3
	oldest    bool            // V1, V2: without a start the oldest ascend
	size      func(count int) int
	before    func(list *fakeList) // called before each response
	lock      sync.Mutex           // a walk prefetches
	queries   []url.Values
}

func (l *fakeList) record(number uint64) string {
	encoded := strconv.FormatUint(number, 10)
	if l.odd[number] {
		encoded = `"?"`
	}
	return fmt.Sprintf(`{"hash":"%s","header":{"sequence_number":%s}}`, hashOf(number), encoded)
}

func (l *fakeList) RoundTrip(request *http.Request) (*http.Response, error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	if err := request.Context().Err(); err != nil {
		return nil, err
	}
	version := cmp.Or(l.version, V3)
	path := version.accountPath(sender)
	switch request.URL.Path {
	case path + "/transactions":
	case path:
		next := uint64(0)
		if len(l.numbers) > 0 {
			next = l.numbers[len(l.numbers)-1] + 1
		}
		return response(request, http.StatusOK, fmt.Sprintf(`{"sequence_number":%d,"authentication_key":"k"}`, next)), nil
	default:
		return response(request, http.StatusNotFound, ""), nil
	}
	query := request.URL.Query()
	l.queries = append(l.queries, query)
	if l.before != nil {
		l.before(l)
	}
	count, err := strconv.Atoi(query.Get("count"))
	if err != nil {
		return nil, err
	}
	ascending := query.Get("ascending") == "true"
	if version != V3 {
		ascending = query.Has("start") || l.oldest
	}
	listed := slices.Clone(l.numbers)
	if !ascending {
		slices.Reverse(listed)
	}
	if query.Has("start") && !l.ignores {
		start, err := strconv.ParseUint(query.Get("start"), 10, 64)
		if err != nil {
			return nil, err
		}
		listed = slices.DeleteFunc(listed, func(number uint64) bool {
			return number < start && ascending || number > start && !ascending || number == start && l.exclusive
		})
	}
	size := count
	if l.size != nil {
		size = l.size(count)
	}
	listed = listed[:min(size, len(listed))]
	if l.turned {
		slices.Reverse(listed)
	}
	records := make([]string, len(listed))
	for i, number := range listed {
		records[i] = l.record(number)
	}
	body := "[" + strings.Join(records, ",") + "]"
	if version != V3 {
		body = `{"record":` + body + `}`
	}
	return response(request, http.StatusOK, body), nil
}

func (l *fakeList) node(t require.TestingT) *Node {
	node, err := NewNode("http://node", WithTransport(l))
	require.NoError(t, err)
	return node
}

func upTo(count uint64) []uint64 {
	numbers := make([]uint64, count)
	for i := range numbers {
		numbers[i] = uint64(i)
	}
	return numbers
}

func numbersOf(t require.TestingT, records []Transaction) []uint64 {
	numbers := make([]uint64, len(records))
	for i, record := range records {
		require.NotNil(t, record.SequenceNumber)
		numbers[i] = *record.SequenceNumber
	}
	return numbers
}

func TestTransactionsPages(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		list    *fakeList
		request PageRequest
		want    []uint64
		next    Cursor
		queries []string
	}{
		{
			name: "newest first", list: &fakeList{numbers: upTo(50)}, request: PageRequest{Count: 3},
			want: []uint64{49, 48, 47}, next: "46", queries: []string{"ascending=false&count=3"},
		},
		{
			name: "newest first from a cursor", list: &fakeList{numbers: upTo(50)}, request: PageRequest{Count: 3, Cursor: "46"},
			want: []uint64{46, 45, 44}, next: "43", queries: []string{"ascending=false&count=3&start=46"},
		},
		{
			name: "newest first to the end", list: &fakeList{numbers: upTo(50)}, request: PageRequest{Cursor: "1"},
			want: []uint64{1, 0}, queries: []string{"ascending=false&count=20&start=1"},
		},
		{
			name: "newest first, older ones pruned", list: &fakeList{numbers: []uint64{7, 8}}, request: PageRequest{Cursor: "6"},
			want: []uint64{}, queries: []string{"ascending=false&count=20&start=6", "ascending=false&count=1&start=7"},
		},
		{
			name: "oldest first", list: &fakeList{numbers: upTo(50)}, request: PageRequest{Order: OldestFirst, Count: 2},
			want: []uint64{0, 1}, next: "2", queries: []string{"ascending=true&count=2"},
		},
		{
			name: "a short page is not the last", list: &fakeList{numbers: upTo(5)}, request: PageRequest{Order: OldestFirst, Cursor: "3"},
			want: []uint64{3, 4}, next: "5", queries: []string{"ascending=true&count=20&start=3"},
		},
		{
			name: "an empty page is the last", list: &fakeList{numbers: upTo(5)}, request: PageRequest{Order: OldestFirst, Cursor: "5"},
			want: []uint64{}, queries: []string{"ascending=true&count=20&start=5", "ascending=true&count=1&start=4"},
		},
		{
			name: "count is cut to 100", list: &fakeList{numbers: upTo(300)}, request: PageRequest{Count: 101, Cursor: SequenceCursor(99)},
			want: numbersDown(99), queries: []string{"ascending=false&count=100&start=99"},
		},
		{
			name: "turned around, newest first", list: &fakeList{numbers: upTo(50), turned: true}, request: PageRequest{Count: 3},
			want: []uint64{49, 48, 47}, next: "46", queries: []string{"ascending=false&count=3"},
		},
		{
			name: "turned around, oldest first", list: &fakeList{numbers: upTo(50), turned: true}, request: PageRequest{Order: OldestFirst, Count: 3},
			want: []uint64{0, 1, 2}, next: "3", queries: []string{"ascending=true&count=3"},
		},
		{
			name: "exclusive start, newest first", list: &fakeList{numbers: upTo(50), exclusive: true}, request: PageRequest{Count: 2, Cursor: "10"},
			want: []uint64{10, 9, 8}, next: "7", queries: []string{"ascending=false&count=2&start=10", "ascending=false&count=1&start=11"},
		},
		{
			name: "exclusive start, the last record", list: &fakeList{numbers: upTo(50), exclusive: true}, request: PageRequest{Cursor: "0"},
			want: []uint64{0}, queries: []string{"ascending=false&count=20&start=0", "ascending=false&count=1&start=1"},
		},
		{
			name: "exclusive start, oldest first", list: &fakeList{numbers: upTo(50), exclusive: true}, request: PageRequest{Order: OldestFirst, Count: 2, Cursor: "10"},
			want: []uint64{10, 11, 12}, next: "13", queries: []string{"ascending=true&count=2&start=10", "ascending=true&count=1&start=9"},
		},
		{
			name: "ignored start without progress", list: &fakeList{numbers: upTo(50), ignores: true}, request: PageRequest{Count: 5, Cursor: "40"},
			want: []uint64{}, queries: []string{"ascending=false&count=5&start=40"},
		},
		{
			name: "ignored start with some progress", list: &fakeList{numbers: upTo(50), ignores: true}, request: PageRequest{Count: 5, Cursor: "46"},
			want: []uint64{46, 45}, next: "44", queries: []string{"ascending=false&count=5&start=46"},
		},
		{
			name: "largest number, oldest first", list: &fakeList{numbers: []uint64{math.MaxUint64 - 1, math.MaxUint64}},
			request: PageRequest{Order: OldestFirst, Cursor: SequenceCursor(math.MaxUint64 - 1)},
			want:    []uint64{math.MaxUint64 - 1, math.MaxUint64}, queries: []string{"ascending=true&count=20&start=18446744073709551614"},
		},
		{
			name: "largest number as start, newest first", list: &fakeList{numbers: upTo(2)}, request: PageRequest{Cursor: SequenceCursor(math.MaxUint64)},
			want: []uint64{1, 0}, queries: []string{"ascending=false&count=20&start=18446744073709551615"},
		},
		{
			name: "no transactions", list: &fakeList{}, request: PageRequest{}, want: []uint64{}, queries: []string{"ascending=false&count=20"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			page, err := test.list.node(t).Transactions(t.Context(), sender, test.request)
			require.NoError(t, err)
			require.Equal(t, test.want, numbersOf(t, page.Items))
			require.Equal(t, test.next, page.Next)
			queries := make([]string, len(test.list.queries))
			for i, query := range test.list.queries {
				queries[i] = query.Encode()
			}
			require.Equal(t, test.queries, queries)
		})
	}
}

func numbersDown(from uint64) []uint64 {
	numbers := upTo(from + 1)
	slices.Reverse(numbers)
	return numbers
}

func TestTransactionsInvalidRequests(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		request PageRequest
		want    string
	}{
		"negative count":      {PageRequest{Count: -1}, `count "-1": must not be negative`},
		"unknown order":       {PageRequest{Order: 7}, `order "order 7": must be newest first or oldest first`},
		"cursor of words":     {PageRequest{Cursor: "abc"}, `cursor "abc": must be a decimal sequence number up to 2^64-1`},
		"negative cursor":     {PageRequest{Cursor: "-1"}, `cursor "-1": must be a decimal sequence number up to 2^64-1`},
		"cursor of hex":       {PageRequest{Cursor: "0x10"}, `cursor "0x10": must be a decimal sequence number up to 2^64-1`},
		"cursor over 64 bits": {PageRequest{Cursor: "18446744073709551616"}, `cursor "18446744073709551616": must be a decimal sequence number up to 2^64-1`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			list := &fakeList{numbers: upTo(5)}
			page, err := list.node(t).Transactions(t.Context(), sender, test.request)
			var wrong *ArgumentError
			require.ErrorAs(t, err, &wrong)
			require.EqualError(t, err, test.want)
			require.Empty(t, page)
			require.Empty(t, list.queries, "a request was made")
		})
	}
}

func TestTransactionsOnePage(t *testing.T) {
	t.Parallel()
	record := (&fakeList{odd: map[uint64]bool{7: true}}).record
	tests := []struct {
		name    string
		body    string
		request PageRequest
		want    []string // hashes
		next    Cursor
		problem string
	}{
		{
			name: "doubles are dropped", body: "[" + record(9) + "," + record(9) + "," + record(8) + "]",
			want: []string{hashOf(9), hashOf(8)}, next: "7",
		},
		{
			name: "one number, two records", body: `[{"hash":"a","header":{"sequence_number":9}},{"hash":"b","header":{"sequence_number":9}}]`,
			want: []string{"a", "b"}, next: "8",
		},
		{
			name: "neither order", body: "[" + record(5) + "," + record(9) + "," + record(6) + "]",
			want: []string{hashOf(9), hashOf(6), hashOf(5)}, next: "4",
		},
		{
			name: "a record without a number stays beside its neighbour", body: "[" + record(6) + "," + record(7) + "," + record(8) + "]",
			want: []string{hashOf(8), hashOf(7), hashOf(6)}, next: "5",
		},
		{
			name: "a record without a number at the end", body: "[" + record(9) + "," + record(8) + "," + record(7) + "]",
			want: []string{hashOf(9), hashOf(8), hashOf(7)}, next: "7",
		},
		{
			name: "no number at all", body: "[" + record(7) + "]", want: []string{hashOf(7)},
			problem: "cannot decode response of http://node/rpc/v3/accounts/" + senderText + "/transactions?ascending=false&count=20: " +
				"no record of the page has a sequence number, so the next page cannot be requested",
		},
		{
			name: "cut in half", body: "[" + record(9) + "," + record(8) + "," + record(6)[:40],
			want: []string{hashOf(9), hashOf(8)}, next: "7",
			problem: "cannot decode response of http://node/rpc/v3/accounts/" + senderText + "/transactions?ascending=false&count=20: " +
				"[2].hash: incomplete JSON",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			node, err := NewNode("http://node", WithTransport(roundTrip(func(request *http.Request) (*http.Response, error) {
				return response(request, http.StatusOK, test.body), nil
			})))
			require.NoError(t, err)
			page, err := node.Transactions(t.Context(), sender, test.request)
			if test.problem == "" {
				require.NoError(t, err)
			} else {
				var wrong *DecodeError
				require.ErrorAs(t, err, &wrong)
				require.EqualError(t, err, test.problem)
			}
			hashes := make([]string, len(page.Items))
			for i, item := range page.Items {
				hashes[i] = item.Hash
			}
			require.Equal(t, test.want, hashes)
			require.Equal(t, test.next, page.Next)
		})
	}
}

// If the record at start is uncertain, the page is an error rather than incomplete.
func TestTransactionsNewestFails(t *testing.T) {
	t.Parallel()
	list := &fakeList{numbers: upTo(50), exclusive: true}
	node, err := NewNode("http://node", WithTransport(roundTrip(func(request *http.Request) (*http.Response, error) {
		if len(list.queries) == 1 {
			return response(request, http.StatusTooManyRequests, ""), nil
		}
		return list.RoundTrip(request)
	})))
	require.NoError(t, err)
	page, err := node.Transactions(t.Context(), sender, PageRequest{Cursor: "10"})
	require.ErrorIs(t, err, ErrRateLimited)
	require.Empty(t, page)
}

func TestAllTransactions(t *testing.T) {
	t.Parallel()
	list := &fakeList{numbers: upTo(205)}
	var numbers []uint64
	for record, err := range list.node(t).AllTransactions(t.Context(), sender, NewestFirst) {
		require.NoError(t, err)
		numbers = append(numbers, *record.SequenceNumber)
	}
	require.Equal(t, numbersDown(204), numbers)
	require.Len(t, list.queries, 3)
	require.Equal(t, "100", list.queries[0].Get("count"))
}

func TestAllTransactionsIsLazy(t *testing.T) {
	t.Parallel()
	list := &fakeList{numbers: upTo(205)}
	count := 0
	for range list.node(t).AllTransactions(t.Context(), sender, OldestFirst) {
		if count++; count == 100 {
			break
		}
	}
	require.Len(t, list.queries, 1)
}

func TestAllTransactionsErrorLast(t *testing.T) {
	t.Parallel()
	list := &fakeList{numbers: upTo(205)}
	node, err := NewNode("http://node", WithTransport(roundTrip(func(request *http.Request) (*http.Response, error) {
		if len(list.queries) == 1 {
			return nil, errors.New("gone")
		}
		return list.RoundTrip(request)
	})))
	require.NoError(t, err)
	var failures []error
	seen := 0
	for record, err := range node.AllTransactions(t.Context(), sender, OldestFirst) {
		if err != nil {
			failures = append(failures, err)
			require.Empty(t, record)
			continue
		}
		require.Empty(t, failures, "a record after the error")
		seen++
	}
	require.Equal(t, 100, seen)
	require.Len(t, failures, 1)
	var transport *TransportError
	require.ErrorAs(t, failures[0], &transport)
}

func TestAllTransactionsCanceled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	list := &fakeList{numbers: upTo(205)}
	seen := 0
	var failure error
	for _, err := range list.node(t).AllTransactions(ctx, sender, OldestFirst) {
		cancel()
		seen++
		failure = err
	}
	require.ErrorIs(t, failure, context.Canceled)
	require.Equal(t, 101, seen)
}

// An iteration yields each record once and in order, whatever a node does with start and page size, and while new records
// arrive.
func TestWalkProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		order := rapid.SampledFrom([]Order{NewestFirst, OldestFirst}).Draw(t, "order")
		first := rapid.SampledFrom([]uint64{0, 0, 1, 30, math.MaxUint64 - 200}).Draw(t, "first")
		list := &fakeList{
			exclusive: rapid.Bool().Draw(t, "exclusive"),
			turned:    rapid.Bool().Draw(t, "turned"),
			ignores:   rapid.IntRange(0, 3).Draw(t, "ignores") == 0,
			version:   rapid.SampledFrom([]Version{V1, V2, V3}).Draw(t, "version"),
			oldest:    rapid.Bool().Draw(t, "oldest"),
		}
		if list.version != V3 {
			list.ignores = false
			// With an exclusive start the very first record cannot be read, and reversed pages that
			// start anywhere do not show their order.
			first = max(first, 1)
			list.turned = list.turned && !list.oldest
		}
		next := first
		grow := func(count int) {
			for range count {
				list.numbers = append(list.numbers, next)
				next += uint64(rapid.SampledFrom([]int{1, 1, 1, 2}).Draw(t, "gap"))
			}
		}
		grow(rapid.IntRange(0, 40).Draw(t, "records"))
		atStart := len(list.numbers)
		largest := rapid.IntRange(1, 100).Draw(t, "largest page")
		list.size = func(count int) int { return rapid.IntRange(1, min(count, largest)).Draw(t, "page") }
		var lengths []int // number of records at each request
		list.before = func(list *fakeList) {
			if len(lengths) < 12 {
				grow(rapid.IntRange(0, 2).Draw(t, "arrivals"))
			}
			lengths = append(lengths, len(list.numbers))
			if len(lengths) > 1000 {
				t.Fatal("the walk does not end")
			}
		}

		var got []uint64
		if rapid.Bool().Draw(t, "all") {
			for record, err := range list.node(t).AllTransactions(context.Background(), sender, order) {
				require.NoError(t, err)
				got = append(got, *record.SequenceNumber)
			}
		} else {
			request := PageRequest{Order: order, Count: rapid.IntRange(1, 30).Draw(t, "count")}
			for {
				page, err := list.node(t).Transactions(context.Background(), sender, request)
				require.NoError(t, err)
				got = append(got, numbersOf(t, page.Items)...)
				if page.Next == "" {
					break
				}
				request.Cursor = page.Next
			}
		}

		if order == NewestFirst {
			slices.Reverse(got)
		}
		for i := 1; i < len(got); i++ {
			require.Less(t, got[i-1], got[i], "out of order or duplicated")
		}
		switch {
		case list.ignores: // such a node never sends the rest
			require.Subset(t, list.numbers, got)
		case order == NewestFirst && list.version != V3: // which check for further records
			require.True(t, slices.Equal(list.numbers[:len(got)], got), "got %v of %v", got, list.numbers)
			require.GreaterOrEqual(t, len(got), lengths[0])
		case order == NewestFirst:
			require.True(t, slices.Equal(list.numbers[:lengths[0]], got), "got %v of %v", got, list.numbers[:lengths[0]])
			require.GreaterOrEqual(t, lengths[0], atStart)
		default:
			require.True(t, slices.Equal(list.numbers[:len(got)], got), "got %v of %v", got, list.numbers)
			require.GreaterOrEqual(t, len(got), lengths[max(0, len(lengths)-2)])
		}
	})
}

// Records without a readable number are not repeated, wherever pages end.
func TestWalkInvalidNumbersProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		list := &fakeList{numbers: upTo(uint64(rapid.IntRange(0, 30).Draw(t, "records"))), odd: map[uint64]bool{}}
		for _, number := range list.numbers {
			list.odd[number] = rapid.IntRange(0, 4).Draw(t, "odd") == 0
		}
		list.size = func(count int) int { return rapid.IntRange(1, min(count, 10)).Draw(t, "page") }
		order := rapid.SampledFrom([]Order{NewestFirst, OldestFirst}).Draw(t, "order")
		var want, got []string
		for _, number := range list.numbers {
			want = append(want, hashOf(number))
		}
		if order == NewestFirst {
			slices.Reverse(want)
		}
		var failure error
		for record, err := range list.node(t).AllTransactions(context.Background(), sender, order) {
			if err != nil {
				failure = err
				break
			}
			got = append(got, record.Hash)
		}
		if failure != nil {
			require.ErrorIs(t, failure, paging.ErrNoNumber)
			want = want[:len(got)]
		}
		require.Equal(t, want, got)
	})
}
