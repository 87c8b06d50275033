package client_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"foredeck/client"
	"foredeck/client/localnet"
)

// A range of any length: what one request may not ask for is asked for in pieces.
func ExamplePrices_History() {
	ctx := context.Background()
	network, err := localnet.Start(ctx, localnet.Options{Seed: 7, Start: time.Date(2026, time.August, 1, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		log.Fatal(err)
	}
	defer network.Close()
	prices, err := client.NewPrices(network.BaseURL(), client.WithAPIKey(network.APIKey()))
	if err != nil {
		log.Fatal(err)
	}
	defer prices.CloseIdleConnections()

	from := time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)
	candles, err := prices.History(ctx, "btc_usdt", from, from.AddDate(0, 3, 0), 24*time.Hour, func(done, total int) {
		fmt.Printf("%d of %d\n", done, total)
	})
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
