package tui

import (
	"foredeck/tui/screen"
)

// offerKeys are the keys that do something with what a screen offers.
type offerKeys struct {
	Copy, CopyAs, Export, Save, Name, Units, Explore screen.Action
}

func newOfferKeys() offerKeys {
	return offerKeys{
		Copy:   screen.NewAction("deck.copy", []string{"y"}, "y", "copy"),
		CopyAs: screen.NewAction("deck.copy_as", []string{"Y"}, "Y", "copy as"),
		Export: screen.NewAction("deck.export", []string{"e"}, "e", "export"),
		Save:   screen.NewAction("deck.save", []string{"b"}, "b", "save"),
		Name:   screen.NewAction("deck.name", []string{"="}, "=", "name"),
		Units:  screen.NewAction("deck.units", []string{"u"}, "u", "units"),

		Explore: screen.NewAction("deck.explore", []string{"o"}, "o", "web explorer"),
	}
}

// offers are the keys of the deck that do something with what the screen shows.
func (m *Model) offers() []screen.Action {
	current := m.history.Visible()
	var offers []screen.Action
	if len(m.copies()) > 0 {
		offers = append(offers, m.keys.Copy, m.keys.CopyAs)
	}
	if _, ok := m.offered(); ok {
		offers = append(offers, m.keys.Export)
	}
	if _, ok := m.history.Link(); ok {
		offers = append(offers, m.keys.Save)
	}
	if namer, ok := current.(screen.Namer); ok {
		if _, ok := namer.Subject(); ok {
			offers = append(offers, m.keys.Name.Quiet())
		}
	}
	if m.explores() {
		offers = append(offers, m.keys.Explore.Quiet())
	}
	if m.counts() {
		offers = append(offers, m.keys.Units.Quiet())
	}
	return offers
}

// counts tells whether the screen writes amounts in the session's units.
func (m *Model) counts() bool {
	_, ok := m.history.Visible().(screen.Counter)
	return ok
}
