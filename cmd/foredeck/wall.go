package main

import (
	"fmt"
	"io"
	"strings"

	"foredeck/config"
	"foredeck/tui"
	"foredeck/tui/wallfile"
)

// readWall returns the wall of the command line: a built-in one, or that of a file. Without an argument it has no pages: the deck chooses
// one.
func readWall(in *invocation) (*wallfile.Wall, error) {
	wall, err := readWallFile(in)
	if written := in.value("validator"); err == nil && written != "" {
		wall.Validator = written
	}
	return wall, err
}

func readWallFile(in *invocation) (*wallfile.Wall, error) {
	name := "validator"
	switch {
	case len(in.args) > 0:
		name = in.args[0]
	case in.value("validator") == "":
		return &wallfile.Wall{}, nil
	}
	if wall, ok := wallfile.BuiltIn(name); ok {
		return wall, nil
	}
	if in.visitor != nil {
		return nil, usagef("wall %q: must be one of %s: files of the server are not read for visitors", name, strings.Join(wallfile.Names, ", "))
	}
	if !strings.ContainsAny(name, "./\\") {
		return nil, usagef("wall %q: must be one of %s, or a file such as ./%s.toml", name, strings.Join(wallfile.Names, ", "), name)
	}
	file, err := config.OpenRegular(name)
	if err != nil {
		return nil, &fileError{fmt.Errorf("wall: %w", err)}
	}
	defer file.Close() // it is only read
	document, err := io.ReadAll(io.LimitReader(file, wallfile.MaxSize+1))
	if err == nil && len(document) > wallfile.MaxSize {
		err = fmt.Errorf("larger than %d bytes, the limit of a wall", wallfile.MaxSize)
	}
	if err != nil {
		return nil, &fileError{fmt.Errorf("wall %s: %w", name, err)}
	}
	wall, err := wallfile.Parse(document)
	if err != nil {
		return nil, &fileError{fmt.Errorf("wall %s: %w", name, err)}
	}
	return wall, nil
}

// checkWall reports errors of the file before a node is contacted.
func checkWall(in *invocation) error {
	_, err := readWall(in)
	return err
}

func init() { runners["wall"] = &runner{check: checkWall, run: showWall} }

// showWall opens the deck with a wall.
func showWall(in *invocation) error {
	wall, err := readWall(in)
	if err != nil {
		return err
	}
	if in.output != "" {
		return usagef("-o %s: a wall prints no records", in.output)
	}
	t := in.terminal()
	if t == nil {
		return in.noTerminal()
	}
	s, err := in.openForDeck(in.cmd)
	if err != nil {
		return err
	}
	return in.runDeck(in.cmd, s, t, func(options *tui.Options) { options.Wall = wall })
}
