package market

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"foredeck/tui/store"
	"foredeck/tui/text"
)

// ErrInvalidLine is the error of a line on a chart that cannot be set. Its message names the part that is wrong and the rule.
var ErrInvalidLine = errors.New("invalid line")

const (
	// maxPairLines is the maximum number of lines on the chart of a pair.
	maxPairLines = 20
	// linePrefix precedes the name of a line in a condition.
	linePrefix = "line "
)

// linePart is the name of a line. A hyphen would end a word in a condition.
var linePart = text.Regexp(`^[a-z][a-z0-9_]{0,23}$`)

// parseLineName returns the name of a line as it is stored: conditions are in lower case.
func parseLineName(typed string) (name string, err error) {
	name = strings.ToLower(strings.TrimSpace(typed))
	if !linePart().MatchString(name) || name == "margin" { // which is a word of conditions
		err = fmt.Errorf("%w: name %q: letters, digits and _ only, not margin", ErrInvalidLine, name)
	}
	return name, err
}

// Lines returns the lines on the chart of a pair, oldest first.
func (p *Prices) Lines(pair string) []*store.Line { return p.store.Lines(pair) }

// FreeLineName returns a name that no line of the pair has: its kind and a number.
func (p *Prices) FreeLineName(pair string, kind store.LineKind) string {
	for number := 1; ; number++ {
		if name := string(kind) + strconv.Itoa(number); p.store.FindLine(pair, name) == nil {
			return name
		}
	}
}

// SetLine adds a line to the chart of a pair, or moves the one with its name. Alerts on that one begin again: only the price can cross a line.
// The name is changed to its stored form.
func (p *Prices) SetLine(line *store.Line) (moved bool, err error) {
	if line.Name, err = parseLineName(line.Name); err != nil {
		return false, err
	}
	moved = p.store.FindLine(line.Pair, line.Name) != nil
	price := Rat(line.From.Price)
	switch {
	case price == nil || price.Sign() <= 0:
		return false, fmt.Errorf("%w: price %q must be a number greater than 0", ErrInvalidLine, line.From.Price)
	case !moved && len(p.Lines(line.Pair)) >= maxPairLines:
		return false, fmt.Errorf("%w: at most %d on a pair: remove one first", ErrInvalidLine, maxPairLines)
	}
	p.store.SetLine(line)
	p.rearm(line)
	return moved, nil
}

// RenameLine gives a line another name. Alerts on it follow, and begin again.
func (p *Prices) RenameLine(line *store.Line, typed string) error {
	name, err := parseLineName(typed)
	switch old := line.Name; {
	case err != nil:
		return err
	case name == old:
		return nil
	case p.store.FindLine(line.Pair, name) != nil:
		return fmt.Errorf("%w: %s already has a line %s", ErrInvalidLine, line.Pair, name)
	default:
		alerts := p.alertsOn(line)
		p.store.RenameLine(line, name)
		for i := range alerts {
			words := strings.Fields(alerts[i].Condition)
			if at := slices.Index(words, strings.TrimSpace(linePrefix)); at >= 0 && at+1 < len(words) {
				words[at+1] = name
			}
			renamed, failed := parseCondition(strings.Join(words, " "))
			if err = errors.Join(err, failed); failed == nil {
				p.setCondition(line.Pair, &renamed) // also on a line that has ended, which can be extended
				p.RemoveAlert(alerts[i])
			}
		}
		return err
	}
}

// alertsOn returns the alerts on a line.
func (p *Prices) alertsOn(line *store.Line) []store.Alert {
	return slices.DeleteFunc(slices.Clone(p.Alerts(line.Pair)), func(alert store.Alert) bool {
		c := p.condition(&alert)
		return c == nil || c.level.named != line.Name
	})
}

// RemoveLine removes a line, and returns the number of alerts on it: they stay, and say what is missing.
func (p *Prices) RemoveLine(line *store.Line) (alerts int) {
	p.store.RemoveLine(line)
	return p.rearm(line)
}

// rearm begins the alerts on a line again after it has changed, and returns their number.
func (p *Prices) rearm(line *store.Line) (count int) {
	alerts := p.alertsOn(line)
	for i := range alerts {
		if !alerts[i].Fired.IsZero() {
			p.crossings = append(p.crossings, Crossing{Alert: alerts[i], State: Removed})
		}
		p.arm(&store.Alert{Pair: line.Pair, Condition: alerts[i].Condition}, p.condition(&alerts[i]))
	}
	return len(alerts)
}

// forgetLines forgets what alerts on lines have observed, after another process may have changed lines.
func (p *Prices) forgetLines() {
	alerts := p.store.Alerts()
	for i := range alerts {
		if c := p.condition(&alerts[i]); c != nil && c.level.named != "" {
			delete(p.observed, alerts[i].ID())
		}
	}
}

// LineAt returns the price of a line at a time, with as many decimals as its points have; empty where the line is not.
//
// Lines are straight in prices and time: on the normal and the percent scale of a chart. On the log scale they are drawn as the curve that
// they are there, so that a line means the same in every chart, to alerts and on every bar size.
func LineAt(line *store.Line, at int64) (price string) {
	switch {
	case line.Kind == store.Level:
		return line.From.Price
	case at < line.From.At || line.To.At <= line.From.At || line.Kind == store.Trend && at > line.To.At:
		return ""
	}
	from, to := Rat(line.From.Price), Rat(line.To.Price)
	if from == nil || to == nil {
		return ""
	}
	rise := new(big.Rat).Sub(to, from)
	rise.Mul(rise, big.NewRat(at-line.From.At, line.To.At-line.From.At))
	return rise.Add(rise, from).FloatString(max(Places(line.From.Price), Places(line.To.Price)))
}

// lineLevel returns the price of a line of a pair at a time, or why it has none.
func (p *Prices) lineLevel(pair, name string, at int64) (level *big.Rat, missing string) {
	line := p.store.FindLine(pair, name)
	if line == nil {
		return nil, "no line " + name
	}
	return Rat(LineAt(line, at)), linePrefix + name + " has ended"
}

// checkLine returns an error if a condition is about a line that the pair does not have, or that has ended.
func (p *Prices) checkLine(pair string, c *condition) error {
	name := c.level.named
	if name == "" {
		return nil
	}
	level, missing := p.lineLevel(pair, name, p.loader.Now().UnixMilli())
	switch {
	case level != nil:
		return nil
	case p.store.FindLine(pair, name) != nil:
		return invalidAlert("%s: extend it to the right, in the list", missing)
	}
	return invalidAlert("%s on %s: draw it on the chart", missing, pair)
}
