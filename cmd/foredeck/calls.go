package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sort"

	"foredeck/client"
	"foredeck/client/index"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

func init() { runners["calls"] = &runner{check: checkCalls, open: openNode, run: listCalls} }

func checkCalls(in *invocation) error {
	blocks := get[int](in.options, "blocks")
	return cmp.Or(
		checkFilter(transactionFields)(in),
		wrongIf(blocks < 1, "--blocks %d: must be 1 or more", blocks),
		wrongIf(in.given("by") && in.given("blocks"), "--blocks: does not apply to --by, whose lists are read"),
		wrongIf(in.given("by") && in.isSet("from-node"), "--from-node: does not apply to --by, whose lists are read from the node"))
}

// listCalls lists the calls of functions, by accounts or by anyone.
func listCalls(in *invocation) (err error) {
	functions := make([]move.FunctionID, len(in.args))
	for i, written := range in.args {
		if functions[i], err = move.ParseFunctionID(in.s.withAddress(written)); err != nil {
			return usagef("FUNCTION %q: %w", written, err)
		}
	}
	accounts, err := in.callers()
	if err != nil {
		return err
	}
	formatter := render.Formatter{Decimals: in.s.settings.Network.Decimals, CoinDecimals: in.coinDecimals(), NameOf: in.names()}
	l := newList(in, record.Transactions{Formatter: formatter, Now: in.s.now}.CallColumns(len(functions) == 1))
	l.onRecord = in.noteHash()
	if len(accounts) > 0 {
		return l.printPages(in.callsBy(l, accounts, functions))
	}
	calls := &index.CallList{Node: in.s.node, Functions: functions, Blocks: uint64(get[int](in.options, "blocks"))}
	calls.Head = func(context.Context) (uint64, error) {
		head, err := in.head()
		return head.Height, err
	}
	if path, err := in.s.indexPath(); err == nil && !in.isSet("from-node") && !in.prints("raw") {
		calls.Path = path
	}
	err = in.explainCalls(l.printPages(filter(in, l, transactionFields, func(length int) iter.Seq2[[]client.Transaction, error] {
		return load.Walk(in.ctx(), client.PageRequest{}, length, (*client.Transaction).Key, calls.Page)
	})), calls.Path)
	if scope := calls.Scope(); scope != (index.CallScope{}) {
		fmt.Fprintf(in.stderr(), "foredeck: %s\n", describeCalls(scope, l.printed == in.length))
	}
	return err
}

// explainCalls says what to do where nodes have no blocks with transactions, and about the index.
func (in *invocation) explainCalls(err error, path string) error {
	if !errors.Is(err, client.ErrUnsupported) {
		return explainIndex(err, path)
	}
	return &limitError{
		reason: fmt.Sprintf("the nodes of %s have no blocks with transactions", in.s.settings.Network.Name), advice: "name accounts whose lists are read: --by ACCOUNT", cause: err,
	}
}

// callers returns the accounts of --by: addresses, names and groups, each once.
func (in *invocation) callers() (accounts []move.Address, err error) {
	for _, written := range get[[]string](in.options, "by") {
		if target.IsGroup(written) {
			members, err := in.s.members(written)
			if err != nil {
				return nil, err
			}
			for _, member := range members {
				accounts = append(accounts, member.Address)
			}
			continue
		}
		account, err := in.s.address(written)
		if err != nil {
			return nil, usagef("--by: %w", err)
		}
		accounts = append(accounts, account)
	}
	sort.Slice(accounts, func(i, j int) bool { return bytes.Compare(accounts[i][:], accounts[j][:]) < 0 })
	return slices.Compact(accounts), nil
}

// callsBy yields the calls among the transactions that accounts have sent, merged by time, newest first.
func (in *invocation) callsBy(l *list[client.Transaction], accounts []move.Address, functions []move.FunctionID) iter.Seq2[[]client.Transaction, error] {
	lists := make([]load.TransactionList, len(accounts))
	for i, account := range accounts {
		lists[i] = func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
			return in.s.node.Transactions(ctx, account, request)
		}
	}
	sent := load.Walk(in.ctx(), client.PageRequest{}, 0, (*client.Transaction).Key, load.NewMerge(client.NewestFirst, lists...).Page)
	calls := filtered(l, func(t *client.Transaction) bool { return slices.ContainsFunc(functions, t.Calls) }, sent)
	return filter(in, l, transactionFields, func(length int) iter.Seq2[[]client.Transaction, error] { return first(length, calls) })
}

// describeCalls says which heights were read. isCut is set if the list ends because of its length.
func describeCalls(scope index.CallScope, isCut bool) text.Safe {
	heights := func(r *index.Range) text.Safe {
		return text.Format("heights %s to %s", text.Integer(r.First), text.Integer(r.Last))
	}
	var parts []text.Safe
	if scope.Node != nil {
		parts = append(parts, text.Format("from blocks of the node, %s", heights(scope.Node)))
	}
	if scope.Index != nil {
		parts = append(parts, text.Format("from the index, %s", heights(scope.Index)))
	}
	if scope.Missing != nil {
		parts = append(parts, text.Format("not read: %s, which foredeck index adds", heights(scope.Missing)))
	}
	if isCut {
		parts = append(parts, text.Const("--limit and --all list more"))
	} else if scope.Index == nil && scope.Node.First > 0 {
		parts = append(parts, text.Const("--blocks reads more, and foredeck index keeps them"))
	}
	return text.Join(parts, text.Const("; "))
}
