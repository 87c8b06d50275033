package transaction_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

func TestNextFollowsTheDisplayedRows(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 157}})
	d.Press("busy", "enter")
	d.Press("/", "swap", "enter", "enter")
	d.Shows("› seq 156")
	var walked []string
	for range 5 {
		d.Press("J")
		walked = append(walked, d.Crumb())
	}
	require.Equal(t, []string{"seq 147", "seq 138", "seq 129", "seq 120", "seq 111"}, walked, "including records loaded meanwhile")
	d.Press("K")
	require.Equal(t, "seq 120", d.Crumb())
	d.Press("esc")
	d.Shows("▸ 120", "filter: swap")
	d.Press("esc", "S", "S", "g", "enter")
	lowest := d.Crumb()
	d.Press("J")
	require.NotEqual(t, lowest, d.Crumb())
	d.Press("K")
	require.Equal(t, lowest, d.Crumb())
	d.Press("K")
	d.Shows("first record of the list")
}

func TestNextStopsIfTheFilterMatchesNothing(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 357}})
	d.Press("busy", "enter")
	d.Press("/", "^350$", "enter", "enter", "J")
	d.Shows("none of the next 100 records match · J continue", "› seq 350")
	d.Press("J", "J", "J", "J")
	d.Shows("last record of the list")
	d.Press("K")
	d.Shows("first record of the list")
}
