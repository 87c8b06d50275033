// Package client reads a Move-based chain's node over its RPC: accounts with their
// transactions, modules and resources, view functions, and consensus blocks. It reads a
// price service too. It reads only; it never signs or submits anything.
//
// A Node is made from a base URL and is safe for concurrent use. It asks by the newest
// version of the RPC that the node has for a call, or by the one of WithVersion; what it
// gives is the same on all. Lists come in pages: a PageRequest goes in, a Page with the
// place of the next one comes out, the same for every list; AllTransactions and its like
// walk over all pages, newest first down to the very first record also where the wire
// only goes forward. View calls a view function, with arguments that are checked and
// written by the ABI of its module. ConsensusBlock reads a block by its height, Blocks a
// range of them, FindHead finds the newest one and WatchBlocks follows those that come;
// what is final is not asked for twice with a BlockCache, of which package kept has one.
// Participation counts who made blocks and who voted for them.
// Prices, made from the base URL of a price service, gives the History of a trading pair
// over any range and its Latest price.
//
// The client takes what deployed nodes write as well as what the specification
// prints: integers as numbers or strings (always exact, up to 2^64-1), both forms of a
// timestamp, a sender as text or object, parts that are absent. What a record has
// beyond that stays in its Raw. A record that cannot be understood is still a record,
// with its Problem set: one odd record never costs a page.
//
// # Errors
//
// ArgumentError: the call was wrong and nothing was asked. TransportError: no full
// answer came. StatusError: the node answered with an error. DecodeError: the answer
// was not understood. ViewError: a view function was called and failed. ErrNotFound,
// ErrUnsupported, ErrUnauthorized and ErrRateLimited are matched with errors.Is. Texts
// inside errors come from the network as they are: whoever prints them must make them
// safe for a terminal.
package client
