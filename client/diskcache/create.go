package diskcache

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"
)

// ErrEmpty is the error of a file of 0 bytes. bbolt would make a database of it, and what the file had contained were lost unnoticed.
var ErrEmpty = errors.New("empty file (0 bytes), not a database")

// Create creates an empty database at path if there is no file. It is complete from the start: a full disk or a killed process
// leaves no part of a database behind, which could not be opened again. A file of 0 bytes is never one of Create, and is reported as
// ErrEmpty.
func Create(path string) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() == 0 {
			return ErrEmpty
		}
		return err
	}
	folder, err := os.MkdirTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	whole := filepath.Join(folder, filepath.Base(path))
	database, err := bbolt.Open(whole, 0o600, &bbolt.Options{Timeout: time.Second})
	if err != nil {
		return err
	}
	if err := database.Close(); err != nil {
		return err
	}
	// Unlike a rename, a link does not replace the file of another process. Some file systems have no links.
	if err := os.Link(whole, path); err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	return os.Rename(whole, path)
}
