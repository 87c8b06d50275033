package price_test

import (
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/tuitest"
)

// dated makes a service's clock run ahead.
type dated struct {
	http.RoundTripper
	ahead time.Duration
}

func (d dated) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := d.RoundTripper.RoundTrip(request)
	if err == nil {
		response.Header.Set("Date", time.Now().Add(d.ahead).UTC().Format(http.TimeFormat))
	}
	return response, err
}

// A difference between the clocks of more than two seconds is reported, in its direction.
func TestClockDifference(t *testing.T) {
	t.Parallel()
	for ahead, want := range map[time.Duration]string{
		time.Hour + 20*time.Second: "the price service's clock is 1h ahead of this machine's", -40*time.Minute - 20*time.Second: "the price service's clock is 40m behind this machine's", 0: "",
	} {
		d := tuitest.New(t, 120, 40, tuitest.Setup{
			Handler: tuitest.Node{Records: 57}, Pairs: tuitest.WatchedPairs,
			Transport: func(next http.RoundTripper) http.RoundTripper { return dated{next, ahead} },
		})
		d.Press("move_usdt", "enter")
		d.Wait(10)
		if want == "" {
			d.Hides("clock is")
			continue
		}
		d.Shows(want)
	}
}

// A price that no longer arrives is drawn faint, beside its age, and failures name the pair.
func TestStalePrice(t *testing.T) {
	t.Parallel()
	var failing atomic.Bool
	d := tuitest.New(t, 120, 40, tuitest.Setup{
		Handler: tuitest.Node{Records: 57}, Pairs: tuitest.WatchedPairs,
		PriceFail: func(*http.Request) (int, string) {
			if failing.Load() {
				return http.StatusBadGateway, ""
			}
			return 0, ""
		},
	})
	d.Press("move_usdt", "enter")
	d.Wait(3)
	style := func() theme.Style {
		for _, span := range d.Model.Body()[0] {
			if span.Text.String() == "0.5874" {
				return span.Style
			}
		}
		require.Fail(t, "no price", d.Frame())
		return theme.Style{}
	}
	require.Equal(t, d.Deps().Theme.Strong, style())
	failing.Store(true)
	d.Wait(400)
	require.Equal(t, d.Deps().Theme.Faint, style())
	d.Shows("history of move_usdt: ")
	require.Regexp(t, `failed, \dm old`, d.Frame())
}

// rewritten changes the bodies of the price service.
type rewritten struct {
	http.RoundTripper
	change func(path, body string) string
}

func (r rewritten) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := r.RoundTripper.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	changed := r.change(request.URL.Path, string(body))
	response.Body, response.ContentLength = io.NopCloser(strings.NewReader(changed)), int64(len(changed))
	response.Header.Del("Content-Length")
	return response, err
}

// What could not be read of a price is named, and so is what the service says instead of one.
func TestUnreadablePrice(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ path, from, to, want string }{
		{"/latest", `"currentPrice":`, `"currentPrice":"1,234.5","was":`, `price of move_usdt: malformed: instruments[0].currentPrice: "1,234.5" instead of a decimal number`},
		{"/history", `"low":`, `"low":"NaN","was":`, `low: "NaN" instead of a decimal number`},
		{"/latest", `"instruments":`, `"error":"feed \u001b[2J stopped","was":`, `the price service says "feed \x1b[2J stopped"`},
	} {
		d := tuitest.New(t, 160, 40, tuitest.Setup{
			Handler: tuitest.Node{Records: 57}, Pairs: tuitest.WatchedPairs,
			Transport: func(next http.RoundTripper) http.RoundTripper {
				return rewritten{next, func(path, body string) string {
					if strings.HasSuffix(path, test.path) {
						return strings.ReplaceAll(body, test.from, test.to)
					}
					return body
				}}
			},
		})
		d.Press("move_usdt", "enter")
		d.Wait(10)
		d.Shows(test.want)
	}
}
