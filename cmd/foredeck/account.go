package main

import (
	"foredeck/tui/render"
	"foredeck/tui/text"
)

func showAccount(in *invocation) error {
	account, err := in.s.node.Account(in.ctx(), in.address)
	if err != nil {
		return err
	}
	columns := []column{{title: text.Const("ADDRESS"), width: 66}, {title: text.Const("SEQUENCE"), width: 8}, {title: text.Const("AUTHENTICATION KEY")}}
	sequence := text.Integer(account.SequenceNumber)
	if in.format == "csv" {
		columns = csvColumns("address", "sequence_number", "authentication_key")
		sequence = render.Digits(&account.SequenceNumber)
	}
	return in.printOne(columns, record{value: account, raw: account.Raw, cells: []text.Safe{
		text.Clean(account.Address.String()), sequence, text.Clean(account.AuthenticationKey),
	}})
}
