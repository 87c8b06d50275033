package output

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestOpenURL(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("the opener cannot be put in its place there")
	}
	folder := t.TempDir()
	opened := filepath.Join(folder, "opened")
	script := "#!/bin/sh\nprintf %s \"$1\" > " + opened + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(folder, "xdg-open"), []byte(script), 0o755))
	t.Setenv("PATH", folder+":"+os.Getenv("PATH"))
	const address = "https://explorer.example.org/a?x=$(id);`id`&y='\""
	require.NoError(t, OpenURL(t.Context(), address))
	content, err := os.ReadFile(opened)
	require.NoError(t, err)
	require.Equal(t, address, string(content), "not interpreted by a shell")

	for _, other := range []string{"", "file:///etc/passwd", "--help", "javascript:alert(1)"} {
		require.Error(t, OpenURL(t.Context(), other))
	}
	require.NoError(t, os.WriteFile(filepath.Join(folder, "xdg-open"), []byte("#!/bin/sh\necho no browser >&2\nexit 3\n"), 0o755))
	require.EqualError(t, OpenURL(t.Context(), address), "xdg-open: exit status 3 no browser")
	t.Setenv("PATH", t.TempDir())
	require.Error(t, OpenURL(t.Context(), address))
}

func TestRunningBrowserIsNotStopped(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it has no sleep")
	}
	began := time.Now()
	require.NoError(t, start(t.Context(), []string{"sleep", "2"}))
	require.Less(t, time.Since(began), 2*time.Second)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, start(ctx, []string{"sleep", "2"}), context.Canceled)
}

func TestOpeners(t *testing.T) {
	require.Equal(t, []string{"open"}, opener("darwin"))
	require.Equal(t, []string{"rundll32", "url.dll,FileProtocolHandler"}, opener("windows"))
	require.Equal(t, []string{"xdg-open"}, opener("freebsd"))
}
