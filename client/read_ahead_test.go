package client

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// From the third page on a walk asks ahead, and never for more than one page too many.
func TestAllTransactionsAsksAhead(t *testing.T) {
	t.Parallel()
	for _, version := range []Version{V1, V3} {
		for _, order := range []Order{NewestFirst, OldestFirst} {
			for taken, most := range map[int]int{50: 1, 101: 3, 201: 4, 450: 6} {
				if version == V1 && order == NewestFirst && taken > 100 {
					most += 3 // to see once whether the start is inclusive, and begin again
				}
				list := &fakeList{numbers: upTo(1000), version: version}
				left := taken
				for _, err := range list.node(t).AllTransactions(t.Context(), sender, order) {
					require.NoError(t, err)
					if left--; left == 0 {
						break
					}
				}
				require.LessOrEqual(t, len(list.queries), most, "%s, %s, %d taken", version, order, taken)
			}
		}
	}
}

// What was asked for ahead is no proof of the end: more may have come since.
func TestAllTransactionsEndsWithTheNewest(t *testing.T) {
	t.Parallel()
	list := &fakeList{numbers: upTo(300)}
	var got []uint64
	for record, err := range list.node(t).AllTransactions(t.Context(), sender, OldestFirst) {
		require.NoError(t, err)
		if got = append(got, *record.SequenceNumber); len(got) == 300 {
			list.lock.Lock()
			list.numbers = upTo(350) // the page after was empty when it was asked for ahead
			list.lock.Unlock()
		}
	}
	require.Equal(t, upTo(350), got)
}
