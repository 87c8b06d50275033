package client

import (
	"fmt"
	"time"
)

const (
	// maxPiece is the longest range of a request. It fits into any calendar month, the limit of the service (spec section 8).
	maxPiece = 28 * 24 * time.Hour
	// maxRecords is the maximum number of records of a request, so that the response stays far below the body limit.
	maxRecords = 50_000
	// maxPieces is the maximum number of requests for a range, enough for 76 years of days or minutes.
	maxPieces = 1000
	// pageRecords is the maximum number of candles in a cached page.
	pageRecords = 2048
	// maxCachedResolution is the longest resolution of cached candles: a request for a page also has the interval before it.
	maxCachedResolution = maxPiece / 2
)

// endOfTime is the first time that History does not accept. Later years have no date in RFC 3339.
var endOfTime = time.Date(10_000, time.January, 1, 0, 0, 0, 0, time.UTC)

// piece is a part of a range, in milliseconds since the Unix epoch, inclusive.
type piece struct{ from, to int64 }

// String returns the range for errors.
func (p piece) String() string {
	return time.UnixMilli(p.from).UTC().Format(time.RFC3339) + " to " + time.UnixMilli(p.to).UTC().Format(time.RFC3339)
}

// splitRange splits a range into requests. Neighbors share their border, because the service can leave out the record at one
// end of a range. The borders are at multiples of the resolution from the start, so that a service that counts intervals from
// there returns the same ones, or with a cache at multiples of a page since 1970.
func splitRange(from, to time.Time, resolution time.Duration, cached bool) ([]piece, error) {
	if resolution <= 0 || resolution%time.Second != 0 {
		return nil, &ArgumentError{Field: "resolution", Value: resolution.String(), Rule: "must be a positive number of whole seconds"}
	}
	switch {
	case from.Before(time.Unix(0, 0)):
		return nil, &ArgumentError{Field: "from", Value: from.UTC().Format(time.RFC3339), Rule: "must not be before 1970"}
	case !to.Before(endOfTime):
		return nil, &ArgumentError{Field: "to", Value: to.UTC().Format(time.RFC3339), Rule: "must not be after the year 9999"}
	case !from.Before(to) || from.UnixMilli() == to.UnixMilli():
		return nil, &ArgumentError{
			Field: "range", Value: from.UTC().Format(time.RFC3339Nano) + " to " + to.UTC().Format(time.RFC3339Nano),
			Rule: "must start before it ends",
		}
	}
	start, end, step := from.UnixMilli(), to.UnixMilli(), pieceLength(resolution).Milliseconds()
	first := start
	if cached {
		page := CandlePage(resolution).Milliseconds()
		first, step = start/page*page, cachedPieceLength(resolution).Milliseconds()
	}
	if count := (end-first-1)/step + 1; count > maxPieces {
		return nil, &ArgumentError{
			Field: "range", Value: piece{start, end}.String(),
			Rule: fmt.Sprintf("takes %d requests at a resolution of %v, of at most %d: shorten the range or use a coarser resolution", count, resolution, maxPieces),
		}
	}
	var pieces []piece
	for ; first < end; first += step {
		pieces = append(pieces, piece{max(start, first), min(first+step, end)})
	}
	return pieces, nil
}

// pieceLength returns the length of a request without a cache: a number of intervals, or maxPiece if none fits.
func pieceLength(resolution time.Duration) time.Duration {
	if resolution > maxPiece {
		return maxPiece
	}
	return min(maxPiece/resolution, maxRecords-1) * resolution
}

// CandlePage returns the length of a page in a CandleCache, such as 671 hours for candles of an hour: with the hour before it,
// a page fits into one request. Pages start at multiples of it since 1970. Candles of more than 14 days are not cached, and
// their pages have one candle.
func CandlePage(resolution time.Duration) time.Duration {
	if resolution > maxCachedResolution {
		return resolution
	}
	return min(maxPiece/resolution-1, pageRecords) * resolution
}

// HistoryCalls returns the number of requests that History makes for a range of milliseconds since the Unix epoch, at most.
func HistoryCalls(from, to int64, resolution time.Duration) int {
	pieces, err := splitRange(time.UnixMilli(from), time.UnixMilli(to), resolution, resolution <= maxCachedResolution)
	if err != nil {
		return 0
	}
	return len(pieces)
}

// cachedPieceLength returns the length of a request with a cache, without the interval before it: a number of pages.
func cachedPieceLength(resolution time.Duration) time.Duration {
	page := CandlePage(resolution)
	return (pieceLength(resolution) - resolution) / page * page
}

// cachedStart returns where a request starts with a cache: at a multiple of the resolution and an interval early. Pages are then
// complete even if the service leaves out the record at the start of a range, and the same for all ranges even if it counts
// intervals from there.
func cachedStart(from int64, resolution time.Duration) int64 {
	step := resolution.Milliseconds()
	return max(from/step*step-step, 0)
}
