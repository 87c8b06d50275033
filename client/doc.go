// Package client reads Move-based blockchains through the RPC of a node, and prices through a price service. It never
// signs or submits transactions.
//
//	node, err := client.NewNode("http://127.0.0.1:27000")
//	account, err := node.Account(ctx, move.MustParseAddress("0x1"))
//
// A [Node] and a [Prices] are made from a base URL and are safe for concurrent use. Failed requests are retried; see
// [WithTransport] to change that.
//
//   - Accounts: [Node.Account], [Node.Transactions], [Node.CoinTransactions], [Node.AutomatedTransactions],
//     [Node.Modules], [Node.Resources]
//   - View functions: [Node.View]
//   - Blocks: [Node.Block], [Node.BlockByHash], [Node.Blocks], [Node.FindHead], [Node.WatchBlocks]
//   - The chain, on nodes that have more than the specification: [Node.TransactionByHash], [Node.Events], [Node.WalkEvents],
//     [Node.Committee], [Node.GasPrice], [Node.Simulate], [Node.TableItem], [Node.InclusionCertificates], [Node.Capabilities]
//   - Prices: [Prices.Latest], [Prices.History]
//
// The RPC has four versions. By default a Node uses the newest one that has a call; calls that no configured version has
// fail with [ErrUnsupported]. Comments refer to sections of the RPC specification ("spec section 2.5"), which you do not
// need to use this package.
//
// # Lists
//
// A list is read page by page: each [Page] has the cursor for the next [PageRequest]. If a response is truncated or has no
// usable cursor, its records come with the error. The methods named All... iterate over all pages, of 100 records each, and
// yield an error last, with a zero record.
//
// # Values
//
// Integers are exact up to 2^64-1. Optional numbers and objects are pointers, nil if the node does not send them; optional
// texts are "". Every record has its JSON in Raw. A record that cannot be decoded completely is still returned, with its
// Problem set.
//
// The data of resources, events, view results and payload arguments depends on Move types: decode it with their methods
// named Into. Package move has the types for addresses, type tags and function IDs.
//
// # Errors
//
//   - [ArgumentError]: an argument is invalid; the request was not sent
//   - [TransportError]: no complete response arrived
//   - [StatusError]: the response has an error status
//   - [DecodeError]: the response could not be decoded
//   - [ViewError]: a view function was called and failed
//
// Use errors.Is with [ErrNotFound], [ErrUnsupported], [ErrUnauthorized] and [ErrRateLimited], and errors.As for details.
// Error texts can contain text from the network: sanitize it before printing to a terminal.
//
// # Caches
//
// Blocks and old price candles are final. [WithBlockCache] and [WithCandleCache] cache them; package client/diskcache has
// caches on disk.
package client
