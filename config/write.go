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

// Stamp tells one state of a file from another, without reading it. The zero value is that of a file that is not there.
type Stamp struct {
	size     int64
	modified time.Time
}

// StampOf is the stamp of a file as it is now.
func StampOf(path string) Stamp {
	found, err := os.Stat(path)
	switch {
	case err != nil:
		return Stamp{} // one that cannot be looked at is read again when it can
	case !found.Mode().IsRegular():
		return Stamp{size: -1} // a pipe says what it says once
	}
	return Stamp{found.Size(), found.ModTime()}
}

// Write changes the file of settings: as a whole or not at all, with its mode and its owner, and where it is a link the file behind
// it. One that is not there is made like the sample. A file that another program writes at the same time is left to it.
func (e Edit) Write(path string) error {
	place, err := filepath.EvalSymlinks(path)
	switch _, linked := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist) && linked == nil:
		return fmt.Errorf("%s: the link leads nowhere", path)
	case errors.Is(err, fs.ErrNotExist):
		return e.writeNew(path)
	case err != nil:
		return err
	}
	found, err := os.Stat(place)
	switch {
	case err != nil:
		return err
	case !found.Mode().IsRegular(): // such as /dev/null, which settings are read from but which must not become a file
		return fmt.Errorf("%s is no regular file, and is left as it is: name another with --config", place)
	case found.Mode().Perm()&0o200 == 0:
		return fmt.Errorf("%s is protected against writing (mode %#o)", place, found.Mode().Perm())
	}
	document, err := read(place)
	if err != nil {
		return err
	}
	changed, err := e.Apply(document)
	if err != nil {
		return fmt.Errorf("%s, %w", place, err)
	}
	if bytes.Equal(changed, document) {
		return nil
	}
	return replace(place, changed, found.Mode().Perm(), found, func() error {
		now, err := read(place)
		if err == nil && !bytes.Equal(now, document) {
			err = fmt.Errorf("%s was changed by another program at this moment, and is left as it is: try again", place)
		}
		return err
	})
}

// writeNew makes the file of settings like the sample.
func (e Edit) writeNew(path string) error {
	if e.Written == "" {
		return nil
	}
	changed, err := e.Apply([]byte(Sample()))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return replace(path, changed, 0o600, nil, func() error {
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s was made by another program at this moment, and is left as it is: try again", path)
		}
		return nil
	})
}

// replace puts a content in the place of a file, unless the check finds at the last moment that it must not. It belongs to whom the
// file before belonged; nil: there was none.
func replace(path string, content []byte, mode fs.FileMode, before fs.FileInfo, check func() error) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), ".config-*.toml")
	if err != nil {
		return fmt.Errorf("%s is changed by way of a new file in its folder, which has to be writable: %w", path, err)
	}
	defer os.Remove(temporary.Name()) // once it is renamed there is nothing left to remove
	_, err = temporary.Write(content)
	if before != nil {
		err = errors.Join(err, giveTo(temporary, before))
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
