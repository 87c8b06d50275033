package tui

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/prefs"
	"foredeck/tui/screen"
	"foredeck/tui/store"
)

func TestWelcome(t *testing.T) {
	node, err := client.NewNode("http://127.0.0.1:1")
	require.NoError(t, err)
	options := Options{
		Connection: screen.Connection{Node: node, Endpoint: load.Endpoint{Network: "local"}, Store: emptyStore(t)},
		Config:     prefs.Source{Path: "config.toml"},
	}
	m := New(context.Background(), options)
	m.prefs.Welcome()
	m.handlePosted()
	require.Contains(t, m.Status().Text.String(), "no config file yet")
}

func emptyStore(t *testing.T) *store.Store {
	book, err := store.Open("")
	require.NoError(t, err)
	return book
}
