package client_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/move"
)

// The argument is text as a person types it; the ABI of the module says what it is.
func ExampleNode_View() {
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

	echo := move.FunctionID{Address: network.Accounts()[0].Address, Module: "example", Name: "echo_u64"}
	result, err := node.View(ctx, client.ViewRequest{Function: echo, Arguments: []any{"18,446"}})
	if err != nil {
		log.Fatal(err)
	}
	for _, value := range result.Values {
		fmt.Printf("%s %s\n", value.Type, value.JSON)
	}

	_, err = node.View(ctx, client.ViewRequest{Function: echo, Arguments: []any{"eighteen"}})
	var wrong *client.ArgumentError
	fmt.Println(errors.As(err, &wrong), err)
	// Output:
	// u64 "18446"
	// true argument 0 (u64) "eighteen": not a digit at character 1
}
