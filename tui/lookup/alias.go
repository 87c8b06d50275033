package lookup

import (
	"fmt"

	"foredeck/tui/command"
	"foredeck/tui/target"
)

// AliasLink returns the link of a line that begins with an alias of the config file. ok is false if it does not; the error says that the
// line opens no location.
func (n *Names) AliasLink(line string) (link target.Link, ok bool, err error) {
	expanded, ok := command.Expand(line, n.settings().Aliases)
	if !ok {
		return target.Link{}, false, nil
	}
	parsed, err := command.Parse(expanded)
	if err == nil {
		link, err = parsed.Link(n.network, n.List())
	}
	if err != nil {
		return target.Link{}, true, fmt.Errorf("alias of %q, which only the command palette can run: %w", expanded, err)
	}
	return link, true, nil
}
