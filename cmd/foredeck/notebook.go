package main

import (
	"net/url"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"

	"foredeck/tui/store"
	"foredeck/tui/target"
)

// openNotebook opens what the user keeps of a network, in the folder for states of programs. The notebook can be used in any
// case; the error says why what is written down in it is gone when the program ends.
func openNotebook(network string) (*store.Store, error) {
	path := notebookPath(network)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		book, _ := store.Open("") // which has nothing to fail at
		return book, err
	}
	return store.Open(path)
}

// openNotebook opens the notebook of the network. What is done to a recording is not kept.
func (s *session) openNotebook() (*store.Store, error) {
	if s.played != nil {
		return store.Open("")
	}
	book, err := openNotebook(s.place.Network)
	if s.embedded != nil { // its chain lives no longer than the program
		book.ResetChain()
	}
	return book, err
}

func notebookPath(network string) string {
	return filepath.Join(xdg.StateHome, "foredeck", url.QueryEscape(network)+".notebook")
}

// ownNames are the names that the user has given to addresses of the network. A notebook that cannot be read has none: the
// argument is no name then, which the error says.
func (s *session) ownNames() []target.Name {
	if s.own == nil {
		book, err := store.Open(notebookPath(s.settings.Network.Name))
		if err != nil {
			return nil
		}
		s.own = append([]target.Name{}, book.Addresses()...)
	}
	return s.own
}
