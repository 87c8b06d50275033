package account_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"foredeck/tui/tuitest"
)

// Digits that the node of TestDigits knows as an account, a transaction, both or neither.
const (
	unnamed = "0xa4c6e8f0b2d4a4c6e8f0b2d4a4c6e8f0b2d4a4c6e8f0b2d4a4c6e8f0b2d4a4c6"
	absent  = "0x13579bdf13579bdf13579bdf13579bdf13579bdf13579bdf13579bdf13579bdf"
)

func TestDigits(t *testing.T) {
	t.Parallel()
	sent, both := tuitest.HashOf(48_211_884, 1), tuitest.HashOf(48_211_884, 2)
	node := tuitest.Node{Records: 57, Chain: tuitest.NewChain(), Executed: true}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if address, ok := strings.CutPrefix(r.URL.Path, "/rpc/v3/accounts/"); ok && (address == unnamed || address == both) {
			fmt.Fprintf(w, `{"sequence_number": 5, "authentication_key": %q}`, address)
			return
		}
		node.ServeHTTP(w, r)
	})
	const neither = "Neither an account nor a known transaction has these 64 digits"
	for name, test := range map[string]struct {
		keys          []string
		shows, misses []string
	}{
		"account":                     {keys: []string{unnamed, "enter"}, shows: []string{"Home › Account 0xa4c6…a4c6 › Sent", "sequence 5"}, misses: []string{"64 digits"}},
		"account in the palette":      {keys: []string{":", unnamed, "enter"}, shows: []string{"Home › Account 0xa4c6…a4c6 › Sent"}},
		"transaction":                 {keys: []string{sent[2:], "enter"}, shows: []string{"✓ Success", "block      48,211,884"}},
		"transaction in the palette":  {keys: []string{":", sent, "enter"}, shows: []string{"✓ Success", "block      48,211,884"}},
		"transaction leaves no visit": {keys: []string{sent, "enter", "[", "down"}, shows: []string{"transaction  busy › seq "}, misses: []string{"account  0x", "✓ Success"}},
		"transaction seen before":     {keys: []string{sent, "enter", "space", "h", sent, "enter"}, shows: []string{"✓ Success", "previously seen"}},
		"both":                        {keys: []string{both, "enter"}, shows: []string{"An account and a transaction have these 64 digits", "Account 0x"}},
		"both, as a transaction":      {keys: []string{both, "enter", "down", "enter"}, shows: []string{"✓ Success", "block      48,211,884"}},
		"neither":                     {keys: []string{absent, "enter"}, shows: []string{neither, "objects have resources, but no account"}},
		"neither, as an account":      {keys: []string{absent, "enter", "enter"}, shows: []string{"Account 0x1357…9bdf › Sent", "not found"}, misses: []string{neither}},
		"neither, as a transaction":   {keys: []string{absent, "enter", "down", "enter"}, shows: []string{"no transaction has this hash"}, misses: []string{neither}},
		"saved name needs no look-up": {keys: []string{tuitest.Busy}, shows: []string{"account      busy"}, misses: []string{"or the transaction"}},
		"what it is is said before":   {keys: []string{absent}, shows: []string{"account      0x1357…9bdf  or the transaction with this hash", "transaction  0x1357…9bdf  looked up by its hash"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: handler})
			d.Press(test.keys...)
			d.Shows(test.shows...)
			d.Hides(test.misses...)
		})
	}
}

// Nodes of the specification have no look-up by hash.
func TestDigitsWithoutLookup(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press(absent, "enter")
	d.Shows("Neither an account nor a known transaction", "objects have resources, but no account")
	d.Press("down", "enter")
	d.Shows("this node has no transactions by hash")
}
