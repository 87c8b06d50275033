package tui

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client/move"
	"foredeck/tui/store"
)

// serveView answers view calls: a balance that its argument decides, a function that aborts, and one that attacks.
func serveView(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Function  string
		Arguments []string
	}
	_ = json.NewDecoder(r.Body).Decode(&body)
	switch {
	case strings.HasSuffix(body.Function, "::balance") && body.Arguments[0] == busy:
		fmt.Fprint(w, `{"result": ["120455102400"]}`)
	case strings.HasSuffix(body.Function, "::balance"):
		fmt.Fprint(w, `{"result": ["0"]}`)
	case strings.HasSuffix(body.Function, "::f"):
		fmt.Fprintf(w, `{"result": ["%[1]s", {"%[1]s": "%[1]s"}]}`, attack)
	default:
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"message": "Failed to execute view function: ABORTED with sub status 65542 at location Module 0x1::coin", "error_code": "invalid_input"}`)
	}
}

func openBalance(d *deck) { d.press("0x1::coin::balance", "enter", "v") }

func runBalance(d *deck) {
	openBalance(d)
	d.press("0x1::native_coin::NativeCoin", "tab", "busy", "enter")
}

func TestAViewFunctionIsRun(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.press("0x1::coin::balance", "enter")
	d.shows("enter run")
	d.hides("v run")
	d.press("v")
	d.shows("Module 0x1::coin › balance › Run", "▸ T0", "BODY SENT  shown once every field is right", "not run")
	d.press("0x1::native_coin::NativeCoi")
	d.shows("✓ struct type")
	d.press("n", "tab", "TREAS")
	d.shows("not hex at character 1   saved: treasury", "1 field is wrong", "✗")
	d.press("ury")
	d.shows("✓ 0xb713…c89c", `BODY SENT  {"function":"0x1::coin::balance","type_arguments":["0x1::native_coin::NativeCoin"]`)
	d.press("enter")
	d.shows("ok 0 ms", "u64", "HISTORY (kept on this machine)", "▸ 12:04:31")
	require.NotContains(t, d.screen(), "since")

	d.now = d.now.Add(3 * time.Second)
	d.press("enter")
	d.shows("same since 12:04:31", "▸ 12:04:34", "  12:04:31")
	for range 40 {
		d.produce()
	}
	d.now = d.now.Add(3 * time.Second)
	d.press("enter")
	require.Regexp(t, `[+-][0-9,.]+ since 12:04:34`, d.screen())
}

func TestTheFirstWrongFieldGetsTheFocus(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	openBalance(d)
	d.press("tab", "zz", "tab", "enter")
	d.shows("▸ T0", "2 fields are wrong", "empty   a type: u64", "not hex at character 1", "not run")
	d.press("0x1::m::T<0x1::m::U", "enter")
	d.shows("missing > after character 19")
}

func TestLettersAreTextWhileTyping(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	openBalance(d)
	d.press("q?r[ ]p", "backspace")
	d.shows("q?r[ ]", "esc leaves the form")
	d.hides("q quit", "? help")
	d.press("esc")
	d.shows("? help", "tab into the form", ": command")
	d.press("shift+tab", "shift+tab", "shift+tab", "shift+tab", "shift+tab")
	d.shows("▸ every [off]    encoding [JSON] BCS", "→ l next choice")
	d.press("tab", "l")
	d.shows("[BCS]")
	d.press("esc", "esc")
	d.shows("▸ balance")
}

func TestAFunctionThatFailsIsNoCallThatFails(t *testing.T) {
	line := &broken{}
	d := newDeck(t, 100, 30, setup{transport: func(next http.RoundTripper) http.RoundTripper { line.next = next; return line }})
	d.press(d.network.Accounts()[0].Address.String()+"::example::always_aborts", "enter", "enter")
	d.shows("it takes no arguments")
	d.press("enter")
	d.shows("the function failed", "ABORTED with sub status 7", "the node is well")

	runBalanceOfTreasury(d)
	d.shows("ok 0 ms")
	line.on.Store(true)
	d.press("enter")
	d.shows("the call failed", "no answer from "+baseURL+": connection refused", "what it returned 12:04:31:", "treasury", "✓ 0xb713…c89c")
	line.on.Store(false)
	d.press("enter")
	d.shows("ok 0 ms")
	d.hides("connection refused")
}

func runBalanceOfTreasury(d *deck) {
	d.press("esc", "space", "a", "0x1::coin::balance", "enter", "v", "0x1::native_coin::NativeCoin", "tab", "treasury", "enter")
}

func TestEarlierCallsComeBack(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	runBalanceOfTreasury(d)
	for range len("treasury") {
		d.press("backspace")
	}
	d.press("faucet")
	d.shows("not run with these arguments", "HISTORY")
	require.Equal(t, 1, strings.Count(d.screen(), "12:04:31  "), "what other arguments returned stands in the history alone")
	d.press("enter")
	d.hides("not run with")
	d.press("ctrl+p")
	d.shows("treasury    ", "✓ 0xb713…c89c")
	d.press("ctrl+n")
	d.shows("✓ 0x3f65…0f1c")
	d.press("esc", "down")
	d.shows("✓ 0xb713…c89c")
	d.press("enter")
	d.shows("same since")

	d.press("[")
	require.Regexp(t, `LAST RUN HERE .*\n.*12:04:31  [0-9,.]+ `, d.screen())
	d.press("v") // the form is a new one, the runs are those of the session
	d.shows("HISTORY (kept on this machine)")
	d.press("ctrl+p")
	d.shows("✓ 0xb713…c89c")
}

// A chain that has begun anew gives back what was typed, and compares nothing with what it returned before.
func TestCallsOfAnEarlierStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notebook")
	book, err := store.Open(path)
	require.NoError(t, err)
	d := newDeck(t, 100, 30, setup{notebook: book})
	runBalanceOfTreasury(d)
	require.NoError(t, book.Flush())

	book, err = store.Open(path)
	require.NoError(t, err)
	book.ResetChain()
	d = newDeck(t, 100, 30, setup{notebook: book})
	d.press("0x1::coin::balance", "enter")
	require.Regexp(t, `LAST RUN HERE .*\n.*12:04:31  run on an earlier start`, d.screen())
	d.press("v", "ctrl+p")
	d.shows("✓ 0xb713…c89c", "of an earlier start", "run on an earlier start of this network, whose chain has begun anew since")
	d.press("enter")
	d.shows("ok ")
	d.hides("same since", "trend")
}

func TestAViewCallInBCS(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	runBalanceOfTreasury(d)
	answer := lineWith(d, " u64  ")
	d.press("tab", "tab", "right")
	d.shows("BODY SENT  0x0000000000000000", "[BCS]")
	d.press("enter")
	d.shows("ok 0 ms", "same since")
	require.Equal(t, strings.Fields(answer)[2], strings.Fields(lineWith(d, " u64  "))[2])
}

// A name and its address ask the same, and so does another encoding; the result says how old it is.
func TestTheSameCallTypedOtherwise(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	runBalanceOfTreasury(d)
	d.shows("ok 0 ms, 0s ago")
	for range len("treasury") {
		d.press("backspace")
	}
	d.shows("not run with these arguments")
	d.press(strings.TrimPrefix(d.network.Accounts()[0].Address.String(), "0x"))
	d.now = d.now.Add(40 * time.Second)
	d.shows("ok 0 ms, 40s ago", "u64")
	d.press("tab", "tab", "right")
	d.shows("[BCS]", "ok 0 ms, 40s ago")
	d.now = d.now.Add(48 * time.Hour)
	d.shows("ok 0 ms, 11-21 12:04")
}

func lineWith(d *deck, words string) string {
	return strings.Split(d.screen(), "\n")[lineOf(d.TB.(*testing.T), d.screen(), words)]
}

func TestEscapeCancelsARun(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	openBalance(d)
	d.press("0x1::native_coin::NativeCoin", "tab", "treasury")
	d.held = true
	d.press("enter")
	d.now = d.now.Add(2 * time.Second)
	d.shows("asking 2s", "asking for the function   esc cancels", "esc cancel")
	d.press("esc")
	d.hides("asking")
	d.release()
	d.shows("not run", "▸ #0")
}

func TestAPastedArgumentIsTrimmed(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	openBalance(d)
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Paste: true, Runes: []rune(" u64\n")})
	d.shows("✓ u64 type")
}

func TestTheTypesOfTheForm(t *testing.T) {
	d := newDeck(t, 120, 40, setup{})
	example := d.network.Accounts()[0].Address.String() + "::example::"
	for function, typed := range map[string][2]string{
		"echo_u64":          {"18_446", "18,446"},
		"echo_u256":         {"115792089237316195423570985008687907853269984665640564039457584007913129639935", "115792089237316195423570985008687907853269984665640564039457584007913129639935"},
		"echo_bool":         {"t", "true"},
		"echo_bytes":        {"text:hello", "0x68656c6c6f"},
		"echo_flags":        {"true,f", "[true,false]"},
		"echo_string":       {" two words ", " two words "},
		"echo_option":       {"7", `{"vec":["7"]}`},
		"echo_option_bytes": {"", `{"vec":[]}`},
		"echo_table":        {"[[1,2],[3]]", "[[1,2],[3]]"},
		"echo_address":      {"Alice", "alice  0xed57…74e0"},
	} {
		d.press("esc", "space", "a", example+function, "enter", "v", typed[0], "enter")
		d.shows("ok 0 ms", typed[1])
	}
	for function, typed := range map[string][2]string{
		"echo_u64":   {"18446744073709551616", "over u64: 18,446,744,073,709,551,615 is the most"},
		"echo_bool":  {"yes", "true or false"},
		"echo_bytes": {"0x123", "odd number of digits"},
		"echo_names": {`["a", "b`, `missing " at the end`},
		"echo_table": {"[[1],[x]]", "item 2: item 1: "},
	} {
		d.press("esc", "space", "a", example+function, "enter", "v", typed[0], "enter")
		d.shows(typed[1], "1 field is wrong")
	}
}

func TestACallIsMadeAgainByItself(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	runBalanceOfTreasury(d)
	d.press("esc", "w")
	d.shows("every [10s]", "again in 10s")
	runs := func() int { return len(d.model.deps.Runs.Of(balance(t))) }
	before := runs()
	d.pass(9 * time.Second)
	require.Equal(t, before, runs())
	d.pass(time.Second)
	require.Equal(t, before+1, runs())
	d.press("[")
	d.pass(time.Minute)
	require.Equal(t, before+1, runs(), "who has left asks no more")
	d.press("]")
	d.pass(time.Second)
	require.Equal(t, before+2, runs())
	d.press("w")
	d.shows("every [off]")
	d.pass(time.Minute)
	require.Equal(t, before+2, runs())
}

func balance(t *testing.T) move.FunctionID {
	t.Helper()
	function, err := move.ParseFunctionID("0x1::coin::balance")
	require.NoError(t, err)
	return function
}

func TestACallIsCopiedInEveryForm(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	runBalanceOfTreasury(d)
	d.press("esc", "y")
	raw := strings.Fields(lineWith(d, " u64  "))[4]
	require.Equal(t, raw, d.clipboard(), "the digits of the node")
	treasury := d.network.Accounts()[0].Address.String()
	for down, want := range map[int]string{
		1: `{"result":["` + raw + `"]}`,
		2: "foredeck view 0x1::coin::balance --type-arg 0x1::native_coin::NativeCoin --arg " + treasury,
		3: "curl -sS -X POST " + baseURL + "/rpc/v3/view -H 'Content-Type: application/json' -d '{\"function\":\"0x1::coin::balance\",\"type_arguments\":[\"0x1::native_coin::NativeCoin\"],\"arguments\":[\"" + treasury + "\"]}'",
		4: "simulated/view/0x1::coin::balance?type=0x1%3A%3Anative_coin%3A%3ANativeCoin&arg=" + treasury,
	} {
		d.press("Y")
		d.shows("Copy as", "curl", "link")
		for range down {
			d.press("down")
		}
		d.press("enter")
		require.Equal(t, want, d.clipboard())
		d.shows("characters)", "clipboard: terminal")
	}
}

func TestACallIsSaved(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	runBalanceOfTreasury(d)
	d.press("esc", "b")
	d.shows("Save", "> balance")
	d.press("enter")
	d.shows("saved as balance: it stands on Home")
	require.Regexp(t, `12:04:31 .* ms +balance`, lineWith(d, "▸ 12:04:31"))
	d.press("b")
	d.shows("another name, or none to give it up")
	d.press("ctrl+u", "no good", "enter")
	d.shows("letters a to z, digits, - and _ only")
	d.press("ctrl+u", "enter")
	d.shows("balance is no longer saved")
	require.Empty(t, d.model.deps.Store.Bookmarks())
}

func TestResultsInUnits(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	runBalanceOfTreasury(d)
	fields := strings.Fields(lineWith(d, " u64  "))
	require.Contains(t, fields[3], ".", "the decimals of the coin")
	d.press("esc", "u")
	d.shows("raw digits")
	require.Equal(t, fields[4], strings.Fields(lineWith(d, " u64  "))[3])
	d.press("u")
	require.True(t, strings.HasPrefix(strings.Fields(lineWith(d, " u64  "))[3], "0x"))
	d.press("u")
	require.Equal(t, fields[3], strings.Fields(lineWith(d, " u64  "))[3])
}
