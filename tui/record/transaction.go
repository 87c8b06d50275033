package record

import (
	"encoding/hex"
	"encoding/json"
	"math/big"
	"reflect"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/client/tally"
	"foredeck/tui/query"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// Transactions describes a list of transactions.
type Transactions struct {
	Account   move.Address // whose coin transfers are shown
	Formatter render.Formatter
	Now       func() time.Time
	OneType   bool // all are of type user, as sent ones are
	HasCoins  bool // tables have the coins that were transferred
}

// Widths of columns of a table. Longer functions lose their start; the wide format has all of them.
const (
	functionWidth = 40
	coinWidth     = 16
	// reasonWidth is that of reasons where another column follows: the longest names.
	reasonWidth = 32
	// fullWidth is that of a whole address or hash, instantWidth that of a time in microseconds.
	fullWidth    = 66
	instantWidth = 30
	shortWidth   = 11
)

type transaction = client.Transaction

// Columns returns the columns of the list. Those of CSV are the JSON shape flattened; the parts without columns of their own are in those at
// the end, as JSON.
func (l Transactions) Columns() Columns[transaction] {
	changes := lastly(func(t *transaction) []render.CoinChange { return render.CoinChanges(render.TransfersOf(l.Account)(t)) })
	typeWidth := len(client.AutomationRecordType)
	if l.OneType {
		typeWidth = 5
	}
	columns := Columns[transaction]{
		{Name: "sequence_number", Deck: "seq", Title: text.Const("SEQ"), Width: 8, Number: func(t *transaction) *uint64 { return t.SequenceNumber },
			Filter: &Filter{Name: "seq", Help: "sequence number", Kind: query.Number, InWords: true}},
		{Name: "status", Deck: "status", Title: text.Const("STATUS"), Width: 9, Text: clean(status), Order: status,
			Cell: func(t *transaction) text.Safe { return render.Status(t.Status) }, Filter: &Filter{
				Name: "status", Help: "outcome", Kind: query.Word, InWords: true,
				Values: []string{"success", "fail", "pending", "invalid"}, Aliases: map[string]string{"failed": "fail", "ok": "success"},
			}},
		{Name: "type", Deck: "type", Title: text.Const("TYPE"), Width: typeWidth, Text: clean(kind), Blank: true, Order: kind, Filter: &Filter{
			Name: "type", Help: "transaction type", Kind: query.Word, InWords: true, Values: []string{"user", "auto", "meta", "record"},
			Aliases: map[string]string{"auto": string(client.AutomatedType), "meta": string(client.BlockMetadataType), "record": string(client.AutomationRecordType)},
		}},
		{Name: "function", Deck: "function", Title: text.Const("FUNCTION"), Width: functionWidth, Text: clean(func(t *transaction) string { return payloadOf(t).Function }),
			Cell: func(t *transaction) text.Safe { return text.Function(render.Call(t), functionWidth) }, Full: render.Call,
			Order:  func(t *transaction) string { return render.Call(t).String() },
			Filter: &Filter{Name: "fn", Label: "function", Help: "called function", Kind: query.Address, InWords: true}},
		{Name: "amount", Deck: "amount", Title: text.Const("AMOUNT"), Width: 18, Right: true,
			Text: func(t *transaction) text.Safe {
				return oneOrList(changes(t), func(c render.CoinChange) string { return c.Amount.String() })
			},
			Cell: func(t *transaction) text.Safe { return l.amount(changes(t), true) },
			Full: func(t *transaction) text.Safe { return l.amount(changes(t), false) }},
		{Name: "coin", Title: text.Const("COIN"), Width: coinWidth,
			Text: func(t *transaction) text.Safe {
				return oneOrList(changes(t), func(c render.CoinChange) string { return c.Coin })
			},
			Cell: func(t *transaction) text.Safe { return text.Cut(coins(changes(t), render.CoinChange.Name), coinWidth) },
			Full: func(t *transaction) text.Safe {
				return coins(changes(t), func(c render.CoinChange) text.Safe { return text.Clean(c.Coin) })
			}},
		{Name: "fee", Deck: "fee", Title: text.Const("FEE"), Width: 14, Right: true, Text: clean(func(t *transaction) string { return string(t.AppendFee(nil)) }),
			Cell: func(t *transaction) text.Safe { return render.Fee(t, text.Units(0), l.Formatter.Decimals) }},
		{Deck: "age", Title: text.Const("AGE"), Width: 11, Number: blockTime, Cell: func(t *transaction) text.Safe { return render.Age(t, l.Now()) },
			Filter: &Filter{Name: "age", Help: "time since the block", Kind: query.Age}},
		{Name: "hash", Deck: "hash", Title: text.Const("HASH"), Width: shortWidth, Wide: fullWidth, Text: clean(hash),
			Cell: func(t *transaction) text.Safe { return text.Short(text.Clean(t.Hash)) }, Full: clean(hash),
			Filter: &Filter{Name: "hash", Help: "hash", InWords: true}, Texts: texts(hash)},
	}
	if !l.HasCoins {
		columns[4].Title, columns[5].Title = text.Safe{}, text.Safe{}
	}
	return append(append(columns, outcomeColumns()...), partColumns()...).InCSV(`hash type status sender sequence_number chain_id gas_unit_price
		max_gas_amount gas_used expiration_us vm_status failure_kind failure_name failure_module failure_code fee amount coin block_height
		block_timestamp_us payload_kind function authenticator_kind events type_arguments arguments
		block payload authenticator output data problems other`)
}

func status(t *transaction) string { return t.Status }
func kind(t *transaction) string   { return t.Type }
func hash(t *transaction) string   { return t.Hash }
func sender(t *transaction) string {
	if t.Sender == nil {
		return ""
	}
	return t.Sender.String()
}

func blockTime(t *transaction) *uint64 { return (*uint64)(t.BlockTime()) }

// outcomeColumns are the columns of the failure, the sender and the block.
func outcomeColumns() Columns[transaction] {
	failed := lastly((*transaction).Failure)
	part := func(of func(*move.VMStatus) text.Safe) func(*transaction) text.Safe {
		return func(t *transaction) text.Safe {
			if status := failed(t); status != nil {
				return of(status)
			}
			return text.Safe{}
		}
	}
	return Columns[transaction]{
		{Name: "failure_name", Deck: "reason", Title: text.Const("REASON"), Wide: reasonWidth, Cell: part(render.Reason),
			Text:   part(func(s *move.VMStatus) text.Safe { return text.Clean(s.Reason) }),
			Filter: &Filter{Name: "reason", Help: "why it failed"}, Texts: failure},
		{Name: "failure_kind", Text: part(func(s *move.VMStatus) text.Safe { return text.Clean(s.Kind.String()) })},
		{Name: "failure_module", Text: part(func(s *move.VMStatus) text.Safe {
			if s.Module == nil {
				return text.Safe{}
			}
			return text.Clean(s.Module.String())
		})},
		{Name: "failure_code", Text: part(func(s *move.VMStatus) text.Safe { return render.Digits((*uint64)(s.AbortCode)) })},
		{Name: "sender", Deck: "sender", Title: text.Const("SENDER"), Width: fullWidth, Only: Wide, Text: clean(sender), Order: sender,
			Filter: &Filter{Name: "from", Label: "sender", Help: "sender", Kind: query.Address, InWords: true}},
		{Name: "block_height", Deck: "block", Title: text.Const("BLOCK"), Width: 12, Only: Wide, Number: (*transaction).Height,
			Filter: &Filter{Name: "height", Help: "block height", Kind: query.Number, InWords: true}},
		{Name: "block_timestamp_us", Title: text.Const("TIME"), Width: instantWidth, Only: Wide,
			Text: func(t *transaction) text.Safe { return render.Digits(blockTime(t)) },
			Cell: func(t *transaction) text.Safe {
				if at := t.BlockTime(); at != nil {
					return text.Instant(at.Time())
				}
				return text.None
			}},
		{Name: "vm_status", Title: text.Const("VM STATUS"), Only: Wide, Text: clean(func(t *transaction) string { return t.VMStatus })},
	}
}

// partColumns are the columns that only CSV has.
func partColumns() Columns[transaction] {
	number := func(name string, of func(*transaction) *uint64) Column[transaction] {
		return Column[transaction]{Name: name, Number: of}
	}
	part := func(name string, of func(*transaction) json.Marshaler) Column[transaction] {
		return Column[transaction]{Name: name, Text: func(t *transaction) text.Safe { return jsonOf(of(t)) }}
	}
	return Columns[transaction]{
		number("chain_id", func(t *transaction) *uint64 { return t.ChainID }),
		{Name: "gas_unit_price", Number: func(t *transaction) *uint64 { return t.GasUnitPrice },
			Filter: &Filter{Name: "price", Label: "gas price", Help: "gas unit price", Kind: query.Number}},
		number("max_gas_amount", func(t *transaction) *uint64 { return t.MaxGasAmount }),
		{Name: "gas_used", Number: func(t *transaction) *uint64 { return t.GasUsed }, Filter: &Filter{Name: "gas", Help: "gas used", Kind: query.Number}},
		number("expiration_us", func(t *transaction) *uint64 { return (*uint64)(t.Expiration) }),
		{Name: "payload_kind", Text: clean(func(t *transaction) string { return payloadOf(t).Kind })},
		{Name: "authenticator_kind", Text: func(t *transaction) text.Safe {
			if t.Authenticator == nil {
				return text.Safe{}
			}
			return text.Clean(t.Authenticator.Kind)
		}},
		{Name: "events", Text: func(t *transaction) text.Safe {
			if len(t.Events) == 0 {
				return text.Safe{}
			}
			return render.Value(t.AppendEvents(nil))
		}, Filter: &Filter{Name: "event", Help: "type or data of an event", Kind: query.Address}, Texts: events},
		{Name: "type_arguments", Text: clean(func(t *transaction) string { return strings.Join(payloadOf(t).TypeArguments, ", ") })},
		{Name: "arguments", Text: func(t *transaction) text.Safe { return arrayText(payloadOf(t).Arguments) }},
		part("block", func(t *transaction) json.Marshaler { return t.Block }),
		part("payload", func(t *transaction) json.Marshaler { return t.Payload }),
		part("authenticator", func(t *transaction) json.Marshaler { return t.Authenticator }),
		part("output", func(t *transaction) json.Marshaler { return t.Output }),
		{Name: "data", Text: func(t *transaction) text.Safe { return render.Value(t.Data) }},
		part("problems", func(t *transaction) json.Marshaler { return t.Problems }),
		part("other", func(t *transaction) json.Marshaler { return t.Other }),
	}
}

// payloadOf returns the payload of a transaction, an empty one if it has none.
func payloadOf(t *transaction) *client.Payload {
	if t.Payload == nil {
		return &client.Payload{}
	}
	return t.Payload
}

// amount returns the amounts that changed; in a table, which has room for one, the number of the coins.
func (l *Transactions) amount(changes []render.CoinChange, isShort bool) text.Safe {
	switch {
	case len(changes) == 0:
		return text.None
	case len(changes) > 1 && isShort:
		return text.Format("%s coins", text.Integer(uint64(len(changes))))
	}
	return l.Formatter.Changes(changes)
}

// coins returns the coins that changed.
func coins(changes []render.CoinChange, name func(render.CoinChange) text.Safe) text.Safe {
	names := make([]text.Safe, len(changes))
	for i, change := range changes {
		names[i] = text.None
		if change.Coin != "" {
			names[i] = name(change)
		}
	}
	return OrNone(text.Join(names, text.Const(", ")))
}

// oneOrList returns a text of the changes: as it is if there is one, otherwise a JSON array.
func oneOrList(changes []render.CoinChange, of func(render.CoinChange) string) text.Safe {
	texts := make([]string, len(changes))
	for i, change := range changes {
		texts[i] = of(change)
	}
	if len(texts) < 2 {
		return text.Clean(strings.Join(texts, ""))
	}
	var encoded strings.Builder
	encoder := json.NewEncoder(&encoded)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(texts) // strings have no errors
	return text.Clean(strings.TrimSuffix(encoded.String(), "\n"))
}

// jsonOf returns the JSON of a value in one line, or "" if there is none.
func jsonOf(value json.Marshaler) text.Safe {
	if reflect.ValueOf(value).IsZero() {
		return text.Safe{}
	}
	encoded, _ := value.MarshalJSON() // those of the client have no errors
	return render.Value(encoded)
}

// arrayText returns values as a JSON array in one line, or "" if there are none.
func arrayText(values []json.RawMessage) text.Safe {
	if len(values) == 0 {
		return text.Safe{}
	}
	array := []byte("[")
	for i, value := range values {
		if i > 0 {
			array = append(array, ',')
		}
		array = append(array, value...)
	}
	return render.Value(append(array, ']'))
}

type transactionField = query.Field[transaction]

// filtered has the columns of transactions that filters know.
var filtered = sync.OnceValue(Transactions{}.Columns)

// TransactionFields returns the language of lists of transactions. Words without a field name are searched in arguments only if
// searchArguments is set.
func TransactionFields(env FieldEnv, searchArguments bool) query.Language[transaction] {
	l := language(filtered(), env, "status fn module reason arg to from type fee gas price seq height age time hash event",
		transactionField{Name: "time", Label: "time", Help: "block time in UTC, such as 2026-11-21T17", Texts: texts(func(t *transaction) string { return instantText(blockTime(t)) })},
		transactionField{Name: "module", Help: "module of the called function", Kind: query.Address, Texts: texts(calledModule)},
		transactionField{
			Name: "arg", Label: "argument", Help: "argument or type argument", Kind: query.Address, InWords: searchArguments, Texts: arguments,
		},
		transactionField{
			Name: "to", Label: "recipient", Help: "address among the arguments, or that received coins", Kind: query.Address, Texts: recipients,
		},
		transactionField{
			Name: "fee", Help: "fee paid, in the displayed unit", Kind: query.Amount, InWords: true,
			Amount: func(t *transaction) *big.Int { return t.Fee() },
			Texts:  texts(func(t *transaction) string { return render.Fee(t, text.InDecimals, env.Decimals).String() }),
		},
	)
	l.Path = pathField
	for i := range l.Fields {
		if key, ok := exactKeys[l.Fields[i].Name]; ok {
			l.Fields[i].Exact = func(t *transaction) string {
				if value := tally.Value(t, key); value != nil {
					return *value
				}
				return ""
			}
		}
	}
	return l
}

// exactKeys are the keys of statistics by which filters compare exactly.
var exactKeys = map[string]string{"fn": "function", "status": "outcome", "reason": "reason", "from": "sender"}

// instantText returns a time in microseconds as filters have it, "" if it is unknown.
func instantText(at *uint64) string {
	if at == nil {
		return ""
	}
	return client.Timestamp(*at).Time().UTC().Format("2006-01-02T15:04:05Z")
}

func calledModule(t *transaction) string {
	if t.Payload == nil {
		return ""
	}
	module, _, _ := cutLast(t.Payload.Function, "::")
	return module
}

func cutLast(s, separator string) (before, after string, found bool) {
	if i := strings.LastIndex(s, separator); i >= 0 {
		return s[:i], s[i+len(separator):], true
	}
	return "", s, false
}

// success is the status of transactions that have no reason of failure.
const success = "Success"

// failure searches the vm_status, and the kind and category parsed from it.
func failure(t *transaction, match func(string) bool) bool {
	if t.Status == success || t.VMStatus == "" {
		return false
	}
	if match(t.VMStatus) {
		return true
	}
	parsed := move.ParseVMStatus(t.VMStatus)
	return match(parsed.Kind.String()) || parsed.AbortCode != nil && match(parsed.AbortCode.Category())
}

// maxHexText is the maximum length in characters of bytes in hex that are searched as text.
const maxHexText = 2000

// arguments are as the node sent them, strings without quotes, and bytes also as the text that they encode.
func arguments(t *transaction, match func(string) bool) bool {
	if t.Payload == nil {
		return false
	}
	for _, argument := range t.Payload.Arguments {
		written := text.Unquote(argument)
		if match(written) {
			return true
		}
		if decoded := decode(written); decoded != "" && match(decoded) {
			return true
		}
	}
	for _, encoded := range t.Payload.EncodedArguments {
		if match("0x" + hex.EncodeToString(encoded)) {
			return true
		}
	}
	for _, argument := range t.Payload.TypeArguments {
		if match(argument) {
			return true
		}
	}
	return false
}

// decode returns the text that hex encodes, or "" if it encodes other bytes.
func decode(written string) string {
	digits, isHex := strings.CutPrefix(written, "0x")
	if !isHex || len(digits) > maxHexText {
		return ""
	}
	decoded, err := hex.DecodeString(digits)
	if err != nil || !utf8.Valid(decoded) || strings.ContainsFunc(string(decoded), func(c rune) bool { return !unicode.IsPrint(c) }) {
		return ""
	}
	return string(decoded)
}

func recipients(t *transaction, match func(string) bool) bool {
	if t.Payload != nil {
		for _, argument := range t.Payload.Arguments {
			if address, ok := render.ParseAddress(argument); ok && match(address.String()) {
				return true
			}
		}
	}
	transfers, _ := render.CoinTransfers(t)
	for _, transfer := range transfers {
		if transfer.Deposit && match(transfer.Account.String()) {
			return true
		}
	}
	return false
}

func events(t *transaction, match func(string) bool) bool {
	for i := range t.Events {
		if match(t.Events[i].Type) || match(string(t.Events[i].Data)) {
			return true
		}
	}
	return false
}
