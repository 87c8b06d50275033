package main

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/config"
	"foredeck/tui/load"
)

// examineVersion makes all calls of one RPC version, each of which the simulated network has too (TestDoctorMakesEveryCall). It fails if
// the node is not reachable by the first of them.
func (e *examination) examineVersion(node *client.Node, version client.Version) error {
	ctx, page := e.ctx(), client.PageRequest{Count: 2}
	first := len(e.found.Calls) == 0
	transactions := func(found client.Page[client.Transaction], err error) error {
		for i := range found.Items {
			e.noteTransaction(&found.Items[i])
		}
		return err
	}
	for _, c := range []struct {
		call    string
		since   client.Version
		isList  bool
		request func() error
	}{
		{"account", client.V1, false, func() error { _, err := node.Account(ctx, e.account); return err }},
		{"transactions", client.V1, true, func() error { return transactions(node.Transactions(ctx, e.account, page)) }},
		{"coin_transactions", client.V1, true, func() error { return transactions(node.CoinTransactions(ctx, e.account, client.AnyType, page)) }},
		{"automated_transactions", client.V3, true, func() error { return transactions(node.AutomatedTransactions(ctx, e.account, nil, page)) }},
		{"modules", client.V1, true, func() error {
			found, err := node.Modules(ctx, frameworkAddress, page)
			if len(found.Items) > 0 && found.Items[0].Name != "" {
				e.module = found.Items[0].Name
			}
			return err
		}},
		{"module", client.V1, false, func() error {
			_, err := node.Module(ctx, move.ModuleID{Address: frameworkAddress, Name: e.module})
			return err
		}},
		{"resources", client.V1, true, func() error {
			found, err := node.Resources(ctx, e.account, page)
			if len(found.Items) > 0 && found.Items[0].Type != "" {
				e.resource = found.Items[0].Type
			}
			return err
		}},
		{"resource", client.V1, false, func() error { _, err := node.Resource(ctx, e.account, e.resource); return err }},
		{"view", client.V1, false, func() error { return e.view(node, false) }},
		{"view in BCS", client.V3, false, func() error { return e.view(node, true) }},
	} {
		if version < c.since {
			continue
		}
		p, err := e.probe(c.call, version.String(), c.isList, c.request)
		if err != nil {
			return err
		}
		if first && (p.Result == load.Unreachable.String() || p.Result == load.TimedOut.String() || p.Result == load.InvalidArgument.String()) {
			return p.err
		}
		first = false
		e.noteHeader()
	}
	return nil
}

// timeFunction is a view function without arguments that every chain has. It returns the chain's time in microseconds.
var timeFunction = move.FunctionID{Address: frameworkAddress, Module: "timestamp", Name: "now_microseconds"}

func (e *examination) view(node *client.Node, bcs bool) error {
	result, err := node.View(e.ctx(), client.ViewRequest{Function: timeFunction, BCS: bcs})
	if err != nil {
		return err
	}
	if bcs {
		mediaType := node.Debug().ViewMediaType()
		e.found.ViewMediaType = &mediaType
	}
	if len(result.Values) == 1 {
		digits := strings.Trim(string(result.Values[0].JSON), `"`)
		if microseconds, err := strconv.ParseUint(digits, 10, 64); err == nil {
			e.noteTime(client.Timestamp(microseconds))
		}
		form := "bare"
		if compact := compacted(result.Raw); strings.Contains(compact, `[{"U64":`) {
			form = "keyed"
		}
		noteForm(&e.found.Dialect.Values, form)
	}
	return nil
}

// examineBlocks requests a block, which only v1 has.
func (e *examination) examineBlocks() error {
	node, err := e.s.newNode(client.WithVersion(client.V1))
	if err != nil {
		return err
	}
	p, err := e.probe("consensus block", client.V1.String(), false, func() error {
		block, err := node.ConsensusBlock(e.ctx(), e.height)
		if err == nil {
			e.noteForms(block.Raw)
			if block.ChainID != nil {
				e.found.ChainID = block.ChainID
			}
			if block.Timestamp != nil {
				e.noteTime(*block.Timestamp)
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	e.found.Token = secretOf(e.s.token != "", p)
	return nil
}

// examinedPair is a pair that price services have.
const examinedPair = "btc_usdt"

// prices returns a client of the price service.
func (e *examination) prices() (*client.Prices, error) {
	prices, err := e.s.newPrices(e.cmd, e.globalFlags, false)
	e.endpoint = e.s.endpoint
	return prices, err
}

func (e *examination) examinePrices(prices *client.Prices) error {
	e.found.OracleURL = prices.BaseURL()
	e.endpoint.BaseURL = prices.BaseURL()
	defer func() { e.endpoint = e.s.endpoint }()
	if _, err := e.probe("latest", "", false, func() error {
		_, err := prices.Latest(e.ctx(), examinedPair)
		return err
	}); err != nil {
		return err
	}
	p, err := e.probe("history", "", false, func() error {
		end := e.s.now()
		if e.found.newest != 0 { // a stopped chain has no later prices
			end = e.found.newest.Time()
		}
		_, err := prices.History(e.ctx(), client.HistoryRequest{Pair: examinedPair, From: end.Add(-6 * time.Hour), To: end, Resolution: time.Hour})
		return err
	})
	if err != nil {
		return err
	}
	set := e.s.settings.Network.APIKey.IsSet(config.APIKeyVariable, e.environment.Get) || e.found.OracleURL == e.s.endpoint.BaseURL && e.s.embedded != nil
	e.found.APIKey = secretOf(set, p)
	return nil
}

func (e *examination) noteTransaction(t *client.Transaction) {
	e.noteForms(t.Raw)
	if e.found.ChainID == nil {
		e.found.ChainID = t.ChainID
	}
	if height := t.Height(); height != nil {
		e.height = max(e.height, *height)
	}
	if at := t.BlockTime(); at != nil {
		e.noteTime(*at)
	}
}

func (e *examination) noteTime(at client.Timestamp) { e.found.newest = max(e.found.newest, at) }

// noteHeader notes the chain id in the header of v3 responses.
func (e *examination) noteHeader() {
	for name, values := range e.lastExchange().ResponseHeader {
		if id, err := strconv.ParseUint(values[0], 10, 64); err == nil && strings.HasSuffix(strings.ToLower(name), "-chain-id") {
			e.found.ChainID = &id
		}
	}
}

// noteForms notes which form timestamps and senders have.
func (e *examination) noteForms(raw json.RawMessage) {
	compact := compacted(raw)
	for _, key := range []string{"timestamp", "microseconds_since_unix_epoch"} {
		if strings.Contains(compact, `stamp":{"`+key+`":`) {
			noteForm(&e.found.Dialect.Timestamps, key)
		}
	}
	switch {
	case strings.Contains(compact, `"sender":{"Move":`):
		noteForm(&e.found.Dialect.Senders, "object")
	case strings.Contains(compact, `"sender":"`):
		noteForm(&e.found.Dialect.Senders, "text")
	}
}

func compacted(raw json.RawMessage) string {
	var compact bytes.Buffer
	if json.Compact(&compact, raw) != nil {
		return ""
	}
	return compact.String()
}

// noteForm sets a form, or "mixed" if it differs from an earlier one.
func noteForm(form **string, found string) {
	if *form != nil && **form != found {
		found = "mixed"
	}
	*form = &found
}

// name returns the dialect that the forms indicate, nil if none was seen.
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
		noteForm(&name, form)
	}
	return name
}

// hasCursor reports whether a body, or an object directly inside it, has a member "cursor".
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
