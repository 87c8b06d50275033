package main

import (
	"os"
	"path/filepath"
	"strings"

	"foredeck/client"
	"foredeck/client/diskcache"
	"foredeck/client/localnet"
)

// mostKept is how many bytes of blocks are kept of a network.
const mostKept = 256 << 20

// keepBlocks makes the node take and keep blocks on disk. The simulated network's are not kept, as they live no longer than the
// program: the store is nil then, and where an error says why it cannot be.
func (s *session) keepBlocks(use func(*diskcache.Blocks) client.BlockCache) (*diskcache.Blocks, error) {
	if !s.asksKept() {
		return nil, nil
	}
	folder, err := cacheFolder()
	if err != nil {
		return nil, err
	}
	store, err := diskcache.OpenBlocks(filepath.Join(folder, "blocks-"+fileName(s.settings.Network.Name)+".db"), mostKept)
	if err != nil {
		return nil, err
	}
	node, err := s.newNode(client.WithBlockCache(use(store)))
	if err != nil {
		_ = store.Close() // nothing was kept
		return nil, err
	}
	s.node = node
	return store, nil
}

// everyBlock keeps what there is.
func everyBlock(store *diskcache.Blocks) client.BlockCache { return store }

// lastingBlocks keeps no blocks of foredeck localnet: started again it makes blocks of the same digests at other times, and who
// watches it over that must not see both mixed.
func lastingBlocks(store *diskcache.Blocks) client.BlockCache { return lasting{store} }

type lasting struct{ *diskcache.Blocks }

func (l lasting) Block(chainID, height uint64) []byte {
	if chainID == localnet.ChainID {
		return nil
	}
	return l.Blocks.Block(chainID, height)
}

func (l lasting) PutBlock(chainID, height uint64, raw []byte) {
	if chainID != localnet.ChainID {
		l.Blocks.PutBlock(chainID, height, raw)
	}
}

// cacheFolder is where the program keeps what it can ask for again.
func cacheFolder() (string, error) {
	folder := os.Getenv("XDG_CACHE_HOME")
	if !filepath.IsAbs(folder) { // as the XDG specification wants it
		var err error
		if folder, err = os.UserCacheDir(); err != nil {
			return "", err
		}
	}
	return filepath.Join(folder, "foredeck"), nil
}

// fileName is a network's name as a part of a file's name.
func fileName(network string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' {
			return r
		}
		return '_'
	}, network)
}
