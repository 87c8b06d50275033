package jsontree

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"foredeck/tui/text"
)

const (
	// lastDepth is the depth of the last values that get lines of their own; the whole value has depth 0. An object or
	// array at this depth is one line of its raw text. It keeps paths and indents readable and bounds the work per fold.
	lastDepth = 100
	// alignedKey is the number of columns up to which siblings wait for the longest of their keys.
	alignedKey = 24
)

// What node.branch holds where the node is no branch.
const (
	leaf    = -1
	tooDeep = -2 // an object or array below the last depth with lines of its own
)

// node is one value of the document, a line of the tree. Nodes stand in the order of the text, so that a value's whole
// subtree follows it. Positions are bytes of the raw text.
type node struct {
	key        int32 // of the opening quote of the key, -1 without one
	start, end int32
	parent     int32 // the branch that it is in, -1 for the whole value
	ordinal    int32 // its place among its siblings
	branch     int32 // its own branch, else leaf or tooDeep
}

// branch is an object or array that is not empty: what can be folded.
type branch struct {
	node     int32 // its own line
	after    int32 // the first node behind its subtree
	children int32
	keyWidth int32 // columns of its longest child's label, at most alignedKey
	depth    int32
	array    bool
	folds
}

// document is the index of a JSON text.
type document struct {
	raw      json.RawMessage
	nodes    []node
	branches []branch // in the order of the text as well
	levels   int32    // how many levels have branches
	notice   text.Safe
	// most children of one object and of one array, for the width of the counts
	mostFields, mostItems int32
}

// read indexes raw. What is not one JSON value becomes a single node of the raw text, and notice says what is wrong.
func read(raw json.RawMessage) document {
	d := document{raw: raw}
	if notice := d.index(); notice != "" {
		return document{raw: raw, notice: notice, nodes: []node{{key: -1, parent: -1, branch: leaf}}}
	}
	d.nodes, d.branches = trimmed(d.nodes), trimmed(d.branches)
	for i := range d.branches {
		b := &d.branches[i]
		d.levels = max(d.levels, b.depth+1)
		if b.array {
			d.mostItems = max(d.mostItems, b.children)
			b.keyWidth = int32(min(len(itemLabel(b.children-1)), alignedKey))
		} else {
			d.mostFields = max(d.mostFields, b.children)
		}
	}
	return d
}

// index reads the text once. The result is empty where all went well.
func (d *document) index() (notice text.Safe) {
	if len(d.raw) > math.MaxInt32 {
		return "not shown, 2 GiB or more: "
	}
	d.makeRoom()
	decoder := jsontext.NewDecoder(bytes.NewBuffer(d.raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	var (
		inside int32 = -1 // the branch that is being read
		key    int32 = -1 // the key whose value comes next
	)
	for {
		start := d.nextToken(int(decoder.InputOffset()))
		if inside >= 0 && d.branches[inside].depth == lastDepth-1 && d.opensBranch(start) {
			if err := decoder.SkipValue(); err != nil {
				return faulty(err)
			}
			d.add(key, start, int(decoder.InputOffset()), inside, tooDeep)
			key = -1
			continue
		}
		token, err := decoder.ReadToken()
		switch {
		case err == io.EOF && len(d.nodes) == 0:
			return "empty, not JSON"
		case err == io.EOF:
			return ""
		case err != nil:
			return faulty(err)
		case inside < 0 && len(d.nodes) > 0:
			return behind(start)
		}
		end := int(decoder.InputOffset())
		switch token.Kind() {
		case '{', '[':
			d.add(key, start, end, inside, int32(len(d.branches)))
			inside, key = d.openBranch(inside, token.Kind() == '['), -1
		case '}', ']':
			inside = d.closeBranch(inside, end)
		case '"':
			if key < 0 && inside >= 0 && !d.branches[inside].array {
				key = int32(start)
				b := &d.branches[inside]
				b.keyWidth = max(b.keyWidth, keyWidth(d.raw[start+1:end]))
				continue
			}
			fallthrough
		default:
			d.add(key, start, end, inside, leaf)
			key = -1
		}
	}
}

// makeRoom guesses how many values and branches there are, so that no megabytes are copied while the index grows: exact
// for ordinary text, too many where strings are full of commas and brackets.
func (d *document) makeRoom() {
	branches := bytes.Count(d.raw, []byte("{")) + bytes.Count(d.raw, []byte("["))
	values := 1 + bytes.Count(d.raw, []byte(",")) + branches
	limit := len(d.raw)/2 + 1
	d.nodes = make([]node, 0, min(values, limit))
	d.branches = make([]branch, 0, min(branches, limit))
}

// trimmed is the list without much unused room: the tree lives as long as its screen.
func trimmed[E any](list []E) []E {
	if cap(list) > 2*len(list) {
		return slices.Clone(list)
	}
	return list
}

// nextToken is the position of the token that follows the byte at from.
func (d *document) nextToken(from int) int {
	for from < len(d.raw) {
		switch d.raw[from] {
		case ' ', '\t', '\r', '\n', ',', ':':
			from++
		default:
			return from
		}
	}
	return from
}

func (d *document) opensBranch(at int) bool {
	return at < len(d.raw) && (d.raw[at] == '{' || d.raw[at] == '[')
}

func (d *document) add(key int32, start, end int, parent, own int32) {
	added := node{key: key, start: int32(start), end: int32(end), parent: parent, branch: own}
	if parent >= 0 {
		added.ordinal = d.branches[parent].children
		d.branches[parent].children++
	}
	d.nodes = append(d.nodes, added)
}

func (d *document) openBranch(parent int32, array bool) int32 {
	opened := branch{node: int32(len(d.nodes) - 1), array: array}
	if parent >= 0 {
		opened.depth = d.branches[parent].depth + 1
	}
	d.branches = append(d.branches, opened)
	return int32(len(d.branches) - 1)
}

// closeBranch ends a branch and gives the one around it. An empty object or array is a leaf: it has nothing to unfold.
func (d *document) closeBranch(b int32, end int) int32 {
	own := &d.nodes[d.branches[b].node]
	own.end = int32(end)
	if d.branches[b].children == 0 {
		own.branch = leaf
		d.branches = d.branches[:b]
	} else {
		d.branches[b].after = int32(len(d.nodes))
	}
	return own.parent
}

func faulty(err error) text.Safe {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return behind(int(syntax.ByteOffset))
	}
	return "not JSON: "
}

func behind(offset int) text.Safe {
	return text.Safe("not JSON from byte " + strconv.Itoa(offset) + " on: ")
}

// keyWidth is the number of columns, at most alignedKey, of a key as it is drawn, given as for stringHead.
func keyWidth(literal []byte) int32 {
	for i, c := range literal {
		switch {
		case i == alignedKey, c == '"' && i > 0:
			return int32(i)
		case c < 0x20, c >= 0x7f, c == '\\', c == '"':
			return int32(text.Width(keyLabel(literal, alignedKey)))
		}
	}
	return 0
}

// depth is the number of objects and arrays around a node.
func (d *document) depth(n int32) int32 {
	if parent := d.nodes[n].parent; parent >= 0 {
		return d.branches[parent].depth + 1
	}
	return 0
}

// next is the node of the line that follows a visible node.
func (d *document) next(n int32) int32 {
	if b := d.nodes[n].branch; b >= 0 && !d.branches[b].open {
		return d.branches[b].after
	}
	return n + 1
}

// key is the literal of a node's key without its quotes.
func (d *document) key(n int32) []byte {
	start := int(d.nodes[n].key) + 1
	for end := start; ; end++ {
		switch d.raw[end] {
		case '\\':
			end++
		case '"':
			return d.raw[start:end]
		}
	}
}

// path is the way from the whole value to a node.
func (d *document) path(n int32) string {
	var steps []string
	for ; d.nodes[n].parent >= 0; n = d.branches[d.nodes[n].parent].node {
		switch own := &d.nodes[n]; {
		case own.key < 0:
			steps = append(steps, string(itemLabel(own.ordinal)))
		case isWord(d.key(n)):
			steps = append(steps, "."+string(d.key(n)))
		default:
			steps = append(steps, `["`+string(d.key(n))+`"]`)
		}
	}
	slices.Reverse(steps)
	path := strings.Join(steps, "")
	if !strings.HasPrefix(path, ".") {
		path = "." + path
	}
	return path
}

// after is the node behind a node and its subtree.
func (d *document) after(n int32) int32 {
	if b := d.nodes[n].branch; b >= 0 {
		return d.branches[b].after
	}
	return n + 1
}

// highestBit is the largest power of two that is not above n, 0 for 0.
func highestBit(n int32) int32 {
	if n == 0 {
		return 0
	}
	return 1 << (bits.Len32(uint32(n)) - 1)
}
