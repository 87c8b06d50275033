package blocks_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/store"
	"foredeck/tui/tuitest"
)

func TestMyValidator(t *testing.T) {
	t.Parallel()
	author := tuitest.AuthorOf(3)
	d := tuitest.New(t, 150, 40, tuitest.Setup{
		Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()},
		Config:  "[validators.17]\nname = \"alpha\"\nauthor = \"" + author + "\"\n[networks.local]\nbase_urls = \"http://node.example:27000\"\n[networks.local.validators.5]\nname = \"beta\"",
	})
	d.Press("space", "b", "m")
	d.Shows("not set", "committee index, name or author address")

	d.Press("41", "enter")
	d.Shows("member 41 is not in the committee: it has 41 members, 0 to 40")
	require.Nil(t, d.Deps().Store.Member())
	for range "41" {
		d.Press("backspace")
	}
	d.Press("bet")
	d.Press("enter")
	d.Shows(`invalid member "bet"`)
	d.Press("a", "enter")
	d.Shows("my validator is 05 beta")
	require.Equal(t, 5, *d.Deps().Store.Member())

	d.Press("m")
	d.Shows("now 05 beta, none clears")
	d.Press("enter")
	d.Shows("enter a committee index, a name or an author address")
	require.Equal(t, 5, *d.Deps().Store.Member(), "an empty text changes nothing")
	d.Press("0", "enter")
	d.Shows("my validator is 00")

	d.Press("m", author, "enter")
	d.Shows("my validator is 17 alpha")
	require.Equal(t, 17, d.Deps().Monitor.Member())
	require.True(t, d.Deps().Names.IsOwn(author))
	d.Shows("alpha 0x") // the author of some blocks

	other := tuitest.AuthorOf(4)
	d.Press("m", other, "enter")
	d.Shows("my validator proposes as 0x")
	require.Equal(t, "me", d.Deps().Store.Name(store.AuthorSubject(other)))
	require.Equal(t, 17, *d.Deps().Store.Member(), "the API does not tell which member it is")

	d.Press("m", "none", "enter")
	d.Shows("validator cleared")
	require.Nil(t, d.Deps().Store.Member())
}

// The committee of the epoch leads from an index to the stake pool of the member, and from an author to its index.
func TestCommitteeNames(t *testing.T) {
	t.Parallel()
	chain := tuitest.NewChain()
	d := tuitest.New(t, 150, 40, tuitest.Setup{
		Handler: tuitest.Node{Records: 57, Chain: chain, Executed: true},
		Config:  "[names]\nvera = \"0x505\"\nfinn = \"0x503\"\n[validators.3]\nname = \"alpha\"\n",
	})
	d.Press("space", "b")
	d.Shows("05 vera 0xaaab", "02 0x4dde", "03 finn 0x6ccd")
	committee := d.Deps().Committees.Current()
	for index, name := range map[int]string{3: "03 alpha", 5: "05 vera", 6: "06", 400: "400"} {
		require.Equal(t, name, d.Deps().Member(committee, index).String())
	}
	d.Press("m", "vera", "enter")
	d.Shows("my validator is 05 vera")
	require.True(t, d.Deps().Names.IsOwn(tuitest.AuthorOf(executedHead)), "its blocks are marked")
	require.False(t, d.Deps().Names.IsOwn(tuitest.AuthorOf(executedHead-1)))
	d.Press("m", tuitest.AuthorOf(executedHead-1), "enter")
	d.Shows("my validator proposes as") // the committee has another member there
	d.Press("m", tuitest.AuthorOf(executedHead-2), "enter")
	d.Shows("my validator is 03 alpha")
	d.Press("f", "enter")
	d.Shows("vera 0xaaab", "member 05")
}

// executedHead is the height of the newest block.
const executedHead = tuitest.NewestHeight
