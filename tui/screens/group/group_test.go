package group_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const store = "0x1::coin::CoinStore<0x1::native_coin::NativeCoin>"

func TestFrames(t *testing.T) {
	tuitest.Frames(t, map[string]tuitest.Scene{
		"view":    {Keys: []string{"esc", ":", "view 0x1::coin::balance --type-arg 0x1::native_coin::NativeCoin --arg @saved", "enter", "down"}, AllSizes: true},
		"unknown": {Keys: []string{"esc", ":", "resource @nobody 0x1::account::Account", "enter"}},
	})
}

func TestGroupOfTheConfigFile(t *testing.T) {
	t.Parallel()
	config := "[names]\ncold = \"0x5\"\n[groups]\nteam = [\"cold\", \"0x1\"]\n"
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 3}, Config: config})
	d.Press("esc", ":", "resource @team "+store+" --path .coin.value", "enter")
	d.Shows("of @team", "2 accounts", "cold")
	d.Press("/", "cold", "enter")
	d.Shows("1 of 2")
	d.Press("esc", "e", "enter")
	name, lines := d.Exported()
	require.Contains(t, name, "group-team-CoinStore")
	require.Equal(t, "address,name,state,", lines[0][:19])
	d.Press("b", "enter")
	d.Shows("listed on Home")
	d.Press("enter")
	d.Shows("Account cold")
	d.Press("esc", "enter")
	d.Shows("of @team") // from Home, where it is saved
}

func TestErrors(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 3}, Config: "[groups]\nteam = [\"0x1\"]\n"})
	d.Press("esc", ":", "resource @nobody "+store, "enter")
	d.Shows("@nobody: no such group: must be one of @saved, @team")
	d.Press("esc", ":", "view 0x1::coin::balance --type-arg 0x1::native_coin::NativeCoin --arg @team", "enter")
	d.Shows("balance of @team", "1 account")
}
