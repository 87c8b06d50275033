package tui

import (
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/tui/blockindex"
)

// aWeek is how many blocks a chain makes in a week at one a second.
const aWeek = 600_000

// manyBlocks are blocks of which no two have the same votes.
func manyBlocks(known *blockindex.Index, count int) {
	template, _ := time.Parse(time.RFC3339, "2026-11-14T12:00:00Z")
	id, parent := uint64(8), ""
	var newest client.ConsensusBlock
	for height := range uint64(count) {
		at, round, epoch := client.Timestamp(uint64(template.UnixMicro())+height*1_000_000), height%5_000, height/5_000
		voters := make([]bool, members)
		for member := range voters {
			voters[member] = (height>>(member%20)+uint64(member))%13 != 0
		}
		newest = client.ConsensusBlock{
			Height: height, Digest: new(testChain).digest(int(height)), Parent: parent, Author: authorOf(int(height)), ChainID: &id,
			Timestamp: &at, Round: &round, Epoch: &epoch, Certificate: &client.Certificate{Voters: voters}, Payload: []byte(`{"items":[1,2,3]}`),
		}
		parent = newest.Digest
		known.Add(blockindex.NewRow(newest))
	}
	known.UpdateNewest(newest, start)
}

func heap() uint64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// A week of blocks fits into 200 MB, with its statistics being counted.
func TestAWeekOfBlocksFits(t *testing.T) {
	enumerates(t)
	before := heap()
	known := blockindex.New()
	manyBlocks(known, aWeek)
	kept := heap() - before
	require.Less(t, kept, uint64(150<<20))
	statistics := blockindex.Count(known.Snapshot())
	require.Equal(t, aWeek, statistics.Blocks)
	require.Less(t, heap()-before, uint64(200<<20))
	runtime.KeepAlive(known)
	t.Logf("%d MB", kept>>20)
}

// A frame and a key cost the same with a hundred blocks and with a week of them.
func BenchmarkBlocks(b *testing.B) {
	for name, count := range map[string]int{"100": 100, "week": aWeek} {
		for what, do := range map[string]func(*deck){
			"frame": func(d *deck) { d.model.View() },
			"key":   func(d *deck) { d.press("down"); d.press("up") },
		} {
			b.Run(name+"/"+what, func(b *testing.B) {
				nodes := newTestChain()
				d := newDeck(b, 150, 40, setup{handler: fixture{records: 57, record: ordinary, chain: nodes}})
				d.model.deps.Blocks.Clear()
				manyBlocks(d.model.deps.Blocks, count)
				d.model.deps.Blocks.SetFollowed(uint64(count - 1))
				openBlocks(d)
				d.press("down", "down")
				b.ResetTimer()
				for b.Loop() {
					do(d)
				}
			})
		}
	}
}
