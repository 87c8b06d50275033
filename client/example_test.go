package client_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"time"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/move"
)

// An account and what it has sent, from a network inside of the process.
func Example() {
	ctx := context.Background()
	network, err := localnet.Start(ctx, localnet.Options{Seed: 7})
	if err != nil {
		log.Fatal(err)
	}
	defer network.Close()
	node, err := client.NewNode(network.BaseURL())
	if err != nil {
		log.Fatal(err)
	}
	defer node.CloseIdleConnections()

	treasury := network.Accounts()[0]
	account, err := node.Account(ctx, treasury.Address)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(treasury.Name, "has sent", account.SequenceNumber)

	page, err := node.Transactions(ctx, treasury.Address, client.PageRequest{Count: 3})
	if err != nil {
		log.Fatal(err)
	}
	for _, transaction := range page.Items {
		fmt.Println(*transaction.SequenceNumber, transaction.Status, transaction.Payload.Function)
	}
	fmt.Println("and on from", page.Next)
	// Output:
	// treasury has sent 1200
	// 1199 Success 0x1::native_account::transfer
	// 1198 Success 0x1::coin::transfer
	// 1197 Success 0x1::native_account::transfer
	// and on from 1196
}

// simulated is a node of the local network with the seed 7, which makes no blocks by itself, and that network.
func simulated(ctx context.Context) (*client.Node, *localnet.Network) {
	network, err := localnet.Start(ctx, localnet.Options{Seed: 7, Start: time.Date(2026, time.August, 1, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		log.Fatal(err)
	}
	node, err := client.NewNode(network.BaseURL())
	if err != nil {
		log.Fatal(err)
	}
	return node, network
}

// A walk over all that an account has ever sent asks for one page after the other as it goes, and can end anywhere.
func ExampleNode_AllTransactions() {
	ctx := context.Background()
	node, network := simulated(ctx)
	defer network.Close()
	defer node.CloseIdleConnections()

	count := map[string]int{}
	for transaction, err := range node.AllTransactions(ctx, network.Accounts()[0].Address, client.OldestFirst) {
		if err != nil {
			log.Fatal(err)
		}
		count[transaction.Status]++
	}
	fmt.Println(count)
	// Output:
	// map[Fail:108 Success:1092]
}

// The argument is text as a person types it; the ABI of the module says what it is.
func ExampleNode_View() {
	ctx := context.Background()
	node, network := simulated(ctx)
	defer network.Close()
	defer node.CloseIdleConnections()

	echo := move.FunctionID{Address: network.Accounts()[0].Address, Module: "example", Name: "echo_u64"}
	result, err := node.View(ctx, client.ViewRequest{Function: echo, Arguments: []any{"18,446"}})
	if err != nil {
		log.Fatal(err)
	}
	for _, value := range result.Values {
		fmt.Printf("%s %s\n", value.Type, value.JSON)
	}
	// Output: u64 "18446"
}

// What a module offers, from its interface.
func ExampleNode_Module() {
	ctx := context.Background()
	node, network := simulated(ctx)
	defer network.Close()
	defer node.CloseIdleConnections()

	id, err := move.ParseModuleID("0x1::coin")
	if err != nil {
		log.Fatal(err)
	}
	module, err := node.Module(ctx, id)
	if err != nil {
		log.Fatal(err)
	}
	views := 0
	for _, function := range module.ABI.Functions {
		if function.IsView {
			views++
		}
	}
	fmt.Println(views, "view functions, among them")
	fmt.Println(module.ABI.Function("balance").Declaration(100))
	// Output:
	// 11 view functions, among them
	// #[view]
	// public fun balance<T0>(#0: address): u64;
}

// The node has no call for the newest block: FindHead finds it by trying heights.
func ExampleNode_ConsensusBlock() {
	ctx := context.Background()
	node, network := simulated(ctx)
	defer network.Close()
	defer node.CloseIdleConnections()

	head, err := node.FindHead(ctx, client.HeadSearch{})
	if err != nil {
		log.Fatal(err)
	}
	block, err := node.ConsensusBlock(ctx, head.Height-1, client.WithBatches)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("parent of the newest:", block.Digest == head.Parent)
	fmt.Println("votes:", block.Certificate.Votes(), "of", len(block.Certificate.Voters))
	// Output:
	// parent of the newest: true
	// votes: 31 of 31
}

// Blocks as they come. The walk goes on for as long as its context does.
func ExampleNode_WatchBlocks() {
	ctx := context.Background()
	node, network := simulated(ctx)
	defer network.Close()
	defer node.CloseIdleConnections()

	first, err := network.Produce(ctx)
	if err != nil {
		log.Fatal(err)
	}
	second, err := network.Produce(ctx)
	if err != nil {
		log.Fatal(err)
	}
	for update, err := range node.WatchBlocks(ctx, first) {
		if err != nil {
			log.Fatal(err) // the node refuses blocks
		}
		if update.Kind != client.BlockArrived {
			continue // what went wrong is waited out
		}
		fmt.Println("block", update.Block.Height-first, "is here")
		if update.Block.Height == second {
			break
		}
	}
	// Output:
	// block 0 is here
	// block 1 is here
}

// Numbers of the price service stay the decimal texts that it gives.
func ExamplePrices_Latest() {
	ctx := context.Background()
	node, network := simulated(ctx)
	defer network.Close()
	defer node.CloseIdleConnections()
	prices, err := client.NewPrices(network.BaseURL(), client.WithAPIKey(network.APIKey()))
	if err != nil {
		log.Fatal(err)
	}
	defer prices.CloseIdleConnections()

	latest, err := prices.Latest(ctx, "btc_usdt")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(latest.Pair, latest.Price, latest.Change24h+"%")
	// Output:
	// btc_usdt 96827.47 0.04810866%
}

// A range of any length: what one request may not ask for is asked for in pieces.
func ExamplePrices_History() {
	ctx := context.Background()
	node, network := simulated(ctx)
	defer network.Close()
	defer node.CloseIdleConnections()
	prices, err := client.NewPrices(network.BaseURL(), client.WithAPIKey(network.APIKey()))
	if err != nil {
		log.Fatal(err)
	}
	defer prices.CloseIdleConnections()

	from := time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)
	candles, err := prices.History(ctx, client.HistoryRequest{Pair: "btc_usdt", From: from, To: from.AddDate(0, 3, 0), Resolution: 24 * time.Hour, Progress: func(done, total int) {
		fmt.Printf("%d of %d\n", done, total)
	}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(candles), "days")
	// Output:
	// 1 of 4
	// 2 of 4
	// 3 of 4
	// 4 of 4
	// 91 days
}

// Errors tell what to do: ErrNotFound and its like are matched with errors.Is, what carries more with errors.As.
func Example_errors() {
	ctx := context.Background()
	node, network := simulated(ctx)
	defer network.Close()
	defer node.CloseIdleConnections()

	_, err := node.Account(ctx, move.Address{0xde, 0xad})
	fmt.Println("there is no such account:", errors.Is(err, client.ErrNotFound))
	var status *client.StatusError
	if errors.As(err, &status) {
		fmt.Println(status.Method, status.Status, http.StatusText(status.Status))
	}

	echo := move.FunctionID{Address: network.Accounts()[0].Address, Module: "example", Name: "echo_u64"}
	_, err = node.View(ctx, client.ViewRequest{Function: echo, Arguments: []any{"eighteen"}})
	var argument *client.ArgumentError // nothing was sent
	fmt.Println(errors.As(err, &argument), err)

	old, err := client.NewNode(network.BaseURL(), client.WithVersion(client.V2))
	if err != nil {
		log.Fatal(err)
	}
	defer old.CloseIdleConnections()
	_, err = old.AutomatedTransactions(ctx, network.Accounts()[0].Address, nil, client.PageRequest{})
	fmt.Println("the version lacks the call:", errors.Is(err, client.ErrUnsupported))
	// Output:
	// there is no such account: true
	// GET 404 Not Found
	// true argument 0 (u64) "eighteen": not a digit at character 1
	// the version lacks the call: true
}
