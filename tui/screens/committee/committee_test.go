package committee_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"foredeck/tui/screen"
	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var open = []string{"esc", "space", "c"}

func deck(t *testing.T) *tuitest.Deck {
	return tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Executed: true}})
}

func TestFrames(t *testing.T) {
	tuitest.Frames(t, map[string]tuitest.Scene{
		"committee": {Executed: true, Keys: append(open, "K", "K", "K", "down"), AllSizes: true},
		"filter":    {Executed: true, Keys: append(open, "/", "change:stake", "enter")},
		"none":      {Keys: open},
	})
}

func TestCommittee(t *testing.T) {
	t.Parallel()
	d := deck(t)
	d.Press(open...)
	d.Shows("Committee of epoch 214", "9 members · stake 45,", "since 2026-", "SHARE", "20.0%")
	link, ok := screen.LinkOf(d.Screen())
	require.True(t, ok)
	require.Equal(t, "local/committee/214", link.String())
	d.Press("J")
	d.Shows("next epoch: this is the newest epoch")
	d.Press("K")
	d.Shows("Committee of epoch 213", "joined", "left", "+", "−")
	d.Press("J")
	d.Shows("Committee of epoch 214")
	d.Press("down", "=", "south", "enter")
	d.Shows("south")
	d.Press("enter")
	d.Shows("Account 0x0000…0501")
	d.Press(":", "committee 210", "enter")
	d.Shows("Committee of epoch 210")
	d.Press(":", "committee 207", "enter")
	d.Shows("the node does not have the epoch before: changes are unknown")
	d.Press(":", "committee 9", "enter")
	d.Shows("Committee of epoch 9", "r retry")
}

func TestLinkToCommittee(t *testing.T) {
	t.Parallel()
	d := deck(t)
	d.Press("local/committee/213", "enter")
	d.Shows("Committee of epoch 213")
	member, ok := d.Deps().Committees.Member(213, 4)
	require.True(t, ok)
	index, ok := d.Deps().Committees.IndexOf(213, member.Identity)
	require.True(t, ok)
	require.Equal(t, 4, index)
	_, ok = d.Deps().Committees.Member(213, 9)
	require.False(t, ok)
	_, ok = d.Deps().Committees.IndexOf(100, member.Identity)
	require.False(t, ok)
	d.Press("space", "h", "committee", "enter")
	d.Shows("Committee of epoch 214")
}

func TestFailure(t *testing.T) {
	t.Parallel()
	line := &tuitest.FailingTransport{}
	d := tuitest.New(t, 120, 30, tuitest.Setup{Handler: tuitest.Node{Executed: true}, Transport: line.Wrap})
	line.On.Store(true)
	d.Press(open...)
	d.Shows("no response from", "r retry")
	line.On.Store(false)
	d.Press("r")
	d.Shows("Committee of epoch 214", "9 members")
}

// stakeNode is a node with the stake of the framework, and perhaps with the call for committees.
func stakeNode(hasCall bool) http.HandlerFunc {
	var node http.Handler = tuitest.Node{Executed: true}
	info := func(member int) string {
		return fmt.Sprintf(`{"addr":"0x5%02d","voting_power":"%d","config":{"consensus_pubkey":"0x","validator_index":"%d"}}`, member, 1000*(member+1), member)
	}
	resources := map[string]string{
		"ValidatorSet":         fmt.Sprintf(`{"active_validators":[%s,%s,%s],"pending_inactive":[%s],"pending_active":[%s]}`, info(0), info(1), info(3), info(2), info(9)),
		"Configuration":        `{"epoch":"214","last_reconfiguration_time":"1795000000000000"}`,
		"ValidatorPerformance": `{"validators":[{"successful_proposals":"4","failed_proposals":"0"},{"successful_proposals":"2","failed_proposals":"3"}]}`,
		"StakingConfig":        `{"minimum_stake":"5"}`,
		"BanRegistry": `{"bans":[{"active":{"epoch_earned":"214","round_earned":"5","rounds_served_in_previous_epochs":"0","on_probation":false},"consecutive_bans":0,"pool_address":"0x500"},` +
			`{"active":{"epoch_earned":"214","round_earned":"5","rounds_served_in_previous_epochs":"0","on_probation":true},"consecutive_bans":0,"pool_address":"0x501"}]}`,
		"LatestView": `{"epoch":"214","round":"7"}`, "BanRegistryParameters": `{"config":"0x02100000000101","version":0}`,
	}
	return func(w http.ResponseWriter, r *http.Request) {
		name := r.URL.Path[strings.LastIndexAny(r.URL.Path, ":/")+1:]
		_, address, _ := strings.Cut(r.URL.Path, "/accounts/")
		w.Header().Set("Content-Type", "application/json")
		switch data := resources[name]; {
		case data != "":
			_, tag, _ := strings.Cut(r.URL.Path, "/resources/")
			_, _ = fmt.Fprintf(w, `{"type":%q,"data":%s}`, tag, data)
		case strings.HasPrefix(address, "0x5") && name == "resources", strings.HasPrefix(address, "0x0000000000000000000000000000000000000000000000000000000000000") && name == "resources":
			_, _ = w.Write([]byte(`{"Resources":{"resource":[],"cursor":""}}`))
		case strings.Contains(r.URL.Path, "/committees/") && !hasCall:
			w.WriteHeader(http.StatusNotFound)
		default:
			node.ServeHTTP(w, r)
		}
	}
}

func TestStakeOfTheChain(t *testing.T) {
	t.Parallel()
	for name, hasCall := range map[string]bool{"with the call for committees": true, "resources alone": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := tuitest.New(t, 160, 40, tuitest.Setup{Handler: stakeNode(hasCall)})
			d.Press(open...)
			d.Shows("Committee of epoch 214", "next epoch: 1 joining, 1 leaving", "STATE", "joining", "leaving")
			if hasCall {
				d.Shows("9 members", "CHANGE")
				d.Press("/", "state:pending_inactive", "enter")
				d.Shows("0x4dde0000", "state      pending_inactive", "1 of 10")
				return
			}
			d.Shows("4 members", "stake 10,000", "from resources of the chain: votes in certificates may have another order")
			d.Hides("IDENTITY", "CHANGE")
			d.Shows("leader ban banned for 6 rounds, then probation")
			d.Press("down")
			d.Shows("leader ban on probation for 2 rounds")
			d.Press("down")
			d.Hides("leader ban")
		})
	}
}
