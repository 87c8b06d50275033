package transport

import "sync"

const (
	// mostRetries is how many retries a host may be asked for that answers nothing.
	mostRetries = 10
	// retryEarned is the part of a retry that each answer earns: while most calls are
	// answered, one in ten may be tried again.
	retryEarned = 0.1
)

// budget keeps retries from adding to the load of a host that is down already: each host
// has a stock of them, which its answers fill up again.
type budget struct {
	lock  sync.Mutex
	spent map[string]float64 // by host; nothing for a full stock
}

// earn notes an answer.
func (b *budget) earn(host string) {
	b.lock.Lock()
	defer b.lock.Unlock()
	if spent, ok := b.spent[host]; ok {
		if spent -= retryEarned; spent > 0 {
			b.spent[host] = spent
		} else {
			delete(b.spent, host)
		}
	}
}

// spend takes a retry out of the stock and tells whether there was one.
func (b *budget) spend(host string) bool {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.spent[host]+1 > mostRetries {
		return false
	}
	b.spent[host]++
	return true
}
