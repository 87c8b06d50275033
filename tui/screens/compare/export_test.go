package compare

import (
	"foredeck/client/compare"
	"foredeck/tui/load"
)

// Feed adds events of a comparison of two nodes.
func (m *Model) Feed(nodes [2]load.Endpoint, events ...compare.Event) {
	m.add(&item{opened: &nodes})
	for _, event := range events {
		m.add(&item{Event: event})
	}
	m.layout()
}
