package live

import (
	"time"

	"foredeck/tui/text"
)

// Delivery is what became of an alert for a receiver.
type Delivery struct {
	Receiver  string    `json:"receiver"`
	At        time.Time `json:"at,omitzero"`       // when the receiver took it; zero: it has not
	Failure   string    `json:"failure,omitempty"` // of the last attempt, or why there is none
	IsWaiting bool      `json:"waiting,omitempty"` // it is tried, or tried again
	IsEnd     bool      `json:"is_end,omitempty"`  // it is about the end of the condition
}

// Describe returns the delivery in words, with its time: sent to alert webhook 14:02:03.
func (d *Delivery) Describe(clock func(time.Time) text.Safe) text.Safe {
	receiver, failure := text.Clean(d.Receiver), text.Clean(d.Failure)
	if d.IsEnd {
		receiver = text.Format("%s (end)", receiver)
	}
	switch {
	case !d.At.IsZero():
		return text.Format("sent to %s %s", receiver, clock(d.At))
	case d.IsWaiting && d.Failure == "":
		return text.Format("sending to %s", receiver)
	case d.IsWaiting:
		return text.Format("%s will be tried again: %s", receiver, failure)
	}
	return text.Format("not sent to %s: %s", receiver, failure)
}
