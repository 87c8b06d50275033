package main

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"

	"github.com/charmbracelet/x/ansi"

	"foredeck/client"
	"foredeck/tui/record"
	"foredeck/tui/text"
)

// priceTable is a table of prices on a terminal that is drawn again in its place. A mark shows whether a price rose or fell when it last changed.
type priceTable struct {
	in    *invocation
	rows  []*client.Instrument // those with a price, in the order of the pairs
	marks map[string]text.Safe // by pair
	lines int                  // that the table has on the screen; 0: what follows is drawn below
}

// newPriceTable returns a table of so many pairs; nil if the prices are printed one below the other: in other formats, and for pipes.
func newPriceTable(in *invocation, pairs int) *priceTable {
	if !in.prints(record.Table) || !isTerminal(in.out()) {
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
	columns = slices.Insert(columns, after, mark)
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
	if t.lines > 0 {
		fmt.Fprint(t.in.out(), ansi.CursorUp(t.lines)+ansi.EraseScreenBelow)
	}
	t.lines = bytes.Count(drawn.Bytes(), []byte("\n"))
	_, err := t.in.out().Write(drawn.Bytes())
	return err
}

// leave keeps what is on the screen, such as a message below the table: the next one is drawn below that.
func (t *priceTable) leave() {
	if t != nil {
		t.lines = 0
	}
}
