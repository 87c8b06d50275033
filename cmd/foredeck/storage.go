package main

import (
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/adrg/xdg"

	"foredeck/client"
	"foredeck/client/diskcache"
	"foredeck/client/localnet"
	"foredeck/client/localnet/chain"
	"foredeck/config"
	"foredeck/tui/store"
	"foredeck/tui/target"
)

// maxBlockCache is the maximum size of the block cache of a network in bytes.
const maxBlockCache = 256 << 20

// cacheBlocks gives the node a block cache on disk and returns the newest cached heights. There is no cache for the simulated network,
// whose chain is new each time. With localnet, blocks of foredeck localnet are cached too: after a restart it makes blocks with the same
// digests at other times, and a deck that keeps running must not mix the two.
func (s *session) cacheBlocks(localnet bool) ([]uint64, error) {
	switch {
	case s.host != nil:
		return s.host.heights, nil
	case !s.mayCache():
		return nil, nil
	}
	cache, err := openCache(s, "block", s.settings.Network.Name, func(path string) (*diskcache.Blocks, error) {
		return diskcache.OpenBlocks(path, maxBlockCache)
	})
	if err != nil {
		return nil, err
	}
	var used client.BlockCache = cache
	if !localnet {
		used = exceptLocalnet{cache}
	}
	node, err := s.newNode(client.WithBlockCache(used))
	if err != nil {
		return nil, err
	}
	s.node, s.blockCache = node, used
	return cache.Newest(), nil
}

// maxHashes is the maximum number of transactions of a network that can be looked up by hash. The file has some 150 bytes for each.
const maxHashes = 100_000

// openHashes opens the index of the transactions that were seen on the network, nil in a replay and for visitors.
func (s *session) openHashes() (*diskcache.Hashes, error) {
	if s.replay != nil || s.host != nil {
		return nil, nil
	}
	return openCache(s, "transaction", s.settings.Network.Name, func(path string) (*diskcache.Hashes, error) {
		return diskcache.OpenHashes(path, maxHashes)
	})
}

// openCache opens the cache file of a kind and a network. The session closes it, and reports on stderr if records were lost.
func openCache[C io.Closer](s *session, kind, network string, open func(path string) (C, error)) (C, error) {
	var cache C
	folder, err := cacheFolder()
	if err == nil {
		cache, err = open(filepath.Join(folder, kind+"s-"+fileName(network)+".db"))
	}
	if err != nil {
		return cache, fmt.Errorf("%s cache unavailable: %w", kind, err)
	}
	s.onClose = append(s.onClose, func() error {
		if err := cache.Close(); err != nil {
			return fmt.Errorf("writing the %s cache: %w", kind, err)
		}
		return nil
	})
	return cache, nil
}

// exceptLocalnet is a block cache without the blocks of foredeck localnet.
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

// openStore opens the store of the network. That of a replay or a visitor is only in memory.
func (s *session) openStore() (*store.Store, error) {
	if s.replay != nil || s.host != nil {
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

// isSavedAnywhere reports whether a name of an address is saved on any network, or is one of the simulated network.
func isSavedAnywhere(settings *config.Settings, name string) bool {
	if slices.ContainsFunc(chain.NamedAccounts(0), func(account chain.NamedAccount) bool { return strings.EqualFold(account.Name, name) }) {
		return true
	}
	return slices.ContainsFunc(settings.Networks, func(network config.Network) bool {
		path := storePath(network.Name)
		if _, err := os.Stat(path); err != nil {
			return false
		}
		opened, _ := store.Open(path) // a read-only one has its names
		_, isKnown := target.FindName(name, opened.Addresses())
		return isKnown
	})
}

func historyPath(network string) string { return storePath(network) + "-history" }

// openHistory opens the history of the network, to which blocks are added as they are observed. There is none of the simulated network, whose
// chain is new each time, in a replay and for visitors.
func (s *session) openHistory() *store.History {
	if s.replay != nil || s.host != nil || s.embedded != nil {
		return nil
	}
	history := store.OpenHistory(historyPath(s.endpoint.Network))
	s.onClose = append(s.onClose, history.Close)
	return history
}

// savedNames returns the names that the user has given to addresses of the network, none if the store cannot be read.
func (s *session) savedNames() []target.Name {
	if s.saved == nil {
		opened, _ := store.Open(storePath(s.settings.Network.Name)) // a read-only one has its names
		s.saved = append([]target.Name{}, opened.Addresses()...)
	}
	return s.saved
}
