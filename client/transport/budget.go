package transport

import "sync"

const (
	// mostRetries is how many retries a host may be asked for that answers nothing.
	mostRetries = 10
	// answersPerRetry is how many answers earn one more.
	answersPerRetry = 10
)

// budget keeps retries from adding to the load of a host that is down already: each host
// has a stock of them, which its answers fill up again.
type budget struct {
	lock  sync.Mutex
	spent map[string]int // by host, in answers; nothing for a full stock
}

// earn notes an answer.
func (b *budget) earn(host string) {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.spent[host] > 1 {
		b.spent[host]--
	} else {
		delete(b.spent, host)
	}
}

// spend takes a retry out of the stock and tells whether there was one.
func (b *budget) spend(host string) bool {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.spent[host]+answersPerRetry > mostRetries*answersPerRetry {
		return false
	}
	b.spent[host] += answersPerRetry
	return true
}
