package account

import (
	"context"
	"strconv"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// fromHeight marks a cursor that holds a height, which the call takes in place of a cursor.
const fromHeight = "from height "

// newAutomated returns the tab of transactions made by the account's automation tasks (spec section 4.5).
func newAutomated(deps *screen.Deps, address move.Address) *transactions {
	automated := newTransactions(deps, pane.Words{Name: text.Const("Automated"), Title: text.Const("Automated transactions"), Content: text.Const("automated transactions")}, address,
		pane.InBothOrders(load.Source[client.Transaction]{
			Page: func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
				if digits, ok := strings.CutPrefix(string(request.Cursor), fromHeight); ok {
					height, err := strconv.ParseUint(digits, 10, 64)
					request.Cursor = ""
					if err != nil {
						return client.Page[client.Transaction]{}, err
					}
					return deps.Node.AutomatedTransactions(ctx, address, &height, request)
				}
				return deps.Node.AutomatedTransactions(ctx, address, nil, request)
			},
			Newer: func(newest *client.Transaction) client.Cursor {
				height := newest.Height()
				if height == nil {
					return ""
				}
				return client.Cursor(fromHeight + strconv.FormatUint(*height, 10)) // more may have been made in that block
			},
		}))
	automated.arrangement.List = "automated"
	automated.columns = func(c pane.TransactionColumns) []pane.TransactionColumn {
		task := unordered(c.Number("seq", text.Const("TASK"), 2, pane.Sequence))
		reason, fee := c.Outcome()
		return []pane.TransactionColumn{
			c.Block(6), task, c.Status(), c.Type(9, 0).AsOptional(), c.Sender().AsOptional(),
			c.Call(), automated.optionalAmount(), reason, fee, c.Age(), c.Hash(4),
		}
	}
	automated.Empty = func() []text.Line {
		return []text.Line{text.Plain("no automated transactions")}
	}
	return automated
}

// unordered returns a column of numbers that are not monotonic along the list: its width cannot follow from those at the ends.
func unordered(column pane.TransactionColumn) pane.TransactionColumn {
	column.Width, column.Right = max(column.Width, 6), true
	return column
}
