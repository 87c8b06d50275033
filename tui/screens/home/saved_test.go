package home_test

import (
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/tuitest"
)

// storedDeck returns a deck with its store at path.
func storedDeck(t *testing.T, path string) *tuitest.Deck {
	book, err := store.Open(path)
	require.NoError(t, err)
	d := tuitest.New(t, 100, 30, tuitest.Setup{Store: book})
	return d
}

func TestSavedLocationsShowChanges(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	d := storedDeck(t, path)
	d.Press("esc", "space", "a", "0x1::coin::balance", "enter", "v", "0x1::native_coin::NativeCoin", "tab", "treasury", "enter")
	d.Press("esc", "b", "ctrl+u", "supply", "enter", "space", "h")
	require.Regexp(t, `supply +view `, d.Frame())
	require.NotContains(t, d.LineWith("supply"), "+")
	balance := regexp.MustCompile(`[0-9,]+\.[0-9]*`).FindString(d.LineWith("supply"))
	require.NotEmpty(t, balance, "in the units of its coin")

	for range 40 {
		d.ProduceBlock()
	}
	d.Press("esc", "r")
	require.NotContains(t, d.LineWith("supply"), balance)
	require.Regexp(t, ` [+-][0-9,.]+…? `, d.LineWith("supply"))
	require.Regexp(t, ` 1,[0-9]+ +\+[0-9]+ `, d.LineWith("treasury "))

	d.Press("g", "enter")
	d.Shows("Run view  0x1::coin::balance", "BODY       {")
	d.Press("esc", "esc", "esc", "esc")
	require.NotRegexp(t, ` [+-][0-9,.]+…? `, d.LineWith("supply"), "already seen")

	again := storedDeck(t, path)
	require.Regexp(t, `supply +view`, again.Frame())
	saved := again.Deps().Store.Bookmarks()
	require.Len(t, saved, 1)
	require.NotEmpty(t, saved[0].Value)
	again.Press("esc", "g", "b", "ctrl+u", "other", "enter")
	require.Regexp(t, `other +view `, again.Frame())
	again.Hides("supply")
	again.Press("b", "ctrl+u", "enter")
	require.NotRegexp(t, `other +view`, again.Frame())
	require.Empty(t, again.Deps().Store.Bookmarks())
}

// What changed since the last visit survives a restart, also of accounts that are listed because they have a name.
func TestNamedAccountsShowChangesAfterRestart(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	d := storedDeck(t, path)
	link := target.Link{Network: "simulated", Target: target.Target{Kind: target.Account, Address: d.Network.Accounts()[0].Address}}
	require.NotRegexp(t, ` 1,200 +\+`, d.LineWith("treasury "))
	require.NoError(t, d.Deps().Store.Flush())

	book, err := store.Open(path)
	require.NoError(t, err)
	require.Equal(t, "1200", book.Seen(link).Value)
	book.SetSeen(link, store.Seen{Value: "1190", At: tuitest.Start})
	again := tuitest.New(t, 100, 30, tuitest.Setup{Store: book})
	require.Regexp(t, ` 1,200 +\+10 `, again.LineWith("treasury "))
	again.Press("treasury", "enter", "esc")
	require.NotRegexp(t, ` 1,200 +\+`, again.LineWith("treasury "), "visited")
}

func TestSavedLocationKinds(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	treasury := d.Network.Accounts()[0].Address.Short()
	for name, link := range map[string]string{
		"an-account": "simulated/account/" + treasury,
		"a-resource": "simulated/account/" + treasury + "/resources/0x1::account::Account",
		"a-value":    "simulated/account/" + treasury + "/resources/0x1::coin::CoinStore<0x1::native_coin::NativeCoin>#.coin.value",
		"gone-value": "simulated/account/" + treasury + "/resources/0x1::account::Account#.nothing",
		"a-module":   "simulated/module/0x1::coin",
		"a-function": "simulated/module/0x1::coin::balance",
		"a-block":    "simulated/block/7",
	} {
		read, err := target.ParseLink(link)
		require.NoError(t, err)
		d.Deps().Store.SetBookmark(store.Bookmark{Name: name, Link: read})
	}
	d.Press("treasury", "enter")
	d.Press("esc") // back to Home
	for name, shown := range map[string]string{
		"an-account": `account +1,200 `, "a-resource": `resource +\{`, "a-value": `value +[0-9,]+\.[0-9…]+`, "gone-value": `value +the value h`,
		"a-module": ` 0x1::coin `, "a-function": `::balance `, "a-block": ` 7 `,
	} {
		require.Regexp(t, shown, d.LineWith(name), name)
	}
}

func TestUserNames(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	d := storedDeck(t, path)
	d.Press("esc", "=")
	d.Shows("Name address 0x")
	d.Press("ctrl+u", "chest", "enter")
	d.Shows("is now named chest", "chest ")
	d.Press("space", "h", "space", "a", "chest", "enter")
	d.Shows("Account chest › Sent")

	again := storedDeck(t, path)
	again.Press("chest", "enter")
	again.Shows("Account chest › Sent")
	again.Press("=", "ctrl+u", "enter")
	again.Shows("name removed: ", "Account treasury › Sent")
}

func TestUnwritableStoreIsExplained(t *testing.T) {
	t.Parallel()
	d := storedDeck(t, filepath.Join(t.TempDir(), "nowhere", "store"))
	d.Press("esc", "=", "chest", "enter")
	d.Shows("! state file not saved")
}

// Transactions can be saved, and recent locations survive a restart.
func TestRecentAndSavedTransactionsSurviveRestart(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	d := storedDeck(t, path)
	d.Press(":", "tx treasury 700", "enter", "b")
	d.Shows("> treasury-700")
	d.Press("enter")
	d.Shows("saved as treasury-700; listed on Home")
	d.Press("space", "h", "0x1::coin", "enter")
	d.Shows("Module 0x1::coin")
	require.NoError(t, d.Deps().Store.Flush())

	again := storedDeck(t, path)
	again.Shows("treasury-700", "treasury-700", "seq 700", "0x1::coin")
	again.Press("enter") // the selected row, with an empty box
	again.Shows("› seq 700", "sequence 700 of Sent")
	again.Press("space", "h", "shift+tab", "/", "coin", "enter", "enter")
	again.Shows("› Modules › Module 0x1::coin")
}
