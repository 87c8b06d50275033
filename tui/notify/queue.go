package notify

import (
	"context"
	"errors"
	"os/exec"
	"slices"
	"sync"
	"time"

	"foredeck/client/webhook"
	"foredeck/tui/text"
)

// queue sends to a receiver, one alert at a time.
type queue struct {
	ctx     context.Context
	name    text.Safe
	wake    chan struct{} // has an element after an alert was added
	lock    sync.Mutex
	jobs    []*job
	running bool
	failing bool // the last one failed
	sent    uint64
	last    time.Time // a receiver took an alert
	why     text.Safe // the last attempt failed
}

func newQueue(ctx context.Context, name text.Safe) *queue {
	return &queue{ctx: ctx, name: name, wake: make(chan struct{}, 1)}
}

type job struct {
	message Message
	send    func(context.Context, *Message) error
	once    func(ctx context.Context, send func(context.Context) error) error // with other processes; nil: alone
	keep    func() (remove func())                                            // in the outbox; nil: it is there
	remove  func()                                                            // from the outbox; nil: it is not there
	done    chan text.Safe                                                    // gets the failure to report, or an empty text; nil: nobody waits
	note    func(err error, isWaiting bool)                                   // notes how an attempt ended
	sent    bool                                                              // it was attempted

	added     time.Time
	isResumed bool // it is from an earlier process
}

// report says how the first attempt ended.
func (j *job) report(failure text.Safe) {
	if j.done != nil {
		j.done <- failure
		j.done = nil
	}
}

// errDropped is the error of an alert that was not sent because too many others were waiting.
var errDropped = errors.New("too slow: some alerts were not sent")

// errOld is the error of an alert that could not be sent for maxAge.
var errOld = errors.New("not reached for three days: some alerts were not sent")

// add queues an alert.
func (q *queue) add(added *job) {
	q.lock.Lock()
	defer q.lock.Unlock()
	if q.ctx.Err() != nil {
		added.report(text.Safe{})
		return
	}
	added.added = time.Now()
	q.jobs = append(q.jobs, added)
	if len(q.jobs) > maxQueue { // not the first one, which may be on its way
		dropped := q.jobs[1]
		dropped.note(errDropped, false)
		dropped.report(q.failure(errDropped))
		dropped.drop()
		q.jobs = slices.Delete(q.jobs, 1, 2)
	}
	if !q.running {
		q.running = true
		go q.work()
	}
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// drop removes the alert from the outbox.
func (j *job) drop() {
	if j.remove != nil {
		j.remove()
	}
}

func (q *queue) waiting() int { return q.delivery().Waiting }

// Delivery says what became of the alerts for a receiver since the program started.
type Delivery struct {
	Receiver text.Safe
	Sent     uint64    // alerts that it took
	Last     time.Time // of them; zero if there were none
	Waiting  int       // alerts that it has not taken yet
	Oldest   time.Time // of those
	Failure  text.Safe // of the last attempt; empty if that succeeded
}

func (q *queue) delivery() Delivery {
	q.lock.Lock()
	defer q.lock.Unlock()
	d := Delivery{Receiver: q.name, Sent: q.sent, Last: q.last, Waiting: len(q.jobs), Failure: q.why}
	if len(q.jobs) > 0 {
		d.Oldest = q.jobs[0].message.Time
	}
	return d
}

// note notes how an attempt ended. The lock is held.
func (q *queue) note(err error) {
	q.why = text.Safe{}
	if err != nil {
		q.why = text.Clean(err.Error())
		return
	}
	q.sent++
	q.last = time.Now()
}

// work sends the alerts that wait, in order. Those that no attempt reached when the context ends stay in the outbox.
func (q *queue) work() {
	pause := firstPause
	for {
		next := q.first()
		if next == nil {
			return
		}
		err := next.attempt(q.ctx)
		isTemporary := isTemporary(err)
		if isTemporary && time.Since(next.message.Time) > maxAge {
			err, isTemporary = errOld, false
		}
		q.lock.Lock()
		q.note(err)
		next.note(err, isTemporary)
		failure := q.failure(err)
		next.report(failure)
		if !isTemporary && q.ctx.Err() == nil {
			q.jobs = q.jobs[1:]
			q.lock.Unlock()
			next.drop()
			pause = firstPause
			continue
		}
		q.lock.Unlock()
		q.pause(pause)
		pause = min(2*pause, maxPause)
	}
}

// first returns the alert to send next, after it and those behind it were kept in the outbox. It returns nil when there is none, or at the
// end of the context.
func (q *queue) first() *job {
	q.keepAll()
	q.lock.Lock()
	defer q.lock.Unlock()
	if len(q.jobs) > 0 && q.ctx.Err() == nil {
		return q.jobs[0]
	}
	for _, left := range q.jobs {
		left.report(text.Safe{})
	}
	q.running = false
	return nil
}

// keepAll writes the alerts that wait into the outbox. It is called by the worker, which alone writes: callers of Send do not wait.
func (q *queue) keepAll() {
	for {
		q.lock.Lock()
		at := slices.IndexFunc(q.jobs, func(j *job) bool { return j.keep != nil })
		if at < 0 {
			q.lock.Unlock()
			return
		}
		next := q.jobs[at]
		keep := next.keep
		next.keep = nil
		q.lock.Unlock()
		remove := keep()
		q.lock.Lock()
		next.remove = remove
		q.lock.Unlock()
	}
}

// reportWaiting says to those who wait for alerts behind one that is not taken that there is nothing to report.
func (q *queue) reportWaiting() {
	q.lock.Lock()
	defer q.lock.Unlock()
	for _, job := range q.jobs {
		job.report(text.Safe{})
	}
}

// pause waits before another attempt. Alerts that arrive meanwhile are kept.
func (q *queue) pause(length time.Duration) {
	timer := time.NewTimer(length)
	defer timer.Stop()
	for {
		q.reportWaiting()
		select {
		case <-timer.C:
			return
		case <-q.ctx.Done():
			return
		case <-q.wake:
			q.keepAll()
		}
	}
}

// attempt sends the alert, with its age if it is late.
func (j *job) attempt(ctx context.Context) error {
	message := j.message
	if late := time.Since(message.Time); late > lateAfter && (j.isResumed || time.Since(j.added) > lateAfter) {
		message.LateSeconds = int64(late / time.Second)
		message.Text += text.Format(" (sent %s late)", text.Elapsed(late)).String()
	}
	isFirst := !j.sent
	j.sent = true
	send := func(ctx context.Context) error { return j.send(ctx, &message) }
	if j.once != nil && isFirst {
		return j.once(ctx, send)
	}
	return send(ctx)
}

// isTemporary reports whether an alert can be sent later.
func isTemporary(err error) bool {
	if _, ok := errors.AsType[*webhook.TemporaryError](err); ok {
		return true
	}
	exit, ok := errors.AsType[*exec.ExitError](err)
	return ok && exit.ExitCode() == tempFail
}

// failure returns the failure to report for an error, which can be nil. The lock is held.
func (q *queue) failure(err error) text.Safe {
	wasFailing := q.failing
	q.failing = err != nil
	if err == nil || wasFailing || q.ctx.Err() != nil {
		return text.Safe{}
	}
	if isTemporary(err) {
		return text.Format("%s failed, and is tried again: %s", q.name, text.Clean(err.Error()))
	}
	return text.Format("%s failed: %s", q.name, text.Clean(err.Error()))
}
