package target

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
)

func TestLinkRoundTrip(t *testing.T) {
	account := move.Address{31: 0xab}
	function := move.FunctionID{Address: move.Address{31: 1}, Module: "coin", Name: "balance"}
	generic, err := move.ParseStructTag("0x1::coin::CoinStore<0x1::a::B<u8, u64>>")
	require.NoError(t, err)
	for _, link := range []Link{
		{Network: "mainnet", Target: Target{Kind: Account, Address: account}},
		{Network: "mainnet", Target: Target{Kind: Account, Address: account}, Tab: "coin"},
		{Network: "local", Target: Target{Kind: Account, Address: account}, Tab: "resources", Type: "0x1::coin::CoinStore<0x1::a::B>", Path: `.coin.value["a/b#c"]`},
		{Network: "127.0.0.1:27000", Target: Target{Kind: Module, Module: move.ModuleID{Address: move.Address{31: 1}, Name: "coin"}}},
		{Network: "mainnet", Target: Target{Kind: Function, Function: function}},
		{Network: "mainnet", Target: Target{Kind: Function, Function: function}, View: &Call{TypeArguments: []string{"0x1::a::B<u8, u8>"}, Arguments: []string{"", "text:a b&c=#?/", "0x1"}}},
		{Network: "mainnet", Target: Target{Kind: Function, Function: function}, View: &Call{Entry: true, Arguments: []string{"none"}}},
		{Network: "mainnet", Target: Sent(account, 700)},
		{Network: "mainnet", Target: Target{Kind: Account, Address: account}, Tab: "sent", List: &List{Start: "700", OldestFirst: true, Filter: "fn:a b&c=#?/ !x"}},
		{Network: "mainnet", Target: Target{Kind: Account, Address: account}, Tab: "automated", List: &List{FromHeight: new(uint64)}},
		{Network: "mainnet", Target: Target{Kind: Account, Address: account}, Tab: "coin", List: &List{Type: "auto", Start: "a/b+c="}},
		{Network: "mainnet", Target: Target{Kind: Function, Function: function}, By: &account},
		{Network: "mainnet", Target: Target{Kind: Height, Height: 42}},
		{Network: "mainnet", Target: Target{Kind: Pair, Pair: "btc_usdt"}},
		{Network: "mainnet", Target: Target{Kind: Charts}},
		{Network: "mainnet", Target: Target{Kind: Activity}},
		{Network: "mainnet", Target: Target{Kind: Transaction, Hash: "0x" + strings.Repeat("9c", 32)}},
		{Network: "mainnet", Target: Target{Kind: Events, Type: move.StructTag{Address: move.Address{31: 1}, Module: "coin", Name: "CoinDeposit"}}},
		{Network: "mainnet", Target: Target{Kind: Group, Text: "@team", Type: generic}, Path: ".coin.value"},
		{Network: "mainnet", Target: Target{Kind: Function, Function: function}, View: &Call{Arguments: []string{"@team"}}},
		{Network: "mainnet", Target: Target{Kind: Committee}},
		{Network: "mainnet", Target: Target{Kind: Committee, Epoch: new(uint64(214))}},
	} {
		read, err := ParseLink(link.String())
		require.NoError(t, err, link.String())
		require.Equal(t, link, read, link.String())
		require.True(t, IsLink(link.String()))
	}
}

func TestInvalidLinks(t *testing.T) {
	for input, message := range map[string]string{
		"":                                            "invalid link",
		"mainnet":                                     "invalid link",
		"mainnet/account":                             "invalid link",
		"/account/0x1":                                "invalid link",
		"mainnet/elsewhere/0x1":                       `"elsewhere"`,
		"mainnet/account/0xzz":                        "account of the link",
		"mainnet/group/team/0x1::a::B":                `group "team" of the link: must be as in NETWORK/group/@team/TYPE`,
		"mainnet/group/@team/0x1::a":                  "group of the link",
		"mainnet/account/0x1/nowhere":                 `tab "nowhere"`,
		"mainnet/account/0x1//0x1::a::B":              `type "0x1::a::B" of the link`,
		"mainnet/account/0x1/sent/u8":                 `type "u8" of the link`,
		"mainnet/account/0x1/tx/":                     `transaction "" of the link`,
		"mainnet/account/0x1/tx/-1":                   `transaction "-1" of the link: must be the sequence number`,
		"mainnet/account/0x1/tx/1/2":                  `transaction "1/2" of the link`,
		"mainnet/account/0x1/automated?from-height=x": `from-height "x"`,
		"mainnet/calls/0x1::coin":                     "calls of the link",
		"mainnet/calls/0x1::a::b":                     "account of the link",
		"mainnet/module/0x1":                          "module of the link",
		"mainnet/view/0x1::coin":                      "view of the link",
		"mainnet/block/x":                             "block of the link",
		"mainnet/transaction/0x1":                     "transaction of the link: invalid hash",
		"mainnet/events/0x1::coin":                    "events of the link",
		"mainnet/committee/x":                         `committee of the link: invalid epoch "x"`,
		"mainnet/view/0x1::a::b?arg=%":                "arguments of the link",
		"mainnet/call/0x1::coin":                      "call of the link",
	} {
		_, err := ParseLink(input)
		require.ErrorContains(t, err, message, input)
	}
}

func FuzzParseLink(f *testing.F) {
	for _, seed := range []string{"", "mainnet/account/0x1/resources/0x1::a::B<u8>#.a[0]", "local/view/0x1::a::b?type=u8&arg=%20", "l/module/0x1::a", "l/block/7", "l/account/0x1/tx/7", "l/account/0x1/sent?start=7&order=oldest", "l/calls/0x1::a::b?by=0x2", "l/price/a_b", "//", "0/account/0//0", "0/account/0/resources/0 #", "l/view/0x1::a::b?type=;"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		link, err := ParseLink(input)
		if err != nil {
			return
		}
		again, err := ParseLink(link.String())
		if err != nil || again.String() != link.String() {
			t.Fatalf("%q is written as %q, which is read as %q: %v", input, link, again, err)
		}
	})
}
