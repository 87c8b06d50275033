package record_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/record"
)

func TestEvents(t *testing.T) {
	t.Parallel()
	fields := []move.FieldABI{{Name: "account", Type: "address"}, {Name: "amount", Type: "u64"}, {Name: "height", Type: "u256"}, {Name: "data", Type: "bool"}}
	blockTime := func(height uint64) (time.Time, bool) { return now.Add(-time.Minute), height == 7 }
	e := &client.ChainEvent{Height: new(uint64(7)), Transaction: "0x9c0e", Index: 2, Event: client.Event{
		Type: "0x1::coin::CoinDeposit", Account: new(move.Address{31: 1}), Data: json.RawMessage(`{"account": "` + receiver + `", "amount": "2500", "height": "12", "data": true}`),
	}}
	check(t, record.EventLanguage(env(t), blockTime, fields), e, map[string]bool{
		"2500": true, "treasury": true, "amount:>2000": true, "amount:<2000": false, "account:treasury": true, "account:0x1": false,
		"height:7": true, "data_height:12": true, "data_data:true": true, "tx:9c0e": true, "age:<2m": true, "age:<10s": false, "data:2500": true,
	})
	check(t, record.EventLanguage(env(t), nil, nil), e, map[string]bool{"2500": true, "height:7": true, "0x9c0e": true})

	rows := record.Events(nil, nil).CSV()
	require.Equal(t, []string{"height", "transaction", "index", "type", "sequence_number", "creation_number", "account", "hash", "data"}, rows.Names)
	require.Equal(t, []string{"7", "0x9c0e", "2", "0x1::coin::CoinDeposit", "", "", (move.Address{31: 1}).String(), "", `{"account":"` + receiver + `","amount":"2500","height":"12","data":true}`}, rows.Of(e))
	var cells []string
	for _, shown := range record.EventFields(fields).In(record.Table) {
		cells = append(cells, shown.Of(e).String())
	}
	require.Equal(t, []string{"0x88fb…1ca1", "2,500", "12", "true"}, cells)
	for _, shown := range record.EventFields(fields).In(record.Table) {
		require.Equal(t, "–", shown.Of(&client.ChainEvent{}).String(), "an event whose data is no object")
	}
}

func TestMembers(t *testing.T) {
	t.Parallel()
	member := func(identity string, stake uint64) client.CommitteeMember {
		return client.CommitteeMember{Identity: identity, Stake: &stake, StakePool: new(move.Address{31: 1}), Ed25519Key: "0xed"}
	}
	before := &client.Committee{Members: []client.CommitteeMember{member("0xa", 100), member("0xb", 100), member("0xc", 50), member("0xd", 50)}}
	committee := &client.Committee{Members: []client.CommitteeMember{member("0xa", 150), member("0xe", 100), member("0xc", 30), member("0xd", 50), {Identity: "0xb", Stake: new(uint64(100))}}}
	name := func(m *client.CommitteeMember) string { return map[string]string{"0xe": "east"}[m.Identity] }

	members := record.Members(committee, before, name)
	var changes, shares []string
	for _, m := range members {
		changes, shares = append(changes, m.Change), append(shares, record.Committee.Named("share").In(record.Table)(m).String())
	}
	require.Equal(t, []string{record.StakeUp, record.Joined, record.StakeDn, "", record.Moved}, changes)
	require.Equal(t, []string{"34.88%", "23.26%", "6.98%", "11.63%", "23.26%"}, shares)
	require.Equal(t, "+50", record.StakeChange(members[0]).String())
	require.Equal(t, "−20", record.StakeChange(members[2]).String())
	require.True(t, record.StakeChange(members[3]).IsEmpty())
	check(t, record.CommitteeFields(env(t)), members[1], map[string]bool{
		"east": true, "name:east": true, "index:1": true, "change:joined": true, "change:up": false, "stake:>90": true, "identity:0xe": true, "pool:0x1": true, "key:ed": true,
	})
	require.Equal(t, []string{"1", "east", "0xe", "100", "23.2558", "joined", "", (move.Address{31: 1}).String(), "0xed", "", "", "", ""}, record.Committee.CSV().Of(members[1]))

	committee.Members = committee.Members[:2]
	members = record.Members(committee, before, name)
	require.Len(t, members, 5, "and those that have left")
	require.Equal(t, record.Left, members[4].Change)
	require.Nil(t, members[4].Index)
	for _, m := range record.Members(committee, nil, name) {
		require.Empty(t, m.Change, "the committee before is not known")
	}
}
