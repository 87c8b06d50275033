//go:build unix

package sshd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"foredeck/config"
)

// errPermissions is the error of a file that others could read or change.
var errPermissions = errors.New("permissions are too open")

// checkKeyFile fails if others could read a secret file, or change a file or one of its folders, as sshd does with StrictModes. A file that
// does not exist yet is checked by its folder.
func checkKeyFile(path string, isSecret bool) error {
	resolved, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if existing, err := filepath.EvalSymlinks(resolved); err == nil {
		resolved = existing
	}
	info, err := os.Stat(resolved)
	switch {
	case err == nil:
		if err = config.CheckRegular(path, info); err == nil { // reading a pipe waits for its writer
			err = checkMode(resolved, info, isSecret, "file")
		}
	case errors.Is(err, fs.ErrNotExist):
		err = nil // its reader says so
	}
	if err != nil {
		return err
	}
	return checkFolders(filepath.Dir(resolved))
}

// checkFolders checks a folder and those above it, up to the home folder if it is below that.
func checkFolders(folder string) error {
	home, err := os.UserHomeDir()
	if err == nil {
		if resolved, err := filepath.EvalSymlinks(home); err == nil {
			home = resolved
		}
	}
	for {
		info, err := os.Stat(folder)
		if errors.Is(err, fs.ErrNotExist) {
			folder = filepath.Dir(folder) // it is created later
			continue
		}
		if err == nil {
			err = checkMode(folder, info, false, "folder")
		}
		if above := filepath.Dir(folder); err != nil || folder == home || above == folder {
			return err
		}
		folder = filepath.Dir(folder)
	}
}

// checkMode checks the owner and the mode of a file or folder.
func checkMode(path string, info fs.FileInfo, isSecret bool, kind string) error {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	user, mode := os.Geteuid(), info.Mode().Perm()
	switch {
	case stat.Uid != 0 && int(stat.Uid) != user:
		return fmt.Errorf("%w: the %s %s belongs to user %d: run chown %d %s", errPermissions, kind, path, stat.Uid, user, path)
	case isSecret && int(stat.Uid) == user && mode&0o077 != 0:
		return fmt.Errorf("%w: others can read the %s %s (mode %#o): run chmod 600 %s", errPermissions, kind, path, mode, path)
	case isSecret && mode&0o037 != 0: // root's, which a group may read
		return fmt.Errorf("%w: others can read the %s %s (mode %#o): run chmod 640 %s", errPermissions, kind, path, mode, path)
	case mode&0o022 != 0 && info.Mode()&fs.ModeSticky == 0: // of a sticky folder, such as /tmp, others cannot replace the files
		return fmt.Errorf("%w: others can change the %s %s (mode %#o): run chmod go-w %s", errPermissions, kind, path, mode, path)
	}
	return nil
}
