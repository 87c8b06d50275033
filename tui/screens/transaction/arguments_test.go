package transaction_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

func TestManyArguments(t *testing.T) {
	t.Parallel()
	many := func(sequence int) string {
		record := tuitest.Ordinary(sequence)
		return strings.Replace(record, `"arguments": [`, `"arguments": [`+strings.Repeat(`"1", `, 5), 1)
	}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 3, Record: many}})
	d.Press("busy", "enter")
	d.Press("down", "down", "enter")
	d.Shows("│ function   0x1::coin::transfer", "│ type args  T0", "[6]", "╭ [1 Arguments]", "─ raw ╮")
	d.Hides(" above · ", " below · ")

	longer := func(sequence int) string {
		return strings.Replace(many(sequence), `"arguments": [`, `"arguments": [`+strings.Repeat(`"1", `, 5), 1)
	}
	d = tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 3, Record: longer}})
	d.Press("busy", "enter")
	d.Press("down", "down", "enter")
	d.Shows("│ function   0x1::coin::transfer", "▸ [0]", "─ … 4 below · raw ╮")
	d.Press("end")
	d.Shows("▸ [11]", "─ … 4 above · raw ╮")
	d.Hides("function   0x1")
}

func TestFooterStaysInPlace(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 40}} {
		d := tuitest.New(t, size[0], size[1], tuitest.Setup{Handler: tuitest.Node{Records: 57}})
		d.Press("busy", "enter")
		d.Press("enter")
		moves := d.LineOf("transfers ")
		d.Press("down")
		require.Equal(t, moves, d.LineOf("transfers "), "%v", size)
	}
}
