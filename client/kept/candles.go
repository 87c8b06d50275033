package kept

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"sync"
	"time"

	"go.etcd.io/bbolt"
)

// Candles keeps pages of candles of one price service in a file. It is a client.CandleStore
// and safe for concurrent use. Its methods do not fail: where the file does, nothing is
// found and kept any more, and Close says why.
type Candles struct {
	limit int

	lock sync.Mutex
	file file
}

var (
	pagesBucket = []byte("pages") // by pair, resolution and time
	orderBucket = []byte("order") // the keys of pages, in the order in which they were kept
)

// OpenCandles opens the file at a path, or makes it. Over so many bytes of JSON the pages
// that were kept first are left out; the file itself may take twice as much. The error is
// ErrInUse, or says what is wrong with the file.
func OpenCandles(path string, limit int) (*Candles, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	c := &Candles{limit: limit, file: file{path: path}}
	if err := c.file.open(); err != nil {
		return nil, err
	}
	return c, nil
}

// Candles gives a page of candles, nil where it is not kept.
func (c *Candles) Candles(pair string, resolution time.Duration, page time.Time) []byte {
	c.lock.Lock()
	defer c.lock.Unlock()
	var raw []byte
	c.file.use(func(db *bbolt.DB) error {
		return db.View(func(tx *bbolt.Tx) error {
			if pages := tx.Bucket(pagesBucket); pages != nil {
				raw = append(raw, pages.Get(pageKey(pair, resolution, page))...)
			}
			return nil
		})
	})
	return raw
}

// KeepCandles keeps a page of candles.
func (c *Candles) KeepCandles(pair string, resolution time.Duration, page time.Time, raw []byte) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.file.use(func(db *bbolt.DB) error {
		return db.Update(func(tx *bbolt.Tx) error {
			pages, err := tx.CreateBucketIfNotExists(pagesBucket)
			if err != nil {
				return err
			}
			order, err := tx.CreateBucketIfNotExists(orderBucket)
			if err != nil {
				return err
			}
			name := pageKey(pair, resolution, page)
			before := pages.Get(name)
			if before == nil {
				place, err := order.NextSequence()
				if err != nil {
					return err
				}
				if err := order.Put(key(place), name); err != nil {
					return err
				}
			}
			grown := len(raw) - len(before)
			if err := pages.Put(name, raw); err != nil {
				return err
			}
			return c.shrink(pages, order, grown)
		})
	})
}

// shrink counts what has grown, and takes away the first pages while there is too much.
func (c *Candles) shrink(pages, order *bbolt.Bucket, grown int) error {
	total := int(pages.Sequence()) + grown
	for cursor := order.Cursor(); total > c.limit; {
		place, name := cursor.First()
		if place == nil {
			break
		}
		total -= len(pages.Get(name))
		if err := pages.Delete(name); err != nil {
			return err
		}
		if err := cursor.Delete(); err != nil {
			return err
		}
	}
	return pages.SetSequence(uint64(max(total, 0)))
}

// Close gives the file free. It says what went wrong since it was opened.
func (c *Candles) Close() error {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.file.close()
}

// pageKey tells a page apart from all others.
func pageKey(pair string, resolution time.Duration, page time.Time) []byte {
	name := append([]byte(pair), 0)
	name = binary.BigEndian.AppendUint64(name, uint64(resolution))
	return binary.BigEndian.AppendUint64(name, uint64(page.UnixMilli()))
}
