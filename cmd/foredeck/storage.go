package main

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/client/diskcache"
	"foredeck/client/localnet"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// maxBlockCache is the maximum size of the block cache of a network in bytes.
const maxBlockCache = 256 << 20

// cacheBlocks gives the node a block cache on disk. The cache is nil for the simulated network, whose chain is new each time, and in
// case of an error.
func (s *session) cacheBlocks(use func(*diskcache.Blocks) client.BlockCache) (*diskcache.Blocks, error) {
	if !s.mayCache() {
		return nil, nil
	}
	folder, err := cacheFolder()
	if err != nil {
		return nil, err
	}
	cache, err := diskcache.OpenBlocks(filepath.Join(folder, "blocks-"+fileName(s.settings.Network.Name)+".db"), maxBlockCache)
	if err != nil {
		return nil, err
	}
	node, err := s.newNode(client.WithBlockCache(use(cache)))
	if err != nil {
		_ = cache.Close() // it is unused
		return nil, err
	}
	s.node = node
	return cache, nil
}

// allBlocks caches all blocks.
func allBlocks(cache *diskcache.Blocks) client.BlockCache { return cache }

// lastingBlocks caches all blocks except those of foredeck localnet: after a restart it makes blocks with the same digests at other
// times, and a deck that keeps running must not mix the two.
func lastingBlocks(cache *diskcache.Blocks) client.BlockCache { return exceptLocalnet{cache} }

type exceptLocalnet struct{ *diskcache.Blocks }

func (c exceptLocalnet) Block(chainID, height uint64) []byte {
	if chainID == localnet.ChainID {
		return nil
	}
	return c.Blocks.Block(chainID, height)
}

func (c exceptLocalnet) PutBlock(chainID, height uint64, raw []byte) {
	if chainID != localnet.ChainID {
		c.Blocks.PutBlock(chainID, height, raw)
	}
}

// closeBlockCache closes the cache, which may be nil, and reports on stderr if blocks were lost.
func closeBlockCache(cmd *cobra.Command, cache *diskcache.Blocks) {
	if cache == nil {
		return
	}
	if err := cache.Close(); err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "foredeck: writing the block cache: %s\n", text.Clean(err.Error()))
	}
}

// cacheFolder returns the folder for data that can be fetched again.
func cacheFolder() (string, error) {
	folder := os.Getenv("XDG_CACHE_HOME")
	if !filepath.IsAbs(folder) { // the XDG specification ignores relative paths
		var err error
		if folder, err = os.UserCacheDir(); err != nil {
			return "", err
		}
	}
	return filepath.Join(folder, "foredeck"), nil
}

// fileName makes a network's name safe as part of a file name.
func fileName(network string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' {
			return r
		}
		return '_'
	}, network)
}

// openStore opens the store of a network, the user's bookmarks, names and history, in the state folder. The store is usable even with
// an error, which says why it is only in memory.
func openStore(network string) (*store.Store, error) {
	path := storePath(network)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		inMemory, _ := store.Open("") // cannot fail
		return inMemory, err
	}
	return store.Open(path)
}

// openStore opens the store of the network. That of a replay is only in memory.
func (s *session) openStore() (*store.Store, error) {
	if s.replay != nil {
		return store.Open("")
	}
	opened, err := openStore(s.endpoint.Network)
	if s.embedded != nil { // its chain is a new one
		opened.ResetChain()
	}
	return opened, err
}

func storePath(network string) string {
	return filepath.Join(xdg.StateHome, "foredeck", url.QueryEscape(network)+".notebook")
}

// savedNames returns the names that the user has given to addresses of the network, none if the store cannot be read.
func (s *session) savedNames() []target.Name {
	if s.saved == nil {
		opened, err := store.Open(storePath(s.settings.Network.Name))
		if err != nil {
			return nil
		}
		s.saved = append([]target.Name{}, opened.Addresses()...)
	}
	return s.saved
}
