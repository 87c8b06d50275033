package load

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// retryAfter is how long a cache waits before it loads a key again whose load failed.
const retryAfter = 10 * time.Second

// Cache holds the results of loads by key, at most max of them; the oldest are evicted first. Want queues a key, Fetch starts the
// loads of the queued keys, and Deliver on their CacheMsg stores the results.
//
// A result is stored only while the cache waits for its ticket, so the result for an evicted key is dropped. A key that does not
// exist is remembered as absent, so that it is requested once. After other failures the key is loaded again when it is wanted, at
// once if the load was cancelled and otherwise after retryAfter.
//
// A Cache is used from the program's loop only.
type Cache[K comparable, V any] struct {
	loader  *Loader
	fetch   func(context.Context, K) (V, error)
	max     int
	entries map[K]*cacheEntry[V]
	order   []K // oldest first; keys before head are evicted
	head    int
	wanted  []K
}

type cacheEntry[V any] struct {
	value   V
	has     bool      // there is a value
	since   time.Time // when the value arrived
	expired bool      // reload when wanted
	wanted  bool      // queued for Fetch
	pending Ticket
	began   time.Time // start of the pending load
	wait    waiter    // of the pending load
	err     error     // of the latest load
	failed  time.Time // when it failed
}

// NewCache returns an empty cache of at most max keys that loads a key with fetch. With a nil fetch it holds what Set stores.
func NewCache[K comparable, V any](l *Loader, max int, fetch func(context.Context, K) (V, error)) *Cache[K, V] {
	return &Cache[K, V]{loader: l, fetch: fetch, max: max, entries: map[K]*cacheEntry[V]{}}
}

// CacheMsg is the result of a load of a cache, to be delivered in the program's loop.
type CacheMsg struct{ deliver func() }

// Deliver stores the result in its cache, unless the cache no longer waits for it.
func (msg CacheMsg) Deliver() {
	if msg.deliver != nil {
		msg.deliver()
	}
}

// Get returns the value of a key. ok is false if there is none.
func (c *Cache[K, V]) Get(key K) (value V, ok bool) {
	if entry := c.entries[key]; entry != nil {
		return entry.value, entry.has
	}
	return value, false
}

// Set stores the value of a key.
func (c *Cache[K, V]) Set(key K, value V) {
	if entry := c.entry(key); entry != nil {
		*entry = cacheEntry[V]{value: value, has: true, since: c.now()}
	}
}

// Want queues a key for the next Fetch, unless it is loaded or loading, is known to be absent, or failed to load less than
// retryAfter ago.
func (c *Cache[K, V]) Want(key K) {
	if entry := c.entries[key]; entry != nil && !c.due(entry) {
		return
	}
	c.Request(key)
}

func (c *Cache[K, V]) due(entry *cacheEntry[V]) bool {
	switch {
	case entry.wanted || entry.pending != 0:
		return false
	case entry.expired:
		return true
	case entry.has || isFinal(entry.err):
		return false
	}
	return entry.failed.IsZero() || c.loader.Now().Sub(entry.failed) >= retryAfter
}

// isFinal reports whether a load that failed with err would fail the same way again.
func isFinal(err error) bool {
	switch kindOf(err) {
	case NotFound, Unsupported, InvalidArgument, NotRecorded:
		return true
	}
	return false
}

// Request queues a key even if it is loaded, absent or failed, for a refresh by the user. A pending load continues.
func (c *Cache[K, V]) Request(key K) {
	if entry := c.entry(key); entry != nil && !entry.wanted && entry.pending == 0 {
		entry.wanted = true
		c.wanted = append(c.wanted, key)
	}
}

// Fetch starts the loads of the queued keys. Each returns a CacheMsg.
func (c *Cache[K, V]) Fetch(ctx context.Context) tea.Cmd {
	var loads []tea.Cmd
	for _, key := range c.wanted {
		entry := c.entries[key]
		if entry == nil || !entry.wanted { // evicted or stored since
			continue
		}
		ticket := c.loader.ticket()
		entry.wanted, entry.pending, entry.began = false, ticket, c.loader.Now()
		call := Do(entry.wait.begin(ctx), c.loader, ticket, func(ctx context.Context) (V, error) { return c.fetch(ctx, key) })
		loads = append(loads, func() tea.Msg {
			result := call().(Result[V])
			return CacheMsg{func() { c.accept(key, result) }}
		})
	}
	c.wanted = nil
	return tea.Batch(loads...)
}

func (c *Cache[K, V]) accept(key K, result Result[V]) {
	entry := c.entries[key]
	if entry == nil || entry.pending != result.Ticket {
		return
	}
	entry.pending, entry.wait = 0, waiter{}
	switch {
	case result.Err == nil:
		*entry = cacheEntry[V]{value: result.Value, has: true, since: result.At}
	case kindOf(result.Err) == Cancelled:
	default:
		entry.err, entry.failed, entry.expired = result.Err, result.At, false
	}
}

// now returns the loader's time, zero for a cache that does not load.
func (c *Cache[K, V]) now() time.Time {
	if c.loader == nil {
		return time.Time{}
	}
	return c.loader.Now()
}

// Status returns the load status of a key.
func (c *Cache[K, V]) Status(key K) Status {
	entry := c.entries[key]
	if entry == nil {
		return Status{}
	}
	status := Status{Has: entry.has, Loading: entry.wanted || entry.pending != 0, Err: entry.err}
	if entry.has {
		status.Age = c.now().Sub(entry.since)
	}
	if entry.pending != 0 {
		status.Waited, status.Wait = c.loader.Now().Sub(entry.began), entry.wait.text()
	}
	return status
}

// Expire marks every key to be reloaded by the next Want. The values stay available until then.
func (c *Cache[K, V]) Expire() {
	for _, entry := range c.entries {
		entry.expired = true
	}
}

// Keys returns the keys that have a value, newest first.
func (c *Cache[K, V]) Keys() []K {
	var keys []K
	for i := len(c.order) - 1; i >= c.head; i-- {
		if entry := c.entries[c.order[i]]; entry != nil && entry.has {
			keys = append(keys, c.order[i])
		}
	}
	return keys
}

// entry returns the entry of a key, a new one if there is none. It is nil if the cache has no room at all.
func (c *Cache[K, V]) entry(key K) *cacheEntry[V] {
	if entry := c.entries[key]; entry != nil {
		return entry
	}
	if c.max <= 0 {
		return nil
	}
	for len(c.entries) >= c.max {
		delete(c.entries, c.order[c.head])
		c.head++
	}
	if c.head > c.max { // the evicted half of the slice
		c.order, c.head = append([]K(nil), c.order[c.head:]...), 0
	}
	entry := new(cacheEntry[V])
	c.entries[key] = entry
	c.order = append(c.order, key)
	return entry
}
