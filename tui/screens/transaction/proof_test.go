package transaction_test

import (
	"testing"

	"foredeck/client/localnet"
	"foredeck/tui/tuitest"
)

func TestProof(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 45, tuitest.Setup{Network: localnet.Options{NodeVersion: localnet.Node11}})
	d.Press("treasury", "enter", "G", "k", "k", "k", "k", "k", "enter", "P")
	d.Shows("path verified to a root that block ", " certifies · signature not checked", "✓ the certificate of block ", " members of epoch ", "32 hashes lead")
	d.Press("G")
	d.Shows("✓ voted")
	d.Press("esc")
	d.Hides("signature not checked")
	d.Shows("Arguments")
}

func TestProofIsMissing(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 45, tuitest.Setup{})
	d.Press("treasury", "enter", "enter", "P")
	d.Shows("this node has no proofs of transactions")
	d.Press("P")
	d.Hides("no proofs")
}

// A line of the palette opens the proof of a hash.
func TestProofOfHash(t *testing.T) {
	t.Parallel()
	d, _ := hashDeck(t)
	d.Press(":", "proof "+tuitest.HashOf(executed, 1), "enter")
	d.Shows("╭ Proof ")
	d.Press("esc")
	d.Shows("✓ Success", "block      48,211,884")
}
