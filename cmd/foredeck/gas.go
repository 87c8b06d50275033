package main

import (
	"foredeck/client"
	"foredeck/tui/record"
)

func init() {
	runners["gas"] = &runner{open: openNode, run: showGasPrice, later: []examinedCall{
		{"gas price", client.V1, false, func(e *examination) error { return onlyError(e.node.GasPrice(e.ctx())) }},
	}}
}

func showGasPrice(in *invocation) error {
	price, err := in.s.node.GasPrice(in.ctx())
	if err != nil {
		return err
	}
	return printRecord(in, record.GasPrices, &price)
}
