package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

const (
	// maxLarge is the total size of large bodies in the process: those that are being read, and those in use.
	maxLarge = 64 << 20
	// maxSmall is the size up to which a body is read without a reservation.
	maxSmall = 512 << 10
	// maxUncounted is the size up to which a body that has been read does not count.
	maxUncounted = 4 << 20
	// maxWait is how long a large body waits until others are no longer in use.
	maxWait = 10 * time.Second
	// collectEvery is how often a waiting body looks for memory that is no longer in use.
	collectEvery = time.Second
)

// ErrMemoryLimit reports a large body that was not read, because others occupy the memory for them.
var ErrMemoryLimit = fmt.Errorf("large responses in memory exceed %d MiB: close screens or request smaller pages", maxLarge>>20)

// largeBodies is the memory of all transports.
var largeBodies = newMemory(maxLarge)

// memory limits the total size of large bodies. Each one reserves the size that it can reach before it is read, so that
// concurrent ones cannot wait for each other.
type memory struct {
	limit int64
	free  *semaphore.Weighted
}

func newMemory(limit int64) *memory { return &memory{limit, semaphore.NewWeighted(limit)} }

// reserve waits until size bytes are free. The error is ErrMemoryLimit after maxWait.
func (m *memory) reserve(ctx context.Context, size int64) error {
	if m.free.TryAcquire(size) {
		return nil
	}
	end := time.Now().Add(maxWait)
	for time.Now().Before(end) {
		runtime.GC() // bodies that are no longer in use count until they are collected
		limited, cancel := context.WithTimeout(ctx, collectEvery)
		err := m.free.Acquire(limited, size)
		cancel()
		if err == nil || !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
			return err
		}
	}
	return ErrMemoryLimit
}

func (m *memory) release(size int64) { m.free.Release(size) }

// hold keeps size bytes of a reservation until a body is no longer in use. It returns size.
func (m *memory) hold(body []byte, size int64) int64 {
	runtime.AddCleanup(&body[0], m.release, size)
	return size
}

// chunkBytes is the size of the parts in which a large body is read.
const chunkBytes = 1 << 20

var chunkPool = sync.Pool{New: func() any { return new([chunkBytes]byte) }}

// chunks is a large body while its length is unknown.
type chunks struct {
	full   []*[chunkBytes]byte
	length int64
}

// readChunks reads a body, at most limit bytes.
func readChunks(body io.Reader, limit int64) (*chunks, error) {
	read := new(chunks)
	for read.length < limit {
		chunk := chunkPool.Get().(*[chunkBytes]byte)
		read.full = append(read.full, chunk)
		for space := chunk[:min(chunkBytes, limit-read.length)]; len(space) > 0; {
			count, err := body.Read(space)
			read.length += int64(count)
			space = space[count:]
			switch {
			case errors.Is(err, io.EOF):
				return read, nil
			case err != nil:
				return read, err
			}
		}
	}
	return read, nil
}

// appendTo appends the content to dst.
func (c *chunks) appendTo(dst []byte) []byte {
	left := c.length
	for _, chunk := range c.full {
		part := min(left, chunkBytes)
		dst = append(dst, chunk[:part]...)
		left -= part
	}
	return dst
}

func (c *chunks) free() {
	for _, chunk := range c.full {
		chunkPool.Put(chunk)
	}
	c.full = nil
}
