package live

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
)

// drawRow draws the block at a height, with the parts that a node may leave out.
func drawRow(rt *rapid.T, height uint64, parent Digest) Row {
	b := client.Block{
		Height: height,
		Digest: rapid.SampledFrom([]string{"", Digest{1}.String(), Digest{2, 31: 7}.String()}).Draw(rt, "digest"),
		Parent: rapid.SampledFrom([]string{"", parent.String(), Digest{9}.String()}).Draw(rt, "parent"),
		Author: rapid.SampledFrom([]string{"", "0xa", "0xb", "0xc"}).Draw(rt, "author"),
	}
	numbers := rapid.SampledFrom([]uint64{0, 1, 255, 256, 70_000, 1 << 40, math.MaxUint64})
	for _, number := range []**uint64{&b.Epoch, &b.Round} {
		if rapid.Bool().Draw(rt, "given") {
			*number = new(numbers.Draw(rt, "number"))
		}
	}
	if rapid.Bool().Draw(rt, "has time") {
		b.Timestamp = new(client.Timestamp(numbers.Draw(rt, "time")))
	}
	if rapid.Bool().Draw(rt, "has certificate") {
		b.Certificate = &client.Certificate{
			Committee: rapid.SampledFrom([]string{"", "0x1", "0x2"}).Draw(rt, "committee"),
			Voters:    rapid.SliceOfN(rapid.Bool(), 0, 200).Draw(rt, "voters"),
		}
	}
	row := NewRow(b)
	row.Batches = rapid.SampledFrom([]int32{-1, 0, 1, 300, math.MaxInt32 - 1}).Draw(rt, "batches")
	return row
}

// Packed rows are the rows that were packed.
func TestPack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var rows []Row
		height, parent := rapid.Uint64Range(1, 1<<50).Draw(rt, "first"), Digest{}
		for range rapid.IntRange(1, 40).Draw(rt, "rows") {
			last := len(rows) - 1
			switch kind := rapid.SampledFrom([]Kind{Block, Block, Block, Epoch, Hole}).Draw(rt, "kind"); {
			case kind == Epoch && (last < 0 || rows[last].Kind != Epoch):
				rows = append(rows, Row{Kind: Epoch, Height: height, Last: height, Epoch: 7})
			case kind == Hole:
				end := height + rapid.Uint64Range(0, 1000).Draw(rt, "length")
				rows = append(rows, Row{Kind: Hole, Height: height, Last: end})
				height = end + 1
			default:
				row := drawRow(rt, height, parent)
				rows, parent, height = append(rows, row), row.Digest, height+1
			}
		}
		var names nameTable
		p := pack(rows, &names)
		require.Equal(rt, rows, p.unpack())
		for i := range rows {
			require.Equal(rt, rows[i].end(), p.end(i))
		}
	})
}

func TestBallot(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		rare := rapid.SampledFrom([]int{1, 30}).Draw(rt, "rare")
		voters := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) bool { return rapid.IntRange(0, rare).Draw(rt, "vote") > 0 }), 0, 700).Draw(rt, "voters")
		b := newBallot(voters)
		var absent []int
		for member, voted := range voters {
			require.Equal(rt, !voted, b.missed(member, len(voters)))
			if !voted {
				absent = append(absent, member)
			}
		}
		require.Equal(rt, absent, slices.Collect(b.absent(len(voters))))
		require.EqualValues(rt, len(absent), b.misses(len(voters)))
	})
}
