package tui

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/tui/store"
)

// lastParts counts requests by the last part of their path.
type lastParts struct {
	http.RoundTripper
	paths map[string]int
}

func (a *lastParts) RoundTrip(request *http.Request) (*http.Response, error) {
	a.paths[request.URL.Path[strings.LastIndex(request.URL.Path, "/")+1:]]++
	return a.RoundTripper.RoundTrip(request)
}

func TestArgumentsAreDecoded(t *testing.T) {
	calls := &lastParts{paths: map[string]int{}}
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}, transport: func(next http.RoundTripper) http.RoundTripper {
		calls.RoundTripper = next
		return calls
	}})
	openBusy(d)
	require.Zero(t, calls.paths["coin"])
	d.press("enter")
	d.shows("decoded", "#0    address  quiet  0x5e01…77b0", "#1    u64      2,556.00000000", "255600000000", "moves      - 2.50000000  busy   (from 1 coin event)",
		"types: module ABI (0s ago)")
	d.press("u")
	d.shows("#1    u64      255600000000", "same")
	d.press("u", "u")
	d.press("=", "to", "enter")
	d.shows("#0 to  address")
	for range 20 {
		d.press("J")
	}
	d.press("K", "K")
	require.Equal(t, 1, calls.paths["coin"], "J and K do not ask again")
	require.LessOrEqual(t, calls.paths["pool"], 1)
	d.press("r")
	require.Equal(t, 2, calls.paths["coin"])
}

func TestFieldsAreFollowed(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("enter")
	for _, step := range []struct {
		keys []string
		want string
	}{
		{[]string{"enter"}, "Account quiet"},
		{[]string{"up", "enter"}, "Module 0x1::move_coin"},
		{[]string{"up", "enter"}, "Module 0x1::coin"},
		{[]string{"tab", "down", "down", "down", "enter"}, "Account busy › Sent › seq 56 › Account busy"},
		{[]string{"tab", "down", "down", "enter"}, "Account 0x7d1e…0170"},
	} {
		d.press(step.keys...)
		d.shows(step.want)
		d.press("[")
		d.shows("seq 56")
	}
	d.press("home", "enter")
	d.shows("seq 56 › block 48,211,858", "round")
	d.press("[", "tab", "enter")
	d.shows("Module 0x1::coin", "▸ transfer")
}

func TestWhatIsSelectedIsCopied(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("enter")
	require.Equal(t, quiet, copiedForms(d)["value"])
	require.Equal(t, fmt.Sprintf("%q", quiet), copiedForms(d)["JSON"])
	require.Equal(t, ".payload.arguments[0]", copiedForms(d)["path"])
	require.Equal(t, "foredeck txs "+busy+" --start 56 --limit 1 -o json --base-url "+baseURL, copiedForms(d)["command"])
	d.press("down")
	require.Equal(t, "255600000000", copiedForms(d)["value"])
	require.Equal(t, "#1\tu64\t2,556.00000000\t255600000000", copiedForms(d)["row"])
	d.press("tab")
	require.Equal(t, "Success", copiedForms(d)["value"])
	d.press("down", "down", "down", "down", "down")
	require.Equal(t, "0.00900000", copiedForms(d)["value"])
	require.Equal(t, "900000", copiedForms(d)["raw"])
	d.press("6", "down", "down")
	require.NotEmpty(t, copiedForms(d)["path"])
	require.True(t, strings.HasPrefix(copiedForms(d)["record"], `{"txn_type"`))
	d.press("3")
	require.Equal(t, "0x1::coin::CoinWithdraw", copiedForms(d)["type"])
}

// viewing is a record that calls a view function.
func viewing(sequence int) string {
	record := strings.ReplaceAll(ordinary(sequence*9), "0x1::coin::transfer", "0x1::coin::balance")
	return strings.Replace(record, fmt.Sprintf(`[%q, "%d00000000"]`, quiet, 2500+sequence*9), fmt.Sprintf(`[%q]`, quiet), 1)
}

func TestAFunctionIsOpenedWithItsArguments(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 3, record: viewing}})
	openBusy(d)
	d.press("enter", "f")
	d.shows("balance › Run", "0x1::move_coin::MoveCoin", quiet[:20])
	d.hides("is wrong")

	d = newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("enter", "f")
	d.shows("Module 0x1::coin", "▸ transfer", "transfer is no view function, which could be run: it stands here")
}

func TestTypesThatDoNotCome(t *testing.T) {
	line := &broken{}
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}, transport: func(next http.RoundTripper) http.RoundTripper { line.next = next; return line }})
	openBusy(d)
	line.on.Store(true)
	d.press("enter")
	d.shows("raw: no answer from "+baseURL, "r asks again", "#1    255600000000", "RAW VALUE")
	line.on.Store(false)
	d.press("r")
	d.shows("decoded", "2,556.00000000")
}

func TestTypesOfAnotherRecordAreDropped(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.press("J", "down", "down", "down", "down", "down", "down", "down", "down")
	d.held = true
	d.press("enter")
	d.shows("seq 48", "asking for the interface of 0xab12…8f90::pool")
	d.press("K")
	d.shows("seq 49", "asking for the interface of 0x1::coin")
	d.release()
	d.shows("decoded", "2,549.00000000")
	require.Zero(t, d.model.deps.Loader.InFlight())
}

// TestEveryKindOfRecordIsShown walks over all lists of busy accounts of the simulated network, in both dialects.
func TestEveryKindOfRecordIsShown(t *testing.T) {
	for _, dialect := range []localnet.Dialect{localnet.Spec, localnet.Deployed} {
		for _, version := range []client.Version{client.V1, client.V3} {
			d := newDeck(t, 100, 30, setup{network: localnet.Options{Dialect: dialect}, version: version})
			kinds, raw := map[string]int{}, map[string]int{}
			for _, name := range []string{"treasury", "faucet"} {
				for _, list := range []string{"1", "2", "3"} {
					d.press("esc", "esc", "esc", "space", "a", name, "enter", list, "enter")
					for range 60 {
						shown := d.screen()
						if !strings.Contains(shown, "Raw JSON") {
							break
						}
						switch {
						case strings.Contains(shown, "type  block_metadata"), strings.Contains(shown, "type  automation_record"):
							require.Contains(t, shown, "payload    none for this kind")
							require.Contains(t, shown, "sender     none for this kind")
							kinds["none"]++
						case strings.Contains(shown, "decoded"):
							kinds["decoded"]++
						case strings.Contains(shown, "no arguments"):
							kinds["no arguments"]++
						default:
							at := strings.Index(shown, "raw: ")
							require.Positive(t, at, shown)
							raw[strings.Split(shown[at:], "  ")[0]]++
						}
						d.press("J")
					}
				}
			}
			require.Positive(t, kinds["decoded"], "%v %v", kinds, raw)
			require.LessOrEqual(t, len(raw), 1, "scripts alone: %v", raw)
		}
	}
}

func TestAHostileRecordIsHarmlessInEveryPanel(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: hostile}})
	openBusy(d)
	d.press("end", "enter")
	for range 3 {
		for range 12 {
			d.press("down")
			require.NotContains(t, d.model.View(), "\x1b[2J")
			require.NotContains(t, d.model.View(), "\u202e")
		}
		d.press("tab")
	}
	for _, tab := range []string{"1", "2", "3", "4", "5", "6"} {
		d.press(tab, "down", "enter")
		for _, form := range d.model.copies() {
			form.Value()
		}
	}
	d.pass(time.Second)
}

func TestTheSelectedPanelUsesNames(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	require.NoError(t, d.model.deps.Store.SetName(store.Subject{Kind: store.Argument, Key: "0x1::coin::transfer#0"}, "payee"))
	openBusy(d)
	d.shows("Selected", "#0 payee  ", "#1        ")
}
