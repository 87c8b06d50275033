package client_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
)

// A small node: one account that has sent 42 transactions.
func exampleNode() *httptest.Server {
	const sent = 42
	const account = "/rpc/v3/accounts/0x000000000000000000000000000000000000000000000000000000000000cafe"
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+account, func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"sequence_number": %d, "authentication_key": "0xcafe"}`, sent)
	})
	mux.HandleFunc("GET "+account+"/transactions", func(w http.ResponseWriter, request *http.Request) {
		number := sent - 1
		if start, err := strconv.Atoi(request.FormValue("start")); err == nil {
			number = start
		}
		count, _ := strconv.Atoi(request.FormValue("count"))
		var records []string
		for ; number >= 0 && len(records) < count; number-- {
			records = append(records, fmt.Sprintf(`{"txn_type": "user", "hash": "0x%064x", "status": "Success",
				"header": {"sender": {"Move": "0xcafe"}, "sequence_number": %d, "gas_unit_price": 100},
				"payload": {"Move": {"type": "entry_function_payload", "function": "0x1::coin::transfer"}},
				"output": {"Move": {"gas_used": 9}}}`, number, number))
		}
		fmt.Fprintf(w, "[%s]", strings.Join(records, ","))
	})
	return httptest.NewServer(mux)
}

func Example() {
	server := exampleNode()
	defer server.Close()

	ctx := context.Background()
	node, err := client.NewNode(server.URL)
	if err != nil {
		log.Fatal(err)
	}
	defer node.CloseIdleConnections()
	address, err := move.ParseAddress("0xcafe")
	if err != nil {
		log.Fatal(err)
	}

	account, err := node.Account(ctx, address)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("sequence number", account.SequenceNumber)

	page, err := node.Transactions(ctx, address, client.PageRequest{Count: 10})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(page.Items), "transactions, then on at", page.Next)

	left := 3
	for transaction, err := range node.AllTransactions(ctx, address, client.NewestFirst) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(*transaction.SequenceNumber, transaction.Payload.Function, transaction.Status, transaction.Fee())
		if left--; left == 0 {
			break
		}
	}

	// Output:
	// sequence number 42
	// 10 transactions, then on at 31
	// 41 0x1::coin::transfer Success 900
	// 40 0x1::coin::transfer Success 900
	// 39 0x1::coin::transfer Success 900
}
