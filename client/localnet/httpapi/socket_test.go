package httpapi

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// If the client is too slow, the newest messages are dropped.
func TestSocketQueue(t *testing.T) {
	t.Parallel()
	c := &Socket{queue: make(chan []byte, socketQueue)}
	for number := range socketQueue + 10 {
		c.Notify([]byte(strconv.Itoa(number)))
	}
	require.Len(t, c.queue, socketQueue)
	for number := range socketQueue {
		require.Equal(t, strconv.Itoa(number), string(<-c.queue))
	}
}
