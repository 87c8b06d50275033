package main

import (
	"foredeck/tui/terminal"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// failing is one failure of a node and the expected report.
type failing struct {
	handler   http.HandlerFunc
	arguments []string
	code      int
	kind      string
	status    int    // 0: no complete response
	says      string // part of the message
	advises   string // part of the advice
}

func failures() map[string]failing {
	const page = "<!DOCTYPE html>\n<html><body>502 Bad Gateway</body></html>\n"
	return map[string]failing{
		"broken off before the response": {handler: reset, code: 3, kind: "unreachable", says: "no response from", advises: "node is running"},
		"half of the body":               {handler: half, code: 3, kind: "unreachable", says: "closed the connection", advises: "retry"},
		"slow": {
			handler:   func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
			arguments: []string{"--timeout", "50ms"}, code: 3, kind: "timed_out", says: "in time", advises: "--timeout",
		},
		"slow in the middle": {
			handler: func(w http.ResponseWriter, r *http.Request) {
				_, _ = w.Write([]byte(`{"sequence_number":`))
				_ = http.NewResponseController(w).Flush()
				<-r.Context().Done()
			},
			arguments: []string{"--timeout", "50ms"}, code: 3, kind: "timed_out", says: "in time", advises: "--timeout",
		},
		"404 with a message": {
			handler: responding(404, `{"message":"Information not available for 1"}`),
			code:    4, kind: "not_found", status: 404, says: "not found on", advises: "the network",
		},
		"400 with that message": {
			handler: responding(400, `{"message":"Information not available for 1"}`),
			code:    4, kind: "not_found", status: 400, says: "not found on", advises: "the network",
		},
		"null":             {handler: responding(200, " null\n"), code: 4, kind: "not_found", status: 200, says: "not found on", advises: "the network"},
		"404 without body": {handler: responding(404, ""), code: 1, kind: "unsupported", status: 404, says: "request not supported", advises: "version"},
		"404 with a page":  {handler: responding(404, page), code: 1, kind: "unsupported", status: 404, says: "request not supported", advises: "version"},
		"401":              {handler: responding(401, `{"error":"Unauthorized"}`), code: 5, kind: "unauthorized", status: 401, says: "Unauthorized", advises: "key or token"},
		"403":              {handler: responding(403, ""), code: 5, kind: "unauthorized", status: 403, says: "403 Forbidden", advises: "key or token"},
		"406":              {handler: responding(406, "Authorization data is incorrect"), code: 5, kind: "unauthorized", status: 406, says: "data is incorrect", advises: "key or token"},
		"429":              {handler: responding(429, `{"message":"Too many requests"}`), code: 6, kind: "rate_limited", status: 429, says: "limits our requests", advises: "wait"},
		"500":              {handler: responding(500, `{"message":"store lookup failed"}`), code: 7, kind: "server_error", status: 500, says: "store lookup failed", advises: "retry"},
		"502 with a page":  {handler: responding(502, page), code: 7, kind: "server_error", status: 502, says: "502 Bad Gateway", advises: "retry"},
		"503":              {handler: responding(503, `{"message":"archive still initializing"}`), code: 7, kind: "server_error", status: 503, says: "archive still initializing", advises: "retry"},
		"a page":           {handler: responding(200, page), code: 8, kind: "invalid_response", says: "HTML page", advises: "web page or a proxy"},
		"half of the JSON": {handler: responding(200, `{"sequence_number":1,"authentic`), code: 8, kind: "invalid_response", says: "incomplete JSON", advises: "node's URL"},
		"no JSON":          {handler: responding(200, "OK"), code: 8, kind: "invalid_response", says: "invalid JSON", advises: "node's URL"},
		"an empty body":    {handler: responding(200, " \n"), code: 8, kind: "invalid_response", says: "empty body", advises: "node's URL"},
		"another shape":    {handler: responding(200, `"ok"`), code: 8, kind: "invalid_response", says: "instead of", advises: "node's URL"},
		"two responses":    {handler: responding(200, `{} []`), code: 8, kind: "invalid_response", says: "invalid response", advises: "node's URL"},
		"broken gzip": {
			handler: func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Encoding", "gzip")
				_, _ = w.Write([]byte(`{"sequence_number":1}`))
			},
			code: 8, kind: "invalid_response", says: "gzip", advises: "node's URL",
		},
		"a redirect to another host": {
			handler: func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Location", "http://elsewhere.invalid/")
				w.WriteHeader(http.StatusFound)
			},
			code: 1, kind: "other", status: 302, says: "http://elsewhere.invalid/", advises: "is a node's URL",
		},
		"418": {handler: responding(418, "short and stout"), code: 1, kind: "other", status: 418, says: "short and stout", advises: "is a node's URL"},
	}
}

// reset closes the connection without a response.
func reset(w http.ResponseWriter, _ *http.Request) {
	connection, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(err)
	}
	_ = connection.(*net.TCPConn).SetLinger(0) // closing then resets
	_ = connection.Close()
}

// half sends less than its Content-Length.
func half(w http.ResponseWriter, _ *http.Request) {
	const body = `{"sequence_number":1,"authentic`
	w.Header().Set("Content-Length", strconv.Itoa(2*len(body)))
	_, _ = w.Write([]byte(body))
}

// A failing node sets the exit code, and stderr names the failure and the remedy.
func TestFailingNode(t *testing.T) {
	t.Parallel()
	for name, c := range failures() {
		for _, command := range []string{"account", "txs"} {
			t.Run(name+"/"+command, func(t *testing.T) {
				t.Parallel()
				n := serve(t, c.handler)
				arguments := append([]string{command, senderText, "--base-url", n.url}, c.arguments...)
				got := foredeck(t, arguments...)
				require.Equal(t, c.code, got.code, got.stderr)
				require.Empty(t, got.stdout)
				words := lines(t, got.stderr)
				require.Len(t, words, 2)
				require.Regexp(t, `^foredeck: \S`, words[0])
				require.Contains(t, words[0], c.says)
				require.Regexp(t, `^  \S`, words[1])
				require.Contains(t, words[1], c.advises)
				switch {
				case c.kind == "timed_out": // on a busy machine time can run out before the request is sent
				case c.kind == "unsupported":
					require.Len(t, n.requests(), 3, "each version")
				case c.kind == "unreachable", c.kind == "rate_limited", c.status == 502, c.status == 503:
					require.Len(t, n.requests(), 3, "it may be over at another try")
				default:
					require.Len(t, n.requests(), 1)
				}

				for _, format := range []string{"json", "jsonl"} {
					got := foredeck(t, append(arguments, "-o", format)...)
					require.Equal(t, c.code, got.code, got.stderr)
					require.Empty(t, got.stdout)
					require.Len(t, lines(t, got.stderr), 1)
					problem := read[problemShape](t, got.stderr).Error
					require.Equal(t, c.kind, problem.Kind)
					require.Equal(t, strings.TrimPrefix(words[0], "foredeck: "), problem.Message)
					require.Equal(t, strings.TrimSpace(words[1]), problem.Hint)
					if c.status == 0 {
						require.Nil(t, problem.Status)
					} else {
						require.NotNil(t, problem.Status)
						require.Equal(t, c.status, *problem.Status)
					}
					require.NotNil(t, problem.URL)
					require.True(t, strings.HasPrefix(*problem.URL, n.url+"/rpc/v3/accounts/"+senderText), *problem.URL)
				}
			})
		}
	}
}

func TestUnreachableNode(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"account", "txs"} {
		url := closedPort()
		got := foredeck(t, command, "0x1", "--base-url", url)
		require.Equal(t, exitUnreachable, got.code)
		require.Empty(t, got.stdout)
		require.Contains(t, got.stderr, "no response from "+url+": ")
		require.Contains(t, got.stderr, "check that the node is running and that its URL is correct")

		got = foredeck(t, command, "0x1", "--base-url", url, "-o", "json")
		require.Equal(t, exitUnreachable, got.code)
		require.Equal(t, "unreachable", read[problemShape](t, got.stderr).Error.Kind)
	}
}

// A valid request to the wrong network is also not found, so the message names the network.
func TestNotFoundNamesNetwork(t *testing.T) {
	t.Parallel()
	n := serve(t, responding(http.StatusNotFound, `{"message":"Information not available for 1"}`))
	for name, c := range map[string]struct {
		arguments []string
		place     string
	}{
		"address alone": {[]string{"--base-url", n.url}, regexp.QuoteMeta(n.host() + " (" + n.url + ")")},
		"named network": {[]string{"--base-url", n.url, "--network", "local"}, regexp.QuoteMeta("local (" + n.url + ")")},
		"simulated":     {nil, `simulated \(http://127\.0\.0\.1:[0-9]+\)`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := foredeck(t, append([]string{"account", "0xdead"}, c.arguments...)...)
			require.Equal(t, exitNotFound, got.code)
			require.Empty(t, got.stdout)
			require.Regexp(t, `^foredeck: account 0xdead not found on `+c.place+`\n  \S.*\n$`, got.stderr)

			got = foredeck(t, append([]string{"account", "0xdead", "-o", "json"}, c.arguments...)...)
			require.Equal(t, exitNotFound, got.code)
			problem := read[problemShape](t, got.stderr).Error
			require.Regexp(t, `^account 0xdead not found on `+c.place+`$`, problem.Message)
			require.Equal(t, 404, *problem.Status)
		})
	}
}

// An invalid argument is rejected before any request; the error names the field and the rule.
func TestInvalidCommandLine(t *testing.T) {
	t.Parallel()
	type bad struct {
		arguments []string
		says      []string
	}
	cases := map[string]bad{
		"format":                  {[]string{"account", "0x1", "-o", "xml"}, []string{`-o "xml"`, "table, wide, plain, json, jsonl, csv, raw"}},
		"format in capitals":      {[]string{"txs", "0x1", "-o", "JSON"}, []string{`-o "JSON"`, "json"}},
		"format of version":       {[]string{"version", "-o", "csv"}, []string{`-o "csv"`, "table, json, jsonl"}},
		"format of localnet":      {[]string{"localnet", "-o", "raw"}, []string{`-o "raw"`, "table, json"}},
		"no address":              {[]string{"account"}, []string{"missing ADDRESS", "foredeck account ADDRESS"}},
		"two addresses":           {[]string{"txs", "0x1", "0x2"}, []string{`unexpected argument "0x2"`, "foredeck txs ADDRESS"}},
		"version of something":    {[]string{"version", "0x1"}, []string{"0x1", "foredeck version"}},
		"localnet of something":   {[]string{"localnet", "0x1"}, []string{"0x1", "foredeck localnet"}},
		"two targets":             {[]string{"0x1", "0x2"}, []string{"unknown command", "foredeck [TARGET]"}},
		"flag":                    {[]string{"account", "0x1", "--odd"}, []string{"--odd"}},
		"flag of another command": {[]string{"account", "0x1", "--kind", "sent"}, []string{"--kind"}},
		"flag without its value":  {[]string{"account", "0x1", "--base-url"}, []string{"--base-url"}},
		"network":                 {[]string{"account", "0x1", "--network", "nowhere"}, []string{`network "nowhere"`, "simulated", "local"}},
		"empty network":           {[]string{"account", "0x1", "--network", ""}, []string{`--network ""`, "omit the flag"}},
		"base URL":                {[]string{"account", "0x1", "--base-url", "nowhere"}, []string{`base URL "nowhere"`, "absolute http or https URL"}},
		"base URL of files":       {[]string{"txs", "0x1", "--base-url", "file:///etc"}, []string{"base URL", "absolute http or https URL"}},
		"empty base URL":          {[]string{"account", "0x1", "--base-url", ""}, []string{`--base-url ""`, "omit the flag"}},
		"base URL of a port":      {[]string{"txs", "0x1", "--base-url", "http://127.0.0.1:99999"}, []string{"base URL", "port"}},
		"address of the inside":   {[]string{"account", "0x1", "--network", "simulated", "--base-url", "http://127.0.0.1:1"}, []string{"--base-url", "simulated"}},
		"timeout without unit":    {[]string{"account", "0x1", "--timeout", "5"}, []string{"--timeout", "unit"}},
		"no time at all":          {[]string{"account", "0x1", "--timeout", "0"}, []string{"timeout", "more than 0"}},
		"negative time":           {[]string{"txs", "0x1", "--timeout", "-1s"}, []string{"timeout", "more than 0"}},
		"listen":                  {[]string{"localnet", "--listen", "nowhere"}, []string{"nowhere", "host:port"}},
		"port":                    {[]string{"localnet", "--listen", "127.0.0.1:99999"}, []string{"99999", "host:port"}},
		"seed":                    {[]string{"localnet", "--seed", "-1"}, []string{"--seed"}},
		"nodes":                   {[]string{"localnet", "--nodes", "-1"}, []string{"nodes -1", "32"}},
		"members":                 {[]string{"localnet", "--members", "1001"}, []string{"members 1001", "1000"}},
		"blocks":                  {[]string{"localnet", "--blocks", "-1"}, []string{"blocks -1", "100000000"}},
		"epoch blocks":            {[]string{"localnet", "--epoch-blocks", "-1"}, []string{"epoch blocks -1", "100000000"}},
		"prune":                   {[]string{"localnet", "--prune", "-1"}, []string{"prune -1", "100000000"}},
		"admin":                   {[]string{"localnet", "--admin", "0.0.0.0:1"}, []string{`admin "0.0.0.0:1"`, "loopback"}},
		"block time":              {[]string{"localnet", "--block-time", "1ns"}, []string{"block time", "1ms"}},
		"dialect":                 {[]string{"localnet", "--dialect", "odd"}, []string{`--dialect "odd"`, "spec, deployed"}},
		"node version":            {[]string{"localnet", "--node-version", "9"}, []string{`--node-version "9"`, "spec, 10, 11, 12"}},
		"dialect of a node":       {[]string{"localnet", "--dialect", "spec", "--node-version", "11"}, []string{"dialect spec", "deployed", "node version 11"}},
		"accounts":                {[]string{"localnet", "--accounts", "1"}, []string{"accounts 1", "14"}},
		"transactions":            {[]string{"localnet", "--transactions", "-1"}, []string{"transactions -1"}},
		"latency":                 {[]string{"localnet", "--latency", "-1s"}, []string{"latency -1s", "0 or more"}},
		"fail rate":               {[]string{"localnet", "--fail-rate", "1.5"}, []string{"fail rate 1.5", "from 0 to 1"}},
		"kind":                    {[]string{"txs", "0x1", "--kind", "odd"}, []string{`--kind "odd"`, "sent"}},
		"rpc version":             {[]string{"account", "0x1", "--rpc-version", "v9"}, []string{`--rpc-version "v9"`, "auto, v1, v2, v3"}},
		"second base URL":         {[]string{"account", "0x1", "--base-url", "http://127.0.0.1:1", "--base-url", "nowhere"}, []string{"base URL 2", "absolute http or https URL"}},
		"empty second base URL":   {[]string{"account", "0x1", "--base-url", "http://127.0.0.1:1", "--base-url", ""}, []string{`--base-url ""`, "omit the flag"}},
		"empty oracle URL":        {[]string{"price", "btc_usdt", "--oracle-url", ""}, []string{`--oracle-url ""`, "omit the flag"}},
		"oracle URL":              {[]string{"price", "btc_usdt", "--oracle-url", "nowhere"}, []string{"oracle URL", "absolute http or https URL"}},
		"type":                    {[]string{"txs", "0x1", "--kind", "coin", "--type", "odd"}, []string{`--type "odd"`, "user, auto, meta, record"}},
		"empty type":              {[]string{"txs", "0x1", "--kind", "coin", "--type", ""}, []string{"--type", "user, auto, meta, record"}},
		"type of sent":            {[]string{"txs", "0x1", "--type", "user"}, []string{"--type", "--kind coin"}},
		"height of sent":          {[]string{"txs", "0x1", "--from-height", "3"}, []string{"--from-height", "--kind automated"}},
		"height and start":        {[]string{"txs", "0x1", "--kind", "automated", "--from-height", "3", "--start", "00"}, []string{"--from-height", "--start"}},
		"start of all kinds":      {[]string{"txs", "0x1", "--kind", "all", "--start", "3"}, []string{"--start", "--kind all"}},
		"coin start":              {[]string{"txs", "0x1", "--kind", "coin", "--start", "abc"}, []string{"cursor", "abc"}},
		"modules of zz":           {[]string{"modules", "zz"}, []string{`"zz" is neither a saved name nor an address`}},
		"limit of modules":        {[]string{"modules", "0x1", "--limit", "0"}, []string{"--limit 0"}},
		"module without a name":   {[]string{"module", "0x1"}, []string{"module id", "0x1"}},
		"functions":               {[]string{"module", "0x1::coin", "--functions", "odd"}, []string{`--functions "odd"`, "all, view, entry"}},
		"source as csv":           {[]string{"module", "0x1::coin", "--source", "-o", "csv"}, []string{"--source", "-o csv"}},
		"source of some":          {[]string{"module", "0x1::coin", "--source", "--functions", "view"}, []string{"--source", "--functions"}},
		"functions as raw":        {[]string{"module", "0x1::coin", "--functions", "view", "-o", "raw"}, []string{"-o raw", "--functions"}},
		"resources of zz":         {[]string{"resources", "zz"}, []string{`"zz" is neither a saved name nor an address`}},
		"resource without a type": {[]string{"resource", "0x1"}, []string{"missing TYPE"}},
		"resource of an odd type": {[]string{"resource", "0x1", "0x1::coin"}, []string{"resource type"}},
		"path":                    {[]string{"resource", "0x1", "0x1::a::B", "--path", ".a..b"}, []string{"--path", "dot"}},
		"path index":              {[]string{"resource", "0x1", "0x1::a::B", "--path", ".a[x]"}, []string{"--path", "number"}},
		"path name":               {[]string{"resource", "0x1", "0x1::a::B", "--path", `["a`}, []string{"--path", "must end"}},
		"function":                {[]string{"view", "0x1::coin"}, []string{"function id"}},
		"type argument":           {[]string{"view", "0x1::coin::name", "--type-arg", "odd::"}, []string{"--type-arg", "type tag"}},
		"every instant":           {[]string{"view", "0x1::coin::name", "--every", "1ms"}, []string{"--every 1ms", "100ms"}},
		"height":                  {[]string{"block", "tip"}, []string{`HEIGHT "tip"`, "head"}},
		"negative height":         {[]string{"block", "--", "-1"}, []string{`HEIGHT "-1"`}},
		"large height":            {[]string{"block", "18446744073709551616"}, []string{"HEIGHT", "2^64-1"}},
		"last of none":            {[]string{"blocks", "--last", "0"}, []string{"--last 0", "1 or more"}},
		"last and limit":          {[]string{"blocks", "--last", "3", "--limit", "3"}, []string{"--last", "--limit"}},
		"last and all":            {[]string{"blocks", "--last", "3", "--all"}, []string{"--last", "--all"}},
		"no pair":                 {[]string{"price"}, []string{"missing PAIR", "foredeck price PAIR..."}},
		"pair":                    {[]string{"price", "btc"}, []string{`pair "btc"`, "btc_usdt"}},
		"pair of history":         {[]string{"history", "btc usdt"}, []string{"pair"}},
		"bar":                     {[]string{"history", "btc_usdt", "--bar", "1x"}, []string{`--bar "1x"`, "1h"}},
		"bar of nothing":          {[]string{"history", "btc_usdt", "--bar", "0s"}, []string{`--bar "0s"`}},
		"bar of half a second":    {[]string{"history", "btc_usdt", "--bar", "500ms"}, []string{`--bar "500ms"`}},
		"negative bar":            {[]string{"history", "btc_usdt", "--bar", "-1h"}, []string{`--bar "-1h"`}},
		"endless bar":             {[]string{"history", "btc_usdt", "--bar", "100001d"}, []string{`--bar "100001d"`}},
		"bars before 1970":        {[]string{"history", "btc_usdt", "--bar", "10000d"}, []string{"--limit 20", "1970"}},
		"from":                    {[]string{"history", "btc_usdt", "--from", "yesterday"}, []string{`--from "yesterday"`, "2026-11-21"}},
		"empty from":              {[]string{"history", "btc_usdt", "--from", ""}, []string{`--from ""`}},
		"to":                      {[]string{"history", "btc_usdt", "--to", "21.11.2026"}, []string{`--to "21.11.2026"`}},
		"from after to":           {[]string{"history", "btc_usdt", "--from", "2026-02-01", "--to", "2026-01-01"}, []string{"--from", "before the end", "2026-01-01"}},
		"all of history":          {[]string{"history", "btc_usdt", "--all"}, []string{"--all", "--from"}},
		"format of doctor":        {[]string{"doctor", "-o", "csv"}, []string{`-o "csv"`, "table, plain, json, jsonl"}},
		"doctor of something":     {[]string{"doctor", "0x1"}, []string{"0x1", "foredeck doctor"}},
		"coin order":              {[]string{"localnet", "--coin-order", "odd"}, []string{`--coin-order "odd"`, "newest, oldest"}},
		"limit of none":           {[]string{"txs", "0x1", "--limit", "0"}, []string{"--limit 0", "1 or more"}},
		"negative limit":          {[]string{"txs", "0x1", "--limit", "-5"}, []string{"--limit -5", "1 or more"}},
		"limit in words":          {[]string{"txs", "0x1", "--limit", "ten"}, []string{"--limit", "ten"}},
		"limit of all":            {[]string{"txs", "0x1", "--all", "--limit", "5"}, []string{"--all", "--limit", "only one of them"}},
	}
	for _, command := range []string{"account", "txs"} {
		cases[command+" zz"] = bad{[]string{command, "zz"}, []string{`"zz" is neither a saved name nor an address`}}
		cases[command+" of nothing"] = bad{[]string{command, ""}, []string{"address", "empty"}}
		cases[command+" of 65 digits"] = bad{[]string{command, strings.Repeat("1", 65)}, []string{"address", "65 digits, at most 64"}}
		cases[command+" of 0x"] = bad{[]string{command, "0x"}, []string{"address", "no digits"}}
		cases[command+" with a space"] = bad{[]string{command, " 0x1"}, []string{"address", "not hex at character 1"}}
		cases[command+" of an escape"] = bad{[]string{command, "\x1b[2J"}, []string{"address", "not hex at character 1"}}
	}
	for start, name := range map[string]string{
		"abc": "letters", "-1": "negative", "1.5": "fraction", "0x10": "hex", " 1": "space", "1e3": "exponent", "18446744073709551616": "too large",
	} {
		cases["start "+name] = bad{[]string{"txs", "0x1", "--start", start}, []string{"cursor", "decimal sequence number up to 2^64-1"}}
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := serve(t, sentBy(transfers(1)))
			arguments := c.arguments
			if elsewhere := strings.Join(arguments, " "); !strings.Contains(elsewhere, "--base-url") && !strings.Contains(elsewhere, "--network") {
				arguments = append([]string{"--base-url", n.url}, arguments...)
			}
			got := foredeck(t, arguments...)
			require.Equal(t, exitUsage, got.code, got.stderr)
			require.Empty(t, got.stdout)
			require.Empty(t, n.requests())
			words := lines(t, got.stderr)
			require.Len(t, words, 2)
			for _, word := range c.says {
				require.Contains(t, words[0], word)
			}
			requireSanitized(t, got.stderr)

			if strings.Contains(strings.Join(arguments, " "), "-o") {
				return
			}
			got = foredeck(t, append([]string{"-o", "json"}, arguments...)...)
			require.Equal(t, exitUsage, got.code, got.stderr)
			require.Empty(t, got.stdout)
			require.Len(t, lines(t, got.stderr), 1)
			problem := read[problemShape](t, got.stderr).Error
			require.Equal(t, "invalid_argument", problem.Kind)
			for _, word := range c.says {
				require.Contains(t, problem.Message, word)
			}
			require.NotEmpty(t, problem.Hint)
			require.Nil(t, problem.Status)
			require.Nil(t, problem.URL)
			require.Empty(t, n.requests())
		})
	}
}

func TestPanicAsksForBugReport(t *testing.T) {
	t.Parallel()
	var stderr strings.Builder
	require.Equal(t, exitOther, report(&stderr, terminal.ErrPanic, "foredeck", &globalFlags{}))
	require.Equal(t, "foredeck: foredeck stopped because of a bug\n  please report it with the lines above\n", stderr.String())
}
