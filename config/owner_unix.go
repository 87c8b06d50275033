//go:build unix

package config

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// copyOwner gives a new file the owner of another one, so that a file stays the user's even if root changes it. The group is copied if
// possible.
func copyOwner(file *os.File, other fs.FileInfo) error {
	found, err := file.Stat()
	if err != nil {
		return err
	}
	now, ok := found.Sys().(*syscall.Stat_t)
	wanted, known := other.Sys().(*syscall.Stat_t)
	if !ok || !known {
		return nil
	}
	if now.Gid != wanted.Gid {
		_ = file.Chown(-1, int(wanted.Gid)) // allowed only for the user's own groups
	}
	if now.Uid == wanted.Uid {
		return nil
	}
	if err := file.Chown(int(wanted.Uid), -1); err != nil {
		return fmt.Errorf("%s belongs to another user, who would lose it: %w", other.Name(), err)
	}
	return nil
}
