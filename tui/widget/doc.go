// Package widget draws the parts of screens that know neither screens nor data sources: panels, tables, text fields, filters, large digits
// and samples of themes.
package widget
