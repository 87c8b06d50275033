package call_test

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
	"foredeck/tui/tuitest"
)

// later is a network whose nodes simulate.
var later = localnet.Options{NodeVersion: localnet.Node11, Blocks: 60}

var ctrlEnter = tea.KeyMsg{Type: tea.KeyCtrlJ}

func TestDryRun(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 140, 46, tuitest.Setup{Network: later})
	d.Press(openTransfer("0x1::native_coin::NativeCoin", "tab", "faucet", "tab", "1,000")...)
	d.Shows("gas price ", "alt+d dry run", "sender not set", "nothing is signed or submitted")
	d.Send(ctrlEnter)
	d.Shows("Sender of the dry run")
	d.Press("nobody", "enter")
	d.Shows("not hex at character 1")
	d.Press("ctrl+u", "treasury", "enter")
	d.Shows("Ed25519 public key of treasury")
	d.Press(strings.Repeat("ab", 32), "enter")
	d.Shows("NOW  0s ago, by treasury", "✓ Success", "of 500,000", "treasury  -0.00001", "faucet  +0.00001", "0x1::coin::CoinWithdraw")
	d.Press("999999999999999")
	d.Shows("arguments changed, alt+d runs again")
	d.Send(ctrlEnter)
	d.Shows("NOW  0s ago", "BEFORE  0s ago", "✗ Fail", "✓ Success", "1,000999999999999999")
	d.Hides("arguments changed")
	d.Press("esc", "F")
	d.Hides("› Call")
	d.Press("[")
	d.Press("ctrl+y")
	require.Contains(t, d.Clipboard(), "&sender=0x")
}

// A link names the sender of the dry run, so that ctrl+enter asks for nothing but an unknown key.
func TestDryRunOfLink(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 140, 46, tuitest.Setup{Network: later})
	named := map[string]string{}
	for _, account := range d.Network.Accounts() {
		named[account.Name] = account.Address.String()
	}
	link := "simulated/call/0x1::coin::transfer?type=0x1::native_coin::NativeCoin&arg=" + named["faucet"] + "&arg=1000&sender=" + named["treasury"]
	d.Press(link, "enter")
	d.Shows("sender treasury")
	d.Send(ctrlEnter)
	d.Shows("Ed25519 public key of treasury")
	d.Press(strings.Repeat("ab", 32), "enter")
	d.Shows("NOW  0s ago, by treasury", "✓ Success")
}

// Nodes of the specification do not simulate.
func TestDryRunIsMissing(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 140, 46, tuitest.Setup{})
	d.Press(openTransfer("0x1::native_coin::NativeCoin", "tab", "faucet", "tab", "1,000", "esc", "d")...)
	d.Press("treasury", "enter")
	d.Shows("this node has no simulation of transactions")
	d.Hides("gas price", "NOW")
}
