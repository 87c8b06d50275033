package main

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/tui/live"
	"foredeck/tui/query"
	"foredeck/tui/record"
)

// filterOption is the option of lists that prints only matching records.
const filterOption = "filter"

// checkFilter reports a --filter that is not understood, before any request.
func checkFilter[T any](language func(record.FieldEnv) query.Language[T]) func(*invocation) error {
	return func(in *invocation) error {
		_, err := parseFilter(in, language(record.FieldEnv{}))
		return err
	}
}

// newFilterHelp returns the help topic about filters.
func newFilterHelp() *cobra.Command {
	fieldsOf := func(list string, names []string) string {
		return fmt.Sprintf("  %-13s %s\n", list, strings.Join(names, " "))
	}
	return &cobra.Command{
		Use: "filter", Short: "The terms of --filter and of / in the deck",
		Long: `Filters of transactions, modules, resources and blocks consist of terms, all of which a record must match.

  transfer         any column contains the word, a regular expression (RE2); case-sensitive only with a capital letter
  "not enough"     exactly this text, with its spaces
  /^0x1.*coin$/    a regular expression with spaces
  ~trsf            the characters in this order
  status:fail      the field is the value, or contains it; also reason:/INSUFF/, fn:~trsf and reason:"not enough"
  fee:>0.1         a number: 700, >700, >=700, <700, <=700, 700..720, 700.. or ..720; amounts in the unit of tables
  age:<1h          a duration: 90s, 30m, 1h30m, 2d or 1w
  arg[1]:>100      a value at a path, of transactions: arg[1].amount inside an argument, .payload.kind in the JSON of -o json
  !status:fail     what the term does not match

Numbers match with and without separators. Addresses match in any length, and by saved name: to:treasury, arg:0xabc. Quote a text
that contains a colon. Fields:

` + fieldsOf("transactions", record.TransactionFields(record.FieldEnv{}, true).FieldNames()) + fieldsOf("modules", record.ModuleFields(record.FieldEnv{}).FieldNames()) +
			fieldsOf("resources", record.ResourceFields(record.FieldEnv{}).FieldNames()) + fieldsOf("blocks", record.BlockFields(record.FieldEnv{}).FieldNames()) + `
--limit counts records that match: pages are loaded until there are enough. --all searches the whole list.

Examples:
  foredeck txs treasury --all --filter 'status:fail fn:transfer reason:INSUFFICIENT age:<1d'
  foredeck txs treasury --filter 'to:bob fee:>0.1' --limit 5
  foredeck blocks --last 100 --filter 'missing:>0 !author:validator-3'`,
	}
}

// hasFilter reports whether the command has the option and it is given.
func (in *invocation) hasFilter() bool {
	_, declared := in.options[filterOption]
	return declared && in.given(filterOption)
}

func parseFilter[T any](in *invocation, language query.Language[T]) (query.Query[T], error) {
	q, err := language.Parse(in.value(filterOption))
	switch {
	case err != nil:
		return q, usagef("--filter: %v; foredeck help filter describes the terms", err)
	case q.Incomplete() != "":
		return q, usagef("--filter: %q: incomplete term; foredeck help filter describes the terms", q.Incomplete())
	}
	return q, nil
}

// filterEnv returns what the meaning of a filter depends on.
func (in *invocation) filterEnv() record.FieldEnv {
	return record.FieldEnv{
		Names: slices.Concat(in.s.names, in.s.savedNames()), Decimals: in.s.settings.Network.Decimals, Now: in.s.now(),
		Author: func(author string) string {
			for _, validator := range in.s.settings.NetworkValidators(in.s.settings.Network.Name) {
				if validator.Author == author {
					return validator.Name
				}
			}
			return ""
		},
	}
}

// transactionFields is the language of foredeck txs --filter. Words are searched in arguments, which a table does not show.
func transactionFields(env record.FieldEnv) query.Language[client.Transaction] {
	return record.TransactionFields(env, true)
}

// filter yields the records that match --filter, at most as many as the list prints. pages is called with the number of records
// to load, 0 for all: with a filter, pages are loaded until enough records match.
func filter[T any](in *invocation, l *list[T], language func(record.FieldEnv) query.Language[T], pages func(length int) iter.Seq2[[]T, error]) iter.Seq2[[]T, error] {
	if !in.given(filterOption) {
		return pages(in.length)
	}
	q, err := parseFilter(in, language(in.filterEnv()))
	if err != nil {
		return func(yield func([]T, error) bool) { yield(nil, err) }
	}
	return first(in.length, filtered(l, q.Match, pages(0)))
}

// filtered yields the records that match, and shows how many were searched.
func filtered[T any](l *list[T], match func(*T) bool, pages iter.Seq2[[]T, error]) iter.Seq2[[]T, error] {
	return func(yield func([]T, error) bool) {
		for page, err := range pages {
			var found []T
			for i := range page {
				if match(&page[i]) {
					found = append(found, page[i])
				}
			}
			l.progress.searched(len(page))
			if !yield(found, err) {
				return
			}
		}
	}
}

// blockFilter returns the --filter of blocks.
func (in *invocation) blockFilter() (match func(*client.Block) bool, err error) {
	q, err := parseFilter(in, record.BlockFields(in.filterEnv()))
	if err != nil {
		return nil, err
	}
	return func(block *client.Block) bool {
		row := live.NewRow(*block)
		return q.Match(&row)
	}, nil
}
