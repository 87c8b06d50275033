package notify_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/live"
	"foredeck/tui/notify"
)

// station is a receiver that can be down: it asks for another attempt while a file exists, and else notes what it gets.
type station struct {
	t        *testing.T
	folder   string
	ctx      context.Context
	stop     context.CancelFunc
	notifier *notify.Notifier
	to       notify.Receivers
}

func newStation(t *testing.T) *station {
	if runtime.GOOS == "windows" {
		t.Skip("needs sh")
	}
	s := &station{t: t, folder: t.TempDir()}
	s.to = notify.Receivers{
		Command: []string{"sh", "-c", `test -e "$0/down" && exit 75; echo "$FOREDECK_COUNT $FOREDECK_PHASE $FOREDECK_LATE_S" >> "$0/got"`, s.folder},
		Network: "testnet", Outbox: filepath.Join(s.folder, "outbox"),
	}
	s.start()
	return s
}

// start begins a process, which sends what the last one left. It returns the number of those alerts.
func (s *station) start() int {
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.notifier = notify.New(s.ctx)
	count, err := s.notifier.Resume(s.to)
	require.NoError(s.t, err)
	return count
}

// end ends the process.
func (s *station) end() {
	s.stop()
	synctest.Wait()
	s.notifier.Close()
}

func (s *station) setDown(isDown bool) {
	if file := filepath.Join(s.folder, "down"); isDown {
		require.NoError(s.t, os.WriteFile(file, nil, 0o600))
	} else {
		_ = os.Remove(file)
	}
}

// send sends the begin or the end of an alert.
func (s *station) send(number int, phase live.Phase) {
	alert := numbered(uint64(number))
	alert.Phase, alert.At = phase, time.Now()
	s.notifier.Send(s.to, alert)
	synctest.Wait()
	time.Sleep(time.Second) // on the bubble's clock: the time for which a file that is in use is waited for
}

func (s *station) got() []string {
	content, _ := os.ReadFile(filepath.Join(s.folder, "got"))
	return strings.Split(strings.TrimSpace(string(content)), "\n")
}

// A receiver that is down for hours gets everything afterwards, in order, with its age; also after restarts in between.
func TestOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStation(t)
		s.send(1, live.Begin)
		s.setDown(true)
		s.send(1, live.End)
		time.Sleep(time.Hour) // on the bubble's clock
		s.send(2, live.Begin)
		require.Equal(t, 2, s.notifier.Waiting())
		s.end()
		content, err := os.ReadFile(s.to.Outbox)
		require.NoError(t, err)
		require.NotContains(t, string(content), s.folder, "where the receiver is can be a secret")
		require.Equal(t, 2, s.start())
		time.Sleep(time.Hour) // on the bubble's clock
		s.send(2, live.End)
		s.setDown(false)
		time.Sleep(6 * time.Minute) // on the bubble's clock
		synctest.Wait()
		require.Zero(t, s.notifier.Waiting())
		require.Regexp(t, `^1 begin \n1 end 7[2-5]\d\d\n2 begin 3[6-9]\d\d\n2 end \d{2,3}$`, strings.Join(s.got(), "\n"))
		s.end()
		require.Zero(t, s.start(), "what was sent does not wait any more")
		s.end()
	})
}

// An outbox that another process has open, or that cannot be written, keeps nothing back.
func TestOutboxInUse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStation(t)
		s.send(1, live.Begin)
		other := notify.New(s.ctx)
		_, err := other.Resume(s.to)
		require.ErrorIs(t, err, notify.ErrOutboxInUse)
		other.Send(s.to, numbered(2))
		time.Sleep(time.Second) // on the bubble's clock
		elsewhere := s.to
		elsewhere.Outbox = filepath.Join(s.folder, "none", "outbox")
		other.Send(elsewhere, numbered(3))
		time.Sleep(time.Second) // on the bubble's clock
		synctest.Wait()
		require.Len(t, s.got(), 3)
		s.end()
	})
}

// In a month with 200 faults, a receiver that is down a tenth of the time gets the begin and the end of each exactly once and in order,
// through restarts.
func TestMonth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		random := rand.New(rand.NewPCG(35, 3))
		s := newStation(t)
		var want []string
		const faults = 200
		for number := range faults {
			time.Sleep(time.Duration(1+random.IntN(7)) * time.Hour) // on the bubble's clock
			s.setDown(random.IntN(10) == 0)
			s.send(number+1, live.Begin)
			if random.IntN(8) == 0 {
				s.end()
				s.start()
			}
			time.Sleep(time.Duration(1+random.IntN(600)) * time.Second) // on the bubble's clock
			s.send(number+1, live.End)
			want = append(want, fmt.Sprintf("%d begin", number+1), fmt.Sprintf("%d end", number+1))
		}
		s.setDown(false)
		time.Sleep(time.Hour) // on the bubble's clock
		synctest.Wait()
		got := s.got()
		late := 0
		for i, line := range got {
			words := strings.Fields(line)
			if len(words) > 2 {
				late++
			}
			got[i] = strings.Join(words[:2], " ")
		}
		require.Equal(t, want, got)
		require.NotZero(t, late)
		s.end()
	})
}
