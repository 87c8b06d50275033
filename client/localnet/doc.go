// Package localnet runs a simulated network inside the process: a small, deterministic chain and a price service, with the HTTP API of the
// specification on a local port.
//
//	network, err := localnet.Start(ctx, localnet.Options{BlockTime: time.Second})
//	...
//	defer network.Close()
//	node, err := client.NewNode(network.BaseURL())
//
// The chain follows from Options.Seed: addresses, transactions, hashes and balances are the same in every run, and only the times of blocks
// depend on the clock. A new block appears every Options.BlockTime. Package chain describes what it holds.
//
// A network has one or several nodes, which serve the same chain on ports of their own. Node.SetFault and Network.DropMember break them,
// for tests of programs that monitor nodes; with Options.Admin, the same can be done over HTTP.
//
// The node API is served by package wire: versions 1 to 3 of the specification, or with Options.NodeVersion what a release of public nodes
// serves, up to version 4. Prices are served by package oracle. Both have one of two dialects. Package httpapi has what both share, and
// package compiler has the Move modules and compiles them. They import in one direction: localnet, wire, chain, compiler; oracle knows
// nothing of the chain.
//
// Nodes with a version also have what public nodes added to the specification. Blocks and transactions are found by hash, and events by
// type, with indexes that the first request builds and later ones extend; so are the transactions of the next block, as pending. A client
// subscribes to blocks over a WebSocket, which Network.CutSockets cuts. Proofs end at the roots of an accumulator over all stored
// transactions: it is built at the first request, at about 40,000 transactions a second, and takes 8 bytes for each. A simulated
// transaction is executed beside the state and leaves nothing.
//
// Slow and hostile clients cost little: a network has at most 256 connections, further ones wait. It sends long responses while they are
// built, and limits the size of requests and the time that each part of one takes.
//
// Everything is simulated: public keys and signatures are placeholders that do not verify.
package localnet
