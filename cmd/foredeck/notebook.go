package main

import (
	"net/url"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"

	"foredeck/tui/notebook"
)

// openNotebook opens what the user keeps of a network, in the folder for states of programs. The notebook can be used in any
// case; the error says why what is written down in it is gone when the program ends.
func openNotebook(network string) (*notebook.Notebook, error) {
	folder := filepath.Join(xdg.StateHome, "foredeck")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		book, _ := notebook.Open("") // which has nothing to fail at
		return book, err
	}
	return notebook.Open(filepath.Join(folder, url.QueryEscape(network)+".notebook"))
}
