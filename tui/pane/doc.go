// Package pane has the parts that screens are made of: the layout of their panels, a list that grows page by page, is filtered and sorted,
// and a JSON value as a tree.
package pane
