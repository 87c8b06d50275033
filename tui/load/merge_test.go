package load_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
)

// errDown is an occasional error of a list.
var errDown = errors.New("down")

// listOf serves records in pages of any size, including empty ones. A shaky list sometimes breaks off.
func listOf(t *rapid.T, records []client.Transaction, shaky bool) load.TransactionList {
	return func(_ context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
		at := 0
		if request.Cursor != "" {
			at, _ = strconv.Atoi(string(request.Cursor))
		}
		size := rapid.IntRange(0, min(request.Count, 7)).Draw(t, "size")
		end := min(at+size, len(records))
		page := client.Page[client.Transaction]{Items: slices.Clone(records[at:end]), Next: client.Cursor(strconv.Itoa(end))}
		switch {
		case shaky && rapid.IntRange(0, 3).Draw(t, "fate") == 0:
			return client.Page[client.Transaction]{Items: page.Items}, errDown
		case end == len(records):
			page.Next = ""
		case size == 0: // an empty page that is not the last continues after it
			page.Items, page.Next = records[at:at+1], client.Cursor(strconv.Itoa(at+1))
		}
		return page, nil
	}
}

// A merge returns each record once and in order, whichever lists contain it, and despite errors.
func TestMerge(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		order := rapid.SampledFrom([]client.Order{client.NewestFirst, client.OldestFirst}).Draw(t, "order")
		sender := move.Address{31: 1}
		var all []client.Transaction
		at := uint64(1_000)
		for i := range rapid.IntRange(0, 30).Draw(t, "records") {
			at += rapid.Uint64Range(0, 2).Draw(t, "pause")
			number := uint64(i)
			all = append(all, client.Transaction{Hash: fmt.Sprint(i), Type: "user", Sender: &sender, SequenceNumber: &number,
				Block: &client.BlockHeader{Timestamp: new(client.Timestamp(at))}})
		}
		if order == client.NewestFirst {
			slices.Reverse(all)
		}
		held := make([][]client.Transaction, 3)
		for _, record := range all {
			in := rapid.IntRange(1, 7).Draw(t, "lists")
			for i := range held {
				if in>>i&1 == 1 {
					held[i] = append(held[i], record)
				}
			}
		}
		shaky := rapid.Bool().Draw(t, "shaky")
		lists := make([]load.TransactionList, len(held))
		for i := range held {
			lists[i] = listOf(t, held[i], shaky)
		}
		merge := load.NewMerge(order, lists...)
		var got []client.Transaction
		request := client.PageRequest{Order: order}
		for pages := 0; ; pages++ {
			require.Less(t, pages, 300)
			request.Count = rapid.IntRange(1, 9).Draw(t, "count")
			page, err := merge.Page(context.Background(), request)
			if err != nil {
				require.ErrorIs(t, err, errDown)
				continue
			}
			if rapid.Bool().Draw(t, "repeat") {
				again, err := merge.Page(context.Background(), request)
				require.NoError(t, err)
				require.Equal(t, page, again)
			}
			got = append(got, page.Items...)
			if page.Next == "" {
				break
			}
			request.Cursor = page.Next
		}
		require.Equal(t, len(all), len(got))
		for i := range all {
			require.Equal(t, all[i].Hash, got[i].Hash)
		}
	})
}

// A list that fails ends the page after the records before it, which the next call returns again.
func TestMergeFailingList(t *testing.T) {
	t.Parallel()
	record := func(hash string, at uint64) client.Transaction {
		return client.Transaction{Hash: hash, Block: &client.BlockHeader{Timestamp: new(client.Timestamp(at))}}
	}
	sound := func(context.Context, client.PageRequest) (client.Page[client.Transaction], error) {
		return client.Page[client.Transaction]{Items: []client.Transaction{record("a", 9), record("b", 7), record("c", 1)}}, nil
	}
	down := errDown
	broken := func(context.Context, client.PageRequest) (client.Page[client.Transaction], error) {
		if down != nil {
			return client.Page[client.Transaction]{Items: []client.Transaction{record("d", 8)}}, down
		}
		return client.Page[client.Transaction]{Items: []client.Transaction{record("d", 8), record("e", 6)}}, nil
	}
	merge := load.NewMerge(client.NewestFirst, sound, broken)
	for range 2 {
		page, err := merge.Page(t.Context(), client.PageRequest{})
		require.ErrorIs(t, err, errDown)
		require.Equal(t, []client.Transaction{record("a", 9), record("d", 8)}, page.Items)
	}
	down = nil
	page, err := merge.Page(t.Context(), client.PageRequest{})
	require.NoError(t, err)
	require.Equal(t, []client.Transaction{record("a", 9), record("d", 8), record("b", 7), record("e", 6), record("c", 1)}, page.Items)
	require.Empty(t, page.Next)
}

func TestMergeCursor(t *testing.T) {
	t.Parallel()
	merge := load.NewMerge(client.NewestFirst)
	var argument *client.ArgumentError
	for _, cursor := range []client.Cursor{"1", "x", "-1"} {
		_, err := merge.Page(t.Context(), client.PageRequest{Cursor: cursor})
		require.ErrorAs(t, err, &argument, cursor)
	}
	page, err := merge.Page(t.Context(), client.PageRequest{})
	require.NoError(t, err)
	require.Empty(t, page)
}
