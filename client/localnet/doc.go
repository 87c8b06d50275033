// Package localnet is an embedded local network: a small, living, deterministic chain
// behind the node RPC of the specification, over real HTTP on a port of its own.
//
// Start opens the port at once and builds the chain behind it; requests wait for it.
// The chain follows from Options.Seed alone: addresses, transactions, block hashes and
// balances are the same whenever and however fast it runs. Only the times of the
// blocks hang on the clock. It lives: while the network runs, a block with up to four
// transactions appears every Options.BlockTime.
//
// Everything in it is simulated. Hashes are digests of what they name, but public keys
// and signatures are digests too and verify nothing.
package localnet
