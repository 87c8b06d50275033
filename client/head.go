package client

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"foredeck/client/internal/paging"
	"foredeck/client/move"
)

const (
	// maxHints is the number of hints that a search uses, the highest ones.
	maxHints = 4
	// toldHeights is the number of heights that are tried first if the node says which one is the newest.
	toldHeights = 3
	// singleSteps is the number of heights just above a block that are tried before the steps grow.
	singleSteps = 4
	// maxCatchUp is the number of rounds that look for blocks that arrived during the search.
	maxCatchUp = 4
	// octaves is the power of two up to which heights are tried without a hint.
	octaves = 40
	// partsPerOctave is the number of heights tried between one power of two and the next.
	partsPerOctave = 16
)

// HeadSearch configures FindHead. The zero value is ready for use.
type HeadSearch struct {
	// Hints are heights close to the newest block. Wrong hints cost one round of requests.
	Hints []uint64
	// OnRound, if not nil, is called with the heights of each round of requests before it is sent.
	OnRound func(heights []uint64)
	// Quick leaves out the search through all heights, which takes hundreds of requests on a node without blocks: without a hint, a node that
	// has neither a call for its newest block nor the view function is ErrUnsupported.
	Quick bool
}

// headNotFoundError reports that the node has no block at any of the heights that were tried. It matches ErrNotFound.
type headNotFoundError struct {
	Tried []uint64 // in ascending order
}

func (e *headNotFoundError) Error() string {
	return fmt.Sprintf("no block at any of %d heights from %d to %d: specify a height that the node has",
		len(e.Tried), e.Tried[0], e.Tried[len(e.Tried)-1])
}

// Is matches ErrNotFound.
func (e *headNotFoundError) Is(target error) bool { return target == ErrNotFound }

// FindHead finds the newest block. Public nodes have a call for it, and else a view function of the framework returns a height close to
// it. Nodes with neither (spec section 4.6) are searched from the hints upwards, or else from powers of two up to 2^40, with up to 16
// requests at a time. If such a node has none of these heights, as after pruning, the error is ErrNotFound; pass a hint.
func (n *Node) FindHead(ctx context.Context, search HeadSearch) (Block, error) {
	s := headSearch{node: n, onRound: search.OnRound, absent: map[uint64]bool{}}
	hints, isTold := search.Hints, false
	newest, err := n.newestBlock(ctx, len(hints) > 0)
	switch {
	case err == nil:
		return newest, nil
	case errors.Is(err, errNewestHeight):
		hints, isTold = append(slices.Clone(hints), newest.Height), true
	case !errors.Is(err, ErrUnsupported):
		return Block{}, err
	}
	if height, ok := n.hintedHead(ctx); ok {
		hints = append(slices.Clone(hints), height)
	}
	if search.Quick && len(hints) == 0 {
		return Block{}, fmt.Errorf("newest block: %w: the node does not say which it is", ErrUnsupported)
	}
	if isTold { // it is that of the newest block, or was until a moment ago
		if err := s.round(ctx, above(newest.Height-min(newest.Height, 1), 1, toldHeights)); err != nil {
			return Block{}, err
		}
	}
	if hinted := hintedHeights(hints); len(hinted) > 0 && !s.isFound {
		if err := s.round(ctx, hinted); err != nil {
			return Block{}, err
		}
	}
	for heights := range slices.Chunk(slices.Collect(heightsToTry()), blocksAtOnce) {
		if s.isFound || search.Quick {
			break
		}
		if err := s.round(ctx, heights); err != nil {
			return Block{}, err
		}
	}
	switch {
	case !s.isFound && s.failure != nil:
		return Block{}, s.failure
	case !s.isFound:
		return Block{}, &headNotFoundError{slices.Sorted(maps.Keys(s.absent))}
	}
	for !s.isEnd && s.newest.Height < math.MaxUint64 {
		if err := s.round(ctx, s.between()); err != nil {
			return Block{}, err
		}
	}
	return s.newest, nil
}

// Values of Node.newest: what FindHead knows about the ways to the newest block.
const (
	newestUnknown = iota
	newestByCall
	newestByView
	newestBySearch
)

// errNewestHeight reports that only the height of a block close to the newest one is known.
var errNewestHeight = errors.New("only the height is known")

// newestVersions have a call for the newest block.
var newestVersions = []Version{V3, V2, V1, V4}

const callNewestBlock call = "newest block by a call of its own"

// newestBlock reads the newest block with the call for it. The error is errNewestHeight if only its Height is known, from a view function,
// and ErrUnsupported if the node has neither, or if a view is not worth its time because the caller has hints. The first time the call
// and the view function are tried at once, so that a node with either takes one round trip.
func (n *Node) newestBlock(ctx context.Context, hasHints bool) (Block, error) {
	switch n.newest.Load() {
	case newestByCall:
		if block, err := n.newestByCall(ctx, newestVersions); err == nil || isTransport(err) {
			return block, err
		}
	case newestByView:
		if hasHints {
			return Block{}, ErrUnsupported
		}
		if height, err := n.newestHeight(ctx); err == nil {
			return Block{Height: height}, errNewestHeight
		}
	case newestBySearch:
		return Block{}, ErrUnsupported
	}
	var height uint64
	var heightErr error
	var both sync.WaitGroup
	if n.version == Auto {
		both.Go(func() { height, heightErr = n.newestHeight(ctx) })
	} else {
		height, heightErr = 0, ErrUnsupported
	}
	block, err := n.newestByCall(ctx, newestVersions[:1])
	both.Wait()
	if errors.Is(err, ErrUnsupported) && heightErr != nil {
		block, err = n.newestByCall(ctx, newestVersions[1:])
	}
	switch {
	case err == nil:
		n.newest.Store(newestByCall)
		return block, nil
	case isTransport(err):
		return Block{}, err
	case errors.Is(err, ErrUnauthorized): // as for all calls, or as for those that take the consensus token
		if _, refusal := n.consensusBlock(ctx, 1, false); isPermanent(refusal) {
			return Block{}, refusal
		}
	case heightErr == nil:
		n.newest.Store(newestByView)
		return Block{Height: height}, errNewestHeight
	case errors.Is(err, ErrUnsupported):
		n.newest.Store(newestBySearch)
	}
	return Block{}, ErrUnsupported // the search reports what is wrong
}

func isTransport(err error) bool {
	_, ok := errors.AsType[*TransportError](err)
	return ok
}

// NewestBlock reads the newest block with the call for it, without its certificate. The specification has no such call; FindHead finds the
// newest block of every node.
func (n *Node) NewestBlock(ctx context.Context) (Block, error) {
	return n.newestHeader(ctx, newestVersions)
}

func (n *Node) newestHeader(ctx context.Context, have []Version) (Block, error) {
	return byVersion(n, callNewestBlock, have, func(version Version) (Block, error) {
		found, err := n.get(ctx, "/rpc/"+version.String()+"/block", nil)
		if err != nil {
			return Block{}, err
		}
		return decodeExecutedBlock(found, nil)
	})
}

// newestByCall reads the newest block with the call of one of some versions, and its certificate if the node serves certificates.
func (n *Node) newestByCall(ctx context.Context, have []Version) (Block, error) {
	block, err := n.newestHeader(ctx, have)
	if err != nil {
		return Block{}, err
	}
	if n.consensusToken == "" && n.blockSource.CompareAndSwap(0, executedBlocks) {
		refusal := fmt.Errorf("%w: no consensus token is set", ErrUnauthorized)
		n.consensusRefusal.Store(&refusal)
	}
	if n.blockSource.Load() != executedBlocks {
		if complete, err := n.Block(ctx, block.Height); err == nil {
			block = complete
		}
	}
	n.cacheBlock(block)
	return block, nil
}

// newestHeight returns the height that the framework has in its state, which is that of the newest block.
func (n *Node) newestHeight(ctx context.Context) (uint64, error) {
	request := ViewRequest{Function: move.FunctionID{Address: move.Address{31: 1}, Module: "block", Name: "get_current_block_height"}}
	return byVersion(n, callView, accountVersions, func(version Version) (uint64, error) {
		found, err := n.postView(ctx, version, viewCall{request: request})
		if err != nil {
			return 0, err
		}
		result, err := decodeView(found, nil)
		if err != nil {
			return 0, err
		}
		var height uint64
		return height, result.Into(&height)
	})
}

// headSearch is the state of FindHead.
type headSearch struct {
	node    *Node
	onRound func(heights []uint64)
	isFound bool
	newest  Block           // found so far
	absent  map[uint64]bool // heights that had no block
	failure error           // the first error of a height
	// isEnd is set if the last round found the end of the chain. Earlier rounds do not count, because the chain grows.
	isEnd bool
	step  uint64 // of the last round without an upper bound
	// catchUps is the number of rounds that looked for new blocks above the end.
	catchUps int
}

// round requests heights concurrently. It fails if all of them fail, or if the error is permanent. The first height is requested before the others
// if it is not known how the node serves blocks: to find that out takes a request for each way.
func (s *headSearch) round(ctx context.Context, heights []uint64) error {
	if s.onRound != nil {
		s.onRound(heights)
	}
	var responses []blockResponse
	if s.node.blockSource.Load() == 0 {
		responses = s.node.blocksAt(ctx, heights[:1])
	}
	if len(responses) == 0 || !isPermanent(responses[0].err) {
		responses = append(responses, s.node.blocksAt(ctx, heights[len(responses):])...)
	}
	failed := 0
	absent := map[uint64]bool{}
	for _, response := range responses {
		switch {
		case response.err == nil:
			delete(s.absent, response.height)
			if !s.isFound || response.height > s.newest.Height {
				s.newest, s.isFound = response.block, true
			}
		case errors.Is(response.err, ErrNotFound):
			absent[response.height], s.absent[response.height] = true, true
		default:
			failed++
			if s.failure == nil {
				s.failure = response.err
			}
			if failed == len(responses) || ctx.Err() != nil || isPermanent(response.err) {
				return response.err
			}
		}
	}
	// A chain can grow faster than rounds: give up after some.
	s.isEnd = s.isFound && (absent[s.newest.Height+1] || s.catchUps > maxCatchUp)
	return nil
}

// between returns the heights to request next: between the newest block and the lowest height above it without one, or
// above it if there is none.
func (s *headSearch) between() []uint64 {
	low, high := s.newest.Height, uint64(math.MaxUint64)
	isBounded := false
	for height := range s.absent {
		if height > low && height <= high {
			high, isBounded = height, true
		}
	}
	width := high - low
	if !isBounded {
		heights := above(low, max(s.step, 1), blocksAtOnce)
		s.step = heights[len(heights)-1] - low
		return heights
	}
	if width == 1 {
		s.catchUps++
		return above(low, 1, blocksAtOnce)
	}
	var heights []uint64
	if width-1 <= blocksAtOnce {
		for height := low + 1; height < high; height++ {
			heights = append(heights, height)
		}
		return heights
	}
	for i := range uint64(blocksAtOnce) {
		heights = append(heights, low+width/(blocksAtOnce+1)*(i+1))
	}
	return heights
}

// above returns count heights above one: four single steps, then steps that grow fourfold.
func above(height, step uint64, count int) []uint64 {
	var heights []uint64
	offset := uint64(0)
	for range count {
		if offset < singleSteps {
			offset++
		} else {
			offset = paging.SaturatingMultiply(offset, 4)
		}
		next := paging.SaturatingAdd(height, paging.SaturatingMultiply(offset, step))
		if len(heights) > 0 && next == heights[len(heights)-1] {
			break
		}
		heights = append(heights, next)
	}
	return heights
}

// hintedHeights returns the heights of the first round: the hints and heights above the highest one.
func hintedHeights(hints []uint64) []uint64 {
	if len(hints) == 0 {
		return nil
	}
	sorted := slices.Compact(slices.Sorted(slices.Values(hints)))
	sorted = sorted[max(0, len(sorted)-maxHints):]
	highest := sorted[len(sorted)-1]
	if highest == math.MaxUint64 {
		return sorted
	}
	return append(sorted, above(highest, 1, blocksAtOnce-len(sorted))...)
}

// heightsToTry yields heights to try without hints: steps of a factor of eight, all powers of two, then the halves,
// quarters and so on between them.
func heightsToTry() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		const stride = 3 // powers of two per step of the first round
		first := []uint64{0, 1 << octaves}
		for octave := 0; octave < octaves; octave += stride {
			first = append(first, 1<<octave)
		}
		for octave := range octaves {
			if octave%stride != 0 {
				first = append(first, 1<<octave)
			}
		}
		for _, height := range first {
			if !yield(height) {
				return
			}
		}
		for parts := uint64(2); parts <= partsPerOctave; parts *= 2 {
			for octave := range octaves + 1 {
				base := uint64(1) << octave
				for part := uint64(1); part < parts && base >= parts; part += 2 {
					if !yield(base + base/parts*part) {
						return
					}
				}
			}
		}
	}
}

// WithHeadHint names a call that returns a recent height, as a path under the base URL such as /rpc/v1/block. FindHead
// starts at the first "height" in its response, and ignores it if it fails. The specification has no such call.
func WithHeadHint(path string) Option {
	return func(o *options) { o.headHint = path }
}

func validHeadHint(path string) error {
	if path != "" && (!strings.HasPrefix(path, "/") || strings.ContainsAny(path, "?#\r\n ")) {
		return &ArgumentError{Field: "head hint", Value: truncate(path, quotedCharacters), Rule: "must be a path, such as /rpc/v1/block"}
	}
	return nil
}

// hintedHead returns the height from the call of WithHeadHint. ok is false if there is none.
func (n *Node) hintedHead(ctx context.Context) (height uint64, ok bool) {
	if n.headHint == "" {
		return 0, false
	}
	found, err := n.do(ctx, apiRequest{path: n.headHint})
	if err != nil {
		return 0, false
	}
	decoder := jsontext.NewDecoder(bytes.NewReader(found.body), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for {
		token, err := decoder.ReadToken()
		if err != nil {
			return 0, false
		}
		if token.Kind() != '"' || token.String() != "height" {
			continue
		}
		value, err := decoder.ReadToken()
		if err != nil {
			return 0, false
		}
		if height, err := strconv.ParseUint(value.String(), 10, 64); err == nil {
			return height, true
		}
	}
}
