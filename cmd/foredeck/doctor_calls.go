package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/config"
	"foredeck/tui/command"
	"foredeck/tui/load"
)

// examinedCall is a call of the node that doctor makes. The runner of a command that makes it has it: of doctor itself if no other does.
type examinedCall struct {
	name    string
	since   client.Version
	isList  bool
	request func(*examination) error
}

// examinedPage is the page that is requested of each list.
var examinedPage = client.PageRequest{Count: 2}

// examineVersion makes all calls of one RPC version, in the order of their commands. It fails if the node is not reachable by the first of
// them.
func (e *examination) examineVersion(version client.Version) error {
	first := len(e.found.Calls) == 0
	for _, declared := range command.All() {
		for _, c := range runners[declared.Name].calls {
			if version < c.since {
				continue
			}
			p, err := e.probe(c.name, version.String(), c.isList, func() error { return c.request(e) })
			if err != nil {
				return err
			}
			if first && (p.Result == load.Unreachable.String() || p.Result == load.TimedOut.String() || p.Result == load.InvalidArgument.String()) {
				return p.err
			}
			first = false
			e.noteHeader()
		}
	}
	return nil
}

// timeFunction is a view function without arguments that every chain has. It returns the chain's time in microseconds.
var timeFunction = move.FunctionID{Address: frameworkAddress, Module: "timestamp", Name: "now_microseconds"}

func (e *examination) view(bcs bool) error {
	result, err := e.node.View(e.ctx(), client.ViewRequest{Function: timeFunction, BCS: bcs})
	if err != nil {
		return err
	}
	if bcs {
		mediaType := e.node.Debug().ViewMediaType()
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

// consensusBlockCall is the call that takes the token.
const consensusBlockCall = "consensus block"

// examineBlocks requests a block, which only v1 has.
func (e *examination) examineBlocks() error {
	node, err := e.s.newNode(client.WithVersion(client.V1))
	if err != nil {
		return err
	}
	p, err := e.probe(consensusBlockCall, client.V1.String(), false, func() error {
		block, err := node.Block(e.ctx(), e.height)
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

// examineLater makes the calls that the specification does not have, and those of the specification in version 4, which it does not have
// either. What is not supported is left out: all if nothing is, and calls of the specification one by one.
func (e *examination) examineLater(chosen client.Version) error {
	before := len(e.found.Calls)
	hasLater := false
	if !slices.ContainsFunc(e.found.Calls, func(p probe) bool { return p.supported() }) {
		return nil // requests would only fail again
	}
	if err := e.findExamples(chosen); err != nil {
		return err
	}
	for _, version := range []client.Version{client.V4, client.V3, client.V2, client.V1} {
		if chosen != client.Auto && chosen != version {
			continue
		}
		var err error
		if e.node, err = e.s.newNode(client.WithVersion(version)); err != nil {
			return err
		}
		for _, declared := range command.All() {
			for _, c := range runners[declared.Name].later {
				if version < c.since {
					continue
				}
				p, err := e.probe(c.name, version.String(), c.isList, func() error { return c.request(e) })
				if err != nil {
					return err
				}
				hasLater = hasLater || p.supported()
				switch {
				case version == client.V4 && c.since < client.V4 && p.Result == load.Unsupported.String(): // under its older path
					e.found.Calls = e.found.Calls[:len(e.found.Calls)-1]
				case c.name == consensusBlockCall && e.found.Token.State == "unknown":
					e.found.Token = secretOf(e.s.token != "", p)
				}
			}
		}
	}
	if !hasLater {
		e.found.Calls = e.found.Calls[:before]
		return nil
	}
	if err := e.examineAliases(chosen); err != nil {
		return err
	}
	return e.findRelease(chosen)
}

// examineAliases makes the calls of the specification in version 4.
func (e *examination) examineAliases(chosen client.Version) error {
	if chosen != client.Auto && chosen != client.V4 {
		return nil
	}
	var err error
	if e.node, err = e.s.newNode(client.WithVersion(client.V4)); err != nil {
		return err
	}
	for _, declared := range command.All() {
		for _, c := range runners[declared.Name].calls {
			p, err := e.probe(c.name, client.V4.String(), c.isList, func() error { return c.request(e) })
			if err != nil {
				return err
			}
			if !p.supported() {
				e.found.Calls = e.found.Calls[:len(e.found.Calls)-1]
			}
		}
	}
	return nil
}

// findRelease finds out the release and the versions of the node.
func (e *examination) findRelease(chosen client.Version) error {
	node, err := e.s.newNode(client.WithVersion(chosen))
	if err != nil {
		return err
	}
	found, err := node.Capabilities(e.ctx())
	if err != nil {
		return e.ctx().Err() // the calls show what is wrong
	}
	if found.Release != "" {
		e.found.Release = &found.Release
	}
	for _, version := range found.Versions {
		e.found.Versions = append(e.found.Versions, version.String())
	}
	return nil
}

// tipDistance keeps requests away from the newest block, which another node behind the same address can lack.
const tipDistance = 20

// findExamples finds a block, a transaction and an event for the calls that look for one, as far as the node has them.
func (e *examination) findExamples(chosen client.Version) error {
	node, err := e.s.newNode(client.WithVersion(chosen))
	if err != nil {
		return err
	}
	newest, err := node.NewestBlock(e.ctx())
	if err != nil {
		return e.ctx().Err() // the calls show what is wrong
	}
	e.height, e.digest = newest.Height-min(newest.Height, tipDistance), newest.Digest
	if newest.Epoch != nil {
		e.epoch = *newest.Epoch
	}
	if newest.Timestamp != nil {
		e.noteTime(*newest.Timestamp)
	}
	block, err := node.Block(e.ctx(), e.height, client.WithTransactions())
	if err != nil {
		return e.ctx().Err()
	}
	for i := range block.Transactions {
		t := &block.Transactions[i]
		if e.transaction = t.Hash; len(t.Events) > 0 {
			e.event = cmp.Or(t.Events[0].Hash, e.event)
		}
	}
	return nil
}

// examinedPair is a pair that price services have.
const examinedPair = "btc_usdt"

// prices returns a client of the price service.
func (e *examination) prices() (*client.Prices, error) {
	prices, _, err := e.s.newPrices(e.cmd, e.globalFlags, false)
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

func (e *examination) noteTransactions(found client.Page[client.Transaction], err error) error {
	for i := range found.Items {
		t := &found.Items[i]
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
	return err
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
