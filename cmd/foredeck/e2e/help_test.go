package e2e_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

var helpOpen = shows(`╭ Keys on this screen ─`)

func helpClosed(screen string) bool { return !helpOpen(screen) }

// helpNarrowed returns a condition that the help is open with a search, lists one key and
// no longer lists another.
func helpNarrowed(search, listed, gone string) func(screen string) bool {
	return func(screen string) bool {
		return shows(`╭ Keys on this screen ─`, `│ search `+search+` +│`, listed)(screen) && !shows(gone)(screen)
	}
}

func TestHelpListsHomeKeys(t *testing.T) {
	t.Parallel()
	x := start(t, terminal.Size{Columns: 100, Rows: 30})
	x.WaitUntil("Home", patience, home)
	x.Key("?")
	listed := shows(`╭ Keys on this screen ─`, `│ search +│`, ` tab shift\+tab +next panel / previous panel `, ` space +go to `, ` \? +help `, ` ctrl\+c +quit now `)
	x.WaitUntil("the keys of Home", patience, listed)
	x.Type("go to")
	x.WaitUntil("one key", patience, helpNarrowed("go to", `│ space +go to `, `next panel`))
	x.Key("esc")
	x.WaitUntil("all keys again", patience, listed)
	x.Key("esc")
	x.WaitUntil("Home without the help", patience, func(screen string) bool { return home(screen) && helpClosed(screen) })
}

func TestHelpCapturesKeys(t *testing.T) {
	t.Parallel()
	x := start(t, terminal.Size{Columns: 100, Rows: 30})
	newest := openTreasury(t, x).selected
	x.Key("down", "down")
	list := waitForList(t, x, "the third row selected", func(l sentList) bool { return l.selected == newest-2 })
	x.Key("?")
	x.WaitUntil("the keys of the list", patience, shows(`╭ Keys on this screen ─`,
		` enter +open `, ` s +oldest first `, ` r +refresh `, ` g G home end +first / last `, ` \[ alt\+← +back `, ` q ctrl\+c +quit / quit now `))
	x.Type("qsr")
	x.WaitFor(`│ search qsr +│`, patience)
	x.Key("down", "backspace", "backspace", "backspace")
	x.WaitFor(`│ search +│`, patience)
	x.Type("OLDEST")
	x.WaitUntil("one key", patience, helpNarrowed("OLDEST", `│ s +oldest first `, ` r +refresh +`))
	x.Key("esc")
	x.WaitFor(`│ search +│`, patience)
	x.Key("?")
	waitForList(t, x, "the list as it was", list.looksLike)
}

func TestGoToMenu(t *testing.T) {
	t.Parallel()
	x := start(t, terminal.Size{Columns: 100, Rows: 30})
	menu := shows(`╭ Go to ─`, `│ h +home +│`, `│ a +account: `)
	list := openTreasury(t, x)
	x.Key("space")
	x.WaitUntil("the menu", patience, menu)
	x.Key("z")
	waitForList(t, x, "the list as it was: a key that is not in the menu closes it", list.looksLike)

	x.Key("space")
	x.WaitUntil("the menu", patience, menu)
	x.Key("h")
	x.WaitUntil("Home", patience, home)
	x.Key("space")
	x.WaitUntil("the menu", patience, menu)
	x.Key("a")
	x.WaitUntil("Home without the menu", patience, func(screen string) bool { return home(screen) && !menu(screen) })
	x.Type("treasury")
	x.WaitFor(`^│ > treasury +│$`, patience)
	x.Key("enter")
	waitForList(t, x, "the list", anyList)
}

func TestQuitFromHome(t *testing.T) {
	t.Parallel()
	for name, arguments := range map[string][]string{
		"with saved places":    nil,
		"with nothing to list": {"--base-url", "http://" + freeAddress(t)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := start(t, terminal.Size{Columns: 100, Rows: 30}, arguments...)
			x.WaitFor(`^ Home$`, patience)
			x.Type("q1")
			x.WaitFor(`^│ > q1 +│$`, patience)
			x.Key("esc")
			x.WaitFor(`^│ > +│`, patience)
			x.Key("esc")
			x.WaitUntil("the keys of the lists", patience, shows(`^ enter open  .* \? help$|^ / filter .* \? help$`)) // leave the input, where q is a letter
			x.Key("q")
			require.Zero(t, x.ExitStatus(patience))
		})
	}
}
