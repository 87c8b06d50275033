package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"foredeck/client/localnet"
)

// defaultListen is where local networks are looked for.
const defaultListen = "127.0.0.1:27000"

func localnetCommand(flags *globalFlags) *cobra.Command {
	options := localnet.Options{}
	dialect, coinOrder := "", ""
	command := &cobra.Command{
		Use:   "localnet",
		Short: "Run the simulated network for other programs to use",
		Long: `Run the simulated network on a port, until ctrl+c. It lives: blocks and transactions come at a steady pace. The same seed
gives the same chain. Another terminal looks at it with foredeck --network local.`,
		Example: `  foredeck localnet --block-time 200ms
  foredeck localnet --listen 127.0.0.1:0 --dialect deployed -o json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			format, err := flags.format("table", "json")
			if err != nil {
				return err
			}
			if options.Dialect, err = localnet.ParseDialect(dialect); err != nil {
				return &usageError{err}
			}
			if options.CoinOrder, err = localnet.ParseCoinOrder(coinOrder); err != nil {
				return &usageError{err}
			}
			network, err := localnet.Start(cmd.Context(), options)
			var wrong *localnet.OptionError
			var address *net.AddrError
			if errors.As(err, &wrong) || errors.As(err, &address) {
				return &usageError{err}
			}
			if err != nil {
				return err
			}
			if err := announce(cmd.OutOrStdout(), format, network); err != nil {
				return errors.Join(err, network.Close())
			}
			<-cmd.Context().Done()
			return network.Close()
		},
	}
	command.Flags().StringVar(&options.Listen, "listen", defaultListen, "address to listen on; port 0 takes a free one")
	command.Flags().Uint64Var(&options.Seed, "seed", 0, "what the chain is made from")
	command.Flags().DurationVar(&options.BlockTime, "block-time", time.Second, "pace of blocks; 0 freezes the chain")
	command.Flags().StringVar(&dialect, "dialect", localnet.Spec.String(), "form of the answers: spec or deployed")
	command.Flags().IntVar(&options.Accounts, "accounts", 0, "how many accounts exist at the start (default 40)")
	command.Flags().IntVar(&options.Transactions, "transactions", 0, "how many the treasury has sent before the start (default 1200)")
	command.Flags().StringVar(&options.APIKey, "api-key", "", "key that the price service wants (default simulated)")
	command.Flags().StringVar(&options.ConsensusToken, "consensus-token", "", "token that consensus blocks want (default none)")
	command.Flags().StringVar(&coinOrder, "coin-order", "", "which coin transactions come first on v1 and v2 without a start: newest or oldest (default: as the dialect has it)")
	command.Flags().DurationVar(&options.Latency, "latency", 0, "added to each answer")
	command.Flags().Float64Var(&options.FailRate, "fail-rate", 0, "share of answers that fail, from 0 to 1")
	return command
}

// announce says what was started. The JSON is one line, for programs that start a network of their own.
func announce(to io.Writer, format string, network *localnet.Network) error {
	if format == "json" {
		type account struct {
			Name    string `json:"name"`
			Address string `json:"address"`
		}
		line := struct {
			BaseURL   string    `json:"base_url"`
			OracleURL string    `json:"oracle_url"`
			APIKey    string    `json:"api_key"`
			ChainID   uint8     `json:"chain_id"`
			Dialect   string    `json:"dialect"`
			Seed      uint64    `json:"seed"`
			Accounts  []account `json:"accounts"`
			Pairs     []string  `json:"pairs"`
		}{
			BaseURL: network.BaseURL(), OracleURL: network.BaseURL(), APIKey: network.APIKey(), ChainID: network.ChainID(),
			Dialect: network.Dialect().String(), Seed: network.Seed(), Pairs: network.Pairs(),
		}
		for _, named := range network.Accounts() {
			line.Accounts = append(line.Accounts, account{named.Name, named.Address.String()})
		}
		return json.NewEncoder(to).Encode(line)
	}
	if _, err := fmt.Fprintf(to, "a simulated network: nothing on it is real\n\nnode      %s\nchain id  %d\ndialect   %s\nseed      %d\n"+
		"prices    %s\napi key   %s\npairs     %s\n\n", network.BaseURL(), network.ChainID(), network.Dialect(), network.Seed(),
		network.BaseURL(), network.APIKey(), strings.Join(network.Pairs(), " ")); err != nil {
		return err
	}
	for _, named := range network.Accounts() {
		if _, err := fmt.Fprintf(to, "%-12s%s\n", named.Name, named.Address); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(to, "\nfrom another terminal: foredeck --base-url %s\nctrl+c ends it\n", network.BaseURL())
	return err
}
