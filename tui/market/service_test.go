package market

import (
	"context"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/transport"
	"foredeck/tui/load"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// service is a price service of two pairs, whose prices are 100 and whose history goes back a week. Other pairs are unknown.
type service struct {
	*Prices
	t      *testing.T
	now    time.Time
	ahead  time.Duration // of the service's clock
	price  string
	change string
	status int // returned instead of prices unless 0
	paths  []string
	polled []string // pairs of the requests for latest prices
	more   []string // other pairs that it knows
}

func newService(t *testing.T) *service {
	t.Helper()
	s := &service{t: t, now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), price: "100", change: "1.5"}
	book, err := store.Open("")
	require.NoError(t, err)
	api, err := client.NewPrices("http://prices.example", client.WithPricesTransport(s), client.WithAPIKey("secret"))
	require.NoError(t, err)
	s.Prices = New(Options{
		Service: Service{Client: api, Endpoint: load.Endpoint{Network: "local", BaseURL: "http://prices.example"}, Keyed: true, Pairs: []string{"a_b", "c_d"}},
		Loader:  load.NewLoader(func() time.Time { return s.now }), Store: book,
	})
	return s
}

func (s *service) RoundTrip(r *http.Request) (*http.Response, error) {
	s.paths = append(s.paths, r.URL.Path)
	response := &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Request: r}
	query, body := r.URL.Query(), ""
	pair := query.Get("trading_pair")
	if r.URL.Path == "/latest" {
		s.polled = append(s.polled, pair)
	}
	switch {
	case s.status != 0:
		response.StatusCode, body = s.status, `{"message": "not now"}`
		response.Header.Set("Retry-After", "20")
	case pair != "a_b" && pair != "c_d" && !slices.Contains(s.more, pair):
		response.StatusCode = http.StatusNotFound
	case r.URL.Path == "/latest":
		body = fmt.Sprintf(`{"instruments":[{"time":"%d","currentPrice":%q,"24h_high":"110","24h_low":"90","24h_change":%q,"tradingPairs":%q}]}`, s.now.Add(s.ahead).UnixMilli(), s.price, s.change, pair)
	default:
		from, _ := strconv.ParseInt(query.Get("startDate"), 10, 64)
		to, _ := strconv.ParseInt(query.Get("endDate"), 10, 64)
		step, _ := strconv.ParseInt(query.Get("Resolution"), 10, 64)
		step *= 1000
		var bars []string
		for at := (max(from, s.now.Add(-7*day).UnixMilli()) + step - 1) / step * step; at <= min(to, s.now.UnixMilli()); at += step {
			bars = append(bars, fmt.Sprintf(`{"time":"%d","open":"100","high":"101","low":"99","close":"100.5","volume":"3"}`, at))
		}
		body = "[" + strings.Join(bars, ",") + "]"
	}
	response.Body = io.NopCloser(strings.NewReader(body))
	return response, nil
}

// run runs a command and handles the responses.
func (s *service) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, cmd := range msg {
			s.run(cmd)
		}
	case ResponseMsg:
		s.Handle(msg)
	}
}

// tick advances the clock by a second and returns the paths of the requests.
func (s *service) tick() []string {
	s.now = s.now.Add(time.Second)
	s.paths = nil
	s.run(s.Tick(context.Background()))
	return s.paths
}

func TestVisiblePricesArePolled(t *testing.T) {
	s := newService(t)
	require.Empty(t, s.tick(), "no price is on screen")
	s.Show("a_b")
	s.run(s.Tick(context.Background()))
	require.Equal(t, []string{"/latest", "/latest", "/history"}, s.paths[:3], "the price of each watched pair, then its last day")
	latest, ok := s.Latest("a_b")
	require.True(t, ok)
	require.Equal(t, "100", latest.Price)
	require.True(t, s.Status("c_d").Has)
	hours := s.Series("a_b", time.Hour)
	require.GreaterOrEqual(t, hours.Count(), 24)
	require.NotContains(t, s.Sparkline("a_b", 8).String(), " ")
	require.Equal(t, text.Spaces(8), s.Sparkline("x_y", 8))
	require.True(t, hours.Status(s.now).Has)

	polls := 0
	for range 20 {
		polls += len(s.tick())
	}
	require.InDelta(t, 4, polls, 1, "one request every 5 s for all pairs")
	every, _, next := s.Pace()
	require.Equal(t, callInterval, every)
	require.LessOrEqual(t, next, maxPollInterval)

	s.Pause(true)
	require.True(t, s.Paused())
	for range 20 {
		require.Empty(t, s.tick())
	}
	s.Hide()
	require.False(t, s.Paused())
	require.Empty(t, s.tick())
	_, err := s.SetAlert("c_d", "> 200")
	require.NoError(t, err)
	polls = 0
	for range 20 {
		polls += len(s.tick())
	}
	require.Positive(t, polls, "an alert polls its pair")
}

func TestWatchlist(t *testing.T) {
	s := newService(t)
	require.True(t, s.Available())
	require.True(t, s.Keyed())
	require.True(t, s.Watch("e_f"))
	s.Move("e_f", -1)
	s.Move("a_b", -1)
	s.Move("none", 1)
	require.Equal(t, []string{"a_b", "e_f", "c_d"}, s.Watched())
	require.False(t, s.Watch("a_b"))
	require.Equal(t, []string{"e_f", "c_d"}, s.Watched())
}

func TestRejectedKeyStopsRequests(t *testing.T) {
	s := newService(t)
	s.Show("a_b")
	s.status = http.StatusUnauthorized
	s.tick()
	require.Equal(t, load.Unauthorized, s.Explain(s.Status("a_b").Err).Kind)
	s.status = 0
	require.Empty(t, s.tick())
	s.run(s.Refresh(context.Background(), "a_b"))
	require.NotEmpty(t, s.tick(), "the user's request resumes polling")
}

func TestRateLimitBlocksRequests(t *testing.T) {
	s := newService(t)
	s.Show("a_b")
	s.status = http.StatusTooManyRequests
	s.run(s.Tick(context.Background()))
	require.GreaterOrEqual(t, s.Backoff(), 20*time.Second, "as Retry-After demands")
	require.Nil(t, s.Refresh(context.Background(), "a_b"))
	require.Nil(t, s.HardReload(context.Background(), "a_b", time.Hour))
	s.status = 0
	for s.Backoff() > time.Second {
		require.Empty(t, s.tick())
	}
	s.tick()
	s.tick()
	require.True(t, s.Status("a_b").Has)
}

func TestHistoryIsLoadedPageByPage(t *testing.T) {
	s := newService(t)
	s.Show("a_b")
	minutes := s.Series("a_b", time.Minute)
	want := func() (requests int) {
		for range 200 {
			s.now = s.now.Add(time.Second)
			s.paths = nil
			s.run(s.Want(context.Background(), s.Series("a_b", time.Minute), s.now.Add(-30*day).UnixMilli()))
			requests += len(s.paths)
		}
		return requests
	}
	require.Positive(t, want())
	require.True(t, minutes.Ended(), "the history of the service begins a week ago")
	require.Greater(t, minutes.Count(), 7*24*60-60)
	_, ok := minutes.Took()
	require.True(t, ok)

	count := minutes.Count()
	s.run(s.HardReload(context.Background(), "a_b", time.Minute))
	require.Equal(t, count, s.Series("a_b", time.Minute).Count(), "the loaded history stays meanwhile")
	require.Positive(t, want())
	require.NotSame(t, minutes, s.Series("a_b", time.Minute))
	require.GreaterOrEqual(t, s.Series("a_b", time.Minute).Count(), count)
}

func TestFailedHistoryIsRetriedLater(t *testing.T) {
	s := newService(t)
	series := s.Series("a_b", time.Minute)
	s.status = http.StatusInternalServerError
	s.run(s.Want(context.Background(), series, s.now.UnixMilli()))
	require.Error(t, series.Status(s.now).Err)
	s.status = 0
	require.Nil(t, s.Want(context.Background(), series, s.now.UnixMilli()), "not immediately")
	s.now = s.now.Add(maxRetryDelay)
	s.run(s.Want(context.Background(), series, s.now.UnixMilli()))
	require.Positive(t, series.Count())
}

func TestStoppedHistoryWaitsForARefresh(t *testing.T) {
	s := newService(t)
	series := s.Series("a_b", time.Minute)
	require.False(t, series.Stop(), "nothing is loading")
	cmd := s.Want(context.Background(), series, s.now.UnixMilli())
	require.NotNil(t, cmd)
	require.True(t, series.Stop())
	s.run(cmd)
	require.Zero(t, series.Count())
	require.Nil(t, s.Want(context.Background(), series, s.now.UnixMilli()))
	s.run(s.Refresh(context.Background(), "a_b"))
	s.run(s.Want(context.Background(), series, s.now.UnixMilli()))
	require.Positive(t, series.Count())
}

// A failed request changes nothing but the status: the price, its time and its last change stay, and no alert rings.
func TestFailedRequestKeepsThePrice(t *testing.T) {
	s := newService(t)
	poll := func(price string) {
		s.price, s.now = price, s.now.Add(time.Second)
		s.run(s.Check(context.Background(), "a_b"))
	}
	poll("100")
	poll("101")
	answered, tick := s.now, s.LastTick("a_b")
	require.Equal(t, answered, s.Answered())
	require.Equal(t, 1, tick.Direction)
	_, err := s.SetAlert("a_b", "< 50")
	require.NoError(t, err)
	s.DrainCrossings()
	s.status = http.StatusInternalServerError
	poll("1")
	require.Error(t, s.Status("a_b").Err)
	latest, ok := s.Latest("a_b")
	require.True(t, ok)
	require.Equal(t, "101", latest.Price)
	require.Equal(t, answered, s.Answered(), "the service has not sent a price")
	require.Equal(t, tick, s.LastTick("a_b"))
	require.Empty(t, s.DrainCrossings())
	s.status = 0
	poll("1")
	require.Equal(t, s.now, s.Answered())
	require.Equal(t, -1, s.LastTick("a_b").Direction)
	require.Len(t, crossed(s.DrainCrossings()), 1)
}

func TestUnknownPairsAreNotPolledAgain(t *testing.T) {
	s := newService(t)
	s.Show("x_y")
	s.tick()
	require.Equal(t, load.NotFound, s.Explain(s.Status("x_y").Err).Kind)
}

func TestDistanceOfAlerts(t *testing.T) {
	s := newService(t)
	s.run(s.Refresh(context.Background(), "a_b"))
	for typed, want := range map[string]string{"> 110": "10.0% away", "< 99.5": "0.50% away", "> 90": "reached", "+5%": "3.5 points away"} {
		alert, err := s.SetAlert("a_b", typed)
		require.NoError(t, err)
		require.Equal(t, want, s.Distance(alert), typed)
	}
	unknown, err := s.SetAlert("c_d", "> 1")
	require.NoError(t, err)
	require.Equal(t, "unknown", s.Distance(unknown))
	require.Len(t, s.Alerts("a_b"), 4)
	require.Len(t, s.AllAlerts(), 5)
	level, ok := Level(unknown)
	require.True(t, ok)
	require.Equal(t, "1", level)
	s.RemoveAlert(unknown)
	require.Empty(t, s.Alerts("c_d"))

	s.price, s.change = "120", "6"
	s.run(s.Refresh(context.Background(), "a_b"))
	require.Len(t, crossed(s.DrainCrossings()), 2, "alerts that were not met before")
	require.Empty(t, s.DrainCrossings())
}

func TestRequestsOfTheService(t *testing.T) {
	s := newService(t)
	exchange := transport.Exchange{Method: http.MethodGet, URL: "http://prices.example/latest?trading_pair=a_b"}
	require.True(t, s.IsRequest(exchange))
	require.False(t, s.IsRequest(transport.Exchange{URL: "http://prices.example/rpc/v3/view"}))
	require.NoError(t, s.Resend(context.Background(), exchange))
	require.Equal(t, []string{"/latest"}, s.paths)
	require.False(t, newPrices(t).IsRequest(exchange), "no service configured")
}

// A year of minutes takes one call per 27 days, newest first, and no request reads more records than memory is planned for.
func TestYearOfMinutesTakesFewCalls(t *testing.T) {
	s := newService(t)
	series := s.Series("a_b", time.Minute)
	now, wanted := s.now, s.now.Add(-365*day).UnixMilli()
	calls, before := 0, int64(math.MaxInt64)
	for series.to == 0 || series.from > wanted {
		from, to, due := series.nextRange(now, wanted)
		require.True(t, due)
		from, taken := series.extendRange(from, to, wanted, maxTokens)
		require.Less(t, to, before, "newest first")
		require.LessOrEqual(t, (to-from)/60_000, int64(maxBatchRecords))
		before, calls = from, calls+taken
		record := client.Candle{Time: from, Open: "1", High: "1", Low: "1", Close: "1"}
		series.merge(fetched{from: from, to: to, page: newPage([]client.Candle{record}, 60_000)})
		series.refreshed = now
	}
	require.LessOrEqual(t, calls, 15)
}
