package announce_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/announce"
	"foredeck/tui/text"
)

var start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// list returns a page with a list and its focused row.
func list(row, rows int, cells, state text.Safe) announce.Page {
	return announce.Page{Location: text.Const("Home › List"), Node: text.Const("local"), Parts: []announce.Part{{Name: text.Const("List"), State: state, HasFocus: true, Items: []announce.Item{
		{Text: text.Const("a fact")}, {Text: cells, Row: row, Rows: rows, Current: true}, {Text: text.Const("another row"), Row: row + 1, Rows: rows},
	}}}}
}

func TestChanges_FirstPage(t *testing.T) {
	var announcer announce.Announcer
	require.Equal(t, text.Consts("local", "Home › List", "List: updated 0s ago", "a fact", "List, row 1 of 2: 7, Success, 2s"), announcer.Changes(list(0, 2, text.Const("7, Success, 2s"), text.Const("updated 0s ago")), false, start))
	require.Empty(t, announcer.Changes(list(0, 2, text.Const("7, Success, 3s"), text.Const("updated 1s ago")), false, start.Add(time.Second)), "an age is not a change")
	require.Empty(t, announcer.Changes(list(0, 2, text.Const("7, Success, 1m02s"), text.Const("updated 1m00s ago")), false, start.Add(time.Minute)))
	require.Equal(t, text.Consts("List, row 2 of 2: 6, Fail, 9s"), announcer.Changes(list(1, 2, text.Const("6, Fail, 9s"), text.Const("updated 1m02s ago")), true, start))
}

// A duration that does not pass with the clock is a fact, such as a setting, a limit or a measurement. Ages, countdowns and
// latencies are not.
func TestChanges_DurationAsFact(t *testing.T) {
	for _, c := range []struct {
		before, now text.Safe
		passed      time.Duration
		isNews      bool
	}{
		{text.Const("updated 2s ago"), text.Const("updated 5s ago"), 3 * time.Second, false},
		{text.Const("updated 59s ago"), text.Const("updated 1m02s ago"), 3 * time.Second, false},
		{text.Const("failed, 3m old"), text.Const("failed, 4m old"), time.Second, false},
		{text.Const("stale 59m"), text.Const("stale 1h"), time.Second, false},
		{text.Const("updated 41s ago"), text.Const("updated 0s ago"), time.Second, false},
		{text.Const("updated 41s ago, refreshing"), text.Const("updated 42s ago"), time.Second, false},
		{text.Const("expires in 4m30s"), text.Const("expires in 4m20s"), 10 * time.Second, false},
		{text.Const("next update in 1 s"), text.Const("next update in 5 s"), time.Second, false},
		{text.Const("waiting 1s"), text.Const("waiting 30s"), time.Second, false},
		{text.Const("ok 84 ms"), text.Const("ok 1,791 ms"), time.Second, false},
		{text.Const("account: 5s"), text.Const("account: 10s"), time.Second, true},
		{text.Const("account: 1m"), text.Const("account: 30s"), time.Second, true},
		{text.Const("bell on: gap > 2s"), text.Const("bell on: gap > 5s"), time.Second, true},
		{text.Const("budget: 1 call / 2 s"), text.Const("budget: 1 call / 5 s"), time.Second, true},
		{text.Const("worst 0.81 s"), text.Const("worst 2.40 s"), time.Second, true},
		{text.Const("gap 0.81 s, 2s ago"), text.Const("gap 0.80 s, 3s ago"), time.Second, true},
		{text.Const("took 1.20 s"), text.Const("took 1.21 s"), time.Second, true},
		{text.Const("4h bars"), text.Const("1d bars"), time.Minute, true},
		{text.Const("seen 5s ago"), text.Const("seen 2m10s ago"), time.Second, true},
		{text.Const("4 bars"), text.Const("5s"), time.Second, true},
		{text.Const("took"), text.Const("took 5s"), time.Second, true},
		{text.Const("0x5e…0c5d"), text.Const("0x5e…0c6d"), time.Second, true},
		{text.Const("x1s"), text.Const("x2s"), time.Second, true},
	} {
		for _, isState := range []bool{false, true} {
			page := func(words text.Safe) announce.Page {
				part := announce.Part{Name: text.Const("Part"), Items: []announce.Item{{Text: words}}}
				if isState {
					part = announce.Part{Name: text.Const("Part"), State: words}
				}
				return announce.Page{Location: text.Const("Home"), Message: words, Parts: []announce.Part{part}}
			}
			var announcer announce.Announcer
			announcer.Changes(page(c.before), false, start)
			lines := announcer.Changes(page(c.now), c.isNews, start.Add(c.passed))
			if !c.isNews {
				require.Empty(t, lines, "%s, then %s", c.before, c.now)
				continue
			}
			require.Equal(t, []text.Safe{text.Format("Part: %s", c.now), c.now}, lines)
		}
	}
}

// A line that is announced with pauses is compared with its last announcement, however old that is.
func TestChanges_AgesAfterPause(t *testing.T) {
	var announcer announce.Announcer
	page := func(second int, head text.Safe) announce.Page {
		return announce.Page{Location: text.Const("Home"), Parts: []announce.Part{{Name: text.Const("Chain"), State: text.Format("updated %ss ago", text.Integer(uint64(second))), Items: []announce.Item{
			{Text: head}, {Text: text.Format("row, %ss", text.Integer(uint64(second))), Rows: 1, Current: true},
		}}}}
	}
	announcer.Changes(page(0, text.Const("head 0")), false, start)
	count := 0
	for second := 1; second < 59; second++ {
		head := text.Format("head %s", text.Integer(uint64(second)))
		if lines := announcer.Changes(page(second, head), false, start.Add(time.Duration(second)*time.Second)); len(lines) > 0 {
			count++
			require.Equal(t, []text.Safe{text.Format("Chain: %s", head)}, lines)
		}
	}
	require.Equal(t, 1, count)
}

func TestChanges_RowsAddedAbove(t *testing.T) {
	var announcer announce.Announcer
	announcer.Changes(list(0, 2, text.Const("7, Success, 2s"), text.Const("2 of ?")), false, start)
	require.Empty(t, announcer.Changes(list(1, 3, text.Const("7, Success, 2s"), text.Const("3 of ?")), false, start), "same row at another index")
	require.Equal(t, text.Consts("List, row 1 of 3: 7, Success, 2s"), announcer.Changes(list(0, 3, text.Const("7, Success, 2s"), text.Const("3 of ?")), true, start), "different row with the same text, selected by a key")
}

func TestChanges_KeyWithoutEffect(t *testing.T) {
	var announcer announce.Announcer
	page := list(0, 2, text.Const("7"), text.Safe{})
	announcer.Changes(page, false, start)
	require.Equal(t, text.Consts("List, row 1 of 2: 7"), announcer.Changes(page, true, start))
	page.Message, page.IsResult = text.Const("copied"), true
	require.Equal(t, text.Consts("copied"), announcer.Changes(page, true, start))
	require.Equal(t, text.Consts("copied"), announcer.Changes(page, true, start), "a result is announced each time")
	require.Empty(t, announcer.Changes(page, false, start))
	empty := announce.Page{Location: text.Const("Home")}
	announcer.Changes(empty, true, start)
	require.Equal(t, text.Consts("Home"), announcer.Changes(empty, true, start))
}

// A constantly changing fact is announced with pauses, and immediately after a key.
func TestChanges_RateLimitFacts(t *testing.T) {
	var announcer announce.Announcer
	fact := func(words text.Safe) announce.Page {
		return announce.Page{Location: text.Const("Home"), Parts: []announce.Part{{Name: text.Const("Chain"), Items: []announce.Item{{Text: words}}}}}
	}
	announcer.Changes(fact(text.Const("head 1")), false, start)
	count := 0
	for second := 1; second <= 90; second++ {
		lines := announcer.Changes(fact(text.Format("head %s", text.Integer(uint64(second+1)))), false, start.Add(time.Duration(second)*time.Second))
		if count += len(lines); len(lines) > 0 {
			require.Equal(t, []text.Safe{text.Format("Chain: head %s", text.Integer(uint64(second+1)))}, lines)
		}
	}
	require.Equal(t, 3, count, "once per 30 seconds")
	announcer.Key()
	require.Empty(t, announcer.Changes(fact(text.Const("head 99")), false, start.Add(91*time.Second)), "a number that counts on is not a response")
	require.Equal(t, text.Consts("Chain: no head"), announcer.Changes(fact(text.Const("no head")), false, start.Add(99*time.Second)))
}

// The focused row moves by itself in a list that follows new records. It is announced with pauses, and after a key.
func TestChanges_RateLimitMovingRow(t *testing.T) {
	var announcer announce.Announcer
	newest := func(second int) announce.Page {
		return list(0, second+1, text.Format("height %s", text.Integer(uint64(second))), text.Safe{})
	}
	announcer.Changes(newest(0), false, start)
	var announced []int
	for second := 1; second <= 90; second++ {
		if lines := announcer.Changes(newest(second), false, start.Add(time.Duration(second)*time.Second)); len(lines) > 0 {
			announced = append(announced, second)
			number := text.Integer(uint64(second))
			require.Equal(t, []text.Safe{text.Format("List, row 1 of %s: height %s", text.Integer(uint64(second+1)), number)}, lines)
		}
	}
	require.Equal(t, []int{30, 60, 90}, announced)
	announcer.Key()
	require.Equal(t, text.Consts("List, row 1 of 91: height 90"), announcer.Changes(newest(90), true, start.Add(91*time.Second)), "key without effect")
	require.Empty(t, announcer.Changes(newest(91), false, start.Add(92*time.Second)), "no response to the key")
	require.Empty(t, announcer.Changes(newest(95), false, start.Add(96*time.Second)))
	require.NotEmpty(t, announcer.Changes(newest(121), false, start.Add(122*time.Second)))
}

// A row of a list that has no focus, and which is replaced in its place, is no response to a key.
func TestChanges_RowWithoutFocus(t *testing.T) {
	for hasFocus, want := range map[bool][]text.Safe{true: text.Consts("List, row 1 of 2: another failure"), false: nil} {
		var announcer announce.Announcer
		page := func(row text.Safe) announce.Page {
			page := list(0, 2, row, text.Safe{})
			page.Parts[0].HasFocus = hasFocus
			return page
		}
		announcer.Changes(page(text.Const("a failure")), true, start)
		announcer.Key()
		require.Equal(t, want, announcer.Changes(page(text.Const("another failure")), false, start.Add(time.Second)))
	}
}

// A new first row that a key has requested is its response.
func TestChanges_RequestedRow(t *testing.T) {
	var announcer announce.Announcer
	announcer.Changes(list(0, 2, text.Const("7"), text.Const("2 of ?")), false, start)
	announcer.Changes(list(0, 2, text.Const("7"), text.Const("2 of ?, refreshing")), true, start.Add(10*time.Second))
	require.Equal(t, text.Consts("List, row 1 of 3: 8"), announcer.Changes(list(0, 3, text.Const("8"), text.Const("3 of ?")), false, start.Add(11*time.Second)))
	require.Empty(t, announcer.Changes(list(0, 4, text.Const("9"), text.Const("4 of ?")), false, start.Add(12*time.Second)))
}

// What is far from the head is silent, and of numbers that count on only those that did are read, after a pause and with their label.
func TestChanges_Counts(t *testing.T) {
	var announcer announce.Announcer
	page := func(below, sequence text.Safe) announce.Page {
		return announce.Page{Location: text.Const("Account"), Parts: []announce.Part{{Name: text.Const("Account"), Items: []announce.Item{
			{Text: text.Format("height: 1,545, %s below head", below)}, {Text: text.Format("sequence %s, authentication key 0xd9", sequence)},
		}}}}
	}
	announcer.Changes(page(text.Const("1"), text.Const("1,200")), true, start)
	require.Equal(t, text.Consts("Account"), announcer.Changes(page(text.Const("2"), text.Const("1,200")), true, start.Add(time.Second)))
	require.Empty(t, announcer.Changes(page(text.Const("3"), text.Const("1,201")), false, start.Add(2*time.Second)))
	require.Equal(t, text.Consts("Account: sequence 1,201"), announcer.Changes(page(text.Const("44"), text.Const("1,201")), false, start.Add(time.Minute)))
}

// What moved behind an overlay is not read when it closes.
func TestChanges_BehindOverlay(t *testing.T) {
	var announcer announce.Announcer
	screen := func(height, fact text.Safe) announce.Page {
		page := list(0, 2, height, text.Safe{})
		page.Parts[0].Items[0].Text = fact
		return page
	}
	announcer.Changes(screen(text.Const("7"), text.Const("gas 9")), false, start)
	over := announce.Page{Location: text.Const("Home › List"), Node: text.Const("local"), Overlay: true, Parts: []announce.Part{{Name: text.Const("Keys")}}}
	announcer.Changes(over, true, start.Add(time.Second))
	moved := screen(text.Const("8"), text.Const("gas 8"))
	moved.Parts[0].Items[2].Text = text.Const("7")
	require.Equal(t, text.Consts("List, row 1 of 2: 8"), announcer.Changes(moved, true, start.Add(2*time.Second)))
	require.Empty(t, announcer.Changes(moved, false, start.Add(3*time.Second)))
}

// The pauses of a row and of the facts of its part are independent.
func TestChanges_MovingRowDoesNotDelayFacts(t *testing.T) {
	var announcer announce.Announcer
	page := func(row, fact text.Safe) announce.Page {
		page := list(0, 2, row, text.Safe{})
		page.Parts[0].Items[0].Text = fact
		return page
	}
	announcer.Changes(page(text.Const("row 0"), text.Const("fact")), false, start)
	require.NotEmpty(t, announcer.Changes(page(text.Const("row 1"), text.Const("fact")), false, start))
	require.Equal(t, text.Consts("List: another fact"), announcer.Changes(page(text.Const("row 3"), text.Const("another fact")), false, start))
	require.Equal(t, text.Consts("List, row 1 of 2: row 3"), announcer.Changes(page(text.Const("row 3"), text.Const("another fact")), false, start.Add(time.Minute)))
}

func TestChanges_Overlay(t *testing.T) {
	var announcer announce.Announcer
	screen := list(0, 2, text.Const("7"), text.Safe{})
	announcer.Changes(screen, false, start)
	over := announce.Page{Location: screen.Location, Node: text.Const("local"), Overlay: true, Parts: []announce.Part{{Name: text.Const("Keys"), State: text.Const("2 keys"), Items: []announce.Item{{Text: text.Const("q: quit")}}}}}
	require.Equal(t, text.Consts("Keys: 2 keys", "q: quit"), announcer.Changes(over, true, start))
	require.Equal(t, text.Consts("List, row 1 of 2: 7"), announcer.Changes(screen, true, start), "the screen is known")
}

func TestChanges_NodeFailure(t *testing.T) {
	var announcer announce.Announcer
	page := list(0, 2, text.Const("7"), text.Safe{})
	announcer.Changes(page, false, start)
	page.Node = text.Const("local: no response")
	require.Equal(t, text.Consts("local: no response"), announcer.Changes(page, false, start))
}

func TestAll(t *testing.T) {
	var announcer announce.Announcer
	page := list(0, 2, text.Const("7"), text.Const("2 of ?"))
	page.Parts[0].Items = append(page.Parts[0].Items, announce.Item{Text: text.Const("SEQ"), Row: -1, Rows: 2})
	page.Message = text.Const("ready")
	require.Equal(t, []text.Safe{
		text.Const("Home › List"), text.Const("List: 2 of ?"), text.Const("a fact"), text.Const("2 rows of 2 follow"), text.Const("List, row 1 of 2: 7"), text.Const("List, row 2 of 2: another row"), text.Const("List, columns: SEQ"), text.Const("ready"),
	}, announcer.All(page, start))
	require.Empty(t, announcer.Changes(page, false, start))
}

// A field that lost the focus is not announced again.
func TestChanges_UnfocusedItemIsKnown(t *testing.T) {
	var announcer announce.Announcer
	form := func(at int) announce.Page {
		page := announce.Page{Location: text.Const("Run"), Parts: []announce.Part{{Name: text.Const("Form"), Items: []announce.Item{{Text: text.Const("T0: a type")}, {Text: text.Const("#0: an address")}, {Text: text.Const("every: off")}}}}}
		page.Parts[0].Items[at].Current = true
		return page
	}
	announcer.Changes(form(0), true, start)
	require.Equal(t, text.Consts("Form: #0: an address"), announcer.Changes(form(1), true, start))
	require.Equal(t, text.Consts("Form: every: off"), announcer.Changes(form(2), true, start))
	require.Equal(t, text.Consts("Form: T0: a type"), announcer.Changes(form(0), true, start))
}

// A search in an overlay announces its matches as a whole. A key without effect announces the name of the overlay.
func TestChanges_SearchInOverlay(t *testing.T) {
	var announcer announce.Announcer
	over := func(state text.Safe, keys ...text.Safe) announce.Page {
		page := announce.Page{Location: text.Const("Home"), Overlay: true, Parts: []announce.Part{{Name: text.Const("Keys"), State: state}}}
		for _, key := range keys {
			page.Parts[0].Items = append(page.Parts[0].Items, announce.Item{Text: key})
		}
		return page
	}
	announcer.Changes(announce.Page{Location: text.Const("Home")}, false, start)
	announcer.Changes(over(text.Const("3 keys"), text.Const("q: quit"), text.Const("j: down"), text.Const("k: up")), true, start)
	require.Equal(t, text.Consts("Keys: 1 keys", "q: quit"), announcer.Changes(over(text.Const("1 keys"), text.Const("q: quit")), true, start))
	require.Equal(t, text.Consts("Keys: 1 keys"), announcer.Changes(over(text.Const("1 keys"), text.Const("q: quit")), true, start))
}

// A row includes its number, so a state that differs only in the number is not announced.
func TestChanges_StateDoesNotRepeatRow(t *testing.T) {
	var announcer announce.Announcer
	announcer.Changes(list(0, 9, text.Const("balance, view"), text.Const("filter: all, 1 of 9")), false, start)
	require.Equal(t, text.Consts("List, row 2 of 9: mint, public"), announcer.Changes(list(1, 9, text.Const("mint, public"), text.Const("filter: all, 2 of 9")), true, start))
	require.Equal(t, text.Consts("List: filter: view, 1 of 3", "List, row 1 of 3: balance, view"), announcer.Changes(list(0, 3, text.Const("balance, view"), text.Const("filter: view, 1 of 3")), true, start))
}

// A duration that appears or disappears is a change.
func TestChanges_DurationAppears(t *testing.T) {
	var announcer announce.Announcer
	page := func(words text.Safe) announce.Page {
		return announce.Page{Location: text.Const("Home"), Message: words, Parts: []announce.Part{{Name: text.Const("Part"), State: words, Items: []announce.Item{{Text: text.Format("%s.", words)}}}}}
	}
	announcer.Changes(page(text.Safe{}), false, start)
	require.Equal(t, text.Consts("Part: 5s", "Part: 5s.", "5s"), announcer.Changes(page(text.Const("5s")), true, start))
	require.Equal(t, text.Consts("Part: 5s 3m", "Part: 5s 3m.", "5s 3m"), announcer.Changes(page(text.Const("5s 3m")), true, start))
	announcer.Changes(page(text.Const("5s")), true, start)
	announcer.Changes(page(text.Safe{}), true, start)
	require.Equal(t, text.Consts("Part: 7s", "Part: 7s.", "7s"), announcer.Changes(page(text.Const("7s")), true, start))
}

// Over simulated minutes in which everything moves, at most one line in five seconds comes without a key.
func TestChanges_UnaskedRate(t *testing.T) {
	var announcer announce.Announcer
	page := func(second int) announce.Page {
		number := text.Integer(uint64(second))
		var parts []announce.Part
		for _, name := range text.Consts("Head", "Gap", "Votes", "Nodes", "Price", "Fees", "Chain", "Alerts") {
			parts = append(parts, announce.Part{Name: name, State: text.Format("state %s", number), Items: []announce.Item{
				{Text: text.Format("fact %s", number)}, {Text: text.Format("row %s", number), Row: second, Rows: second + 1, Current: true},
			}})
		}
		return announce.Page{Location: text.Const("Blocks"), Parts: parts}
	}
	announcer.Changes(page(0), true, start)
	last, announced := 0, 0
	for second := 1; second <= 300; second++ {
		lines := announcer.Changes(page(second), false, start.Add(time.Duration(second)*time.Second))
		if second < 4 || len(lines) == 0 {
			continue // what follows the page is its response
		}
		require.Len(t, lines, 1)
		require.GreaterOrEqual(t, second-last, 5)
		last, announced = second, announced+1
	}
	require.Greater(t, announced, 20, "it is not silent")
}

// A part that was loading is announced when it is loaded, although it was announced just before.
func TestChanges_Loaded(t *testing.T) {
	var announcer announce.Announcer
	page := func(fact text.Safe) announce.Page {
		return announce.Page{Location: text.Const("Account"), Parts: []announce.Part{{Name: text.Const("Account"), Items: []announce.Item{{Text: fact}}}}}
	}
	announcer.Changes(page(text.Const("sequence loading")), true, start)
	announcer.Changes(page(text.Const("sequence 7, balance loading")), false, start.Add(100*time.Millisecond))
	require.Equal(t, text.Consts("Account: sequence 7, balance 5"), announcer.Changes(page(text.Const("sequence 7, balance 5")), false, start.Add(200*time.Millisecond)))
}
