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

// Read an account and its newest transactions, from a simulated network in the same process.
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
	fmt.Println("next page:", page.Next)
	// Output:
	// treasury has sent 1200
	// 1199 Success 0x1::native_account::transfer
	// 1198 Success 0x1::coin::transfer
	// 1197 Success 0x1::native_account::transfer
	// next page: 1196
}

// simulated returns a node of a simulated network, and the network, which produces no blocks by itself.
func simulated(ctx context.Context) (node *client.Node, network *localnet.Network, done func()) {
	network, err := localnet.Start(ctx, localnet.Options{Seed: 7, Start: time.Date(2026, time.August, 1, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		log.Fatal(err)
	}
	node, err = client.NewNode(network.BaseURL())
	if err != nil {
		log.Fatal(err)
	}
	return node, network, func() {
		node.CloseIdleConnections()
		_ = network.Close() // no one uses it afterwards
	}
}

// Iterate over all transactions that an account sent. Pages are requested as needed.
func ExampleNode_AllTransactions() {
	ctx := context.Background()
	node, network, done := simulated(ctx)
	defer done()

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

// Arguments can be text: the ABI of the module determines how to parse it.
func ExampleNode_View() {
	ctx := context.Background()
	node, network, done := simulated(ctx)
	defer done()

	result, err := node.View(ctx, client.ViewRequest{
		Function:      move.MustParseFunctionID("0x1::coin::balance"),
		TypeArguments: []move.TypeTag{move.MustParseTypeTag("0x1::native_coin::NativeCoin")},
		Arguments:     []any{network.Accounts()[0].Address},
	})
	if err != nil {
		log.Fatal(err)
	}
	var balance uint64
	if err := result.Into(&balance); err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Values[0].Type, balance > 0)
	// Output: u64 true
}

// List the view functions of a module.
func ExampleNode_Module() {
	ctx := context.Background()
	node, _, done := simulated(ctx)
	defer done()

	module, err := node.Module(ctx, move.MustParseModuleID("0x1::coin"))
	if err != nil {
		log.Fatal(err)
	}
	views := 0
	for _, function := range module.ABI.Functions {
		if function.IsView {
			views++
		}
	}
	fmt.Println(views, "view functions, such as")
	fmt.Println(module.ABI.Function("balance").Declaration(100))
	// Output:
	// 11 view functions, such as
	// #[view]
	// public fun balance<T0>(#0: address): u64;
}

// Find the newest block and read the one before it, with its batches.
func ExampleNode_Block() {
	ctx := context.Background()
	node, _, done := simulated(ctx)
	defer done()

	head, err := node.FindHead(ctx, client.HeadSearch{})
	if err != nil {
		log.Fatal(err)
	}
	block, err := node.Block(ctx, head.Height-1, client.WithBatches())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("parent of the newest block:", block.Digest == head.Parent)
	fmt.Println("votes:", block.Certificate.Votes(), "of", len(block.Certificate.Voters))
	// Output:
	// parent of the newest block: true
	// votes: 31 of 31
}

// Follow the chain. The iteration ends with its context.
func ExampleNode_WatchBlocks() {
	ctx := context.Background()
	node, network, done := simulated(ctx)
	defer done()

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
			log.Fatal(err) // the node does not serve blocks
		}
		if update.Kind != client.BlockArrived {
			continue // an outage, which WatchBlocks waits out
		}
		fmt.Println("new block", update.Block.Height-first)
		if update.Block.Height == second {
			break
		}
	}
	// Output:
	// new block 0
	// new block 1
}

// Read the latest price. Prices are decimal texts, so no digit is lost.
func ExamplePrices_Latest() {
	ctx := context.Background()
	_, network, done := simulated(ctx)
	defer done()
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

// Read a long range of candles, which takes several requests.
func ExamplePrices_History() {
	ctx := context.Background()
	_, network, done := simulated(ctx)
	defer done()
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

// Match errors with errors.Is, and use errors.As for details.
func Example_errors() {
	ctx := context.Background()
	node, network, done := simulated(ctx)
	defer done()

	_, err := node.Account(ctx, move.Address{0xde, 0xad})
	fmt.Println("not found:", errors.Is(err, client.ErrNotFound))
	var status *client.StatusError
	if errors.As(err, &status) {
		fmt.Println(status.Method, status.Status, http.StatusText(status.Status))
	}

	echo := move.FunctionID{Address: network.Accounts()[0].Address, Module: "example", Name: "echo_u64"}
	_, err = node.View(ctx, client.ViewRequest{Function: echo, Arguments: []any{"eighteen"}})
	var argument *client.ArgumentError // no request was sent
	fmt.Println(errors.As(err, &argument), err)

	old, err := client.NewNode(network.BaseURL(), client.WithVersion(client.V2))
	if err != nil {
		log.Fatal(err)
	}
	defer old.CloseIdleConnections()
	_, err = old.AutomatedTransactions(ctx, network.Accounts()[0].Address, nil, client.PageRequest{})
	fmt.Println("unsupported:", errors.Is(err, client.ErrUnsupported))
	// Output:
	// not found: true
	// GET 404 Not Found
	// true argument #0 (u64) "eighteen": not a digit at character 1
	// unsupported: true
}

// Read a resource and decode its data into a Go type.
func ExampleNode_Resource() {
	ctx := context.Background()
	node, network, done := simulated(ctx)
	defer done()

	resource, err := node.Resource(ctx, network.Accounts()[0].Address, "0x1::coin::CoinStore<0x1::native_coin::NativeCoin>")
	if err != nil {
		log.Fatal(err)
	}
	var store struct {
		Coin struct {
			Value uint64 `json:"value"`
		} `json:"coin"`
		Frozen bool `json:"frozen"`
	}
	if err := resource.Into(&store); err != nil {
		log.Fatal(err)
	}
	fmt.Println("has coins:", store.Coin.Value > 0, "frozen:", store.Frozen)
	// Output: has coins: true frozen: false
}

// Decode the arguments of a transfer.
func ExamplePayload_Into() {
	ctx := context.Background()
	node, network, done := simulated(ctx)
	defer done()

	for transaction, err := range node.AllTransactions(ctx, network.Accounts()[0].Address, client.NewestFirst) {
		if err != nil {
			log.Fatal(err)
		}
		if transaction.Payload.Function == "0x1::native_account::transfer" {
			var to move.Address
			var amount uint64
			if err := transaction.Payload.Into(&to, &amount); err != nil {
				log.Fatal(err)
			}
			fmt.Println("a recipient:", to != move.Address{}, "an amount:", amount > 0)
			break
		}
	}
	// Output: a recipient: true an amount: true
}

// Read the transactions that move coins of an account, sent and received.
func ExampleNode_CoinTransactions() {
	ctx := context.Background()
	node, network, done := simulated(ctx)
	defer done()

	page, err := node.CoinTransactions(ctx, network.Accounts()[0].Address, client.UserType, client.PageRequest{Count: 5})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(page.Items), "transactions, more:", page.Next != "")
	// Output: 5 transactions, more: true
}

// Count the votes in a range of blocks.
func ExampleNode_Blocks() {
	ctx := context.Background()
	node, _, done := simulated(ctx)
	defer done()

	blocks, votes := 0, 0
	for block, err := range node.Blocks(ctx, 1, 5) {
		if err != nil {
			log.Fatal(err)
		}
		blocks++
		votes += block.Certificate.Votes()
	}
	fmt.Println(blocks, "blocks,", votes, "votes")
	// Output: 5 blocks, 147 votes
}

// Iterate over candles of a long range without loading all of them.
func ExamplePrices_AllHistory() {
	ctx := context.Background()
	_, network, done := simulated(ctx)
	defer done()
	prices, err := client.NewPrices(network.BaseURL(), client.WithAPIKey(network.APIKey()))
	if err != nil {
		log.Fatal(err)
	}
	defer prices.CloseIdleConnections()

	from := time.Date(2025, time.January, 1, 0, 0, 0, 0, time.UTC)
	days := 0
	for _, err := range prices.AllHistory(ctx, client.HistoryRequest{
		Pair: "btc_usdt", From: from, To: from.AddDate(1, 0, 0), Resolution: 24 * time.Hour,
	}) {
		if err != nil {
			log.Fatal(err)
		}
		days++
	}
	fmt.Println(days, "days")
	// Output: 366 days
}

// Read an account. ErrNotFound reports that it does not exist.
func ExampleNode_Account() {
	ctx := context.Background()
	node, network, done := simulated(ctx)
	defer done()

	account, err := node.Account(ctx, network.Accounts()[0].Address)
	if errors.Is(err, client.ErrNotFound) {
		fmt.Println("no such account")
		return
	}
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("next sequence number:", account.SequenceNumber)
	// Output: next sequence number: 1200
}

// Read the transactions of automation tasks, oldest first from a block height on.
func ExampleNode_AutomatedTransactions() {
	ctx := context.Background()
	node, network, done := simulated(ctx)
	defer done()

	page, err := node.AutomatedTransactions(ctx, network.Accounts()[0].Address, new(uint64(1)), client.PageRequest{Order: client.OldestFirst, Count: 3})
	if err != nil {
		log.Fatal(err)
	}
	for _, transaction := range page.Items {
		fmt.Println(transaction.Type, transaction.Status)
	}
	// Output:
	// automated Success
	// automated Success
	// automated Success
}

// List the modules of an account by name.
func ExampleNode_AllModules() {
	ctx := context.Background()
	node, _, done := simulated(ctx)
	defer done()

	var names []string
	for module, err := range node.AllModules(ctx, move.MustParseAddress("0x1")) {
		if err != nil {
			log.Fatal(err)
		}
		names = append(names, module.Name)
	}
	fmt.Println(len(names), "modules, such as", names[0])
	// Output: 36 modules, such as bcs
}

// Read a page of the modules of an account.
func ExampleNode_Modules() {
	ctx := context.Background()
	node, _, done := simulated(ctx)
	defer done()

	page, err := node.Modules(ctx, move.MustParseAddress("0x1"), client.PageRequest{Count: 2})
	if err != nil {
		log.Fatal(err)
	}
	for _, module := range page.Items {
		fmt.Println(module.Name, len(module.ABI.Functions), "functions")
	}
	fmt.Println("more:", page.Next != "")
	// Output:
	// bcs 3 functions
	// code 8 functions
	// more: true
}
