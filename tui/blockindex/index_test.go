package blockindex

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

// block is one of a chain that makes a block a second and begins an epoch every 50.
func block(height uint64, missing ...int) client.ConsensusBlock {
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
	return client.ConsensusBlock{
		Height: height, Digest: digest(height), Parent: parent, Author: fmt.Sprintf("0x%064x", height%7), Timestamp: &at, ChainID: &id, Epoch: &epoch,
		Round: &round, Certificate: &client.Certificate{Voters: voters}, Payload: []byte(`{"items":[{"a":[1]},2]}`),
	}
}

// requireWhole checks that the rows are in order, that each height from the lowest to the highest stands once, and that rules
// stand just where an epoch begins.
func requireWhole(t require.TestingT, c *Index) {
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
			require.Equal(t, below.Last+1, row.Height, "heights are not in order, doubled or lost")
			require.False(t, below.Kind == Hole && row.Kind == Hole, "two holes are one")
			if below.Kind == Block && row.Kind == Block && below.Epoch != row.Epoch {
				require.Equal(t, Epoch, c.Row(i+1).Kind)
			}
		}
		below = row
	}
}

// In whatever order blocks come, the list is sorted, without doubles, and has holes for the rest.
func TestAnyOrderOfBlocks(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c, have := New(), map[uint64]bool{}
		highest, lowest := uint64(0), uint64(1<<63)
		for range rapid.IntRange(1, 60).Draw(rt, "steps") {
			height := rapid.Uint64Range(0, 400).Draw(rt, "height")
			switch rapid.SampledFrom([]string{"one", "one", "up", "down", "skip", "clear"}).Draw(rt, "step") {
			case "one":
				require.Equal(rt, !have[height], c.Add(RowOf(block(height))))
				have[height], highest, lowest = true, max(highest, height), min(lowest, height)
			case "up":
				for h := height; h < height+30; h++ {
					require.Equal(rt, !have[h], c.Add(RowOf(block(h))))
					have[h], highest, lowest = true, max(highest, h), min(lowest, h)
				}
			case "down":
				for h := height + 30; h > height; h-- {
					require.Equal(rt, !have[h], c.Add(RowOf(block(h))))
					have[h], highest, lowest = true, max(highest, h), min(lowest, h)
				}
			case "skip":
				if c.Skip(height); c.Len() > 0 {
					highest = max(highest, height)
				}
			case "clear":
				if rapid.IntRange(0, 20).Draw(rt, "another chain") == 0 {
					c.Clear()
					have, highest, lowest = map[uint64]bool{}, 0, 1<<63
				}
			}
			requireWhole(rt, c)
			if c.Len() == 0 {
				continue
			}
			require.Equal(rt, highest, c.Row(0).Last)
			oldest, _ := c.Oldest()
			require.Equal(rt, lowest, oldest)
			require.Equal(rt, have[height], c.Block(height) != nil)
			if height >= lowest && height <= highest {
				row := c.Row(c.Place(height))
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
		require.Equal(rt, blocks, Count(c.Snapshot()).Blocks)
	})
}

// What reads a snapshot beside the program's loop has it as it was, also while blocks are put into the place of others.
func TestASnapshotStaysAsItWas(t *testing.T) {
	c := New()
	for height := range uint64(120) {
		c.Add(RowOf(block(height)))
	}
	snapshot := c.Snapshot()
	read := make(chan int)
	go func() {
		votes := 0
		for row := range NewestFirst(snapshot) {
			votes += int(row.Votes)
		}
		read <- votes
	}()
	for height := range uint64(120) {
		require.True(t, c.Replace(RowOf(block(height, 3, 4))))
	}
	require.Equal(t, 120*31, <-read)
	require.EqualValues(t, 29, c.Block(60).Votes)
	require.False(t, c.Replace(RowOf(block(120))), "it is not here")
	require.Equal(t, 122, c.Len())
	requireWhole(t, c)
}

func TestManyBlocksInPieces(t *testing.T) {
	c := New()
	for height := uint64(5_000); height < 10_000; height++ {
		c.Add(RowOf(block(height)))
	}
	snapshot := c.Snapshot()
	for height := uint64(4_999); height > 0; height-- {
		c.Add(RowOf(block(height)))
	}
	c.Skip(20_000)
	for height := uint64(15_000); height < 16_000; height += 2 {
		c.Add(RowOf(block(height)))
	}
	requireWhole(t, c)
	require.Equal(t, 5_000, Count(snapshot).Blocks, "a snapshot stays as it was")
	require.Equal(t, 10_499, Count(c.Snapshot()).Blocks)
}

func TestWhatARowTells(t *testing.T) {
	c := New(7)
	require.Equal(t, []uint64{7}, c.Hints())
	c.Saw(block(49, 3), start())
	c.Add(RowOf(block(48)))
	c.Add(RowOf(block(49, 3)))
	row := c.Block(49)
	require.Equal(t, []uint64{7, 49}, c.Hints())
	require.Equal(t, int32(2), row.Batches)
	require.Equal(t, "30/31", string(VotesOf(row)))
	require.True(t, row.Missed(3))
	require.False(t, row.Missed(4))
	require.False(t, row.Missed(31), "no place in the list")
	gap, ok := c.Gap(row)
	require.True(t, ok)
	require.Equal(t, time.Second, gap)
	require.Equal(t, block(49).Digest, row.Digest.String())
	require.Equal(t, row.Parent, c.Parent(row).Digest)
	require.Equal(t, block(49).Parent, c.Whole(row).Parent)
	require.Nil(t, c.Parent(c.Block(48)))
	require.Empty(t, Digest{}.String())
	require.Equal(t, int32(-1), RowOf(client.ConsensusBlock{}).Batches)
}

func start() time.Time { return time.Date(2026, 11, 21, 12, 4, 29, 0, time.UTC) }

func TestFigures(t *testing.T) {
	c := New()
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
		c.Add(RowOf(b))
	}
	f := c.Figures(2, func(author string) bool { return strings.HasSuffix(author, "03") })
	require.Equal(t, time.Second, f.Median)
	require.Equal(t, time.Second, f.P95)
	require.Equal(t, 5*time.Second, f.Worst)
	require.Equal(t, uint64(150), f.Lowest.Height)
	require.Equal(t, f.Given-2, f.Voted)
	require.Equal(t, uint64(199), f.LastOff.Height)
	require.Equal(t, 17, f.Made)
	require.Equal(t, Figures{}, New().Figures(-1, nil))
}

// Whatever is missed, however often and whenever a block is told, each miss is told once.
func TestAlertsOncePerMiss(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := New()
		member := 5
		c.Watch = Watch{Limits: Defaults(), Member: &member}
		now, want := start(), 0
		for height := range rapid.Uint64Range(1, 100).Draw(rt, "blocks") {
			b := block(height)
			if rapid.IntRange(0, 4).Draw(rt, "missed") == 0 {
				b = block(height, member)
				want++
			}
			if rapid.Bool().Draw(rt, "loaded before") {
				c.Add(RowOf(b))
			}
			c.Add(RowOf(b))
			c.Saw(b, now)
			c.Told(c.Block(height), now)
			now = now.Add(time.Second)
			_, quiet := c.Quiet(now)
			require.False(rt, quiet)
		}
		require.Equal(rt, want, c.Watch.Count())
		require.Equal(rt, want, c.Watch.Unseen())
	})
}

func TestAlertsByTheirLimits(t *testing.T) {
	c := New()
	c.Watch.Limits = Defaults()
	late := block(2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
	at := *late.Timestamp + 1_500_000
	late.Timestamp = &at
	c.Add(RowOf(block(1)))
	c.Add(RowOf(late))
	c.Saw(late, start())
	alerts := c.Told(c.Block(2), start())
	require.Len(t, alerts, 2)
	require.Equal(t, "2 was slow: 2.50 s, 10 votes missing", string(alerts[0].Words))
	require.Equal(t, "2 has few votes: 21/31", string(alerts[1].Words))
	require.True(t, c.Marked(c.Block(2)))
	require.False(t, c.Marked(c.Block(1)))
	_, ok := c.Quiet(start().Add(29 * time.Second))
	require.False(t, ok)
	alert, ok := c.Quiet(start().Add(31 * time.Second))
	require.True(t, ok)
	require.Equal(t, "no block for 31s after 2", string(alert.Words))
	_, ok = c.Quiet(start().Add(50 * time.Second))
	require.False(t, ok, "once")
	require.Equal(t, 3, c.Watch.Unseen())
	c.Watch.Look()
	require.Zero(t, c.Watch.Unseen())
	require.Equal(t, Silent, c.Watch.Alerts()[0].Event)
	c.Watch.Limits = Limits{}
	require.Empty(t, c.Told(c.Block(2), start()))
	for range 600 {
		c.Watch.Tell(Alert{})
	}
	require.Equal(t, 500, c.Watch.Count())
	c.Watch.Snoozed = start().Add(time.Hour)
	require.False(t, c.Watch.Rings(start()))
	require.True(t, c.Watch.Rings(start().Add(time.Hour)))
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
	require.Equal(t, []Packed{{hash, []byte{1, 2}}}, packed)
	require.Equal(t, []Packed{{"", []byte(`"odd"`)}}, PackedBatches(&client.Batches{Raw: []byte(`"odd"`)}), "what cannot be read is bytes")
	require.Empty(t, PackedBatches(&client.Batches{Raw: []byte(`[]`)}))
	require.Empty(t, PackedBatches(nil))
}

func TestAuthorsAreForgotten(t *testing.T) {
	t.Parallel()
	index := New()
	for height := range uint64(5 * maxInterned) {
		index.Add(Row{Kind: Block, Height: height, Author: fmt.Sprintf("0x%064x", height)})
	}
	require.LessOrEqual(t, len(index.authors.young)+len(index.authors.old), 2*maxInterned)

	repeated := strings.Clone("0xab")
	index.Add(Row{Kind: Block, Height: 100_000, Author: "0xab"})
	index.Add(Row{Kind: Block, Height: 100_001, Author: repeated})
	require.Same(t, unsafe.StringData(index.Block(100_000).Author), unsafe.StringData(index.Block(100_001).Author), "one copy of each")
}
