package diskcache

import (
	"encoding/binary"
	"sync"
	"time"

	"go.etcd.io/bbolt"
)

// Candles is a client.CandleCache that stores the candles of one price service in a file. It is safe for concurrent use.
type Candles struct {
	limit int

	lock sync.Mutex
	file *file
}

var (
	pagesBucket = []byte("pages") // JSON by pageKey
	orderBucket = []byte("order") // page keys in insertion order
)

// OpenCandles opens the cache file at path. The first write creates it, with its directories. limit is in
// bytes of JSON: beyond it the oldest entries are evicted. The file can grow to twice the limit. Other processes
// can use it at the same time.
func OpenCandles(path string, limit int) (*Candles, error) {
	opened, err := openFile(path)
	if err != nil {
		return nil, err
	}
	return &Candles{limit: limit, file: opened}, nil
}

// Candles returns the JSON of a page of candles, nil if it is not cached.
func (c *Candles) Candles(pair string, resolution time.Duration, page time.Time) []byte {
	c.lock.Lock()
	defer c.lock.Unlock()
	var raw []byte
	c.file.view(func(tx *bbolt.Tx) error {
		if pages := tx.Bucket(pagesBucket); pages != nil {
			raw = append(raw, pages.Get(pageKey(pair, resolution, page))...)
		}
		return nil
	})
	return raw
}

// PutCandles adds a page of candles or replaces it.
func (c *Candles) PutCandles(pair string, resolution time.Duration, page time.Time, raw []byte) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.file.update(lastWait, 0, func(tx *bbolt.Tx) error {
		pages, order, err := buckets(tx, pagesBucket, orderBucket)
		if err != nil {
			return err
		}
		name := pageKey(pair, resolution, page)
		before := pages.Get(name)
		if before == nil {
			if _, err := putPlace(order, name); err != nil {
				return err
			}
		}
		grown := len(raw) - len(before)
		if err := pages.Put(name, raw); err != nil {
			return err
		}
		return evictOldest(pages, order, int(pages.Sequence())+grown, c.limit, func(page []byte) int { return len(page) })
	})
}

// Close closes the file and returns the first error since OpenCandles.
func (c *Candles) Close() error {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.file.close()
}

// pageKey is unique for each page.
func pageKey(pair string, resolution time.Duration, page time.Time) []byte {
	name := append([]byte(pair), 0)
	name = binary.BigEndian.AppendUint64(name, uint64(resolution))
	return binary.BigEndian.AppendUint64(name, uint64(page.UnixMilli()))
}
