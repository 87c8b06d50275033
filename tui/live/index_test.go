package live

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
)

// block returns a block of a chain with one block per second and an epoch every 50 blocks.
func block(height uint64, missing ...int) client.Block {
	digest := func(height uint64) string { return fmt.Sprintf("0x%064x", height+1) }
	at, epoch, round, id := client.Timestamp(height*1_000_000), height/50, height%50, uint64(8)
	voters := make([]bool, 31)
	for i := range voters {
		voters[i] = true
	}
	for _, member := range missing {
		voters[member] = false
	}
	parent := ""
	if height > 0 {
		parent = digest(height - 1)
	}
	return client.Block{
		Height: height, Digest: digest(height), Parent: parent, Author: fmt.Sprintf("0x%064x", height%7), Timestamp: &at, ChainID: &id, Epoch: &epoch,
		Round: &round, Certificate: &client.Certificate{Voters: voters}, Payload: []byte(`{"items":[{"a":[1]},2]}`),
	}
}

// requireConsistent checks that rows are sorted, that every height in range occurs once, and that epoch rows are exactly
// at the epoch boundaries.
func requireConsistent(t require.TestingT, c *Index) {
	var below *Row
	for i := c.Len() - 1; i >= 0; i-- {
		row := c.Row(i)
		if row.Kind == Epoch {
			require.Equal(t, Block, below.Kind)
			require.Equal(t, Block, c.Row(i-1).Kind)
			require.NotEqual(t, below.Epoch, c.Row(i-1).Epoch)
			require.Equal(t, row.Height, c.Row(i-1).Height)
			continue
		}
		require.LessOrEqual(t, row.Height, row.Last)
		if below != nil {
			require.Equal(t, below.Last+1, row.Height, "heights must be consecutive")
			require.False(t, below.Kind == Hole && row.Kind == Hole, "adjacent holes must merge")
			if below.Kind == Block && row.Kind == Block && below.Epoch != row.Epoch {
				require.Equal(t, Epoch, c.Row(i+1).Kind)
			}
		}
		below = row
	}
}

// Blocks may arrive in any order and more than once.
func TestAddInAnyOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c, have := NewIndex(), map[uint64]bool{}
		highest, lowest := uint64(0), uint64(1<<63)
		for range rapid.IntRange(1, 60).Draw(rt, "steps") {
			height := rapid.Uint64Range(0, 400).Draw(rt, "height")
			switch rapid.SampledFrom([]string{"one", "one", "up", "down", "skip", "fork", "clear"}).Draw(rt, "step") {
			case "one":
				require.Equal(rt, !have[height], c.Add(NewRow(block(height))))
				have[height], highest, lowest = true, max(highest, height), min(lowest, height)
			case "up":
				for h := height; h < height+30; h++ {
					require.Equal(rt, !have[h], c.Add(NewRow(block(h))))
					have[h], highest, lowest = true, max(highest, h), min(lowest, h)
				}
			case "down":
				for h := height + 30; h > height; h-- {
					require.Equal(rt, !have[h], c.Add(NewRow(block(h))))
					have[h], highest, lowest = true, max(highest, h), min(lowest, h)
				}
			case "skip":
				if c.ExtendHole(height); c.Len() > 0 {
					highest = max(highest, height)
				}
			case "fork":
				if c.Len() == 0 || height == 0 || height > highest {
					break
				}
				c.RemoveFrom(height, block(height-1))
				for other := range have {
					if other >= height {
						delete(have, other)
					}
				}
				next, _ := c.FollowFrom()
				require.Equal(rt, height, next)
				if highest = height - 1; highest < lowest {
					require.Zero(rt, c.Len())
					highest, lowest = 0, 1<<63
				}
			case "clear":
				if rapid.IntRange(0, 20).Draw(rt, "another chain") == 0 {
					c.Clear()
					have, highest, lowest = map[uint64]bool{}, 0, 1<<63
				}
			}
			requireConsistent(rt, c)
			if c.Len() == 0 {
				continue
			}
			require.Equal(rt, highest, c.Row(0).Last)
			oldest, _ := c.Oldest()
			require.Equal(rt, lowest, oldest)
			require.Equal(rt, have[height], c.Block(height) != nil)
			if height >= lowest && height <= highest {
				row := c.Row(c.IndexOf(height))
				require.True(rt, row.Kind != Epoch && row.Height <= height && height <= row.Last)
			}
		}
		blocks := 0
		for i := range c.Len() {
			if c.Row(i).Kind == Block {
				blocks++
			}
		}
		require.Len(rt, have, blocks)
		require.Equal(rt, blocks, CountWindow(c.Snapshot(), All).Blocks)
	})
}

// A snapshot does not change while blocks are added and replaced.
func TestSnapshotIsImmutable(t *testing.T) {
	c := NewIndex()
	for height := range uint64(120) {
		c.Add(NewRow(block(height)))
	}
	snapshot := c.Snapshot()
	read := make(chan int)
	go func() {
		votes := 0
		for row := range snapshot.NewestFirst() {
			votes += int(row.Votes)
		}
		read <- votes
	}()
	for height := range uint64(120) {
		require.True(t, c.Replace(NewRow(block(height, 3, 4))))
	}
	require.Equal(t, 120*31, <-read)
	require.EqualValues(t, 29, c.Block(60).Votes)
	require.False(t, c.Replace(NewRow(block(120))), "unknown height")
	require.Equal(t, 122, c.Len())
	requireConsistent(t, c)
}

// A block is iterated over with its parent, the block below it, also across epochs and chunks but not across holes.
func TestSnapshotHasParents(t *testing.T) {
	t.Parallel()
	c := NewIndex()
	known := func(height uint64) bool {
		return height < 3*maxChunk && height != 60 && height != 2*maxChunk+7 && height != 2*maxChunk+8
	}
	for height := range uint64(3 * maxChunk) {
		if known(height) {
			c.Add(NewRow(block(height)))
		}
	}
	require.Greater(t, len(c.rows.chunks), 2)
	next := uint64(3 * maxChunk)
	for row, parent := range c.Snapshot().NewestFirst() {
		for next--; !known(next); next-- {
		}
		require.Equal(t, next, row.Height)
		require.Equal(t, block(next).Digest, row.Digest.String())
		if next == 0 || !known(next-1) {
			require.Nil(t, parent, next)
			continue
		}
		require.NotNil(t, parent, next)
		require.Equal(t, next-1, parent.Height)
		require.Equal(t, row.Parent, parent.Digest)
	}
	require.Zero(t, next)
}

func TestManyChunks(t *testing.T) {
	c := NewIndex()
	for height := uint64(5_000); height < 10_000; height++ {
		c.Add(NewRow(block(height)))
	}
	snapshot := c.Snapshot()
	for height := uint64(4_999); height > 0; height-- {
		c.Add(NewRow(block(height)))
	}
	c.ExtendHole(20_000)
	for height := uint64(15_000); height < 16_000; height += 2 {
		c.Add(NewRow(block(height)))
	}
	requireConsistent(t, c)
	require.Equal(t, 5_000, CountWindow(snapshot, All).Blocks, "a snapshot must not change")
	require.Equal(t, 10_499, CountWindow(c.Snapshot(), All).Blocks)
}

func TestRow(t *testing.T) {
	c := NewIndex(7)
	require.Equal(t, []uint64{7}, c.Hints())
	c.UpdateNewest(block(49, 3), start())
	c.Add(NewRow(block(48)))
	c.Add(NewRow(block(49, 3)))
	row := c.Block(49)
	require.Equal(t, []uint64{7, 49}, c.Hints())
	require.Equal(t, int32(2), row.Batches)
	require.Equal(t, "30/31", FormatVotes(row).String())
	require.True(t, row.Missed(3))
	require.False(t, row.Missed(4))
	require.False(t, row.Missed(31), "not covered by the certificate")
	gap, ok := c.Gap(row)
	require.True(t, ok)
	require.Equal(t, time.Second, gap)
	require.Equal(t, block(49).Digest, row.Digest.String())
	require.Equal(t, row.Parent, c.Parent(row).Digest)
	require.Equal(t, block(49).Parent, c.Neighbor(row).Parent)
	require.Nil(t, c.Parent(c.Block(48)))
	require.Empty(t, Digest{}.String())
	require.Equal(t, int32(-1), NewRow(client.Block{}).Batches)
}

func start() time.Time { return time.Date(2026, 11, 21, 12, 4, 29, 0, time.UTC) }

func TestSummary(t *testing.T) {
	c := NewIndex()
	for height := range uint64(200) {
		b := block(height)
		switch height {
		case 150:
			b = block(height, 1, 2, 3)
		case 199:
			slow := *b.Timestamp + 4_000_000
			b = block(height, 2)
			b.Timestamp = &slow
		}
		c.Add(NewRow(b))
	}
	f := c.Summary(2, func(author string) bool { return strings.HasSuffix(author, "03") })
	require.Equal(t, time.Second, f.Median)
	require.Equal(t, time.Second, f.P95)
	require.Equal(t, 5*time.Second, f.Worst)
	require.Equal(t, uint64(150), f.FewestVotes.Height)
	require.Equal(t, f.Eligible-2, f.Voted)
	require.Equal(t, uint64(199), f.LastMissed.Height)
	require.Equal(t, 17, f.Authored)
	require.Equal(t, Summary{}, NewIndex().Summary(-1, nil))
}

func TestPayloads(t *testing.T) {
	items := Items([]byte(`{"items":[{"batch":{"hash":"0x60","header":{"author":"0x8b","protocol":"Move","timestamp":{"timestamp":5000000},"aggregated_gas_price":100000}}},"0x61",7]}`))
	require.Len(t, items, 3)
	require.Equal(t, "0x60", items[0].Hash)
	require.Equal(t, "Move", items[0].Protocol)
	require.Equal(t, int64(5), items[0].At.Unix())
	require.Equal(t, "100000", items[0].Gas.String())
	require.Equal(t, Item{Hash: "0x61"}, items[1])
	require.Equal(t, Item{}, items[2])
	require.Empty(t, Items(nil))
	require.Empty(t, Items([]byte(`7`)))

	hash := "0x" + strings.Repeat("ab", 32)
	packed := PackedBatches(&client.Batches{Hashes: []string{hash}, Raw: []byte(`{"batches":[{"hash":"` + hash + `","batch":"0x0102"}]}`)})
	require.Equal(t, []PackedBatch{{hash, []byte{1, 2}}}, packed)
	require.Equal(t, []PackedBatch{{"", []byte(`"odd"`)}}, PackedBatches(&client.Batches{Raw: []byte(`"odd"`)}), "unparsable batches are returned as bytes")
	require.Empty(t, PackedBatches(&client.Batches{Raw: []byte(`[]`)}))
	require.Empty(t, PackedBatches(nil))
}

func TestNamesAreBounded(t *testing.T) {
	t.Parallel()
	index := NewIndex()
	for height := range uint64(5 * maxNames) {
		index.Add(Row{Kind: Block, Height: height, Author: fmt.Sprintf("0x%064x", height)})
	}
	require.LessOrEqual(t, len(index.rows.names.list), maxNames)
	for height := range uint64(5 * maxNames) {
		require.Equal(t, fmt.Sprintf("0x%064x", height), index.Block(height).Author)
	}

	index = NewIndex()
	for height := range uint64(2 * maxChunk) {
		index.Add(Row{Kind: Block, Height: height, Author: strings.Clone("0xab")})
	}
	require.Same(t, unsafe.StringData(index.Block(0).Author), unsafe.StringData(index.Block(2*maxChunk-1).Author), "authors share memory")
}

// Only blocks that arrived above a known one are new.
func TestArrived(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	c := NewIndex()
	c.UpdateNewest(block(10), at)
	require.Zero(t, c.Arrived(10), "the first one")
	c.UpdateNewest(block(11), at.Add(time.Second))
	c.UpdateNewest(block(9), at.Add(2*time.Second))
	require.Zero(t, c.Arrived(9), "an older one")
	require.Equal(t, at.Add(time.Second), c.Arrived(11))
	c.RemoveFrom(11, block(10)) // a fork
	c.UpdateNewest(block(11), at.Add(3*time.Second))
	require.Equal(t, at.Add(3*time.Second), c.Arrived(11))
	for height := range uint64(200) {
		c.UpdateNewest(block(12+height), at)
	}
	require.Len(t, c.arrivals, maxArrivals)
	require.Zero(t, c.Arrived(12), "long ago")
	c.Clear()
	require.Zero(t, c.Arrived(211))
}
