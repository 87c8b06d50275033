package command

import "strings"

// ModuleReference names a module on a network or a node.
type ModuleReference struct {
	Node   string // a network, or a node as config.Settings.FindNode takes it; empty for the selected network
	Module string // ADDRESS::NAME, where ADDRESS may be a saved name; empty if only a node is named
}

// ParseModuleReference splits [NODE/]ADDRESS::NAME, or a NODE alone.
func ParseModuleReference(word string) ModuleReference {
	slash := strings.LastIndexByte(word, '/')
	switch last := word[slash+1:]; {
	case !strings.Contains(last, "::") || strings.HasPrefix(last, "["): // an IPv6 address
		return ModuleReference{Node: word}
	case slash < 0:
		return ModuleReference{Module: last}
	default:
		return ModuleReference{Node: word[:slash], Module: last}
	}
}

// IsFile reports whether the word is a file rather than a module or a node: a path, or a name with an extension for bytecode or JSON.
func IsFile(word string) bool {
	for _, start := range []string{"./", "../", "/", `.\`, `..\`, "~/"} {
		if strings.HasPrefix(word, start) {
			return true
		}
	}
	for _, end := range []string{".mv", ".json", ".hex"} {
		if strings.HasSuffix(word, end) && !strings.Contains(word, "://") {
			return true
		}
	}
	return len(word) > 2 && word[1] == ':' && (word[2] == '\\' || word[2] == '/') // on a drive of Windows
}
