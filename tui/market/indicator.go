// indicator.go computes the technical indicators of a price chart: moving averages, bands and oscillators.

package market

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"foredeck/tui/widget/chart"
)

// Bars are consecutive bars, oldest first, as columns of equal length. A bar whose close is NaN is missing; the indicators skip it, as if
// its time did not exist, and have no value there.
type Bars struct {
	Time                           []int64 // start in Unix milliseconds
	Open, High, Low, Close, Volume []float64
	Zone                           *time.Location // of the days of VWAP; nil: UTC
	Length                         time.Duration  // of a bar, which decides on the sessions of VWAP; 0: the shortest time between two
}

// ColumnsOf returns bars of a length as columns, in a zone of days.
func ColumnsOf(bars []chart.Bar, length time.Duration, zone *time.Location) Bars {
	b := Bars{Zone: zone, Length: length}
	b.grow(len(bars))
	for i := range bars {
		b.add(&bars[i])
	}
	return b
}

// Last returns the bars that an indicator needs for its values at the last count bars, of which those before count have prices. That its
// value does not depend on what other indicators need is one reason, the time that it takes the other one.
func (b Bars) Last(count int, need Need) Bars {
	first := len(b.Close) - count - need.Bars
	if need.Time > 0 || first <= 0 {
		return b
	}
	b.Time, b.Open, b.High = b.Time[first:], b.Open[first:], b.High[first:]
	b.Low, b.Close, b.Volume = b.Low[first:], b.Close[first:], b.Volume[first:]
	return b
}

// grow makes room for a number of bars.
func (b *Bars) grow(count int) {
	b.Time = slices.Grow(b.Time, count)
	for _, column := range []*[]float64{&b.Open, &b.High, &b.Low, &b.Close, &b.Volume} {
		*column = slices.Grow(*column, count)
	}
}

func (b *Bars) add(bar *chart.Bar) {
	b.Time, b.Open, b.High = append(b.Time, bar.Time), append(b.Open, bar.Open), append(b.High, bar.High)
	b.Low, b.Close, b.Volume = append(b.Low, bar.Low), append(b.Close, bar.Close), append(b.Volume, bar.Volume)
}

// Indicator is an indicator with its parameters. The zero value is invalid.
type Indicator struct {
	kind       *Kind
	parameters []float64 // one for each of kind.Parameters
}

// Kind is a kind of indicator.
type Kind struct {
	Name       string // in text: ema
	Title      string // Exponential moving average
	Parameters []Parameter
	Pane       bool // drawn in a separate pane, not over the prices
	Lines      []Line
	Levels     []float64 // horizontal lines in its pane
	Low, High  float64   // of its pane; both 0: those of the values

	compute func(bars known, parameters []float64) [][]float64
	warmUp  func(parameters []float64) int   // nil: a session
	valid   func(parameters []float64) error // rules over several parameters; nil: none
}

// Parameter is a parameter of an indicator.
type Parameter struct {
	Name              string
	Default, Min, Max float64
	Fraction          bool // whether it can have decimals
}

// Line is one of the series of an indicator.
type Line struct {
	Name      string // upper; empty if there is only one
	Histogram bool   // drawn as bars from zero
}

// ErrInvalid is the error of text that is not an indicator. Its message names the indicator or the parameter, and the rule.
var ErrInvalid = errors.New("not an indicator")

// Parse parses an indicator with its parameters, as in ema(20), or with default parameters, as in macd.
func Parse(typed string) (Indicator, error) {
	name, list, hasList := strings.Cut(strings.ToLower(strings.TrimSpace(typed)), "(")
	name = strings.TrimSpace(name)
	kind, ok := Find(name)
	if !ok {
		return Indicator{}, fmt.Errorf("%w: %q must be one of %s", ErrInvalid, name, strings.Join(names(), ", "))
	}
	var values []string
	if hasList {
		inner, closed := strings.CutSuffix(strings.TrimSpace(list), ")")
		if !closed {
			return Indicator{}, fmt.Errorf("%w: %s( needs a closing parenthesis", ErrInvalid, name)
		}
		if inner = strings.TrimSpace(inner); inner != "" {
			values = strings.Split(inner, ",")
		}
	}
	return NewIndicator(kind, values)
}

// NewIndicator returns an indicator with parameters as text. Missing ones at the end have their defaults.
func NewIndicator(kind *Kind, values []string) (Indicator, error) {
	if len(values) > len(kind.Parameters) {
		return Indicator{}, fmt.Errorf("%w: %s takes %d parameters, not %d", ErrInvalid, kind.Name, len(kind.Parameters), len(values))
	}
	made := Indicator{kind: kind}
	for i, parameter := range kind.Parameters {
		value := parameter.Default
		if i < len(values) {
			var err error
			if value, err = parameter.parse(values[i]); err != nil {
				return Indicator{}, fmt.Errorf("%w: %s of %s %w", ErrInvalid, parameter.Name, kind.Name, err)
			}
		}
		made.parameters = append(made.parameters, value)
	}
	if kind.valid != nil {
		if err := kind.valid(made.parameters); err != nil {
			return Indicator{}, fmt.Errorf("%w: %w", ErrInvalid, err)
		}
	}
	return made, nil
}

// parse parses the value of a parameter.
func (p Parameter) parse(typed string) (float64, error) {
	value, err := strconv.ParseFloat(strings.TrimSpace(typed), 64)
	switch {
	case err != nil || math.IsNaN(value):
		return 0, fmt.Errorf("must be a number, not %q", strings.TrimSpace(typed))
	case value < p.Min || value > p.Max:
		return 0, fmt.Errorf("must be from %s to %s", parameterNumber(p.Min), parameterNumber(p.Max))
	case !p.Fraction && value != math.Trunc(value):
		return 0, fmt.Errorf("must be a whole number, not %s", parameterNumber(value))
	}
	return value, nil
}

func parameterNumber(value float64) string { return strconv.FormatFloat(value, 'f', -1, 64) }

// Find returns the kind of a name.
func Find(name string) (*Kind, bool) {
	i := slices.IndexFunc(kinds, func(k *Kind) bool { return k.Name == name })
	if i < 0 {
		return nil, false
	}
	return kinds[i], true
}

// Kinds returns all kinds, in the order of a menu.
func Kinds() []*Kind { return slices.Clone(kinds) }

func names() []string {
	var all []string
	for _, kind := range kinds {
		all = append(all, kind.Name)
	}
	return all
}

// String returns the indicator as Parse reads it.
func (i Indicator) String() string {
	if i.kind == nil {
		return ""
	}
	values := i.Values()
	if len(values) == 0 {
		return i.kind.Name
	}
	return i.kind.Name + "(" + strings.Join(values, ",") + ")"
}

// Kind returns the kind.
func (i Indicator) Kind() *Kind { return i.kind }

// Values returns the parameters as text.
func (i Indicator) Values() []string {
	var values []string
	for _, value := range i.parameters {
		values = append(values, parameterNumber(value))
	}
	return values
}

// Compute returns a value per bar for each line of the kind, NaN where there is none. Only bars up to a value's own count for it.
func (i Indicator) Compute(bars Bars) [][]float64 {
	lines := make([][]float64, len(i.kind.Lines))
	for line := range lines {
		lines[line] = make([]float64, len(bars.Close))
		for at := range lines[line] {
			lines[line][at] = math.NaN()
		}
	}
	known := bars.known()
	if len(known.at) == 0 {
		return lines
	}
	for line, values := range i.kind.compute(known, i.parameters) {
		skipped := len(known.at) - len(values) // values are those of the last bars
		for at, value := range values {
			if !math.IsInf(value, 0) {
				lines[line][known.at[skipped+at]] = value
			}
		}
	}
	return lines
}

// known are the bars that are not missing.
type known struct {
	Bars
	at []int // indexes of the bars among all
}

func (b Bars) known() known {
	isMissing := func(closed float64) bool { return math.IsNaN(closed) || math.IsInf(closed, 0) }
	if !slices.ContainsFunc(b.Close, isMissing) {
		k := known{b, make([]int, len(b.Close))}
		for i := range k.at {
			k.at[i] = i
		}
		return k
	}
	k := known{Bars: Bars{Zone: b.Zone, Length: b.Length}}
	k.grow(len(b.Close))
	for i, closed := range b.Close {
		if isMissing(closed) {
			continue
		}
		k.at = append(k.at, i)
		k.add(&chart.Bar{Time: b.Time[i], Open: b.Open[i], High: b.High[i], Low: b.Low[i], Close: closed, Volume: b.Volume[i]})
	}
	return k
}
