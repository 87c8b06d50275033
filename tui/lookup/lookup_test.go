package lookup_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/config"
	"foredeck/tui/load"
	"foredeck/tui/lookup"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

func hash(i int) string { return fmt.Sprintf("0x%064x", i) }

func TestSeenByHash(t *testing.T) {
	seen := lookup.NewSeen(nil)
	require.Nil(t, seen.Transaction(hash(1)))
	record := &client.Transaction{Hash: hash(1)}
	seen.Add(record)
	require.Same(t, record, seen.Transaction(hash(1)))
	require.Nil(t, seen.Transaction(hash(2)))

	seen.Add(&client.Transaction{Hash: hash(1)})
	require.Same(t, record, seen.Transaction(hash(1)), "same record")
	seen.Add(&client.Transaction{})
	require.Nil(t, seen.Transaction(""), "records without a hash are not found")
}

func TestSeenIsBounded(t *testing.T) {
	const limit = 10_000
	seen := lookup.NewSeen(nil)
	known := func(upTo int) (count int) {
		for i := range upTo {
			if seen.Transaction(hash(i)) != nil {
				count++
			}
		}
		return count
	}
	for i := range limit {
		seen.Add(&client.Transaction{Hash: hash(i)})
	}
	require.Equal(t, limit, known(limit))
	for i := range limit { // known hashes evict nothing
		seen.Add(&client.Transaction{Hash: hash(i)})
	}
	require.Equal(t, limit, known(limit))

	seen.Add(&client.Transaction{Hash: hash(limit)})
	require.Nil(t, seen.Transaction(hash(0)), "the oldest is evicted")
	require.NotNil(t, seen.Transaction(hash(1)))
	require.NotNil(t, seen.Transaction(hash(limit)))

	seen.Add(&client.Transaction{Hash: hash(0)})
	require.NotNil(t, seen.Transaction(hash(0)), "added again")
	require.Nil(t, seen.Transaction(hash(1)))

	for i := limit + 1; i < 3*limit; i++ { // wrap around the ring
		seen.Add(&client.Transaction{Hash: hash(i)})
	}
	require.Equal(t, limit, known(3*limit))
	require.Nil(t, seen.Transaction(hash(2*limit-1)))
	require.NotNil(t, seen.Transaction(hash(2*limit)))
}

func TestSeenNewestHeight(t *testing.T) {
	seen := lookup.NewSeen(nil)
	_, _, ok := seen.Newest()
	require.False(t, ok)
	seen.Add(&client.Transaction{Hash: hash(1)})
	_, _, ok = seen.Newest()
	require.False(t, ok, "a record without a block has no height")

	block := func(height uint64) *client.Transaction {
		return &client.Transaction{Hash: hash(int(height)), Block: &client.BlockHeader{Height: &height, Timestamp: new(client.Timestamp(height * 1_000_000))}}
	}
	seen.Add(block(0))
	height, at, ok := seen.Newest()
	require.True(t, ok, "the first block counts")
	require.Zero(t, height)
	require.Equal(t, client.Timestamp(0).Time(), at)
	rapid.Check(t, func(t *rapid.T) {
		seen := lookup.NewSeen(nil)
		var newest uint64
		for i, height := range rapid.SliceOfN(rapid.Uint64Range(0, 1<<40), 1, 20).Draw(t, "heights") {
			record := block(height)
			if i%3 == 2 {
				record.Hash = "" // not cached, but its height is
			}
			seen.Add(record)
			newest = max(newest, height)
		}
		height, at, ok := seen.Newest()
		require.True(t, ok)
		require.Equal(t, newest, height)
		require.Equal(t, client.Timestamp(newest*1_000_000).Time(), at, "the time is that block's")
	})
}

func TestSeenResources(t *testing.T) {
	seen := lookup.NewSeen(nil)
	for i := range 600 {
		seen.AddResource(move.Address{31: 1}, fmt.Sprintf("0x1::a::B%d", i))
	}
	seen.AddResource(move.Address{31: 1}, "0x1::a::B300")
	seen.AddResource(move.Address{31: 2}, "0x1::a::B300")
	seen.AddResource(move.Address{31: 1}, "no type")
	seen.AddResource(move.Address{31: 1}, "0x1::a::"+strings.Repeat("B", 1000))
	resources := seen.Resources()
	require.Len(t, resources, 500)
	require.Equal(t, lookup.SeenResource{move.Address{31: 2}, "0x1::a::B300"}, resources[0])
	require.Equal(t, lookup.SeenResource{move.Address{31: 1}, "0x1::a::B300"}, resources[1])
	require.Equal(t, "0x1::a::B599", resources[2].Type)
}

func TestNames(t *testing.T) {
	t.Parallel()
	book, err := store.Open("")
	require.NoError(t, err)
	one, two := move.Address{31: 1}, move.Address{31: 2}
	settings := &config.Settings{Names: []config.Name{{Name: "tr\x1beasury", Address: one.String()}}}
	names := lookup.NewNames(book, "testnet", func() *config.Settings { return settings }, []target.Name{{Name: "other", Address: one}})
	require.Equal(t, text.Const("tr␛easury"), names.Of(one))
	require.Empty(t, names.Of(two))

	require.NoError(t, book.SetName(store.Subject{Kind: store.Address, Key: one.String()}, "mine"))
	names.Update()
	require.Equal(t, text.Const("mine"), names.Of(one))
	require.Len(t, names.List(), 1, "only one name")
	settings = &config.Settings{Names: []config.Name{{Name: "boss", Address: two.String()}}}
	require.Equal(t, text.Const("boss"), names.Of(two))
}

func TestOwnValidatorAuthors(t *testing.T) {
	t.Parallel()
	book, err := store.Open("")
	require.NoError(t, err)
	names, member := lookup.NewNames(book, "testnet", func() *config.Settings { return &config.Settings{} }, nil), 7
	book.SetMember(&member)
	require.False(t, names.IsOwn("0xa"))
	require.NoError(t, book.SetName(store.AuthorSubject("0xa"), "me"))
	require.NoError(t, book.SetName(store.AuthorSubject("0xb"), "dora"))
	require.True(t, names.IsOwn("0xa"))
	require.False(t, names.IsOwn("0xb"))
	require.NoError(t, book.SetName(store.MemberSubject(7), "dora"))
	require.True(t, names.IsOwn("0xb"))
}

func TestConfiguredValidators(t *testing.T) {
	t.Parallel()
	book, err := store.Open("")
	require.NoError(t, err)
	settings := &config.Settings{Validators: []config.Validator{
		{Member: 7, Name: "dora", Author: "0xa"}, {Member: 8, Author: "0xb"}, {Network: "testnet", Member: 9, Name: "eve"}, {Network: "mainnet", Member: 9, Name: "ned"},
	}}
	names, mine := lookup.NewNames(book, "testnet", func() *config.Settings { return settings }, nil), 8
	require.Equal(t, "dora", names.Member(7).String())
	require.Equal(t, "eve", names.Member(9).String())
	require.Equal(t, "dora", names.Author("0xa").String())
	require.Equal(t, "member 08", names.Author("0xb").String())
	require.Empty(t, names.Author("0xc"))
	require.Equal(t, "0xa", names.AuthorOf(7))
	book.SetMember(&mine)
	require.True(t, names.IsOwn("0xb"))
	require.False(t, names.IsOwn("0xa"))
	member, ok := names.FindMember("eve")
	require.True(t, ok)
	require.Equal(t, 9, member)
	_, ok = names.FindMember("ned")
	require.False(t, ok, "of another network")

	require.NoError(t, book.SetName(store.MemberSubject(7), "own"))
	require.Equal(t, "own", names.Member(7).String(), "the user's names have precedence")
	require.Equal(t, "own", names.Author("0xa").String())
	member, ok = names.FindMember("own")
	require.True(t, ok)
	require.Equal(t, 7, member)

	settings = &config.Settings{}
	require.Empty(t, names.Member(9), "after a reload")
}

// node is a node that responds to each path with a status and a body, and counts the requests.
type node struct {
	responses map[string]string
	calls     map[string]int
}

func (n *node) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	path := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
	n.calls[path]++
	recorder := httptest.NewRecorder()
	recorder.Header().Set("Content-Type", "application/json")
	if body, ok := n.responses[path]; ok {
		_, _ = recorder.WriteString(body)
	} else {
		recorder.WriteHeader(http.StatusNotFound)
	}
	return recorder.Result(), nil
}

func newNode(t *testing.T, responses map[string]string) (*node, *client.Node) {
	fake := &node{responses, map[string]int{}}
	made, err := client.NewNode("http://node.test", client.WithTransport(fake), client.WithVersion(client.V3))
	require.NoError(t, err)
	return fake, made
}

func deliver(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case load.CacheMsg:
		msg.Deliver()
	case tea.BatchMsg:
		for _, cmd := range msg {
			deliver(cmd)
		}
	}
}

func TestCoinDecimals(t *testing.T) {
	t.Parallel()
	info := func(coin string) string { return "0x1::coin::CoinInfo<" + coin + ">" }
	fake, served := newNode(t, map[string]string{
		info("0x2::a::A"): `{"type":"0x1::coin::CoinInfo<0x2::a::A>","data":{"decimals":6}}`,
		info("0x2::b::B"): `{"type":"0x1::coin::CoinInfo<0x2::b::B>","data":{"decimals":79}}`,
	})
	settings := &config.Settings{Network: config.Network{Name: "local", Protocol: config.Protocol{Decimals: 8}}, Coins: []config.Coin{{Type: "0x2::d::D", Decimals: 3}}}
	amounts := lookup.NewAmounts(load.NewLoader(time.Now), served, "local", func() *config.Settings { return settings }, new(text.Units))
	require.Equal(t, 8, amounts.Native())
	var tags []move.TypeTag
	for _, name := range []string{"0x2::a::A", "0x2::b::B", "0x2::c::C", "0x2::d::D"} {
		tag, err := move.ParseTypeTag(name)
		require.NoError(t, err)
		tags = append(tags, tag)
	}
	for range 2 {
		amounts.Want(tags...)
		deliver(amounts.Fetch(t.Context()))
	}
	for i, want := range []int{6, 0, 0, 3} {
		decimals, ok := amounts.Decimals(tags[i])
		require.Equal(t, want, decimals)
		require.Equal(t, want != 0, ok, "79 decimals exceed the digits of a u256, and c is not a coin")
	}
	for path, calls := range fake.calls {
		require.Equal(t, 1, calls, path)
	}
	require.Equal(t, 6, amounts.LeafDecimals(move.StructTag{Address: move.Address{31: 1}, Module: "coin", Name: "CoinStore", TypeArguments: tags[:1]}, ".coin.value"))
}

// The ABI is requested again after the screen was left while it was loading.
func TestABIAfterCanceledLoad(t *testing.T) {
	t.Parallel()
	_, served := newNode(t, map[string]string{"coin": `{"bytecode":"0x","abi":{"address":"0x1","name":"coin","friends":[],"structs":[],"exposed_functions":[{"name":"transfer","visibility":"public","is_entry":true,"is_view":false,"generic_type_params":[],"params":["address","u64"],"return":[]}]}}`})
	abis := lookup.NewABIs(load.NewLoader(time.Now), served)
	record := &client.Transaction{Payload: &client.Payload{Function: "0x1::coin::transfer", Arguments: []json.RawMessage{[]byte(`"0x7"`), []byte(`"12"`)}}}
	left, leave := context.WithCancel(t.Context())
	leave()
	abis.Want(record)
	deliver(abis.Fetch(left))
	require.False(t, abis.Arguments(record).HasTypes())

	abis.Want(record)
	deliver(abis.Fetch(t.Context()))
	require.True(t, abis.Arguments(record).HasTypes())
	require.Equal(t, []move.ModuleID{{Address: move.Address{31: 1}, Name: "coin"}}, abis.Keys())
}

func TestRunLinks(t *testing.T) {
	t.Parallel()
	abis := lookup.NewABIs(load.NewLoader(time.Now), nil)
	balance := move.FunctionID{Address: move.Address{31: 1}, Module: "coin", Name: "balance"}
	runs := []store.Run{{Function: balance, Inputs: []string{"0x1::a::A", "0x7"}}}
	require.Empty(t, abis.RunLinks("local", runs), "the type arguments are unknown")
	abis.Set(move.ModuleID{Address: balance.Address, Name: "coin"}, &move.ModuleABI{Functions: []move.FunctionABI{{Name: "balance", TypeParameters: make([]move.TypeParameter, 1)}}})
	links := abis.RunLinks("local", runs)
	require.Len(t, links, 1)
	require.Equal(t, &target.Call{TypeArguments: []string{"0x1::a::A"}, Arguments: []string{"0x7"}}, links[0].View)
}
