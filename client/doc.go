// Package client reads a Move-based chain's node over its RPC: accounts and the
// transactions they sent. It reads only; it never signs or submits anything.
//
// A Node is made from a base URL and is safe for concurrent use. Lists come in
// pages: a PageRequest goes in, a Page with the place of the next one comes out, the
// same for every list; AllTransactions walks over all pages.
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
// was not understood. ErrNotFound, ErrUnsupported, ErrUnauthorized and ErrRateLimited
// are matched with errors.Is. Texts inside errors come from the network as they are:
// whoever prints them must make them safe for a terminal.
package client
