// transactions.go declares what filters of transactions, modules, resources and blocks can say. The deck and the commands share it.

package record

import (
	"encoding/hex"
	"math/big"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/query"
	"foredeck/tui/render"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// FieldEnv has the names, units and times that filters use.
type FieldEnv struct {
	Names    []target.Name // saved names of addresses
	Decimals int           // of the unit in which amounts are displayed
	Now      time.Time
	Author   func(author string) string // the name of a block author, or ""; may be nil
}

func language[T any](env FieldEnv, declared ...query.Field[T]) query.Language[T] {
	return query.Language[T]{Fields: declared, Names: env.Names, Decimals: env.Decimals, Now: env.Now}
}

// texts returns the function of a field with one text.
func texts[T any](of func(*T) string) func(*T, func(string) bool) bool {
	return func(record *T, match func(string) bool) bool {
		s := of(record)
		return s != "" && match(s)
	}
}

type transactionRecord = client.Transaction

// TransactionFields returns the language of lists of transactions. Words without a field name are searched in arguments only if
// searchArguments is set.
func TransactionFields(env FieldEnv, searchArguments bool) query.Language[transactionRecord] {
	return language(env,
		query.Field[transactionRecord]{
			Name: "status", Help: "outcome", Kind: query.Word, InWords: true,
			Values: []string{"success", "fail", "pending", "invalid"}, Aliases: map[string]string{"failed": "fail", "ok": "success"},
			Texts: texts(func(t *transactionRecord) string { return t.Status }),
		},
		query.Field[transactionRecord]{
			Name: "fn", Label: "function", Help: "called function", Kind: query.Address, InWords: true,
			Texts: texts(func(t *transactionRecord) string { return render.Call(t).String() }),
		},
		query.Field[transactionRecord]{Name: "module", Help: "module of the called function", Kind: query.Address, Texts: texts(calledModule)},
		query.Field[transactionRecord]{Name: "reason", Help: "why it failed", Texts: failure},
		query.Field[transactionRecord]{
			Name: "arg", Label: "argument", Help: "argument or type argument", Kind: query.Address, InWords: searchArguments, Texts: arguments,
		},
		query.Field[transactionRecord]{
			Name: "to", Label: "recipient", Help: "address among the arguments, or that received coins", Kind: query.Address, Texts: recipients,
		},
		query.Field[transactionRecord]{
			Name: "from", Label: "sender", Help: "sender", Kind: query.Address, InWords: true, Texts: texts(func(t *transactionRecord) string {
				if t.Sender == nil {
					return ""
				}
				return t.Sender.String()
			}),
		},
		query.Field[transactionRecord]{
			Name: "type", Help: "transaction type", Kind: query.Word, InWords: true, Values: []string{"user", "auto", "meta", "record"},
			Aliases: map[string]string{"auto": string(client.AutomatedType), "meta": string(client.BlockMetadataType), "record": string(client.AutomationRecordType)},
			Texts:   texts(func(t *transactionRecord) string { return t.Type }),
		},
		query.Field[transactionRecord]{
			Name: "fee", Help: "fee paid, in the displayed unit", Kind: query.Amount, InWords: true,
			Amount: func(t *transactionRecord) *big.Int { return t.Fee() },
			Texts:  texts(func(t *transactionRecord) string { return render.Fee(t, text.InDecimals, env.Decimals).String() }),
		},
		query.Field[transactionRecord]{Name: "gas", Help: "gas used", Kind: query.Number, Number: func(t *transactionRecord) *uint64 { return t.GasUsed }},
		query.Field[transactionRecord]{Name: "price", Label: "gas price", Help: "gas unit price", Kind: query.Number, Number: func(t *transactionRecord) *uint64 { return t.GasUnitPrice }},
		query.Field[transactionRecord]{Name: "seq", Help: "sequence number", Kind: query.Number, InWords: true, Number: func(t *transactionRecord) *uint64 { return t.SequenceNumber }},
		query.Field[transactionRecord]{Name: "height", Help: "block height", Kind: query.Number, InWords: true, Number: (*transactionRecord).Height},
		query.Field[transactionRecord]{Name: "age", Help: "time since the block", Kind: query.Age, Number: func(t *transactionRecord) *uint64 { return (*uint64)(t.BlockTime()) }},
		query.Field[transactionRecord]{Name: "hash", Help: "hash", InWords: true, Texts: texts(func(t *transactionRecord) string { return t.Hash })},
		query.Field[transactionRecord]{Name: "event", Help: "type or data of an event", Kind: query.Address, Texts: events},
	)
}

func calledModule(t *transactionRecord) string {
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
func failure(t *transactionRecord, match func(string) bool) bool {
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
func arguments(t *transactionRecord, match func(string) bool) bool {
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

func recipients(t *transactionRecord, match func(string) bool) bool {
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

func events(t *transactionRecord, match func(string) bool) bool {
	for i := range t.Events {
		if match(t.Events[i].Type) || match(string(t.Events[i].Data)) {
			return true
		}
	}
	return false
}
