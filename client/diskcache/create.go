package diskcache

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"
)

// Create creates an empty database at path if there is no file. It is complete from the start: a full disk or a killed process
// leaves no part of a database behind, which could not be opened again.
func Create(path string) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
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
	// Unlike a rename, a link does not replace the file of another process. It fails on some file systems; there the caller's
	// bbolt.Open creates the file in place.
	_ = os.Link(whole, path)
	return nil
}
