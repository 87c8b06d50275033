package record

import (
	"encoding/hex"
	"slices"

	"foredeck/client"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// callerWidth and argumentsWidth are widths of columns of calls in a table.
const (
	callerWidth    = 20
	argumentsWidth = 48
)

// CallColumns returns the columns of a list of calls of functions by anyone: CSV is that of Columns, and tables have caller and arguments.
func (l Transactions) CallColumns(oneFunction bool) Columns[transaction] {
	columns := l.Columns()
	for i := range columns {
		switch column := &columns[i]; {
		case column.Deck == "seq", column.Deck == "type", column.Deck == "amount", column.Deck == "sender", column.Name == "coin",
			column.Deck == "function" && oneFunction:
			column.Title = text.Safe{}
		}
	}
	caller := Column[transaction]{
		Title: text.Const("SENDER"), Width: callerWidth, Wide: fullWidth, Text: clean(sender), Full: clean(sender),
		Cell: func(t *transaction) text.Safe { return text.Cut(l.caller(t), callerWidth) },
	}
	arguments := Column[transaction]{
		Title: text.Const("ARGUMENTS"), Width: argumentsWidth, Text: wholeArguments, Full: wholeArguments,
		Cell: func(t *transaction) text.Safe { return text.Cut(ShortArguments(t, argumentsWidth), argumentsWidth) },
	}
	return slices.Insert(columns, slices.IndexFunc(columns, func(c Column[transaction]) bool { return c.Deck == "fee" }), caller, arguments)
}

// caller returns the name of the sender, or its address in short.
func (l *Transactions) caller(t *transaction) text.Safe {
	if t.Sender == nil {
		return text.None
	}
	if name := l.Formatter.NameOf(*t.Sender); !name.IsEmpty() {
		return name
	}
	return text.Short(text.Clean(t.Sender.String()))
}

// ShortArguments returns the arguments of a call as they were sent, addresses in short, as many as fill a width.
func ShortArguments(t *client.Transaction, width int) (arguments text.Safe) {
	for i := range payloadOf(t).Len() {
		if i > 0 {
			arguments = text.Format("%s, ", arguments)
		}
		arguments = text.Concat(arguments, text.Short(argument(t, i)))
		if text.Width(arguments) > width {
			break
		}
	}
	return arguments
}

// argument returns an argument of a call as it was sent, in BCS if only that is known.
func argument(t *transaction, i int) text.Safe {
	payload := payloadOf(t)
	if i < len(payload.Arguments) {
		return render.RawMoveValue(client.MoveValue{JSON: payload.Arguments[i]})
	}
	return text.Clean("0x" + hex.EncodeToString(payload.EncodedArguments[i]))
}

// wholeArguments returns the arguments of a call as they were sent.
func wholeArguments(t *transaction) text.Safe {
	arguments := make([]text.Safe, payloadOf(t).Len())
	for i := range arguments {
		arguments[i] = argument(t, i)
	}
	return text.Join(arguments, text.Const(", "))
}
