package live

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/tui/tuitest/effort"
)

const (
	manyBlocks  = 1_000_000
	manyMembers = 200
	epochLength = 7_200
)

// manyRow returns a block of a chain with 200 members, of which some miss now and then and one in three epochs has an outage of ten
// members.
func manyRow(height uint64, random *rand.Rand) Row {
	voters := make([]bool, manyMembers)
	for i := range voters {
		voters[i] = random.IntN(60) > 0 && (i >= 10 || height/epochLength%3 > 0)
	}
	at, round, epoch := client.Timestamp(height*1_000_000+random.Uint64N(900_000)), height%epochLength+height/20, height/epochLength
	row := NewRow(client.Block{
		Height: height, Author: fmt.Sprintf("0x%064x", random.IntN(manyMembers)), Timestamp: &at, Round: &round, Epoch: &epoch,
		Certificate: &client.Certificate{Voters: voters, Committee: fmt.Sprintf("0x%064x", epoch)}, Payload: []byte(`{"items":[1,2,3]}`),
	})
	row.Digest, row.Parent = manyDigest(height), manyDigest(height-1)
	return row
}

func manyDigest(height uint64) (digest Digest) {
	binary.BigEndian.PutUint64(digest[:], height+1)
	return digest
}

// manyRows returns an index of a million blocks and its size in bytes.
var manyRows = sync.OnceValues(func() (*Index, uint64) {
	heap := func() uint64 {
		var stats runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	before, index, random := heap(), NewIndex(), rand.New(rand.NewPCG(1, 2))
	for height := range uint64(manyBlocks) {
		index.Add(manyRow(height, random))
	}
	return index, heap() - before
})

// A million blocks of 200 members fit into 64 MB.
func TestMemoryOfAMillionBlocks(t *testing.T) {
	effort.SkipUnderRace(t)
	index, size := manyRows()
	require.GreaterOrEqual(t, index.Len(), manyBlocks)
	t.Logf("%d bytes per block", size/manyBlocks)
	require.Less(t, size, uint64(64<<20))
}

func BenchmarkMillion(b *testing.B) {
	index, _ := manyRows()
	for name, window := range map[string]Window{"1000": Newest1000, "epoch": ThisEpoch, "all": All} {
		b.Run("statistics/"+name, func(b *testing.B) {
			for b.Loop() {
				CountWindow(index.Snapshot(), window)
			}
		})
	}
	b.Run("row", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			index.Row(i * 7919 % manyBlocks)
		}
	})
	b.Run("height", func(b *testing.B) {
		for i := uint64(0); b.Loop(); i++ {
			index.Block(i * 7919 % manyBlocks)
		}
	})
	b.Run("summary", func(b *testing.B) {
		for b.Loop() {
			index.Summary(17, func(string) bool { return false })
		}
	})
	b.Run("arrival", func(b *testing.B) {
		random := rand.New(rand.NewPCG(1, 2))
		top := index.Row(0).Height
		rows := make([]Row, 2*maxChunk)
		for i := range rows {
			rows[i] = manyRow(top+1+uint64(i), random)
		}
		for i := 0; b.Loop(); i++ {
			rows[i%len(rows)].Height = top + 1 + uint64(i)
			rows[i%len(rows)].Last = rows[i%len(rows)].Height
			index.Add(rows[i%len(rows)])
		}
	})
}

// A page of older blocks costs the same however many rows there are.
func BenchmarkOlderBlocks(b *testing.B) {
	random, height := rand.New(rand.NewPCG(1, 2)), uint64(1<<40)
	index := NewIndex()
	for b.Loop() {
		index.Add(manyRow(height, random))
		height--
	}
}
