package main

import (
	"bytes"
	"errors"
	"io"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"foredeck/client/transport"
)

// recordedBlock is a block that is in a recording.
type recordedBlock struct {
	at     time.Duration // when its answer was there
	height uint64
}

// noBlock is the body of an answer about a block that there is not (spec section 4.6).
const noBlock = "null"

// RoundTrip answers from the recording. Who looks for the newest block, or waits for the next one, asks for heights that the
// chain has not reached, which depend on the moment: where nothing is recorded of one, there is no block above the newest one
// so far, as the node would say.
func (p *played) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := p.Replay.RoundTrip(request)
	height, ok := heightOf(request.URL.Path)
	switch {
	case !ok:
	case err == nil && response.StatusCode == http.StatusOK && response.ContentLength > int64(len(noBlock)):
		for before := p.given.Load(); before < height && !p.given.CompareAndSwap(before, height); {
			before = p.given.Load()
		}
	case errors.Is(err, transport.ErrNotRecorded) && height > p.newest():
		return &http.Response{
			Status: "200 OK", StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
			Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(noBlock)), ContentLength: int64(len(noBlock)), Request: request,
		}, nil
	}
	return response, err
}

// newest is the height of the newest block so far: of those that were given as answers, and those that were there by this
// time. Of what is below all that were recorded nothing is known.
func (p *played) newest() uint64 {
	newest, since, lowest := p.given.Load(), p.Now().Sub(p.Started), uint64(math.MaxUint64)
	for _, block := range p.blocks {
		lowest = min(lowest, block.height)
		if block.at <= since {
			newest = max(newest, block.height)
		}
	}
	return max(newest, lowest)
}

// highest is the height of the highest block of the recording, 0 where there is none.
func (p *played) highest() uint64 {
	highest := uint64(0)
	if p != nil {
		for _, block := range p.blocks {
			highest = max(highest, block.height)
		}
	}
	return highest
}

// sawBlock notes a block that is in the recording.
func (p *played) sawBlock(at time.Duration, address string, body []byte) {
	path, _, _ := strings.Cut(address, "?")
	if height, ok := heightOf(path); ok && string(bytes.TrimSpace(body)) != noBlock {
		p.blocks = append(p.blocks, recordedBlock{at, height})
	}
}

// heightOf reads the height of the path of a consensus block (spec section 4.6).
func heightOf(path string) (uint64, bool) {
	_, written, ok := strings.Cut(path, "/consensus/block/height/")
	if !ok {
		return 0, false
	}
	height, err := strconv.ParseUint(written, 10, 64)
	return height, err == nil
}
