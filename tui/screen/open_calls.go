package screen

import "foredeck/client/move"

// OpenCallsMsg asks the deck to show which transactions of an account call a function.
type OpenCallsMsg struct {
	Function move.FunctionID
}
