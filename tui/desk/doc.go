// Package desk has the parts of screens that show the prices of pairs: the watchlist, the value of the trader's holdings, the comparison
// of a pair with others on its chart, and the charts of several pairs.
package desk
