package transport

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNodeNames(t *testing.T) {
	for _, c := range []struct{ bases, names []string }{
		{nil, []string{}},
		{[]string{"http://127.0.0.1:28000/"}, []string{"127.0.0.1:28000"}},
		{[]string{"http://127.0.0.1:28000", "http://127.0.0.1:28001"}, []string{":28000", ":28001"}},
		{[]string{"https://a.example.org", "https://b.example.org:8443/x"}, []string{"a.example.org", "b.example.org:8443"}},
		{[]string{"https://a.example.org/1", "https://a.example.org/2"}, []string{"a.example.org/1", "a.example.org/2"}},
		{[]string{"https://a.example.org", "http://a.example.org"}, []string{"https://a.example.org", "http://a.example.org"}},
		{[]string{"http://[::1]:1", "http://[::1]:2"}, []string{":1", ":2"}},
		{[]string{"https://a", "https://a:8443"}, []string{"a", "a:8443"}},
		{[]string{"%zz", "http://a"}, []string{"%zz", "a"}},
	} {
		require.Equal(t, c.names, NodeNames(c.bases))
	}
}
