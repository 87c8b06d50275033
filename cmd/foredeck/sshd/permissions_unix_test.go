//go:build unix

package sshd

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"
)

// Key files that others could read or change are refused, with the command that mends it.
func TestLooseKeyFilesAreRefused(t *testing.T) {
	t.Parallel()
	top := privateFolder(t)
	folder := filepath.Join(top, "keys")
	host, keys := filepath.Join(folder, "host_key"), filepath.Join(folder, "authorized_keys")
	require.NoError(t, os.Mkdir(folder, 0o700))
	require.NoError(t, os.WriteFile(keys, ssh.MarshalAuthorizedKey(newKey(t).PublicKey()), 0o600))
	link := filepath.Join(privateFolder(t), "link")
	require.NoError(t, os.Symlink(host, link))
	start := func(host string) error {
		_, err := New(Options{HostKey: host, AuthorizedKeys: keys})
		return err
	}
	require.NoError(t, start(host))
	for _, c := range []struct {
		path string
		mode os.FileMode
		want string // empty: accepted
	}{
		{host, 0o640, "host key: permissions are too open: others can read the file " + host + " (mode 0640): run chmod 600 " + host},
		{host, 0o604, "run chmod 600"}, {host, 0o620, "run chmod 600"}, {host, 0o400, ""},
		{keys, 0o620, "authorized keys: permissions are too open: others can change the file " + keys + " (mode 0620): run chmod go-w " + keys},
		{keys, 0o602, "run chmod go-w"}, {keys, 0o644, ""},
		{folder, 0o770, "others can change the folder " + folder + " (mode 0770): run chmod go-w " + folder},
		{folder, 0o703, "run chmod go-w"}, {folder, 0o755, ""}, {folder, 0o777 | os.ModeSticky, ""},
		{top, 0o702, "others can change the folder " + top},
	} {
		before, err := os.Stat(c.path)
		require.NoError(t, err)
		require.NoError(t, os.Chmod(c.path, c.mode))
		for _, name := range []string{host, link} {
			if err := start(name); c.want == "" {
				require.NoError(t, err, "%s %o", c.path, c.mode)
			} else {
				require.ErrorContains(t, err, c.want)
				require.ErrorIs(t, err, errPermissions)
			}
		}
		require.NoError(t, os.Chmod(c.path, before.Mode()))
	}
	require.NoError(t, start(host))
	require.NoError(t, os.Chmod(folder, 0o777))
	require.ErrorIs(t, start(filepath.Join(folder, "new")), errPermissions, "no key is created in it")
	require.NoFileExists(t, filepath.Join(folder, "new"))
}

// Files of other users are refused, but not those of root.
func TestKeyFilesOfOthersAreRefused(t *testing.T) {
	t.Parallel()
	file := filepath.Join(privateFolder(t), "host_key")
	require.NoError(t, os.WriteFile(file, nil, 0o640))
	info, err := os.Stat(file)
	require.NoError(t, err)
	stat := *info.Sys().(*syscall.Stat_t)
	stat.Uid = uint32(os.Geteuid()) + 1
	require.ErrorContains(t, checkMode(file, owned{info, &stat}, true, "file"), "belongs to user")
	if stat.Uid = 0; os.Geteuid() != 0 {
		require.NoError(t, checkMode(file, owned{info, &stat}, true, "file"), "a group may read a key of root")
	}
}

// owned is a file of another user.
type owned struct {
	os.FileInfo
	stat *syscall.Stat_t
}

func (o owned) Sys() any { return o.stat }

// Once others can change the file of keys, its keys are refused.
func TestKeysThatBecomeLooseAdmitNobody(t *testing.T) {
	t.Parallel()
	file := filepath.Join(privateFolder(t), "authorized_keys")
	key := newKey(t)
	require.NoError(t, os.WriteFile(file, ssh.MarshalAuthorizedKey(key.PublicKey()), 0o600))
	logged := make(chan string, 10)
	_, address := run(t, Options{AuthorizedKeys: file, Log: func(message string) { logged <- message }, Serve: func(context.Context, *Session) int { return 0 }})
	_, err := dial(t, address, key)
	require.NoError(t, err)
	require.NoError(t, os.Chmod(file, 0o666))
	_, err = dial(t, address, key)
	require.ErrorContains(t, err, "unable to authenticate")
	require.Contains(t, <-logged, "run chmod go-w "+file)
}

// A pipe would keep the server from starting, and from stopping, until somebody writes to it.
func TestPipesOfKeysAreRefused(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(privateFolder(t), "keys")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	_, err := New(Options{HostKey: pipe})
	require.ErrorContains(t, err, pipe+": is a pipe, must be a regular file")
	_, err = New(Options{HostKey: filepath.Join(privateFolder(t), "key"), AuthorizedKeys: pipe})
	require.ErrorContains(t, err, pipe+": is a pipe, must be a regular file")
}
