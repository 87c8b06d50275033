//go:build unix

package config

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// giveTo makes a new file belong to whom another one belongs: what root writes for somebody stays somebody's. Its group is kept
// where that can be.
func giveTo(file *os.File, other fs.FileInfo) error {
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
		_ = file.Chown(-1, int(wanted.Gid)) // only one's own groups can be given
	}
	if now.Uid == wanted.Uid {
		return nil
	}
	if err := file.Chown(int(wanted.Uid), -1); err != nil {
		return fmt.Errorf("%s belongs to another user, and what takes its place would not: %w", other.Name(), err)
	}
	return nil
}
