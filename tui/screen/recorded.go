package screen

import "foredeck/client"

// Recorded is a screen of one transaction, to which no link leads.
type Recorded interface {
	Record() *client.Transaction
}
