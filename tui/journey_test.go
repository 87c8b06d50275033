package tui_test

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client/move"
	"foredeck/tui/screens/account"
	"foredeck/tui/target"
	"foredeck/tui/tuitest"
)

func TestNavigation(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Shows("Home", "simulated", "treasury")
	d.Press("treasury", "enter")
	d.Shows("Home › Account treasury › Sent", "20 of ?", "newest first · 20 loaded", "▸ 1,199")
	d.Press("end")
	d.Shows("120 of ?", "▸ 1,180")
	d.Press("pgdown", "pgdown")
	d.Shows("▸ 1,162")
	d.Press("enter", "esc")  // loads the types of its arguments
	shown := func() string { // without the header, as Home follows the chain
		_, body, _ := strings.Cut(d.FrameAboveKeys(), "\n")
		return body
	}
	before := shown()
	d.Press("enter")
	d.Shows("Home › Account treasury › Sent › seq 1,162", "row 38 of Sent (newest first)", "sender     treasury")
	d.Press("esc")
	require.Equal(t, before, shown(), "selection and scroll position are restored")
	d.Press("esc")
	d.Shows("Recent", "account      treasury › Sent")
	d.Press("]")
	require.Equal(t, before, shown(), "forward restores them, too")
	d.Press("]")
	d.Shows("› seq 1,162")
	d.Press("[", "[")
	d.Shows("Go to")
	d.Press("[")
	d.Shows("already at the oldest location")
}

func TestToggleOrder(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("treasury", "enter")
	d.Press("s")
	d.Shows("oldest first · 20 loaded", "▸ 0 ")
	d.Press("s")
	d.Shows("newest first", "▸ 1,199")
}

func TestToggleOrderWhileLoading(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("treasury", "enter")
	d.Paused = true
	d.Press("s", "s")
	d.Resume()
	d.Shows("newest first", "▸ 1,199")

	d.Press("s")
	d.Shows("oldest first", "▸ 0 ")
	d.Press("s")
	d.Paused = true
	d.Press("end")
	d.Shows("newest first", "loading")
	d.Press("s")
	d.Resume()
	d.Shows("oldest first", "▸ 0 ")
	d.Press("s")
	d.Shows("newest first", "120 of ?", "▸ 1,180")
}

func TestEscapeLeavesEmptyBox(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{}, NoNames: true})
	d.Press("1q")
	d.Shows("> 1q")
	d.Press("esc", "esc")
	d.Shows("? help")
	d.Press("1")
	d.Hides("> 1")
}

func TestListEnd(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("alice", "enter", "end", "end")
	d.Shows(", end", "· end", "▸ 0 ")
}

func TestNewRecordsKeepSelection(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("treasury", "enter")
	d.Press("down", "down", "down")
	line := d.LineOf("▸ 1,196")
	for range 30 {
		d.ProduceBlock()
	}
	d.Advance(6 * time.Second)
	d.Shows("new above")
	require.Equal(t, line, d.LineOf("▸ 1,196"), "the selected record does not move")
	d.Press("g")
	d.Hides("new above")
	sequence := uint64(0)
	seen := map[string]bool{}
	list := d.Screen().(*account.Model).List()
	for i := range list.Len() {
		record := list.At(i)
		require.False(t, seen[record.Hash], "no duplicates")
		seen[record.Hash] = true
		if i > 0 {
			require.Equal(t, sequence-1, *record.SequenceNumber, "no gaps")
		}
		sequence = *record.SequenceNumber
	}
	require.Greater(t, *list.At(0).SequenceNumber, uint64(1199))
}

func TestNextAndPreviousRecord(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("treasury", "enter")
	d.Press("enter", "K")
	d.Shows("first record of the list")
	for range 25 {
		d.Press("J")
	}
	d.Shows("seq 1,174", "row 26 of Sent")
	d.Press("K")
	d.Shows("seq 1,175")
	d.Press("esc")
	d.Shows("120 of ?")
}

func TestFollowAddress(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("faucet", "enter", "enter")
	d.Shows("[1 Arguments]", "▸ #0", "enter follow")
	d.Press("enter")
	d.Hides("Account faucet › Sent")
	require.Regexp(t, `Home › Account .* › Sent`, d.Frame())
	d.Press("[")
	d.Shows("[1 Arguments]")
}

func TestPasteAddress(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Send(tea.KeyMsg{Type: tea.KeyRunes, Paste: true, Runes: []rune(" " + d.Network.Accounts()[0].Address.String() + "\n")})
	d.Shows("▸ account      treasury  0xb713")
	d.Press("enter")
	d.Shows("Account treasury › Sent")
}

func TestActionKeysInEmptyBox(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("?")
	d.Shows("Keys on this screen")
	d.Press("esc", "space")
	d.Shows("account: type or paste an address")
	d.Press("esc", "down")
	d.Shows("enter open") // the focus is in the list
	d.Press("up", "0x1::coin ?")
	d.Shows("> 0x1::coin ?")
	d.Press("esc")
	d.Hides("0x1::coin")
}

func TestCandidates(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	for input, lines := range map[string][]string{
		"0x1::coin":            {"▸ module       0x1::coin ", "account      framework  0x0000"},
		"0x1::coin::balance":   {"function     0x1::coin::balance"},
		"0x1::coin::CoinStore": {"type         0x1::coin::CoinStore"},
		"48211907":             {"block        48211907", "  account      0x0000000000000000000000000000000000000000000000000000000048211907"},
		"btc_usdt":             {"price        btc_usdt  no screen for this type"},
		"tre":                  {"▸ account      treasury"},
		"zzz":                  {"nothing called zzz"},
		"a":                    {"▸ account      automation", "  account      alice", "account      0x000000000000000000000000000000000000000000000000000000000000000a"},
		"0x" + "9999999999999999999999999999999999999999999999999999999999999999": {"transaction", "looked up by its hash"},
	} {
		d.Press(input)
		d.Shows(lines...)
		d.Press("esc")
	}
	d.Press("zz", "enter")
	d.Shows(`! "zz" is neither a saved name nor an address`)
	d.Press("esc", "btc_usdt", "enter")
	d.Shows("! btc_usdt: opening a price is not supported")
}

func TestOpenSeenHash(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("treasury", "enter")
	hash := d.Screen().(*account.Model).List().At(3).Hash
	d.Press("esc", hash)
	d.Press("down", "enter")
	d.Shows("Home › Account treasury › Sent › seq 1,196", "previously seen")
}

func TestFirstLink(t *testing.T) {
	t.Parallel()
	address, err := move.ParseAddress("0x1")
	require.NoError(t, err)
	d := tuitest.New(t, 100, 30, tuitest.Setup{First: &target.Link{Target: target.Target{Kind: target.Account, Address: address}}})
	d.Shows("Home › Account framework › Sent", "no transactions sent from this address")
	d.Press("esc")
	d.Shows("Go to")
}

func TestNodeFailureKeepsData(t *testing.T) {
	t.Parallel()
	failing := &tuitest.FailingTransport{}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Transport: failing.Wrap})
	d.Press("treasury", "enter")
	failing.On.Store(true)
	d.Advance(41 * time.Second)
	d.Shows("failed, 41s old", "no response from "+tuitest.BaseURL+": connection refused", "check that the node is running", "r retry", "no response", "1,199")
	d.Shows("▸ 1,199")
	d.Press("down", "down")
	d.Shows("▸ 1,197")
	failing.On.Store(false)
	d.Press("r")
	d.Shows("updated 0s ago")
	d.Hides("failed", "no response")
}

func TestNodeUnavailableAtStart(t *testing.T) {
	t.Parallel()
	failing := &tuitest.FailingTransport{}
	failing.On.Store(true)
	d := tuitest.New(t, 100, 30, tuitest.Setup{Transport: failing.Wrap})
	d.Press("treasury", "enter")
	d.Shows("failed", "no response from "+tuitest.BaseURL+": connection refused", "r retry")
	d.Press("r")
	d.Shows("failed")
	failing.On.Store(false)
	d.Press("r")
	d.Shows("20 of ?", "▸ 1,199")
	d.Hides("failed", "no response")
}

func TestFailedPageIsNotRetried(t *testing.T) {
	t.Parallel()
	failing := &tuitest.FailingTransport{}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Transport: failing.Wrap})
	d.Press("treasury", "enter")
	failing.On.Store(true)
	d.Press("end")
	d.Shows("20 of ?", "failed", "r retry")
	failing.On.Store(false)
	d.Press("up", "end")
	d.Shows("20 of ?")
	d.Press("r")
	d.Shows("120 of ?")
}

func TestEscapeCancelsLoad(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Paused = true
	d.Press("treasury", "enter")
	for len(d.Pending) > 0 && d.Crumb() == "Home" { // the message that opens the account
		cmd := d.Pending[len(d.Pending)-1]
		d.Pending = d.Pending[:len(d.Pending)-1]
		d.Deliver(cmd())
	}
	d.AdvanceClock(2 * time.Second)
	d.Shows("loading 2s", "loading sent transactions", "esc cancel")
	d.Press("esc")
	d.Shows("not loaded", "Account treasury")
	d.Resume()
	d.Hides("1,199")
	d.Press("r")
	d.Shows("1,199")
}

// Over a slow connection several characters arrive in one message.
func TestBatchedCharacters(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("treasury")})
	d.Shows("> treasury")
	d.Press("enter")
	d.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("jj")})
	d.Shows("▸ 1,197")
	d.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(" hj")}) // the go-to menu, home, the first bookmark
	d.Shows("Go to", "Saved")
}
