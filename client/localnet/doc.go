// Package localnet is an embedded local network: a small, living, deterministic chain
// behind the node RPC of the specification, over real HTTP on a port of its own.
//
// Start opens the port at once and builds the chain behind it; requests wait for it.
// The chain follows from Options.Seed alone: addresses, transactions, block hashes and
// balances are the same whenever and however fast it runs. Only the times of the
// blocks hang on the clock. It lives: while the network runs, a block appears every
// Options.BlockTime, with up to four transactions of users and what the chain does by
// itself: it rewards the block's leader, settles automation tasks when an epoch begins,
// and lets them fire.
//
// Modules are declared in Move, under framework and packages; their interfaces and their
// bytecode are made from the declarations. View functions are written in Go and read the
// chain at its newest block; so do resources, which are values of the declared structs.
//
// Versions 1 to 3 are served, in one of two dialects. Answers of v1 that the specification
// deprecates say so in the header Deprecation. Errors are {"message": text}; an unknown
// path is a 404 without a body.
//
// Everything in it is simulated. Hashes are digests of what they name, but public keys
// and signatures are digests too and verify nothing.
package localnet
