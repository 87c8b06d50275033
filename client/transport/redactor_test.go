package transport

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// drawCase draws upper and lower case for each letter of a text.
func drawCase(t *rapid.T, text string) string {
	switch rapid.IntRange(0, 3).Draw(t, "case") {
	case 0:
		return strings.ToUpper(text)
	case 1:
		return strings.ToLower(text)
	}
	return text
}

// drawEscapes escapes random characters of a text.
func drawEscapes(t *rapid.T, text string) string {
	formats := rapid.SampledFrom([][]string{
		{"%c"}, {"%%%02x"}, {"%%%02X"}, {`\u%04x`}, {`\U%04X`}, {`\x%02x`}, {"%c", "%%%02x", `\u%04x`}, {"%c", "%c", "%c", "%c", "%%%02X"},
	}).Draw(t, "escapes")
	var escaped strings.Builder
	for _, character := range []byte(text) {
		format := rapid.SampledFrom(formats).Draw(t, "escape")
		written := fmt.Sprintf(strings.Replace(format, "U", "u", 1), character)
		if written == `\` || strings.ContainsRune(`/"`, rune(character)) && rapid.Bool().Draw(t, "short") {
			written = `\` + string(character)
		}
		escaped.WriteString(written)
	}
	return escaped.String()
}

// drawSpelling draws one of the ways in which a server can repeat a secret.
func drawSpelling(t *rapid.T, secret string) string {
	written := secret
	switch rapid.IntRange(0, 5).Draw(t, "encoding") {
	case 1:
		written = hex.EncodeToString([]byte(secret))
	case 2:
		before, after := rapid.StringN(0, 5, 5).Draw(t, "encoded before"), rapid.StringN(0, 5, 5).Draw(t, "encoded after")
		encoding := rapid.SampledFrom([]*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding, base64.RawURLEncoding}).Draw(t, "base64")
		written = encoding.EncodeToString([]byte(before + secret + after))
	case 3:
		return drawEscapes(t, url.QueryEscape(secret))
	}
	written = drawCase(t, written)
	for range rapid.IntRange(0, escapeLevels).Draw(t, "levels") {
		written = drawEscapes(t, written)
	}
	return written
}

// contains reports whether a text has a secret, in any case, after any number of the decodings that a reader may try.
func contains(text, secret string) bool {
	for range escapeLevels + 1 {
		if strings.Contains(strings.ToLower(text), strings.ToLower(secret)) {
			return true
		}
		if decoded, err := hex.DecodeString(strings.Trim(text, "{}")); err == nil && strings.Contains(strings.ToLower(string(decoded)), strings.ToLower(secret)) {
			return true
		}
		for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding, base64.RawURLEncoding} {
			if decoded, err := encoding.DecodeString(strings.Trim(text, "{}")); err == nil && strings.Contains(string(decoded), secret) {
				return true
			}
		}
		var plain []byte
		for at := 0; at < len(text); {
			character, length := unescape([]byte(text), at, 1)
			plain, at = append(plain, character), at+length
		}
		text = string(plain)
	}
	return false
}

func TestRedactEverySpelling(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		secret := rapid.StringMatching(`[!-~]{6,40}`).Draw(t, "secret")
		if strings.Contains(secret, Removed) || strings.ContainsAny(secret, "{}") {
			t.Skip("cannot be distinguished from the text around it")
		}
		written := drawSpelling(t, secret)
		redactor := new(Redactor)
		redactor.Add("another-secret", secret)
		clean := string(redactor.Redact([]byte("{" + written + "}")))
		require.False(t, contains(clean, secret), "%s of %s", clean, written)
		require.Contains(t, clean, Removed)
		require.True(t, strings.HasPrefix(clean, "{") && strings.HasSuffix(clean, "}"), clean)
	})
}

// A secret is removed wherever the parts of a body begin and end, and nothing else is.
func TestRedactBody(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		const secret = "hunter2-hunter2"
		written := drawSpelling(t, secret)
		redactor := new(Redactor)
		redactor.Add(secret)
		found := redactor.current.Load()
		filler := strings.Repeat("0123456789abcdef", (3*redactedBytes+3*found.hold())/16)
		at := rapid.SampledFrom([]int{0, redactedBytes, redactedBytes + found.hold(), 2 * redactedBytes}).Draw(t, "near")
		at = max(0, at+rapid.IntRange(-len(written)-1, len(written)+1).Draw(t, "at"))
		content := filler[:at] + "{" + written + "}" + filler[at:]
		want := string(redactor.Redact([]byte(content)))
		read := rapid.SampledFrom([]func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader, func(r io.Reader) io.Reader { return r }}).Draw(t, "reader")
		body := &redactedBody{body: io.NopCloser(read(strings.NewReader(content))), redactor: redactor, secrets: found, atEnd: func() {}}
		clean, err := io.ReadAll(body)
		require.NoError(t, err)
		require.True(t, want == string(clean), "differs from a search of the whole body")
		require.True(t, strings.Contains(want, Removed))
	})
}

func TestRedactLeavesTheRest(t *testing.T) {
	t.Parallel()
	redactor := new(Redactor)
	content := []byte(`{"a\"b": "\u0041%20%25\\", "c": "hunter", "path": "\/a\/b"} hunte`)
	redactor.Add("short", "hunter2")
	require.Equal(t, strings.TrimSuffix(string(content), "hunte")+Removed, string(redactor.Redact(content)), "only the start of a secret at the end")
	require.Equal(t, "short", string(redactor.Redact([]byte("short"))), "shorter than MinSecret")
	rapid.Check(t, func(t *rapid.T) {
		content := rapid.SliceOf(rapid.Byte()).Draw(t, "content")
		redactor := new(Redactor)
		redactor.Add("a secret that is not there", "hunter2")
		if bytes.ContainsAny(content, "%\\") {
			_ = redactor.Redact(content) // must not panic
		}
		require.Equal(t, content, redactor.Redact(content))
	})
}

// Nothing of a response has a secret: not its status, headers, trailers, body or error. The server saw it in an earlier request.
func TestTransportRedacts(t *testing.T) {
	t.Parallel()
	const secret = "hunter2-hunter2"
	encoded := base64.StdEncoding.EncodeToString([]byte("user:" + secret))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/broken" {
			connection, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				_, _ = io.WriteString(connection, "HTTP/1.1 "+secret+"\r\n\r\n")
				_ = connection.Close()
			}
			return
		}
		w.Header().Set("X-Echo", secret)
		w.Header().Set("X-"+secret, encoded)
		w.Header().Set("Location", "/"+hex.EncodeToString([]byte(secret)))
		w.Header().Set("Trailer", "X-Last")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"message": "\u0068unter2-hunter2 `+encoded+`"}`)
		w.Header().Set("X-Last", secret)
	}))
	defer server.Close()
	recorder := new(Recorder)
	for name, roundTripper := range map[string]http.RoundTripper{"policy": policyTransport(t, Policy{Recorder: recorder, MaxAttempts: 2}), "any": Redacting(New())} {
		client := &http.Client{Transport: roundTripper, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		request, err := http.NewRequest(http.MethodGet, server.URL, http.NoBody)
		require.NoError(t, err)
		request.Header.Set("Authorization", "Bearer "+secret)
		do(t, client, request)
		response := get(t, client, server.URL) // without the header
		body, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		all := fmt.Sprint(response.Status, response.Header, response.Trailer, string(body))
		for _, spelling := range []string{"unter2", encoded[10:], hex.EncodeToString([]byte(secret))} {
			require.NotContains(t, strings.ToLower(all), strings.ToLower(spelling), name)
		}
		require.Contains(t, string(body), Removed)
		_, err = client.Get(server.URL + "/broken") //nolint:bodyclose // there is none
		require.ErrorContains(t, err, "malformed HTTP")
		require.NotContains(t, err.Error(), secret, name)
		client.CloseIdleConnections()
	}
	for _, exchange := range recorder.Since(0) {
		_, body, _ := recorder.Bodies(exchange.Serial)
		require.NotContains(t, strings.ToLower(fmt.Sprintf("%+v %s", exchange, body)), "unter2")
	}
}

func policyTransport(t *testing.T, policy Policy) http.RoundTripper {
	t.Helper()
	roundTripper, err := policy.Transport()
	require.NoError(t, err)
	return roundTripper
}

func TestRedactErrorOfBody(t *testing.T) {
	t.Parallel()
	redactor := new(Redactor)
	redactor.Add("hunter2")
	body := &redactedBody{
		body:     io.NopCloser(io.MultiReader(strings.NewReader("a hunter2 hunt"), iotest.ErrReader(errors.New("GOAWAY hunter2")))),
		redactor: redactor, secrets: redactor.current.Load(), atEnd: func() {},
	}
	content, err := io.ReadAll(body)
	require.Equal(t, "a (removed) (removed)", string(content), "also the part that arrived")
	require.EqualError(t, err, "GOAWAY (removed)")
}

// BenchmarkRedact searches a page of records for two secrets.
func BenchmarkRedact(b *testing.B) {
	record := `{"hash":"0x5f2d4ab1c09e8837d6f2e1a9b04c7d5588aa19fe23cd67b01e94f7a2c3d8e6b1","height":1748291,"status":"Success","note":"\"quoted\" 10%"},`
	redactor := new(Redactor)
	redactor.Add("6b1f0a9d-7c55-4e0e-9f7c-2b1a8a3f5d10", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJmb3JlZGVjayJ9.c2lnbmF0dXJl")
	for name, content := range map[string][]byte{
		"ordinary": []byte(strings.Repeat(record, 1<<20/len(record))),
		"hostile":  bytes.Repeat([]byte(`%36b1f0`), 1<<20/7),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(content)))
			for b.Loop() {
				_ = redactor.Redact(content)
			}
		})
	}
}
