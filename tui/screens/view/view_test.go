package view_test

import (
	"path/filepath"
	"strings"
	"testing"

	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client/move"
	"foredeck/tui/store"
	"foredeck/tui/tuitest"
)

func TestRun(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("0x1::coin::balance", "enter")
	d.Shows("enter run")
	d.Hides("v run")
	d.Press("v")
	d.Shows("Module 0x1::coin › balance › Run", "▸ T0", "BODY       shown when all fields are valid", "not run")
	d.Press("0x1::native_coin::NativeCoi")
	d.Shows("✓ struct type")
	d.Press("n", "tab", "TREAS")
	d.Shows("not hex at character 1   saved: treasury", "1 invalid field", "✗")
	d.Press("ury")
	d.Shows("✓ 0xb713…c89c", `BODY       {"function":"0x1::coin::balance","type_arguments":["0x1::native_coin::NativeCoin"]`)
	d.Press("enter")
	d.Shows("ok 0 ms", "u64", "HISTORY (stored on this machine)", "▸ 12:04:31")
	require.NotContains(t, d.Frame(), "since")

	d.AdvanceClock(3 * time.Second)
	d.Press("enter")
	d.Shows("same since 12:04:31", "▸ 12:04:34", "  12:04:31")
	for range 40 {
		d.ProduceBlock()
	}
	d.AdvanceClock(3 * time.Second)
	d.Press("enter")
	require.Regexp(t, `[+-][0-9,.]+ since 12:04:34`, d.Frame())
}

func TestFirstInvalidFieldGetsTheFocus(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press(openBalance()...)
	d.Press("tab", "zz", "tab", "enter")
	d.Shows("▸ T0", "2 invalid fields", "required   a type: u64", "not hex at character 1", "not run")
	d.Press("0x1::m::T<0x1::m::U", "enter")
	d.Shows("missing > after character 19")
}

func TestLettersAreInputInFields(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press(openBalance()...)
	d.Press("q?r[ ]p", "backspace")
	d.Shows("q?r[ ]", "esc leave form")
	d.Hides("q quit", "? help")
	d.Press("esc")
	d.Shows("? help", "tab edit form")
	d.Press("shift+tab", "shift+tab", "shift+tab", "shift+tab", "shift+tab")
	d.Shows("▸ repeat [off]    encoding [JSON] BCS", "→ l next choice")
	d.Press("tab", "l")
	d.Shows("[BCS]")
	d.Press("esc", "esc")
	d.Shows("▸ balance")
}

func TestAbortsAndFailedCalls(t *testing.T) {
	t.Parallel()
	line := &tuitest.FailingTransport{}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Transport: line.Wrap})
	d.Press(d.Network.Accounts()[0].Address.String()+"::example::always_aborts", "enter", "enter")
	d.Shows("no arguments")
	d.Press("enter")
	d.Shows("function aborted", "abort code 0x7", "::example", "F where it failed · the node is healthy")
	d.Press("F")
	d.Shows("[4 Bytecode]", "always_aborts", "✗", "Abort")
	d.Press("[")
	d.Shows("function aborted")

	runBalanceOfTreasury(d)
	d.Shows("ok 0 ms")
	line.On.Store(true)
	d.Press("enter")
	d.Shows("call failed", "no response from "+tuitest.BaseURL+": connection refused", "result of 12:04:31:", "treasury", "✓ 0xb713…c89c")
	line.On.Store(false)
	d.Press("enter")
	d.Shows("ok 0 ms")
	d.Hides("connection refused")
}

func runBalanceOfTreasury(d *tuitest.Deck) {
	d.Press("esc", "space", "a", "0x1::coin::balance", "enter", "v", "0x1::native_coin::NativeCoin", "tab", "treasury", "enter")
}

func TestHistory(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	runBalanceOfTreasury(d)
	for range len("treasury") {
		d.Press("backspace")
	}
	d.Press("faucet")
	d.Shows("not run with these arguments", "HISTORY")
	require.Equal(t, 1, strings.Count(d.Frame(), "12:04:31  "), "results of other arguments are in the history only")
	d.Press("enter")
	d.Hides("not run with")
	d.Press("ctrl+p")
	d.Shows("treasury    ", "✓ 0xb713…c89c")
	d.Press("ctrl+n")
	d.Shows("✓ 0x3f65…0f1c")
	d.Press("esc", "down")
	d.Shows("✓ 0xb713…c89c")
	d.Press("enter")
	d.Shows("same since")

	d.Press("[")
	require.Regexp(t, `LAST RUN .*\n.*12:04:31  [0-9,.]+ `, d.Frame())
	d.Press("v") // a new form with the runs of the session
	d.Shows("HISTORY (stored on this machine)")
	d.Press("ctrl+p")
	d.Shows("✓ 0xb713…c89c")
}

// After a chain reset, inputs can be recalled, but results are not compared with earlier ones.
func TestHistoryAfterChainReset(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	db, err := store.Open(path)
	require.NoError(t, err)
	d := tuitest.New(t, 100, 30, tuitest.Setup{Store: db})
	runBalanceOfTreasury(d)
	require.NoError(t, db.Flush())

	db, err = store.Open(path)
	require.NoError(t, err)
	db.ResetChain()
	d = tuitest.New(t, 100, 30, tuitest.Setup{Store: db})
	d.Press("0x1::coin::balance", "enter")
	require.Regexp(t, `LAST RUN .*\n.*12:04:31  run on a previous chain`, d.Frame())
	d.Press("v", "ctrl+p")
	d.Shows("✓ 0xb713…c89c", "before a chain reset", "run on a previous chain; this network has been reset since")
	d.Press("enter")
	d.Shows("ok ")
	d.Hides("same since", "trend")
}

func TestBCS(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	runBalanceOfTreasury(d)
	response := d.LineWith(" u64  ")
	d.Press("tab", "tab", "right")
	d.Shows("BODY       0x0000000000000000", "[BCS]")
	d.Press("enter")
	d.Shows("ok 0 ms", "same since")
	require.Equal(t, strings.Fields(response)[2], strings.Fields(d.LineWith(" u64  "))[2])
}

// A name and its address make the same call, and so does another encoding. The result shows its age.
func TestEqualCallsShareResults(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	runBalanceOfTreasury(d)
	d.Shows("ok 0 ms, 0s ago")
	for range len("treasury") {
		d.Press("backspace")
	}
	d.Shows("not run with these arguments")
	d.Press(strings.TrimPrefix(d.Network.Accounts()[0].Address.String(), "0x"))
	d.AdvanceClock(40 * time.Second)
	d.Shows("ok 0 ms, 40s ago", "u64")
	d.Press("tab", "tab", "right")
	d.Shows("[BCS]", "ok 0 ms, 40s ago")
	d.AdvanceClock(48 * time.Hour)
	d.Shows("ok 0 ms, 2d00h ago")
}

func TestEscapeCancelsTheCall(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press(openBalance()...)
	d.Press("0x1::native_coin::NativeCoin", "tab", "treasury")
	d.Paused = true
	d.Press("enter")
	d.AdvanceClock(2 * time.Second)
	d.Shows("running 2s", "loading the result   esc cancel", "esc cancel")
	d.Press("esc")
	d.Hides("loading the result", "running 2s")
	d.Resume()
	d.Shows("not run", "▸ #0")
}

func TestPastedArgumentIsTrimmed(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press(openBalance()...)
	d.Send(tea.KeyMsg{Type: tea.KeyRunes, Paste: true, Runes: []rune(" u64\n")})
	d.Shows("✓ u64 type")
}

func TestArgumentTypes(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{})
	example := d.Network.Accounts()[0].Address.String() + "::example::"
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
		d.Press("esc", "space", "a", example+function, "enter", "v", typed[0], "enter")
		d.Shows("ok 0 ms", typed[1])
	}
	for function, typed := range map[string][2]string{
		"echo_u64":   {"18446744073709551616", "exceeds u64: the maximum is 18,446,744,073,709,551,615"},
		"echo_bool":  {"yes", "must be true or false"},
		"echo_bytes": {"0x123", "odd number of digits"},
		"echo_names": {`["a", "b`, `missing " at the end`},
		"echo_table": {"[[1],[x]]", "item 2: item 1: "},
	} {
		d.Press("esc", "space", "a", example+function, "enter", "v", typed[0], "enter")
		d.Shows(typed[1], "1 invalid field")
	}
}

func TestWatch(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	runBalanceOfTreasury(d)
	d.Press("esc", "w")
	d.Shows("repeat [10s]", "next run in 10s")
	function := move.FunctionID{Address: move.Address{31: 1}, Module: "coin", Name: "balance"}
	runs := func() int { return len(d.Deps().Store.RunsOf(function)) }
	before := runs()
	d.Advance(9 * time.Second)
	require.Equal(t, before, runs())
	d.Advance(time.Second)
	require.Equal(t, before+1, runs())
	d.Press("[")
	d.Advance(time.Minute)
	require.Equal(t, before+1, runs(), "no runs while the screen is hidden")
	d.Press("]")
	d.Advance(time.Second)
	require.Equal(t, before+2, runs())
	d.Press("w")
	d.Shows("repeat [off]")
	d.Advance(time.Minute)
	require.Equal(t, before+2, runs())
}

func TestCopyForms(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	runBalanceOfTreasury(d)
	d.Press("esc", "y")
	raw := strings.Fields(d.LineWith(" u64  "))[4]
	require.Equal(t, raw, d.Clipboard(), "the digits of the node")
	treasury := d.Network.Accounts()[0].Address.String()
	for down, want := range map[int]string{
		1: `{"result":["` + raw + `"]}`,
		2: "foredeck view 0x1::coin::balance --type-arg 0x1::native_coin::NativeCoin --arg " + treasury,
		3: "curl -sS -X POST " + tuitest.BaseURL + "/rpc/v3/view -H 'Content-Type: application/json' -d '{\"function\":\"0x1::coin::balance\",\"type_arguments\":[\"0x1::native_coin::NativeCoin\"],\"arguments\":[\"" + treasury + "\"]}'",
		4: "simulated/view/0x1::coin::balance?type=0x1%3A%3Anative_coin%3A%3ANativeCoin&arg=" + treasury,
	} {
		d.Press("Y")
		d.Shows("Copy as", "curl", "link")
		for range down {
			d.Press("down")
		}
		d.Press("enter")
		require.Equal(t, want, d.Clipboard())
		d.Shows("characters)", "to your terminal's clipboard")
	}
}

func TestBookmark(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	runBalanceOfTreasury(d)
	d.Press("esc", "b")
	d.Shows("Save", "> balance")
	d.Press("enter")
	require.Equal(t, "balance", d.Deps().Store.Bookmarks()[0].Name)
	require.Regexp(t, `12:04:31 .* ms +balance`, d.LineWith("▸ 12:04:31"))
	d.Press("b")
	d.Shows("> balance")
	d.Press("ctrl+u", "no good", "enter")
	d.Shows("letters a to z, digits")
	d.Press("ctrl+u", "enter")
	require.Empty(t, d.Deps().Store.Bookmarks())
}

func TestResultsInUnits(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	runBalanceOfTreasury(d)
	fields := strings.Fields(d.LineWith(" u64  "))
	require.Contains(t, fields[3], ".", "the decimals of the coin")
	d.Press("esc", "u")
	d.Shows("raw digits")
	require.Equal(t, fields[4], strings.Fields(d.LineWith(" u64  "))[3])
	d.Press("u")
	require.True(t, strings.HasPrefix(strings.Fields(d.LineWith(" u64  "))[3], "0x"))
	d.Press("u")
	require.Equal(t, fields[3], strings.Fields(d.LineWith(" u64  "))[3])
}
