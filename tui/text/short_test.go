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
		100: text.Const("0x88fb…1ca1::router::swap_exact_in"),
		34:  text.Const("0x88fb…1ca1::router::swap_exact_in"),
		33:  text.Const("…::router::swap_exact_in"),
		24:  text.Const("…::router::swap_exact_in"),
		23:  text.Const("router::swap_exact_in"),
		21:  text.Const("router::swap_exact_in"),
		20:  text.Const("…::swap_exact_in"),
		16:  text.Const("…::swap_exact_in"),
		15:  text.Const("…::swap_exact_…"),
		1:   text.Const("…"),
		0:   {},
		-3:  {},
	} {
		require.Equal(t, want, text.Function(text.Const(function), width), "width %d", width)
	}
	for _, c := range []struct {
		name  text.Safe
		width int
		want  text.Safe
	}{
		{text.Safe{}, 10, text.Safe{}},
		{text.Const("script"), 10, text.Const("script")},
		{text.Const("script"), 4, text.Const("scr…")},
		{text.Const("0x1::coin::transfer"), 19, text.Const("0x1::coin::transfer")},
		{text.Const("0x1::coin::transfer"), 18, text.Const("…::coin::transfer")},
		{text.Const("0x1::coin::transfer"), 16, text.Const("coin::transfer")},
		{text.Const("0x1::coin::transfer"), 13, text.Const("…::transfer")},
		{text.Const("0x1::native_account::transfer"), 23, text.Const("…::transfer")},
		{text.Const("multisig 0x1::coin::transfer"), 27, text.Const("multisig …::coin::transfer")},
		{text.Const("multisig 0x1::coin::transfer"), 20, text.Const("multisig …::transfer")},
		{text.Const("multisig 0x1::coin::transfer"), 19, text.Const("…::transfer")},
		{text.Const("模块::函数"), 10, text.Const("模块::函数")},
		{text.Const("模块::函数"), 9, text.Const("模块::函…")},
		{text.Const("模块::块::函数"), 9, text.Const("块::函数")},
		{text.Const("模块::块::函数"), 7, text.Const("…::函数")},
	} {
		require.Equal(t, c.want, text.Function(c.name, c.width), "%q in %d", c.name, c.width)
	}
}

func TestFunctionFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(drawn(), rapid.Map(rapid.StringMatching(`(multisig )?0x[0-9a-f]{1,64}(::[a-z_]{0,12}){0,4}`), func(s string) text.Safe { return text.Clean(s) })).Draw(t, "name")
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
		40: text.Const(hash),
		18: text.Const(hash),
		17: text.Const("0x012345…89abcdef"),
		16: text.Const("0x012345…9abcdef"),
		5:  text.Const("0x…ef"),
		4:  text.Const("0x…f"),
		3:  text.Const("0…f"),
		2:  text.Const("0…"),
		1:  text.Const("…"),
		0:  {},
		-1: {},
	} {
		require.Equal(t, want, text.CutMiddle(text.Const(hash), width), "width %d", width)
	}
	require.Equal(t, text.Const("界界"), text.CutMiddle(text.Const("界界"), 4))
	require.Equal(t, text.Const("界…"), text.CutMiddle(text.Const("界界"), 3), "text other than a hash is cut at its end")
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
		head, tail, cut := strings.Cut(shown.String(), "…")
		if cut && !strings.Contains(whole.String(), "…") {
			require.True(t, strings.HasPrefix(whole.String(), head) && strings.HasSuffix(whole.String(), tail), "%q of %q", shown, whole)
		}
	})
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		whole           text.Safe
		width, maxLines int
		want            []text.Safe
	}{
		{text.Safe{}, 10, 3, text.Consts("")},
		{text.Const("short"), 10, 3, text.Consts("short")},
		{text.Const("one two three four"), 9, 3, text.Consts("one two", "three", "four")},
		{text.Const("one two three four"), 9, 2, text.Consts("one two", "three fo…")},
		{text.Const("one two three four"), 9, 1, text.Consts("one two …")},
		{text.Const("unbreakable"), 4, 5, text.Consts("unbr", "eaka", "ble")},
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
		for _, line := range text.Wrap(whole, width, len(whole.String())+2) {
			all.WriteString(line.String())
		}
		unspaced := func(s string) string { return strings.Join(strings.Fields(s), "") }
		require.Equal(t, unspaced(whole.String()), unspaced(all.String()), "nothing is lost but spaces")
	})
}

func TestCutNumber(t *testing.T) {
	for width, want := range map[int]text.Safe{
		20: text.Const("344,983,856.12345678"), 19: text.Const("344,983,856.123456…"), 14: text.Const("344,983,856.1…"), 13: text.Const("344,983,856.…"), 12: text.Const("344,983,856…"), 9: text.Const("344,983,…"),
	} {
		require.Equal(t, want, text.CutNumber(text.Const("344,983,856.12345678"), width), width)
	}
	require.Equal(t, text.Const("-5.1…"), text.CutNumber(text.Const("-5.12345"), 5))
	require.Equal(t, text.Const("seq +…"), text.CutNumber(text.Const("seq +123"), 6))
}

func TestCutFront(t *testing.T) {
	require.Equal(t, text.Const("treasury › Sent"), text.CutFront(text.Const("treasury › Sent"), 15))
	require.Equal(t, text.Const("… › Sent"), text.CutFront(text.Const("treasury › Sent"), 8))
	require.Empty(t, text.CutFront(text.Const("treasury"), 0))
}
