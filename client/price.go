package client

import "encoding/json"

// Candle is one record of the price history (spec section 2.9): the prices of an
// interval. The numbers are decimal texts in the service's own digits, also where it
// writes them as JSON numbers; "" where one is missing or is no number.
type Candle struct {
	Time    int64 // milliseconds since the Unix epoch
	Open    string
	High    string
	Low     string
	Close   string
	Volume  string
	Raw     json.RawMessage // the whole record as sent
	Problem *DecodeError    // the first thing in the record that was not understood; nil for a regular one
}

// MarshalJSON gives time_ms as a number and the prices as strings; null for a missing one.
func (c Candle) MarshalJSON() ([]byte, error) {
	return marshal(struct {
		Time   int64   `json:"time_ms"`
		Open   *string `json:"open"`
		High   *string `json:"high"`
		Low    *string `json:"low"`
		Close  *string `json:"close"`
		Volume *string `json:"volume"`
	}{c.Time, textOrNull(c.Open), textOrNull(c.High), textOrNull(c.Low), textOrNull(c.Close), textOrNull(c.Volume)})
}

// Instrument is the latest price of a pair (spec section 2.10). The numbers are decimal
// texts as given; "" where one is missing or is no number.
type Instrument struct {
	Pair      string
	Price     string
	High24h   string
	Low24h    string
	Change24h string          // in percent
	Time      int64           // milliseconds since the Unix epoch; 0 where the service does not tell
	Raw       json.RawMessage // the whole record as sent
	Problem   *DecodeError    // the first thing in the record that was not understood; nil for a regular one
}

// MarshalJSON gives time_ms as a number and the prices as strings; null for a missing one.
func (i Instrument) MarshalJSON() ([]byte, error) {
	var time *int64
	if i.Time != 0 {
		time = &i.Time
	}
	return marshal(struct {
		Pair      string  `json:"pair"`
		Price     *string `json:"price"`
		High24h   *string `json:"high_24h"`
		Low24h    *string `json:"low_24h"`
		Change24h *string `json:"change_24h"`
		Time      *int64  `json:"time_ms"`
	}{i.Pair, textOrNull(i.Price), textOrNull(i.High24h), textOrNull(i.Low24h), textOrNull(i.Change24h), time})
}

func textOrNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
