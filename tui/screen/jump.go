package screen

import (
	"encoding/json"
	"regexp"
	"strings"
	"sync"

	"foredeck/client/move"
	"foredeck/config"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Jump returns the link that the config file has for a field in a tree: of the resource or event at a path, by the field or by its declared
// type, which is empty if it is not known. A jump for the field has precedence, then the order of the file. ok is false if there is none, or
// if the value cannot stand in the link: what a node sends never changes which screen is opened.
func (d *Deps) Jump(of move.StructTag, path, declared string, value json.RawMessage) (link target.Link, ok bool) {
	if len(d.Config.Jumps) == 0 || path == "." {
		return link, false
	}
	word, ok := jumpWord(value, maxJumpDepth)
	if !ok {
		return link, false
	}
	field := itemStep().ReplaceAllString(path, "")
	for _, isField := range []bool{true, false} {
		for _, jump := range d.Config.Jumps {
			tag, own := cutJump(jump.Field)
			matches := isField && own == field && isJumpType(tag, of.String()) || !isField && own == "" && isJumpType(tag, declared)
			if !matches {
				continue
			}
			link, err := target.ParseLink(d.Endpoint.Network + "/" + strings.ReplaceAll(jump.Link, config.JumpValue, word))
			if err == nil {
				return link, true
			}
		}
	}
	return link, false
}

// FollowJump opens the link of Jump.
func (d *Deps) FollowJump(link target.Link) { d.Post(OpenLinkMsg{Link: link}) }

// maxJumpDepth bounds the structs around a value, such as Option and Object.
const maxJumpDepth = 8

var (
	itemStep    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[\d+\]`) })
	jumpType    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([^.<]+(?:<.+>)?)((?:\.\w+)*)$`) })
	jumpLiteral = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\w:<>,@-]{1,300}$`) })
)

// cutJump splits the field of a jump into its type and the path in it.
func cutJump(field string) (tag, path string) {
	if found := jumpType().FindStringSubmatch(field); found != nil {
		return found[1], found[2]
	}
	return field, ""
}

// isJumpType reports whether a type is the one of a jump, which can leave out type arguments.
func isJumpType(wanted, declared string) bool {
	want, err := move.ParseStructTag(wanted)
	if err != nil {
		return false
	}
	tag, err := move.ParseStructTag(declared)
	if err != nil {
		return false
	}
	if want.TypeArguments == nil {
		tag.TypeArguments = nil
	}
	return want.Equal(tag)
}

// jumpWord returns the text of a value: of a leaf, or of the only leaf in structs and vectors around it.
func jumpWord(value json.RawMessage, depth int) (word string, ok bool) {
	switch {
	case len(value) == 0 || depth == 0:
		return "", false
	case value[0] == '{':
		var members map[string]json.RawMessage
		if json.Unmarshal(value, &members) != nil || len(members) != 1 {
			return "", false
		}
		for _, only := range members {
			return jumpWord(only, depth-1)
		}
	case value[0] == '[':
		var items []json.RawMessage
		if json.Unmarshal(value, &items) != nil || len(items) != 1 {
			return "", false
		}
		return jumpWord(items[0], depth-1)
	}
	word = text.Unquote(value)
	return word, jumpLiteral().MatchString(word)
}
