package callform

import (
	"cmp"
	"math/big"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/text"
)

const digits = "0123456789"

// unit is the coin that the integers of a call are amounts of, by the rule that shows the arguments of transactions: that of the only type
// argument, or the native coin for its own transfers.
type unit struct {
	name     text.Safe // empty: not amounts of a coin that is known
	decimals int
	isKnown  bool // decimals is the coin's; otherwise they are being loaded, or the type is not a coin
}

// unitOf returns the unit of the amounts of the call. With a coin whose decimals are not loaded it has them loaded.
func (m *Form) unitOf(typeArguments []move.TypeTag, areValid bool) unit {
	payload := client.Payload{Function: m.Function.String()}
	switch {
	case m.TypeFields == 0 && payload.MovesNativeCoin():
		return unit{text.Const("coins"), m.deps.Amounts.Native(), true}
	case m.TypeFields != 1 || !areValid || typeArguments[0].Kind != move.KindStruct:
		return unit{}
	}
	coin := typeArguments[0]
	decimals, isKnown := m.deps.Amounts.Decimals(coin)
	if !isKnown && client.IsNativeCoin(coin.String()) {
		decimals, isKnown = m.deps.Amounts.Native(), true
	}
	if !isKnown {
		m.deps.Amounts.Want(coin)
	}
	return unit{text.Bounded(coin.Struct.Name), decimals, isKnown}
}

// readAmount replaces an amount with a point by its smallest units, which are what a call takes, and says how many these are.
func (f *Field) readAmount(tag move.TypeTag, u unit) {
	isAmount := tag.Kind == move.KindU64 || tag.Kind == move.KindU128
	if isAmount && u.isKnown && u.decimals > 0 {
		oneAndHalf := new(big.Int).Mul(big.NewInt(15), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(u.decimals-1)), nil))
		f.hint = text.Format("units, or 1.5 for %s", text.Decimal(oneAndHalf, 0))
	}
	typed := strings.TrimSpace(f.Text())
	whole, fraction, hasPoint := strings.Cut(typed, ".")
	if tag.Kind.Bits() == 0 || !hasPoint || whole+fraction == "" || strings.Trim(whole, digits+",_") != "" || strings.Trim(fraction, digits) != "" {
		return
	}
	switch {
	case !isAmount || u.name.IsEmpty():
		f.problem = text.Const("whole units only")
	case !u.isKnown:
		f.problem = text.Format("whole units only, as the decimals of %s are not known", u.name)
	case len(fraction) > u.decimals:
		f.problem = text.Format("%s has %s", u.name, text.Plural(u.decimals, "decimal"))
	default:
		all := strings.NewReplacer(",", "", "_", "").Replace(whole) + fraction + strings.Repeat("0", u.decimals-len(fraction))
		f.units = cmp.Or(strings.TrimLeft(all, "0"), "0")
	}
}
