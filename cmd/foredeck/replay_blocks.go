package main

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"foredeck/client/transport"
)

// RoundTrip answers from the recording. Who looks for the newest block, or waits for the next one, asks for heights that the
// chain has not reached, which depend on the moment: above the newest recorded one there is no block, as the node would say.
func (p *played) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := p.Replay.RoundTrip(request)
	if height, ok := heightOf(request.URL.Path); ok && errors.Is(err, transport.ErrNotRecorded) && p.newest > 0 && height > p.newest {
		return &http.Response{
			Status: "200 OK", StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
			Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader("null")), ContentLength: 4, Request: request,
		}, nil
	}
	return response, err
}

// sawBlock notes the height of a block that is in the recording.
func (p *played) sawBlock(address string, body []byte) {
	path, _, _ := strings.Cut(address, "?")
	if height, ok := heightOf(path); ok && !bytes.Equal(bytes.TrimSpace(body), []byte("null")) {
		p.newest = max(p.newest, height)
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
