package e2e_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

func TestPaletteOpensLocation(t *testing.T) {
	t.Parallel()
	x := start(t, terminal.Size{Columns: 100, Rows: 30})
	x.WaitUntil("Home", patience, home)
	x.Type(":")
	x.WaitUntil("the palette", patience, shows(`╭ Command ─`, `tab complete · enter run`))
	x.Type("resources trea")
	x.WaitUntil("a line", patience, shows(`▸ resources treasury +resources held +saved`, `shell command:  foredeck resources treasury`, `^ 1 match `))
	x.Key("enter")
	x.WaitUntil("the resources", patience, shows(`^ Home › Account treasury › Resources$`, `CoinStore`))
	x.Type(":")
	x.WaitUntil("the palette", patience, shows(`╭ Command ─`))
	x.Type("doctor")
	x.Key("enter")
	x.WaitUntil("what it prints", patience, shows(`╭ doctor ─`, `\d+ lines ╮`))
	x.Type("q:")
	x.WaitUntil("the palette", patience, shows(`╭ Command ─`))
	x.Type("serve")
	x.Key("enter")
	x.WaitUntil("why not", patience, shows(`runs only in a shell`))
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}

func TestLinkOpensLocation(t *testing.T) {
	t.Parallel()
	x := start(t, terminal.Size{Columns: 100, Rows: 30}, "simulated/view/0x1::coin::balance?type=0x1::native_coin::NativeCoin&arg=treasury")
	x.WaitUntil("the form", patience, shows(`^ Home › Account .* › Modules › Module 0x1::coin › balance › Run$`, `T0 .*0x1::native_coin::NativeCoin`, `#0 .*treasury`))
	x.Key("enter")
	x.WaitUntil("the result", patience, shows(`u64`))
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}
