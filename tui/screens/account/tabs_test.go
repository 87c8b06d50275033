package account_test

import (
	"fmt"
	"iter"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/move"
	"foredeck/tui/tuitest"
)

func TestTabsLoadOnFirstVisit(t *testing.T) {
	t.Parallel()
	calls := &tuitest.RequestLog{}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Transport: calls.Wrap})
	d.Press("treasury", "enter")
	for i, path := range []string{"transactions", "coin_transactions", "automated_transactions", "modules", "resources"} {
		require.Equal(t, i == 0 || path == "resources", calls.Has(path), "%s: the panel has the balances among the resources", path)
	}
	for i, tab := range []struct{ key, path, shows string }{
		{"2", "coin_transactions", "Account treasury › Coin transfers"}, {"3", "automated_transactions", "› Automated"},
		{"4", "modules", "› Modules"}, {"5", "resources", "› Resources"},
	} {
		require.Equal(t, tab.path == "resources", calls.Has(tab.path), "%d: %s", i, tab.path)
		d.Press(tab.key)
		require.True(t, calls.Has(tab.path))
		d.Shows(tab.shows, " loaded")
	}
}

func TestTabsKeepTheirState(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter", "down")
	frames := map[string]string{}
	// What the tabs load changes the counts of the panel, and types of the selected transaction.
	counts := regexp.MustCompile(`(?m)^│ .* modules .*│$|(?s)╭ Selected ─.*`)
	for i, tab := range []string{"1", "2", "3", "4", "5"} {
		d.Press(tab)
		for range i + 1 {
			d.Press("down")
		}
		frames[tab] = counts.ReplaceAllString(d.FrameAboveKeys(), "")
	}
	d.Press("enter")
	d.Shows("› Resources › CoinStore<Coin5>")
	d.Press("esc")
	for tab, frame := range frames {
		d.Press(tab)
		require.Equal(t, frame, counts.ReplaceAllString(d.FrameAboveKeys(), ""), "tab %s", tab)
	}
	d.Press("2", "enter")
	d.Shows("› Coin transfers › seq 48", "row 3 of Coin transfers (newest first)")
	d.Press("J", "esc")
	require.Contains(t, strings.Split(d.Frame(), "\n")[d.LineOf("▸")], "4m16s", "the selection is preserved")
}

// Scrolling while blocks are produced shows every record once, in both orders, all versions and dialects.
func TestGrowingListsAreComplete(t *testing.T) {
	t.Parallel()
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
					t.Parallel()
					d := tuitest.New(t, 100, 30, tuitest.Setup{Version: list.version, Network: localnet.Options{Dialect: dialect, Transactions: 300}})
					d.Press("treasury", "enter")
					d.Press(list.tab)
					d.Shows(" of ?")
					if order == client.OldestFirst {
						d.Press("s")
					}
					for i := range 30 {
						d.Press("end", "end")
						if i%10 == 0 {
							for range 12 {
								d.ProduceBlock()
							}
							d.Advance(6 * time.Second)
						}
					}
					d.Advance(6 * time.Second)
					d.Advance(6 * time.Second)
					d.Shows(", end")
					d.Press("g")
					d.Hides("new above")
					var want, shown []string
					for record, err := range list.walk(d.Deps().Node, d.Network.Accounts()[0].Address, order) {
						require.NoError(t, err)
						want = append(want, record.Hash)
					}
					pages := transactions(d)
					for i := range pages.Len() {
						shown = append(shown, pages.At(i).Hash)
					}
					require.Equal(t, want, shown)
				})
			}
		}
	}
}

func TestCoinTransfersByType(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("treasury", "enter")
	d.Press("2", "f")
	d.Shows("Coin transfers, user only", " user ")
	d.Hides("block_me", " automated  ")
	d.Press("f")
	d.Shows("Coin transfers, automated only", " automated  ")
	d.Hides(" user  ")
	d.Press("f", "f", "f")
	d.Shows("Coin transfers (coin stores only", "f user only")
}

func TestAutomatedTransactionsNeedVersion3(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Version: client.V2})
	d.Press("treasury", "enter")
	d.Shows("20 of ?")
	d.Press("3")
	d.Shows("failed", "automated_transactions: not supported by v2 of the RPC", "r retry")
	d.Hides("failing") // the node is healthy
	d.Press("1")
	d.Hides("failed")
}

// typesWithoutValues is a version 1 node whose lists contain resource types without values.
type typesWithoutValues struct{}

func (typesWithoutValues) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch path := strings.TrimPrefix(r.URL.Path, "/rpc/v1/accounts/"+tuitest.Busy); path {
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

func TestValueMissingFromTheList(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: typesWithoutValues{}, Version: client.V1})
	d.Press("busy", "enter", "5")
	d.Shows("Supply", "not included in the list · enter load the value")
	d.Press("enter")
	d.Shows(`total  18446744073709551615`)
	d.Press("r")
	d.Shows(`total  18446744073709551615`)
	d.Press("esc")
	d.Shows("▸ Supply", `total  18446744073709551615`)
}

func TestRefreshResource(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("treasury", "enter")
	d.Press("5", "enter")
	d.Shows("› Resources › Account", "sequence_number", " 1200 ")
	d.Press("down", "down", "down", "down", "h", "up", "up") // closes coin_register_events
	d.Shows("▸ coin_register_events", "path   .sequence_number")
	for range 30 {
		d.ProduceBlock()
	}
	d.Advance(6 * time.Second)
	d.Shows(" 1200 ")
	d.Press("r")
	d.Shows("was 1200", "● 1 changed since")
	d.Shows("› Resources › Account", "sequence_number", "▸ coin_register_events", "path   .sequence_number")
	d.Press("esc")
	d.Shows("▸ Account", "updated 0s ago")
}

// A reload may return a shorter list.
func TestResourceIsGoneAfterRefresh(t *testing.T) {
	t.Parallel()
	node := &tuitest.Node{Records: 8}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: node})
	d.Press("busy", "enter", "5", "end", "enter")
	d.Shows("› Resources › CoinStore<Coin7>", "8 loaded · end")
	node.Records = 3
	d.Press("r")
	d.Hides("CoinStore<Coin7>")
	d.Shows("▸ CoinStore<Coin2>", "3 loaded · end")
	node.Records = 0
	d.Press("enter", "r")
	d.Shows("no resources at this address", "empty")
}

func TestFailedRefreshKeepsResources(t *testing.T) {
	t.Parallel()
	line := &tuitest.FailingTransport{}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Transport: line.Wrap})
	d.Press("treasury", "enter")
	d.Press("5", "down")
	line.On.Store(true)
	d.Press("r")
	d.Shows("failed, 0s old", "r retry", "▸ PackageRegistry")
	line.On.Store(false)
	d.Press("r")
	d.Hides("failed")
	d.Shows("▸ PackageRegistry")
}

func TestFollowAddressInResource(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter", "5", "enter", "*")
	for range 8 {
		d.Press("down")
	}
	d.Shows("path   .withdraw_events.guid.id.addr", "enter follow")
	d.Press("enter")
	d.Shows("Home › Account quiet › Sent")
	d.Press("[")
	d.Shows("path   .withdraw_events.guid.id.addr")
}

func TestOpenModule(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter", "4", "down", "enter")
	d.Shows(tuitest.Busy[:20]) // on its own screen, or in the message that there is none
	odd := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Record: tuitest.Hostile}})
	odd.Press("busy", "enter", "4", "down", "down", "enter")
	odd.Shows("! the node sent no name for this module")
}

func TestEscapeCancelsLoading(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Paused = true
	d.Press("5")
	d.AdvanceClock(2 * time.Second)
	d.Shows("loading resources   esc cancel")
	d.Press("esc")
	d.Shows("not loaded", "not loaded · r load resources")
	d.Resume()
	d.Shows("not loaded")
	d.Press("r")
	d.Shows("CoinStore<Coin0>")
}

func TestTypesLoadWhenTheSelectionRests(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Shows("raw values")
	d.Press("down", "down")
	d.Advance(time.Second)
	d.Shows("raw values")
	d.Advance(time.Second)
	d.Shows("types from ABI")
}

func TestAccountPanelHoldings(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 160, 40, tuitest.Setup{})
	d.Press("treasury", "enter")
	d.Shows("balance ", " NATIVE (CoinStore)", " USDX", "5 resources · modules not loaded · ", "objects: not in this API")
	d.Press("4")
	d.Shows("5 resources · ", " modules · ")
}

func TestDeclaredFields(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 160, 45, tuitest.Setup{})
	d.Press("framework", "enter", "5", "/", "Configuration", "enter", "enter", "down", "down")
	d.Shows("path   .last_reconfiguration_time", "type   u64", " UTC")
	frame := d.Frame()
	require.Less(t, strings.Index(frame, "  epoch "), strings.Index(frame, "  last_reconfiguration_time "), "in the order of the declaration")
	require.Regexp(t, `last_reconfiguration_time +\d+ .* u64  = \d{4}-\d\d-\d\d \d\d:`, frame)
	d.Press("esc", "esc", "/", "OriginatingAddress", "enter", "enter", "down")
	d.Shows("Table<address, address>", "table: enter on its handle opens an item by key")
}

// A balance is requested less often than the account, and has its own age.
func TestBalanceHasItsAge(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 160, 40, tuitest.Setup{})
	d.Press("treasury", "enter")
	require.Regexp(t, `balance .*   updated 0s ago +│`, d.Frame())
	for range 3 {
		d.Advance(5 * time.Second)
	}
	require.Regexp(t, `Account ─+ updated 0s ago`, d.Frame())
	require.Regexp(t, `balance .*   updated 15s ago +│`, d.Frame())
}

// A list says that it is from memory until the node has confirmed it.
func TestListFromMemory(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 160, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	require.Regexp(t, `Sent transactions ─+ updated 0s ago`, d.Frame())
	d.Press("5")
	d.AdvanceClock(22 * time.Second)
	d.Paused = true
	d.Press("1")
	d.Shows("from memory, updated 22s ago")
	d.Resume()
	d.Hides("from memory")
}
