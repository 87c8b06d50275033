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
	journal          journal

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
			receiver.queue.add(&job{
				message: waiting.message, send: receiver.send, remove: kept.remover(receiver.name, waiting.number), isResumed: true,
				note: n.journal.noteTo(&receiver, &waiting.message),
			})
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

// Deliveries returns the state of each receiver that is set.
func (n *Notifier) Deliveries(to Receivers) []Delivery {
	receivers := n.of(&to)
	states := make([]Delivery, len(receivers))
	for i, receiver := range receivers {
		states[i] = receiver.queue.delivery()
	}
	return states
}

// Send queues an alert and returns at once. The returned function waits until it was attempted once, and returns the failures to
// report: of each receiver the first one, and further ones only after a success.
func (n *Notifier) Send(to Receivers, alert live.Alert) (wait func() []text.Safe) {
	message := NewMessage(to.Network, alert)
	var results []<-chan text.Safe
	for _, receiver := range n.of(&to) {
		if !receiver.takes(&message) {
			n.journal.refuse(&receiver, &message)
			continue
		}
		added := &job{message: message, send: receiver.send, done: make(chan text.Safe, 1), note: n.journal.noteTo(&receiver, &message)}
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
