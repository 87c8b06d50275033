package tui

import (
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client/move"
	"foredeck/tui/target"
)

func TestFromHomeToATransactionAndBack(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.shows("Home", "simulated", "treasury")
	d.openTreasury()
	d.shows("Home › Account treasury › Sent", "20 of ?", "newest first · 20 loaded", "▸ 1,199")
	d.press("end")
	d.shows("120 of ?", "▸ 1,180")
	d.press("pgdown", "pgdown")
	d.shows("▸ 1,160")
	d.press("enter", "esc") // the types of its arguments are known from here on
	before := places(d)
	d.press("enter")
	d.shows("Home › Account treasury › Sent › seq 1,160", "row 40 of Sent, newest first", "sender     treasury")
	d.press("esc")
	require.Equal(t, before, places(d), "selection and scroll are as they were left")
	d.press("esc")
	d.shows("Recent", "account      treasury › Sent")
	d.press("]")
	require.Equal(t, before, places(d), "forward keeps them as well")
	d.press("]")
	d.shows("› seq 1,160")
	d.press("[", "[")
	d.shows("Go to")
	d.press("[")
	d.shows("this is the first place of the history")
}

// places is the frame without the row of keys, which names other ways to go after a move.
func places(d *deck) string { return d.screen()[:strings.LastIndex(d.screen(), "\n")] }

// lineOf is the number of the line that holds the words.
func lineOf(t *testing.T, screen, words string) int {
	for i, line := range strings.Split(screen, "\n") {
		if strings.Contains(line, words) {
			return i
		}
	}
	require.Fail(t, "no line with "+words, screen)
	return 0
}

func TestBothOrders(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.openTreasury()
	d.press("s")
	d.shows("oldest first · 20 loaded", "▸ 0 ")
	d.press("s")
	d.shows("newest first", "▸ 1,199")
}

func TestTheOrderIsTheLastOneAskedFor(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.openTreasury()
	d.held = true
	d.press("s", "s")
	d.release()
	d.shows("newest first", "▸ 1,199")

	d.press("s")
	d.shows("oldest first", "▸ 0 ")
	d.press("s")
	d.held = true
	d.press("end")
	d.shows("newest first", "asking")
	d.press("s")
	d.release()
	d.shows("oldest first", "▸ 0 ")
	d.press("s")
	d.shows("newest first", "120 of ?", "▸ 1,180")
}

func TestEscapeLeavesTheBoxWhereNothingIsSaved(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{}, nameless: true})
	d.press("q1")
	d.shows("> q1")
	d.press("esc", "esc")
	d.shows("q quit")
	d.hides("enter open")
	d.press("tab")
	d.hides("q quit")
}

func TestTheWholeListEnds(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.press("alice", "enter", "end", "end")
	d.shows(", end", "· end", "▸ 0 ")
}

func TestNewRecordsComeInAboveAndMoveNothing(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.openTreasury()
	d.press("down", "down", "down")
	line := lineOf(t, d.screen(), "▸ 1,196")
	for range 30 {
		d.produce()
	}
	d.pass(6 * time.Second)
	d.shows("new above")
	require.Equal(t, line, lineOf(t, d.screen(), "▸ 1,196"), "the selected record stays on its line")
	d.press("g")
	d.hides("new above")
	sequence := uint64(0)
	seen := map[string]bool{}
	list := accountList(d)
	for i := range list.Len() {
		record := list.At(i)
		require.False(t, seen[record.Hash], "no record twice")
		seen[record.Hash] = true
		if i > 0 {
			require.Equal(t, sequence-1, *record.SequenceNumber, "no record lost")
		}
		sequence = *record.SequenceNumber
	}
	require.Greater(t, *list.At(0).SequenceNumber, uint64(1199))
}

func TestNeighboursOfARecord(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.openTreasury()
	d.press("enter", "K")
	d.shows("this is the first record of the list")
	for range 25 {
		d.press("J")
	}
	d.shows("seq 1,174", "row 26 of Sent")
	d.press("K")
	d.shows("seq 1,175")
	d.press("esc")
	d.shows("120 of ?")
}

func TestAnAddressIsFollowed(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.press("faucet", "enter", "enter")
	d.shows("[1 Arguments]", "▸ #0", "enter follow")
	d.press("enter")
	d.shows(" › Account ")
	require.Regexp(t, `Home › Account faucet › Sent › seq \d+ › Account .* › Sent`, d.screen())
	d.press("esc")
	d.shows("[1 Arguments]")
}

func TestTheBoxTakesAnAddressAtOnce(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Paste: true, Runes: []rune(" " + d.network.Accounts()[0].Address.String() + "\n")})
	d.shows("▸ account      treasury  0xb713")
	d.press("enter")
	d.shows("Account treasury › Sent")
}

func TestKeysThatCannotBeginATargetActInAnEmptyBox(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.press("?")
	d.shows("Keys of this place")
	d.press("esc", "space")
	d.shows("an account: type or paste its address")
	d.press("esc", "down")
	d.shows("enter open") // the focus is in the list
	d.press("up", "0x1::coin ?")
	d.shows("> 0x1::coin ?")
	d.press("esc")
	d.hides("0x1::coin")
}

func TestCandidates(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	for input, lines := range map[string][]string{
		"0x1::coin":            {"▸ module       0x1::coin ", "account      framework  0x0000"},
		"0x1::coin::balance":   {"function     0x1::coin::balance"},
		"0x1::coin::CoinStore": {"type         0x1::coin::CoinStore"},
		"48211907":             {"block        48211907", "  account      0x0000000000000000000000000000000000000000000000000000000048211907"},
		"btc_usdt":             {"price        btc_usdt  no screen for it in this version"},
		"tre":                  {"▸ account      treasury"},
		"zz":                   {`no saved name, and no address "zz": not hex at character 1`},
		"a":                    {"▸ account      automation", "  account      alice", "account      0x000000000000000000000000000000000000000000000000000000000000000a"},
		"0x" + "9999999999999999999999999999999999999999999999999999999999999999": {"transaction", "not seen yet; the node API has no look-up by hash"},
	} {
		d.press(input)
		d.shows(lines...)
		d.press("esc")
	}
	d.press("zz", "enter")
	d.shows(`! no saved name, and no address "zz": not hex at character 1`)
	d.press("esc", "btc_usdt", "enter")
	d.shows("! btc_usdt is a price, which this version does not open")
}

func TestAHashThatWasSeenIsFound(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.openTreasury()
	hash := accountList(d).At(3).Hash
	d.press("esc", hash)
	d.press("down", "enter")
	d.shows("Home › seq 1,196", "seen before")
}

func TestFirstTarget(t *testing.T) {
	address, err := move.ParseAddress("0x1")
	require.NoError(t, err)
	d := newDeck(t, 100, 30, setup{first: &target.Link{Target: target.Target{Kind: target.Account, Address: address}}})
	d.shows("Home › Account framework › Sent", "nothing was sent from this address")
	d.press("esc")
	d.shows("Go to")
}

// broken fails every request while it is on.
type broken struct {
	on   atomic.Bool
	next http.RoundTripper
}

func (b *broken) RoundTrip(request *http.Request) (*http.Response, error) {
	if b.on.Load() {
		return nil, errors.New("connection refused")
	}
	return b.next.RoundTrip(request)
}

func TestDataStaysWhenTheNodeGoes(t *testing.T) {
	line := &broken{}
	d := newDeck(t, 100, 30, setup{transport: func(next http.RoundTripper) http.RoundTripper { line.next = next; return line }})
	d.openTreasury()
	line.on.Store(true)
	d.pass(41 * time.Second)
	d.shows("failed, 41s old", "no answer from "+baseURL+": connection refused", "check that the node runs", "r asks again", "no answer", "1,199")
	d.shows("▸ 1,199")
	d.press("down", "down")
	d.shows("▸ 1,197")
	line.on.Store(false)
	d.press("r")
	d.shows("fresh 0s")
	d.hides("failed", "no answer")
}

func TestANodeThatComesUpLate(t *testing.T) {
	line := &broken{}
	line.on.Store(true)
	d := newDeck(t, 100, 30, setup{transport: func(next http.RoundTripper) http.RoundTripper { line.next = next; return line }})
	d.openTreasury()
	d.shows("failed", "no answer from "+baseURL+": connection refused", "r asks again")
	d.press("r")
	d.shows("failed")
	line.on.Store(false)
	d.press("r")
	d.shows("20 of ?", "▸ 1,199")
	d.hides("failed", "no answer")
}

func TestAPageThatFailsWaitsToBeAsked(t *testing.T) {
	line := &broken{}
	d := newDeck(t, 100, 30, setup{transport: func(next http.RoundTripper) http.RoundTripper { line.next = next; return line }})
	d.openTreasury()
	line.on.Store(true)
	d.press("end")
	d.shows("20 of ?", "failed", "r asks again")
	line.on.Store(false)
	d.press("up", "end")
	d.shows("20 of ?")
	d.press("r")
	d.shows("120 of ?")
}

func TestEscapeEndsALoad(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.held = true
	d.openTreasury()
	for len(d.waiting) > 0 && len(d.model.history.Trail()) == 1 { // the message that opens the account
		cmd := d.waiting[len(d.waiting)-1]
		d.waiting = d.waiting[:len(d.waiting)-1]
		d.deliver(cmd())
	}
	d.now = d.now.Add(2 * time.Second)
	d.shows("loading 2s", "asking for the transactions that it sent", "esc cancels")
	d.press("esc")
	d.shows("not loaded", "Account treasury")
	d.release()
	d.hides("1,199")
	d.press("r")
	d.shows("1,199")
}

// Over a slow line several characters arrive as one message.
func TestCharactersThatArriveTogetherAreTakenOneByOne(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("treasury")})
	d.shows("> treasury")
	d.press("enter")
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("jj")})
	d.shows("▸ 1,197")
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(" hj")}) // the go-to menu, home, the first saved place
	d.shows("Go to", "Saved")
}
