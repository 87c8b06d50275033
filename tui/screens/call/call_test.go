package call_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
	"foredeck/tui/screen"
	"foredeck/tui/tuitest"
)

func TestCallIsWrittenWhileTyping(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{})
	d.Press(openTransfer()...)
	d.Shows("Module 0x1::coin › transfer › Call", "shown when all fields are valid", "neither signs nor submits")
	d.Press("u8", "tab", "treasury", "tab", "1,000")
	d.Shows("supra move tool run --function-id 0x1::coin::transfer --type-args u8 --args address:0xb713", " u64:1000", "aptos move run takes the same", "alt+c copy")
	d.Press("0")
	d.Shows(" u64:10000", "BCS.bcsSerializeUint64(10000n), // amount: u64", "1027000000000000")
	d.Press("x")
	d.Shows("not a digit at character 7", "1 invalid field", "shown when all fields are valid")
	d.Hides("u64:1000")
	d.Press("backspace", "esc")
	d.Shows("c copy CLI")
	d.Press("c")
	require.Contains(t, d.Clipboard(), "supra move tool run --function-id 0x1::coin::transfer --type-args u8 --args address:0xb713")
	d.Press("t")
	require.Contains(t, d.Clipboard(), `import { BCS, HexString, SupraClient, TxnBuilderTypes } from "supra-l1-sdk";`)
	d.Press("x")
	require.Regexp(t, `^0x0{63}104636f696e087472616e7366657201010220[0-9a-f]{64}081027000000000000$`, d.Clipboard())
	d.Press("tab", "tab", "tab")
	d.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("c"), Alt: true})
	require.Contains(t, d.Clipboard(), "supra move tool run ")
	require.Contains(t, d.CopyForms()["command"], "foredeck call 0x1::coin::transfer --type-arg u8 --arg 0xb713")
}

// An amount with a point is written in the smallest units of the coin, once its decimals are known.
func TestAmountsOfCoins(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{})
	accounts := map[string]string{}
	for _, account := range d.Network.Accounts() {
		accounts[account.Name] = account.Address.String()
	}
	d.Press(openTransfer("u8", "tab", "treasury", "tab", "12.5")...)
	d.Shows("whole units only", "1 invalid field")
	for range len("u8") {
		d.Press("shift+tab", "shift+tab", "backspace", "tab", "tab")
	}
	d.Press("shift+tab", "shift+tab", accounts["bridge"]+"::usdx::Usdx", "tab", "tab")
	d.Shows("✓ 12,500,000 units", "20bcbe0000000000", "units, or 1.5 for 1,500,000")
	d.Press("000001") // one digit too many
	d.Shows("Usdx has 6 decimals")
	d.Press("backspace")
	d.Shows("✓ 12,500,000 units")
	require.Contains(t, d.CopyForms()["command"], "--arg 12500000")

	d = tuitest.New(t, 120, 40, tuitest.Setup{})
	d.Press("0x1::native_account::transfer", "enter", "v", "treasury", "tab", ".1")
	d.Shows("✓ 10,000,000 units", "u64:10000000")
	d.Press("2345678")
	d.Shows("✓ 12,345,678 units")
	d.Press("backspace", "backspace", "backspace", "backspace", "backspace", "backspace", "backspace", "backspace", "backspace", "12")
	d.Hides("12 units")
	d.Shows("u64:12 ")
	d.Press("backspace", "backspace", "0.0")
	d.Shows("✓ 0 units")
}

// R opens the call of a transaction from lists, the transaction itself, and the calls of a function.
func TestCallAgain(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{})
	d.Press("treasury", "enter", "/", "0x1::coin::transfer", "enter")
	d.Press("R")
	d.Shows("Modules › Module 0x1::coin › transfer › Call", "✓ 0x", "--args address:0x") // the module was not loaded
	d.Press("[", "[", "enter")
	d.Shows("R draft again")
	d.Press("R")
	d.Shows("› transfer › Call", "--args address:0x")
	d.Press("[", "f", "t")
	d.Shows("› Calls")
	d.Press("R")
	d.Shows("› transfer › Call", "--args address:0x")
}

func TestCallOfMultisigTransactions(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Network: localnet.Options{Transactions: 400}})
	d.Press("treasury", "enter", "/", "multisig", "enter")
	d.Press("R")
	d.Shows("loading the interface of native_account · press R again")
	var inline, stored bool
	for range 20 {
		d.Press("enter")
		record := d.Screen().(screen.TransactionHolder).Record()
		if record.Payload.Function == "" { // it failed, so no event has its payload
			d.Press("[", "down")
			continue
		}
		isStored := record.Payload.EncodedArguments != nil
		inline, stored = inline || !isStored, stored || isStored
		d.Shows("address  ", "u64  ", "decoded")
		d.Press("R")
		d.Shows("› transfer › Call", "--args address:0x")
		d.Press("[", "3")
		for _, event := range record.Events {
			if event.MultisigPayload() != nil {
				break
			}
			d.Press("down")
		}
		d.Shows("carries a call of 0x1::native_account::transfer · R open")
		d.Press("R") // the event of the execution has the call as well
		d.Shows("› transfer › Call", "--args address:0x")
		d.Press("[", "[", "down")
	}
	require.True(t, inline, "a call in the payload")
	require.True(t, stored, "a call that only the event has")
}

// A script has no name by which it could be called again; its arguments have the types of its record.
func TestScriptsAreTypedButNotCalled(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{})
	d.Press("treasury", "enter", "/", "script", "enter", "enter")
	d.Shows("#1    u64", "#2    address", "types: parameters of the script in the record", "decoded")
	d.Hides("R draft again")
	d.Press("esc", "R")
	d.Shows("no call to open: the payload names no function")
}

// The interface of the module may have changed since the transaction.
func TestChangedInterface(t *testing.T) {
	t.Parallel()
	var changed atomic.Bool
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: rewriting{tuitest.Node{Records: 57}, &changed}})
	d.Press("busy", "enter", "enter")
	d.Press("R")
	d.Shows("#2   u64       255600000000")
	d.Press("[")
	changed.Store(true)
	d.Press("r")
	d.Press("]")
	d.Shows("the function has changed: #2 is now u8, was u64", "exceeds u8: the maximum is 255", "1 invalid field")
	d.Press("[", "R")
	d.Shows("the function may have changed: #2 is not of type u8")
}

// rewriting makes the amount of transfers a u8 once changed is set.
type rewriting struct {
	http.Handler
	changed *atomic.Bool
}

func (h rewriting) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	recorded := httptest.NewRecorder()
	h.Handler.ServeHTTP(recorded, r)
	body := recorded.Body.Bytes()
	if h.changed.Load() {
		body = bytes.ReplaceAll(body, []byte(`"u64"`), []byte(`"u8"`))
	}
	w.WriteHeader(recorded.Code)
	_, _ = w.Write(body)
}

// With the node down, the call is checked against the interface that was loaded before.
func TestCallWithoutNode(t *testing.T) {
	t.Parallel()
	line := &tuitest.FailingTransport{}
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Transport: line.Wrap})
	d.Press("busy", "enter", "enter")
	line.On.Store(true)
	d.Press("R")
	d.Shows("--args address:0x5e01", "u64:255600000000")
	d.Press("ctrl+r")
	d.Shows("interface 0s old: no response from", "u64:255600000000")
}

// With the node down, f shows the declaration that was loaded with the types of the arguments.
func TestFunctionWithoutNode(t *testing.T) {
	t.Parallel()
	line := &tuitest.FailingTransport{}
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Transport: line.Wrap})
	d.Press("busy", "enter", "enter")
	line.On.Store(true)
	d.Press("f")
	d.Shows("▸ transfer", "no response from", "public entry fun transfer<T0>")
	d.Press("v", "u8", "tab", "busy", "tab", "1")
	d.Shows("--type-args u8 --args address:0x88fb")
	line.On.Store(false)
	d.Press("esc", "[", "r")
	d.Shows("▸ transfer", "of bytecode")
	d.Hides("no response")
}

// A saved call is opened from Home, which does not run it.
func TestSavedCall(t *testing.T) {
	t.Parallel()
	requests := &tuitest.RequestLog{}
	d := tuitest.New(t, 120, 40, tuitest.Setup{Transport: requests.Wrap})
	d.Press(openTransfer("u8", "tab", "treasury", "tab", "7", "esc")...)
	d.Press("b", "enter")
	requests.Since()
	d.Press("space", "h")
	d.Advance(time.Minute)
	require.Regexp(t, `  call +`, d.Frame())
	require.NotContains(t, requests.Since(), "/modules/")
	d.Press("tab", "home", "enter")
	d.Shows("› transfer › Call", "--type-args u8 --args address:0xb713")
}

// R can be bound to another key; it then reloads, as everywhere.
func TestCallAgainIsRebound(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Config: "[keys]\n\"transaction.again\" = \"A\"\n"})
	d.Press("busy", "enter", "R")
	d.Shows("Account busy › Sent")
	d.Press("A")
	d.Shows("› transfer › Call")
}

// The keys of the user copy the call while a field has the focus as well, and backspace edits it.
func TestBoundKeys(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Config: "[keys]\n\"call.cli\" = [\"c\", \"f6\"]\n\"call.leave\" = \"f7\"\n\"call.next_field\" = \"f8\"\n"})
	d.Press(openTransfer("u8")...)
	d.Send(tea.KeyMsg{Type: tea.KeyF8})
	d.Press("treasury")
	d.Send(tea.KeyMsg{Type: tea.KeyF8})
	d.Press("72", "backspace")
	d.Shows("f8 next field", "f7 leave form")
	d.Send(tea.KeyMsg{Type: tea.KeyF6})
	require.Contains(t, d.Clipboard(), " u64:7")
	d.Send(tea.KeyMsg{Type: tea.KeyF7})
	d.Shows("c copy CLI", "f8 edit form")
}
