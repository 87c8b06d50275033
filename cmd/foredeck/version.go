package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"foredeck/tui/text"
)

// programVersion returns the version that Go has recorded in the binary.
func programVersion() string {
	if build, ok := debug.ReadBuildInfo(); ok && build.Main.Version != "" {
		return build.Main.Version
	}
	return "unknown"
}

// shortCommit is the number of digits of a commit that are printed as text.
const shortCommit = 12

// programCommit returns the commit that the program was built from and the date of the commit. They are empty for a program that was
// not built in a repository, such as one of go install with a version. A commit with changes ends with -dirty.
func programCommit() (commit, date string) {
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return "", ""
	}
	return commitOf(build.Settings)
}

func commitOf(settings []debug.BuildSetting) (commit, date string) {
	dirty := ""
	for _, setting := range settings {
		switch setting.Key {
		case "vcs.revision":
			commit = setting.Value
		case "vcs.time":
			if at, err := time.Parse(time.RFC3339, setting.Value); err == nil {
				date = at.UTC().Format(time.DateOnly)
			}
		case "vcs.modified":
			if setting.Value == "true" {
				dirty = "-dirty"
			}
		}
	}
	if commit == "" {
		return "", ""
	}
	return commit + dirty, date
}

func init() { runners["version"] = &runner{run: printVersion} }

func printVersion(in *invocation) error {
	version, platform := programVersion(), runtime.GOOS+"/"+runtime.GOARCH
	commit, date := programCommit()
	parts := []string{runtime.Version(), platform}
	if commit != "" {
		hash, dirty, _ := strings.Cut(commit, "-")
		if dirty != "" {
			dirty = "-" + dirty
		}
		parts = append([]string{"commit " + hash[:min(len(hash), shortCommit)] + dirty, date}, parts...)
	}
	return in.printOnLine(struct {
		Version  string  `json:"version"`
		Commit   *string `json:"commit"`
		Date     *string `json:"date"`
		Go       string  `json:"go"`
		Platform string  `json:"platform"`
	}{version, orNull(commit), orNull(date), runtime.Version(), platform}, text.Clean(fmt.Sprintf("foredeck %s (%s)", version, strings.Join(parts, ", "))))
}
