package config

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
	for _, public := range []*Network{&mainnet, &testnet} {
		public.OracleURL = "https://prod-kline-rest.supra.com"
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
