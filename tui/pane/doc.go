// Package pane has the parts of screens that show records: a list that grows page by page, is filtered and sorted, and a JSON value as
// a tree.
package pane
