package config

import (
	"errors"
	"strconv"
	"strings"
)

// knownPairs are pairs with their numbers in the price feed of every chain, as the operator of the public networks publishes them.
const knownPairs = "btc_usdt=0, eth_usdt=1, sol_usdt=10, xrp_usdt=14"

// FeedPairs returns the numbers of pairs in the price feed by their names in lower case: the known ones, and those of the config file.
func (p *Protocol) FeedPairs() map[string]uint32 {
	pairs := map[string]uint32{}
	for _, pair := range append(strings.Split(knownPairs, ", "), p.PricePairs...) {
		if name, number, ok := numberedPair(pair); ok {
			pairs[name] = number
		}
	}
	return pairs
}

func numberedPair(pair string) (name string, number uint32, ok bool) {
	name, digits, _ := strings.Cut(strings.ToLower(pair), "=")
	base, quote, isPair := strings.Cut(name, "_")
	parsed, err := strconv.ParseUint(digits, 10, 32)
	return name, uint32(parsed), err == nil && isPair && base != "" && quote != ""
}

func numberedPairs(pairs []string) error {
	for _, pair := range pairs {
		if _, _, ok := numberedPair(pair); !ok {
			return errors.New("must be a list of pairs with their numbers, such as xau_usd=5500")
		}
	}
	return nil
}

func feedAddress(address string) error {
	if !addressForm().MatchString(address) {
		return errors.New("must be an address, such as 0xe3948c9e...: 1 to 64 hexadecimal digits")
	}
	return nil
}
