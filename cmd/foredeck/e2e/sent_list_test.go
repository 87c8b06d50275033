package e2e_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// Page sizes of transactions: the first page and later ones.
const (
	page     = 20
	nextPage = 100
)

// sentList is the visible state of an account's sent transactions.
type sentList struct {
	order    string // "newest first" or "oldest first"
	loaded   int    // number loaded, visible or not
	above    int    // number of new ones above the visible rows
	rows     []int  // sequence numbers on the screen, from the top
	selected int    // sequence number of the selected row
}

var (
	sentPanel = regexp.MustCompile(`(?ms)^ Home › Account \S+ › Sent$.* (newest first|oldest first) · [^\n]*$` +
		`\n^╭ Sent transactions ─([^\n]*) (\d[\d,]*)(?: of \?|, end) ─?╮.*?$\n(.*?)^╰.*^ enter open  s [^\n]* \? help$`)
	sentAbove = regexp.MustCompile(`▲ (\d[\d,]*) new above`)
	sentTitle = regexp.MustCompile(`^│   SEQ +STATUS `)
	sentRow   = regexp.MustCompile(`^│ (▸| ) (\d[\d,]*) +[✓✗?] \w+ `)
	blankRow  = regexp.MustCompile(`^│ +│`)
)

// readSentList parses a screen of at least 80x24. It returns false if the screen
// shows something else or a partial frame: from the list's titles to its lower
// edge there are only rows and blanks, the row numbers have no gaps, one row is
// selected, and the footer shows the keys of the list.
func readSentList(screen string) (list sentList, ok bool) {
	found := sentPanel.FindStringSubmatch(screen)
	if found == nil {
		return sentList{}, false
	}
	list.order, list.loaded = found[1], number(found[3])
	if above := sentAbove.FindStringSubmatch(found[2]); above != nil {
		list.above = number(above[1])
	}
	lines := strings.Split(strings.TrimSuffix(found[4], "\n"), "\n")
	titles := slices.IndexFunc(lines, sentTitle.MatchString)
	if titles < 0 {
		return sentList{}, false
	}
	step := map[string]int{"newest first": -1, "oldest first": 1}[list.order]
	pointers := 0
	for _, line := range lines[titles+1:] {
		row := sentRow.FindStringSubmatch(line)
		if row == nil {
			if !blankRow.MatchString(line) {
				return sentList{}, false
			}
			continue
		}
		sequence := number(row[2])
		if n := len(list.rows); n > 0 && sequence != list.rows[n-1]+step {
			return sentList{}, false
		}
		list.rows = append(list.rows, sequence)
		if row[1] == "▸" {
			list.selected = sequence
			pointers++
		}
	}
	return list, pointers == 1
}

// looksLike reports whether two lists show the same rows and selection.
func (l sentList) looksLike(other sentList) bool {
	return l.order == other.order && l.selected == other.selected && slices.Equal(l.rows, other.rows)
}

// waitForList waits until the screen shows a list of sent transactions as wanted.
func waitForList(t *testing.T, x *terminal.Terminal, what string, wanted func(list sentList) bool) sentList {
	t.Helper()
	var list sentList
	x.WaitUntil(what, patience, func(screen string) bool {
		var ok bool
		list, ok = readSentList(screen)
		return ok && wanted(list)
	})
	return list
}

// number parses an integer with thousands separators.
func number(digits string) int {
	n, err := strconv.Atoi(strings.ReplaceAll(digits, ",", ""))
	if err != nil {
		panic(err) // the expressions above match only digits
	}
	return n
}

// commas formats an integer with thousands separators.
func commas(number int) string {
	digits := strconv.Itoa(number)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func TestReadSentList(t *testing.T) {
	const screen = ` foredeck simulated v3 18 ms ok      head 1,174 (3s)  0 in flight  11:47:23 UTC
 Home › Account treasury › Sent
╭ Account ─────────────────────────────────────────────────────────── updated 2s ago ╮
│ 0xb713f86be9bb7509ef097a8565ab68…19051e1712e48309f2fce25aa02cc89c   treasury │
╰──────────────────────────────────────────────────────────────────────────────╯
  1 Sent                                   newest first · 1,029 loaded · asking
╭ Sent transactions ────────────────────────────── ▲ 9 new above · 1,029 of ? ╮
│ no response from http://127.0.0.1:27000: connection refused                  │
│   SEQ    STATUS     FUNCTION                                     FEE  AGE    │
│   1,000  ✓ Success  0x1::coin::transfer                   0.00900000  12s    │
│ ▸ 999    ✗ Fail     script (no function name)             0.05300000  12s    │
│   998    ? other    …::native_account::transfer           0.04900000  14s    │
│                                                                              │
╰──────────────────────────────────────────────────────────────────────────────╯
                                                           refreshes every 5s
 enter open  s oldest first  r refresh  p pause  tab details  ? help`
	list, ok := readSentList(screen)
	require.True(t, ok)
	require.Equal(t, sentList{order: "newest first", loaded: 1029, above: 9, rows: []int{1000, 999, 998}, selected: 999}, list)

	moved := list
	moved.selected = 998
	require.False(t, list.looksLike(moved))

	for name, part := range map[string][2]string{
		"another place":        {"› Sent\n", "› Sent › seq 999\n"},
		"no count":             {" of ?", ""},
		"no selection":         {"▸", " "},
		"two selected rows":    {"│   998", "│ ▸ 998"},
		"a gap":                {"│   998", "│   997"},
		"the other order":      {"newest first", "oldest first"},
		"the rest of Home":     {"│   998    ? other ", "│   alice   account "},
		"the keys of Home":     {"s oldest first", "tab next panel"},
		"the help key missing": {" ? help", ""},
	} {
		_, ok := readSentList(strings.Replace(screen, part[0], part[1], 1))
		require.False(t, ok, name)
	}
}
