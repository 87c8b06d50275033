package announce_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/announce"
	"foredeck/tui/text"
)

var began = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// list is a page with one list, of which a row is the current one.
func list(row, rows int, cells, state text.Safe) announce.Page {
	return announce.Page{Place: "Home › List", Node: "local", Parts: []announce.Part{{Name: "List", State: state, Sayings: []announce.Saying{
		{Text: "a fact"}, {Text: cells, Row: row, Rows: rows, Current: true}, {Text: "another row", Row: row + 1, Rows: rows},
	}}}}
}

func TestAPlaceIsToldAtFirst(t *testing.T) {
	var teller announce.Announcer
	require.Equal(t, []text.Safe{"local", "Home › List", "List: updated 0s ago", "a fact", "List, row 1 of 2: 7, Success, 2s"}, teller.Tell(list(0, 2, "7, Success, 2s", "updated 0s ago"), false, began))
	require.Empty(t, teller.Tell(list(0, 2, "7, Success, 3s", "updated 1s ago"), false, began.Add(time.Second)), "what grows older is no news")
	require.Empty(t, teller.Tell(list(0, 2, "7, Success, 1m02s", "updated 1m00s ago"), false, began.Add(time.Minute)))
	require.Equal(t, []text.Safe{"List, row 2 of 2: 6, Fail, 9s"}, teller.Tell(list(1, 2, "6, Fail, 9s", "updated 1m02s ago"), true, began))
}

// A length of time that does not go with the clock is a fact, and its change is told: that of a setting, of a limit, of what was
// measured. Ages, times to wait and how long calls take are not.
func TestALengthOfTimeCanBeAFact(t *testing.T) {
	for _, c := range []struct {
		before, now text.Safe
		passed      time.Duration
		isNews      bool
	}{
		{"asked 2s ago", "asked 5s ago", 3 * time.Second, false},
		{"asked 59s ago", "asked 1m02s ago", 3 * time.Second, false},
		{"failed, 3m old", "failed, 4m old", time.Second, false},
		{"stale 59m", "stale 1h", time.Second, false},
		{"updated 41s ago", "updated 0s ago", time.Second, false},
		{"updated 41s ago, refreshing", "updated 42s ago", time.Second, false},
		{"expires in 4m30s", "expires in 4m20s", 10 * time.Second, false},
		{"next update in 1 s", "next update in 5 s", time.Second, false},
		{"waiting 1s", "waiting 30s", time.Second, false},
		{"ok 84 ms", "ok 1,791 ms", time.Second, false},
		{"account: 5s", "account: 10s", time.Second, true},
		{"account: 1m", "account: 30s", time.Second, true},
		{"bell on: gap > 2s", "bell on: gap > 5s", time.Second, true},
		{"budget: 1 call / 2 s", "budget: 1 call / 5 s", time.Second, true},
		{"worst 0.81 s", "worst 2.40 s", time.Second, true},
		{"gap 0.81 s, 2s ago", "gap 0.80 s, 3s ago", time.Second, true},
		{"took 1.20 s", "took 1.21 s", time.Second, true},
		{"4h bars", "1d bars", time.Minute, true},
		{"seen 5s ago", "seen 2m10s ago", time.Second, true},
		{"4 bars", "5s", time.Second, true},
		{"took", "took 5s", time.Second, true},
		{"0x5e…0c5d", "0x5e…0c6d", time.Second, true},
		{"x1s", "x2s", time.Second, true},
	} {
		for _, isState := range []bool{false, true} {
			page := func(words text.Safe) announce.Page {
				part := announce.Part{Name: "Part", Sayings: []announce.Saying{{Text: words}}}
				if isState {
					part = announce.Part{Name: "Part", State: words}
				}
				return announce.Page{Place: "Home", Message: words, Parts: []announce.Part{part}}
			}
			var teller announce.Announcer
			teller.Tell(page(c.before), false, began)
			lines := teller.Tell(page(c.now), false, began.Add(c.passed))
			if !c.isNews {
				require.Empty(t, lines, "%s, then %s", c.before, c.now)
				continue
			}
			require.Equal(t, []text.Safe{"Part: " + c.now, c.now}, lines)
		}
	}
}

// What is told with pauses is compared with what was told last, however long that is ago.
func TestAgesGoOnThroughAPause(t *testing.T) {
	var teller announce.Announcer
	page := func(second int, head text.Safe) announce.Page {
		return announce.Page{Place: "Home", Parts: []announce.Part{{Name: "Chain", State: "updated " + text.Integer(uint64(second)) + "s ago", Sayings: []announce.Saying{
			{Text: head}, {Text: "row, " + text.Integer(uint64(second)) + "s", Rows: 1, Current: true},
		}}}}
	}
	teller.Tell(page(0, "head 0"), false, began)
	told := 0
	for second := 1; second < 59; second++ {
		head := "head " + text.Integer(uint64(second))
		if lines := teller.Tell(page(second, head), false, began.Add(time.Duration(second)*time.Second)); len(lines) > 0 {
			told++
			require.Equal(t, []text.Safe{"Chain: " + head}, lines)
		}
	}
	require.Equal(t, 3, told)
}

func TestRowsThatComeInAboveMoveNothing(t *testing.T) {
	var teller announce.Announcer
	teller.Tell(list(0, 2, "7, Success, 2s", "2 of ?"), false, began)
	require.Equal(t, []text.Safe{"List: 3 of ?"}, teller.Tell(list(1, 3, "7, Success, 2s", "3 of ?"), false, began), "the same row, one further down")
	require.Equal(t, []text.Safe{"List, row 1 of 3: 7, Success, 2s"}, teller.Tell(list(0, 3, "7, Success, 2s", "3 of ?"), true, began), "another row that reads the same, by a key")
}

func TestAKeyThatChangesNothingSaysWhereOneIs(t *testing.T) {
	var teller announce.Announcer
	page := list(0, 2, "7", "")
	teller.Tell(page, false, began)
	require.Equal(t, []text.Safe{"List, row 1 of 2: 7"}, teller.Tell(page, true, began))
	page.Message, page.Outcome = "copied", true
	require.Equal(t, []text.Safe{"copied"}, teller.Tell(page, true, began))
	require.Equal(t, []text.Safe{"copied"}, teller.Tell(page, true, began), "an outcome is told each time")
	require.Empty(t, teller.Tell(page, false, began))
	empty := announce.Page{Place: "Home"}
	teller.Tell(empty, true, began)
	require.Equal(t, []text.Safe{"Home"}, teller.Tell(empty, true, began))
}

// A fact that changes all the time is told with pauses, and its newest state after each; after a key at once.
func TestWhatChangesByItselfIsToldWithPauses(t *testing.T) {
	var teller announce.Announcer
	fact := func(words text.Safe) announce.Page {
		return announce.Page{Place: "Home", Parts: []announce.Part{{Name: "Chain", Sayings: []announce.Saying{{Text: words}}}}}
	}
	teller.Tell(fact("head 1"), false, began)
	told := 0
	for second := 1; second <= 90; second++ {
		lines := teller.Tell(fact("head "+text.Integer(uint64(second+1))), false, began.Add(time.Duration(second)*time.Second))
		if told += len(lines); len(lines) > 0 {
			require.Equal(t, []text.Safe{"Chain: head " + text.Integer(uint64(second+1))}, lines)
		}
	}
	require.Equal(t, 4, told, "twice as what may be an answer, then once in half a minute")
	teller.Key()
	require.NotEmpty(t, teller.Tell(fact("head 99"), false, began.Add(91*time.Second)))
}

// The row that keys act on moves by itself where a list follows what comes in: that is told with pauses as well, and after a key
// where one is now.
func TestARowThatMovesByItselfIsToldWithPauses(t *testing.T) {
	var teller announce.Announcer
	newest := func(second int) announce.Page {
		return list(0, second+1, "height "+text.Integer(uint64(second)), "")
	}
	teller.Tell(newest(0), false, began)
	var told []int
	for second := 1; second <= 90; second++ {
		if lines := teller.Tell(newest(second), false, began.Add(time.Duration(second)*time.Second)); len(lines) > 0 {
			told = append(told, second)
			number := text.Integer(uint64(second))
			require.Equal(t, []text.Safe{"List, row 1 of " + text.Integer(uint64(second+1)) + ": height " + number}, lines)
		}
	}
	require.Equal(t, []int{1, 2, 32, 62}, told)
	teller.Key()
	require.Equal(t, []text.Safe{"List, row 1 of 91: height 90"}, teller.Tell(newest(90), true, began.Add(91*time.Second)), "the key did nothing")
	require.NotEmpty(t, teller.Tell(newest(91), false, began.Add(92*time.Second)), "it may be the answer to the key")
}

// What is told of a row with pauses holds nothing else of its part up, and is not held up by it.
func TestARowThatMovesByItselfHoldsNoFactUp(t *testing.T) {
	var teller announce.Announcer
	page := func(row, fact text.Safe) announce.Page {
		page := list(0, 2, row, "")
		page.Parts[0].Sayings[0].Text = fact
		return page
	}
	teller.Tell(page("row 0", "fact"), false, began)
	for _, row := range []text.Safe{"row 1", "row 2"} {
		require.NotEmpty(t, teller.Tell(page(row, "fact"), false, began))
	}
	require.Equal(t, []text.Safe{"List: another fact"}, teller.Tell(page("row 3", "another fact"), false, began))
	require.Equal(t, []text.Safe{"List, row 1 of 2: row 3"}, teller.Tell(page("row 3", "another fact"), false, began.Add(time.Minute)))
}

func TestWhatLiesOverAPlace(t *testing.T) {
	var teller announce.Announcer
	place := list(0, 2, "7", "")
	teller.Tell(place, false, began)
	over := announce.Page{Place: place.Place, Node: "local", Over: true, Parts: []announce.Part{{Name: "Keys", State: "2 keys", Sayings: []announce.Saying{{Text: "q: quit"}}}}}
	require.Equal(t, []text.Safe{"Keys: 2 keys", "q: quit"}, teller.Tell(over, true, began))
	require.Equal(t, []text.Safe{"List, row 1 of 2: 7"}, teller.Tell(place, true, began), "the place is known")
}

func TestANodeThatFailsIsNews(t *testing.T) {
	var teller announce.Announcer
	page := list(0, 2, "7", "")
	teller.Tell(page, false, began)
	page.Node = "local: no answer"
	require.Equal(t, []text.Safe{"local: no answer"}, teller.Tell(page, false, began))
}

func TestTheWholePlace(t *testing.T) {
	var teller announce.Announcer
	page := list(0, 2, "7", "2 of ?")
	page.Parts[0].Sayings = append(page.Parts[0].Sayings, announce.Saying{Text: "SEQ", Row: -1, Rows: 2})
	page.Message = "ready"
	require.Equal(t, []text.Safe{
		"Home › List", "List: 2 of ?", "a fact", "List, row 1 of 2: 7", "List, row 2 of 2: another row", "List, columns: SEQ", "ready",
	}, teller.Whole(page, began))
	require.Empty(t, teller.Tell(page, false, began))
}

// The field that keys have left is known: it is not told again behind the one that they act on now.
func TestWhatKeysLeaveIsKnown(t *testing.T) {
	var teller announce.Announcer
	form := func(at int) announce.Page {
		page := announce.Page{Place: "Run", Parts: []announce.Part{{Name: "Form", Sayings: []announce.Saying{{Text: "T0: a type"}, {Text: "#0: an address"}, {Text: "every: off"}}}}}
		page.Parts[0].Sayings[at].Current = true
		return page
	}
	teller.Tell(form(0), true, began)
	require.Equal(t, []text.Safe{"Form: #0: an address"}, teller.Tell(form(1), true, began))
	require.Equal(t, []text.Safe{"Form: every: off"}, teller.Tell(form(2), true, began))
	require.Equal(t, []text.Safe{"Form: T0: a type"}, teller.Tell(form(0), true, began))
}

// A search over the place tells what it leaves, as a whole; and a key that changes nothing there names what lies over the place.
func TestASearchOverAPlaceTellsWhatIsLeft(t *testing.T) {
	var teller announce.Announcer
	over := func(state text.Safe, keys ...text.Safe) announce.Page {
		page := announce.Page{Place: "Home", Over: true, Parts: []announce.Part{{Name: "Keys", State: state}}}
		for _, key := range keys {
			page.Parts[0].Sayings = append(page.Parts[0].Sayings, announce.Saying{Text: key})
		}
		return page
	}
	teller.Tell(announce.Page{Place: "Home"}, false, began)
	teller.Tell(over("3 keys", "q: quit", "j: down", "k: up"), true, began)
	require.Equal(t, []text.Safe{"Keys: 1 keys", "q: quit"}, teller.Tell(over("1 keys", "q: quit"), true, began))
	require.Equal(t, []text.Safe{"Keys: 1 keys"}, teller.Tell(over("1 keys", "q: quit"), true, began))
}

// A row says its number itself: a state that differs in nothing else is not told beside it.
func TestTheStateDoesNotRepeatTheRow(t *testing.T) {
	var teller announce.Announcer
	teller.Tell(list(0, 9, "balance, view", "filter: all, 1 of 9"), false, began)
	require.Equal(t, []text.Safe{"List, row 2 of 9: mint, public"}, teller.Tell(list(1, 9, "mint, public", "filter: all, 2 of 9"), true, began))
	require.Equal(t, []text.Safe{"List: filter: view, 1 of 3", "List, row 1 of 3: balance, view"}, teller.Tell(list(0, 3, "balance, view", "filter: view, 1 of 3"), true, began))
}

// A length of time can come where nothing was said, and go again: it is compared with nothing.
func TestALengthOfTimeComesAndGoes(t *testing.T) {
	var teller announce.Announcer
	page := func(words text.Safe) announce.Page {
		return announce.Page{Place: "Home", Message: words, Parts: []announce.Part{{Name: "Part", State: words, Sayings: []announce.Saying{{Text: words + "."}}}}}
	}
	teller.Tell(page(""), false, began)
	require.Equal(t, []text.Safe{"Part: 5s", "Part: 5s.", "5s"}, teller.Tell(page("5s"), true, began))
	require.Equal(t, []text.Safe{"Part: 5s 3m", "Part: 5s 3m.", "5s 3m"}, teller.Tell(page("5s 3m"), true, began))
	teller.Tell(page("5s"), true, began)
	teller.Tell(page(""), true, began)
	require.Equal(t, []text.Safe{"Part: 7s", "Part: 7s.", "7s"}, teller.Tell(page("7s"), true, began))
}
