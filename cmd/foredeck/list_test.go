package main

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// Records that arrive together are written together, soon, and all of them if no further one arrives.
func TestFlusher(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		added, writes := 0, map[time.Duration]int{}
		soon := newFlusher(func() error {
			writes[time.Since(began)] = added
			return nil
		})
		add := func(now bool) {
			require.NoError(t, soon.adding(now, func() error { added++; return nil }))
		}
		for range 1000 {
			add(false)
		}
		time.Sleep(flushPause) // the bubble's clock
		synctest.Wait()
		require.Equal(t, map[time.Duration]int{0: 1, flushPause: 1000}, writes)
		time.Sleep(flushPause)
		add(false)
		require.Equal(t, 1001, writes[2*flushPause], "at once")
		add(false)
		add(true)
		require.Equal(t, 1003, writes[2*flushPause], "a whole page")
		add(false)
		soon.stop()
		time.Sleep(2 * flushPause)
		synctest.Wait()
		require.Len(t, writes, 3)
	})
}
