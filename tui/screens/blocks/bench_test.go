package blocks_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/tui/live"

	"foredeck/tui/tuitest"
	"foredeck/tui/tuitest/effort"
)

// aWeek is a week of blocks at one per second.
const aWeek = 600_000

// manyBlocks adds count blocks with distinct votes.
func manyBlocks(known *live.Index, count int) {
	template, _ := time.Parse(time.RFC3339, "2026-11-14T12:00:00Z")
	id, parent := uint64(8), ""
	var newest client.Block
	for height := range uint64(count) {
		at, round, epoch := client.Timestamp(uint64(template.UnixMicro())+height*1_000_000), height%5_000, height/5_000
		voters := make([]bool, tuitest.Members)
		for member := range voters {
			voters[member] = (height>>(member%20)+uint64(member))%13 != 0
		}
		newest = client.Block{
			Height: height, Digest: new(tuitest.Chain).Digest(int(height)), Parent: parent, Author: tuitest.AuthorOf(int(height)), ChainID: &id,
			Timestamp: &at, Round: &round, Epoch: &epoch, Certificate: &client.Certificate{Voters: voters}, Payload: []byte(`{"items":[1,2,3]}`),
		}
		parent = newest.Digest
		known.Add(live.NewRow(newest))
	}
	known.UpdateNewest(newest, tuitest.Start)
}

func heap() uint64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// A week of blocks and its statistics fit into 48 MB.
func TestMemoryOfAWeekOfBlocks(t *testing.T) {
	effort.SkipUnderRace(t)
	before := heap()
	known := live.NewIndex()
	manyBlocks(known, aWeek)
	used := heap() - before
	require.Less(t, used, uint64(40<<20))
	statistics := live.CountWindow(known.Snapshot(), live.All)
	require.Equal(t, aWeek, statistics.Blocks)
	require.Less(t, heap()-before, uint64(48<<20))
	runtime.KeepAlive(known)
	t.Logf("%d MB", used>>20)
}

// The cost of a frame and a key does not depend on the number of blocks.
func BenchmarkBlocks(b *testing.B) {
	for name, count := range map[string]int{"100": 100, "week": aWeek} {
		for what, do := range map[string]func(*tuitest.Deck){
			"frame": func(d *tuitest.Deck) { d.Model.View() },
			"key":   func(d *tuitest.Deck) { d.Press("down"); d.Press("up") },
		} {
			b.Run(name+"/"+what, func(b *testing.B) {
				nodes := tuitest.NewChain()
				d := tuitest.New(b, 150, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: nodes}})
				d.Deps().Blocks.Clear()
				manyBlocks(d.Deps().Blocks, count)
				d.Deps().Blocks.SetFollowed(uint64(count - 1))
				d.Press("esc", "space", "b")
				d.Press("down", "down")
				b.ResetTimer()
				for b.Loop() {
					do(d)
				}
			})
		}
	}
}
