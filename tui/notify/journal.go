package notify

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"foredeck/tui/live"
)

// maxJournal is the number of conditions whose deliveries are remembered.
const maxJournal = 500

// journal remembers what became of the last alert of each condition, for each receiver.
type journal struct {
	lock  sync.Mutex
	order []string // IDs of conditions, oldest first
	of    map[string][]live.Delivery
}

// set notes the state of an alert for a receiver.
func (j *journal) set(condition string, state live.Delivery) {
	j.lock.Lock()
	defer j.lock.Unlock()
	if j.of == nil {
		j.of = map[string][]live.Delivery{}
	}
	all, known := j.of[condition]
	if !known {
		j.order = append(j.order, condition)
		if len(j.order) > maxJournal {
			delete(j.of, j.order[0])
			j.order = slices.Delete(j.order, 0, 1)
		}
	}
	at := slices.IndexFunc(all, func(d live.Delivery) bool { return d.Receiver == state.Receiver })
	if at < 0 {
		j.of[condition] = append(all, state)
		return
	}
	all[at] = state
}

// noteTo returns the function that notes how an attempt to send a message ended.
func (j *journal) noteTo(receiver *receiver, message *Message) func(err error, isWaiting bool) {
	id, state := message.ID, live.Delivery{Receiver: receiver.queue.name.String(), IsEnd: message.Phase == string(live.End), IsWaiting: true}
	j.set(id, state)
	return func(err error, isWaiting bool) {
		noted := state
		noted.IsWaiting = isWaiting
		if noted.At = time.Now(); err != nil {
			noted.At, noted.Failure = time.Time{}, err.Error()
		}
		j.set(id, noted)
	}
}

// refuse notes that a receiver does not take a message.
func (j *journal) refuse(receiver *receiver, message *Message) {
	j.set(message.ID, live.Delivery{
		Receiver: receiver.queue.name.String(), IsEnd: message.Phase == string(live.End), Failure: fmt.Sprintf("it does not take alerts of the severity %s", message.Severity),
	})
}

// Delivered returns what became of the last alert of a condition, for each receiver; nil if nothing is known.
func (n *Notifier) Delivered(condition string) []live.Delivery {
	n.journal.lock.Lock()
	defer n.journal.lock.Unlock()
	return slices.Clone(n.journal.of[condition])
}
