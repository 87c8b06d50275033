package jsontree

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"foredeck/tui/text"
)

const (
	// maxDepth is the depth of the deepest values that get their own lines; the outermost value has depth 0. An object or array
	// at this depth is drawn as one line of raw text. This keeps paths and indents readable and bounds the work per fold.
	maxDepth = 100
	// maxAlignedKey is the widest key that siblings align to, in columns.
	maxAlignedKey = 24
)

// Values of node.branch for nodes that are not branches.
const (
	leaf    = -1
	tooDeep = -2 // an object or array at maxDepth
)

// node is a value of the document and a line of the tree. Nodes are in document order, so a value's subtree follows it. Offsets
// are in bytes of the raw text.
type node struct {
	key        int32 // offset of the key's opening quote; -1 if none
	start, end int32
	parent     int32 // containing branch; -1 for the outermost value
	ordinal    int32 // index among its siblings
	branch     int32 // its own branch, or leaf or tooDeep
}

// branch is a non-empty object or array, which can be folded.
type branch struct {
	node     int32 // its own line
	after    int32 // first node after its subtree
	children int32
	keyWidth int32 // width of the longest label of its children, at most maxAlignedKey
	depth    int32
	array    bool
	open     bool
}

// document is an index of a JSON text.
type document struct {
	raw      json.RawMessage
	nodes    []node
	branches []branch // in document order
	levels   int32    // number of levels that have branches
	notice   text.Safe
	// largest child counts, for the width of the count column
	maxFields, maxItems int32
}

// parse indexes raw. If it is not a single JSON value, the result has one node with the raw text, and notice describes the error.
func parse(raw json.RawMessage) document {
	d := document{raw: raw}
	if notice := d.index(); !notice.IsEmpty() {
		return document{raw: raw, notice: notice, nodes: []node{{key: -1, parent: -1, branch: leaf}}}
	}
	d.nodes, d.branches = clip(d.nodes), clip(d.branches)
	for i := range d.branches {
		b := &d.branches[i]
		d.levels = max(d.levels, b.depth+1)
		if b.array {
			d.maxItems = max(d.maxItems, b.children)
			b.keyWidth = int32(min(text.Width(itemLabel(b.children-1)), maxAlignedKey))
		} else {
			d.maxFields = max(d.maxFields, b.children)
		}
	}
	return d
}

// index reads the text once. It returns "" on success.
func (d *document) index() (notice text.Safe) {
	if len(d.raw) > math.MaxInt32 {
		return text.Const("too large to show (2 GiB or more): ")
	}
	d.preallocate()
	decoder := jsontext.NewDecoder(bytes.NewBuffer(d.raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	var (
		inside int32 = -1 // branch being read
		key    int32 = -1 // key whose value comes next
	)
	for {
		start := d.nextToken(int(decoder.InputOffset()))
		if inside >= 0 && d.branches[inside].depth == maxDepth-1 && d.opensBranch(start) {
			if err := decoder.SkipValue(); err != nil {
				return syntaxNotice(err)
			}
			d.add(key, start, int(decoder.InputOffset()), inside, tooDeep)
			key = -1
			continue
		}
		token, err := decoder.ReadToken()
		switch {
		case err == io.EOF && len(d.nodes) == 0:
			return text.Const("empty, not JSON")
		case err == io.EOF:
			return text.Safe{}
		case err != nil:
			return syntaxNotice(err)
		case inside < 0 && len(d.nodes) > 0:
			return offsetNotice(start)
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

// preallocate estimates the number of values and branches, so that the index does not have to grow. It overestimates if strings
// contain many commas and brackets.
func (d *document) preallocate() {
	branches := bytes.Count(d.raw, []byte("{")) + bytes.Count(d.raw, []byte("["))
	values := 1 + bytes.Count(d.raw, []byte(",")) + branches
	limit := len(d.raw)/2 + 1
	d.nodes = make([]node, 0, min(values, limit))
	d.branches = make([]branch, 0, min(branches, limit))
}

// clip drops excess capacity, since a tree lives as long as its screen.
func clip[E any](list []E) []E {
	if cap(list) > 2*len(list) {
		return slices.Clone(list)
	}
	return list
}

// nextToken returns the offset of the first token at or after from.
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

// closeBranch ends a branch and returns its parent. An empty object or array becomes a leaf.
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

func syntaxNotice(err error) text.Safe {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return offsetNotice(int(syntax.ByteOffset))
	}
	return text.Const("invalid JSON: ")
}

func offsetNotice(offset int) text.Safe {
	return text.Clean("invalid JSON at byte " + strconv.Itoa(offset) + ": ")
}

// keyWidth returns the drawn width of a key, at most maxAlignedKey. See stringHead for the format of literal.
func keyWidth(literal []byte) int32 {
	for i, c := range literal {
		switch {
		case i == maxAlignedKey, c == '"' && i > 0:
			return int32(i)
		case c < 0x20, c >= 0x7f, c == '\\', c == '"':
			return int32(text.Width(keyLabel(literal, maxAlignedKey)))
		}
	}
	return 0
}

// depth returns the number of objects and arrays around a node.
func (d *document) depth(n int32) int32 {
	if parent := d.nodes[n].parent; parent >= 0 {
		return d.branches[parent].depth + 1
	}
	return 0
}

func (d *document) text(n int32) json.RawMessage {
	if !d.notice.IsEmpty() {
		return d.raw
	}
	start, end := d.nodes[n].start, d.nodes[n].end
	return d.raw[start:end:end]
}

// key returns the literal of a node's key without its quotes.
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

// after returns the first node after a node's subtree.
func (d *document) after(n int32) int32 {
	if b := d.nodes[n].branch; b >= 0 {
		return d.branches[b].after
	}
	return n + 1
}
