package account

import (
	"context"
	"strconv"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/listview"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// fromHeight marks a cursor that holds a height, which the call takes in place of a cursor.
const fromHeight = "from height "

// newAutomated returns the tab of transactions made by the account's automation tasks (spec section 4.5).
func newAutomated(deps *screen.Deps, keys *KeyMap, address move.Address) *transactions {
	automated := newTransactions(deps, keys, labels{name: text.Const("Automated"), title: text.Const("Automated transactions"), content: text.Const("automated transactions")},
		inBothOrders(load.Source[client.Transaction]{
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
	automated.columns = func(c listview.TransactionColumns) []listview.TransactionColumn {
		task := c.Number(text.Const("TASK"), 2, listview.Sequence)
		task.Width, task.Right = max(task.Width, 6), true // task numbers are not monotonic along the list
		reason, fee := c.Outcome()
		return []listview.TransactionColumn{c.Number(text.Const("BLOCK"), 6, listview.Height), task, c.Status(), c.Call(), reason, fee, c.Age(), c.Hash(4)}
	}
	automated.empty = func() []text.Line {
		return []text.Line{text.Plain("no automated transactions")}
	}
	return automated
}
