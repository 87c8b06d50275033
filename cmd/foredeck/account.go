package main

import (
	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

func accountCommand(flags *globalFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "account ADDRESS",
		Short: "Show an account",
		Long:  "Show an account. ADDRESS is 1 to 64 hex digits, with or without 0x, or a name of the simulated network.",
		Example: `  foredeck account treasury
  foredeck account 0x1 --base-url https://rpc.example.org -o json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			format, err := flags.format(formats...)
			if err != nil {
				return err
			}
			s, address, err := flags.openFor(cmd, arguments[0])
			if err != nil {
				return err
			}
			defer s.close()
			account, err := s.node.Account(cmd.Context(), address)
			if err != nil {
				return err
			}
			return newPrinter(cmd.OutOrStdout(), format, accountColumns(format), true).print(accountRecord(format, account))
		},
	}
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
