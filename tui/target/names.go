package target

import (
	"strings"

	"foredeck/tui/text"
)

// qualifier matches the first part of a path, which is an address or a saved name, with what is before it.
var qualifier = text.Regexp(`(^|[^:A-Za-z0-9_-])([A-Za-z][A-Za-z0-9_-]*)::`)

// Resolve replaces saved names before :: by their addresses, also in type arguments: treasury::example,
// 0x1::coin::CoinStore<treasury::coin::Coin>. What is not a saved name stays as it is.
func Resolve(typed string, names []Name) string {
	var resolved strings.Builder
	end := 0
	for _, at := range qualifier().FindAllStringSubmatchIndex(typed, -1) {
		address, ok := FindName(typed[at[4]:at[5]], names)
		if !ok {
			continue
		}
		resolved.WriteString(typed[end:at[4]])
		resolved.WriteString(address.String())
		end = at[5]
	}
	return resolved.String() + typed[end:]
}
