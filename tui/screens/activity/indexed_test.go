package activity_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui"
	"foredeck/tui/tuitest"
)

// fakeIndex has a transaction in each block.
type fakeIndex struct {
	covered client.HeightRange
	lock    sync.Mutex
	asked   []client.Selection
	from    []uint64
	err     error
}

func (x *fakeIndex) Covered(context.Context) (client.HeightRange, bool, error) {
	return x.covered, x.covered.Last > 0, nil
}

func (x *fakeIndex) Events(context.Context, string, uint64, client.PageRequest) (page client.Page[client.ChainEvent], err error) {
	return page, nil
}

func (x *fakeIndex) Transactions(_ context.Context, selected client.Selection, from uint64, request client.PageRequest) (page client.Page[client.Transaction], err error) {
	x.lock.Lock()
	defer x.lock.Unlock()
	x.asked, x.from = append(x.asked, selected), append(x.from, from)
	if x.err != nil {
		return page, x.err
	}
	height := min(from, x.covered.Last)
	if request.Cursor != "" {
		_, _ = fmt.Sscan(string(request.Cursor), &height)
	}
	for ; height >= x.covered.First && len(page.Items) < request.Count; height-- {
		t := client.Transaction{
			Hash: fmt.Sprintf("0x%064x", height), Type: "user", Status: []string{"Success", "Fail"}[height%2], Sender: &move.Address{31: 0x77},
			Block: &client.BlockHeader{Height: new(height)}, Payload: &client.Payload{Kind: "entry_function", Function: fmt.Sprintf("0x77::old::f%d", height%7)},
		}
		if selected.Call == nil || selected.Call(&t) {
			page.Items = append(page.Items, t)
		}
	}
	if height >= x.covered.First {
		page.Next = client.Cursor(fmt.Sprint(height))
	}
	return page, nil
}

func indexedDeck(t *testing.T, x *fakeIndex) *tuitest.Deck {
	d := tuitest.New(t, 120, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain(), Executed: true}, Options: func(o *tui.Options) { o.Indexed = x }})
	d.Press(open...)
	return d
}

// Below the oldest block of the node the list is read from the index, and says so.
func TestGoesOnInIndex(t *testing.T) {
	t.Parallel()
	x := &fakeIndex{covered: client.HeightRange{First: 48_210_904, Last: 48_211_206}}
	d := indexedDeck(t, x)
	d.Shows("blocks scanned to 48,211,")
	for range 60 {
		d.Press("end")
	}
	d.Shows("0x77::old::f", "701 blocks scanned to 48,211,207, where the data of this node start", "from the index, heights ", " to 48,211,206")
	require.EqualValues(t, 48_211_206, x.from[0], "no block is read twice")
	for range 60 {
		d.Press("end")
	}
	d.Shows("from the index, heights 48,210,904 to 48,211,206", ", end")
}

// What neither the node nor the index has is said.
func TestNotInIndex(t *testing.T) {
	t.Parallel()
	x := &fakeIndex{covered: client.HeightRange{First: 48_211_000, Last: 48_211_100}}
	d := indexedDeck(t, x)
	for range 70 {
		d.Press("end")
	}
	d.Shows("from the index, heights 48,211,000 to 48,211,100; not read: 48,211,101 to 48,211,206")
}

// With a filter the index is asked at once, for what the filter selects, and again for another filter.
func TestFilterAsksIndex(t *testing.T) {
	t.Parallel()
	x := &fakeIndex{covered: client.HeightRange{First: 1204, Last: 48_211_900}}
	d := indexedDeck(t, x)
	d.Press("/", "fn:old::f3 status:fail height:<48,211,000", "enter")
	d.Shows("▸ 48,210,", "0x77::old::f3", "from the index, heights ")
	d.Hides("not read", "0x77::old::f4", "✓")
	require.Less(t, x.from[0], uint64(48_211_900))
	last := x.asked[len(x.asked)-1]
	require.EqualValues(t, 48_210_999, *last.Heights.High)
	require.False(t, last.Call(&client.Transaction{Type: "user", Status: "Fail", Payload: &client.Payload{Function: "0x77::old::f4"}}))
	calls := len(x.asked)
	d.Press("down", "down")
	d.Press("/", "ctrl+u", "fn:old::f4", "enter")
	d.Shows("0x77::old::f4", "from the index, heights ")
	require.Greater(t, len(x.asked), calls)
	d.Press("esc")
	d.Shows("64 blocks scanned to 48,211,844", "48,211,893")
	d.Hides("from the index", "0x77::old")
}

// A scan that stopped while the filter was being typed resumes from the index.
func TestFilterContinuesScanInIndex(t *testing.T) {
	t.Parallel()
	chain := tuitest.NewChain()
	x := &fakeIndex{covered: client.HeightRange{First: 1204, Last: 48_211_900}}
	d := tuitest.New(t, 120, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain, Executed: true}, Options: func(o *tui.Options) { o.Indexed = x }})
	d.Press(open...)
	d.Press("/", "fn:old::f3")
	chain.Grow(1)
	d.ReceiveUntil("scan paused") // new blocks have more of the list read while it has no row
	d.Press("enter")
	d.Shows("0x77::old::f3", "from the index, heights ")
	d.Hides("scan paused")
}

// An index that cannot be read is reported, and asked again only by the user.
func TestIndexFails(t *testing.T) {
	t.Parallel()
	x := &fakeIndex{covered: client.HeightRange{First: 1204, Last: 48_211_900}, err: fmt.Errorf("the disk is gone")}
	d := indexedDeck(t, x)
	d.Press("/", "fn:old", "enter")
	d.Shows("the disk is gone")
	asked := len(x.asked)
	d.Press("down", "up", "down")
	require.LessOrEqual(t, len(x.asked), asked+1)
	x.lock.Lock()
	x.err = nil
	x.lock.Unlock()
	d.Press("r")
	d.Shows("0x77::old::f")
}
