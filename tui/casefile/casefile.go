// Package casefile writes, reads and compares the files of cases: the call of a transaction, and what a dry run of it is expected to do.
package casefile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"foredeck/client/move"
)

// Case is a call with what a dry run of it is expected to do.
type Case struct {
	Network string  // where it was frozen, for readers
	ChainID *uint64 // nil: any chain
	Call    Call
	Expect  Expectation
}

// Call is what a transaction calls.
type Call struct {
	Sender        string // an address or a saved name
	PublicKey     string // "": that of the newest transactions of the sender
	Function      move.FunctionID
	TypeArguments []move.TypeTag
	Arguments     []string // in the forms of move.NewArgument
	MaxGas        uint64   // 0: DefaultMaxGas
	GasPrice      uint64   // 0: the median of the chain
}

// DefaultMaxGas is the limit of a case without one, in units of gas.
const DefaultMaxGas = 500_000

// Expectation is what a transaction did or is expected to do. Of an expectation, what is empty is not checked.
type Expectation struct {
	Outcome    Outcome
	Module     *move.ModuleID  // where it failed
	Code       *move.AbortCode // of an abort
	Name       string          // of the abort code
	StatusCode string          // name of another error of the virtual machine
	Balances   []Balance       // not nil, but empty: no changes
	Events     []Event         // not nil, but empty: no events
}

// Outcome is how a transaction ends.
type Outcome string

// The outcomes. Failed is any but Success.
const (
	Success          Outcome = "success"
	Abort            Outcome = "abort"
	ExecutionFailure Outcome = "execution_failure"
	OutOfGas         Outcome = "out_of_gas"
	Other            Outcome = "other"
	Failed           Outcome = "failed"
)

var outcomes = []Outcome{Success, Abort, ExecutionFailure, OutOfGas, Other, Failed}

// Balance is the change of a coin of an account.
type Balance struct {
	Account move.Address
	Coin    string // "": the events do not say which
	Change  *big.Int
}

// Event is an event. Members that Data lacks are not checked, and nothing of it if it is nil.
type Event struct {
	Type string
	Data any // decoded by decodeJSON
}

// MaxSize is the largest size of a file in bytes.
const MaxSize = 1 << 20

// file is a file as it is written.
type file struct {
	Network string  `toml:"network"`
	ChainID *uint64 `toml:"chain_id"`
	Call    struct {
		Sender        string           `toml:"sender"`
		PublicKey     string           `toml:"public_key"`
		Function      *move.FunctionID `toml:"function"`
		TypeArguments []typeTag        `toml:"type_arguments"`
		Arguments     []string         `toml:"arguments"`
		MaxGas        *uint64          `toml:"max_gas"`
		GasPrice      *uint64          `toml:"gas_price"`
	} `toml:"call"`
	Expect struct {
		Outcome    *outcomeText  `toml:"outcome"`
		Module     *moduleText   `toml:"module"`
		Code       *codeText     `toml:"code"`
		Name       string        `toml:"name"`
		StatusCode string        `toml:"status_code"`
		Balances   []balanceText `toml:"balances"`
		Events     []eventText   `toml:"events"`
	} `toml:"expect"`
}

// texts are the fields of a file that must be texts. The decoder gives numbers to the types below as well, and reports them without a line.
type texts struct {
	Call struct {
		Function      string   `toml:"function"`
		TypeArguments []string `toml:"type_arguments"`
	} `toml:"call"`
	Expect struct {
		Outcome  string                                   `toml:"outcome"`
		Module   string                                   `toml:"module"`
		Code     string                                   `toml:"code"`
		Balances []struct{ Account, Coin, Change string } `toml:"balances"`
		Events   []struct{ Type, Data string }            `toml:"events"`
	} `toml:"expect"`
}

// The texts of a file that have a rule. The decoder adds the line to their errors.
type (
	typeTag     struct{ tag move.TypeTag }
	outcomeText struct{ outcome Outcome }
	moduleText  struct{ id move.ModuleID }
	codeText    struct{ code move.AbortCode }
	changeText  struct{ amount *big.Int }
	coinText    struct{ coin string }
	dataText    struct{ value any }
	balanceText struct {
		Account *move.Address `toml:"account"`
		Coin    coinText      `toml:"coin"`
		Change  *changeText   `toml:"change"`
	}
	eventText struct {
		Type coinText  `toml:"type"`
		Data *dataText `toml:"data"`
	}
)

// UnmarshalText parses a type.
func (t *typeTag) UnmarshalText(written []byte) (err error) {
	t.tag, err = move.ParseTypeTag(string(written))
	return err
}

// UnmarshalText checks that it is an outcome.
func (o *outcomeText) UnmarshalText(written []byte) error {
	if o.outcome = Outcome(written); !slices.Contains(outcomes, o.outcome) {
		return fmt.Errorf("%.40q: must be success, abort, execution_failure, out_of_gas, other, or failed for any of the last four", o.outcome)
	}
	return nil
}

// UnmarshalText parses a module.
func (m *moduleText) UnmarshalText(written []byte) (err error) {
	m.id, err = move.ParseModuleID(string(written))
	return err
}

// UnmarshalText parses an abort code.
func (c *codeText) UnmarshalText(written []byte) error {
	code, err := strconv.ParseUint(string(written), 0, 64)
	if err != nil {
		return fmt.Errorf(`%.40q: must be an abort code, such as "0x10006" or "65542"`, written)
	}
	c.code = move.AbortCode(code)
	return nil
}

// maxDigits is the length of an amount up to which it is read: 256 bits have 78 digits.
const maxDigits = 80

// UnmarshalText parses an amount.
func (c *changeText) UnmarshalText(written []byte) error {
	digits := strings.TrimLeft(string(written), "+-")
	amount, ok := new(big.Int).SetString(strings.TrimPrefix(string(written), "+"), 10)
	if !ok || len(digits) > maxDigits || strings.Contains(digits, "_") {
		return fmt.Errorf(`change %.40q: must be a whole number in the smallest unit, such as "-1000"`, written)
	}
	c.amount = amount
	return nil
}

// UnmarshalText parses a type, which can also be text that is none, as a node has sent it.
func (c *coinText) UnmarshalText(written []byte) error {
	if len(written) == 0 {
		return errors.New("must be a type, such as 0x1::coin::WithdrawEvent")
	}
	c.coin = canonicalType(string(written))
	return nil
}

// UnmarshalText parses JSON.
func (d *dataText) UnmarshalText(written []byte) (err error) {
	if d.value, err = decodeJSON(written); err != nil {
		return fmt.Errorf(`data %.40q: must be JSON, such as '{"amount":"1000"}'`, written)
	}
	return nil
}

// canonicalType returns the canonical form of a type, and other text unchanged.
func canonicalType(written string) string {
	tag, err := move.ParseTypeTag(written)
	if err != nil {
		return written
	}
	return tag.String()
}

// decodeJSON decodes a JSON value with exact numbers.
func decodeJSON(written []byte) (value any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(written))
	decoder.UseNumber()
	if err = decoder.Decode(&value); err == nil && len(bytes.TrimSpace(written[decoder.InputOffset():])) > 0 {
		err = errors.New("more than one value")
	}
	return value, err
}

// Parse parses a file. The error names line, field and rule.
func Parse(document []byte) (*Case, error) {
	if err := toml.Unmarshal(document, new(texts)); err != nil {
		return nil, wrongTOML(err)
	}
	var written file
	if err := toml.NewDecoder(bytes.NewReader(document)).DisallowUnknownFields().Decode(&written); err != nil {
		return nil, wrongTOML(err)
	}
	call, expect := &written.Call, &written.Expect
	missing := func(section, field, rule string) error {
		return fmt.Errorf("%s%s.%s: %s", headerLine(document, section), section, field, rule)
	}
	c := &Case{Network: written.Network, ChainID: written.ChainID}
	switch {
	case call.Sender == "":
		return nil, missing("call", "sender", "required: the account that sends the transaction")
	case call.Function == nil:
		return nil, missing("call", "function", "required: the called function, such as 0x1::coin::transfer")
	}
	c.Call = Call{
		Sender: call.Sender, PublicKey: call.PublicKey, Function: *call.Function, Arguments: call.Arguments,
		MaxGas: orZero(call.MaxGas), GasPrice: orZero(call.GasPrice),
	}
	for _, argument := range call.TypeArguments {
		c.Call.TypeArguments = append(c.Call.TypeArguments, argument.tag)
	}
	c.Expect = Expectation{Name: expect.Name, StatusCode: expect.StatusCode}
	if expect.Outcome != nil {
		c.Expect.Outcome = expect.Outcome.outcome
	}
	if expect.Module != nil {
		c.Expect.Module = &expect.Module.id
	}
	if expect.Code != nil {
		c.Expect.Code = &expect.Code.code
	}
	if expect.Balances != nil {
		c.Expect.Balances = []Balance{}
	}
	for i, b := range expect.Balances {
		if b.Account == nil || b.Change == nil {
			return nil, missing("expect", "balances", fmt.Sprintf("item %d: account and change are required", i+1))
		}
		c.Expect.Balances = append(c.Expect.Balances, Balance{*b.Account, b.Coin.coin, b.Change.amount})
	}
	if expect.Events != nil {
		c.Expect.Events = []Event{}
	}
	for i, e := range expect.Events {
		event := Event{Type: e.Type.coin}
		if event.Type == "" {
			return nil, missing("expect", "events", fmt.Sprintf("item %d: type is required", i+1))
		}
		if e.Data != nil {
			event.Data = e.Data.value
		}
		c.Expect.Events = append(c.Expect.Events, event)
	}
	if c.Expect.isEmpty() {
		return nil, missing("expect", "outcome", "nothing is expected, so nothing could be checked: add at least the outcome")
	}
	return c, nil
}

// isEmpty reports whether nothing is expected.
func (e *Expectation) isEmpty() bool {
	return e.Outcome == "" && e.Module == nil && e.Code == nil && e.Name == "" && e.StatusCode == "" && e.Balances == nil && e.Events == nil
}

func orZero(number *uint64) uint64 {
	if number == nil {
		return 0
	}
	return *number
}

// headerLine returns the line of a table for errors about what it lacks, or nothing if it has no header.
func headerLine(document []byte, table string) string {
	number := 0
	for line := range bytes.Lines(document) {
		if number++; strings.HasPrefix(string(bytes.TrimSpace(line)), "["+table+"]") {
			return fmt.Sprintf("line %d: ", number)
		}
	}
	return ""
}

// wrongTOML returns an error of the decoder with its line and field.
func wrongTOML(err error) error {
	if strict, ok := errors.AsType[*toml.StrictMissingError](err); ok && len(strict.Errors) > 0 {
		unknown := &strict.Errors[0]
		line, _ := unknown.Position()
		return fmt.Errorf("line %d: %s: unknown field: a case has network, chain_id, [call] and [expect]; foredeck freeze writes all fields with their meaning",
			line, strings.Join(unknown.Key(), "."))
	}
	wrong, ok := errors.AsType[*toml.DecodeError](err)
	if !ok {
		return err
	}
	line, _ := wrong.Position()
	rule := strings.TrimPrefix(wrong.Error(), "toml: ")
	if strings.Contains(rule, "cannot decode") || strings.Contains(rule, "cannot store") { // it would name types of Go
		rule = `wrong type: chain_id, max_gas and gas_price are whole numbers, others are texts in quotes or lists, such as ["0x1", "1000"]`
	}
	if key := strings.Join(wrong.Key(), "."); key != "" {
		return fmt.Errorf("line %d: %s: %s", line, key, rule)
	}
	return fmt.Errorf("line %d: %s", line, rule)
}
