package events_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/tui"
	"foredeck/tui/tuitest"
)

// fakeIndex has an event in each block.
type fakeIndex struct {
	covered client.HeightRange
	from    []uint64
}

func (x *fakeIndex) Covered(context.Context) (client.HeightRange, bool, error) {
	return x.covered, x.covered.Last > 0, nil
}

func (x *fakeIndex) Transactions(context.Context, client.Selection, uint64, client.PageRequest) (page client.Page[client.Transaction], err error) {
	return page, nil
}

func (x *fakeIndex) Events(_ context.Context, kind string, from uint64, request client.PageRequest) (page client.Page[client.ChainEvent], err error) {
	height := min(from, x.covered.Last)
	if request.Cursor == "" {
		x.from = append(x.from, from)
	} else if _, err := fmt.Sscan(string(request.Cursor), &height); err != nil {
		return page, err
	}
	for ; height >= x.covered.First && len(page.Items) < request.Count; height-- {
		event := client.Event{Type: kind, Data: json.RawMessage(`{"account":"0x77","amount":"4711"}`)}
		page.Items = append(page.Items, client.ChainEvent{Event: event, Height: new(height), Transaction: fmt.Sprintf("0x%064x", height)})
	}
	if height >= x.covered.First {
		page.Next = client.Cursor(fmt.Sprint(height))
	}
	return page, nil
}

func indexedDeck(t *testing.T, x *fakeIndex, node tuitest.Node) *tuitest.Deck {
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: node, Options: func(o *tui.Options) { o.Indexed = x }})
	d.Press(open...)
	return d
}

// The index has the events below the newest window of the node, and those that the node has pruned.
func TestEventsOfIndex(t *testing.T) {
	t.Parallel()
	for _, covered := range []client.HeightRange{{First: 48_210_904, Last: 48_211_900}, {First: 48_210_904, Last: 48_211_206}, {First: 48_210_904, Last: 48_211_207}} {
		x := &fakeIndex{covered: covered}
		d := indexedDeck(t, x, tuitest.Node{Records: 57, Chain: tuitest.NewChain(), Executed: true})
		d.Shows("▸ 48,211,907")
		for range 60 {
			d.Press("end")
		}
		d.Shows("▸ 48,210,904", "from the index, heights 48,210,904 to 48,211,", ", end")
		d.Hides("not read")
		require.Len(t, x.from, 1)
		require.LessOrEqual(t, x.from[0], covered.Last)
	}
	x := &fakeIndex{covered: client.HeightRange{First: 48_211_000, Last: 48_211_100}}
	d := indexedDeck(t, x, tuitest.Node{Records: 57, Chain: tuitest.NewChain(), Executed: true})
	for range 60 {
		d.Press("end")
	}
	d.Shows("from the index, heights 48,211,000 to 48,211,100; not read: 48,211,101 to 48,211,206")
}

// A node that has no events by type leaves them to the index.
func TestNodeWithoutEvents(t *testing.T) {
	t.Parallel()
	d := indexedDeck(t, &fakeIndex{covered: client.HeightRange{First: 48_211_000, Last: 48_211_100}}, tuitest.Node{Records: 57})
	d.Shows("▸ 48,211,100", "this node does not list events by type", "from the index, heights 48,211,000 to 48,211,100")
}
