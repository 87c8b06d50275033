package client

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// An iteration reads ahead from the third page on, by at most one page.
func TestAllTransactionsPrefetch(t *testing.T) {
	t.Parallel()
	for _, version := range []Version{V1, V3} {
		for _, order := range []Order{NewestFirst, OldestFirst} {
			for count, maxRequests := range map[int]int{50: 1, 101: 3, 201: 4, 450: 6} {
				if version == V1 && order == NewestFirst && count > 100 {
					maxRequests += 3 // to see once whether the start is inclusive, and begin again
				}
				list := &fakeList{numbers: upTo(1000), version: version}
				remaining := count
				for _, err := range list.node(t).AllTransactions(t.Context(), sender, order) {
					require.NoError(t, err)
					if remaining--; remaining == 0 {
						break
					}
				}
				require.LessOrEqual(t, len(list.queries), maxRequests, "%s, %s, %d read", version, order, count)
			}
		}
	}
}

// An empty page that was read ahead does not end the iteration: records may have been added.
func TestAllTransactionsEndsAtNewest(t *testing.T) {
	t.Parallel()
	list := &fakeList{numbers: upTo(300)}
	var got []uint64
	for record, err := range list.node(t).AllTransactions(t.Context(), sender, OldestFirst) {
		require.NoError(t, err)
		if got = append(got, *record.SequenceNumber); len(got) == 300 {
			list.lock.Lock()
			list.numbers = upTo(350) // the page after was empty when it was prefetched
			list.lock.Unlock()
		}
	}
	require.Equal(t, upTo(350), got)
}
