package screen

import (
	"context"
	"encoding/json"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/render"
)

// coins is what is known of the decimals of coin types. The chain keeps them in a resource of the account that made the type.
type coins struct {
	decimals map[string]int // by type
	asked    map[string]bool
	wanted   []string
	said     map[string]int // by the user, whatever the chain says
}

// SayCoins takes over what the user says of the decimals of coin types.
func (d *Deps) SayCoins(decimals map[string]int) { d.coins.said = decimals }

// mostCoins bounds the types that are asked for in one session: a node may name any number.
const mostCoins = 200

// coinInfo is the resource that tells the decimals of a coin.
type coinInfo struct {
	Decimals int `json:"decimals"`
}

// mostDecimals is how many decimals are believed: no u256 has more digits.
const mostDecimals = 78

// WantCoins notes types whose decimals would help to write amounts, whether they are coins or not.
func (d *Deps) WantCoins(tags ...move.TypeTag) {
	for _, tag := range tags {
		name := tag.String()
		if tag.Kind != move.KindStruct || d.coins.asked[name] || len(d.coins.asked) >= mostCoins {
			continue
		}
		if d.coins.asked == nil {
			d.coins.asked = map[string]bool{}
		}
		d.coins.asked[name] = true
		d.coins.wanted = append(d.coins.wanted, name)
	}
}

// CoinDecimals is how many decimals the amounts of a coin have. It is not ok for what is no coin, or not known to be one.
func (d *Deps) CoinDecimals(tag move.TypeTag) (decimals int, ok bool) {
	name := tag.String()
	if decimals, ok = d.coins.said[name]; !ok {
		decimals, ok = d.coins.decimals[name]
	}
	return decimals, ok
}

// amountDecimals is how many decimals an integer of a call has: a u64 or u128 of a call with a single type argument is an amount
// of that, where it is a coin. Otherwise it has none.
func (d *Deps) amountDecimals(typeArguments []move.TypeTag, typed string) int {
	if len(typeArguments) != 1 || typed != "u64" && typed != "u128" {
		return 0
	}
	decimals, _ := d.CoinDecimals(typeArguments[0])
	return decimals
}

// Amounts says how the integers of a call with these type arguments are written.
func (d *Deps) Amounts(typeArguments []move.TypeTag) render.Amounts {
	return render.Amounts{Units: d.Units, Decimals: func(typed string) int { return d.amountDecimals(typeArguments, typed) }}
}

// CoinMsg is what became of asking for a coin.
type CoinMsg struct {
	load.Result[int]
	coin string
	of   *Deps // that asked
}

// AskCoins asks for the decimals that are wanted.
func (d *Deps) AskCoins(ctx context.Context) tea.Cmd {
	var asked []tea.Cmd
	for _, coin := range d.coins.wanted {
		tag, err := move.ParseTypeTag(coin)
		if err != nil {
			continue
		}
		ask := load.Do(ctx, d.Loader, 0, func(ctx context.Context) (int, error) {
			resource, err := d.Node.Resource(ctx, tag.Struct.Address, "0x1::coin::CoinInfo<"+coin+">")
			if err != nil {
				return 0, err
			}
			var info coinInfo
			if err := json.Unmarshal(resource.Data, &info); err != nil || info.Decimals < 0 || info.Decimals > mostDecimals {
				return 0, fmt.Errorf("decimals of %s: %s: %w", coin, resource.Data, err)
			}
			return info.Decimals, nil
		})
		asked = append(asked, func() tea.Msg { return CoinMsg{ask().(load.Result[int]), coin, d} })
	}
	d.coins.wanted = nil
	return tea.Batch(asked...)
}

// TakeCoin takes an answer. A type of which the node says that it is no coin is not asked for again.
func (d *Deps) TakeCoin(msg CoinMsg) {
	switch {
	case msg.of != d: // it was asked of another network
	case msg.Err == nil:
		if d.coins.decimals == nil {
			d.coins.decimals = map[string]int{}
		}
		d.coins.decimals[msg.coin] = msg.Value
	case d.Explain(msg.Err).Kind != load.NotFound:
		delete(d.coins.asked, msg.coin)
	}
}
