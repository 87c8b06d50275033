package screen

import (
	"strings"

	"foredeck/client/move"
	"foredeck/tui/linkvalue"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// coinsOf are the types in a link whose decimals would help to write what it leads to.
func coinsOf(link target.Link) []move.TypeTag {
	if link.View != nil {
		run := ViewRun{Inputs: link.View.TypeArguments}
		return run.TypeArguments(len(run.Inputs))
	}
	if tag, err := move.ParseStructTag(link.Type); err == nil {
		return tag.TypeArguments
	}
	return nil
}

// WantLinked notes what would help to write the value of a link.
func (d *Deps) WantLinked(link target.Link) { d.WantCoins(coinsOf(link)...) }

// WriteLinked writes the value to which a link led in the session's units.
func (d *Deps) WriteLinked(link target.Link, value linkvalue.Value) text.Safe {
	written, ok := d.Units.Amount(value.Exact, d.linkedDecimals(link, value))
	if !ok {
		return text.Short(text.Clean(value.Exact[:min(len(value.Exact), mostLinked)]))
	}
	return written
}

// mostLinked bounds the bytes of a value that are looked at for writing it in a line.
const mostLinked = 500

// WriteLinkedChange writes by how much the value of a link has changed since it was before, with a sign: +0.0031; what is no
// number is said to be changed. It is empty where nothing has.
func (d *Deps) WriteLinkedChange(link target.Link, before string, value linkvalue.Value) text.Safe {
	if before == value.Exact {
		return ""
	}
	change, ok := linkvalue.Change(before, value.Exact)
	if !ok {
		return "● changed"
	}
	written := text.Decimal(change, d.linkedDecimals(link, value))
	if d.Units == text.InDecimals && strings.Contains(string(written), ".") {
		written = text.Safe(strings.TrimRight(strings.TrimRight(string(written), "0"), "."))
	}
	if change.Sign() > 0 {
		written = "+" + written
	}
	return written
}

func (d *Deps) linkedDecimals(link target.Link, value linkvalue.Value) int {
	switch {
	case link.View != nil:
		return d.amountDecimals(coinsOf(link), value.Type)
	case link.Type != "":
		if tag, err := move.ParseStructTag(link.Type); err == nil {
			return d.LeafDecimals(tag, link.Path)
		}
	}
	return 0
}

// LeafDecimals is how many decimals the integer at the path of a resource has: the value of a CoinStore is an amount of its
// coin. Otherwise it has none.
func (d *Deps) LeafDecimals(resource move.StructTag, path string) int {
	isStore := resource.Address == move.Address{31: 1} && resource.Module == "coin" && resource.Name == "CoinStore"
	if !isStore || path != ".coin.value" || len(resource.TypeArguments) != 1 {
		return 0
	}
	decimals, _ := d.CoinDecimals(resource.TypeArguments[0])
	return decimals
}
