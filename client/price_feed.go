package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"foredeck/client/move"
)

// ErrNoHistory reports that the prices of the past were requested without an API key. The price feed has only the latest ones. It matches
// ErrUnauthorized.
var ErrNoHistory = fmt.Errorf("price history needs an API key of the price service: %w", ErrUnauthorized)

// FeedPrice is a price of the chain's own feed, which oracles write into the module supra_oracle_storage.
type FeedPrice struct {
	Pair     uint32
	Value    string // digits of a u128, in units of the last decimal; "" if absent or invalid
	Decimals int
	Time     *int64 // milliseconds since the Unix epoch, nil if absent
	Round    uint64
	Raw      json.RawMessage // the complete JSON
	Problems Problems        // the parts that could not be decoded
	Other    Members         // the members that are not known
}

// maxFeedDecimals is more than the number of digits of a u128.
const maxFeedDecimals = 64

// Price returns the price as an exact decimal text without zeros at its end, "" if there is no Value.
func (p FeedPrice) Price() string {
	if p.Value == "" {
		return ""
	}
	digits := strings.Repeat("0", max(p.Decimals+1-len(p.Value), 0)) + p.Value
	point := len(digits) - p.Decimals
	if fraction := strings.TrimRight(digits[point:], "0"); fraction != "" {
		return digits[:point] + "." + fraction
	}
	return digits[:point]
}

// FeedPrices reads the latest prices of pairs, by their numbers, from the feed that the account at address publishes. It needs no key.
// Pairs that the feed does not have are left out.
func (n *Node) FeedPrices(ctx context.Context, address move.Address, pairs []uint32) ([]FeedPrice, error) {
	function := move.FunctionID{Address: address, Module: "supra_oracle_storage", Name: "get_prices"}
	result, err := n.View(ctx, ViewRequest{Function: function, Arguments: []any{pairs}})
	if err != nil {
		return nil, err
	}
	found := apiResponse{url: n.base + " (" + function.String() + ")"}
	if len(result.Values) != 1 {
		return nil, &DecodeError{URL: found.url, Err: fmt.Errorf("%d values instead of 1", len(result.Values))}
	}
	found.body = result.Values[0].JSON
	var prices []FeedPrice
	reader := newBodyReader(found)
	reader.array(func() {
		var price FeedPrice
		var pair, decimals, at *uint64
		price.Raw, price.Problems, price.Other = reader.record(func() {
			isObject := reader.fields(required("pair", &pair), required("value", decimalInto(&price.Value)), required("decimal", &decimals),
				required("timestamp", &at), optional("round", &price.Round))
			switch {
			case !isObject:
			case price.Value != "" && !isDigits(price.Value):
				reader.note(errors.New(quoted(price.Value) + " instead of an unsigned integer"))
			case decimals != nil && *decimals > maxFeedDecimals:
				reader.note(fmt.Errorf("%d decimals", *decimals))
			}
		})
		switch {
		case pair == nil:
			if reader.problem == nil {
				reader.problem = price.Problems.First()
			}
			return
		case decimals == nil || *decimals > maxFeedDecimals || !isDigits(price.Value):
			price.Value = ""
		default:
			price.Decimals = int(*decimals)
		}
		price.Pair, price.Time = uint32(*pair), milliseconds(at)
		prices = append(prices, price)
	})
	return prices, reader.end()
}

// milliseconds returns a time in milliseconds that oracles write in those or in seconds.
func milliseconds(at *uint64) *int64 {
	const earliest = 100_000_000_000 // milliseconds in 1973, seconds in the year 5138
	if at == nil {
		return nil
	}
	written := int64(min(*at, math.MaxInt64))
	if written < earliest {
		written *= 1000
	}
	return &written
}

// Feed reads the latest prices of named pairs from the chain's own feed. It is safe for concurrent use.
type Feed struct {
	Node    *Node
	Address move.Address
	Pairs   map[string]uint32 // by their names in lower case, such as btc_usdt
}

// Latest reads the latest price of a pair, as Prices.Latest does. The error is ErrNotFound if the number of the pair is not known, or if
// the feed does not have it.
func (f *Feed) Latest(ctx context.Context, pair string) (Instrument, error) {
	pair, err := validPair(pair)
	if err != nil {
		return Instrument{}, err
	}
	number, ok := f.Pairs[pair]
	if !ok {
		return Instrument{}, fmt.Errorf("pair %q: %w on the on-chain feed: set its number in price_pairs, or an API key of the price service", pair, ErrNotFound)
	}
	prices, err := f.Node.FeedPrices(ctx, f.Address, []uint32{number})
	if err != nil {
		return Instrument{}, err
	}
	for i := range prices {
		if p := &prices[i]; p.Pair == number {
			return Instrument{Pair: pair, Price: p.Price(), Time: p.Time, Raw: p.Raw, Problems: p.Problems, Other: p.Other}, nil
		}
	}
	return Instrument{}, fmt.Errorf("pair %q: %w on the on-chain feed under number %d", pair, ErrNotFound, number)
}
