package transport

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestRetryAfter(t *testing.T) {
	const date = "Wed, 21 Oct 2026 07:28:00 GMT"
	now := time.Date(2026, 10, 21, 7, 0, 0, 0, time.UTC)
	tests := []struct {
		name, after, date string
		want              time.Duration
	}{
		{"nothing", "", "", 0},
		{"seconds", "7", "", 7 * time.Second},
		{"far too many seconds", "18446744073709551615", "", 9223372036 * time.Second},
		{"negative", "-5", "", 0},
		{"words", "soon", "", 0},
		{"a date by our clock", date, "", 28 * time.Minute},
		{"a date by the node's clock", date, "Wed, 21 Oct 2026 07:27:50 GMT", 10 * time.Second},
		{"a date gone by", date, "Wed, 21 Oct 2026 07:29:00 GMT", 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			header := http.Header{}
			if test.after != "" {
				header.Set("Retry-After", test.after)
			}
			if test.date != "" {
				header.Set("Date", test.date)
			}
			require.Equal(t, test.want, RetryAfter(header, now))
		})
	}
}
