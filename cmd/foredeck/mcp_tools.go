package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"foredeck/config"
)

// tool is a tool for assistants: a question, answered by a command.
type tool struct {
	name, help string
	command    []string
	params     []toolParam
	isText     bool        // the command prints text, not JSON
	comparison *comparison // of nodes or modules; nil for other tools
	// cursor returns the cursor that continues a list after its last record, "" at the end; nil if the command takes no cursor.
	cursor func(line []string, last json.RawMessage) string
}

// toolParam is a parameter of a tool: an argument of the command, or an option.
type toolParam struct {
	name, help string
	option     string // of the command; "" for an argument
	kind       string // in JSON schema: string, integer, boolean or array, of strings; constant for values that the command always has
	isRequired bool
	values     []string // allowed values, nil if any
}

// argument declares a required argument of the command.
func argument(name, help string) toolParam {
	return toolParam{name: name, help: help, kind: "string", isRequired: true}
}

// option declares an option of the command, with the allowed values if there are few.
func option(name, option, kind, help string, values ...string) toolParam {
	return toolParam{name: name, option: option, kind: kind, help: help, values: values}
}

func optional(p toolParam) toolParam {
	p.isRequired = false
	return p
}

var (
	filterParam = option("filter", "filter", "string", "terms that records must match, such as 'status:fail reason:EINSUFFICIENT fn:transfer age:<1d fee:>0.1'")
	limitParam  = option("limit", "limit", "integer", "most records in the answer (default 20); matches, with a filter")
	addressHelp = "0x and 1 to 64 hex digits, or a saved name"
)

// tools are the tools, by task.
var tools = []tool{
	{name: "find", help: "Say what a text is, decoded: an address, a hash, an abort code, the status of a transaction, bytes in hex or base64, JSON, a time, a link of a web explorer. Start here with anything that a user pastes.", command: []string{"explain"}, params: []toolParam{option("as", "as", "string", "decode bytes as a value of this Move type"), argument("text", "the text as it is")}},
	{name: "account", help: "Show an account with its coins and fungible assets.", command: []string{"account", "--balances"}, params: []toolParam{argument("address", addressHelp)}},
	{name: "transactions", help: "List the transactions of an account, newest first, each with status, function, arguments, fee and why it failed. Filters are applied while reading, so that few matches can take a while.", command: []string{"txs"}, params: []toolParam{argument("address", addressHelp), option("kind", "kind", "string", "sent by it (default), coin transfers of it, automated ones of its tasks, or all", "sent", "coin", "automated", "all"),
		filterParam, limitParam, option("oldest_first", "oldest-first", "boolean", "list the oldest first"), option("cursor", "start", "string", "cursor of the answer before, to go on")}, cursor: afterSequence},
	{name: "transaction", help: "Show a transaction. A failure is explained from bytecode: the instruction and the source line that aborted, or the candidates.", command: []string{"tx"}, params: []toolParam{argument("id", "hash, or the sender's address with sequence"), {name: "sequence", help: "sequence number of the sender", kind: "integer"}}},
	{name: "events", help: "List the events of a type, oldest first, in a range of heights.", command: []string{"events"}, params: []toolParam{argument("type", "such as 0x1::coin::CoinDeposit"), option("from", "from", "integer", "lowest height"), option("to", "to", "integer", "highest height"), limitParam}},
	{name: "modules", help: "List the modules that an account has published.", command: []string{"modules"}, params: []toolParam{argument("address", addressHelp), filterParam, limitParam}},
	{name: "module", help: "Show the interface of a module: functions with parameters and abilities, structs with fields.", command: []string{"module", "--source"}, isText: true, params: []toolParam{argument("module", "such as 0x1::coin")}},
	{name: "source", help: "Show the Move source that was published with a module, to read what is at an abort.", command: []string{"module", "--published"}, isText: true, params: []toolParam{argument("module", "such as 0x1::coin")}},
	{name: "resources", help: "List the resources of an account: its state as JSON.", command: []string{"resources"}, params: []toolParam{argument("address", addressHelp), option("type", "type", "string", "only types that begin so, such as 0x1::coin::CoinStore"), filterParam, limitParam}},
	{name: "view", help: "Call a view function on the newest state.", command: []string{"view"}, params: []toolParam{argument("function", "such as 0x1::coin::balance"), option("type_arguments", "type-arg", "array", "such as 0x1::native_coin::NativeCoin"), option("arguments", "arg", "array", "as text, without signers")}},
	{name: "dry_run", help: "Let the node execute the call of an entry function without effect: status, gas, events. Nothing is signed or submitted.", command: []string{"call", "--dry-run"}, params: []toolParam{argument("function", "such as 0x1::coin::transfer"), option("type_arguments", "type-arg", "array", "type arguments"), option("arguments", "arg", "array", "as text, without signers"),
		option("sender", "sender", "string", "account that would send it"), option("public_key", "public-key", "string", "Ed25519 key of the sender; default: that of its last transaction")}},
	{name: "block", help: "Show a block with its certificate and votes, or its transactions.", command: []string{"block"}, params: []toolParam{option("transactions", "transactions", "boolean", "list its transactions instead (nodes of later releases)"), argument("height", "a height, head, or a hash")}},
	{name: "blocks", help: "List the newest blocks with authors, gaps and votes.", command: []string{"blocks", "--votes"}, params: []toolParam{limitParam, filterParam}},
	{name: "committee", help: "Show the validators of an epoch with stake, state and proposals.", command: []string{"committee"}, params: []toolParam{{name: "epoch", help: "default: the newest one", kind: "integer"}}},
	{name: "compare_nodes", help: "Compare what two nodes of this network serve: the newest blocks one by one, and accounts and modules if given. Reports each difference.", command: []string{"compare"}, comparison: nodeSides, params: []toolParam{argument("a", "NETWORK/1 for the first node of a network, or the address of one of its nodes"), argument("b", "the other node, such as NETWORK/2"),
		option("last", "last", "integer", "how many of the newest common blocks (default 100)"), option("accounts", "account", "array", "accounts to compare: sequence number, key and resources"), option("modules", "module", "array", "modules to compare, such as 0x1::coin"), limitParam}},
	{name: "compare_modules", help: "Compare two versions of a module by the upgrade rules: added, removed and changed functions and structs, and whether the second is a compatible upgrade of the first.", command: []string{"diff"}, comparison: moduleSides, params: []toolParam{{kind: "constant", values: []string{"module"}}, argument("a", "such as 0x1::coin, or 0x1::coin of a node: NETWORK/1/0x1::coin"), argument("b", "another module, or NETWORK/2 for the same module of that node")}},
	{name: "prices", help: "Show the latest prices of pairs.", command: []string{"price"}, params: []toolParam{{name: "pairs", help: "such as btc_usdt", kind: "array", isRequired: true}}},
	{name: "sum_up", help: "Count transactions by function, outcome, reason, sender, day, hour or range of used gas, with shares and fees: which functions fail most, and why. Read from the index of this machine if it covers the question, otherwise from the node.", command: []string{"stats"}, params: []toolParam{optional(argument("address", "sender; default: everybody")), option("function", "function", "string", "only calls of this function"),
		option("by", "by", "string", "keys of a row, with commas: function,outcome,reason,sender,day,hour"), option("since", "since", "string", "how far back, such as 7d"), limitParam}},
	{name: "sql", help: "Query the index of this machine with SQL of SQLite, read-only: views transactions, calls, events, transfers, blocks, statistics, scope. It has only what foredeck index has read: see scope.", command: []string{"sql"}, params: []toolParam{argument("query", "one SELECT")}},
}

// afterSequence returns the cursor after a record of a list of sent transactions.
func afterSequence(line []string, last json.RawMessage) string {
	var record struct {
		Sequence *uint64 `json:"sequence_number"`
	}
	for _, word := range line {
		if kind, ok := strings.CutPrefix(word, "--kind="); ok && kind != "sent" {
			return "" // cursors of the node, which records do not have
		}
	}
	isUpward := slices.Contains(line, "--oldest-first=true")
	switch err := json.Unmarshal(last, &record); {
	case err != nil || record.Sequence == nil:
		return ""
	case isUpward:
		return strconv.FormatUint(*record.Sequence+1, 10)
	case *record.Sequence == 0:
		return ""
	}
	return strconv.FormatUint(*record.Sequence-1, 10)
}

// schema returns the JSON schema of the parameters.
func (t *tool) schema() map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, p := range t.params {
		if p.kind == "constant" {
			continue
		}
		property := map[string]any{"type": p.kind, "description": p.help}
		if p.kind == "array" {
			property["items"] = map[string]any{"type": "string"}
		}
		if p.values != nil {
			property["enum"] = p.values
		}
		properties[p.name] = property
		if p.isRequired {
			required = append(required, p.name)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// arguments returns the command line for parameters. The error names the parameter that is wrong, and the rule.
func (t *tool) arguments(given json.RawMessage) ([]string, error) {
	var values map[string]json.RawMessage
	if len(given) > 0 {
		if err := json.Unmarshal(given, &values); err != nil {
			return nil, fmt.Errorf("arguments of %s: must be an object", t.name)
		}
	}
	line, positional := slices.Clone(t.command), []string{}
	for _, p := range t.params {
		if p.kind == "constant" {
			positional = append(positional, p.values...)
			continue
		}
		raw, isGiven := values[p.name]
		delete(values, p.name)
		if !isGiven || string(raw) == "null" {
			if p.isRequired {
				return nil, fmt.Errorf("%s: %s is missing: %s", t.name, p.name, p.help)
			}
			continue
		}
		words, err := p.words(raw)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", t.name, p.name, err)
		}
		for _, word := range words {
			if p.option == "" {
				positional = append(positional, word)
			} else {
				line = append(line, "--"+p.option+"="+word)
			}
		}
	}
	for name := range values {
		return nil, fmt.Errorf("%s: %q is not one of its parameters", t.name, name)
	}
	if len(positional) > 0 { // after --, no text is an option
		line = append(append(line, "--"), positional...)
	}
	return line, nil
}

// words returns the words of a value on the command line.
func (p *toolParam) words(raw json.RawMessage) (words []string, err error) {
	switch p.kind {
	case "array":
		if json.Unmarshal(raw, &words) != nil {
			return nil, fmt.Errorf("must be an array of texts")
		}
		return words, nil
	case "boolean":
		var on bool
		if json.Unmarshal(raw, &on) != nil {
			return nil, fmt.Errorf("must be true or false")
		}
		return []string{strconv.FormatBool(on)}, nil
	case "integer":
		var number uint64
		if json.Unmarshal(raw, &number) != nil {
			return nil, fmt.Errorf("must be a whole number up to 2^64-1")
		}
		return []string{strconv.FormatUint(number, 10)}, nil
	}
	var word string
	if json.Unmarshal(raw, &word) != nil {
		return nil, fmt.Errorf("must be a text")
	}
	if p.values != nil && !slices.Contains(p.values, word) {
		return nil, fmt.Errorf("%q %s", word, config.OneOf(word, p.values))
	}
	if strings.ContainsRune(word, 0) {
		return nil, fmt.Errorf("must have no null characters")
	}
	return []string{word}, nil
}
