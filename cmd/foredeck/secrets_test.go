package main

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// spellingsOf returns ways in which a server can repeat a secret, as content of a JSON string.
func spellingsOf(secret string) []string {
	var percent, unicode strings.Builder
	for _, character := range []byte(secret) {
		fmt.Fprintf(&percent, "%%%02X", character)
		fmt.Fprintf(&unicode, `\u%04x`, character)
	}
	spellings := []string{secret, strings.ToUpper(secret), hex.EncodeToString([]byte(secret)), strings.ToUpper(hex.EncodeToString([]byte(secret))), percent.String(), unicode.String()}
	for _, before := range []string{"", "a", "ab"} {
		spellings = append(spellings, base64.StdEncoding.EncodeToString([]byte(before+secret)), base64.RawURLEncoding.EncodeToString([]byte(before+secret)))
	}
	return spellings
}

// echoing responds with the secrets in all spellings: in valid and invalid responses, errors, headers and redirects.
func echoing(secrets ...string) http.HandlerFunc {
	var all []string
	for _, secret := range secrets {
		all = append(all, spellingsOf(secret)...)
	}
	echoed := strings.Join(all, " ")
	return func(w http.ResponseWriter, r *http.Request) {
		for i, spelling := range all {
			w.Header().Set(fmt.Sprintf("X-Echo-%d", i), spelling)
		}
		w.Header().Set("X-Next-Cursor", all[2])
		switch path := r.URL.Path; {
		case strings.HasSuffix(path, "/transactions"):
			_, _ = fmt.Fprintf(w, `[{"hash":"%s","status":"%[1]s","txn_type":"%[1]s","header":{"sender":"%[1]s"},"payload":{"%[1]s":"%[1]s"},"block_header":{"hash":"%[1]s"}}]`, echoed)
		case strings.HasSuffix(path, "/modules"):
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = fmt.Fprintf(w, "%s", echoed)
		case strings.HasSuffix(path, "/resources"):
			_, _ = fmt.Fprintf(w, `[{"type": %s`, echoed)
		case strings.HasSuffix(path, "/coin_transactions"):
			_, _ = fmt.Fprintf(w, `["%s"]`, echoed)
		case strings.Contains(path, "/consensus/"):
			height := strings.TrimPrefix(path, "/rpc/v1/consensus/block/height/")
			if len(height) > 1 {
				_, _ = w.Write([]byte("null"))
				return
			}
			_, _ = fmt.Fprintf(w, `{"block":{"block":{"digest":"%s","header":{"author":"%[1]s","height":%[2]s,"timestamp":{"timestamp":1700000000000000},"view":{"epoch_id":{"chain_id":6,"epoch":1},"round":1}},"payload":"%[1]s"},"qc":{"certificate":{"kind":"%[1]s","voters":[true]}}},"batches":null}`, echoed, height)
		case strings.Contains(path, "/accounts/"):
			_, _ = fmt.Fprintf(w, `{"sequence_number":3,"authentication_key":"%s"}`, echoed)
		case path == "/latest":
			w.WriteHeader(http.StatusNotFound)
			_, _ = fmt.Fprintf(w, `{"error":"%s"}`, echoed)
		case path == "/history":
			w.Header().Set("Location", "https://elsewhere.invalid/"+all[4]+"?key="+all[0])
			w.WriteHeader(http.StatusFound)
		default:
			w.WriteHeader(http.StatusBadRequest)
			_, _ = fmt.Fprintf(w, `{"message":"%s"}`, echoed)
		}
	}
}

// A key or token that a server repeats appears nowhere: not in output, errors, reports, recordings or files. That also holds for
// the secret of another service, and for calls that do not send it. The exception is a secret that a command prints, if nothing
// needs it: the command is not run then.
func TestEchoedSecretsAreRemoved(t *testing.T) {
	const key, token = "pr1ces-k3y/with+odd=chars", "bl0cks-t0ken-0123456789"
	folder := t.TempDir()
	for _, variable := range []string{"XDG_CACHE_HOME", "XDG_STATE_HOME"} {
		t.Setenv(variable, folder)
	}
	t.Setenv("MY_TOKEN", token)
	keyFile := filepath.Join(folder, "k")
	require.NoError(t, os.WriteFile(keyFile, []byte(key), 0o600))
	n, keyless := serve(t, echoing(key, token)), serve(t, echoing(token))
	path := filepath.Join(folder, "config.toml")
	require.NoError(t, os.WriteFile(path, []byte(fmt.Sprintf("[networks.file]\nbase_urls = [%q]\nconsensus_token_env = \"MY_TOKEN\"\napi_key_file = %q\n", n.url, keyFile)), 0o600))
	require.NoError(t, os.WriteFile(path+"2", []byte(fmt.Sprintf("[networks.command]\nbase_urls = [%q]\noracle_url = %q\nconsensus_token_env = \"MY_TOKEN\"\napi_key_command = [\"cat\", %q]\n", keyless.url, n.url, keyFile)), 0o600))

	var leaks []string
	for _, secret := range []string{key, token} {
		for _, spelling := range spellingsOf(secret) {
			leaks = append(leaks, strings.ToLower(strings.TrimRight(spelling, "=")[min(4, len(spelling)):]))
		}
	}
	requireClean := func(text, where string) {
		t.Helper()
		text = strings.ToLower(text)
		for _, leak := range leaks {
			require.False(t, strings.Contains(text, leak), "%s has %s:\n%s", where, leak, text)
		}
	}
	commands := [][]string{
		{"price", "btc_usdt"}, {"history", "btc_usdt"}, {"block", "3"}, {"blocks", "--last", "1"}, {"account", "0x1"}, {"txs", "0x1"}, {"txs", "0x1", "--kind", "coin"},
		{"modules", "0x1"}, {"resources", "0x1"}, {"view", "0x1::a::b"}, {"doctor"},
	}
	for i, command := range commands {
		for _, format := range []string{"table", "json", "raw"} {
			if format == "raw" && command[0] == "doctor" {
				continue
			}
			for network, config := range map[string]string{"file": path, "command": path + "2"} {
				recording := filepath.Join(folder, fmt.Sprintf("%d-%s-%s.recording", i, format, network))
				got := foredeck(t, append(command, "--config", config, "--network", network, "--record", recording, "-v", "-o", format)...)
				require.NotContains(t, got.stderr, "unknown", command)
				requireClean(got.stdout+got.stderr, strings.Join(command, " ")+" "+format)
			}
		}
	}
	cached := foredeck(t, "blocks", "--last", "2", "--config", path, "--network", "file") // not while recording
	requireClean(cached.stdout+cached.stderr, "blocks")
	files := map[string]int{}
	require.NoError(t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path == keyFile {
			return err
		}
		files[filepath.Ext(path)]++
		content, err := os.ReadFile(path)
		requireClean(string(content), path)
		return err
	}))
	require.Greater(t, files[".recording"], len(commands))
	require.Positive(t, files[".db"], "cached blocks")
}
