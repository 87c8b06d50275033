package account_test

import (
	"testing"

	"foredeck/client/localnet"
	"foredeck/tui/tuitest"
)

func TestTableItem(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 160, 45, tuitest.Setup{Network: localnet.Options{NodeVersion: localnet.Node11}})
	d.Press("framework", "enter", "5", "/", "OriginatingAddress", "enter", "enter", "down", "down")
	d.Shows("enter open item", "table: enter on its handle opens an item by key")
	d.Press("enter")
	d.Shows("Key of the item: address")
	d.Press("?", "enter")
	d.Shows("not hex")
	d.Press("backspace", "treasury", "enter")
	d.Shows("Item of 0x", "key    treasury")
	d.Press("esc", "enter")
	d.Shows("> treasury") // remembered
	d.Press("ctrl+u", "0xabcdef", "enter")
	d.Shows("the table has no item with this key")
	d.Press("esc")
	d.Shows("path   .address_map.handle")
}
