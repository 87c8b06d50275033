package load_test

import (
	"context"
	"errors"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/tui/load"
)

// cacheTest is a cache of key lengths whose loads fail with err.
type cacheTest struct {
	*load.Cache[string, int]
	t     *testing.T
	now   time.Time
	err   error
	calls []string
}

func newCacheTest(t *testing.T, size int) *cacheTest {
	c := &cacheTest{t: t, now: time.Unix(1_000, 0)}
	loader := load.NewLoader(func() time.Time { return c.now })
	c.Cache = load.NewCache(loader, size, func(ctx context.Context, key string) (int, error) {
		c.calls = append(c.calls, key)
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		return len(key), c.err
	})
	return c
}

// fetched requests the keys, runs the loads and returns their messages.
func (c *cacheTest) fetched(ctx context.Context, keys ...string) []load.CacheMsg {
	for _, key := range keys {
		c.Want(key)
	}
	return messages(c.Fetch(ctx))
}

// load requests the keys and delivers their results.
func (c *cacheTest) load(keys ...string) {
	for _, msg := range c.fetched(c.t.Context(), keys...) {
		msg.Deliver()
	}
}

func messages(cmd tea.Cmd) []load.CacheMsg {
	if cmd == nil {
		return nil
	}
	switch msg := cmd().(type) {
	case load.CacheMsg:
		return []load.CacheMsg{msg}
	case tea.BatchMsg:
		var all []load.CacheMsg
		for _, cmd := range msg {
			all = append(all, messages(cmd)...)
		}
		return all
	}
	return nil
}

func TestCacheLoadsEachKeyOnce(t *testing.T) {
	t.Parallel()
	c := newCacheTest(t, 10)
	pending := c.fetched(t.Context(), "one", "three", "one")
	require.True(t, c.Status("one").Loading)
	require.Empty(t, c.fetched(t.Context(), "one"), "pending")
	for _, msg := range pending {
		msg.Deliver()
		msg.Deliver()
	}
	c.load("one", "three")
	require.Equal(t, []string{"one", "three"}, c.calls)
	value, ok := c.Get("three")
	require.True(t, ok)
	require.Equal(t, 5, value)
	require.Equal(t, load.Status{Has: true}, c.Status("three"))
	require.Equal(t, []string{"three", "one"}, c.Keys(), "the newest first")
	load.CacheMsg{}.Deliver()
}

func TestCacheEvictsOldest(t *testing.T) {
	t.Parallel()
	c := newCacheTest(t, 3)
	for _, key := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"} {
		c.load(key)
	}
	c.Set("j", 7)
	require.Equal(t, []string{"j", "i", "h"}, c.Keys())
	_, ok := c.Get("g")
	require.False(t, ok)
	value, _ := c.Get("j")
	require.Equal(t, 7, value)

	late := c.fetched(t.Context(), "late")
	c.Set("k", 1)
	c.Set("l", 1)
	c.Set("m", 1)
	late[0].Deliver()
	require.Equal(t, []string{"m", "l", "k"}, c.Keys(), "the result of an evicted key is dropped")

	c.Want("n")
	c.Set("n", 3)
	require.Empty(t, messages(c.Fetch(t.Context())), "it was stored before it was requested")
}

func TestCacheRetriesAfterTransientError(t *testing.T) {
	t.Parallel()
	c := newCacheTest(t, 10)
	c.err = errors.New("connection closed")
	c.load("one")
	require.EqualError(t, c.Status("one").Err, "connection closed")
	c.load("one")
	require.Len(t, c.calls, 1, "not before the delay")

	c.now, c.err = c.now.Add(10*time.Second), nil
	c.load("one")
	_, ok := c.Get("one")
	require.True(t, ok)
	require.NoError(t, c.Status("one").Err)
	require.Len(t, c.calls, 2)
}

func TestCacheReloadsAfterCancelledLoad(t *testing.T) {
	t.Parallel()
	c := newCacheTest(t, 10)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, msg := range c.fetched(ctx, "one") {
		msg.Deliver()
	}
	require.Equal(t, load.Status{}, c.Status("one"))
	c.load("one")
	_, ok := c.Get("one")
	require.True(t, ok)
}

func TestCacheRemembersMissingKeys(t *testing.T) {
	t.Parallel()
	c := newCacheTest(t, 10)
	c.err = &client.StatusError{Method: "GET", URL: "http://node.test/x", Status: 404}
	c.load("one")
	c.now = c.now.Add(time.Hour)
	c.load("one")
	require.Len(t, c.calls, 1)

	c.err = nil
	c.Request("one")
	c.load()
	_, ok := c.Get("one")
	require.True(t, ok, "a refresh by the user ignores the delay")
}

func TestCacheDropsResultOfEvictedKey(t *testing.T) {
	t.Parallel()
	c := newCacheTest(t, 1)
	before := c.fetched(t.Context(), "one")
	c.load("two")
	before[0].Deliver()
	_, ok := c.Get("one")
	require.False(t, ok)

	c.Want("one")
	after := messages(c.Fetch(t.Context()))
	before[0].Deliver()
	require.True(t, c.Status("one").Loading, "the second load is still pending")
	after[0].Deliver()
	_, ok = c.Get("one")
	require.True(t, ok)
}

func TestCacheServesExpiredValuesDuringReload(t *testing.T) {
	t.Parallel()
	c := newCacheTest(t, 10)
	c.load("one")
	c.Expire()
	pending := c.fetched(t.Context(), "one")
	_, ok := c.Get("one")
	require.True(t, ok)
	pending[0].Deliver()
	c.load("one")
	require.Len(t, c.calls, 2)

	c.Expire()
	c.err = errors.New("connection closed")
	c.load("one")
	value, ok := c.Get("one")
	require.True(t, ok)
	require.Equal(t, 3, value, "a failed load leaves the value")
}
