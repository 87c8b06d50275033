package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Stamp identifies a version of a file without reading it. The zero value stands for a file that does not exist.
type Stamp struct {
	size     int64
	modified time.Time
}

// StampOf returns the current stamp of a file.
func StampOf(path string) Stamp {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return Stamp{} // a change is noticed when it becomes accessible
	case !info.Mode().IsRegular():
		return Stamp{size: -1} // a pipe can be read only once
	}
	modified := info.ModTime()
	if now := time.Now(); now.Sub(modified).Abs() < fileTick {
		modified = now
	}
	return Stamp{info.Size(), modified}
}

// fileTick is more than the steps in which file systems count the time. A file that was modified within it can be modified again without
// another time: until it is older, each of its stamps differs from all others.
const fileTick = 50 * time.Millisecond

// Write applies the change to a config file atomically. Mode and owner are preserved, and a symbolic link is followed. A file that does
// not exist is created from Sample. It fails if another program changes the file at the same time.
func (e Edit) Write(path string) error {
	_, missing := os.Stat(path)
	if _, linked := os.Lstat(path); errors.Is(missing, fs.ErrNotExist) && linked != nil {
		return e.writeNew(path)
	}
	return Rewrite(path, e.Apply)
}

// Rewrite changes a file atomically, as Edit.Write does.
func Rewrite(path string, change func(document []byte) ([]byte, error)) error {
	resolved, err := filepath.EvalSymlinks(path)
	switch _, linked := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist) && linked == nil:
		return fmt.Errorf("%s: broken symbolic link", path)
	case err != nil:
		return err
	}
	found, err := os.Stat(resolved)
	switch {
	case err != nil:
		return err
	case !found.Mode().IsRegular(): // such as /dev/null
		return fmt.Errorf("%s: not a regular file: choose another one with --config", resolved)
	case found.Mode().Perm()&0o200 == 0:
		return fmt.Errorf("%s: read-only (mode %#o)", resolved, found.Mode().Perm())
	}
	document, err := read(resolved)
	if err != nil {
		return err
	}
	changed, err := change(document)
	if err != nil {
		return fmt.Errorf("%s, %w", resolved, err)
	}
	if bytes.Equal(changed, document) {
		return nil
	}
	return replace(resolved, changed, found.Mode().Perm(), found, func() error {
		now, err := read(resolved)
		if err == nil && !bytes.Equal(now, document) {
			err = fmt.Errorf("%s: changed by another program at the same time: try again", resolved)
		}
		return err
	})
}

// writeNew creates a config file from Sample with the change.
func (e Edit) writeNew(path string) error {
	if e.Value == "" {
		return nil
	}
	changed, err := e.Apply([]byte(Sample()))
	if err != nil {
		return err
	}
	return create(path, changed)
}

// Create creates a config file from Sample, with its folder: the complete file or none. It fails if the file exists.
func Create(path string) error { return create(path, []byte(Sample())) }

func create(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return replace(path, content, 0o600, nil, func() error {
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: created by another program at the same time: try again", path)
		}
		return nil
	})
}

// replace replaces the content of a file unless check fails just before. The owner is that of before, which is nil for a new file.
func replace(path string, content []byte, mode fs.FileMode, before fs.FileInfo, check func() error) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), ".config-*.toml")
	if err != nil {
		if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: its folder must be writable: %w", path, err)
		}
		return fmt.Errorf("%s: not changed: %w", path, err)
	}
	defer os.Remove(temporary.Name()) // fails once it is renamed
	_, err = temporary.Write(content)
	if before != nil {
		err = errors.Join(err, copyOwner(temporary, before))
	}
	err = errors.Join(err, temporary.Chmod(mode), temporary.Sync(), temporary.Close())
	if err == nil {
		err = check()
	}
	if err != nil {
		return err
	}
	return os.Rename(temporary.Name(), path)
}
