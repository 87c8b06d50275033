package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// releaseFile matches the files that the hooks of .goreleaser.yaml write.
var releaseFile = regexp.MustCompile(`^release/foredeck\.(1|1\.gz|bash|zsh|fish|\{bash,zsh,fish,ps1\})$`)

// Every file that a release contains exists, or is generated before.
func TestReleaseFiles(t *testing.T) {
	t.Parallel()
	type file struct{ Src, Dst string }
	var release struct {
		Builds []struct {
			Tool  string
			Hooks struct{ Post string }
		}
		Archives []struct{ Files []file }
		Nfpms    []struct {
			Formats  []string
			Contents []file
		}
		Dockers []struct{ Dockerfile string } `yaml:"dockers_v2"`
		Casks   []struct {
			Manpages    []string
			Completions map[string]string
		} `yaml:"homebrew_casks"`
	}
	require.NoError(t, yaml.Unmarshal([]byte(readFile(t, filepath.Join(projectFolder, ".goreleaser.yaml"))), &release))
	require.Equal(t, []string{"deb", "rpm", "apk"}, release.Nfpms[0].Formats)
	files := append(release.Archives[0].Files, release.Nfpms[0].Contents...)
	build := release.Builds[0]
	files = append(files, file{Src: release.Dockers[0].Dockerfile}, file{Src: build.Tool}, file{Src: strings.Fields(build.Hooks.Post)[1]})
	require.Greater(t, len(files), 12)
	for _, file := range files {
		if !releaseFile.MatchString(file.Src) {
			_, err := os.Stat(filepath.Join(projectFolder, file.Src))
			require.NoError(t, err)
		}
	}
	require.Equal(t, []string{"foredeck.1"}, release.Casks[0].Manpages)
	for shell, path := range release.Casks[0].Completions {
		require.Equal(t, "completions/foredeck."+shell, path)
	}
}

// The command of the container image is a valid one, and serves only those whose keys are mounted.
func TestContainerCommand(t *testing.T) {
	t.Parallel()
	content := readFile(t, filepath.Join(projectFolder, ".ci", "Dockerfile"))
	require.Contains(t, content, "FROM scratch\n")
	found := regexp.MustCompile(`(?m)^CMD (\[.*\])$`).FindStringSubmatch(content)
	require.NotNil(t, found)
	var arguments []string
	require.NoError(t, json.Unmarshal([]byte(found[1]), &arguments))
	got := foredeck(t, arguments...)
	require.Contains(t, got.stderr, "/keys/", "only the mounted folder is missing")
	require.NotContains(t, got.stderr, "usage:")
}
