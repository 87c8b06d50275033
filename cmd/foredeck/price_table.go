package main

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"foredeck/client"
	"foredeck/tui/record"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// priceTable is a table of prices on a terminal that is drawn again in its place. A mark shows whether a price rose or fell when it last changed.
type priceTable struct {
	in    *invocation
	rows  []*client.Instrument // those with a price, in the order of the pairs
	marks map[string]text.Safe // by pair
	lines int                  // that the table has on the screen; 0: what follows is drawn below
}

// maxTablePairs is the number of pairs whose table fits in a terminal of 24 lines. The cursor cannot go back to lines that have scrolled away.
const maxTablePairs = 20

// newPriceTable returns an empty table. It is nil if new prices are printed as lines instead: in other formats, in a pipe, and for many pairs.
func newPriceTable(in *invocation, pairs int) *priceTable {
	if !in.prints(record.Table) || !isTerminal(in.out()) || pairs > maxTablePairs {
		return nil
	}
	return &priceTable{in: in, rows: make([]*client.Instrument, pairs), marks: map[string]text.Safe{}}
}

// set shows a new price of a pair.
func (t *priceTable) set(pair int, latest client.Instrument) error {
	if before := t.rows[pair]; before != nil {
		switch priceOrder(latest.Price, before.Price) {
		case 1:
			t.marks[latest.Pair] = text.Const("▲")
		case -1:
			t.marks[latest.Pair] = text.Const("▼")
		}
	}
	t.rows[pair] = &latest
	return t.draw()
}

func priceOrder(a, b string) int {
	x, isNumber := new(big.Rat).SetString(a)
	y, isNumberToo := new(big.Rat).SetString(b)
	if !isNumber || !isNumberToo {
		return 0
	}
	return x.Cmp(y)
}

// draw draws the table in the place of the one before.
func (t *priceTable) draw() error {
	mark := record.Column[client.Instrument]{Title: text.Const(" "), Width: 1, Cell: func(i *client.Instrument) text.Safe { return t.marks[i.Pair] }}
	columns := record.Prices(t.in.s.now)
	after := slices.IndexFunc(columns, func(c record.Column[client.Instrument]) bool { return c.Name == "price" }) + 1
	columns = fittingPrices(slices.Insert(columns, after, mark), terminalWidth(t.in.out()))
	var drawn bytes.Buffer
	table := newPrinter(&drawn, record.Table, columns)
	for _, row := range t.rows {
		if row == nil {
			continue
		}
		if err := table.add(row); err != nil {
			return err
		}
	}
	if err := table.end(); err != nil {
		return err
	}
	back := ""
	if t.lines > 0 {
		back = ansi.CursorUp(t.lines) + ansi.EraseScreenBelow
	}
	t.lines = bytes.Count(drawn.Bytes(), []byte("\n"))
	// A line that wraps in a narrow terminal would be two to go back.
	_, err := fmt.Fprint(t.in.out(), back+ansi.ResetModeAutoWrap+drawn.String()+ansi.SetModeAutoWrap)
	return err
}

// priceRanks are the columns of prices that a narrow terminal has no room for, by their titles: those of the highest rank are left out first.
var priceRanks = map[string]int{"LOW 24H": 4, "HIGH 24H": 3, "AGE": 2, "CHANGE 24H": 1}

// fittingPrices returns the columns that a terminal has room for, all if its width is not known.
func fittingPrices(columns record.Columns[client.Instrument], width int) (fitting record.Columns[client.Instrument]) {
	if width == 0 {
		return columns
	}
	var shown record.Columns[client.Instrument]
	var ranked []widget.Column
	for _, c := range columns {
		if !c.Title.IsEmpty() && c.Only != record.Wide {
			shown, ranked = append(shown, c), append(ranked, widget.Column{Width: c.Width, Rank: priceRanks[c.Title.String()]})
		}
	}
	for i, room := range widget.Widths(ranked, width) {
		if room > 0 {
			fitting = append(fitting, shown[i])
		}
	}
	return fitting
}

// terminalWidth returns the width of the terminal that out writes to, 0 if it is not known.
func terminalWidth(out any) int {
	switch out := out.(type) {
	case *output:
		return terminalWidth(out.to)
	case interface{ Fd() uintptr }:
		if width, _, err := term.GetSize(out.Fd()); err == nil {
			return width
		}
	}
	return 0
}

// leave keeps what is on the screen, such as a message below the table: the next one is drawn below that.
func (t *priceTable) leave() {
	if t != nil {
		t.lines = 0
	}
}
