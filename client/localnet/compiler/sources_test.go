package compiler

import (
	"bytes"
	"compress/gzip"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the archive of the sources")

// The archive has the files of framework and packages as they are.
func TestArchiveHasTheSources(t *testing.T) {
	paths, err := filepath.Glob("*/*.move")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	var joined strings.Builder
	for _, path := range paths {
		source, err := os.ReadFile(path)
		require.NoError(t, err)
		written := strings.ReplaceAll(string(source), "\r\n", "\n") // as checked out on Windows
		require.NotContains(t, "\n"+written, "\n"+fileHeader)
		require.True(t, strings.HasSuffix(written, "\n"), path)
		joined.WriteString(fileHeader + filepath.ToSlash(path) + "\n" + written)
	}
	if *update {
		var packed bytes.Buffer
		writer, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		require.NoError(t, err)
		_, err = writer.Write([]byte(joined.String()))
		require.NoError(t, err)
		require.NoError(t, writer.Close())
		require.NoError(t, os.WriteFile("sources.gz", packed.Bytes(), 0o644))
		return
	}
	unpacked, err := unpack(archive)
	require.NoError(t, err)
	require.True(t, joined.String() == unpacked, "the sources have changed: run go test ./client/localnet/compiler -update")
}
