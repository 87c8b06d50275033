package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/config"
	"foredeck/tui/load"
)

// examine asks all that one version of the node RPC has. A node that nobody can reach ends it at the first call.
func (e *examination) examine(node *client.Node, version client.Version) error {
	ctx, page := e.cmd.Context(), client.PageRequest{Count: 2}
	first := len(e.found.Calls) == 0
	transactions := func(found client.Page[client.Transaction], err error) error {
		for i := range found.Items {
			e.lookAtTransaction(&found.Items[i])
		}
		return err
	}
	for _, c := range []struct {
		call     string
		isList   bool
		question func() error
	}{
		{"account", false, func() error { _, err := node.Account(ctx, e.account); return err }},
		{"transactions", true, func() error { return transactions(node.Transactions(ctx, e.account, page)) }},
		{"coin_transactions", true, func() error { return transactions(node.CoinTransactions(ctx, e.account, client.AnyType, page)) }},
		{"automated_transactions", true, func() error { return transactions(node.AutomatedTransactions(ctx, e.account, nil, page)) }},
		{"modules", true, func() error {
			found, err := node.Modules(ctx, frameworkAddress, page)
			if len(found.Items) > 0 && found.Items[0].Name != "" {
				e.module = found.Items[0].Name
			}
			return err
		}},
		{"module", false, func() error {
			_, err := node.Module(ctx, move.ModuleID{Address: frameworkAddress, Name: e.module})
			return err
		}},
		{"resources", true, func() error {
			found, err := node.Resources(ctx, e.account, page)
			if len(found.Items) > 0 && found.Items[0].Type != "" {
				e.resource = found.Items[0].Type
			}
			return err
		}},
		{"resource", false, func() error { _, err := node.Resource(ctx, e.account, e.resource); return err }},
		{"view", false, func() error { return e.view(node, false) }},
		{"view in BCS", false, func() error { return e.view(node, true) }},
	} {
		if version != client.V3 && (c.call == "automated_transactions" || c.call == "view in BCS") {
			continue // no other version has it
		}
		p, err := e.ask(c.call, version.String(), c.isList, c.question)
		if err != nil {
			return err
		}
		if first && (p.Answer == load.Unreachable.String() || p.Answer == load.TimedOut.String() || p.Answer == load.BadArgument.String()) {
			return p.err
		}
		first = false
		e.lookAtHeader()
	}
	return nil
}

// timeFunction is a view function without arguments that every chain has. It tells the chain's own time in microseconds.
var timeFunction = move.FunctionID{Address: frameworkAddress, Module: "timestamp", Name: "now_microseconds"}

func (e *examination) view(node *client.Node, bcs bool) error {
	result, err := node.View(e.cmd.Context(), client.ViewRequest{Function: timeFunction, BCS: bcs})
	if err != nil {
		return err
	}
	if bcs {
		mediaType := node.ViewMediaType()
		e.found.ViewMediaType = &mediaType
	}
	if len(result.Values) == 1 {
		digits := strings.Trim(string(result.Values[0].JSON), `"`)
		if microseconds, err := strconv.ParseUint(digits, 10, 64); err == nil {
			e.lookAtTime(client.Timestamp(microseconds))
		}
		form := "bare"
		if compact := compacted(result.Raw); strings.Contains(compact, `[{"U64":`) {
			form = "keyed"
		}
		notice(&e.found.Dialect.Values, form)
	}
	return nil
}

// examineBlocks asks for a block. Version 1 alone has the call.
func (e *examination) examineBlocks() error {
	node, err := e.session.newNode(client.WithVersion(client.V1))
	if err != nil {
		return err
	}
	p, err := e.ask("consensus block", client.V1.String(), false, func() error {
		block, err := node.ConsensusBlock(e.cmd.Context(), e.height)
		if err == nil {
			e.lookAtForms(block.Raw)
			if block.ChainID != nil {
				e.found.ChainID = block.ChainID
			}
			if block.Timestamp != nil {
				e.lookAtTime(*block.Timestamp)
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	e.found.Token = secretOf(e.session.token != "", p)
	return nil
}

// examinedPair is one that price services have.
const examinedPair = "btc_usdt"

func (e *examination) examinePrices() error {
	prices, err := e.session.prices(e.cmd, e.flags)
	if err != nil {
		return err
	}
	e.found.OracleURL = e.flags.place.BaseURL
	defer func() { e.flags.place = e.session.place }()
	if _, err := e.ask("latest", "", false, func() error {
		_, err := prices.Latest(e.cmd.Context(), examinedPair)
		return err
	}); err != nil {
		return err
	}
	p, err := e.ask("history", "", false, func() error {
		end := e.session.now()
		if e.found.newest != 0 { // a chain that stands still has no later prices
			end = e.found.newest.Time()
		}
		_, err := prices.History(e.cmd.Context(), examinedPair, end.Add(-6*time.Hour), end, time.Hour, nil)
		return err
	})
	if err != nil {
		return err
	}
	set := e.session.settings.Network.APIKey.IsSet(config.APIKeyVariable, os.Getenv) || e.found.OracleURL == e.session.place.BaseURL && e.session.embedded != nil
	e.found.APIKey = secretOf(set, p)
	return nil
}

func (e *examination) lookAtTransaction(t *client.Transaction) {
	e.lookAtForms(t.Raw)
	if e.found.ChainID == nil {
		e.found.ChainID = t.ChainID
	}
	if t.Block != nil {
		e.height = max(e.height, t.Block.Height)
		e.lookAtTime(t.Block.Timestamp)
	}
}

func (e *examination) lookAtTime(at client.Timestamp) { e.found.newest = max(e.found.newest, at) }

// lookAtHeader takes the chain id that v3 answers carry.
func (e *examination) lookAtHeader() {
	for name, values := range e.wire.last().header {
		if id, err := strconv.ParseUint(values[0], 10, 64); err == nil && strings.HasSuffix(strings.ToLower(name), "-chain-id") {
			e.found.ChainID = &id
		}
	}
}

// lookAtForms sees which of their forms timestamps and senders have.
func (e *examination) lookAtForms(raw json.RawMessage) {
	compact := compacted(raw)
	for _, key := range []string{"timestamp", "microseconds_since_unix_epoch"} {
		if strings.Contains(compact, `stamp":{"`+key+`":`) {
			notice(&e.found.Dialect.Timestamps, key)
		}
	}
	switch {
	case strings.Contains(compact, `"sender":{"Move":`):
		notice(&e.found.Dialect.Senders, "object")
	case strings.Contains(compact, `"sender":"`):
		notice(&e.found.Dialect.Senders, "text")
	}
}

func compacted(raw json.RawMessage) string {
	var compact bytes.Buffer
	if json.Compact(&compact, raw) != nil {
		return ""
	}
	return compact.String()
}

// notice takes a form down; of two the node writes both.
func notice(form **string, found string) {
	if *form != nil && **form != found {
		found = "mixed"
	}
	*form = &found
}

// name is the dialect that the forms make, nil where none was seen.
func (d *dialect) name() *string {
	forms := map[string]int{}
	for _, form := range []*string{d.Timestamps, d.Senders, d.Values} {
		if form == nil {
			continue
		}
		switch *form {
		case "timestamp", "text", "keyed":
			forms["spec"]++
		case "microseconds_since_unix_epoch", "object", "bare":
			forms["deployed"]++
		default:
			forms["mixed"]++
		}
	}
	var name *string
	for form := range forms {
		notice(&name, form)
	}
	return name
}

// hasCursor tells whether a body, or what it wraps, has a member of that name.
func hasCursor(body []byte) bool {
	var outer map[string]json.RawMessage
	if json.Unmarshal(body, &outer) != nil {
		return false
	}
	if _, ok := outer["cursor"]; ok {
		return true
	}
	for _, wrapped := range outer {
		var inner map[string]json.RawMessage
		if json.Unmarshal(wrapped, &inner) == nil {
			if _, ok := inner["cursor"]; ok {
				return true
			}
		}
	}
	return false
}
