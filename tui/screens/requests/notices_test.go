package requests_test

import (
	"testing"

	"foredeck/client/transport"
	"foredeck/tui/tuitest"
)

// Messages about the servers are above the list, also while it is open.
func TestNotices(t *testing.T) {
	t.Parallel()
	recorder := &transport.Recorder{Notices: transport.NewNotices(nil)}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 3}, Requests: recorder})
	recorder.Notices.Add("RPC v1: deprecated by the API specification")
	d.Press("`")
	d.Shows(" ! RPC v1: deprecated by the API specification")
	for range 2 {
		recorder.Notices.Add("Unsolicited response \x1b[2J")
	}
	d.Wait(1)
	d.Shows(" ! Unsolicited response", "(2 times)", " ! RPC v1")
}
