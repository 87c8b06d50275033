package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
)

// programVersion returns the version that Go has recorded in the binary.
func programVersion() string {
	if build, ok := debug.ReadBuildInfo(); ok && build.Main.Version != "" {
		return build.Main.Version
	}
	return "unknown"
}

func printVersion(in *invocation) error {
	version, platform := programVersion(), runtime.GOOS+"/"+runtime.GOARCH
	if in.format == "table" {
		_, err := fmt.Fprintf(in.out(), "foredeck %s (%s, %s)\n", version, runtime.Version(), platform)
		return err
	}
	return json.NewEncoder(in.out()).Encode(struct {
		Version  string `json:"version"`
		Go       string `json:"go"`
		Platform string `json:"platform"`
	}{version, runtime.Version(), platform})
}
