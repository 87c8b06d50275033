package main

import (
	"foredeck/client"
	"foredeck/tui/command"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

func showAccount(in *invocation) error {
	format, err := in.format(command.Formats...)
	if err != nil {
		return err
	}
	s, address, err := in.openFor(in.cmd, in.args[0])
	if err != nil {
		return err
	}
	defer s.close()
	account, err := s.node.Account(in.ctx(), address)
	if err != nil {
		return err
	}
	return newPrinter(in.out(), format, accountColumns(format), true).print(accountRecord(format, account))
}

func accountColumns(format string) []column {
	if format == "csv" {
		return []column{{title: "address"}, {title: "sequence_number"}, {title: "authentication_key"}}
	}
	return []column{{title: "ADDRESS", width: 66}, {title: "SEQUENCE", width: 8}, {title: "AUTHENTICATION KEY"}}
}

func accountRecord(format string, account client.Account) record {
	sequence := text.Integer(account.SequenceNumber)
	if format == "csv" {
		sequence = render.Digits(&account.SequenceNumber)
	}
	return record{value: account, raw: account.Raw, cells: []text.Safe{
		text.Safe(account.Address.String()), sequence, text.Clean(account.AuthenticationKey),
	}}
}
