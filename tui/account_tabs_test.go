package tui

import (
	"fmt"
	"iter"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/move"
)

// asked notes the last part of each path that is asked for.
type asked struct {
	next  http.RoundTripper
	mutex sync.Mutex
	paths []string
}

func (a *asked) RoundTrip(request *http.Request) (*http.Response, error) {
	a.mutex.Lock()
	a.paths = append(a.paths, request.URL.Path[strings.LastIndex(request.URL.Path, "/")+1:])
	a.mutex.Unlock()
	return a.next.RoundTrip(request)
}

func (a *asked) has(path string) bool {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	for _, known := range a.paths {
		if known == path {
			return true
		}
	}
	return false
}

func TestATabIsAskedForOnItsFirstVisit(t *testing.T) {
	calls := &asked{}
	d := newDeck(t, 100, 30, setup{transport: func(next http.RoundTripper) http.RoundTripper { calls.next = next; return calls }})
	d.openTreasury()
	for i, path := range []string{"transactions", "coin_transactions", "automated_transactions", "modules", "resources"} {
		require.Equal(t, i == 0, calls.has(path), path)
	}
	for i, tab := range []struct{ key, path, shows string }{
		{"2", "coin_transactions", "Account treasury › Coin moves"}, {"3", "automated_transactions", "› Automated"},
		{"4", "modules", "› Modules"}, {"5", "resources", "› Resources"},
	} {
		require.False(t, calls.has(tab.path), "%d: %s", i, tab.path)
		d.press(tab.key)
		require.True(t, calls.has(tab.path))
		d.shows(tab.shows, " loaded")
	}
}

func TestTabsStayAsTheyWereLeft(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	d.press("busy", "enter", "down")
	frames := map[string]string{}
	for i, tab := range []string{"1", "2", "3", "4", "5"} {
		d.press(tab)
		for range i + 1 {
			d.press("down")
		}
		frames[tab] = places(d)
	}
	d.press("enter")
	d.shows("› Resources › CoinStore<Coin5>")
	d.press("esc")
	for tab, frame := range frames {
		d.press(tab)
		require.Equal(t, frame, places(d), "tab %s", tab)
	}
	d.press("2", "enter")
	d.shows("› Coin moves › seq 48", "row 3 of Coin moves, newest first")
	d.press("J", "esc")
	require.Contains(t, strings.Split(d.screen(), "\n")[lineOf(t, d.screen(), "▸")], "4m16s", "the selection went along")
}

// TestListsThatGrowLoseNothing scrolls while blocks come in, in both orders, all versions and forms of node: what is shown in
// the end is what the client gives of the whole list, each record once.
func TestListsThatGrowLoseNothing(t *testing.T) {
	coins := func(node *client.Node, address move.Address, order client.Order) iter.Seq2[client.Transaction, error] {
		return node.AllCoinTransactions(t.Context(), address, client.AnyType, order)
	}
	automated := func(node *client.Node, address move.Address, order client.Order) iter.Seq2[client.Transaction, error] {
		return node.AllAutomatedTransactions(t.Context(), address, nil, order)
	}
	for _, list := range []struct {
		tab     string
		version client.Version
		walk    func(*client.Node, move.Address, client.Order) iter.Seq2[client.Transaction, error]
	}{{"2", client.V1, coins}, {"2", client.V2, coins}, {"2", client.V3, coins}, {"3", client.V3, automated}} {
		for _, dialect := range []localnet.Dialect{localnet.Spec, localnet.Deployed} {
			for _, order := range []client.Order{client.NewestFirst, client.OldestFirst} {
				t.Run(fmt.Sprint("tab ", list.tab, " ", list.version, " ", dialect, " ", order), func(t *testing.T) {
					d := newDeck(t, 100, 30, setup{version: list.version, network: localnet.Options{Dialect: dialect, Transactions: 300}})
					d.openTreasury()
					d.press(list.tab)
					d.shows(" of ?")
					if order == client.OldestFirst {
						d.press("s")
					}
					for i := range 30 {
						d.press("end", "end")
						if i%10 == 0 {
							for range 12 {
								d.produce()
							}
							d.pass(6 * time.Second)
						}
					}
					d.pass(6 * time.Second)
					d.pass(6 * time.Second)
					d.shows(", end")
					d.press("g")
					d.hides("new above")
					var want, shown []string
					for record, err := range list.walk(d.model.deps.Node, d.network.Accounts()[0].Address, order) {
						require.NoError(t, err)
						want = append(want, record.Hash)
					}
					pages := accountList(d)
					for i := range pages.Len() {
						shown = append(shown, pages.At(i).Hash)
					}
					require.Equal(t, want, shown)
				})
			}
		}
	}
}

func TestTheKindOfCoinMovesIsLimitedAtTheNode(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.openTreasury()
	d.press("2", "f")
	d.shows("Coin moves, user only", " user ")
	d.hides("block_me", " automated  ")
	d.press("f")
	d.shows("Coin moves, automated only", " automated  ")
	d.hides(" user  ")
	d.press("f", "f", "f")
	d.shows("Coin moves (coin stores only", "f user only")
}

func TestOnlyANodeOfVersion3HasAutomatedTransactions(t *testing.T) {
	d := newDeck(t, 100, 30, setup{version: client.V2})
	d.openTreasury()
	d.shows("20 of ?")
	d.press("3")
	d.shows("failed", "automated_transactions is not in v2 of the RPC; v3 has it", "r asks again")
	d.hides("failing") // the node is well
	d.press("1")
	d.hides("failed")
}

// namesAlone is a node of version 1 that lists the types of resources and no values.
type namesAlone struct{}

func (namesAlone) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch path := strings.TrimPrefix(r.URL.Path, "/rpc/v1/accounts/"+busy); path {
	case "":
		fmt.Fprint(w, `{"sequence_number": 0, "authentication_key": "0x1"}`)
	case "/resources":
		fmt.Fprint(w, `{"Resources": {"resource": ["0x1::coin::Supply"], "cursor": ""}}`)
	case "/resources/0x1::coin::Supply":
		fmt.Fprint(w, `{"result": [{"total": "18446744073709551615"}]}`)
	default:
		fmt.Fprint(w, "[]")
	}
}

func TestAValueThatTheListLeavesOutIsAskedFor(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: namesAlone{}, version: client.V1})
	d.press("busy", "enter", "5")
	d.shows("Supply", "the list names the type alone: enter asks for the value")
	d.press("enter")
	d.shows(`total  "18446744073709551615"`)
	d.press("r")
	d.shows(`total  "18446744073709551615"`)
	d.press("esc")
	d.shows("▸ Supply", `total  "18446744073709551615"`)
}

func TestAResourceIsReadAnewByRefresh(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.openTreasury()
	d.press("5", "enter")
	d.shows("› Resources › Account", "sequence_number", `"1200"`)
	d.press("down", "down", "h", "end", "up", "up") // closes coin_register_events
	d.shows("▸ coin_register_events", "path   .sequence_number")
	for range 30 {
		d.produce()
	}
	d.pass(6 * time.Second)
	d.shows(`"1200"`)
	d.press("r")
	d.shows(`was "1200"`, "● 1 changed since")
	d.shows("› Resources › Account", "sequence_number", "▸ coin_register_events", "path   .sequence_number")
	d.press("esc")
	d.shows("▸ Account", "fresh 0s")
}

// TestAResourceThatIsGoneGivesTheListBack reads a list anew that has become shorter.
func TestAResourceThatIsGoneGivesTheListBack(t *testing.T) {
	node := &fixture{records: 8, record: ordinary}
	d := newDeck(t, 100, 30, setup{handler: node})
	d.press("busy", "enter", "5", "end", "enter")
	d.shows("› Resources › CoinStore<Coin7>", "8 loaded · end")
	node.records = 3
	d.press("r")
	d.hides("CoinStore<Coin7>")
	d.shows("▸ CoinStore<Coin2>", "3 loaded · end")
	node.records = 0
	d.press("enter", "r")
	d.shows("no resources at this address", "empty")
}

func TestTheNodeGoesWhileResourcesAreReadAnew(t *testing.T) {
	line := &broken{}
	d := newDeck(t, 100, 30, setup{transport: func(next http.RoundTripper) http.RoundTripper { line.next = next; return line }})
	d.openTreasury()
	d.press("5", "down")
	line.on.Store(true)
	d.press("r")
	d.shows("failed, 0s old", "r asks again", "▸ PackageRegistry")
	line.on.Store(false)
	d.press("r")
	d.hides("failed")
	d.shows("▸ PackageRegistry")
}

func TestAnAddressInAResourceIsFollowed(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	d.press("busy", "enter", "5", "enter", "*")
	for range 8 {
		d.press("down")
	}
	d.shows("path   .withdraw_events.guid.id.addr", "enter follow")
	d.press("enter")
	d.shows("› Resources › CoinStore<Coin0> › Account quiet › Sent")
	d.press("esc")
	d.shows("path   .withdraw_events.guid.id.addr")
}

func TestAModuleIsOpened(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	d.press("busy", "enter", "4", "down", "enter")
	d.shows(busy[:20]) // on its own screen, or in the message that there is none
	odd := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: hostile}})
	odd.press("busy", "enter", "4", "down", "down", "enter")
	odd.shows("! the node gives no name for this module")
}

func TestEscapeEndsTheLoadOfATab(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	d.press("busy", "enter")
	d.held = true
	d.press("5")
	d.now = d.now.Add(2 * time.Second)
	d.shows("asking for the resources that it", "holds   esc cancels")
	d.press("esc")
	d.shows("not loaded", "not asked: r asks for the resources", "that it holds")
	d.release()
	d.shows("not loaded")
	d.press("r")
	d.shows("CoinStore<Coin0>")
}

func TestTypesOfTheSelectedRowAreAskedForOnceItRests(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.shows("raw values")
	d.press("down", "down")
	d.pass(time.Second)
	d.shows("raw values")
	d.pass(time.Second)
	d.shows("types from ABI")
}
