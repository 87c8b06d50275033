package main

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
	"foredeck/client/localnet/oracle"
	"foredeck/client/localnet/wire"
)

type diagnosisShape struct {
	Network   string   `json:"network"`
	BaseURL   string   `json:"base_url"`
	OracleURL string   `json:"oracle_url"`
	Usable    bool     `json:"usable"`
	Release   *string  `json:"release"`
	Versions  []string `json:"rpc_versions"`
	ChainID   *uint64  `json:"chain_id"`
	Dialect   struct {
		Name       *string `json:"name"`
		Timestamps *string `json:"timestamps"`
		Senders    *string `json:"senders"`
		Values     *string `json:"values"`
	} `json:"dialect"`
	ViewMediaType *string `json:"view_media_type"`
	Delay         *struct {
		Median   int64 `json:"median_ms"`
		Worst    int64 `json:"worst_ms"`
		Requests int   `json:"requests"`
	} `json:"delay"`
	Clock *struct {
		Ahead  int64 `json:"ahead_ms"`
		Within int64 `json:"within_ms"`
	} `json:"clock"`
	NewestAge *int64          `json:"newest_age_ms"`
	APIKey    secretShape     `json:"api_key"`
	Token     secretShape     `json:"consensus_token"`
	Calls     []diagnosedCall `json:"calls"`
	Notices   []string        `json:"notices"`
	Resources []struct {
		Type   string `json:"type"`
		Result string `json:"answer"`
	} `json:"committee_resources"`
}

type secretShape struct {
	Set   bool   `json:"set"`
	State string `json:"state"`
}

type diagnosedCall struct {
	Call    string  `json:"call"`
	Version *string `json:"version"`
	Result  string  `json:"answer"`
	Status  *int    `json:"status"`
	Cursor  *string `json:"cursor"`
	Delay   int64   `json:"delay_ms"`
	Detail  *string `json:"detail"`
}

// cursors lists where each version returns its cursors.
func (d *diagnosisShape) cursors(version string) map[string]string {
	cursors := map[string]string{}
	for _, call := range d.Calls {
		if call.Version != nil && *call.Version == version && call.Cursor != nil {
			cursors[call.Call] = *call.Cursor
		}
	}
	return cursors
}

func TestDoctorDialects(t *testing.T) {
	for dialect, want := range map[localnet.Dialect]struct{ name, timestamps, senders, values, mediaType, header string }{
		localnet.Spec:     {"spec", "timestamp", "text", "keyed", "application/x.chain.view_function+bcs", "header x-chain-cursor"},
		localnet.Deployed: {"deployed", "microseconds_since_unix_epoch", "object", "bare", "application/x.supra.view_function+bcs", "header x-supra-cursor"},
	} {
		network := frozen(t, dialect)
		t.Setenv("FOREDECK_API_KEY", network.APIKey())
		got := foredeck(t, "doctor", "--base-url", network.BaseURL(), "-o", "json")
		require.Zero(t, got.code, got.stderr)
		found := read[diagnosisShape](t, got.stdout)
		require.True(t, found.Usable)
		require.Equal(t, network.BaseURL(), found.OracleURL)
		require.Equal(t, uint64(255), *found.ChainID)
		require.Equal(t, want.values, *found.Dialect.Values)
		require.Equal(t, want.timestamps, *found.Dialect.Timestamps)
		require.Equal(t, want.name, *found.Dialect.Name)
		require.Equal(t, want.mediaType, *found.ViewMediaType)
		require.Equal(t, secretShape{true, "accepted"}, found.APIKey)
		require.Equal(t, secretShape{false, "not_required"}, found.Token)
		require.NotNil(t, found.NewestAge)
		require.LessOrEqual(t, found.Clock.Ahead, found.Clock.Within+1_000, "it is the same clock")
		require.GreaterOrEqual(t, found.Clock.Ahead, -found.Clock.Within-1_000)
		require.Len(t, found.Resources, 6)
		require.Equal(t, []string{"0x1::stake::ValidatorSet", "ok"}, []string{found.Resources[0].Type, found.Resources[0].Result})
		require.Equal(t, []string{"0x1::leader_ban_registry::BanRegistry", "not_found"}, []string{found.Resources[5].Type, found.Resources[5].Result})
		require.NotEmpty(t, found.Calls) // TestDoctorMakesEveryCall has all
		for _, call := range found.Calls {
			require.Equal(t, "ok", call.Result, call.Call)
			require.Equal(t, 200, *call.Status)
			require.Nil(t, call.Detail)
		}
		require.Equal(t, want.header, found.cursors("v3")["modules"])
		require.Equal(t, "none", found.cursors("v3")["transactions"])
		require.Equal(t, "body", found.cursors("v2")["modules"])
		require.Equal(t, "body", found.cursors("v1")["coin_transactions"])

		table := foredeck(t, "doctor", "--base-url", network.BaseURL())
		require.Zero(t, table.code, table.stderr)
		requireSanitized(t, table.stdout)
		for _, pattern := range []string{`\nusable +yes\n`, `\nchain id +255\n`, `\ndialect +` + want.name + `: `, `\nclock +in sync with this machine `, `\napi key +set, accepted\n`,
			`\nstake +has ValidatorSet, ValidatorPerformance, StakingConfig, Configuration; lacks CommitHistory, BanRegistry\n`,
			`\nCALL +RPC +RESULT +CURSOR +DELAY +DETAIL\n`, `\nmodules +v3 +ok +` + want.header + ` +\d+ m?s\n`, `\nhistory +ok +`} {
			require.Regexp(t, pattern, table.stdout)
		}
		plain := foredeck(t, "doctor", "--base-url", network.BaseURL(), "-o", "plain")
		require.Regexp(t, `(?s)\nusable: yes\nchain id: 255\n.*\n\ncall: modules\nrpc: v3\nresult: ok\ncursor: `+want.header+`\ndelay: \d+ m?s\n\n`, plain.stdout)
		for _, line := range strings.Split(strings.TrimSpace(plain.stdout), "\n") {
			require.Regexp(t, `^($|[a-z ]+: \S)`, line)
			require.NotContains(t, line, "  ")
		}
	}
}

// A call that the simulated network has, and that doctor does not make, is missing in the runner of a command.
func TestDoctorMakesEveryCall(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Spec)
	proxy, mux := forwardTo(t, network.BaseURL()), http.NewServeMux()
	var made sync.Map
	routes := append(wire.NewAPI(nil, wire.Options{}).Routes(), oracle.NewService(0, localnet.Spec, "", time.Now, nil).Routes()...)
	for _, route := range routes {
		mux.HandleFunc(route.Path, func(w http.ResponseWriter, r *http.Request) {
			made.Store(route.Path, true)
			proxy.ServeHTTP(w, r)
		})
	}
	got := foredeck(t, "doctor", "--base-url", serve(t, mux.ServeHTTP).url)
	require.Zero(t, got.code, got.stderr)
	for _, route := range routes {
		_, isMade := made.Load(route.Path)
		require.True(t, isMade, "doctor does not call %s", route.Path)
	}
}

func TestDoctorSimulated(t *testing.T) {
	t.Parallel()
	got := foredeck(t, "doctor", "-o", "jsonl")
	require.Zero(t, got.code, got.stderr)
	found := read[diagnosisShape](t, got.stdout)
	require.Equal(t, "simulated", found.Network)
	require.Equal(t, "spec", *found.Dialect.Name)
	require.Equal(t, "text", *found.Dialect.Senders, "its accounts are known by name")
	require.Equal(t, secretShape{true, "accepted"}, found.APIKey, "it has a key of its own")
}

// The exit code reports an unusable deployment, after the full report.
func TestDoctorUnusableNode(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		code    int
		kind    string
		table   bool
	}{
		"no such calls":  {responding(404, ""), exitOther, "unsupported", true},
		"refused":        {responding(401, ""), exitUnauthorized, "unauthorized", true},
		"slowed down":    {responding(429, ""), exitRateLimited, "rate_limited", true},
		"failing":        {responding(500, `{"message":"store lookup failed"}`), exitServerError, "server_error", true},
		"a page":         {responding(200, "<html>"), exitInvalidResponse, "invalid_response", true},
		"nothing at all": {reset, exitUnreachable, "unreachable", false},
		"half of a body": {half, exitUnreachable, "unreachable", false},
		"only version 2": {onlyVersion2, exitDone, "", true},
	} {
		t.Run(name, func(t *testing.T) {
			n := serve(t, c.handler)
			got := foredeck(t, "doctor", "--base-url", n.url, "-o", "json")
			require.Equal(t, c.code, got.code, got.stderr)
			if c.table {
				require.Equal(t, c.code == exitDone, read[diagnosisShape](t, got.stdout).Usable)
			} else {
				require.Empty(t, got.stdout)
				require.LessOrEqual(t, len(n.requests()), 3, "one call, and its tries")
			}
			if c.kind != "" {
				require.Equal(t, c.kind, read[problemShape](t, got.stderr).Error.Kind)
			}
		})
	}
}

// onlyVersion2 responds to the two required calls, in version 2 only, and rejects calls that need a secret.
func onlyVersion2(w http.ResponseWriter, r *http.Request) {
	switch path := r.URL.Path; {
	case strings.HasPrefix(path, "/rpc/v2/accounts/") && strings.HasSuffix(path, "/transactions"):
		_, _ = w.Write([]byte(`{"record":[]}`))
	case strings.HasPrefix(path, "/rpc/v2/accounts/") && strings.Count(path, "/") == 4:
		_, _ = w.Write([]byte(`{"sequence_number":1,"authentication_key":"` + keyText + `"}`))
	case strings.Contains(path, "/consensus/"):
		http.Error(w, "Authorization is absent", http.StatusBadRequest)
	case path == "/latest", path == "/history":
		http.Error(w, `{"error":"API key is missing"}`, http.StatusUnauthorized)
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

// Missing or rejected calls are reported but do not make a node unusable.
func TestDoctorReportsMissingFeatures(t *testing.T) {
	n := serve(t, onlyVersion2)
	got := foredeck(t, "doctor", "--base-url", n.url, "-o", "json")
	require.Zero(t, got.code, got.stderr)
	found := read[diagnosisShape](t, got.stdout)
	require.Equal(t, secretShape{false, "missing"}, found.APIKey)
	require.Equal(t, secretShape{false, "missing"}, found.Token)
	require.Nil(t, found.ChainID)
	require.Nil(t, found.Dialect.Name)
	for _, call := range found.Calls {
		version := ""
		if call.Version != nil {
			version = *call.Version
		}
		switch {
		case version == "":
			require.Equal(t, "unauthorized", call.Result)
			require.Contains(t, *call.Detail, "API key is missing")
		case call.Call == "consensus block":
			require.Equal(t, "unauthorized", call.Result)
		case version == "v2" && (call.Call == "account" || call.Call == "transactions"):
			require.Equal(t, "ok", call.Result)
		default:
			require.Equal(t, "unsupported", call.Result, "%s %s", version, call.Call)
		}
	}

	t.Setenv("FOREDECK_API_KEY", "hunter2")
	t.Setenv("FOREDECK_CONSENSUS_TOKEN", "hunter3")
	for _, format := range []string{"table", "json"} {
		got = foredeck(t, "doctor", "--base-url", n.url, "-o", format)
		require.NotContains(t, got.stdout+got.stderr, "hunter")
	}
	found = read[diagnosisShape](t, got.stdout)
	require.Equal(t, secretShape{true, "rejected"}, found.APIKey)

	// A named version is the only one requested.
	got = foredeck(t, "doctor", "--base-url", n.url, "--rpc-version", "v3", "-o", "json")
	require.Equal(t, exitOther, got.code)
	require.False(t, read[diagnosisShape](t, got.stdout).Usable)
}
