package text_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/tui/text"
)

func TestFunctionDropsThePrefixFirst(t *testing.T) {
	const function = "0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a1ca1::router::swap_exact_in"
	for width, want := range map[int]text.Safe{
		100: "0x88fb…1ca1::router::swap_exact_in",
		34:  "0x88fb…1ca1::router::swap_exact_in",
		33:  "…::router::swap_exact_in",
		24:  "…::router::swap_exact_in",
		23:  "…::swap_exact_in",
		16:  "…::swap_exact_in",
		15:  "…::swap_exact_…",
		1:   "…",
		0:   "",
		-3:  "",
	} {
		require.Equal(t, want, text.Function(function, width), "width %d", width)
	}
	for _, c := range []struct {
		name  text.Safe
		width int
		want  text.Safe
	}{
		{"", 10, ""},
		{"script", 10, "script"},
		{"script", 4, "scr…"},
		{"0x1::coin::transfer", 19, "0x1::coin::transfer"},
		{"0x1::coin::transfer", 18, "0x1::…::transfer"},
		{"0x1::coin::transfer", 15, "…::transfer"},
		{"multisig 0x1::coin::transfer", 27, "multisig 0x1::…::transfer"},
		{"multisig 0x1::coin::transfer", 20, "multisig …::transfer"},
		{"multisig 0x1::coin::transfer", 19, "…::transfer"},
		{"模块::函数", 10, "模块::函数"},
		{"模块::函数", 9, "模块::函…"},
		{"模块::块::函数", 9, "…::函数"},
	} {
		require.Equal(t, c.want, text.Function(c.name, c.width), "%q in %d", c.name, c.width)
	}
}

func TestFunctionFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(drawn(), rapid.Map(rapid.StringMatching(`(multisig )?0x[0-9a-f]{1,64}(::[a-z_]{0,12}){0,4}`), func(s string) text.Safe { return text.Safe(s) })).Draw(t, "name")
		width := rapid.IntRange(-1, 60).Draw(t, "width")
		shown := text.Function(name, width)
		require.LessOrEqual(t, text.Width(shown), max(width, 0))
		if text.Width(text.Short(name)) <= width {
			require.Equal(t, text.Short(name), shown, "what fits is not cut")
		}
	})
}

func TestCutMiddle(t *testing.T) {
	const hash = "0x0123456789abcdef"
	for width, want := range map[int]text.Safe{
		40: hash,
		18: hash,
		17: "0x012345…89abcdef",
		16: "0x012345…9abcdef",
		5:  "0x…ef",
		4:  "0x…f",
		3:  "0…f",
		2:  "0…",
		1:  "…",
		0:  "",
		-1: "",
	} {
		require.Equal(t, want, text.CutMiddle(hash, width), "width %d", width)
	}
	require.Equal(t, text.Safe("界界"), text.CutMiddle("界界", 4))
	require.Equal(t, text.Safe("界…"), text.CutMiddle("界界", 3), "text other than a hash is cut at its end")
}

func TestCutMiddleIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := drawn().Draw(t, "text")
		width := rapid.IntRange(-1, 40).Draw(t, "width")
		shown := text.CutMiddle(whole, width)
		require.LessOrEqual(t, text.Width(shown), max(width, 0))
		if text.Width(whole) <= width {
			require.Equal(t, whole, shown)
		}
		head, tail, cut := strings.Cut(string(shown), "…")
		if cut && !strings.Contains(string(whole), "…") {
			require.True(t, strings.HasPrefix(string(whole), head) && strings.HasSuffix(string(whole), tail), "%q of %q", shown, whole)
		}
	})
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		whole           text.Safe
		width, maxLines int
		want            []text.Safe
	}{
		{"", 10, 3, []text.Safe{""}},
		{"short", 10, 3, []text.Safe{"short"}},
		{"one two three four", 9, 3, []text.Safe{"one two", "three", "four"}},
		{"one two three four", 9, 2, []text.Safe{"one two", "three fo…"}},
		{"one two three four", 9, 1, []text.Safe{"one two …"}},
		{"unbreakable", 4, 5, []text.Safe{"unbr", "eaka", "ble"}},
	} {
		require.Equal(t, c.want, text.Wrap(c.whole, c.width, c.maxLines), "%q", c.whole)
	}
	rapid.Check(t, func(t *rapid.T) {
		whole := drawn().Draw(t, "text")
		width, maxLines := rapid.IntRange(2, 20).Draw(t, "width"), rapid.IntRange(1, 6).Draw(t, "maxLines")
		wrapped := text.Wrap(whole, width, maxLines)
		require.NotEmpty(t, wrapped)
		require.LessOrEqual(t, len(wrapped), maxLines)
		for _, line := range wrapped {
			require.LessOrEqual(t, text.Width(line), width, "%q of %q", line, whole)
		}
		var all strings.Builder
		for _, line := range text.Wrap(whole, width, len(whole)+2) {
			all.WriteString(string(line))
		}
		unspaced := func(s string) string { return strings.Join(strings.Fields(s), "") }
		require.Equal(t, unspaced(string(whole)), unspaced(all.String()), "nothing is lost but spaces")
	})
}

func TestCutNumber(t *testing.T) {
	for width, want := range map[int]text.Safe{
		20: "344,983,856.12345678", 19: "344,983,856.123456…", 14: "344,983,856.1…", 13: "344,983,856.…", 12: "344,983,856…", 9: "344,983,…",
	} {
		require.Equal(t, want, text.CutNumber("344,983,856.12345678", width), width)
	}
	require.Equal(t, text.Safe("-5.1…"), text.CutNumber("-5.12345", 5))
	require.Equal(t, text.Safe("seq +…"), text.CutNumber("seq +123", 6))
}

func TestCutFront(t *testing.T) {
	require.Equal(t, text.Safe("treasury › Sent"), text.CutFront("treasury › Sent", 15))
	require.Equal(t, text.Safe("… › Sent"), text.CutFront("treasury › Sent", 8))
	require.Empty(t, text.CutFront("treasury", 0))
}
