package transport

import (
	"net/http"
	"sync"
)

const (
	// MaxRecorded is the number of exchanges that a Recorder stores.
	MaxRecorded = 1000
	// maxBodies is the number of newest exchanges stored with their bodies.
	maxBodies = 200
	// maxBodyBytes is the total size of these bodies.
	maxBodyBytes = 8 << 20
	// maxHeaderBytes is the size to which a header is cut.
	maxHeaderBytes = 16 << 10
)

// Recorder stores the newest exchanges of a Policy, without secrets: 1,000 exchanges, the newest 200 with their bodies as far
// as these fit into 8 MiB. The zero value is ready for use and safe for concurrent use.
type Recorder struct {
	// Notices has messages about the servers of these exchanges; nil if there are none.
	Notices *Notices
	// Limit is the maximum number of exchanges; 0 means MaxRecorded, which it cannot exceed. The limits of bodies shrink with it.
	Limit int

	lock      sync.Mutex
	recorded  []Recorded // a ring buffer
	failed    uint64
	newest    uint64 // serial of the newest exchange
	bodiless  uint64 // serial of the newest exchange whose bodies were dropped
	bodyBytes int
	inFlight  []*Exchange // oldest first
}

// Recorded is a stored exchange without its bodies.
type Recorded struct {
	Serial uint64 // counts the exchanges from 1
	Exchange
}

// Record stores an exchange and drops the oldest beyond the limits.
func (r *Recorder) Record(exchange Exchange) {
	exchange.RequestHeader = limitHeader(exchange.RequestHeader)
	exchange.ResponseHeader = limitHeader(exchange.ResponseHeader)

	r.lock.Lock()
	defer r.lock.Unlock()
	r.newest++
	// That something does not exist is an answer: clients of a chain ask for the block after the newest one all the time.
	isAnswer := exchange.Err == nil && (exchange.Status == http.StatusNotFound || exchange.Status == http.StatusGone)
	if exchange.Failed() && !isAnswer {
		r.failed++
	}
	limit := r.limit()
	if len(r.recorded) < limit {
		r.recorded = append(r.recorded, Recorded{})
	}
	r.recorded[r.index(r.newest)] = Recorded{r.newest, exchange}
	r.bodyBytes += len(exchange.Sent) + len(exchange.Body)
	for r.newest-r.bodiless > uint64(maxBodies*limit/MaxRecorded) || r.bodyBytes > maxBodyBytes*limit/MaxRecorded {
		r.bodiless++
		oldest := &r.recorded[r.index(r.bodiless)]
		r.bodyBytes -= len(oldest.Sent) + len(oldest.Body)
		oldest.Sent, oldest.Body = nil, nil
	}
}

// begin adds an exchange that has started, and returns a function that removes it.
func (r *Recorder) begin(exchange Exchange) (ended func()) {
	exchange.Sent = nil
	return listed(&r.lock, &r.inFlight, &exchange)
}

// InFlight returns the exchanges that have started and not ended, oldest first.
func (r *Recorder) InFlight() []Exchange {
	r.lock.Lock()
	defer r.lock.Unlock()
	exchanges := make([]Exchange, len(r.inFlight))
	for i, exchange := range r.inFlight {
		exchanges[i] = *exchange
	}
	return exchanges
}

// index returns the index of an exchange in the ring buffer.
func (r *Recorder) index(serial uint64) int { return int((serial - 1) % uint64(r.limit())) }

func (r *Recorder) limit() int {
	if r.Limit <= 0 {
		return MaxRecorded
	}
	return min(r.Limit, MaxRecorded)
}

// Since returns the stored exchanges after the one with a serial, oldest first; Since(0) returns all.
func (r *Recorder) Since(serial uint64) []Recorded {
	r.lock.Lock()
	defer r.lock.Unlock()
	serial = max(serial, r.newest-uint64(len(r.recorded)))
	if serial >= r.newest {
		return nil
	}
	since := make([]Recorded, 0, r.newest-serial)
	for serial++; serial <= r.newest; serial++ {
		record := r.recorded[r.index(serial)]
		record.Sent, record.Body = nil, nil
		since = append(since, record)
	}
	return since
}

// Bodies returns the bodies of the request and the response of an exchange, which must not be modified. ok is false if they
// are no longer stored. A body that was not read or was too large is nil.
func (r *Recorder) Bodies(serial uint64) (sent, received []byte, ok bool) {
	r.lock.Lock()
	defer r.lock.Unlock()
	if serial <= r.bodiless || serial > r.newest {
		return nil, nil, false
	}
	stored := &r.recorded[r.index(serial)]
	return stored.Sent, stored.Body, true
}

// Count returns the number of exchanges so far, and how many of them failed.
func (r *Recorder) Count() (all, failed uint64) {
	r.lock.Lock()
	defer r.lock.Unlock()
	return r.newest, r.failed
}

// limitHeader drops values of a header beyond the limit.
func limitHeader(header http.Header) http.Header {
	bytes := 0
	for name, values := range header {
		bytes += len(name)
		for _, value := range values {
			bytes += len(value)
		}
	}
	if bytes <= maxHeaderBytes {
		return header
	}
	short, room := http.Header{}, maxHeaderBytes
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
