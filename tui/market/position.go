package market

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"

	"foredeck/tui/text"
)

// ErrInvalidPosition is the error of text that is not a position. Its message names the part that is wrong and the rule.
var ErrInvalidPosition = errors.New("invalid position")

// PositionHint gives an example of a position.
const PositionHint = "entry 83300 stop 82000 target 87000 risk 100 · nothing is sent"

// maxPosition is the maximum length of the text of a position.
const maxPosition = 200

// Position is a trade that is planned: nothing is sent anywhere. The digits are those that the user typed, without separators.
type Position struct {
	Entry, Stop, Target string // prices
	Risk                string // amount of the second coin that is lost at the stop
}

// ParsePosition parses a position such as entry 83300 stop 82000 target 87000 risk 100, in any order.
func ParsePosition(typed string) (p Position, err error) {
	if len(typed) > maxPosition {
		return p, fmt.Errorf("%w: longer than %d characters", ErrInvalidPosition, maxPosition)
	}
	fields := map[string]*string{"entry": &p.Entry, "stop": &p.Stop, "target": &p.Target, "risk": &p.Risk}
	words := strings.Fields(strings.ToLower(typed))
	for i := 0; i < len(words); i += 2 {
		field := fields[words[i]]
		switch {
		case field == nil:
			return p, fmt.Errorf("%w: %q must be entry, stop, target or risk, each before its number", ErrInvalidPosition, words[i])
		case *field != "":
			return p, fmt.Errorf("%w: %s is given twice", ErrInvalidPosition, words[i])
		case i+1 == len(words):
			return p, fmt.Errorf("%w: %s needs a number after it", ErrInvalidPosition, words[i])
		}
		digits := strings.ReplaceAll(words[i+1], ",", "")
		if value := Rat(digits); value == nil || value.Sign() <= 0 {
			return p, fmt.Errorf("%w: %s %q must be a number greater than 0", ErrInvalidPosition, words[i], words[i+1])
		}
		*field = digits
	}
	for _, name := range []string{"entry", "stop", "target", "risk"} {
		if *fields[name] == "" {
			return p, fmt.Errorf("%w: %s is missing", ErrInvalidPosition, name)
		}
	}
	entry, stop, target := Rat(p.Entry), Rat(p.Stop), Rat(p.Target)
	if side := entry.Cmp(stop); side == 0 || target.Cmp(entry) != side {
		return p, fmt.Errorf("%w: the entry %s must be between the stop %s and the target %s", ErrInvalidPosition, p.Entry, p.Stop, p.Target)
	}
	return p, nil
}

// String returns the text that ParsePosition parses.
func (p Position) String() string {
	return "entry " + p.Entry + " stop " + p.Stop + " target " + p.Target + " risk " + p.Risk
}

// IsLong reports whether the position gains from a rising price.
func (p Position) IsLong() bool { return Rat(p.Target).Cmp(Rat(p.Entry)) > 0 }

// Percents returns how far stop and target are from the entry, in percent of it.
func (p Position) Percents() (risk, reward string) {
	share := func(to string) string {
		away := new(big.Rat).Sub(Rat(to), Rat(p.Entry))
		away.Abs(away).Quo(away, Rat(p.Entry))
		return away.Mul(away, big.NewRat(100, 1)).FloatString(2) + "%"
	}
	return share(p.Stop), share(p.Target)
}

// Ratio returns how many times the reward is the risk: 2.6:1.
func (p Position) Ratio() string {
	return new(big.Rat).Quo(p.distance(p.Target), p.distance(p.Stop)).FloatString(1) + ":1"
}

// Size returns the amount of the first coin that loses the risk at the stop, to four significant digits.
func (p Position) Size() text.Safe {
	size := new(big.Rat).Quo(Rat(p.Risk), p.distance(p.Stop))
	value, _ := size.Float64()
	const significant, most = 4, 18
	decimals := significant - 1 - int(math.Floor(math.Log10(max(value, 1e-18))))
	return text.Group(size.FloatString(max(0, min(decimals, most))))
}

func (p Position) distance(to string) *big.Rat {
	away := new(big.Rat).Sub(Rat(to), Rat(p.Entry))
	return away.Abs(away)
}

// Position returns the planned position on a pair. ok is false if there is none.
func (p *Prices) Position(pair string) (position Position, ok bool) {
	position, ok = p.positions[pair]
	return position, ok
}

// SetPosition keeps a planned position on a pair until the program ends; nil removes it.
func (p *Prices) SetPosition(pair string, position *Position) {
	if position == nil {
		delete(p.positions, pair)
		return
	}
	if p.positions == nil {
		p.positions = map[string]Position{}
	}
	p.positions[pair] = *position
}
