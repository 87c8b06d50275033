package record_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/record"
)

func TestEvents(t *testing.T) {
	t.Parallel()
	fields := []move.FieldABI{{Name: "account", Type: "address"}, {Name: "amount", Type: "u64"}, {Name: "height", Type: "u256"}, {Name: "data", Type: "bool"}}
	minuteAgo := func(*client.ChainEvent) *uint64 { return new(uint64(now.UnixMicro()) - 60_000_000) }
	e := &client.ChainEvent{Height: new(uint64(7)), Transaction: "0x9c0e", Index: 2, Event: client.Event{
		Type: "0x1::coin::CoinDeposit", Data: json.RawMessage(`{"account": "` + receiver + `", "amount": "2500", "height": "12", "data": true}`),
	}}
	check(t, record.EventFields(env(t), fields, minuteAgo), e, map[string]bool{
		"2500": true, "treasury": true, "amount:>2000": true, "amount:<2000": false, "account:treasury": true, "account:0x1": false,
		"height:7": true, "data_height:12": true, "data_data:true": true, "tx:9c0e": true, "age:<2m": true, "age:<10s": false, "data:2500": true,
	})
	check(t, record.EventFields(env(t), nil, minuteAgo), e, map[string]bool{"2500": true, "height:7": true, "0x9c0e": true})
}

func TestMembers(t *testing.T) {
	t.Parallel()
	member := func(identity string, stake uint64) client.CommitteeMember {
		return client.CommitteeMember{Identity: identity, Stake: &stake, StakePool: new(move.Address{31: 1}), Ed25519Key: "0xed"}
	}
	earlier := &client.Committee{Members: []client.CommitteeMember{member("0xa", 100), member("0xb", 100), member("0xc", 50), member("0xd", 50)}}
	committee := &client.Committee{Members: []client.CommitteeMember{member("0xa", 150), member("0xe", 100), member("0xc", 30), member("0xd", 50)}}
	name := func(_ int, identity string) string { return map[string]string{"0xe": "east"}[identity] }

	members := record.MembersSince(committee, earlier, name)
	var changes, stakes []string
	for i := range members {
		changes, stakes = append(changes, members[i].Change), append(stakes, members[i].StakeChange().String())
	}
	require.Equal(t, []string{"stake", "joined", "stake", "", "left"}, changes)
	require.Equal(t, []string{"+50", "", "−20", "", ""}, stakes)
	require.Equal(t, 1, members[4].Index, "in the epoch before")
	check(t, record.CommitteeFields(env(t)), &members[1], map[string]bool{
		"east": true, "name:east": true, "index:1": true, "change:joined": true, "change:left": false, "stake:>90": true, "identity:0xe": true, "pool:0x1": true, "key:ed": true,
	})
}
