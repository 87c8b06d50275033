package client

// Candle is one record of the price history (spec section 2.9). The numbers are decimal
// texts in the service's own digits; "" where one is missing.
type Candle struct {
	Time   int64 // milliseconds since the Unix epoch
	Open   string
	High   string
	Low    string
	Close  string
	Volume string
}

// Instrument is the latest price of a pair (spec section 2.10). The numbers are decimal
// texts as given; "" where one is missing.
type Instrument struct {
	Pair      string
	Price     string
	High24h   string
	Low24h    string
	Change24h string // in percent
	Time      int64  // milliseconds since the Unix epoch
}
