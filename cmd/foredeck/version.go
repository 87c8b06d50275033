package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// programVersion is the version of this program, as Go has put it into the binary.
func programVersion() string {
	if build, ok := debug.ReadBuildInfo(); ok && build.Main.Version != "" {
		return build.Main.Version
	}
	return "unknown"
}

func versionCommand(flags *globalFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			format, err := flags.format("table", "json", "jsonl")
			if err != nil {
				return err
			}
			version := programVersion()
			platform := runtime.GOOS + "/" + runtime.GOARCH
			if format == "table" {
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "foredeck %s (%s, %s)\n", version, runtime.Version(), platform)
				return err
			}
			return json.NewEncoder(cmd.OutOrStdout()).Encode(struct {
				Version  string `json:"version"`
				Go       string `json:"go"`
				Platform string `json:"platform"`
			}{version, runtime.Version(), platform})
		},
	}
}
