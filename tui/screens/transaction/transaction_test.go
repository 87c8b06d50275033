package transaction_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/tui/store"
	"foredeck/tui/tuitest"
)

// lastParts counts requests by the last part of their path.
type lastParts struct {
	http.RoundTripper
	mutex sync.Mutex
	paths map[string]int
}

func (a *lastParts) RoundTrip(request *http.Request) (*http.Response, error) {
	a.mutex.Lock()
	a.paths[request.URL.Path[strings.LastIndex(request.URL.Path, "/")+1:]]++
	a.mutex.Unlock()
	return a.RoundTripper.RoundTrip(request)
}

func (a *lastParts) count(part string) int {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	return a.paths[part]
}

func TestArgumentsAreDecoded(t *testing.T) {
	t.Parallel()
	calls := &lastParts{paths: map[string]int{}}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Transport: func(next http.RoundTripper) http.RoundTripper {
		calls.RoundTripper = next
		return calls
	}})
	d.Press("busy", "enter")
	require.Zero(t, calls.count("coin"))
	d.Press("enter")
	d.Shows("decoded", "#1    address  quiet  0x5e01…77b0", "#2    u64      2,556.00000000", "255600000000", "transfers  - 2.50000000  busy   (from 1 coin event)",
		"types: module ABI (0s ago)")
	d.Press("u")
	d.Shows("#2    u64      255600000000", "same")
	d.Press("u", "u")
	d.Press("=", "to", "enter")
	d.Shows("#1 to  address")
	for range 20 {
		d.Press("J")
	}
	d.Press("K", "K")
	require.Equal(t, 2, calls.count("coin"), "once for the ABI and once for a failure, whatever J and K visit")
	require.LessOrEqual(t, calls.count("pool"), 1)
	d.Press("r")
	require.Equal(t, 3, calls.count("coin"))
}

func TestFieldsOpenTheirLinks(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("enter")
	for _, step := range []struct {
		keys []string
		want string
	}{
		{[]string{"enter"}, "Account quiet"},
		{[]string{"up", "enter"}, "Module 0x1::move_coin"},
		{[]string{"up", "enter"}, "Module 0x1::coin"},
		{[]string{"tab", "down", "down", "down", "enter"}, "Home › Account busy"},
		{[]string{"tab", "down", "down", "enter"}, "Account 0x7d1e…0170"},
	} {
		d.Press(step.keys...)
		d.Shows(step.want)
		d.Press("[")
		d.Shows("seq 56")
	}
	d.Press("home", "enter")
	d.Shows("Home › Blocks › block 48,211,858", "round")
	d.Press("[", "tab", "enter")
	d.Shows("Module 0x1::coin", "▸ transfer")
}

func TestCopyForms(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("enter")
	require.Equal(t, tuitest.Quiet, d.CopyForms()["value"])
	require.Equal(t, fmt.Sprintf("%q", tuitest.Quiet), d.CopyForms()["JSON"])
	require.Equal(t, ".payload.arguments[0]", d.CopyForms()["path"])
	require.Equal(t, "foredeck tx "+tuitest.Busy+" 56 -o json --base-url "+tuitest.BaseURL, d.CopyForms()["command"])
	d.Press("down")
	require.Equal(t, "255600000000", d.CopyForms()["value"])
	require.Equal(t, "#2\tu64\t2,556.00000000\t255600000000", d.CopyForms()["row"])
	d.Press("tab")
	require.Equal(t, "Success", d.CopyForms()["value"])
	d.Press("down", "down", "down", "down", "down")
	require.Equal(t, "0.00900000", d.CopyForms()["value"])
	require.Equal(t, "900000", d.CopyForms()["raw"])
	d.Press("6", "down", "down")
	require.NotEmpty(t, d.CopyForms()["path"])
	require.True(t, strings.HasPrefix(d.CopyForms()["record"], `{"txn_type"`))
	d.Press("3")
	require.Equal(t, "0x1::coin::CoinWithdraw", d.CopyForms()["type"])
}

// viewing returns a record that calls a view function.
func viewing(sequence int) string {
	record := strings.ReplaceAll(tuitest.Ordinary(sequence*9), "0x1::coin::transfer", "0x1::coin::balance")
	return strings.Replace(record, fmt.Sprintf(`[%q, "%d00000000"]`, tuitest.Quiet, 2500+sequence*9), fmt.Sprintf(`[%q]`, tuitest.Quiet), 1)
}

func TestOpenFunction(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 3, Record: viewing}})
	d.Press("busy", "enter")
	d.Press("enter", "f")
	d.Shows("balance › Run", "0x1::move_coin::MoveCoin", tuitest.Quiet[:20])
	d.Hides("invalid field")

	d = tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("enter", "f")
	d.Shows("Module 0x1::coin", "▸ transfer", "transfer is not a view function; showing its declaration")
}

func TestTypesFailToLoad(t *testing.T) {
	t.Parallel()
	line := &tuitest.FailingTransport{}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Transport: line.Wrap})
	d.Press("busy", "enter")
	line.On.Store(true)
	d.Press("enter")
	d.Shows("raw: no response from "+tuitest.BaseURL, "r retry", "[1]   255600000000", "RAW VALUE")
	line.On.Store(false)
	d.Press("r")
	d.Shows("decoded", "2,556.00000000")
}

func TestTypesOfThePreviousRecordAreDropped(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("J", "down", "down", "down", "down", "down", "down", "down", "down")
	d.Paused = true
	d.Press("enter")
	d.Shows("seq 48", "loading the ABI of 0xab12…8f90::pool")
	d.Press("K")
	d.Shows("seq 49", "loading the ABI of 0x1::coin")
	d.Resume()
	d.Shows("decoded", "2,549.00000000")
	require.Zero(t, d.Deps().Loader.InFlight())
}

// Every transaction in the lists of two busy accounts can be shown, in both dialects.
func TestEveryTransactionType(t *testing.T) {
	t.Parallel()
	for _, dialect := range []localnet.Dialect{localnet.Spec, localnet.Deployed} {
		for _, version := range []client.Version{client.V1, client.V3} {
			d := tuitest.New(t, 100, 30, tuitest.Setup{Network: localnet.Options{Dialect: dialect}, Version: version})
			kinds, raw := map[string]int{}, map[string]int{}
			for _, name := range []string{"treasury", "faucet"} {
				for _, list := range []string{"1", "2", "3"} {
					d.Press("esc", "esc", "esc", "space", "a", name, "enter", list, "enter")
					for range 60 {
						shown := d.Frame()
						if !strings.Contains(shown, "Raw JSON") {
							break
						}
						switch {
						case strings.Contains(shown, "type block_metadata"), strings.Contains(shown, "type automation_record"):
							require.NotContains(t, shown, "none for this type")
							require.Regexp(t, `✓ metadata of block [0-9,]+|✓ record of automated tasks`, shown)
							require.Contains(t, shown, "hash ")
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
						d.Press("J")
					}
				}
			}
			require.Positive(t, kinds["decoded"], "%v %v", kinds, raw)
			require.LessOrEqual(t, len(raw), 1, "scripts alone: %v", raw)
		}
	}
}

func TestHostileRecord(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Record: tuitest.Hostile}})
	d.Press("busy", "enter")
	d.Press("end", "enter")
	for range 3 {
		for range 12 {
			d.Press("down")
			require.NotContains(t, d.Model.View(), "\x1b[2J")
			require.NotContains(t, d.Model.View(), "\u202e")
		}
		d.Press("tab")
	}
	for _, tab := range []string{"1", "2", "3", "4", "5", "6"} {
		d.Press(tab, "down", "enter")
		d.CopyForms()
	}
	d.Advance(time.Second)
}

func TestSelectedPanelShowsArgumentNames(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	require.NoError(t, d.Deps().Store.SetName(store.Subject{Kind: store.Argument, Key: "0x1::coin::transfer#0"}, "payee"))
	d.Press("busy", "enter")
	d.Shows("Selected", "[0] payee  ", "[1]        ")
}

func TestFailureLeadsToInstruction(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{})
	d.Press("treasury", "enter", "/", "fail", "enter", "enter")
	d.Shows("✗ Fail", "failure    EINSUFFICIENT_BALANCE · INVALID_ARGUMENT, reason 6", "failed at  0x1::coin::extract, instruction", "F where it failed")
	d.Press("F")
	d.Shows("[4 Bytecode]", "▸ extract", "Abort")
	d.Press("[", "tab", "down")
	d.Shows("enter follow")
	d.Press("enter")
	d.Shows("[4 Bytecode]", "▸ extract", "Abort")
}

// Only functions that the called one reaches are listed, and the user picks one.
func TestSeveralPlacesOfAFailure(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{})
	d.Press("treasury", "enter", "/", "reason:ECOIN_STORE", "enter", "enter")
	d.Shows("failed at  one of 2 places in 0x1::coin", "0x1::coin::deposit, instruction 5", "0x1::coin::withdraw, instruction 8")
	d.Hides("0x1::coin::balance")
	d.Press("F")
	d.Shows("Where it may have failed", "▸ 0x1::coin::deposit, instruction 5")
	d.Press("j", "enter")
	d.Shows("[4 Bytecode]", "▸ withdraw", "Abort")
	d.Press("[", "tab", "down", "down", "down")
	d.Shows("enter follow")
	d.Press("enter")
	d.Shows("[4 Bytecode]", "▸ deposit", "Abort")
}

func TestFailedInstructionSaysItsCause(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{})
	d.Press("treasury", "enter", "/", "reason:match_order", "enter", "enter")
	d.Shows("failure    execution failed · index out of bounds (VecImmBorrow)", "::order_book::match_order, instruction 23")
	d.Shows("  21 ", "✗ 23    VecImmBorrow", "  25 ")
}

// The instructions around a failure and the lines of its source need no key. A small window has the instructions.
func TestFailureShowsItsCode(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		d := tuitest.New(t, size[0], size[1], tuitest.Setup{})
		d.Press("treasury", "enter", "/", "reason:INSUFFICIENT_BALANCE", "enter", "enter")
		d.Shows("▌ ✗ transfer of ", " to exchange failed: not enough coins to", "failed at  0x1::coin::extract, instruction 8", "  6     LdConst", "✗ 8     Abort", "  10    ImmBorrowField")
		if size[0] < 120 {
			d.Shows("line 201: assert!(coin.value >= amount,")
			continue
		}
		d.Shows("  199 ", "✗ 201           assert!(coin.value >= amount", "  203 ")
		d.Hides("line 201")
		require.Equal(t, 1, strings.Count(strings.ToLower(d.Frame()), "not enough coins"), "the sentence has the description")
	}
}

func TestSuccessHasNoFailure(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter", "enter")
	d.Shows("✓ Success", "Executed successfully")
	d.Hides("F where it failed", "failed at")
	d.Press("F")
	d.Shows("Executed successfully")
}

func TestFailedCallOfMultisigAccount(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{})
	d.Press("treasury", "enter", "/", "event:TransactionExecutionFailed", "enter")
	for range 3 { // each press loads pages until one matches
		d.Press("G")
	}
	d.Press("g", "enter")
	d.Shows("✓ Success", "inner call EINSUFFICIENT_BALANCE", "failed at  0x1::coin::", "F where it failed")
}

func TestSignersBesideTheSender(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 50, tuitest.Setup{Handler: tuitest.Node{Records: 3, Record: func(sequence int) string {
		signers := strings.Repeat(`"0xb0b", {"odd": "\u001b[2J"}, `, 4) + `"0xc0c", "0xc0c"`
		return regexp.MustCompile(`"Ed25519": \{[^}]*\}`).ReplaceAllString(tuitest.Ordinary(sequence*9),
			fmt.Sprintf(`"FeePayer": {"fee_payer_address": %q, "secondary_signer_addresses": [%s]}`, tuitest.Quiet, signers))
	}}})
	d.Press("busy", "enter", "enter", "tab", "tab")
	d.Shows("scheme     FeePayer", "see the Authenticator tab", "fee payer  ", "secondary  0x0000…0b0b", "secondary  not an address")
	for range 14 {
		d.Press("down")
	}
	d.Shows("… 2 more")
	d.Hides("0x0000…0c0c")
	for range 9 {
		d.Press("up")
	}
	d.Press("enter")
	d.Shows("› Account quiet ›")
}

// A transaction that is finished does not expire any more.
func TestExpiration(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 160, 50, tuitest.Setup{Handler: tuitest.Node{Records: 1}})
	d.Press("busy", "enter", "enter")
	d.Shows("expiry     2026-11-21 ")
	d.Hides("expires", "in 4m", "passed")

	d = tuitest.New(t, 160, 50, tuitest.Setup{Handler: tuitest.Node{Records: 1, Record: func(sequence int) string {
		return strings.Replace(tuitest.Ordinary(sequence), `"status": "Success"`, `"status": "Pending"`, 1)
	}}})
	d.Press("busy", "enter", "enter")
	d.Shows("expires    2026-11-21 11:52:29 UTC   passed")
}
