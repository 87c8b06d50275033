package lookup

import (
	"context"
	"encoding/json"
	"fmt"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/config"
	"foredeck/tui/load"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// maxCoins is the number of types whose decimals are cached.
const maxCoins = 200

// maxDecimals is the largest number of decimals that is accepted: a u256 has up to 78 digits.
const maxDecimals = 78

// coinInfo is the resource that holds the decimals of a coin.
type coinInfo struct {
	Decimals int `json:"decimals"`
}

// Amounts looks up the decimals of coins and formats amounts.
type Amounts struct {
	*load.Cache[string, int] // decimals by coin type

	units    *text.Units
	network  string
	settings func() *config.Settings

	of         *config.Settings // from which native and configured were read
	native     int              // decimals of the coin in which fees are paid
	configured map[string]int   // decimals by coin type, overriding those of the chain
}

// NewAmounts returns Amounts that load the decimals of coins from the node of a network.
func NewAmounts(l *load.Loader, node *client.Node, network string, settings func() *config.Settings, units *text.Units) *Amounts {
	return &Amounts{units: units, network: network, settings: settings, Cache: load.NewCache(l, maxCoins, func(ctx context.Context, coin string) (int, error) {
		return CoinDecimals(ctx, node, coin)
	})}
}

// CoinDecimals reads the decimals of a coin from the account that published its type.
func CoinDecimals(ctx context.Context, node *client.Node, coin string) (int, error) {
	tag, err := move.ParseStructTag(coin)
	if err != nil {
		return 0, err
	}
	resource, err := node.Resource(ctx, tag.Address, "0x1::coin::CoinInfo<"+coin+">")
	if err != nil {
		return 0, err
	}
	var info coinInfo
	if err := json.Unmarshal(resource.Data, &info); err != nil {
		return 0, fmt.Errorf("decimals of %s: %w", coin, err)
	}
	if info.Decimals < 0 || info.Decimals > maxDecimals {
		return 0, fmt.Errorf("decimals of %s: %d: must be from 0 to %d", coin, info.Decimals, maxDecimals)
	}
	return info.Decimals, nil
}

// read updates the configured decimals if the configuration was replaced.
func (a *Amounts) read() {
	settings := a.settings()
	if a.of == settings {
		return
	}
	network, ok := settings.FindNetwork(a.network)
	if !ok {
		network = settings.Network
	}
	a.of, a.native, a.configured = settings, network.Decimals, map[string]int{}
	for _, coin := range settings.Coins {
		if tag, err := move.ParseTypeTag(coin.Type); err == nil {
			a.configured[tag.String()] = coin.Decimals
		}
	}
}

// Native returns the decimals of the coin in which fees are paid.
func (a *Amounts) Native() int {
	a.read()
	return a.native
}

// Want marks types to have their decimals loaded if they are coins.
func (a *Amounts) Want(tags ...move.TypeTag) {
	for _, tag := range tags {
		if tag.Kind == move.KindStruct {
			a.Cache.Want(tag.String())
		}
	}
}

// Decimals returns the decimals of a coin. ok is false if they are not known, or the type is not a coin.
func (a *Amounts) Decimals(tag move.TypeTag) (decimals int, ok bool) {
	a.read()
	name := tag.String()
	if decimals, ok = a.configured[name]; ok {
		return decimals, true
	}
	return a.Get(name)
}

// callDecimals returns the decimals of an integer of a call: a u64 or u128 of a call with a single type argument is an amount of
// that coin.
func (a *Amounts) callDecimals(typeArguments []move.TypeTag, typed string) int {
	if len(typeArguments) != 1 || typed != "u64" && typed != "u128" {
		return 0
	}
	decimals, _ := a.Decimals(typeArguments[0])
	return decimals
}

// Of describes how the integers of a call with these type arguments are written.
func (a *Amounts) Of(typeArguments []move.TypeTag) render.Amounts {
	return render.Amounts{Units: *a.units, Decimals: func(typed string) int { return a.callDecimals(typeArguments, typed) }}
}

// Formatter formats the arguments of a record's call with these names.
func (a *Amounts) Formatter(names *Names, record *client.Transaction) render.Formatter {
	formatter := render.Formatter{NameOf: names.Of, Decimals: a.Native(), Units: *a.units, CoinDecimals: func(kind string) (int, bool) {
		tag, err := move.ParseTypeTag(kind)
		if err != nil {
			return 0, false
		}
		return a.Decimals(tag)
	}}
	if record.Payload == nil {
		return formatter
	}
	if function, err := move.ParseFunctionID(record.Payload.Function); err == nil {
		formatter.ArgumentName = func(parameter, i int) text.Safe { return names.Argument(function, parameter, i) }
	}
	return formatter
}
