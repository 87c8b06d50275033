// Package live knows the blocks and nodes of a followed chain: the index of its blocks and their statistics, the conditions that alerts
// are about, and the parts of a grid of votes. Nothing in it makes a request or knows a screen.
package live
