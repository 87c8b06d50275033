package transaction

import "foredeck/client"

// Record is the transaction that is shown.
func (m *Model) Record() *client.Transaction { return m.record }
