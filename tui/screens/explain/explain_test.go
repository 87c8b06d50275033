package explain_test

import (
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"foredeck/client/move"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// line opens the screen of a text by a line of the palette.
func line(text string) []string { return []string{":", "explain " + text, "enter"} }

func TestFrames(t *testing.T) {
	tuitest.Frames(t, map[string]tuitest.Scene{
		"guesses": {Keys: line("0x0d48656c6c6f2c20776f726c6421"), AllSizes: true},
		"status":  {Keys: append(line("Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins to complete transaction"), "J")},
		"nothing": {Keys: line("what is this?")},
	})
}

func TestOpens(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{})
	d.Press(line("0x1::coin: 0x10006")...)
	d.Shows("abort code", "0x10006 (65,542)", "INVALID_ARGUMENT")
	link, ok := screen.LinkOf(d.Screen())
	require.True(t, ok)
	require.Equal(t, "simulated/explain/0x1::coin:%200x10006", link.String())
	again, err := target.ParseLink(link.String())
	require.NoError(t, err)
	require.Equal(t, link, again)
	d.Press("enter")
	d.Shows("Module 0x1::coin")
}

// The readings have a filter, as all lists do.
func TestFilter(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{})
	d.Press(line("1700000000")...)
	d.Shows("time?", "block?", "amount?")
	d.Press("/", "kind:amount")
	d.Shows("amount?")
	d.Hides("block?")
	d.Press("esc")
	d.Shows("block?")
}

// The box of Home explains what names nothing, and opens the rest as before.
func TestBox(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{})
	d.Press("space", "h")
	d.Press("Move abort in 0x1::coin: 0x10006")
	d.Shows("explain", "status INVALID_ARGUMENT, reason 6 (0x10006)")
	d.Press("enter")
	d.Shows("Explain Move abort in 0x1::coin: 0x10006", "Reading")
}

// Digits of a time are rather that than a height, which stays the second choice.
func TestBoxTime(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{})
	d.Press("space", "h")
	d.Press("1732708800000")
	d.Shows("time 2024-11-27 12:00:00", "block")
	d.Press("enter")
	d.Shows("Explain 1732708800000", "13 digits are milliseconds since 1970")
}

func TestFacts(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{})
	to := move.Address{31: 0xab}
	call := move.CallBCS(move.MustParseFunctionID("0x1::coin::transfer"), []move.TypeTag{move.MustParseTypeTag("0x1::a::B")}, [][]byte{to[:], {1, 0, 0, 0, 0, 0, 0, 0}})
	d.Press(line(hex.EncodeToString(call))...)
	d.Shows("call", "0x1::coin::transfer", "type arg")
	d.Press("J", "enter") // the first fact is the function
	d.Shows("Module 0x1::coin")
}
