package screen

import (
	"strconv"
	"strings"

	"foredeck/config"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

var (
	// safeID matches ids that are safe in a web address. Hashes and names come from the node, so they are checked.
	safeID = text.Regexp(`^[0-9A-Za-z_:]+$`)
	// addressForm is the form of addresses.
	addressForm = text.Regexp(`^0x[0-9a-f]{1,64}$`)
	// hashForm is the form of the hashes of transactions.
	hashForm = text.Regexp(`^0x[0-9a-fA-F]{64}$`)
)

// ExplorerAddress returns the web address of a target in the explorer of the network. ok is false if the explorer has no page for it.
func (d *Deps) ExplorerAddress(t target.Target) (address string, ok bool) {
	template, id := "", t.String()
	explorer := d.explorer()
	switch t.Kind {
	case target.Account:
		template = explorer.Account
	case target.Transaction:
		template = explorer.Transaction
	case target.Module:
		template = explorer.Module
	case target.Function, target.Code:
		template, id = explorer.Module, t.Function.Address.String()+"::"+t.Function.Module
	case target.Type:
		template, id = explorer.Module, t.Type.Address.String()+"::"+t.Type.Module
	case target.Height:
		template = explorer.Block
	}
	if template == "" || !safeID().MatchString(id) {
		return "", false
	}
	return strings.ReplaceAll(template, "{}", id), true
}

func (d *Deps) explorer() config.Explorer {
	network, _ := d.Config.FindNetwork(d.Endpoint.Network)
	return network.Explorer
}

// AccountPage returns the page that an address links to in the terminal.
func (d *Deps) AccountPage(address string) text.Page {
	if !d.linksToExplorer() || !addressForm().MatchString(address) {
		return text.Page{}
	}
	return text.PageAt(d.explorer().Account, address)
}

// TransactionPage returns the page that the hash of a transaction links to in the terminal.
func (d *Deps) TransactionPage(hash string) text.Page {
	if !d.linksToExplorer() || !hashForm().MatchString(hash) {
		return text.Page{}
	}
	return text.PageAt(d.explorer().Transaction, hash)
}

// BlockPage returns the page that a height links to in the terminal; none if the height is nil.
func (d *Deps) BlockPage(height *uint64) text.Page {
	if !d.linksToExplorer() || height == nil {
		return text.Page{}
	}
	return text.PageAt(d.explorer().Block, strconv.FormatUint(*height, 10))
}

// linksToExplorer reports whether the deck draws hyperlinks.
func (d *Deps) linksToExplorer() bool {
	return d.Config.Hyperlinks == config.HyperlinksAlways || d.Config.Hyperlinks == config.HyperlinksAuto && d.HasHyperlinks
}
