package notify

import (
	"context"
	"fmt"
	"time"

	"foredeck/tui/live"
	"foredeck/tui/store"
)

// turnInterval is the time between two questions whose turn it is: while another process sends, and to say that this one still does.
const turnInterval = 500 * time.Millisecond

// shared is an alert that several processes raise, and one of them is to send.
type shared struct {
	store    *store.Store
	delivery store.Delivery
}

// delivery returns what identifies an alert to a receiver among those of other processes, which number and time their conditions on
// their own.
func delivery(receiver string, alert live.Alert) store.Delivery {
	return store.Delivery{
		Key:      fmt.Sprintf("%s\x00%s\x00%s\x00%s\x00%s", receiver, alert.Kind, alert.Subject, alert.Phase, alert.Facts.State),
		Occasion: fmt.Sprintf("%s %s %d", alert.ID(), alert.Phase, alert.At.UnixNano()), At: time.Now(),
	}
}

// once sends the alert, or waits until another process has sent it. Without the state file it sends: twice is better than never.
func (s *shared) once(ctx context.Context, send func(context.Context) error) error {
	again := time.NewTicker(turnInterval)
	defer again.Stop()
	for {
		turn, err := s.store.TakeDelivery(s.delivery, time.Now())
		if err != nil || turn == store.Mine {
			return s.sendNow(ctx, send, again.C)
		}
		if turn == store.Sent {
			return nil
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// sendNow sends the alert, and says that it does so until it is sent.
func (s *shared) sendNow(ctx context.Context, send func(context.Context) error, again <-chan time.Time) error {
	done := make(chan error, 1)
	go func() { done <- send(ctx) }()
	for {
		select {
		case err := <-done:
			_ = s.store.EndDelivery(s.delivery, time.Now()) // if it fails, another process sends the alert too
			return err
		case <-again:
			_, _ = s.store.TakeDelivery(s.delivery, time.Now()) // as above
		}
	}
}
