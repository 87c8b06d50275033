package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// serveTLS starts a server with a new certificate of its own, and returns its URL. It counts the requests that it gets: none.
func serveTLS(t *testing.T, change func(*x509.Certificate)) string {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, BasicConstraintsValid: true,
	}
	change(template)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a request was sent") }))
	server.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{certificate}, PrivateKey: key}}}
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	return server.URL
}

// A node or price service without a trusted certificate gets no request, and the error says what is wrong and what to do.
func TestUntrustedCertificates(t *testing.T) {
	day := func(t time.Time) string { return t.UTC().Format(time.DateOnly) }
	past, future := time.Now().AddDate(0, 0, -10), time.Now().AddDate(0, 0, 10)
	for name, c := range map[string]struct {
		change       func(*x509.Certificate)
		says, advice string
	}{
		"unknown": {func(*x509.Certificate) {}, "its certificate is from an unknown authority", "SSL_CERT_FILE"},
		"expired": {func(c *x509.Certificate) { c.NotBefore, c.NotAfter = past.AddDate(-1, 0, 0), past },
			"its certificate expired on " + day(past), "tell the operator of the service, or use another one; if the date is later than today, check the clock of this machine"},
		"early": {func(c *x509.Certificate) { c.NotBefore, c.NotAfter = future, future.AddDate(1, 0, 0) },
			"its certificate is not valid before " + day(future), "check the clock of this machine; if it is right, tell the operator of the service"},
		"other host": {func(c *x509.Certificate) {
			c.IPAddresses, c.DNSNames = nil, []string{"a.example", "b\x1b[2J.example", "c.example", "d.example", "e.example"}
		}, "its certificate is for a.example, ", "use a URL with a name of the certificate"},
		"no host": {func(c *x509.Certificate) { c.IPAddresses, c.Subject.CommonName = nil, "127.0.0.1" },
			"its certificate is for no host, not for 127.0.0.1", "use a URL with a name of the certificate"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := serveTLS(t, c.change)
			for _, command := range [][]string{
				{"account", "0x1", "--base-url", url},
				{"price", "btc_usdt", "--base-url", url, "--oracle-url", url},
			} {
				got := foredeck(t, command...)
				require.Equal(t, exitUnreachable, got.code, got.stderr)
				require.Contains(t, got.stderr, fmt.Sprintf("no trusted connection to %s: %s", url, c.says))
				require.Contains(t, got.stderr, c.advice)
				require.NotContains(t, got.stderr, "\x1b")
				require.NotContains(t, got.stderr, "e.example", "few names")
			}
			two := foredeck(t, "account", "0x1", "--base-url", url, "--base-url", strings.Replace(url, "127.0.0.1", "localhost", 1))
			require.Equal(t, exitUnreachable, two.code)
			require.Contains(t, two.stderr, "its certificate ")
		})
	}
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	got := foredeck(t, "account", "0x1", "--base-url", "https"+strings.TrimPrefix(plain.URL, "http"))
	require.Equal(t, exitUnreachable, got.code)
	require.Contains(t, got.stderr, "it speaks HTTP, not HTTPS\n  use its http:// address")
}
