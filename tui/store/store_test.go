package store

import (
	"encoding/json"
	"errors"
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

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/target"
)

func mustOpen(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(path)
	require.NoError(t, err)
	return s
}

func subject(digit byte) Subject { return Subject{Address, move.Address{31: digit}.String()} }

func link(t *testing.T, text string) target.Link {
	t.Helper()
	read, err := target.ParseLink(text)
	require.NoError(t, err)
	return read
}

func TestReopen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	s := mustOpen(t, path)
	require.NoError(t, s.SetName(subject(7), "treasury"))
	require.NoError(t, s.SetName(subject(3), "faucet"))
	require.NoError(t, s.SetName(Subject{Argument, "0x1::coin::transfer#0"}, "to"))
	require.NoError(t, s.SetName(subject(9), "gone"))
	require.NoError(t, s.SetName(subject(9), ""))
	saved := Bookmark{Name: "store", Link: link(t, "mainnet/account/0x7/resources/0x1::coin::CoinStore<0x1::a::B>#.coin.value"), Value: "12", At: time.Unix(5, 0).UTC()}
	s.SetBookmark(saved)
	s.SetBookmark(Bookmark{Name: "gone", Link: link(t, "mainnet/account/0x7")})
	s.RemoveBookmark(link(t, "mainnet/account/0x7"))
	pin := Pin{move.Address{31: 7}, link(t, "mainnet/view/0x1::coin::balance?arg=0x7")}
	require.True(t, s.TogglePin(pin))
	function, err := move.ParseFunctionID("0x1::coin::balance")
	require.NoError(t, err)
	run := Run{Function: function, Inputs: []string{"0x7"}, At: time.Unix(9, 0).UTC(), Took: time.Second, Values: []client.MoveValue{{Type: "u64", JSON: json.RawMessage(`"18446744073709551615"`)}}}
	s.AddRun(run)
	require.NoError(t, s.Flush())

	again := mustOpen(t, path)
	require.Equal(t, []target.Name{{Name: "treasury", Address: move.Address{31: 7}}, {Name: "faucet", Address: move.Address{31: 3}}}, again.Addresses())
	require.Equal(t, "to", again.Name(Subject{Argument, "0x1::coin::transfer#0"}))
	require.Equal(t, []Bookmark{saved}, again.Bookmarks())
	require.Equal(t, []Pin{pin}, again.Pins(move.Address{31: 7}))
	require.Empty(t, again.Pins(move.Address{31: 8}))
	require.Equal(t, []Run{run}, again.Runs())

	require.False(t, again.TogglePin(pin))
	saved.Value = "13"
	again.SetBookmark(saved)
	require.NoError(t, again.Flush())
	third := mustOpen(t, path)
	require.Empty(t, third.Pins(move.Address{31: 7}))
	require.Equal(t, []Bookmark{saved}, third.Bookmarks())
}

func TestInvalidNames(t *testing.T) {
	s := mustOpen(t, "")
	require.NoError(t, s.SetName(subject(1), "taken"))
	for name, rule := range map[string]string{
		"taken":                 "already used for 0x",
		"1st":                   "must start with a letter",
		"über":                  "must start with a letter",
		"a b":                   "letters a to z",
		"esc\x1b":               "letters a to z",
		"face":                  "must not be an address",
		strings.Repeat("x", 33): "32 characters",
	} {
		err := s.SetName(subject(2), name)
		var wrong *NameError
		require.ErrorAs(t, err, &wrong, name)
		require.ErrorContains(t, err, rule, name)
	}
	require.NoError(t, s.SetName(Subject{Member, "17"}, "taken"), "another kind")
	require.NoError(t, s.SetName(subject(1), "taken"), "setting the same name")
}

func TestStoresShareFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	const each = 20
	var decks sync.WaitGroup
	for deck := range 2 {
		s := mustOpen(t, path)
		decks.Go(func() {
			for i := range each {
				s.SetBookmark(Bookmark{Name: "x", Link: link(t, fmt.Sprintf("mainnet/block/%d", deck*1000+i))})
				if err := s.Flush(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	decks.Wait()
	require.Len(t, mustOpen(t, path).Bookmarks(), 2*each)
}

func TestRunsOfFunction(t *testing.T) {
	t.Parallel()
	s := mustOpen(t, "")
	one, other := move.FunctionID{Name: "one"}, move.FunctionID{Name: "other"}
	require.Empty(t, s.RunsOf(one))
	for i := range maxRuns + 100 {
		function := one
		if i%3 == 0 {
			function = other
		}
		s.AddRun(Run{Function: function, Inputs: []string{fmt.Sprint(i)}})
	}
	runs := s.RunsOf(one)
	require.Equal(t, []string{"599"}, runs[0].Inputs, "newest first")
	require.Equal(t, []string{"598"}, runs[1].Inputs)
	require.Equal(t, []string{"597"}, s.RunsOf(other)[0].Inputs)
	require.Len(t, append(runs, s.RunsOf(other)...), maxRuns)
}

func TestFailedRunIsNotStored(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	s := mustOpen(t, path)
	function := move.FunctionID{Address: move.Address{31: 1}, Module: "coin", Name: "balance"}
	s.AddRun(Run{Function: function, Inputs: []string{"failed"}, Err: errors.New("aborted")})
	s.AddRun(Run{Function: function, Inputs: []string{"good"}})
	require.Len(t, s.Runs(), 2)
	require.NoError(t, s.Flush())
	again := mustOpen(t, path).Runs()
	require.Len(t, again, 1)
	require.Equal(t, []string{"good"}, again[0].Inputs)
}

func TestMaxRuns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	s := mustOpen(t, path)
	function, err := move.ParseFunctionID("0x1::coin::balance")
	require.NoError(t, err)
	for i := range maxRuns + 10 {
		s.AddRun(Run{Function: function, Inputs: []string{fmt.Sprint(i)}})
	}
	require.Len(t, s.Runs(), maxRuns)
	require.NoError(t, s.Flush())
	again := mustOpen(t, path)
	require.Len(t, again.Runs(), maxRuns)
	require.Equal(t, []string{"10"}, again.Runs()[0].Inputs)
}

func TestSnapshots(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	s := mustOpen(t, path)
	account, resource := move.Address{31: 7}, "0x1::coin::CoinStore<0x1::a::B>"
	at := func(i int) time.Time { return time.Unix(int64(i), 0).UTC() }
	for i := range maxSnapshots + 4 {
		s.AddSnapshot(account, resource, Snapshot{At: at(i), Data: json.RawMessage(fmt.Sprintf(`{"value":"%d"}`, i))})
	}
	s.AddSnapshot(account, "0x1::account::Account", Snapshot{At: at(1), Data: json.RawMessage(`1`)})
	s.AddSnapshot(account, resource, Snapshot{At: at(100), Data: json.RawMessage(fmt.Sprintf(`{"value":"%d"}`, maxSnapshots+3))})
	s.AddSnapshot(account, resource, Snapshot{At: at(101), Data: json.RawMessage(`"` + strings.Repeat("x", maxSnapshotBytes) + `"`)})
	snapshots, err := s.Snapshots(account, resource)
	require.NoError(t, err)
	require.Len(t, snapshots, maxSnapshots)
	require.Equal(t, Snapshot{At: at(100), Data: json.RawMessage(`{"value":"11"}`)}, snapshots[0], "an unchanged value only updates the time")
	require.Equal(t, at(maxSnapshots+2), snapshots[1].At)

	big := json.RawMessage(`"` + strings.Repeat("x", maxSnapshotBytes-100) + `"`)
	for i := range 20 {
		s.AddSnapshot(account, fmt.Sprintf("0x1::big::R%d", i), Snapshot{At: at(1000 + i), Data: big})
	}
	require.NoError(t, s.Flush())
	snapshots, err = s.Snapshots(account, resource)
	require.NoError(t, err)
	require.Empty(t, snapshots, "the oldest are evicted")
	snapshots, err = s.Snapshots(account, "0x1::big::R19")
	require.NoError(t, err)
	require.Len(t, snapshots, 1)
}

// A reset removes data of the old chain, but not what the user entered.
func TestResetChain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	s := mustOpen(t, path)
	s.ResetChain()
	require.NoError(t, s.Flush())
	require.NoFileExists(t, path, "no file is created")
	account, resource := move.Address{31: 7}, "0x1::account::Account"
	location := link(t, "simulated/account/0x7")
	require.NoError(t, s.SetName(subject(7), "treasury"))
	s.SetBookmark(Bookmark{Name: "seven", Link: location, Value: "1253", At: time.Unix(5, 0)})
	function, err := move.ParseFunctionID("0x1::coin::balance")
	require.NoError(t, err)
	s.AddRun(Run{Function: function, Inputs: []string{"0x7"}, At: time.Unix(9, 0)})
	s.AddSnapshot(account, resource, Snapshot{At: time.Unix(9, 0), Data: json.RawMessage(`1253`)})
	require.NoError(t, s.Flush())

	s = mustOpen(t, path)
	require.NoError(t, s.Runs()[0].Err)
	s.ResetChain()
	require.Equal(t, []Bookmark{{Name: "seven", Link: location}}, s.Bookmarks())
	require.Equal(t, "treasury", s.Name(subject(7)))
	require.ErrorIs(t, s.Runs()[0].Err, ErrPast)
	snapshots, err := s.Snapshots(account, resource)
	require.NoError(t, err)
	require.Empty(t, snapshots)
	s.AddRun(Run{Function: function, Inputs: []string{"0x8"}})
	require.NoError(t, s.Runs()[1].Err)
	s.ResetChain() // no snapshot was added since
	require.NoError(t, s.Flush())
	snapshots, err = mustOpen(t, path).Snapshots(account, resource)
	require.NoError(t, err)
	require.Empty(t, snapshots, "stale snapshots are removed")
}

// Two processes with simulated chains do not share snapshots.
func TestSnapshotsArePerChain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	account, resource := move.Address{31: 7}, "0x1::account::Account"
	add := func(s *Store, data string) {
		s.AddSnapshot(account, resource, Snapshot{At: time.Now(), Data: json.RawMessage(data)})
		require.NoError(t, s.Flush())
	}
	values := func(s *Store) (data []string) {
		snapshots, err := s.Snapshots(account, resource)
		require.NoError(t, err)
		for _, snapshot := range snapshots {
			data = append(data, string(snapshot.Data))
		}
		return data
	}
	first := mustOpen(t, path)
	first.ResetChain()
	add(first, "1")
	second := mustOpen(t, path)
	second.ResetChain()
	require.NoError(t, second.Flush())
	require.Equal(t, []string{"1"}, values(first))
	require.Empty(t, values(second))
	add(second, "2")
	add(first, "3")
	require.Equal(t, []string{"3", "1"}, values(first))
	require.Equal(t, []string{"2"}, values(second))
}

// A damaged file is reported with what to do, and left as it is. One of 0 bytes is what a crash of the machine can leave.
func TestUnreadableFile(t *testing.T) {
	for _, content := range []string{strings.Repeat("not a store ", 2000), "short", ""} {
		path := filepath.Join(t.TempDir(), "store")
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
		s, err := Open(path)
		require.ErrorContains(t, err, "state file not loaded, changes will not be saved: "+path+": ")
		require.ErrorContains(t, err, ": move it away to start a new one")
		require.NoError(t, s.SetName(subject(1), "treasury"))
		require.NoError(t, s.Flush())
		require.Equal(t, "treasury", s.Name(subject(1)))
		left, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, content, string(left), "the file is untouched")
	}
}

func TestLockedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	s := mustOpen(t, path)
	require.NoError(t, s.SetName(subject(1), "treasury"))
	other, err := bbolt.Open(path, 0o600, nil)
	require.NoError(t, err)
	require.ErrorIs(t, s.Flush(), bolterrors.ErrTimeout)
	require.NoError(t, other.Close())
	require.NoError(t, s.Flush(), "failed changes are retried")
	require.Len(t, mustOpen(t, path).Addresses(), 1)
}

func TestEntryOrder(t *testing.T) {
	t.Parallel()
	require.NoError(t, withFile(filepath.Join(t.TempDir(), "store"), bbolt.Options{Timeout: time.Second}, func(file *bbolt.DB) error {
		return file.Update(func(tx *bbolt.Tx) error {
			bucket, err := tx.CreateBucketIfNotExists([]byte(bookmarksBucket))
			require.NoError(t, err)
			for key, order := range map[string]uint64{"a": 1 << 63, "b": 1<<64 - 1, "c": 1, "d": 1<<63 - 1} {
				require.NoError(t, putEntry(bucket, []byte(key), entry{Order: order, Value: json.RawMessage(`"` + key + `"`)}))
			}
			found, err := readValues[string](tx, bookmarksBucket)
			require.Equal(t, []string{"c", "d", "a", "b"}, found)
			return err
		})
	}))
}

// A file of a newer version is neither read nor written, also if it appears while the store is open.
func TestNewerFormat(t *testing.T) {
	t.Parallel()
	write := func(path, version string) []byte {
		file, err := bbolt.Open(path, 0o600, nil)
		require.NoError(t, err)
		require.NoError(t, file.Update(inBucket(formatBucket, func(bucket *bbolt.Bucket) error { return bucket.Put([]byte(formatKey), []byte(version)) })))
		require.NoError(t, file.Close())
		content, err := os.ReadFile(path)
		require.NoError(t, err)
		return content
	}
	path := filepath.Join(t.TempDir(), "store")
	early := mustOpen(t, path)
	require.NoError(t, early.SetName(subject(7), "treasury"))
	content := write(path, "2")

	require.ErrorAs(t, early.Flush(), new(*NewerError))
	s, err := Open(path)
	require.EqualError(t, err, fmt.Sprintf("state file not loaded, changes will not be saved: %s: written by a newer foredeck (format \"2\", this one knows 1): update foredeck", path))
	require.NoError(t, s.SetName(subject(7), "treasury"))
	require.NoError(t, s.Flush(), "in memory")
	now, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, content, now)

	write(path, "1")
	require.NoError(t, early.Flush())
	require.Equal(t, "treasury", mustOpen(t, path).Name(subject(7)))
}
