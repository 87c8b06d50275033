package transport_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"time"

	"foredeck/client/transport"
)

// Record a session, and replay it when the server is gone.
func ExampleReplay() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprintf(w, "height 42, with the key %s", r.Header.Get("x-api-key"))
	}))
	get := func(policy transport.Policy) {
		travel, err := policy.Transport()
		if err != nil {
			panic(err)
		}
		request, err := http.NewRequest(http.MethodGet, server.URL+"/head", http.NoBody)
		if err != nil {
			panic(err)
		}
		request.Header.Set("x-api-key", "l3tmein")
		response, err := travel.RoundTrip(request)
		if err != nil {
			panic(err)
		}
		body, err := io.ReadAll(response.Body)
		if err != nil {
			panic(err)
		}
		fmt.Println(string(body))
	}

	var file bytes.Buffer
	recording := new(transport.Recording)
	header := transport.RecordingHeader{Program: "example", Started: time.Now(), Facts: json.RawMessage(`{}`)}
	if err := recording.Start(&file, header, []string{server.URL}, nil); err != nil {
		panic(err)
	}
	get(transport.Policy{Recording: recording})
	server.Close()

	replay, err := transport.NewReplay(bytes.NewReader(file.Bytes()), int64(file.Len()), false, nil)
	if err != nil {
		panic(err)
	}
	get(transport.Policy{Next: replay})
	// Output:
	// height 42, with the key (removed)
	// height 42, with the key (removed)
}
