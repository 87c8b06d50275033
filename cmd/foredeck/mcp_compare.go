package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"foredeck/tui/command"
)

// comparison declares what a tool compares. It runs as a command of this machine, as each side is a connection to one node without
// failover, so that all of its arguments are checked before: they name nodes of the network only, and no files.
type comparison struct {
	// sides returns the names of nodes in the arguments of the command, "" for the selected network. An error refuses them.
	sides    func(positional []string) ([]string, error)
	hasNodes bool // all nodes are arguments, so that no option names the network
}

var (
	nodeSides   = &comparison{func(positional []string) ([]string, error) { return positional, nil }, true}
	moduleSides = &comparison{func(positional []string) (nodes []string, err error) {
		for _, word := range positional[1:] {
			if command.IsFile(word) {
				return nil, fmt.Errorf("module %q: files are not read for assistants: give a module such as 0x1::coin or NODE/0x1::coin", word)
			}
			nodes = append(nodes, command.ParseModuleReference(word).Node)
		}
		return nodes, nil
	}, false}
)

// checkSides returns why an assistant may not have a comparison, nil if it may.
func (a *assistant) checkSides(c *comparison, words []string) error {
	nodes, err := c.sides(words[slices.Index(words, "--")+1:])
	if err != nil {
		return err
	}
	settings := a.host.session.settings
	for _, name := range nodes {
		_, baseURL, err := settings.FindNode(name)
		if name == "" || name == settings.Network.Name || err == nil && slices.Contains(settings.Network.BaseURLs, baseURL) {
			continue
		}
		var own []string
		for i, baseURL := range settings.Network.BaseURLs {
			if network, _, err := settings.FindNode(baseURL); err == nil && network != "" && len(settings.Network.BaseURLs) > 1 {
				baseURL = fmt.Sprintf("%s/%d", network, i+1)
			}
			own = append(own, baseURL)
		}
		return fmt.Errorf("node %q: must be a node of this network: %s", name, strings.Join(own, ", "))
	}
	return nil
}

// compare runs a comparison. The exit code of one that finds a difference is 1.
func (a *assistant) compare(ctx context.Context, c *comparison, words []string, out, wrong *bytes.Buffer) (code int) {
	s := a.host.session
	flags := &globalFlags{environment: s.environment, redactor: s.redactor, embedded: s.embedded}
	root := rootCommand(flags)
	root.SetIn(strings.NewReader("")) // the input is that of the protocol
	line := slices.Clone(words)
	for i := 0; i+1 < len(a.flags); i += 2 { // names and values
		if !c.hasNodes || a.flags[i] != "--network" && a.flags[i] != "--base-url" {
			line = slices.Insert(line, 1, a.flags[i:i+2]...)
		}
	}
	if code = flags.execute(ctx, root, line, out, wrong); code == exitOther && out.Len() > 0 {
		return exitDone
	}
	return code
}
