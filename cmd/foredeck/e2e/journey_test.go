package e2e_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

var (
	selectedRow = regexp.MustCompile(`▸ +(\d[\d,]*) `)
	rowsLoaded  = regexp.MustCompile(`(\d[\d,]*) of \?`)
)

// number gives the integer that the expression's group finds on a screen, 0
// when it finds none.
func number(screen string, expression *regexp.Regexp) int {
	found := expression.FindStringSubmatch(screen)
	if found == nil {
		return 0
	}
	n, _ := strconv.Atoi(strings.ReplaceAll(found[1], ",", "")) // the expressions find digits and commas
	return n
}

func TestJourneyToATransactionAndBack(t *testing.T) {
	for _, size := range []terminal.Size{{Columns: 80, Rows: 24}, {Columns: 120, Rows: 40}, {Columns: 200, Rows: 60}} {
		t.Run(size.String(), func(t *testing.T) {
			t.Parallel()
			x := start(t, size)
			x.WaitUntil("Home", patience, home)
			x.Type("treasury")
			x.WaitFor(`treasury +.*account|account +.*treasury`, patience)
			x.Key("enter")

			list := shows(`^ ?Home › Account treasury › Sent$`, `Transactions sent`, `▸ +\d`, `\d of \?`)
			screen := x.WaitUntil("the sent transactions of treasury", patience, list)
			first := number(screen, selectedRow)
			require.GreaterOrEqual(t, first, 1199, "the newest of at least 1,200 transactions is selected")

			const page = 20
			selected, loaded := first, number(screen, rowsLoaded)
			require.GreaterOrEqual(t, loaded, page)
			for selected > first-page {
				x.Key("pgdn")
				screen = x.WaitUntil(fmt.Sprintf("a step below row %d", selected), patience, func(screen string) bool {
					row, rows := number(screen, selectedRow), number(screen, rowsLoaded)
					return list(screen) && (row < selected || rows > loaded)
				})
				selected, loaded = number(screen, selectedRow), number(screen, rowsLoaded)
			}
			require.GreaterOrEqual(t, loaded, 2*page, "the second page came by scrolling")

			x.Key("enter")
			row := commas(selected)
			x.WaitUntil("the selected transaction", patience, shows(
				`^ ?Home › Account treasury › Sent › seq `+row+`$`, `status +(✓ Success|✗ Fail)`, `hash +0x[0-9a-f]`, `sequence +`+row+`\b`))
			x.Key("esc")
			x.WaitUntil("the list with row "+row+" still selected", patience, func(screen string) bool {
				return list(screen) && number(screen, selectedRow) == selected && number(screen, rowsLoaded) == loaded
			})
			x.Key("esc")
			x.WaitUntil("Home", patience, home)
			x.Key("ctrl+c")
			x.ExitStatus(patience)
		})
	}
}

func TestDeckFollowsTheTerminalsSize(t *testing.T) {
	x := start(t, terminal.Size{Columns: 80, Rows: 24})
	x.WaitUntil("Home", patience, home)
	x.Resize(terminal.Size{Columns: 120, Rows: 40})
	x.WaitUntil("Home with its key row in row 40", patience, func(screen string) bool {
		rows := strings.Split(screen, "\n")
		return home(screen) && strings.Contains(rows[39], "?")
	})
}
