package market

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// ErrInvalidAlert is the error of text that is not a condition of an alert. Its message names the part that is wrong and the rule.
var ErrInvalidAlert = errors.New("invalid alert")

// AlertHint gives examples of conditions.
const AlertHint = "> 0.62 · < 95000 · +5% (24h) · -3% in 15m · rsi(14) > 70 on 1h · close crosses ema(50) on 4h · margin 0.5%"

// direction is the direction of a crossing that triggers an alert.
type direction byte

const (
	up   direction = '>'
	down direction = '<'
	both direction = 'x'
)

// condition is the condition of an alert: a value crosses a level. The value is the latest price, its change, or an operand on bars.
type condition struct {
	value, level operand // value is empty for the latest price and its change
	direction    direction
	isChange     bool          // the value is a change in percent
	window       time.Duration // of the change; 0: 24 hours, as the service reports it
	bar          chart.Period  // of operands on bars
	margin       string        // decimal number; empty: the default
	isShare      bool          // the margin is in percent of the level
}

// operand is a number, a price of a bar, a line of an indicator, or a line on the chart of the pair.
type operand struct {
	number string
	price  string // open, high, low or close
	of     Indicator
	line   int    // of the indicator
	named  string // line that the user has drawn
	text   string
}

const (
	// maxCondition is the maximum length of a condition.
	maxCondition = 200
	minWindow    = time.Minute
	maxWindow    = 30 * 24 * time.Hour
	// defaultMargin is how far a value has to move back before an alert can trigger again: a share of the level in percent, or percentage
	// points for changes.
	defaultMargin = "0.2"
)

var (
	marginPart   = text.Regexp(`^(.*\S)?\s*\bmargin\b\s*(.*)$`)
	barPart      = text.Regexp(`^(.*)\son\s+(\S+)$`)
	windowPart   = text.Regexp(`^(.*)\sin\s+(\S+)$`)
	operatorPart = text.Regexp(`^(.*?)(>|<|\bcrosses\b)(.*)$`)
	signPart     = text.Regexp(`^([+-])\s*([^%]*)%$`)
	monthPart    = text.Regexp(`\b\d+M\b`)
	windowUnits  = map[byte]time.Duration{'m': time.Minute, 'h': time.Hour, 'd': day}
)

func invalidAlert(format string, values ...any) error {
	return fmt.Errorf("%w: %s", ErrInvalidAlert, fmt.Sprintf(format, values...))
}

// parseCondition parses the condition of an alert.
func parseCondition(typed string) (c condition, err error) {
	if len(typed) > maxCondition {
		return c, invalidAlert("longer than %d characters", maxCondition)
	}
	if month := monthPart().FindString(typed); month != "" {
		return c, invalidAlert("%q: months are not supported; m is minutes, d is days", month)
	}
	rest := strings.ToLower(strings.Join(strings.Fields(typed), " "))
	if rest == "" {
		return c, invalidAlert("empty: try %s", AlertHint)
	}
	margin := ""
	hasMargin := false
	if part := marginPart().FindStringSubmatch(rest); part != nil {
		rest, margin, hasMargin = part[1], part[2], true
	}
	var bar, window string
	if part := barPart().FindStringSubmatch(rest); part != nil {
		rest, bar = part[1], part[2]
	}
	if part := windowPart().FindStringSubmatch(rest); part != nil {
		rest, window = strings.TrimSpace(part[1]), part[2]
	}
	value, level := "", ""
	if part := operatorPart().FindStringSubmatch(rest); part != nil {
		value, level = strings.TrimSpace(part[1]), strings.TrimSpace(part[3])
		c.direction = map[string]direction{">": up, "<": down, "crosses": both}[part[2]]
	} else if part := signPart().FindStringSubmatch(rest); part != nil {
		c.direction, level = up, part[2]+"%"
		if part[1] == "-" {
			c.direction, level = down, "-"+part[2]+"%"
		}
	} else {
		return c, invalidAlert("%q needs >, < or crosses before a level, or a sign as in +5%%", rest)
	}
	if value == "price" {
		value = ""
	}
	if value == "" {
		err = c.parsePrice(level, window, bar)
	} else {
		err = c.parseOnBars(value, level, window, bar)
	}
	if err == nil && hasMargin {
		err = c.parseMargin(margin)
	}
	return c, err
}

// parsePrice parses the level of a price or its change.
func (c *condition) parsePrice(level, window, bar string) error {
	digits, isPercent := strings.CutSuffix(level, "%")
	written := strings.ReplaceAll(strings.ReplaceAll(digits, " ", ""), ",", "")
	exact := Rat(written)
	named, isLine := strings.CutPrefix(level, linePrefix)
	c.isChange = isPercent && !isLine
	switch {
	case exact == nil && !isLine:
		if _, err := parseOperand(level); err == nil {
			return invalidAlert("%q is on bars: write close before the operator, and on 1h at the end", level)
		}
		return invalidAlert("level %q must be a number", level)
	case !isPercent && !isLine && exact.Sign() <= 0:
		return invalidAlert("price %q must be greater than 0", level)
	case bar != "":
		return invalidAlert("on %s: bars need a value before the operator, as in close > %s on %s", bar, level, bar)
	case window != "" && !isPercent:
		return invalidAlert("in %s: a time applies to changes in percent, as in +5%% in %s", window, window)
	}
	if isLine {
		return c.level.parseLine(named)
	}
	if window != "" {
		var err error
		if c.window, err = parseWindow(window); err != nil {
			return err
		}
		if c.window == day && isPercent {
			c.window = 0
		}
	}
	c.level = operand{number: fixed(written), text: fixed(written)}
	return nil
}

func parseWindow(typed string) (time.Duration, error) {
	count, unit := Rat(typed[:len(typed)-1]), windowUnits[typed[len(typed)-1]]
	if count == nil || unit == 0 || !count.IsInt() || !count.Num().IsInt64() {
		return 0, invalidAlert("time %q must be a whole number of m, h or d, as in 15m", typed)
	}
	n := count.Num().Int64()
	if n < 1 || n > int64(maxWindow/unit) || time.Duration(n)*unit < minWindow {
		return 0, invalidAlert("time %q must be from 1m to 30d", typed)
	}
	return time.Duration(n) * unit, nil
}

// parseOnBars parses a comparison of values of bars.
func (c *condition) parseOnBars(value, level, window, bar string) (err error) {
	if c.value, err = parseOperand(value); err != nil {
		return err
	}
	if c.level, err = parseOperand(level); err != nil {
		return err
	}
	switch {
	case c.value.number != "" || c.value.named != "":
		return invalidAlert("%q must be an indicator or close before the operator", value)
	case window != "":
		return invalidAlert("in %s: a time applies to changes in percent only", window)
	case bar == "":
		return invalidAlert("add a bar size, such as %s %s %s on 1h", value, c.operator(), level)
	}
	var names []string
	for _, size := range chart.BarSizes {
		if size.Months > 0 || size.Fixed > 0 && size.Fixed < time.Minute {
			continue
		}
		if size.String() == bar {
			c.bar = size
			return nil
		}
		names = append(names, size.String())
	}
	return invalidAlert("bar size %q must be one of %s", bar, strings.Join(names, ", "))
}

// barPrices are the prices of a bar.
var barPrices = map[string]bool{"open": true, "high": true, "low": true, "close": true}

// parseLine parses the name of a line on a chart.
func (o *operand) parseLine(typed string) (err error) {
	if o.named, err = parseLineName(typed); err != nil {
		return invalidAlert("%s", strings.TrimPrefix(err.Error(), ErrInvalidLine.Error()+": "))
	}
	o.text = linePrefix + o.named
	return nil
}

// parseOperand parses a number, a price of a bar, an indicator with the name of its line, as in macd(12,26,9).signal, or a line on a chart.
func parseOperand(typed string) (o operand, err error) {
	if typed == "" {
		return operand{}, invalidAlert("a level is missing after the operator")
	}
	if barPrices[typed] {
		return operand{price: typed, text: typed}, nil
	}
	if digits := strings.ReplaceAll(strings.ReplaceAll(typed, " ", ""), ",", ""); Rat(digits) != nil {
		return operand{number: fixed(digits), text: fixed(digits)}, nil
	}
	if named, ok := strings.CutPrefix(typed, linePrefix); ok {
		return o, o.parseLine(named)
	}
	name, line := typed, ""
	if at := strings.LastIndexByte(typed, '.'); at > strings.LastIndexByte(typed, ')') {
		name, line = typed[:at], typed[at+1:]
	}
	of, err := Parse(name)
	if err != nil {
		return operand{}, invalidAlert("%s; or open, high, low, close, or a number", strings.TrimPrefix(err.Error(), ErrInvalid.Error()+": "))
	}
	made := operand{of: of, text: of.String()}
	lines := of.Kind().Lines
	if line == "" {
		if len(lines) > 1 && lines[0].Name != of.Kind().Name {
			return operand{}, invalidAlert("%s has several lines: write %s.%s or another", name, name, lines[0].Name)
		}
		return made, nil
	}
	var names []string
	for i := range lines {
		if lines[i].Name == line {
			made.line = i
			made.text += "." + line
			return made, nil
		}
		names = append(names, lines[i].Name)
	}
	return operand{}, invalidAlert("line %q of %s must be one of %s", line, name, strings.Join(names, ", "))
}

func (c *condition) parseMargin(typed string) error {
	digits, isPercent := strings.CutSuffix(typed, "%")
	digits = strings.ReplaceAll(strings.ReplaceAll(digits, " ", ""), ",", "")
	exact := Rat(digits)
	if exact == nil || exact.Sign() < 0 {
		return invalidAlert("margin %q must be a number such as 0.5%% or 100, and not negative", typed)
	}
	c.margin, c.isShare = fixed(digits), isPercent && !c.isChange
	return nil
}

// distance returns how far a value has to move back from a level before the alert can trigger again.
func (c *condition) distance(level *big.Rat) *big.Rat {
	margin, isShare := Rat(c.margin), c.isShare
	if margin == nil {
		margin, isShare = Rat(defaultMargin), !c.isChange
	}
	if isShare {
		margin = new(big.Rat).Mul(margin, new(big.Rat).Abs(level))
		margin.Quo(margin, big.NewRat(100, 1))
	}
	return margin
}

// marginText returns the margin as it is written.
func (c *condition) marginText() string {
	margin := c.margin
	if margin == "" {
		margin = defaultMargin
	}
	if c.isChange || c.isShare || c.margin == "" {
		margin += "%"
	}
	return margin
}

// String returns the condition as parseCondition reads it.
func (c *condition) String() string {
	var written string
	operator := c.operator()
	sign := Rat(c.level.number)
	switch {
	case c.bar != (chart.Period{}):
		written = c.value.text + " " + operator + " " + c.level.text + " on " + c.bar.String()
	case c.isChange && c.window > 0 && c.direction == up && sign.Sign() >= 0:
		written = "+" + strings.TrimPrefix(c.level.text, "+") + "%"
	case c.isChange && c.window > 0 && c.direction == down && strings.HasPrefix(c.level.text, "-"):
		written = c.level.text + "%"
	case c.isChange:
		written = operator + " " + c.level.text + "%"
	default:
		written = operator + " " + c.level.text
	}
	if c.window > 0 {
		written += " in " + windowText(c.window)
	}
	if c.margin != "" {
		written += " margin " + c.marginText()
	}
	return written
}

// operator returns the direction as it is written.
func (c *condition) operator() string {
	return map[direction]string{up: ">", down: "<", both: "crosses"}[c.direction]
}

func windowText(window time.Duration) string {
	switch {
	case window%day == 0:
		return fmt.Sprintf("%dd", window/day)
	case window%time.Hour == 0:
		return fmt.Sprintf("%dh", window/time.Hour)
	}
	return fmt.Sprintf("%dm", window/time.Minute)
}
