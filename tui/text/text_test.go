package text_test

import (
	"math/big"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/theme"
	"foredeck/tui/text"
)

func TestClean(t *testing.T) {
	for remote, want := range map[string]text.Safe{
		"":                                {},
		"0x1::coin::transfer":             text.Const("0x1::coin::transfer"),
		"grüße, 世界 ✓":                     text.Const("grüße, 世界 ✓"),
		"\x1b[2Jgone":                     text.Const("␛[2Jgone"),
		"\x1b]52;c;aGk=\x07":              text.Const("␛]52;c;aGk=␇"),
		"two\nlines\tand\rreturn":         text.Const("two␊lines␉and␍return"),
		"nul\x00del\x7f":                  text.Const("nul␀del␡"),
		"c1 \u009b31m":                    text.Const("c1 <U+009B>31m"),
		"raw \x9b31m":                     text.Const("raw <0x9B>31m"),
		"abc\u202edcba":                   text.Const("abc<U+202E>dcba"),
		"\u2066isolated\u2069":            text.Const("<U+2066>isolated<U+2069>"),
		"zero\u200bwidth\ufeff":           text.Const("zero<U+200B>width<U+FEFF>"),
		"line\u2028para\u2029":            text.Const("line<U+2028>para<U+2029>"),
		"soft\u00adhyphen":                text.Const("soft<U+00AD>hyphen"),
		"tag\U000e0041":                   text.Const("tag<U+E0041>"),
		"vs\ufe0f":                        text.Const("vs<U+FE0F>"),
		"filler\u3164":                    text.Const("filler<U+3164>"),
		"private\ue000":                   text.Const("private<U+E000>"),
		"\u0301first":                     text.Const("<U+0301>first"),
		"e\u0301":                         text.Const("e\u0301"),
		"z\u0301\u0301\u0301\u0301\u0301": text.Const("z\u0301\u0301\u0301\u0301<U+0301>"),
	} {
		require.Equal(t, want, text.Clean(remote), "%q", remote)
	}
}

func FuzzClean(f *testing.F) {
	for _, seed := range []string{"", "plain", "\x1b[31m", "a\u202eb", "\xff\xfe", "世\u0301界", "\U000e0041"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, remote string) {
		clean := text.Clean(remote).String()
		if !utf8.ValidString(clean) {
			t.Fatalf("%q: not UTF-8: %q", remote, clean)
		}
		for _, r := range clean {
			if unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co) {
				t.Fatalf("%q: %U is left in %q", remote, r, clean)
			}
		}
		if again := text.Clean(clean).String(); again != clean {
			t.Fatalf("%q: cleaning twice changes %q to %q", remote, clean, again)
		}
		if remote != "" && clean == "" {
			t.Fatalf("%q vanished", remote)
		}
	})
}

// drawn generates safe text with wide and combining characters.
func drawn() *rapid.Generator[text.Safe] {
	return rapid.Custom(func(t *rapid.T) text.Safe {
		return text.Clean(rapid.OneOf(rapid.StringMatching(`[a-z0-9:<>, ]{0,20}`), rapid.StringOf(rapid.SampledFrom([]rune("ab世界é😀…✓ｗ"))), rapid.String()).Draw(t, "text"))
	})
}

func lines() *rapid.Generator[text.Line] {
	styles := []theme.Style{{}, theme.Terminal().Good, theme.Terminal().Strong}
	return rapid.Custom(func(t *rapid.T) text.Line {
		var line text.Line
		for _, s := range rapid.SliceOfN(drawn(), 0, 5).Draw(t, "spans") {
			line = append(line, text.Span{Text: s, Style: rapid.SampledFrom(styles).Draw(t, "style")})
		}
		return line
	})
}

func TestFitIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line, width := lines().Draw(t, "line"), rapid.IntRange(0, 60).Draw(t, "width")
		before := line.Text()
		require.Equal(t, width, line.Fit(width).Width())
		require.Equal(t, before, line.Text(), "fitting must not change the line itself")
		if line.Width() > width && width > 0 {
			require.Contains(t, line.Fit(width).Text().String(), "…", "cut text ends with an ellipsis")
		}
	})
}

func TestCutNeverExceeds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, width := drawn().Draw(t, "text"), rapid.IntRange(0, 30).Draw(t, "width")
		require.LessOrEqual(t, text.Width(text.Cut(s, width)), width)
	})
}

func TestSliceKeepsColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := lines().Draw(t, "line")
		from := rapid.IntRange(0, 40).Draw(t, "from")
		to := rapid.IntRange(from, 60).Draw(t, "to")
		have := line.Width()
		require.Equal(t, max(0, min(to, have)-min(from, have)), line.Slice(from, to).Width())
	})
}

func TestOverKeepsTheRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.SliceOfN(lines(), 1, 5).Draw(t, "base")
		for i := range base {
			base[i] = base[i].Fit(30)
		}
		block := []text.Line{text.Plain("[box]"), text.Plain("[box]")}
		x, y := rapid.IntRange(0, 25).Draw(t, "x"), rapid.IntRange(-1, 5).Draw(t, "y")
		whole := text.Over(base, block, x, y)
		require.Len(t, whole, len(base))
		for i, line := range whole {
			require.Equal(t, 30, line.Width())
			if i >= y && i < y+2 {
				require.Equal(t, text.Const("[box]"), line.Slice(x, x+5).Text())
			} else {
				require.Equal(t, base[i].Text(), line.Text())
			}
		}
	})
}

func TestBesideAndHeight(t *testing.T) {
	joined := text.Beside([]text.Line{text.Plain("left"), text.Plain("second line")}, 6, []text.Line{text.Plain("right")})
	require.Equal(t, "left  right\nsecon…", text.Render(joined))
	require.Len(t, text.Height(joined, 5), 5)
	require.Len(t, text.Height(joined, 1), 1)
	require.Empty(t, text.Height(joined, -1))
}

func TestIntegersAreExact(t *testing.T) {
	require.Equal(t, text.Const("0"), text.Integer(0))
	require.Equal(t, text.Const("999"), text.Integer(999))
	require.Equal(t, text.Const("1,204"), text.Integer(1204))
	require.Equal(t, text.Const("18,446,744,073,709,551,615"), text.Integer(1<<64-1))
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64().Draw(t, "n")
		require.Equal(t, new(big.Int).SetUint64(n).String(), strings.ReplaceAll(text.Integer(n).String(), ",", ""))
	})
}

func TestDecimalsAreExact(t *testing.T) {
	for _, c := range []struct {
		amount   string
		decimals int
		want     text.Safe
	}{
		{"900000", 8, text.Const("0.00900000")},
		{"250000000000", 8, text.Const("2,500.00000000")},
		{"0", 8, text.Const("0.00000000")},
		{"1204", 0, text.Const("1,204")},
		{"-1", 2, text.Const("-0.01")},
		{"115792089237316195423570985008687907853269984665640564039457584007913129639935", 8,
			text.Const("1,157,920,892,373,161,954,235,709,850,086,879,078,532,699,846,656,405,640,394,575,840,079,131.29639935")},
	} {
		amount, _ := new(big.Int).SetString(c.amount, 10)
		require.Equal(t, c.want, text.Decimal(amount, c.decimals))
	}
	require.Equal(t, text.None, text.Decimal(nil, 8))
}

func TestTimes(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 4, 31, 0, time.UTC)
	for age, want := range map[time.Duration]text.Safe{
		-5 * time.Second:                              text.Const("0s"),
		37 * time.Second:                              text.Const("37s"),
		68 * time.Second:                              text.Const("1m08s"),
		29*time.Minute + 59*time.Second:               text.Const("29m59s"),
		66 * time.Minute:                              text.Const("1h06m"),
		42*time.Hour + 4*time.Minute + 31*time.Second: text.Const("1d18h"),
		366 * 24 * time.Hour:                          text.Const("366d"),
	} {
		require.Equal(t, want, text.Age(now.Add(-age), now))
	}
	require.Equal(t, text.Const("41s"), text.Elapsed(41*time.Second))
	require.Equal(t, text.Const("3m"), text.Elapsed(3*time.Minute+20*time.Second))
	require.Equal(t, text.Const("84 ms"), text.Latency(84*time.Millisecond))
	require.Equal(t, text.Const("1.20 s"), text.Latency(1204*time.Millisecond))
	require.Equal(t, text.Const("2026-11-21 12:04:31 UTC"), text.Instant(now))
	require.Equal(t, text.Const("2026-11-21 12:04:31.481203 UTC"), text.Instant(now.Add(481203*time.Microsecond)))
	east := time.FixedZone("EAST", 5*60*60)
	require.Equal(t, text.Const("2026-11-21 17:04:31 EAST"), text.InstantIn(now, east))
	require.Equal(t, text.Const("3h00m"), text.Age(now.Add(-3*time.Hour), now.In(east)))
	require.Equal(t, text.Const("16h49m ago"), text.Ago(now.Add(-16*time.Hour-49*time.Minute), now))
}

func TestShort(t *testing.T) {
	const address = "0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a2ca1"
	for whole, want := range map[text.Safe]text.Safe{
		text.Const(address):                                             text.Const("0x88fb…2ca1"),
		text.Const(address + "::pool::swap_exact_in"):                   text.Const("0x88fb…2ca1::pool::swap_exact_in"),
		text.Const("0x1::coin::CoinStore<" + address + "::usdx::Usdx>"): text.Const("0x1::coin::CoinStore<0x88fb…2ca1::usdx::Usdx>"),
		text.Const("0x1"):                                               text.Const("0x1"),
		text.Const("0x123456789abc"):                                    text.Const("0x123456789abc"),
		text.Const("no hex"):                                            text.Const("no hex"),
		text.Const("0x"):                                                text.Const("0x"),
	} {
		require.Equal(t, want, text.Short(whole))
	}
}

func TestPlural(t *testing.T) {
	for n, written := range map[int]text.Safe{0: text.Const("0 places"), 1: text.Const("1 place"), 2: text.Const("2 places"), 1200: text.Const("1,200 places")} {
		require.Equal(t, written, text.Plural(n, "place"))
	}
}

func TestBoundedCutsLikeClean(t *testing.T) {
	for _, remote := range []string{"", "0x1::coin::transfer", strings.Repeat("a", 5000), "\x1b[31m" + strings.Repeat("世", 20_000) + "\x1b[0m", "0x12" + strings.Repeat("0", 50_000) + "ab"} {
		whole, bounded := text.Clean(remote), text.Bounded(remote)
		require.Less(t, len(bounded.String()), 20_000)
		for _, width := range []int{1, 40, 300, 1000} {
			require.Equal(t, text.Cut(whole, width), text.Cut(bounded, width))
			require.Equal(t, text.CutMiddle(whole, width), text.CutMiddle(bounded, width))
		}
		require.Equal(t, text.Wrap(whole, 200, 5), text.Wrap(bounded, 200, 5))
	}
	long := "0x12" + strings.Repeat("0", 50_000) + "ab"
	require.Equal(t, text.Short(text.Clean(long)), text.Short(text.Bounded(long)))
}

func TestFirst_AgreesWithTheTables(t *testing.T) {
	t.Parallel()
	for r := range rune(0x3000) {
		one := string(r)
		if !unicode.IsPrint(r) {
			continue
		}
		for _, s := range []string{one, one + "a", one + "\u0301", "a" + one, "─" + one} {
			want, wantWidth := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
			got, width := text.First(s)
			require.Equal(t, want, got, "%q", s)
			require.Equal(t, wantWidth, width, "%q", s)
			if clean := text.Clean(s); clean.String() == s {
				require.Equal(t, ansi.StringWidth(s), text.Width(clean), "%q", s)
			}
		}
	}
}

func TestFormat(t *testing.T) {
	t.Parallel()
	one, two := text.Clean("1 %s"), text.Clean("zwei")
	require.Equal(t, "plain", text.Format("plain").String())
	require.Equal(t, "1 %s of zwei", text.Format("%s of %s", one, two).String())
	require.Equal(t, "100% of zwei", text.Format("100%% of %s", two).String())
	require.Equal(t, "zwei", text.Format("%s", two).String())
	require.Equal(t, "1 %szwei", text.Concat(one, two).String())
	require.Equal(t, "a, b", text.Join(text.Consts("a", "b"), text.Const(", ")).String())
	require.Empty(t, text.Concat())
	require.Equal(t, text.In(theme.Terminal().Warn, "%s!", two), text.Format("%s!", two).In(theme.Terminal().Warn))
}

func TestSplit(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "abc", "0x\u041c", "\u041c\u041c", "e\u0301\u0302f", "世界", "\n\u1740"} {
		whole := text.Clean(s)
		for at := -1; at <= len(whole.String())+1; at++ {
			head, tail := text.Split(whole, at)
			require.Equal(t, whole, text.Concat(head, tail), "%q at %d", s, at)
			require.LessOrEqual(t, len(head.String()), max(at, 0), "%q at %d", s, at)
			require.Equal(t, head, text.Clean(head.String()), "%q at %d", s, at)
			require.Equal(t, tail, text.Clean(tail.String()), "%q at %d", s, at)
			first, _ := text.First(tail.String())
			require.True(t, at < 0 || at >= len(whole.String()) || len(head.String())+len(first) > at, "%q at %d: the cut is too early", s, at)
		}
	}
}

func TestLineWrap(t *testing.T) {
	t.Parallel()
	th := theme.Terminal()
	line := append(text.In(th.Strong, "1,547"), text.In(th.Faint, " 2s updated 4s ago")...)
	require.Equal(t, []string{"1,547 2s", "updated 4s ago"}, wrapped(line.Wrap(14, 5)))
	require.Equal(t, []string{"1,547 2s", "updated 4s ago"}, wrapped(line.Wrap(10, 2)), "the last line is not cut")
	require.Equal(t, []string{"1,547 2s updated 4s ago"}, wrapped(line.Wrap(10, 1)))
	require.Equal(t, []string{"0x88fb…2ca1"}, wrapped(text.Plain("0x88fb…2ca1").Wrap(5, 3)), "a word is not broken")
	require.Equal(t, []string{"treasury", "360,881,589.40503557", "NATIVE 1,200"}, wrapped(text.Plain("treasury 360,881,589.40503557 NATIVE 1,200").Wrap(12, 5)), "words after it are wrapped")
	require.Equal(t, th.Strong, line.Wrap(14, 5)[0][0].Style)
}

func wrapped(lines []text.Line) []string {
	written := make([]string, len(lines))
	for i, line := range lines {
		written[i] = line.Text().String()
	}
	return written
}
