package screen

import (
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/lookup"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// CallAgain opens the form of the function that a payload calls, filled with its arguments.
func (d *Deps) CallAgain(payload *client.Payload) tea.Cmd {
	function, call, err := d.ABIs.Call(payload)
	opened := target.Target{Kind: target.Function, Function: function}
	switch {
	case errors.Is(err, lookup.ErrTypesUnknown):
		d.ABIs.WantFunction(function)
		return d.Post(StatusMsg{Text: text.Format("loading the interface of %s · press %s again", text.Clean(function.Module), d.Key("transaction.again"))})
	case err != nil:
		return d.Post(StatusMsg{Text: text.Clean("no call to open: " + err.Error()), Warn: true})
	}
	return d.Post(OpenLinkMsg{Link: target.Link{Network: d.Endpoint.Network, Target: opened, View: &call}})
}
