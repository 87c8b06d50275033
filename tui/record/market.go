package record

import (
	"strings"
	"time"

	"foredeck/client"
	"foredeck/tui/portfolio"
	"foredeck/tui/text"
)

type price = client.Instrument

// Prices returns the columns of the latest prices of pairs.
func Prices(now func() time.Time) Columns[price] {
	number := func(name string, title text.Safe, of func(*price) string) Column[price] {
		return Column[price]{Name: name, Title: title, Width: 18, Right: true, Text: clean(of)}
	}
	change := func(i *price) string { return i.Change24h }
	changed := number("change_24h", text.Const("CHANGE 24H"), change)
	changed.Width, changed.Wide = 11, 20
	changed.Cell, changed.Full = func(i *price) text.Safe { return percent(twoDecimals(change(i))) }, func(i *price) text.Safe { return percent(change(i)) }
	at := func(i *price) text.Safe { return Instant(i.Time) }
	return Columns[price]{
		{Name: "pair", Title: text.Const("PAIR"), Width: 12, Text: clean(func(i *price) string { return i.Pair })},
		number("price", text.Const("PRICE"), func(i *price) string { return i.Price }),
		number("high_24h", text.Const("HIGH 24H"), func(i *price) string { return i.High24h }),
		number("low_24h", text.Const("LOW 24H"), func(i *price) string { return i.Low24h }),
		changed,
		{Title: text.Const("AGE"), Width: 11, Only: Table, Cell: func(i *price) text.Safe {
			if i.Time == nil {
				return text.None
			}
			return text.Age(time.UnixMilli(*i.Time), now().UTC())
		}},
		{Name: "time_ms", Title: text.Const("TIME"), Width: instantWidth, Only: Wide, Text: func(i *price) text.Safe { return Exact(i.Time) }, Cell: at},
	}
}

// percent returns a percentage, or a dash if there is none.
func percent(number string) text.Safe {
	if number == "" {
		return text.None
	}
	return text.Format("%s%%", text.Clean(number))
}

// twoDecimals truncates a plain decimal number after its second decimal.
func twoDecimals(number string) string {
	whole, decimals, _ := strings.Cut(number, ".")
	if len(decimals) <= 2 || strings.Trim(decimals, "0123456789") != "" {
		return number
	}
	return whole + "." + decimals[:2]
}

// Candles are the columns of a price history.
var Candles = Columns[client.Candle]{
	{Name: "time_ms", Title: text.Const("TIME"), Width: 23, Text: func(c *client.Candle) text.Safe { return Exact(&c.Time) },
		Cell: func(c *client.Candle) text.Safe { return Instant(&c.Time) }},
	candleColumn("open", text.Const("OPEN"), func(c *client.Candle) string { return c.Open }),
	candleColumn("high", text.Const("HIGH"), func(c *client.Candle) string { return c.High }),
	candleColumn("low", text.Const("LOW"), func(c *client.Candle) string { return c.Low }),
	candleColumn("close", text.Const("CLOSE"), func(c *client.Candle) string { return c.Close }),
	candleColumn("volume", text.Const("VOLUME"), func(c *client.Candle) string { return c.Volume }),
}

func candleColumn(name string, title text.Safe, of func(*client.Candle) string) Column[client.Candle] {
	return Column[client.Candle]{Name: name, Title: title, Width: 18, Right: true, Text: clean(of)}
}

// Holdings are the columns of holdings at the price of their pair: exact numbers in CSV, rounded ones in tables.
var Holdings = Columns[portfolio.Position]{
	{Name: "pair", Title: text.Const("PAIR"), Width: 12, Text: clean(func(p *portfolio.Position) string { return p.Pair })},
	holdingColumn("amount", text.Const("AMOUNT"), 14, func(p *portfolio.Position) string { return p.Amount }),
	holdingColumn("cost", text.Const("COST"), 12, func(p *portfolio.Position) string { return p.Cost }),
	{Name: "price", Title: text.Const("PRICE"), Width: 14, Right: true, Text: func(p *portfolio.Position) text.Safe { return OrNone(text.Clean(p.Price)) }},
	rounded(holdingColumn("value", text.Const("VALUE"), 16, func(p *portfolio.Position) string { return p.Value })),
	rounded(holdingColumn("profit", text.Const("PROFIT"), 16, func(p *portfolio.Position) string { return p.Profit })),
	{Name: "profit_percent", Title: text.Const("PROFIT %"), Width: 10, Right: true, Text: clean(func(p *portfolio.Position) string { return p.ProfitPercent }),
		Cell: func(p *portfolio.Position) text.Safe { return percent(p.ProfitPercent) }},
}

func holdingColumn(name string, title text.Safe, width int, of func(*portfolio.Position) string) Column[portfolio.Position] {
	return Column[portfolio.Position]{Name: name, Title: title, Width: width, Right: true, Text: clean(of)}
}

func rounded(c Column[portfolio.Position]) Column[portfolio.Position] {
	exact := c.Text
	c.Cell = func(p *portfolio.Position) text.Safe {
		return OrNone(text.Clean(portfolio.Rounded(exact(p).String(), p.Price)))
	}
	return c
}
