package e2e_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// Indicators of a pair are chosen in a form, drawn over the price and in panes below it, and there again the next time.
func TestIndicators(t *testing.T) {
	t.Parallel()
	options := terminal.Options{Environment: environment(t)}
	x := terminal.Start(t, terminal.Size{Columns: 120, Rows: 40}, options, program)
	x.WaitUntil("Home", patience, home)
	x.Type("btc_usdt")
	x.Key("enter")
	x.WaitUntil("the chart", patience, shows(`╭ Candles ─.* loaded ╮`))
	x.Type("i")
	x.WaitFor(`none yet: choose one`, patience)
	x.Type("j")
	x.WaitFor(`▸ ema`, patience)
	x.Key("enter")
	x.WaitFor(`ema\(20`, patience)
	x.Key("backspace")
	x.Type("x")
	x.WaitFor(`period of ema must`, patience)
	x.Key("backspace")
	x.Type("6")
	x.Key("enter")
	x.WaitFor(`[━┅┉╾╍╺]{2} ema\(26\)`, patience)
	for _, kind := range []string{"rsi", "macd"} {
		x.Type("G")
		for range map[string]int{"rsi": 2, "macd": 1}[kind] {
			x.Type("k")
		}
		x.WaitFor(`▸ `+kind, patience)
		x.Key("enter")
		x.WaitFor(kind+`\(`, patience)
		x.Key("enter")
		x.WaitFor(`[━┅┉╾╍╺]{2} `+kind+`\(\S+\)`, patience)
	}
	x.Key("esc")
	x.WaitUntil("the form closed", patience, func(screen string) bool { return !strings.Contains(screen, "╭ Indicators") })
	drawn := shows(`ema\(26\) [0-9,]+\.[0-9]+`, `─ rsi\(14\) [0-9.]+ ─`, `─ macd\(12,26,9\) -?[0-9.,]+  signal -?[0-9.,]+  hist -?[0-9.,]+ ─`, `┤ 70`, `┤ 30`)
	x.WaitUntil("the indicators", patience, drawn)
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))

	x = terminal.Start(t, terminal.Size{Columns: 120, Rows: 40}, options, program)
	x.WaitUntil("Home", patience, home)
	x.Type("btc_usdt")
	x.Key("enter")
	x.WaitUntil("the indicators of the pair", patience, drawn)
	x.Type("j")
	x.WaitUntil("another pair without them", patience, func(screen string) bool { return !shows(`ema\(26\)`)(screen) && shows(`╭ Candles`)(screen) })
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}
