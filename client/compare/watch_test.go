package compare

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
)

// A node that is behind has the head that was found, and keeps the former one if none was found.
func TestWatchOfANodeThatIsBehind(t *testing.T) {
	t.Parallel()
	b := &follower{head: 100, pending: map[uint64]client.Block{}}
	w := watch{next: 101, sides: [2]*follower{{head: 100}, b}}
	apply := func(update client.BlockUpdate) { w.apply(sideUpdate{side: B, update: update}) }
	lost := errors.New("no block found")
	apply(client.BlockUpdate{Kind: client.NodeBehind, Last: 100, Err: lost})
	require.EqualValues(t, 100, b.head)
	require.Equal(t, lost, b.err)
	apply(client.BlockUpdate{Kind: client.NodeBehind, First: 60, Last: 100})
	require.EqualValues(t, 60, b.head)
	require.NoError(t, b.err, "it responds")
	require.EqualValues(t, 100, w.sides[A].head)

	apply(client.BlockUpdate{Kind: client.NodeSilent, Err: lost})
	require.Equal(t, lost, b.err)
	require.EqualValues(t, 60, b.head)
	apply(client.BlockUpdate{Kind: client.NodeBack})
	require.NoError(t, b.err)
	apply(client.BlockUpdate{Kind: client.BlocksSkipped, First: 101, Last: 900})
	require.EqualValues(t, 900, b.head)
}

// Blocks that a node has replaced are compared again.
func TestWatchOfReplacedBlocks(t *testing.T) {
	t.Parallel()
	a := &follower{head: 100, pending: map[uint64]client.Block{}}
	w := watch{next: 101, sides: [2]*follower{a, {head: 100}}}
	for height := uint64(95); height <= 102; height++ {
		w.apply(sideUpdate{side: A, update: client.BlockUpdate{Kind: client.BlockArrived, Block: client.Block{Height: height}}})
	}
	require.EqualValues(t, 102, a.head)
	require.EqualValues(t, 101, w.next)
	w.apply(sideUpdate{side: A, update: client.BlockUpdate{Kind: client.BlocksReplaced, First: 98, Last: 102}})
	require.EqualValues(t, 97, a.head)
	require.EqualValues(t, 98, w.next)
	require.Len(t, a.pending, 3)
	require.Contains(t, a.pending, uint64(97))
	w.apply(sideUpdate{side: A, update: client.BlockUpdate{Kind: client.BlockArrived, Block: client.Block{Height: 700}}})
	require.EqualValues(t, 700, a.head)
	w.apply(sideUpdate{side: A, update: client.BlockUpdate{Kind: client.BlockArrived, Block: client.Block{Height: 97 + maxPending}}})
	require.NotContains(t, a.pending, uint64(97), "too far below")
	require.Contains(t, a.pending, uint64(96))
}

// A fork has healed once a block above its begin is equal. What the node replaced meanwhile is one range.
func TestForkHeals(t *testing.T) {
	t.Parallel()
	block := func(height uint64, fields ...string) Event {
		b := &Block{Height: height}
		for _, field := range fields {
			b.Differences = append(b.Differences, Difference{Height: &height, Field: field})
		}
		return Event{Block: b}
	}
	var r Report
	for _, event := range []Event{
		{Fork: &Fork{Height: 98, IsFirst: true}}, block(97), block(98, "digest"), block(99, "digest"),
		{Replaced: &Replaced{B, Range{99, 99}}}, {Replaced: &Replaced{B, Range{98, 98}}},
	} {
		r.Add(event)
		require.Nil(t, r.Healed)
	}
	r.Add(block(98, "certificate.voters"))
	require.Equal(t, &Healed{Height: 98, Differed: Range{98, 99}, Replaced: &Range{98, 99}, Side: "B"}, r.Healed)
	require.False(t, r.IsEqual(), "it was seen to differ")
	r.Add(block(99))
	require.NotNil(t, r.Healed)
	r.Add(block(100, "digest"))
	require.Nil(t, r.Healed, "another fork")
	r.Add(block(101))
	require.Equal(t, &Healed{Height: 101, Differed: Range{100, 100}}, r.Healed)
	r.Add(Event{Replaced: &Replaced{A, Range{100, 100}}})
	require.Equal(t, &Healed{Height: 101, Differed: Range{100, 100}, Replaced: &Range{100, 100}, Side: "A"}, r.Healed, "known late")
}

func TestCertificateThatOneNodeLacks(t *testing.T) {
	t.Parallel()
	with := client.Block{Height: 7, Certificate: &client.Certificate{Voters: []bool{true}}}
	without := client.Block{Height: 7}
	require.Empty(t, compareBlocks(without, without).Differences)
	require.Equal(t, []Difference{{Height: new(uint64(7)), Field: "certificate", A: new("present")}}, compareBlocks(with, without).Differences)
	require.Equal(t, []Difference{{Height: new(uint64(7)), Field: "certificate", B: new("present")}}, compareBlocks(without, with).Differences)
}

func TestCompareJSON(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want []Difference
	}{
		{`[1,2]`, `[1,2]`, nil},
		{`{"a":[1,2,{"b":3}]}`, `{"a":[1]}`, []Difference{{Field: ".a[1]", A: new("2")}, {Field: ".a[2]", A: new(`{"b":3}`)}}},
		{`[]`, `[null]`, []Difference{{Field: "[0]", B: new("null")}}},
		{`{"a":1}`, `{"b c":1}`, []Difference{{Field: ".a", A: new("1")}, {Field: `["b c"]`, B: new("1")}}},
		{`18446744073709551615`, `"18446744073709551615"`, nil},
		{`18446744073709551615`, `18446744073709551614`, []Difference{{Field: ".", A: new("18446744073709551615"), B: new("18446744073709551614")}}},
		{`"true"`, `true`, []Difference{{Field: ".", A: new("true"), B: new("true")}}},
		{`{"a":1}`, `[1]`, []Difference{{Field: ".", A: new(`{"a":1}`), B: new("[1]")}}},
		{`{`, `{`, nil},
		{`{`, `{}`, []Difference{{Field: ".", A: new("{"), B: new("{}")}}},
	} {
		require.Equal(t, c.want, compareJSON(json.RawMessage(c.a), json.RawMessage(c.b)), "%s and %s", c.a, c.b)
	}
}
