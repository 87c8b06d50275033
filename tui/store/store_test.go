package store

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"foredeck/client/move"
	"foredeck/tui/target"
)

func opened(t *testing.T, path string) *Store {
	t.Helper()
	n, err := Open(path)
	require.NoError(t, err)
	return n
}

func subject(digit byte) Subject { return Subject{Address, move.Address{31: digit}.String()} }

func link(t *testing.T, text string) target.Link {
	t.Helper()
	read, err := target.ParseLink(text)
	require.NoError(t, err)
	return read
}

func TestWhatIsWrittenIsReadAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notebook")
	n := opened(t, path)
	require.NoError(t, n.SetName(subject(7), "treasury"))
	require.NoError(t, n.SetName(subject(3), "faucet"))
	require.NoError(t, n.SetName(Subject{Argument, "0x1::coin::transfer#0"}, "to"))
	require.NoError(t, n.SetName(subject(9), "gone"))
	require.NoError(t, n.SetName(subject(9), ""))
	saved := Saved{Name: "store", Link: link(t, "mainnet/account/0x7/resources/0x1::coin::CoinStore<0x1::a::B>#.coin.value"), Value: "12", At: time.Unix(5, 0).UTC()}
	n.Save(saved)
	n.Save(Saved{Name: "gone", Link: link(t, "mainnet/account/0x7")})
	n.Forget(link(t, "mainnet/account/0x7"))
	pin := Pin{move.Address{31: 7}, link(t, "mainnet/view/0x1::coin::balance?arg=0x7")}
	require.True(t, n.Toggle(pin))
	function, err := move.ParseFunctionID("0x1::coin::balance")
	require.NoError(t, err)
	run := Run{Function: function, Inputs: []string{"0x7"}, At: time.Unix(9, 0).UTC(), Took: time.Second, Values: []Value{{"u64", json.RawMessage(`"18446744073709551615"`)}}}
	n.AddRun(run)
	require.NoError(t, n.Flush())

	again := opened(t, path)
	require.Equal(t, []target.Name{{Name: "treasury", Address: move.Address{31: 7}}, {Name: "faucet", Address: move.Address{31: 3}}}, again.Addresses())
	require.Equal(t, "to", again.Name(Subject{Argument, "0x1::coin::transfer#0"}))
	require.Equal(t, []Saved{saved}, again.Saved())
	require.Equal(t, []Pin{pin}, again.Pins(move.Address{31: 7}))
	require.Empty(t, again.Pins(move.Address{31: 8}))
	require.Equal(t, []Run{run}, again.Runs())

	require.False(t, again.Toggle(pin))
	saved.Value = "13"
	again.Save(saved)
	require.NoError(t, again.Flush())
	third := opened(t, path)
	require.Empty(t, third.Pins(move.Address{31: 7}))
	require.Equal(t, []Saved{saved}, third.Saved())
}

func TestNamesThatCannotBeGiven(t *testing.T) {
	n := opened(t, "")
	require.NoError(t, n.SetName(subject(1), "taken"))
	for name, rule := range map[string]string{
		"taken":                 "taken by 0x",
		"1st":                   "a letter must be the first",
		"über":                  "a letter must be the first",
		"a b":                   "letters a to z",
		"esc\x1b":               "letters a to z",
		"face":                  "reads as an address",
		strings.Repeat("x", 33): "32 characters",
	} {
		err := n.SetName(subject(2), name)
		var wrong *NameError
		require.ErrorAs(t, err, &wrong, name)
		require.ErrorContains(t, err, rule, name)
	}
	require.NoError(t, n.SetName(Subject{Member, "17"}, "taken"), "another kind")
	require.NoError(t, n.SetName(subject(1), "taken"), "its own name again")
}

func TestTwoDecksWriteOneNotebook(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notebook")
	const each = 20
	var decks sync.WaitGroup
	for deck := range 2 {
		n := opened(t, path)
		decks.Go(func() {
			for i := range each {
				n.Save(Saved{Name: "x", Link: link(t, fmt.Sprintf("mainnet/block/%d", deck*1000+i))})
				if err := n.Flush(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	decks.Wait()
	require.Len(t, opened(t, path).Saved(), 2*each)
}

func TestRunsAreBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notebook")
	n := opened(t, path)
	function, err := move.ParseFunctionID("0x1::coin::balance")
	require.NoError(t, err)
	for i := range mostRuns + 10 {
		n.AddRun(Run{Function: function, Inputs: []string{fmt.Sprint(i)}})
	}
	require.Len(t, n.Runs(), mostRuns)
	require.NoError(t, n.Flush())
	again := opened(t, path)
	require.Len(t, again.Runs(), mostRuns)
	require.Equal(t, []string{"10"}, again.Runs()[0].Inputs)
}

func TestLooksAtAResource(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notebook")
	n := opened(t, path)
	account, resource := move.Address{31: 7}, "0x1::coin::CoinStore<0x1::a::B>"
	at := func(i int) time.Time { return time.Unix(int64(i), 0).UTC() }
	for i := range mostLooks + 4 {
		n.AddLook(account, resource, Snapshot{at(i), json.RawMessage(fmt.Sprintf(`{"value":"%d"}`, i))})
	}
	n.AddLook(account, "0x1::account::Account", Snapshot{at(1), json.RawMessage(`1`)})
	n.AddLook(account, resource, Snapshot{at(100), json.RawMessage(fmt.Sprintf(`{"value":"%d"}`, mostLooks+3))})
	n.AddLook(account, resource, Snapshot{at(101), json.RawMessage(`"` + strings.Repeat("x", mostLookBytes) + `"`)})
	looks, err := n.Looks(account, resource)
	require.NoError(t, err)
	require.Len(t, looks, mostLooks)
	require.Equal(t, Snapshot{at(100), json.RawMessage(`{"value":"11"}`)}, looks[0], "the same value again is the same look, younger")
	require.Equal(t, at(mostLooks+2), looks[1].At)

	big := json.RawMessage(`"` + strings.Repeat("x", mostLookBytes-100) + `"`)
	for i := range 20 {
		n.AddLook(account, fmt.Sprintf("0x1::big::R%d", i), Snapshot{at(1000 + i), big})
	}
	require.NoError(t, n.Flush())
	looks, err = n.Looks(account, resource)
	require.NoError(t, err)
	require.Empty(t, looks, "the oldest make room")
	looks, err = n.Looks(account, "0x1::big::R19")
	require.NoError(t, err)
	require.Len(t, looks, 1)
}

// A chain that begins anew leaves nothing to compare with, and keeps what the user has written down.
func TestAChainThatStartsAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notebook")
	n := opened(t, path)
	n.StartAnew()
	require.NoError(t, n.Flush())
	require.NoFileExists(t, path, "nothing to forget is nothing to write")
	account, resource := move.Address{31: 7}, "0x1::account::Account"
	place := link(t, "simulated/account/0x7")
	require.NoError(t, n.SetName(subject(7), "treasury"))
	n.Save(Saved{Name: "seven", Link: place, Value: "1253", At: time.Unix(5, 0)})
	function, err := move.ParseFunctionID("0x1::coin::balance")
	require.NoError(t, err)
	n.AddRun(Run{Function: function, Inputs: []string{"0x7"}, At: time.Unix(9, 0)})
	n.AddLook(account, resource, Snapshot{time.Unix(9, 0), json.RawMessage(`1253`)})
	require.NoError(t, n.Flush())

	n = opened(t, path)
	require.False(t, n.Runs()[0].Past)
	n.StartAnew()
	require.Equal(t, []Saved{{Name: "seven", Link: place}}, n.Saved())
	require.Equal(t, "treasury", n.Name(subject(7)))
	require.True(t, n.Runs()[0].Past)
	looks, err := n.Looks(account, resource)
	require.NoError(t, err)
	require.Empty(t, looks)
	n.AddRun(Run{Function: function, Inputs: []string{"0x8"}})
	require.False(t, n.Runs()[1].Past)
	n.StartAnew() // no look was kept meanwhile
	require.NoError(t, n.Flush())
	looks, err = opened(t, path).Looks(account, resource)
	require.NoError(t, err)
	require.Empty(t, looks, "an old look is not kept for nobody")
}

// Two decks on a chain of the program's own have a chain each.
func TestEachStartOfAChainHasItsOwnLooks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notebook")
	account, resource := move.Address{31: 7}, "0x1::account::Account"
	look := func(n *Store, data string) {
		n.AddLook(account, resource, Snapshot{time.Now(), json.RawMessage(data)})
		require.NoError(t, n.Flush())
	}
	held := func(n *Store) (data []string) {
		looks, err := n.Looks(account, resource)
		require.NoError(t, err)
		for _, look := range looks {
			data = append(data, string(look.Data))
		}
		return data
	}
	first := opened(t, path)
	first.StartAnew()
	look(first, "1")
	second := opened(t, path)
	second.StartAnew()
	require.NoError(t, second.Flush())
	require.Equal(t, []string{"1"}, held(first))
	require.Empty(t, held(second))
	look(second, "2")
	look(first, "3")
	require.Equal(t, []string{"3", "1"}, held(first))
	require.Equal(t, []string{"2"}, held(second))
}

func TestANotebookThatCannotBeReadIsUsedInMemory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notebook")
	require.NoError(t, os.WriteFile(path, []byte(strings.Repeat("not a notebook ", 2000)), 0o600))
	n, err := Open(path)
	require.ErrorContains(t, err, path)
	require.NoError(t, n.SetName(subject(1), "treasury"))
	require.NoError(t, n.Flush())
	require.Equal(t, "treasury", n.Name(subject(1)))
	left, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(left), "not a notebook"), "what is there stays")
}

func TestAnotherDeckHoldsTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notebook")
	n := opened(t, path)
	require.NoError(t, n.SetName(subject(1), "treasury"))
	other, err := bbolt.Open(path, 0o600, nil)
	require.NoError(t, err)
	require.ErrorIs(t, n.Flush(), bolterrors.ErrTimeout)
	require.NoError(t, other.Close())
	require.NoError(t, n.Flush(), "what could not be written is tried again")
	require.Len(t, opened(t, path).Addresses(), 1)
}

func TestEntriesFarApartAreInOrder(t *testing.T) {
	t.Parallel()
	require.NoError(t, within(filepath.Join(t.TempDir(), "store"), time.Second, func(file *bbolt.DB) error {
		return file.Update(func(tx *bbolt.Tx) error {
			bucket, err := tx.CreateBucketIfNotExists([]byte(savedBucket))
			require.NoError(t, err)
			for key, place := range map[string]uint64{"a": 1 << 63, "b": 1<<64 - 1, "c": 1, "d": 1<<63 - 1} {
				require.NoError(t, store(bucket, []byte(key), entry{Place: place, Value: json.RawMessage(`"` + key + `"`)}))
			}
			found, err := values[string](tx, savedBucket)
			require.Equal(t, []string{"c", "d", "a", "b"}, found)
			return err
		})
	}))
}
