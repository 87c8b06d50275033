package render

import (
	"strings"

	"foredeck/client/move"
	"foredeck/tui/text"
)

// tabWidth is the number of blanks that a tab in a source is drawn as.
const tabWidth = 4

// SourceLine returns a line of a source. Tabs are drawn as blanks.
func SourceLine(line string) text.Safe {
	return text.Clean(strings.ReplaceAll(line, "\t", strings.Repeat(" ", tabWidth)))
}

// Sources says how many modules of a package were published with their source: all, none or N of M.
func Sources(p *move.Package) text.Safe {
	switch count := p.Sources(); count {
	case 0:
		return text.Const("none")
	case len(p.Modules):
		return text.Const("all")
	default:
		return text.Format("%s of %s", text.Integer(uint64(count)), text.Integer(uint64(len(p.Modules))))
	}
}

// Dependencies lists the packages that a package uses: 0x1 Framework.
func Dependencies(p *move.Package) text.Safe {
	names := make([]string, len(p.Dependencies))
	for i, dependency := range p.Dependencies {
		names[i] = dependency.Account + " " + dependency.Name
	}
	return text.Short(text.Clean(strings.Join(names, ", ")))
}
