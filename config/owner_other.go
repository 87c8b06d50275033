//go:build !unix

package config

import (
	"io/fs"
	"os"
)

// copyOwner does nothing on systems without numeric file owners.
func copyOwner(*os.File, fs.FileInfo) error { return nil }
