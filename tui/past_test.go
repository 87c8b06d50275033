package tui_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/tui"
	"foredeck/tui/live"
	"foredeck/tui/store"
	"foredeck/tui/tuitest"
)

// pastDeck returns a deck with a history of 3,000 blocks of 41 members, of which member 17 missed three, and an hour without any.
func pastDeck(t *testing.T) *tuitest.Deck {
	t.Helper()
	path := filepath.Join(t.TempDir(), "history")
	written := store.OpenHistory(path)
	at := time.Now().Add(-110*time.Minute - 30*time.Second)
	for height := range uint64(3000) {
		voters := make([]bool, 41)
		for i := range voters {
			voters[i] = i != 17 || height%1000 != 500
		}
		if height == 2000 {
			at = at.Add(time.Hour)
		}
		number := height
		if height >= 2000 {
			number += 1000 // that nobody saw
		}
		at = at.Add(time.Second)
		row := live.NewRow(client.Block{
			Height: number, Timestamp: new(client.Timestamp(at.UnixMicro())), Epoch: new(number / 1000), Round: new(number),
			Author: "0x01", Certificate: &client.Certificate{Voters: voters},
		})
		written.Block(&row)
	}
	require.NoError(t, written.Close())
	history := store.OpenHistory(path)
	t.Cleanup(func() { require.NoError(t, history.Close()) })
	require.Eventually(t, func() bool { return history.Recent() != nil }, 2*time.Minute, 5*time.Millisecond)
	d := tuitest.New(t, 140, 40, tuitest.Setup{
		Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}, Options: func(o *tui.Options) { o.Past = history },
	})
	d.Press("esc", "space", "b", "m", "17", "enter")
	return d
}

// Statistics, Home and the wall begin with the recorded history, and say what of it was not observed.
func TestScreensBeginWithHistory(t *testing.T) {
	t.Parallel()
	d := pastDeck(t)
	d.Press("S")
	d.Shows("3,000 blocks, 0 to 3,999", "6 history", "1h49m, 1h00m not observed · epoch 0-3 · 41 members", "mean  1.00 s", "rounds skipped  0 of 2,99") // the last digit depends on where the hours begin
	require.Contains(t, d.LineWith("17 (mine)"), "99.90%        3         1      3,000")
	d.Press("tab")
	require.Contains(t, d.LineWith("0x01"), "3,000   100.0%")
	d.Press("5")
	d.Hides("not observed")
	d.Press("6")
	d.Shows("not observed")
	d.Press("space", "h")
	d.Shows("17 voted 99.90%, missed 3,500", "in 1h49m, 1h00m not observed")
	d.Press(":", "wall validator", "enter")
	d.Shows("of 3,000 blocks in 1h49m", ", 1h00m not observed") // the votes are drawn in digits of three rows
}
