// subject.go finds what the panels of a wall name: accounts, bookmarks and view calls.

package wall

import (
	"fmt"
	"slices"

	"foredeck/client/move"
	"foredeck/tui/linkvalue"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/wallfile"
)

// Link returns the link whose value a panel shows: that of a bookmark, or of a view call.
func Link(deps *screen.Deps, panel *wallfile.Panel) (target.Link, error) {
	if panel.Kind == wallfile.Saved {
		return bookmark(deps, panel.Bookmark)
	}
	function, err := move.ParseFunctionID(target.Resolve(panel.Function, deps.Names.List()))
	if err != nil {
		return target.Link{}, fmt.Errorf("function %q: %w", panel.Function, err)
	}
	return target.Link{
		Network: deps.Endpoint.Network, Target: target.Target{Kind: target.Function, Function: function},
		View: &target.Call{TypeArguments: panel.TypeArguments, Arguments: panel.Arguments},
	}, nil
}

func bookmark(deps *screen.Deps, name string) (target.Link, error) {
	bookmarks := deps.Store.Bookmarks()
	at := slices.IndexFunc(bookmarks, func(b store.Bookmark) bool { return b.Name == name })
	if at < 0 {
		return target.Link{}, fmt.Errorf("no bookmark named %q: save a value in the deck first", name)
	}
	switch link := bookmarks[at].Link; {
	case link.Network != deps.Endpoint.Network:
		return target.Link{}, fmt.Errorf("bookmark %q is on another network: %s", name, link.Network)
	case !linkvalue.HasValue(link):
		return target.Link{}, fmt.Errorf("bookmark %q has no value: save a view call, a resource or a value inside one", name)
	default:
		return link, nil
	}
}

// Account is an account with its name, or with its address if it has none.
type Account struct {
	Address move.Address
	Name    text.Safe
	Err     error // the account is not known: the other fields are not set
}

// Accounts returns the accounts of a panel.
func Accounts(deps *screen.Deps, panel *wallfile.Panel) []Account {
	var accounts []Account
	for _, written := range panel.Accounts {
		address, ok := target.FindName(written, deps.Names.List())
		if !ok {
			var err error
			if address, err = move.ParseAddress(written); err != nil {
				accounts = append(accounts, Account{Err: fmt.Errorf("no account named %s on %s", written, deps.Endpoint.Network)})
				continue
			}
		}
		name := deps.Names.Of(address)
		if name.IsEmpty() {
			name = text.Short(text.Clean(address.String()))
		}
		accounts = append(accounts, Account{Address: address, Name: name})
	}
	return accounts
}
