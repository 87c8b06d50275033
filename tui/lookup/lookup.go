// Package lookup caches the data that screens need while they draw: the ABIs of modules, the decimals of coins, the names of
// addresses, the records and resources seen so far, and the past calls of view functions.
//
// Each cache belongs to one network and is used from the program's loop only. Missing data is loaded in the background: a screen
// marks it with Want, and the deck runs Fetch after each message.
package lookup

import "foredeck/client/move"

// parsedTags returns the inputs that are type tags.
func parsedTags(inputs []string) []move.TypeTag {
	var tags []move.TypeTag
	for _, input := range inputs {
		if tag, err := move.ParseTypeTag(input); err == nil {
			tags = append(tags, tag)
		}
	}
	return tags
}
