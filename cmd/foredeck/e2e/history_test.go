package e2e_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// A jump to a minute a year ago does not load the 525,600 minutes between.
func TestYearOfMinutes(t *testing.T) {
	t.Parallel()
	yearAgo := time.Now().UTC().AddDate(0, 0, -365).Format(`2006-01-02`) + ` \d\d:\d\d UTC  O`
	x := start(t, terminal.Size{Columns: 200, Rows: 60})
	x.WaitUntil("Home", patience, home)
	x.Type("btc_usdt")
	x.Key("enter")
	x.WaitUntil("the chart", patience, shows(`╭ Candles ─.* loaded ╮`, `~ in progress`))
	x.Key("<", "<", "<", "<")
	x.WaitUntil("1-minute bars", patience, shows(`\b1m UTC`))
	x.Key("t")
	x.WaitUntil("the date's form", patience, shows(`Go to date`))
	x.Type("-365d")
	x.Key("enter")
	screen := x.WaitUntil("the minute a year ago", patience, shows(yearAgo+` [\d,.]+  H [\d,.]+  L [\d,.]+  C [\d,.]+ `, ` of \d{1,2},\d{3} loaded ╮`))
	require.NotContains(t, screen, "rate limited")
	x.Key("ctrl+c")
}
