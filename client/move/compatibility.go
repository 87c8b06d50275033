package move

import (
	"bytes"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// ModuleVersion is a module at one point in time or on one network, to be compared with another version of it. At least one
// of its fields is set.
type ModuleVersion struct {
	ABI  *ModuleABI
	Code *Bytecode
}

// ModuleDiff is the difference between two versions of a module.
type ModuleDiff struct {
	// Changes has what was added, removed or changed, those that break a rule first, and then in the order of module, friends,
	// structs and functions.
	Changes []ModuleChange
	// ComparesCode reports whether the bytecode of both versions was compared. If not, private functions, bodies and the
	// variants of enums are unknown.
	ComparesCode bool
}

// IsCompatible reports whether the upgrade policy "compatible" accepts the new version as an upgrade of the old one.
func (d *ModuleDiff) IsCompatible() bool { return d.Breaking() == 0 }

// Breaking returns the number of changes that break a rule.
func (d *ModuleDiff) Breaking() int {
	breaking := 0
	for i := range d.Changes {
		breaking += d.Changes[i].rank()
	}
	return breaking
}

// ModuleChange is a change between two versions of a module. Its texts contain names from the network, which are not
// sanitized.
type ModuleChange struct {
	Action  ChangeAction
	Subject string // module, friend, struct, enum or function
	Name    string
	// Aspect is what changed: visibility, entry, view, type parameters, parameters, return types, abilities, fields, variants,
	// form, attributes, access specifiers, acquires, body, encoding, metadata, address, name or version. It is empty if the whole subject was added or removed.
	Aspect string
	// Old and New are the values as Move text, "" if absent.
	Old, New string
	// Breaks is the rule of the policy "compatible" that the change breaks, in words; "" if the policy allows it.
	Breaks string
	// Note says why an apparent break is allowed, or what else follows from the change; usually "".
	Note string
}

// rank is 1 for a change that breaks a rule.
func (c *ModuleChange) rank() int {
	if c.Breaks != "" {
		return 1
	}
	return 0
}

// ChangeAction says what happened to a part of a module.
type ChangeAction string

// The actions.
const (
	Added   ChangeAction = "added"
	Removed ChangeAction = "removed"
	Changed ChangeAction = "changed"
)

// CompareModules compares two versions of a module by the rules of the upgrade policy "compatible", as Aptos-based chains
// check them: friend functions count as private. Bytecode is compared if both versions have it, otherwise the ABIs.
// Names of the module's own address are equal, so that a module published under two addresses can be compared. Bodies are
// compared by their instructions, so the result is long work for long modules.
func CompareModules(old, updated ModuleVersion) ModuleDiff {
	c := comparison{usesCode: old.Code != nil && updated.Code != nil}
	c.hasSameCode = c.usesCode && bytes.Equal(old.Code.bytes, updated.Code.bytes)
	c.old, c.new = c.shape(old), c.shape(updated)
	c.module()
	c.friends()
	c.structs()
	c.functions()
	if c.usesCode && !c.hasSameCode && len(c.changes) == 0 {
		c.add(ModuleChange{Action: Changed, Subject: "module", Name: c.new.id.Name, Aspect: "encoding",
			Old: plural(len(old.Code.bytes), "byte"), New: plural(len(updated.Code.bytes), "byte"), Note: "only the order or the encoding of the tables differs"})
	}
	sort.SliceStable(c.changes, func(i, j int) bool { return c.changes[i].rank() > c.changes[j].rank() })
	return ModuleDiff{Changes: c.changes, ComparesCode: c.usesCode}
}

// comparison is the state of CompareModules.
type comparison struct {
	usesCode    bool
	hasSameCode bool // the bytes of both versions are equal
	old, new    moduleShape
	changes     []ModuleChange
}

// moduleShape has the parts of a module that are compared.
type moduleShape struct {
	id        ModuleID
	version   int // of the bytecode; 0 if unknown
	friends   []string
	structs   []BytecodeStruct
	functions []BytecodeFunction
	isView    map[string]bool // by function; nil if there is no ABI
	metadata  []BytecodeMetadata
	code      *Bytecode // nil if it is not compared
}

// shape returns the parts of a version: those of its bytecode if both versions have it, otherwise those of its ABI. A version
// without an ABI has the exposed parts of its bytecode.
func (c *comparison) shape(version ModuleVersion) moduleShape {
	abi, code := version.ABI, version.Code
	var shape moduleShape
	if abi != nil {
		shape.isView = map[string]bool{}
		for _, function := range abi.Functions {
			shape.isView[function.Name] = function.IsView
		}
	}
	switch {
	case code != nil && (c.usesCode || abi == nil):
		shape.id, shape.structs, shape.functions = code.ID, code.Structs, code.Functions
		for _, friend := range code.Friends {
			shape.friends = append(shape.friends, friend.String())
		}
		if c.usesCode {
			shape.version, shape.metadata, shape.code = code.Version, code.Metadata, code
			return shape
		}
		shape.functions = slices.DeleteFunc(slices.Clone(code.Functions), func(f BytecodeFunction) bool { return !f.ABI.IsEntry && f.ABI.isPrivate() })
	case abi != nil:
		shape.id = ModuleID{Address: abi.Address, Name: abi.Name}
		for _, friend := range abi.Friends {
			shape.friends = append(shape.friends, friend.String())
		}
		for _, structure := range abi.Structs {
			shape.structs = append(shape.structs, BytecodeStruct{ABI: structure})
		}
		for _, function := range abi.Functions {
			shape.functions = append(shape.functions, BytecodeFunction{ABI: function})
		}
	}
	return shape
}

func (f *FunctionABI) isPrivate() bool { return f.Visibility == "" || f.Visibility == "private" }

func (c *comparison) add(change ModuleChange) { c.changes = append(c.changes, change) }

// module compares the module itself.
func (c *comparison) module() {
	changed := func(aspect, old, updated, note string) {
		if old != updated {
			c.add(ModuleChange{Action: Changed, Subject: "module", Name: c.new.id.Name, Aspect: aspect, Old: old, New: updated, Note: note})
		}
	}
	const another = "another module, not an upgrade; compared as if it were one"
	changed("address", c.old.id.Address.Short(), c.new.id.Address.Short(), another)
	changed("name", c.old.id.Name, c.new.id.Name, another)
	if c.usesCode {
		changed("version", strconv.Itoa(c.old.version), strconv.Itoa(c.new.version), "")
		if !slices.EqualFunc(c.old.metadata, c.new.metadata, func(a, b BytecodeMetadata) bool { return a.Key == b.Key && bytes.Equal(a.Value, b.Value) }) {
			c.add(ModuleChange{Action: Changed, Subject: "module", Name: c.new.id.Name, Aspect: "metadata", Old: metadataSize(c.old.metadata), New: metadataSize(c.new.metadata)})
		}
	}
}

// metadataSize describes the metadata of a module: its values are binary.
func metadataSize(metadata []BytecodeMetadata) string {
	size := 0
	for _, entry := range metadata {
		size += len(entry.Value)
	}
	return plural(size, "byte")
}

// plural returns a number with its noun.
func plural(count int, noun string) string {
	if count != 1 {
		noun += "s"
	}
	return grouped(strconv.Itoa(count)) + " " + noun
}

func (c *comparison) friends() {
	for _, friend := range c.old.friends {
		if !slices.ContainsFunc(c.new.friends, func(other string) bool { return c.isSame(friend, other) }) {
			c.add(ModuleChange{Action: Removed, Subject: "friend", Name: friend, Old: friend, Note: "friends may be removed: they are checked when they are published"})
		}
	}
	for _, friend := range c.new.friends {
		if !slices.ContainsFunc(c.old.friends, func(other string) bool { return c.isSame(other, friend) }) {
			c.add(ModuleChange{Action: Added, Subject: "friend", Name: friend, New: friend})
		}
	}
}

// isSame reports whether texts of the old and the new version are equal, with names of the module's own address made equal.
func (c *comparison) isSame(old, updated string) bool {
	if c.old.id.Address == c.new.id.Address {
		return old == updated
	}
	return c.old.neutral(old) == c.new.neutral(updated)
}

// neutral replaces the address of the module, in names of its own address. No other address can end like it, as x is not a hex
// digit.
func (s *moduleShape) neutral(text string) string {
	return strings.ReplaceAll(text, s.id.Address.Short()+"::", "_::")
}

// areSameTypes reports whether lists of types are equal. Nodes write addresses with and without leading zeros.
func (c *comparison) areSameTypes(old, updated []string) bool {
	return slices.EqualFunc(old, updated, func(a, b string) bool { return c.isSame(canonicalType(a), canonicalType(b)) })
}

// canonicalType returns a type in canonical form, unchanged if it is not one.
func canonicalType(text string) string {
	if parsed, err := ParseType(text); err == nil {
		return parsed.String()
	}
	return text
}

// pairs calls a function with each part of the old list and the part of the same name in the new one, nil if there is none, and
// then with those that are only in the new list.
func pairs[T any](old, updated []T, name func(*T) string, compare func(old, updated *T)) {
	known := make(map[string]*T, len(updated))
	for i := range updated {
		known[name(&updated[i])] = &updated[i]
	}
	before := make(map[string]bool, len(old))
	for i := range old {
		before[name(&old[i])] = true
		compare(&old[i], known[name(&old[i])])
	}
	for i := range updated {
		if !before[name(&updated[i])] {
			compare(nil, &updated[i])
		}
	}
}
