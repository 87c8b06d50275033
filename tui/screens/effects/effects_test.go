package effects_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"foredeck/client/localnet"
	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// opened returns a deck on a local network with the effects of a function.
func opened(t *testing.T, width, height int, function string) *tuitest.Deck {
	d := tuitest.New(t, width, height, tuitest.Setup{Network: localnet.Options{Seed: 5, Transactions: 20}})
	d.Press("esc", ":", "effects "+function, "enter")
	return d
}

func TestEffects(t *testing.T) {
	t.Parallel()
	d := opened(t, 120, 40, "0x1::coin::transfer")
	d.Shows("Module 0x1::coin › transfer › Effects", "13 functions in 4 modules", "! 2 native functions", "writes     0x1::coin::CoinStore<T0>")
	d.Shows("EINSUFFICIENT_BALANCE 0x10006", "2 places, fewest calls away first")
	d.Press("J", "enter")
	d.Shows("Module 0x1::coin", "Bytecode", "MutBorrowGlobal")
	d.Press("esc") // as the breadcrumb says
	d.Press("[", "/", "effect:aborts", "enter")
	d.Shows("3 of 11", "EFROZEN")
	d.Hides("writes ")
	d.Press("esc", "end")
	d.Shows("enter open function")
	d.Press("enter")
	d.Shows("Module 0x1::signer", "▸ borrow_address")
}

func TestErrors(t *testing.T) {
	t.Parallel()
	d := opened(t, 120, 40, "0x1::coin::nothing")
	d.Shows("module 0x1::coin has no function")
	d.Press("esc", ":", "effects 0x1::nowhere::f", "enter")
	d.Shows("not found")
}

// The key of a module's function leads to its effects, and back.
func TestFromModule(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Network: localnet.Options{Seed: 5, Transactions: 20}})
	d.Press("esc", ":", "0x1::coin::balance", "enter", "a")
	d.Shows("What balance may do")
	d.Press("esc")
	d.Shows("Module 0x1::coin")
	require.NotContains(t, d.Frame(), "What balance may do")
}

func TestFrames(t *testing.T) {
	scenes := map[string]tuitest.Scene{}
	for name, function := range map[string]string{"transfer": "0x1::coin::transfer", "missing": "0x1::coin::nothing"} {
		scenes[name] = tuitest.Scene{AllSizes: name == "transfer", Keys: []string{"esc", ":", "effects " + function, "enter"}, Setup: func(s *tuitest.Setup) {
			s.Handler, s.Network = nil, localnet.Options{Seed: 5, Transactions: 20}
		}}
	}
	tuitest.Frames(t, scenes)
}
