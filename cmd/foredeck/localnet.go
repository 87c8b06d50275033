package main

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"foredeck/client/localnet"
	"foredeck/tui/target"
)

func init() { runners["localnet"] = &runner{run: runLocalnet} }

func runLocalnet(in *invocation) error {
	settings, err := in.localnetOptions()
	if err != nil {
		return &usageError{err}
	}
	network, err := localnet.Start(in.ctx(), settings)
	_, isOption := errors.AsType[*localnet.OptionError](err)
	_, isAddress := errors.AsType[*net.AddrError](err)
	switch {
	case isOption:
		return &usageError{err}
	case isAddress:
		return usagef("--listen %q: must be host:port, such as 127.0.0.1:27000", in.value("listen"))
	case err != nil:
		return err
	}
	if err := in.describeNetwork(network); err != nil {
		return errors.Join(err, network.Close())
	}
	<-in.ctx().Done()
	return network.Close()
}

func (in *invocation) localnetOptions() (localnet.Options, error) {
	dialect, err := localnet.ParseDialect(in.value("dialect"))
	if err != nil {
		return localnet.Options{}, err
	}
	version, err := localnet.ParseNodeVersion(in.value("node-version"))
	switch {
	case err != nil:
		return localnet.Options{}, err
	case version != localnet.SpecNode && dialect == localnet.Spec && in.given("dialect"):
		return localnet.Options{}, &localnet.OptionError{Option: "dialect", Value: "spec", Rule: "deployed with node version " + version.String()}
	}
	order, err := localnet.ParseCoinOrder(in.value("coin-order"))
	return localnet.Options{
		Listen: in.value("listen"), Nodes: get[int](in.options, "nodes"), Admin: in.value("admin"), Seed: get[uint64](in.options, "seed"), BlockTime: get[time.Duration](in.options, "block-time"),
		Dialect: dialect, NodeVersion: version, CoinOrder: order,
		Accounts: get[int](in.options, "accounts"), Transactions: get[int](in.options, "transactions"),
		Members: get[int](in.options, "members"), Blocks: get[int](in.options, "blocks"), EpochBlocks: get[int](in.options, "epoch-blocks"), Prune: get[int](in.options, "prune"),
		APIKey: in.value("api-key"), ConsensusToken: in.value("consensus-token"),
		LeaderBans: in.isSet("leader-bans"), ReplaceMembers: in.isSet("replace-members"),
		Latency: get[time.Duration](in.options, "latency"), FailRate: get[float64](in.options, "fail-rate"),
	}, err
}

// describeNetwork prints how to reach the network. The JSON is one line, for programs that start a network themselves.
func (in *invocation) describeNetwork(network *localnet.Network) error {
	var nodes []string
	for _, node := range network.Nodes() {
		nodes = append(nodes, node.BaseURL())
	}
	value := struct {
		BaseURL   string        `json:"base_url"`
		Nodes     []string      `json:"nodes"`
		AdminURL  *string       `json:"admin_url"`
		OracleURL string        `json:"oracle_url"`
		APIKey    string        `json:"api_key"`
		ChainID   uint8         `json:"chain_id"`
		Dialect   string        `json:"dialect"`
		Version   string        `json:"node_version"`
		Seed      uint64        `json:"seed"`
		Accounts  []target.Name `json:"accounts"`
		Pairs     []string      `json:"pairs"`
		PriceFeed string        `json:"price_feed"`
		Stream    *string       `json:"price_stream"`
	}{
		BaseURL: network.BaseURL(), Nodes: nodes, AdminURL: orNull(network.AdminURL()), OracleURL: network.BaseURL(), APIKey: network.APIKey(), ChainID: network.ChainID(),
		Dialect: network.Dialect().String(), Version: network.NodeVersion().String(), Seed: network.Seed(), Pairs: network.Pairs(), PriceFeed: network.PriceFeed().String(), Stream: orNull(network.PriceStream()),
	}
	var text strings.Builder
	fmt.Fprintf(&text, "simulated network: nothing on it is real\n\nnode      %s\n", strings.Join(nodes, "\n          "))
	if admin := network.AdminURL(); admin != "" {
		fmt.Fprintf(&text, "admin     %s\n", admin)
	}
	fmt.Fprintf(&text, "chain id  %d\ndialect   %s\nversion   %s\nseed      %d\nprices    %s\napi key   %s\npairs     %s\nfeed      %s\n", network.ChainID(), network.Dialect(), network.NodeVersion(),
		network.Seed(), network.BaseURL(), network.APIKey(), strings.Join(network.Pairs(), " "), network.PriceFeed())
	if stream := network.PriceStream(); stream != "" {
		fmt.Fprintf(&text, "stream    %s\n", stream)
	}
	text.WriteByte('\n')
	for _, named := range network.Accounts() {
		value.Accounts = append(value.Accounts, target.Name{Name: named.Name, Address: named.Address})
		fmt.Fprintf(&text, "%-12s%s\n", named.Name, named.Address)
	}
	fmt.Fprintf(&text, "\nto open it in another terminal: foredeck --base-url %s\n", strings.Join(nodes, " --base-url "))
	if admin := network.AdminURL(); admin != "" {
		fmt.Fprintf(&text, "to stop node %d and start it again: curl -X POST %s/nodes/%d/stop, then /resume; all switches: curl %s\n", len(nodes), admin, len(nodes), admin)
	}
	text.WriteString("ctrl+c stops it")
	return in.printOnLine(value, linesOf(text.String())...)
}
