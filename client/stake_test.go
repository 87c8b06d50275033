package client

import (
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// stakeNode serves resources of 0x1 by the names of their structs.
func stakeNode(t *testing.T, resources map[string]string) *Node {
	t.Helper()
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		name := r.URL.Path[strings.LastIndex(r.URL.Path, ":")+1:]
		data, ok := resources[name]
		if !ok || !strings.Contains(r.URL.Path, "/resources/") {
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write([]byte(`{"message":"Information not available"}`))
			return
		}
		_, module, _ := strings.Cut(r.URL.Path, "/resources/")
		_, _ = w.Write([]byte(`{"type":"` + module + `","data":` + data + `}`))
	}, WithVersion(V3))
}

func consensusKey(parts ...string) string { return "0x" + strings.Join(parts, "") }

func TestValidatorsOfOddBodies(t *testing.T) {
	t.Parallel()
	ed25519, bls, share := strings.Repeat("ed", 32), strings.Repeat("b1", 48), strings.Repeat("5a", 48)
	all := consensusKey("20", ed25519, "30", bls, "00", "00", "00", "01", "30", share, "00", "00", "00", "02", "c0de", "20", ed25519)
	info := func(index, power, key string) string {
		return `{"addr":"0x` + strings.Trim(index, `"`) + `a","voting_power":` + power + `,"config":{"consensus_pubkey":"` + key + `","network_addresses":"0x","fullnode_addresses":"0x","validator_index":` + index + `}}`
	}
	set := func(active, leaving, joining string) string {
		return `{"consensus_scheme":0,"active_validators":[` + active + `],"pending_inactive":[` + leaving + `],"pending_active":[` + joining + `],"total_voting_power":"3","total_joining_power":"0"}`
	}
	const epoch = `{"epoch":"7","last_reconfiguration_time":"1000000","events":{}}`
	tests := []struct {
		name      string
		resources map[string]string
		members   string // states, stakes, proposals and failures
		joining   int
		problems  string
	}{
		{"texts, and one leaves from the middle", map[string]string{
			"ValidatorSet":         set(info(`"0"`, `"18446744073709551615"`, "0x"+ed25519)+","+info(`"2"`, `"5"`, all), info(`"1"`, `"4"`, "0x"+bls), info(`"0"`, `"9"`, all)),
			"ValidatorPerformance": `{"validators":[{"successful_proposals":"3","failed_proposals":"0"},{"successful_proposals":"0","failed_proposals":"2"},{"successful_proposals":"1","failed_proposals":"1"}]}`,
			"StakingConfig":        `{"minimum_stake":"1","maximum_stake":"9","recurring_lockup_duration_secs":"60"}`, "Configuration": epoch,
		}, "active 18446744073709551615 3 0, pending_inactive 4 0 2, active 5 1 1", 1, `[]`},
		{"numbers", map[string]string{
			"ValidatorSet":         set(info("0", "5", "0x"), "", ""),
			"ValidatorPerformance": `{"validators":[{"successful_proposals":3,"failed_proposals":1}]}`, "StakingConfig": `{}`, "Configuration": `{"epoch":7}`,
		}, "active 5 3 1", 0, `[]`},
		{"only the set", map[string]string{"ValidatorSet": set(info("0", "5", "0x"), "", "")}, "active 5 null null", 0,
			`[{"field":"0x1::reconfiguration::Configuration","rule":"the chain does not have it"},{"field":"0x1::stake::ValidatorPerformance","rule":"the chain does not have it"},` +
				`{"field":"0x1::staking_config::StakingConfig","rule":"the chain does not have it"}]`},
		{"parts missing or wrong", map[string]string{
			"ValidatorSet":         set(`{"addr":"0x1","voting_power":"x","config":{"consensus_pubkey":"0x2020","validator_index":"0"}},17,{"addr":"0x2"}`, "", ""),
			"ValidatorPerformance": `{"validators":[]}`, "StakingConfig": `{}`, "Configuration": epoch,
		}, "active null null null, active null null null, active null null null", 0, ``},
		{"no members", map[string]string{"ValidatorSet": `{}`, "ValidatorPerformance": `{}`, "StakingConfig": `{}`, "Configuration": epoch}, "", 0, `[]`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			committee, err := stakeNode(t, test.resources).Validators(t.Context())
			require.NoError(t, err)
			var got []string
			for _, m := range committee.Members {
				row := m.State
				for _, number := range []*uint64{m.Stake, m.Proposals, m.FailedProposals} {
					text, err := json.Marshal(number)
					require.NoError(t, err)
					row += " " + string(text)
				}
				got = append(got, row)
			}
			require.Equal(t, test.members, strings.Join(got, ", "))
			require.Len(t, committee.Joining, test.joining)
			if test.problems != "" {
				require.JSONEq(t, test.problems, string(committee.Problems.AppendJSON(nil)))
			} else {
				require.Contains(t, committee.Problems.Err().Error(), "active_validators[0].voting_power")
				require.Equal(t, 6, committee.Problems.Count())
			}
			require.Equal(t, test.resources["Configuration"] != "", committee.HasEpoch())
		})
	}
	_, err := stakeNode(t, nil).Validators(t.Context())
	require.ErrorIs(t, err, ErrNotFound)
}

func TestConsensusKeys(t *testing.T) {
	t.Parallel()
	ed25519, bls, none := strings.Repeat("ed", 32), strings.Repeat("b1", 48), strings.Repeat("00", 7)
	tests := []struct{ name, key, ed25519, bls, network, class string }{
		{"ed25519 alone", ed25519, ed25519, "", "", ""},
		{"bls alone", bls, "", bls, "", ""},
		{"all", "20" + ed25519 + "30" + bls + none + "02c0de20" + ed25519, ed25519, bls, ed25519, "c0de"},
		{"without class group", "20" + ed25519 + "30" + bls + none + "0020" + ed25519, ed25519, bls, ed25519, ""},
		{"cut", "20" + ed25519 + "30" + bls + none, "", "", "", ""},
		{"trailing", "20" + ed25519 + "30" + bls + none + "0020" + ed25519 + "00", "", "", "", ""},
		{"no option", "20" + ed25519 + "30" + bls + "02", "", "", "", ""},
	}
	for _, test := range tests {
		key, err := hex.DecodeString(test.key)
		require.NoError(t, err)
		var m CommitteeMember
		err = m.readConsensusKey(key)
		require.Equal(t, test.ed25519+test.bls == "", err != nil, test.name)
		for want, got := range map[string]string{"1" + test.ed25519: m.Ed25519Key, "2" + test.bls: m.BLSKey, "3" + test.network: m.NetworkKey, "4" + test.class: m.ClassKey} {
			require.Equal(t, want[1:], strings.TrimPrefix(got, "0x"), test.name)
		}
	}
}

// The commission of a staking contract is at the account that votes for the pool, if that is the staker, and among the contracts of its pools.
func TestStakingContracts(t *testing.T) {
	t.Parallel()
	const staker, pool = "0x57", "0xa"
	contract := func(pool, percent string) string {
		return `{"key":"0x9","value":{"principal":"5","pool_address":"` + pool + `","owner_cap":{"pool_address":"` + pool + `"},"commission_percentage":` + percent + `,"distribution_pool":{}}}`
	}
	for name, c := range map[string]struct {
		store string
		want  *uint64
	}{
		"of two contracts":       {contract("0xb", `"3"`) + "," + contract(pool, `"12"`), new(uint64(1_200))},
		"of another pool":        {contract("0xb", `"3"`), nil},
		"more than all":          {contract(pool, `"101"`), nil},
		"no contract":            {"", nil},
		"none at the voter":      {"-", nil},
		"a commission of 0 is 0": {contract(pool, "0"), new(uint64(0))},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			node := serve(t, func(w http.ResponseWriter, r *http.Request) {
				switch {
				case strings.HasSuffix(r.URL.Path, "/resources") && strings.Contains(r.URL.Path, "000a/"):
					_, _ = w.Write([]byte(`[{"type":"0x1::stake::StakePool","data":{"locked_until_secs":"7","operator_address":"0x9","delegated_voter":"` + staker + `"}}]`))
				case strings.Contains(r.URL.Path, "0057/resources/0x1::staking_contract::Store") && c.store != "-":
					_, _ = w.Write([]byte(`{"type":"0x1::staking_contract::Store","data":{"staking_contracts":{"data":[` + c.store + `]}}}`))
				default:
					w.WriteHeader(http.StatusNotFound)
					_, _ = w.Write([]byte(`{"message":"Information not available"}`))
				}
			}, WithVersion(V3))
			committee := Committee{Members: []CommitteeMember{{StakePool: new(address(pool))}}}
			require.NoError(t, node.ReadPools(t.Context(), &committee))
			require.Empty(t, committee.Problems)
			require.NotNil(t, committee.Members[0].Operator)
			require.Equal(t, c.want, committee.Members[0].Commission)
		})
	}
}
