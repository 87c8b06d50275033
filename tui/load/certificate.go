package load

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"foredeck/client/transport"
	"foredeck/tui/text"
)

// maxCertificateNames is the number of names of a certificate that an error lists.
const maxCertificateNames = 3

// certificateProblem describes why a TLS connection to a base URL was not made, and what to do. ok is false for other errors: nothing
// was wrong with the certificate.
func certificateProblem(err error, base text.Safe) (reason, advice text.Safe, ok bool) {
	cause, advice, ok := explainCertificate(err)
	return text.Format("no trusted connection to %s: %s", base, text.Clean(cause)), advice, ok
}

func explainCertificate(err error) (cause string, advice text.Safe, ok bool) {
	if errors.Is(err, transport.ErrNoTLS) {
		return "it speaks HTTP, not HTTPS", text.Const("use its http:// address, or a port with TLS"), true
	}
	if _, unknown := errors.AsType[x509.UnknownAuthorityError](err); unknown {
		return "its certificate is from an unknown authority", text.Const("add that authority to those of the system, or name a file with it in SSL_CERT_FILE"), true
	}
	if named, wrong := errors.AsType[x509.HostnameError](err); wrong {
		return fmt.Sprintf("its certificate is for %s, not for %s", namesOf(named.Certificate), named.Host),
			text.Const("use a URL with a name of the certificate, if that is the right host"), true
	}
	invalid, wrong := errors.AsType[x509.CertificateInvalidError](err)
	switch {
	case !wrong:
		return "", text.Safe{}, false
	case invalid.Reason != x509.Expired || invalid.Cert == nil:
		return rootCause(err), text.Const("tell the operator of the service, or use another one"), true
	case time.Now().Before(invalid.Cert.NotBefore):
		return "its certificate is not valid before " + date(invalid.Cert.NotBefore), text.Const("check the clock of this machine; if it is right, tell the operator of the service"), true
	}
	return "its certificate expired on " + date(invalid.Cert.NotAfter), text.Const("tell the operator of the service, or use another one; if the date is later than today, check the clock of this machine"), true
}

func date(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// namesOf returns the first names of a certificate.
func namesOf(certificate *x509.Certificate) string {
	if certificate == nil {
		return "another host"
	}
	names := slices.Clone(certificate.DNSNames)
	names = append(names, addresses(certificate.IPAddresses)...)
	switch {
	case len(names) == 0:
		return "no host"
	case len(names) > maxCertificateNames:
		names = append(names[:maxCertificateNames], "others")
	}
	return strings.Join(names, ", ")
}

func addresses(all []net.IP) []string {
	written := make([]string, len(all))
	for i, ip := range all {
		written[i] = ip.String()
	}
	return written
}
