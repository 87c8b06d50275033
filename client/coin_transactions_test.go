package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// coinRecord is a transaction in the list of a fakeCoins.
type coinRecord struct {
	time, index uint64
	number      uint64 // distinguishes it
	kind        TransactionType
	dropped     bool // dropped after the page was counted
	odd         bool // without a readable block
}

func (r coinRecord) place() uint64 { return r.time + r.index }

func (r coinRecord) text() string {
	block := fmt.Sprintf(`{"height":1,"hash":"b","timestamp":{"timestamp":%d}}`, r.time)
	if r.odd {
		block = "null"
	}
	return fmt.Sprintf(`{"txn_type":"%s","hash":"%s","block_header":%s}`, r.kind, hashOf(r.number), block)
}

// fakeCoins is a node that serves coin transactions in one of many ways.
type fakeCoins struct {
	version     Version
	records     []coinRecord // rising
	inclusive   bool
	oldestFirst bool   // v1, v2: without start, lists the oldest first
	ascends     bool   // v3: ignores ascending
	ignoresType bool   // v3
	header      string // v3: of the cursor; "" for none
	absentEnd   bool   // v3: omits the header at the end instead of sending 0
	turned      bool   // lists each page in reverse order
	size        func(count int) int
	before      func()
	queries     []url.Values
}

func (l *fakeCoins) RoundTrip(request *http.Request) (*http.Response, error) {
	if !strings.HasPrefix(request.URL.Path, "/rpc/"+l.version.String()+"/") {
		return response(request, http.StatusNotFound, ""), nil
	}
	query := request.URL.Query()
	l.queries = append(l.queries, query)
	if l.before != nil {
		l.before()
	}
	count, err := strconv.Atoi(query.Get("count"))
	if err != nil {
		return nil, err
	}
	ascending := query.Has("start") || l.oldestFirst
	if l.version == V3 {
		ascending = query.Get("ascending") == "true" || l.ascends
	}
	listed := slices.Clone(l.records)
	if word := query.Get("type"); word != "" && !l.ignoresType {
		listed = slices.DeleteFunc(listed, func(r coinRecord) bool { return wireTypes[r.kind] != word })
	}
	if !ascending {
		slices.Reverse(listed)
	}
	if query.Has("start") {
		start, err := strconv.ParseUint(query.Get("start"), 10, 64)
		if err != nil {
			return nil, err
		}
		listed = slices.DeleteFunc(listed, func(r coinRecord) bool {
			return r.place() < start && ascending || r.place() > start && !ascending || r.place() == start && !l.inclusive
		})
	}
	size := count
	if l.size != nil {
		size = l.size(count)
	}
	isEnd := size >= len(listed)
	listed = listed[:min(size, len(listed))]
	cursor := uint64(0)
	if len(listed) > 0 {
		cursor = listed[len(listed)-1].place()
	}
	listed = slices.DeleteFunc(listed, func(r coinRecord) bool { return r.dropped })
	if l.turned {
		slices.Reverse(listed)
	}
	records := make([]string, len(listed))
	for i, record := range listed {
		records[i] = record.text()
	}
	body := "[" + strings.Join(records, ",") + "]"
	if l.version != V3 {
		return response(request, http.StatusOK, fmt.Sprintf(`{"record":%s,"cursor":%d}`, body, cursor)), nil
	}
	reply := response(request, http.StatusOK, body)
	if l.header != "" && (!isEnd || !l.absentEnd) {
		reply.Header.Set(l.header, strconv.FormatUint(cursor, 10))
	}
	return reply, nil
}

func (l *fakeCoins) node(t require.TestingT) *Node {
	node, err := NewNode("http://node", WithTransport(l))
	require.NoError(t, err)
	return node
}

func (l *fakeCoins) hashes(kind TransactionType) []string {
	var hashes []string
	for _, record := range l.records {
		if !record.dropped && (kind == AnyType || record.kind == kind) {
			hashes = append(hashes, hashOf(record.number))
		}
	}
	return hashes
}

// grow adds blocks of transactions after the last.
func (l *fakeCoins) grow(t *rapid.T, blocks, largest int) {
	at := rapid.SampledFrom([]uint64{1, 24, 1_700_000_000_000_000}).Draw(t, "first time")
	if len(l.records) > 0 {
		last := l.records[len(l.records)-1]
		at = last.place() + rapid.SampledFrom([]uint64{1, 2, 1_000, 500_000, 60_000_000, 86_400_000_000, 31_536_000_000_000}).Draw(t, "gap")
	}
	for range blocks {
		for range rapid.IntRange(1, largest).Draw(t, "block") {
			index := uint64(0)
			if len(l.records) > 0 {
				if last := l.records[len(l.records)-1]; last.time == at {
					index = last.index + 1
				}
			}
			kinds := []TransactionType{UserType, UserType, AutomatedType, BlockMetadataType, AutomationRecordType}
			l.records = append(l.records, coinRecord{
				time: at, index: index, number: uint64(len(l.records)), kind: rapid.SampledFrom(kinds).Draw(t, "kind"),
				dropped: l.version != V3 && rapid.IntRange(0, 3).Draw(t, "dropped") == 0,
			})
		}
		at = l.records[len(l.records)-1].place() + rapid.SampledFrom([]uint64{1, 5, 500_000, 500_000, 3_600_000_000}).Draw(t, "time between")
	}
}

// An iteration yields each record once and in order, whatever a node does with start, order, page size and cursors, and
// while new records arrive.
func TestCoinWalkProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		list := &fakeCoins{
			version:     rapid.SampledFrom([]Version{V1, V2, V3}).Draw(t, "version"),
			inclusive:   rapid.Bool().Draw(t, "inclusive"),
			oldestFirst: rapid.Bool().Draw(t, "oldest first"),
			header:      rapid.SampledFrom([]string{"", "x-chain-cursor", "X-Any-Cursor"}).Draw(t, "header"),
			absentEnd:   rapid.Bool().Draw(t, "no cursor at the end"),
			turned:      rapid.IntRange(0, 3).Draw(t, "turned") == 0,
			ignoresType: rapid.Bool().Draw(t, "ignores type"),
		}
		list.ascends = list.version == V3 && list.header != "" && !list.turned && rapid.IntRange(0, 3).Draw(t, "ascends") == 0
		// Without a cursor, a page must be larger than a block: otherwise the walk could not continue.
		smallest, largest := 1, 5
		if list.turned { // one block alone would not reveal it, nor would the oldest record
			largest, list.oldestFirst = 1, false
		}
		if list.version == V3 && list.header == "" {
			smallest = 30
		}
		// The same holds for a page with only the record at an inclusive start, which is dropped.
		minCount := 1
		if list.version != V3 && list.inclusive {
			smallest, minCount = 2, 2
		}
		largestPage := rapid.IntRange(smallest, 100).Draw(t, "largest page")
		blocks := 30
		if largestPage < 5 { // which takes many requests
			blocks = 6
		}
		list.grow(t, rapid.IntRange(0, blocks).Draw(t, "blocks"), largest)
		list.size = func(count int) int {
			maximum := min(count, largestPage)
			return rapid.IntRange(min(smallest, maximum), maximum).Draw(t, "page")
		}
		order := rapid.SampledFrom([]Order{NewestFirst, OldestFirst}).Draw(t, "order")
		kind := AnyType
		if list.version == V3 {
			kind = rapid.SampledFrom([]TransactionType{AnyType, AnyType, UserType, AutomatedType}).Draw(t, "kind")
		}
		var lengths []int
		list.before = func() {
			if len(lengths) < 12 && rapid.IntRange(0, 3).Draw(t, "arrives") == 0 {
				list.grow(t, 1, min(3, largest))
			}
			lengths = append(lengths, len(list.hashes(kind)))
			if len(lengths) > 20_000 {
				t.Fatal("the walk does not end")
			}
		}

		node := list.node(t)
		var got []string
		if rapid.Bool().Draw(t, "all") {
			for record, err := range node.AllCoinTransactions(context.Background(), sender, kind, order) {
				require.NoError(t, err)
				got = append(got, record.Hash)
			}
		} else {
			request := PageRequest{Order: order, Count: rapid.IntRange(minCount, 30).Draw(t, "count")}
			for {
				page, err := node.CoinTransactions(context.Background(), sender, kind, request)
				require.NoError(t, err)
				require.LessOrEqual(t, len(page.Items), request.Count)
				for _, record := range page.Items {
					got = append(got, record.Hash)
				}
				if page.Next == "" {
					break
				}
				request.Cursor = page.Next
			}
		}
		if order == NewestFirst {
			slices.Reverse(got)
		}
		want := list.hashes(kind)
		require.LessOrEqual(t, len(got), len(want))
		require.True(t, slices.Equal(want[:len(got)], got), "got %v of %v", got, want)
		if order == NewestFirst {
			require.GreaterOrEqual(t, len(got), lengths[0])
		}
		if order == OldestFirst && len(got) < len(want) {
			require.GreaterOrEqual(t, len(got), lengths[max(0, len(lengths)-8)])
		}
	})
}
