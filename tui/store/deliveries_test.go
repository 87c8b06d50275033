package store

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"
	"pgregory.net/rapid"
)

// take asks whose turn it is, as a process that raised an alert at a time.
func take(t require.TestingT, s *Store, occasion string, at, now time.Time) Turn {
	turn, err := s.TakeDelivery(Delivery{"down", occasion, at}, now)
	require.NoError(t, err)
	return turn
}

func end(t require.TestingT, s *Store, occasion string, at time.Time) {
	require.NoError(t, s.EndDelivery(Delivery{"down", occasion, at}, at))
}

// openAt opens the store as a process that started at a time.
func openAt(t require.TestingT, path string, at time.Time) *Store {
	s, err := Open(path)
	require.NoError(t, err)
	s.opened = at
	return s
}

// One of the processes that raise an alert sends it, also if they raise it some seconds apart, or several times.
func TestDeliveryIsOfOneProcess(t *testing.T) {
	t.Parallel()
	start := time.Now()
	path := filepath.Join(t.TempDir(), "store")
	a, b := openAt(t, path, start), openAt(t, path, start)
	now := start.Add(time.Second)
	require.Equal(t, Mine, take(t, a, "a1", now, now))
	require.Equal(t, Others, take(t, b, "b1", now, now))
	require.Equal(t, Others, take(t, b, "b1", now, now.Add(-time.Millisecond)), "b waited for the lock meanwhile")
	require.Equal(t, Mine, take(t, a, "a1", now, now.Add(time.Second)), "still")
	end(t, a, "a1", now)
	require.Equal(t, Sent, take(t, b, "b1", now, now.Add(2*time.Second)))

	later := now.Add(20 * time.Second)
	require.Equal(t, Mine, take(t, b, "b2", later, later), "the next one is another one")
	require.Equal(t, Mine, take(t, b, "b3", later, later), "and one more, before the other process sees any")
	require.Equal(t, Others, take(t, a, "a2", later.Add(30*time.Second), later.Add(10*time.Second)))
	end(t, b, "b2", later)
	require.Equal(t, Sent, take(t, a, "a2", later, later))
	require.Equal(t, Others, take(t, a, "a3", later, later))

	hour := now.Add(time.Hour)
	require.Equal(t, Mine, take(t, a, "a4", hour, hour), "what was sent long ago is not the same")
	young := openAt(t, path, hour.Add(time.Second))
	require.Equal(t, Mine, take(t, young, "y1", hour.Add(2*time.Second), hour.Add(2*time.Second)), "nor what was sent before the process began")
}

// A process that was killed, or whose clock jumped, does not keep others from sending.
func TestDeliveryOutlivesItsProcess(t *testing.T) {
	t.Parallel()
	start := time.Now()
	path := filepath.Join(t.TempDir(), "store")
	a, b, c := openAt(t, path, start), openAt(t, path, start), openAt(t, path, start)
	require.Equal(t, Mine, take(t, a, "a1", start, start))
	require.Equal(t, Others, take(t, b, "b1", start, start.Add(deliveryLease-1)))
	require.Equal(t, Mine, take(t, b, "b1", start, start.Add(deliveryLease)))
	require.Equal(t, Others, take(t, c, "c1", start, start.Add(deliveryLease)))
	require.Equal(t, Others, take(t, a, "a1", start, start.Add(deliveryLease)), "it was only suspended")
	require.Equal(t, Mine, take(t, c, "c1", start, start.Add(-time.Hour)), "the clock was set back")
}

// Deliveries are forgotten, and their keys contain nothing of the receiver.
func TestDeliveriesAreForgotten(t *testing.T) {
	t.Parallel()
	start := time.Now()
	path := filepath.Join(t.TempDir(), "store")
	s := openAt(t, path, start)
	for i := range 50 {
		at := start.Add(time.Duration(i) * 10 * time.Minute)
		d := Delivery{fmt.Sprintf("https://host/secret %d", i%2), fmt.Sprint(i), at}
		turn, err := s.TakeDelivery(d, at)
		require.NoError(t, err)
		require.Equal(t, Mine, turn)
		require.NoError(t, s.EndDelivery(d, at))
	}
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NotContains(t, string(content), "secret")
	require.NoError(t, withFile(path, bbolt.Options{Timeout: time.Second}, func(file *bbolt.DB) error {
		return file.View(func(tx *bbolt.Tx) error {
			bucket := tx.Bucket([]byte(deliveriesBucket))
			require.Equal(t, 1, bucket.Stats().KeyN)
			return bucket.ForEach(func(_, raw []byte) error {
				require.Len(t, readDeliveries(raw), 1)
				return nil
			})
		})
	}))
	inMemory, err := Open("")
	require.NoError(t, err)
	require.Equal(t, Mine, take(t, inMemory, "a", start, start))
}

// However the steps of two to four processes interleave, each alert is sent once; or at least once if some of them are killed.
func TestDeliveriesInAnyOrder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	runs := 0
	rapid.Check(t, func(t *rapid.T) {
		runs++
		now := time.Now()
		path := filepath.Join(folder, fmt.Sprint(runs))
		count, alerts := rapid.IntRange(2, 4).Draw(t, "processes"), rapid.IntRange(1, 3).Draw(t, "alerts")
		type process struct {
			*Store
			next   int // the alert it is about to send
			isMine bool
		}
		var alive []*process
		for range count {
			alive = append(alive, &process{Store: openAt(t, path, now)})
		}
		total, kills := 0, 0
		for len(alive) > 0 {
			i := rapid.IntRange(0, len(alive)-1).Draw(t, "process")
			p := alive[i]
			if len(alive) > 1 && rapid.IntRange(0, 9).Draw(t, "kill") == 0 {
				alive = append(alive[:i], alive[i+1:]...)
				now = now.Add(deliveryLease)
				kills++
				continue
			}
			occasion := fmt.Sprint(p.next)
			if p.isMine {
				total++
				end(t, p.Store, occasion, now)
				p.next, p.isMine = p.next+1, false
			} else if turn := take(t, p.Store, occasion, now, now); turn == Mine {
				p.isMine = true
			} else if turn == Sent {
				p.next++
			}
			if p.next == alerts {
				alive = append(alive[:i], alive[i+1:]...)
			}
		}
		require.GreaterOrEqual(t, total, alerts)
		if kills == 0 {
			require.Equal(t, alerts, total)
		}
	})
}

const killedVariable = "FOREDECK_TEST_DELIVERY"

// A process that is killed while it sends is replaced by another one, which finds the file as sound as before.
func TestKilledSender(t *testing.T) {
	if path := os.Getenv(killedVariable); path != "" {
		s, err := Open(path)
		require.NoError(t, err)
		fmt.Println(take(t, s, "child", time.Now(), time.Now()) == Mine)
		select {} // until it is killed
	}
	path := filepath.Join(t.TempDir(), "store")
	s := openAt(t, path, time.Now())
	child := exec.Command(os.Args[0], "-test.run", "^TestKilledSender$")
	child.Env = append(os.Environ(), killedVariable+"="+path)
	output, err := child.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, child.Start())
	line, err := bufio.NewReader(output).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "true\n", line)
	now := time.Now()
	require.Equal(t, Others, take(t, s, "parent", now, now))
	require.NoError(t, child.Process.Kill())
	_ = child.Wait() // it was killed
	require.Equal(t, Mine, take(t, s, "parent", now, now.Add(deliveryLease)))
	end(t, s, "parent", now)
	require.Equal(t, Sent, take(t, s, "parent", now, now))
}
