package tui

import (
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/store"
	"foredeck/tui/target"
)

// notebookDeck is a deck whose notebook is kept at path.
func notebookDeck(t *testing.T, path string) *deck {
	book, err := store.Open(path)
	require.NoError(t, err)
	d := newDeck(t, 100, 30, setup{notebook: book})
	return d
}

func TestSavedPlacesTellWhatChanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notebook")
	d := notebookDeck(t, path)
	runBalanceOfTreasury(d)
	d.press("esc", "b", "ctrl+u", "supply", "enter", "space", "h")
	require.Regexp(t, `supply +view `, d.screen())
	require.NotContains(t, lineWith(d, "supply"), "+")
	balance := regexp.MustCompile(`[0-9,]+\.[0-9]*`).FindString(lineWith(d, "supply"))
	require.NotEmpty(t, balance, "in the units of its coin")

	for range 40 {
		d.produce()
	}
	d.press("esc", "r")
	require.NotContains(t, lineWith(d, "supply"), balance)
	require.Regexp(t, `[+-][0-9,.]+…? │`, lineWith(d, "supply"))
	require.Regexp(t, `seq \+[0-9]+ │`, lineWith(d, "treasury "))

	d.press("g", "enter")
	d.shows("Run view  0x1::coin::balance", "BODY SENT  {")
	d.press("esc", "esc", "esc", "esc")
	require.NotRegexp(t, `[+-][0-9,.]+…? │`, lineWith(d, "supply"), "it was looked at")

	again := notebookDeck(t, path)
	require.Regexp(t, `supply +view`, again.screen())
	saved := again.model.deps.Store.Bookmarks()
	require.Len(t, saved, 1)
	require.NotEmpty(t, saved[0].Value)
	again.press("esc", "g", "b", "ctrl+u", "other", "enter")
	require.Regexp(t, `other +view `, again.screen())
	again.hides("supply")
	again.press("b", "ctrl+u", "enter")
	require.NotRegexp(t, `other +view`, again.screen())
	require.Empty(t, again.model.deps.Store.Bookmarks())
}

func TestEveryKindOfSavedPlace(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	treasury := d.network.Accounts()[0].Address.Short()
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
		d.model.deps.Store.SetBookmark(store.Bookmark{Name: name, Link: read})
	}
	d.openTreasury()
	d.press("esc") // Home is come back to
	for name, shown := range map[string]string{
		"an-account": `account +0x[0-9a-f]{4}…`, "a-resource": `resource +\{`, "a-value": `value +[0-9,]+\.[0-9…]+`, "gone-value": `value +the value h`,
		"a-module": `module +0x1::coin `, "a-function": `function +0x1::coin::b`, "a-block": `block +7`,
	} {
		require.Regexp(t, shown, lineWith(d, name), name)
	}
}

func TestNamesOfTheUser(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notebook")
	d := notebookDeck(t, path)
	d.press("esc", "=")
	d.shows("Name the address 0x")
	d.press("ctrl+u", "chest", "enter")
	d.shows("is chest from now on", "chest ")
	d.press("space", "h", "space", "a", "chest", "enter")
	d.shows("Account chest › Sent")

	again := notebookDeck(t, path)
	again.press("chest", "enter")
	again.shows("Account chest › Sent")
	again.press("=", "ctrl+u", "enter")
	again.shows("has no name of yours any more", "Account treasury › Sent")
}

func TestTheNotebookSaysWhyItIsNotKept(t *testing.T) {
	d := notebookDeck(t, filepath.Join(t.TempDir(), "nowhere", "notebook"))
	d.press("esc", "=", "chest", "enter")
	d.shows("! the notebook was not written")
}
