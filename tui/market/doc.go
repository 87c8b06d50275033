// Package market has the prices of trading pairs and what follows from them: the latest ones, their history, the watched pairs, price
// alerts and technical indicators; and what accounts hold. All calls of the price service are made here.
package market
