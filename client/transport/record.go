package transport

import (
	"net/http"
	"slices"
	"sync"
)

const (
	// MostRecorded is how many exchanges a Recorder keeps.
	MostRecorded = 1000
	// mostBodies is of how many of them, the newest ones, it keeps the bodies.
	mostBodies = 200
	// mostKeptBytes is how long these bodies are together, at most.
	mostKeptBytes = 16 << 20
	// mostHeaderBytes is how much of a header is kept.
	mostHeaderBytes = 16 << 10
)

// Recorder keeps the newest exchanges of a Policy: the newest 1,000, and of the newest 200
// of them the bodies, as far as 16 MiB hold them. No secret stands in what it keeps. The
// zero value is ready for use, by several goroutines at once.
type Recorder struct {
	lock      sync.Mutex
	recorded  []Recorded // a ring once it is full; bodies stand in bodies alone
	failed    uint64
	newest    uint64   // serial of the newest exchange: how many there were
	bodies    []bodies // the oldest first
	bodyBytes int
	underWay  []*Exchange // the oldest first
}

// Recorded is an exchange that was kept, without its bodies.
type Recorded struct {
	Serial uint64 // counts the exchanges from 1
	Exchange
}

// bodies are those of one exchange.
type bodies struct {
	serial       uint64
	sent, answer []byte
}

func (b bodies) size() int { return len(b.sent) + len(b.answer) }

// Record keeps an exchange and may forget the oldest.
func (r *Recorder) Record(exchange Exchange) {
	kept := bodies{sent: exchange.Sent, answer: exchange.Body}
	exchange.Sent, exchange.Body = nil, nil
	exchange.RequestHeader = bounded(exchange.RequestHeader)
	exchange.ResponseHeader = bounded(exchange.ResponseHeader)

	r.lock.Lock()
	defer r.lock.Unlock()
	r.newest++
	kept.serial = r.newest
	if exchange.Failed() {
		r.failed++
	}
	if len(r.recorded) < MostRecorded {
		r.recorded = append(r.recorded, Recorded{r.newest, exchange})
	} else {
		r.recorded[r.place(r.newest)] = Recorded{r.newest, exchange}
	}
	r.bodies = append(r.bodies, kept)
	r.bodyBytes += kept.size()
	for len(r.bodies) > mostBodies || r.bodyBytes > mostKeptBytes {
		r.bodyBytes -= r.bodies[0].size()
		r.bodies[0] = bodies{} // or the array under it would hold on to them
		r.bodies = r.bodies[1:]
	}
}

// begin notes an exchange that begins, until the function that it gives is called.
func (r *Recorder) begin(exchange Exchange) (ended func()) {
	exchange.Sent = nil
	r.lock.Lock()
	defer r.lock.Unlock()
	r.underWay = append(r.underWay, &exchange)
	return func() {
		r.lock.Lock()
		defer r.lock.Unlock()
		r.underWay = slices.DeleteFunc(r.underWay, func(other *Exchange) bool { return other == &exchange })
	}
}

// UnderWay gives the exchanges that have begun and not ended, the oldest first.
func (r *Recorder) UnderWay() []Exchange {
	r.lock.Lock()
	defer r.lock.Unlock()
	exchanges := make([]Exchange, len(r.underWay))
	for i, exchange := range r.underWay {
		exchanges[i] = *exchange
	}
	return exchanges
}

// place is where the exchange with this serial stands in the ring.
func (r *Recorder) place(serial uint64) int { return int((serial - 1) % MostRecorded) }

// Since gives the exchanges after the one with this serial that are kept, the oldest first;
// since 0 are all.
func (r *Recorder) Since(serial uint64) []Recorded {
	r.lock.Lock()
	defer r.lock.Unlock()
	serial = max(serial, r.newest-uint64(len(r.recorded)))
	if serial >= r.newest {
		return nil
	}
	since := make([]Recorded, 0, r.newest-serial)
	for serial++; serial <= r.newest; serial++ {
		since = append(since, r.recorded[r.place(serial)])
	}
	return since
}

// Bodies gives the bodies of request and answer of an exchange, which nobody may change. It
// is not ok where they are no longer kept. A body that was not read, or was too large to be
// kept, is nil.
func (r *Recorder) Bodies(serial uint64) (sent, answer []byte, ok bool) {
	r.lock.Lock()
	defer r.lock.Unlock()
	if len(r.bodies) == 0 || serial < r.bodies[0].serial || serial > r.newest {
		return nil, nil, false
	}
	kept := r.bodies[serial-r.bodies[0].serial]
	return kept.sent, kept.answer, true
}

// Count is how many exchanges there were, and how many of them failed.
func (r *Recorder) Count() (all, failed uint64) {
	r.lock.Lock()
	defer r.lock.Unlock()
	return r.newest, r.failed
}

// bounded leaves out of a header what goes over the limit.
func bounded(header http.Header) http.Header {
	bytes := 0
	for name, values := range header {
		bytes += len(name)
		for _, value := range values {
			bytes += len(value)
		}
	}
	if bytes <= mostHeaderBytes {
		return header
	}
	short, room := http.Header{}, mostHeaderBytes
	for name, values := range header {
		for _, value := range values {
			if room -= len(name) + len(value); room < 0 {
				return short
			}
			short[name] = append(short[name], value)
		}
	}
	return short
}
