package notify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"

	"foredeck/client/webhook"
	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

const (
	// timeout is the time limit of the command.
	timeout = 10 * time.Second
	// maxQueue is the number of alerts that wait for a receiver. Further ones are dropped, the oldest first.
	maxQueue = 2000
	// firstPause and maxPause limit the time between attempts while a receiver does not take an alert.
	firstPause = 15 * time.Second
	maxPause   = 5 * time.Minute
	// maxAge is the age from which an alert is not sent any more.
	maxAge = 72 * time.Hour
	// lateAfter is the age from which an alert says that it is late.
	lateAfter = time.Minute
	// tempFail is the exit code by which a command asks for another run later, as sysexits.h has it.
	tempFail = 75
)

// Receivers are where alerts are sent. The zero value is nowhere.
type Receivers struct {
	Command []string // program and arguments
	Webhook string   // address; it can contain a secret
	// Services are further receivers. The environment has their keys; nil: that of the process.
	Services    []config.Receiver
	Environment func(name string) string
	Network     string // that the alerts are about
	// Store has what other processes on the same state file send: of those that raise the same alert, one sends it to a receiver. nil if
	// there are none.
	Store *store.Store
	// Outbox is the path of the file with the alerts that wait for a receiver; empty: they are lost when the process ends.
	Outbox string
}

// receiver is one of the Receivers.
type receiver struct {
	name  string // in the outbox
	send  func(context.Context, *Message) error
	queue *queue
	takes func(*Message) bool
}

func takesAll(*Message) bool { return true }

// of returns the receivers that are set.
func (n *Notifier) of(to *Receivers) (all []receiver) {
	if len(to.Command) > 0 {
		all = append(all, receiver{"command " + digest(strings.Join(to.Command, "\x00")), func(ctx context.Context, m *Message) error { return run(ctx, to.Command, m) }, n.command, takesAll})
	}
	if to.Webhook != "" {
		all = append(all, receiver{"webhook " + digest(to.Webhook), func(ctx context.Context, m *Message) error { return n.post(ctx, to.Webhook, m) }, n.webhook, takesAll})
	}
	for i := range to.Services {
		service := &to.Services[i]
		all = append(all, receiver{
			"receiver " + service.Name + " " + digest(service.URL), func(ctx context.Context, m *Message) error { return n.postTo(ctx, service, to.environment(), m) },
			n.queueOf(service.Name), func(m *Message) bool { return accepts(service, m.Severity) },
		})
	}
	return all
}

func (to *Receivers) environment() func(string) string {
	if to.Environment == nil {
		return os.Getenv
	}
	return to.Environment
}

// queueOf returns the queue of a service.
func (n *Notifier) queueOf(service string) *queue {
	n.lock.Lock()
	defer n.lock.Unlock()
	found := n.services[service]
	if found == nil {
		found = newQueue(n.ctx, text.Format("receiver %s", text.Clean(service)))
		n.services[service] = found
	}
	return found
}

// digest identifies a receiver without its address, which can be a secret.
func digest(where string) string {
	sum := sha256.Sum256([]byte(where))
	return hex.EncodeToString(sum[:8])
}

// Notifier sends alerts. Each receiver gets them in order, independent of the other one. An alert that a receiver does not take is sent
// again, up to three days later; those behind it wait.
type Notifier struct {
	command, webhook *queue
	client           *webhook.Client
	ctx              context.Context

	lock     sync.Mutex
	services map[string]*queue
	outbox   outbox
	opened   string // path of the outbox, once it was opened
}

// New returns a notifier. All that it does ends with the context.
func New(ctx context.Context) *Notifier {
	return &Notifier{
		client: webhook.New(), ctx: ctx, services: map[string]*queue{},
		command: newQueue(ctx, text.Const("alert command")), webhook: newQueue(ctx, text.Const("alert webhook")),
	}
}

// Close closes the outbox. Call it after the end of the context.
func (n *Notifier) Close() {
	n.lock.Lock()
	defer n.lock.Unlock()
	n.outbox.close()
	n.outbox, n.opened = outbox{}, ""
}

// open returns the outbox, which one network at a time has.
func (n *Notifier) open(path string, isNeeded bool) (outbox, error) {
	n.lock.Lock()
	defer n.lock.Unlock()
	if n.opened == path {
		return n.outbox, nil
	}
	found, err := openOutbox(path, isNeeded)
	if err == nil && found.db == nil {
		return outbox{}, nil // there is none yet
	}
	n.outbox.close()
	n.outbox, n.opened = found, path // one that cannot be opened is not tried again
	return found, err
}

// Resume sends what waited when the last process ended. It returns the number of those alerts.
func (n *Notifier) Resume(to Receivers) (count int, err error) {
	kept, err := n.open(to.Outbox, false)
	if err != nil {
		return 0, err
	}
	for _, receiver := range n.of(&to) {
		found, err := kept.all(receiver.name)
		if err != nil {
			return count, err
		}
		for _, waiting := range found {
			receiver.queue.add(&job{message: waiting.message, send: receiver.send, remove: kept.remover(receiver.name, waiting.number), isResumed: true})
		}
		count += len(found)
	}
	return count, nil
}

// Waiting returns the number of alerts that were not sent yet.
func (n *Notifier) Waiting() int {
	n.lock.Lock()
	defer n.lock.Unlock()
	count := n.command.waiting() + n.webhook.waiting()
	for _, queue := range n.services {
		count += queue.waiting()
	}
	return count
}

// Send queues an alert and returns at once. The returned function waits until it was attempted once, and returns the failures to
// report: of each receiver the first one, and further ones only after a success.
func (n *Notifier) Send(to Receivers, alert live.Alert) (wait func() []text.Safe) {
	message := NewMessage(to.Network, alert)
	var results []<-chan text.Safe
	for _, receiver := range n.of(&to) {
		if !receiver.takes(&message) {
			continue
		}
		added := &job{message: message, send: receiver.send, done: make(chan text.Safe, 1)}
		if to.Store != nil {
			turn := &shared{to.Store, delivery(receiver.name, alert)}
			added.once = turn.once
		}
		added.keep = func() (remove func()) {
			kept, err := n.open(to.Outbox, true)
			if err != nil {
				return nil // in memory only
			}
			number, err := kept.put(receiver.name, &message)
			if err != nil {
				return nil
			}
			return kept.remover(receiver.name, number)
		}
		results = append(results, added.done)
		receiver.queue.add(added)
	}
	return func() (failures []text.Safe) {
		for _, result := range results {
			if failure := <-result; !failure.IsEmpty() {
				failures = append(failures, failure)
			}
		}
		return failures
	}
}

func (o outbox) remover(receiver string, number uint64) func() {
	return func() { _ = o.remove(receiver, number) } // if it fails, the alert is sent twice, which is better than never
}

// queue sends to a receiver, one alert at a time.
type queue struct {
	ctx     context.Context
	name    text.Safe
	wake    chan struct{} // has an element after an alert was added
	lock    sync.Mutex
	jobs    []*job
	running bool
	failing bool // the last one failed
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

func (q *queue) waiting() int {
	q.lock.Lock()
	defer q.lock.Unlock()
	return len(q.jobs)
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

// run runs the command, without a shell. Its environment is that of the program, which has no secrets (see config.Environment), and
// the message.
func run(ctx context.Context, words []string, message *Message) error {
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	command := exec.CommandContext(limited, words[0], words[1:]...)
	command.Env = append(os.Environ(), message.Environment()...)
	err := command.Run()
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		return fmt.Errorf("%s did not end within %s", words[0], timeout)
	}
	return err
}

// post sends a message to the webhook.
func (n *Notifier) post(ctx context.Context, address string, message *Message) error {
	err := n.client.Post(ctx, address, message.JSON())
	if errors.Is(err, webhook.ErrRedirect) {
		return fmt.Errorf("%w: set that in alert_webhook", err)
	}
	return err
}

// maxDesktop is the width of the text of a desktop notification, in columns.
const maxDesktop = 200

// Desktop returns the function that encodes a text as a desktop notification of the terminal, nil if the terminal is not known to have
// them. A terminal without them could print the text. tmux and screen drop the sequence.
func Desktop(environment func(name string) string) func(text.Safe) string {
	program, term := environment("TERM_PROGRAM"), environment("TERM")
	is := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(term, name) })
	}
	switch {
	case environment("TMUX") != "" || environment("STY") != "" || is("screen", "tmux"):
		return nil
	case slices.Contains([]string{"iTerm.app", "WezTerm", "ghostty"}, program) || environment("LC_TERMINAL") == "iTerm2" || is("xterm-kitty", "xterm-ghostty", "wezterm"):
		return osc9
	case is("rxvt-unicode", "foot"):
		return osc777
	}
	return nil
}

// osc9 begins with the name of the program: a digit and a semicolon would be another command in some terminals.
func osc9(message text.Safe) string {
	return ansi.Notify(text.Format("foredeck: %s", text.Cut(message, maxDesktop)).String())
}

// osc777 has the program as the title. Semicolons separate the parts.
func osc777(message text.Safe) string {
	return "\x1b]777;notify;foredeck;" + strings.ReplaceAll(text.Cut(message, maxDesktop).String(), ";", ",") + "\a"
}
