package config

import (
	"fmt"
	"strconv"
	"strings"
)

// NodeNames returns the names of all nodes as FindNode takes them: that of the network, or NETWORK/N if it has several. The nodes of a
// network without a name have their addresses.
func (s *Settings) NodeNames() []string {
	var names []string
	if findNetwork(s.Networks, s.Network.Name) < 0 {
		names = append(names, s.Network.BaseURLs...)
	}
	for _, network := range s.Networks {
		network, _ = s.FindNetwork(network.Name)
		for i := range network.BaseURLs {
			if len(network.BaseURLs) == 1 {
				names = append(names, network.Name)
				continue
			}
			names = append(names, network.Name+"/"+strconv.Itoa(i+1))
		}
	}
	return names
}

// FindNode returns the network and the base URL of one node: a URL or a host, the name of a network with one node, or NETWORK/N for
// node N of a network. The network is empty for an address that no network has.
func (s *Settings) FindNode(name string) (network, baseURL string, err error) {
	if strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://") {
		return s.networkOf(name), name, nil
	}
	if url, isHost := BaseURLForHost(name); isHost && findNetwork(s.Networks, name) < 0 {
		return s.networkOf(url), url, nil
	}
	network, number, isNumbered := strings.Cut(name, "/")
	known, ok := s.FindNetwork(network)
	count := len(known.BaseURLs)
	switch {
	case !ok:
		return "", "", fmt.Errorf("node %q: must be a URL, such as http://127.0.0.1:28000, or one of %s", name, strings.Join(s.NodeNames(), ", "))
	case count == 0:
		return "", "", fmt.Errorf("node %q: the simulated network runs inside the program: run foredeck localnet and use its URL", name)
	case !isNumbered && count == 1:
		return network, known.BaseURLs[0], nil
	}
	if at, err := strconv.Atoi(number); err == nil && at >= 1 && at <= count {
		return network, known.BaseURLs[at-1], nil
	}
	if count == 1 {
		return "", "", fmt.Errorf("node %q: network %s has only one node: use %s", name, network, network)
	}
	return "", "", fmt.Errorf("node %q: network %s has %d nodes: use %s/1 to %s/%d", name, network, count, network, network, count)
}

// networkOf returns the name of the network that has a base URL, so that its token is used; empty if none has.
func (s *Settings) networkOf(baseURL string) string {
	for _, known := range s.Networks {
		for _, own := range known.BaseURLs {
			if strings.TrimRight(own, "/") == strings.TrimRight(baseURL, "/") {
				return known.Name
			}
		}
	}
	return ""
}

// newNetwork returns a network with default values.
func newNetwork(name string) Network {
	network := Network{Name: name}
	resetAll(networkOptions, &network)
	return network
}

// builtIn returns the built-in networks: the simulated one, one on this machine, and the public ones with the addresses that their
// operator publishes.
func builtIn() []Network {
	simulated, local, mainnet, testnet := newNetwork(Simulated), newNetwork("local"), newNetwork("mainnet"), newNetwork("testnet")
	local.BaseURLs = []string{"http://127.0.0.1:27000"}
	mainnet.BaseURLs = []string{"https://rpc-mainnet.supra.com", "https://rpc-mainnet1.supra.com", "https://rpc-mainnet2.supra.com"}
	mainnet.ChainID = 8
	testnet.BaseURLs = []string{"https://rpc-testnet.supra.com", "https://rpc-testnet1.supra.com", "https://rpc-testnet2.supra.com"}
	testnet.ChainID = 6
	mainnet.PriceFeed = "0xe3948c9e3a24c51c4006ef2acc44606055117d021158f320062df099c4a94150"
	testnet.PriceFeed = "0x5615001f63d3223f194498787647bb6f8d37b8d1e6773c00dcdd894079e56190"
	for _, public := range []*Network{&mainnet, &testnet} {
		public.OracleURL = "https://prod-kline-rest.supra.com"
		public.PriceStream = "wss://prod-kline-ws.supra.com"
		public.CursorHeader = "x-supra-cursor"
		public.IntervalParameter = "interval"
		public.ViewMediaTypes = []string{"application/x.supra.view_function+bcs"}
	}
	return []Network{simulated, local, mainnet, testnet}
}

// defaults returns the default settings.
func defaults() *Settings {
	s := &Settings{Networks: builtIn()}
	resetAll(options, s)
	return s
}
