package load_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
	transports "foredeck/client/transport"
	"foredeck/tui/load"
	"foredeck/tui/text"
)

// entry is a record of the model's list. An odd one has no cursor.
type entry struct {
	number int
	odd    bool
}

// manner is how the node responds to one request.
type manner struct {
	most    int   // maximum records per page, whatever the limit
	overlap bool  // starts with the record before the cursor
	double  bool  // repeats the first record
	err     error // the page fails
	breaks  int   // records before the failure; the last one has a cursor
	silent  bool  // a failed page has no next cursor
	open    bool  // the last page has a next cursor, whose page is empty
}

var regular = manner{most: 100}

// chain is a node with one growing list, and the model of the list a reader must see.
type chain struct {
	entries  []entry
	manner   manner
	requests []client.PageRequest
	cursors  int
}

func (c *chain) grow(count int, odd func(number int) bool) {
	for range count {
		number := len(c.entries)
		c.entries = append(c.entries, entry{number, odd(number)})
	}
}

// cursor returns the cursor of a number. Every cursor the node returns is unique.
func (c *chain) cursor(number int) client.Cursor {
	c.cursors++
	return client.Cursor(fmt.Sprintf("%d/%d", number, c.cursors))
}

func (c *chain) page(_ context.Context, request client.PageRequest) (client.Page[entry], error) {
	c.requests = append(c.requests, request)
	step, at := 1, 0
	if request.Order == client.NewestFirst {
		step, at = -1, len(c.entries)-1
	}
	how := c.manner
	if request.Cursor != "" {
		number, _, _ := strings.Cut(string(request.Cursor), "/")
		at, _ = strconv.Atoi(number)
	} else {
		how.overlap, how.most = false, max(how.most, 1)
	}
	var page client.Page[entry]
	inside := func(number int) bool { return number >= 0 && number < len(c.entries) }
	if how.overlap && inside(at-step) {
		page.Items = append(page.Items, c.entries[at-step])
	}
	most := min(request.Count, how.most)
	if how.err != nil {
		most = min(most, how.breaks)
	}
	for last := (entry{}); inside(at) && (most > 0 || how.err != nil && last.odd); most-- {
		last = c.entries[at]
		page.Items = append(page.Items, last)
		at += step
	}
	if how.double && len(page.Items) > 0 {
		page.Items = append(page.Items[:1:1], page.Items...)
	}
	switch {
	case how.err != nil && how.silent:
	case inside(at), how.open && len(page.Items) > 0:
		page.Next = c.cursor(at)
	}
	return page, how.err
}

func (c *chain) source() load.Source[entry] {
	return load.Source[entry]{
		Page: c.page,
		Key:  func(e *entry) string { return strconv.Itoa(e.number) },
		Newer: func(e *entry) client.Cursor {
			if e.odd {
				return ""
			}
			return client.Cursor(strconv.Itoa(e.number + 1))
		},
	}
}

// reader is a list as a screen uses it, with its pending calls and undelivered results.
type reader struct {
	*load.Pages[entry]
	clock     *clock
	loader    *load.Loader
	calls     []tea.Cmd
	responses []load.Result[client.Page[*entry]]
	serials   map[int]int // by number
}

func newReader(c *chain, order client.Order) *reader {
	clock := newClock()
	return &reader{Pages: load.NewPages(c.source(), order), clock: clock, loader: load.NewLoader(clock.read), serials: map[int]int{}}
}

func (r *reader) hold(call tea.Cmd) {
	if call != nil {
		r.calls = append(r.calls, call)
	}
}

// run makes the call and queues its result.
func (r *reader) run(i int) {
	call := r.calls[i]
	r.calls = append(r.calls[:i:i], r.calls[i+1:]...)
	r.responses = append(r.responses, call().(load.Result[client.Page[*entry]]))
}

// deliver handles the result and checks the reported change.
func (r *reader) deliver(t require.TestingT, i int) load.Change {
	response := r.responses[i]
	r.responses = append(r.responses[:i:i], r.responses[i+1:]...)
	before := r.numbers()
	change, again, _ := r.Accept(context.Background(), r.loader, response)
	r.hold(again)
	after := r.numbers()
	require.Equal(t, len(before)+change.Above+change.Below, len(after))
	require.True(t, slices.Equal(before, after[change.Above:change.Above+len(before)]), "existing records do not move")
	return change
}

// settle makes calls and delivers results until none are left.
func (r *reader) settle(t require.TestingT) {
	for len(r.calls) > 0 || len(r.responses) > 0 {
		for len(r.calls) > 0 {
			r.run(0)
		}
		for len(r.responses) > 0 {
			r.deliver(t, 0)
		}
	}
}

func (r *reader) numbers() []int {
	numbers := []int{}
	for i := range r.Len() {
		numbers = append(numbers, r.At(i).number)
	}
	return numbers
}

// check requires the list to be a contiguous part of the chain, in order.
func (r *reader) check(t require.TestingT) {
	step := 1
	if r.Order() == client.NewestFirst {
		step = -1
	}
	numbers := r.numbers()
	for i, number := range numbers {
		serial, seen := r.serials[number]
		if !seen {
			serial = r.Serial(i)
			r.serials[number] = serial
		}
		switch {
		case i > 0 && numbers[i-1]+step != number:
			require.Fail(t, "wrong order", "%v", numbers)
		case serial != r.Serial(i) || i != r.Index(serial):
			require.Fail(t, "a record has lost its serial", "record %d at %d had %d, has %d", number, i, serial, r.Serial(i))
		}
	}
}

func (c *chain) want(order client.Order) []int {
	want := []int{}
	for i := range c.entries {
		if order == client.NewestFirst {
			i = len(c.entries) - 1 - i
		}
		want = append(want, i)
	}
	return want
}

// TestPagesLoadEveryRecordOnce reads a growing list from a node that uses every permitted behavior, with results that arrive in any
// order or fail, and ends with every record once, in order.
func TestPagesLoadEveryRecordOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := &chain{manner: regular}
		odds := rapid.IntRange(1, 10).Draw(t, "odds") // up to nine odd ones in a row
		odd := func(number int) bool { return number%10 >= odds }
		c.grow(rapid.IntRange(0, 150).Draw(t, "records"), odd)
		order := rapid.SampledFrom([]client.Order{client.NewestFirst, client.OldestFirst}).Draw(t, "order")
		r := newReader(c, order)
		t.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) {
				r.check(t)
				count := text.Integer(uint64(r.Len()))
				switch {
				case !r.Complete():
					require.Equal(t, text.Format("%s of ?", count), r.Count())
				case r.Len() > 0:
					require.Equal(t, text.Format("%s, end", count), r.Count())
				default:
					require.Equal(t, text.Const("empty"), r.Count())
				}
			},
			"more": func(t *rapid.T) { r.hold(r.LoadMore(t.Context(), r.loader)) },
			"news": func(t *rapid.T) { r.hold(r.LoadNewer(t.Context(), r.loader)) },
			"grow": func(t *rapid.T) { c.grow(rapid.SampledFrom([]int{1, 1, 2, 5, 30, 250}).Draw(t, "count"), odd) },
			"node": func(t *rapid.T) {
				c.manner = manner{
					most:    rapid.SampledFrom([]int{0, 1, 3, 17, 20, 99, 100}).Draw(t, "most"),
					overlap: rapid.Bool().Draw(t, "overlap"), double: rapid.Bool().Draw(t, "double"), open: rapid.Bool().Draw(t, "open"),
				}
				if rapid.Bool().Draw(t, "breaks") {
					c.manner.err = rapid.SampledFrom([]error{errBroken, context.Canceled}).Draw(t, "error")
					c.manner.breaks, c.manner.silent = rapid.IntRange(0, 30).Draw(t, "after"), rapid.Bool().Draw(t, "silent")
				}
			},
			"call": func(t *rapid.T) {
				if len(r.calls) > 0 {
					r.run(rapid.IntRange(0, len(r.calls)-1).Draw(t, "call"))
				}
			},
			"response": func(t *rapid.T) {
				if len(r.responses) > 0 {
					r.deliver(t, rapid.IntRange(0, len(r.responses)-1).Draw(t, "response"))
				}
			},
			"cancel": func(*rapid.T) { r.Cancel() },
		})
		c.manner = regular
		for range 60 { // load and refresh until nothing new arrives
			r.settle(t)
			r.check(t)
			r.hold(r.LoadMore(context.Background(), r.loader))
			r.hold(r.LoadNewer(context.Background(), r.loader))
		}
		require.True(t, r.Complete())
		require.True(t, slices.Equal(c.want(order), r.numbers()), "a record is lost or there twice: %v", r.numbers())
		require.NoError(t, r.Err())
	})
}

// noneOdd reports no record as odd.
func noneOdd(int) bool { return false }

// begun returns a reader with its first page loaded.
func begun(t *testing.T, c *chain, order client.Order) *reader {
	r := newReader(c, order)
	r.hold(r.LoadMore(t.Context(), r.loader))
	r.settle(t)
	return r
}

func TestFirstPageIsSmall(t *testing.T) {
	for _, order := range []client.Order{client.NewestFirst, client.OldestFirst} {
		c := &chain{manner: regular}
		c.grow(300, noneOdd)
		r := newReader(c, order)
		require.Equal(t, order, r.Order())
		require.False(t, r.Loaded())
		require.Equal(t, text.Const("0 of ?"), r.Count())
		require.Nil(t, r.LoadNewer(t.Context(), r.loader), "the list is empty")

		r.hold(r.LoadMore(t.Context(), r.loader))
		require.True(t, r.Loading())
		require.Nil(t, r.LoadMore(t.Context(), r.loader), "already pending")
		r.settle(t)
		require.True(t, r.Loaded())
		require.Equal(t, text.Const("20 of ?"), r.Count())
		for range 3 {
			r.hold(r.LoadMore(t.Context(), r.loader))
			r.settle(t)
		}
		require.Equal(t, text.Const("300, end"), r.Count())
		require.Nil(t, r.LoadMore(t.Context(), r.loader), "complete")
		require.Equal(t, client.PageRequest{Order: order, Count: 20}, c.requests[0])
		require.Len(t, c.requests, 4)
		for _, request := range c.requests[1:] {
			require.Equal(t, order, request.Order)
			require.Equal(t, 100, request.Count)
			require.NotEmpty(t, request.Cursor)
		}
	}
}

// A node that lists the same records again under new cursors: the list keeps them, reports it, and scrolling requests no more.
func TestPagesEndRepeats(t *testing.T) {
	t.Parallel()
	c := &chain{manner: regular}
	c.grow(20, noneOdd)
	source := c.source()
	requests := 0
	source.Page = func(context.Context, client.PageRequest) (client.Page[entry], error) {
		requests++
		return client.Page[entry]{Items: c.entries, Next: c.cursor(0)}, nil
	}
	r := newReader(c, client.OldestFirst)
	r.Pages = load.NewPages(source, client.OldestFirst)
	for request := range 4 {
		require.NoError(t, r.Err(), request)
		r.hold(r.LoadMore(t.Context(), r.loader))
		r.settle(t)
		require.Equal(t, 20, r.Len())
	}
	require.ErrorIs(t, r.Err(), client.ErrRepeats)
	require.False(t, r.Complete())
	require.Equal(t, 4, requests)

	// The user tries again, now with success.
	c.grow(1, noneOdd)
	r.hold(r.LoadMore(t.Context(), r.loader))
	r.settle(t)
	require.NoError(t, r.Err())
	require.Equal(t, 21, r.Len())
}

func TestPagesIgnoreForeignResults(t *testing.T) {
	c := &chain{manner: regular}
	c.grow(30, noneOdd)
	r, other := newReader(c, client.NewestFirst), newReader(c, client.NewestFirst)
	other.loader = r.loader
	response := func(call tea.Cmd) load.Result[client.Page[*entry]] { return call().(load.Result[client.Page[*entry]]) }

	elsewhere := response(other.LoadMore(t.Context(), r.loader))
	late := response(r.LoadMore(t.Context(), r.loader))
	r.Cancel()
	require.False(t, r.Loading())
	wanted := response(r.LoadMore(t.Context(), r.loader))
	for _, result := range []load.Result[client.Page[*entry]]{elsewhere, late, {}} {
		change, again, ok := r.Accept(t.Context(), r.loader, result)
		require.False(t, ok)
		require.Zero(t, change)
		require.Nil(t, again)
		require.Zero(t, r.Len())
	}
	change, again, ok := r.Accept(t.Context(), r.loader, wanted)
	require.True(t, ok)
	require.Nil(t, again)
	require.Equal(t, load.Change{Below: 20}, change)
}

func TestNewRecords(t *testing.T) {
	c := &chain{manner: regular}
	c.grow(250, noneOdd)
	r := begun(t, c, client.NewestFirst)
	serial := r.Serial(0)
	c.grow(250, noneOdd)
	r.hold(r.LoadNewer(t.Context(), r.loader))
	require.Nil(t, r.LoadNewer(t.Context(), r.loader), "already pending")
	require.False(t, r.Loading(), "the next page is not")
	r.run(0)
	require.Equal(t, load.Change{Above: 100}, r.deliver(t, 0))
	require.Len(t, r.calls, 1, "a full page: there may be more")
	r.settle(t)
	require.Equal(t, 270, r.Len())
	require.Equal(t, 499, r.At(0).number)
	require.Equal(t, 250, r.AddedAbove())
	require.Equal(t, 250, r.Index(serial), "the serial still identifies the record")
	require.Equal(t, 249, r.At(r.Index(serial)).number)
	r.check(t)

	oldest := begun(t, c, client.OldestFirst)
	require.Nil(t, oldest.LoadNewer(t.Context(), oldest.loader), "the newest end is not loaded yet")
	for !oldest.Complete() {
		oldest.hold(oldest.LoadMore(t.Context(), oldest.loader))
		oldest.settle(t)
	}
	c.grow(1, noneOdd)
	oldest.hold(oldest.LoadNewer(t.Context(), oldest.loader))
	oldest.run(0)
	require.Equal(t, load.Change{Below: 1}, oldest.deliver(t, 0))
	require.True(t, oldest.Complete())
	require.Equal(t, 500, oldest.At(oldest.Len()-1).number)
}

// A page filled by repeated records, without a next cursor, is the last one: the list must not restart at its oldest end.
func TestRefreshEndsWithLastPage(t *testing.T) {
	c := &chain{manner: regular}
	c.grow(300, noneOdd)
	r := begun(t, c, client.NewestFirst)
	c.grow(99, noneOdd)
	c.manner.overlap = true
	r.hold(r.LoadNewer(t.Context(), r.loader))
	r.settle(t)
	require.Equal(t, 119, r.Len())
	require.Equal(t, 398, r.At(0).number)
	r.check(t)
}

// stuck returns a source that responds to every request with the same page.
func stuck(page client.Page[entry]) load.Source[entry] {
	source := (&chain{}).source()
	source.Page = func(context.Context, client.PageRequest) (client.Page[entry], error) { return page, nil }
	return source
}

func TestPagesStopOnCursorCycle(t *testing.T) {
	var full client.Page[entry]
	for number := range 100 {
		full.Items = append(full.Items, entry{number: number})
	}
	full.Next = "100"
	r := newReader(&chain{}, client.OldestFirst)
	r.Pages = load.NewPages(stuck(full), client.OldestFirst)
	for range 2 {
		r.hold(r.LoadMore(t.Context(), r.loader))
		r.settle(t)
	}
	require.True(t, r.Complete(), "an unchanged cursor ends the list")
	require.Equal(t, 100, r.Len())
	r.hold(r.LoadNewer(t.Context(), r.loader))
	require.Len(t, r.calls, 1)
	r.run(0)
	require.Zero(t, r.deliver(t, 0))
	require.Empty(t, r.calls, "a full page without new records ends the refresh")
}

// A refresh starts at the newest record with a cursor. After ten records without one, the list is not refreshed.
func TestNewRecordsWithoutCursor(t *testing.T) {
	for _, order := range []client.Order{client.NewestFirst, client.OldestFirst} {
		for odd := range 12 {
			c := &chain{manner: regular}
			c.grow(15, noneOdd)
			c.grow(odd, func(int) bool { return true })
			r := begun(t, c, order)
			for !r.Complete() {
				r.hold(r.LoadMore(t.Context(), r.loader))
				r.settle(t)
			}
			c.grow(3, noneOdd)
			r.hold(r.LoadNewer(t.Context(), r.loader))
			if odd >= 10 {
				require.Empty(t, r.calls, "%d odd ones", odd)
				require.NoError(t, r.Err())
				continue
			}
			r.settle(t)
			require.Equal(t, c.want(order), r.numbers(), "%d odd ones", odd)
		}
	}
}

func TestEmptyListStatusDuringRefresh(t *testing.T) {
	for _, order := range []client.Order{client.NewestFirst, client.OldestFirst} {
		c := &chain{manner: regular}
		r := begun(t, c, order)
		require.Equal(t, text.Const("empty"), r.Count())
		r.hold(r.LoadNewer(t.Context(), r.loader))
		require.Len(t, r.calls, 1)
		require.Equal(t, text.Const("empty"), r.Count(), "still empty")
		require.Nil(t, r.LoadNewer(t.Context(), r.loader), "already pending")
		c.manner.err, c.manner.breaks = errBroken, 0
		r.settle(t)
		require.ErrorIs(t, r.Err(), errBroken)
		require.Equal(t, text.Const("empty"), r.Count())

		c.manner = regular
		c.grow(130, noneOdd)
		for range 2 {
			r.hold(r.LoadNewer(t.Context(), r.loader))
			r.hold(r.LoadMore(t.Context(), r.loader))
			r.settle(t)
		}
		require.NoError(t, r.Err())
		require.Equal(t, c.want(order), r.numbers())
	}
}

// A list can start with empty pages.
func TestEmptyPagesAtStart(t *testing.T) {
	source := (&chain{}).source()
	var cursors []client.Cursor
	source.Page = func(_ context.Context, request client.PageRequest) (client.Page[entry], error) {
		cursors = append(cursors, request.Cursor)
		if len(cursors) < 4 {
			return client.Page[entry]{Next: client.Cursor(strconv.Itoa(len(cursors)))}, nil
		}
		return client.Page[entry]{Items: []entry{{number: 0}}}, nil
	}
	r := newReader(&chain{}, client.NewestFirst)
	r.Pages = load.NewPages(source, client.NewestFirst)
	r.hold(r.LoadMore(t.Context(), r.loader))
	r.settle(t)
	require.True(t, r.Loaded())
	require.Equal(t, text.Const("0 of ?"), r.Count())
	for range 2 {
		r.hold(r.LoadMore(t.Context(), r.loader))
		r.settle(t)
	}
	r.hold(r.LoadNewer(t.Context(), r.loader))
	r.settle(t)
	require.Equal(t, []client.Cursor{"", "1", "2", "3"}, cursors, "the refresh continues after empty pages")
	require.Equal(t, text.Const("1, end"), r.Count())
}

// Records that arrive between two attempts at the first page go above those of the first attempt.
func TestPartialFirstPageResumes(t *testing.T) {
	for arrived := range 25 {
		c := &chain{manner: manner{most: 100, err: errBroken, breaks: 5}}
		c.grow(60, noneOdd)
		r := begun(t, c, client.NewestFirst)
		require.ErrorIs(t, r.Err(), errBroken)
		require.Equal(t, []int{59, 58, 57, 56, 55}, r.numbers(), "the records before the error")
		serial := r.Serial(0)

		c.manner = regular
		c.grow(arrived, noneOdd)
		r.hold(r.LoadMore(t.Context(), r.loader))
		r.settle(t)
		require.NoError(t, r.Err())
		require.True(t, r.Loaded())
		require.Equal(t, 59, r.At(r.Index(serial)).number)
		for !r.Complete() {
			r.hold(r.LoadNewer(t.Context(), r.loader))
			r.settle(t)
			r.hold(r.LoadMore(t.Context(), r.loader))
			r.settle(t)
		}
		require.Equal(t, c.want(client.NewestFirst), r.numbers(), "%d arrived", arrived)
	}
}

func TestPagesStatus(t *testing.T) {
	c := &chain{manner: manner{most: 100, err: errBroken, breaks: 5}}
	c.grow(60, noneOdd)
	r := newReader(c, client.NewestFirst)
	words := func() text.Safe { return r.Status(r.clock.now).Text() }
	more := func() { r.hold(r.LoadMore(t.Context(), r.loader)); r.settle(t) }
	news := func() { r.hold(r.LoadNewer(t.Context(), r.loader)); r.settle(t) }
	require.Equal(t, text.Const("not loaded"), words())
	r.hold(r.LoadMore(t.Context(), r.loader))
	r.clock.pass(2 * time.Second)
	require.Equal(t, text.Const("loading 2s"), words())
	r.settle(t)
	r.clock.pass(3 * time.Second)
	require.Equal(t, text.Const("failed, 3s old"), words(), "part of a page is loaded")

	c.manner = regular
	more()
	r.clock.pass(4 * time.Second)
	require.Equal(t, text.Const("updated 4s ago"), words())
	news()
	require.Equal(t, text.Const("updated 0s ago"), words(), "an empty response counts")
	r.clock.pass(5 * time.Second)
	c.manner = manner{err: errBroken}
	news()
	require.ErrorIs(t, r.Err(), errBroken)
	require.Equal(t, text.Const("failed, 5s old"), words())
	more()
	require.Equal(t, text.Const("failed, 5s old"), words())
	c.manner = regular
	news()
	require.NoError(t, r.Err(), "the node responds again: the failed page can be requested")
	require.Equal(t, text.Const("updated 0s ago"), words())
	c.manner = manner{err: errBroken}
	news()
	c.manner = regular
	more()
	require.ErrorIs(t, r.Err(), errBroken, "a page does not clear the error of the newest end")
	news()
	require.NoError(t, r.Err())

	r.clock.pass(time.Minute)
	require.Equal(t, text.Const("stale 1m"), words())
	r = newReader(&chain{manner: manner{err: errBroken}}, client.NewestFirst)
	more()
	require.Equal(t, text.Const("failed"), words(), "no records")
}

func TestPagesFilterAndCount(t *testing.T) {
	loader, ctx := load.NewLoader(time.Now), context.Background()
	from := map[client.Cursor]client.Page[int]{
		"":  {Items: []int{9, 8, 7}, Next: "6"},
		"6": {Items: []int{7, 6, 5}, Next: "4"},
		"4": {Items: []int{4}},
	}
	pages := load.NewPages(load.Source[int]{
		Page: func(_ context.Context, request client.PageRequest) (client.Page[int], error) {
			return from[request.Cursor], nil
		},
		Key:     func(n *int) string { return strconv.Itoa(*n) },
		Include: func(n *int) bool { return *n%4 == 0 },
	}, client.NewestFirst)
	for _, want := range [][2]int{{1, 3}, {1, 5}, {2, 6}} {
		_, _, ok := pages.Accept(ctx, loader, pages.LoadMore(ctx, loader)().(load.Result[client.Page[*int]]))
		require.True(t, ok)
		require.Equal(t, want, [2]int{pages.Len(), pages.Scanned()})
	}
	require.True(t, pages.Complete())
	require.Equal(t, 4, *pages.At(1))
}

// A background refresh that is missing from a recording is not a failure.
func TestUnrecordedRefresh(t *testing.T) {
	c := &chain{manner: regular}
	c.grow(5, func(int) bool { return false })
	r := newReader(c, client.NewestFirst)
	r.hold(r.LoadMore(t.Context(), r.loader))
	r.settle(t)
	c.manner = manner{err: fmt.Errorf("%w: GET /blocks", transports.ErrNotRecorded)}
	r.hold(r.LoadNewer(t.Context(), r.loader))
	r.settle(t)
	require.NoError(t, r.Err())
	require.Equal(t, 5, r.Len())
}
