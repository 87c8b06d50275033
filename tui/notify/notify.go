package notify

import (
	"context"
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
	"foredeck/tui/live"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

const (
	// timeout is the time limit of the command.
	timeout = 10 * time.Second
	// maxQueue is the number of alerts that wait for a receiver. Further ones are dropped, the oldest first.
	maxQueue = 200
)

// Receivers are where alerts are sent. The zero value is nowhere.
type Receivers struct {
	Command []string // program and arguments
	Webhook string   // address; it can contain a secret
	Network string   // that the alerts are about
	// Store has what other processes on the same state file send: of those that raise the same alert, one sends it to a receiver. nil if
	// there are none.
	Store *store.Store
}

// Notifier sends alerts. Each receiver gets them in order, independent of the other one.
type Notifier struct {
	command, webhook queue
	client           *webhook.Client
}

// New returns a notifier. All that it does ends with the context.
func New(ctx context.Context) *Notifier {
	n := &Notifier{client: webhook.New()}
	n.command = queue{ctx: ctx, name: text.Const("alert command")}
	n.webhook = queue{ctx: ctx, name: text.Const("alert webhook")}
	return n
}

// Send queues an alert and returns at once. The returned function waits until the alert was sent or dropped, and returns the failures
// to report: of each receiver the first one, and further ones only after a success.
func (n *Notifier) Send(to Receivers, alert live.Alert) (wait func() []text.Safe) {
	message := NewMessage(to.Network, alert)
	var results []<-chan text.Safe
	once := func(receiver string, send func(context.Context) error) func(context.Context) error {
		if to.Store == nil {
			return send
		}
		return (&shared{to.Store, delivery(receiver, alert), send}).once
	}
	if len(to.Command) > 0 {
		send := once(strings.Join(to.Command, "\x00"), func(ctx context.Context) error { return run(ctx, to.Command, &message) })
		results = append(results, n.command.add(send))
	}
	if to.Webhook != "" {
		send := once(to.Webhook, func(ctx context.Context) error { return n.post(ctx, to.Webhook, &message) })
		results = append(results, n.webhook.add(send))
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

// queue sends to a receiver, one alert at a time.
type queue struct {
	ctx     context.Context
	name    text.Safe
	lock    sync.Mutex
	jobs    []job
	running bool
	failing bool // the last one failed
}

type job struct {
	send func(context.Context) error
	done chan text.Safe // gets the failure to report, or an empty text
}

// errDropped is the error of an alert that was not sent because too many others were waiting.
var errDropped = errors.New("too slow: some alerts were not sent")

// add queues an alert. The returned channel gets the failure to report, or an empty text.
func (q *queue) add(send func(context.Context) error) <-chan text.Safe {
	q.lock.Lock()
	defer q.lock.Unlock()
	added := job{send, make(chan text.Safe, 1)}
	q.jobs = append(q.jobs, added)
	if len(q.jobs) > maxQueue {
		q.jobs[0].done <- q.failure(errDropped)
		q.jobs = q.jobs[1:]
	}
	if !q.running {
		q.running = true
		go q.work()
	}
	return added.done
}

// work sends the alerts that wait.
func (q *queue) work() {
	for {
		q.lock.Lock()
		if len(q.jobs) == 0 {
			q.running = false
			q.lock.Unlock()
			return
		}
		next := q.jobs[0]
		q.jobs = q.jobs[1:]
		q.lock.Unlock()
		err := next.send(q.ctx)
		q.lock.Lock()
		next.done <- q.failure(err)
		q.lock.Unlock()
	}
}

// failure returns the failure to report for an error, which can be nil. The lock is held.
func (q *queue) failure(err error) text.Safe {
	wasFailing := q.failing
	q.failing = err != nil
	if err == nil || wasFailing || q.ctx.Err() != nil {
		return text.Safe{}
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
