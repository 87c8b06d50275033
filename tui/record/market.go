package record

import (
	"fmt"
	"strings"
	"time"

	"foredeck/client"
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
	changed.Cell, changed.Full = func(i *price) text.Safe { return Percent(twoDecimals(change(i))) }, func(i *price) text.Safe { return Percent(change(i)) }
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

// Percent returns a percentage, or a dash if there is none.
func Percent(number string) text.Safe {
	if number == "" {
		return text.None
	}
	return text.Format("%s%%", text.Clean(number))
}

// Share returns a fraction in percent.
func Share(fraction float64) text.Safe { return text.Clean(fmt.Sprintf("%.1f%%", fraction*100)) }

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
