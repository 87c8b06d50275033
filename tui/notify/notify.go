package notify

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"sync"
	"time"

	"foredeck/tui/monitor"
	"foredeck/tui/text"
)

const (
	// timeout is the time limit of the command, and of each attempt to reach the webhook.
	timeout = 10 * time.Second
	// retryPause is the time before the second attempt to reach the webhook.
	retryPause = time.Second
	// maxQueue is the number of alerts that wait for a receiver. Further ones are dropped, the oldest first.
	maxQueue = 200
)

// Receivers are where alerts are sent. The zero value is nowhere.
type Receivers struct {
	Command []string // program and arguments
	Webhook string   // address; it can contain a secret
	Network string   // that the alerts are about
}

// Notifier sends alerts. Each receiver gets them in order, independent of the other one.
type Notifier struct {
	command, webhook queue
	client           http.Client
}

// New returns a notifier. All that it does ends with the context.
func New(ctx context.Context) *Notifier {
	n := &Notifier{client: http.Client{Timeout: timeout, CheckRedirect: checkRedirect}}
	n.command = queue{ctx: ctx, name: text.Const("alert command")}
	n.webhook = queue{ctx: ctx, name: text.Const("alert webhook")}
	return n
}

// Send queues an alert and returns at once. The returned function waits until the alert was sent or dropped, and returns the failures
// to report: of each receiver the first one, and further ones only after a success.
func (n *Notifier) Send(to Receivers, alert monitor.Alert) (wait func() []text.Safe) {
	message := NewMessage(to.Network, alert)
	var results []<-chan text.Safe
	if len(to.Command) > 0 {
		results = append(results, n.command.add(func(ctx context.Context) error { return run(ctx, to.Command, &message) }))
	}
	if to.Webhook != "" {
		results = append(results, n.webhook.add(func(ctx context.Context) error { return n.post(ctx, to.Webhook, message.JSON()) }))
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

// errRedirect is the error of a webhook that redirects to another host, which must not get the alert.
var errRedirect = errors.New("redirects to another address: set that in alert_webhook")

// checkRedirect allows redirects that send the alert to the same host again.
func checkRedirect(request *http.Request, via []*http.Request) error {
	first := via[0]
	if request.Method != first.Method || request.URL.Scheme != first.URL.Scheme || request.URL.Host != first.URL.Host || len(via) > 3 {
		return errRedirect
	}
	return nil
}

// post sends the body to the webhook, twice if the first attempt fails. Errors have its host but no other part of the address.
func (n *Notifier) post(ctx context.Context, address string, body []byte) error {
	retry, err := n.attempt(ctx, address, body)
	if !retry {
		return err
	}
	timer := time.NewTimer(retryPause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
		return ctx.Err()
	}
	_, err = n.attempt(ctx, address, body)
	return err
}

// attempt sends the body to the webhook. retry reports whether another attempt can succeed.
func (n *Notifier) attempt(ctx context.Context, address string, body []byte) (retry bool, err error) {
	parsed, err := url.Parse(address)
	if err != nil {
		return false, errors.New("the address is invalid")
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return false, errors.New("the address is invalid")
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "foredeck")
	response, err := n.client.Do(request)
	if err != nil {
		if sent, ok := errors.AsType[*url.Error](err); ok {
			err = sent.Err // without the address
			if sent.Timeout() {
				err = fmt.Errorf("no response within %s", timeout)
			}
		}
		return !errors.Is(err, errRedirect), fmt.Errorf("%s: %w", parsed.Host, err)
	}
	defer response.Body.Close()
	_, _ = io.CopyN(io.Discard, response.Body, 64<<10) // so that the connection can be used again
	if response.StatusCode < 300 {
		return false, nil
	}
	retry = response.StatusCode >= 500 || response.StatusCode == http.StatusTooManyRequests
	return retry, fmt.Errorf("%s responded with %d %s", parsed.Host, response.StatusCode, cmp.Or(http.StatusText(response.StatusCode), "(unknown status)"))
}
