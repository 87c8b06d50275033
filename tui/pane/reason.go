package pane

import (
	"foredeck/client"
	"foredeck/tui/render"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

const (
	// reasonWidth is the width of the column of reasons: that of EINSUFFICIENT_BALANCE and of most categories with a number.
	reasonWidth = 22
	// reasonWide is that of ECOIN_STORE_NOT_PUBLISHED.
	reasonWide = 26
	// reasonMax is the width of nearly all names of reasons.
	reasonMax = 36
	// rankWithReason makes the fee the first column that is dropped.
	rankWithReason = 7
)

// Outcome returns the columns of the reason of a failure and of the fee. The reason is hidden in a list without failures. Where
// there is no room for both, it takes the place of the fee, unless the rows are sorted by it.
func (c TransactionColumns) Outcome() (reason, fee TransactionColumn) {
	width, most := 0, 0
	fee = c.fee()
	if c.HasFailure {
		width, most = reasonWidth, reasonMax
		if c.Width >= wideList {
			width = reasonWide
		}
	}
	if c.HasFailure && c.Sorted != fee.Title && c.Width < wideList {
		fee.Rank = rankWithReason
	}
	return TransactionColumn{
		Name: "reason", Column: widget.Column{Title: text.Const("REASON"), Width: width, Max: most, Rank: 3},
		Cell: func(record *client.Transaction) widget.Cell {
			return widget.Cell{Text: c.reason(record), Style: c.Deps.Theme.Bad}
		},
	}, fee
}

// reason returns why a transaction failed, empty if it did not.
func (c TransactionColumns) reason(record *client.Transaction) text.Safe {
	failed := c.Deps.Failures.OfRecord(record)
	if failed.Status == nil {
		return text.Safe{}
	}
	return render.Reason(failed.Status)
}

// IsFailure reports whether the node says why the transaction failed.
func IsFailure(record *client.Transaction) bool {
	return record.VMStatus != "" && record.Status != "Success"
}
