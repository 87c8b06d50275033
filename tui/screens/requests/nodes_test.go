package requests_test

import (
	"net/http"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/transport"
	"foredeck/tui"
	"foredeck/tui/tuitest"
)

// downAt refuses the connections to one host.
type downAt struct {
	host string
	next http.RoundTripper
}

func (d downAt) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.URL.Host == d.host {
		return nil, syscall.ECONNREFUSED
	}
	return d.next.RoundTrip(request)
}

// After failover each attempt names its node, and a request to the second one can be repeated.
func TestAttemptsNameNodes(t *testing.T) {
	t.Parallel()
	nodes, recorder := new(transport.Nodes), new(transport.Recorder)
	d := tuitest.New(t, 120, 40, tuitest.Setup{
		Handler: tuitest.Node{Records: 5}, Requests: recorder,
		Transport: func(next http.RoundTripper) http.RoundTripper {
			built, err := transport.Policy{
				Next: downAt{"node.example:27000", next}, Nodes: nodes, Recorder: recorder, Bases: []string{tuitest.BaseURL, "http://node.example:27001"},
			}.Transport()
			require.NoError(t, err)
			return built
		},
		Options: func(o *tui.Options) { o.Nodes = nodes },
	})
	d.Press("busy", "enter", "`", "*")
	d.Shows("NODE", ":27001  200", "failed over to :27001 (27000: connection refused", "http://node.example:27001/rpc/", "node :27001")
	d.Press("end") // the oldest ones are failures
	d.Shows(":27000  fail")
	before, _ := recorder.Count()
	d.Press("x")
	after, failed := recorder.Count()
	require.Equal(t, before+1, after, "the node that is down is not tried again so soon")
	require.Positive(t, failed)
	d.Shows("repeated: ") // which of the first requests failed depends on their order
}
