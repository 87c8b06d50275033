package module

import (
	"encoding/json"
	"errors"

	"foredeck/client"
)

// cached returns the module as far as its interface was loaded for another screen, for a node that does not respond. ok is false if it
// was not loaded, and if the node says that there is no such module.
func (m *Model) cached(err error) (module client.Module, ok bool) {
	known, _ := m.deps.ABIs.Get(m.id)
	if err == nil || known.ABI == nil || errors.Is(err, client.ErrNotFound) {
		return client.Module{}, false
	}
	raw, err := json.Marshal(known.ABI)
	return client.Module{Address: m.id.Address, Name: m.id.Name, ABI: known.ABI, Raw: raw}, err == nil
}
