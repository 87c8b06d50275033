package move

import (
	"slices"
	"strings"
)

// Rules of the upgrade policy "compatible".
const (
	ruleKeepStruct     = "structs cannot be removed: stored values and other modules use them"
	ruleStructForm     = "a struct must stay a struct, and an enum an enum"
	ruleAbilities      = "a struct may gain abilities, but not lose them"
	ruleStructTypes    = "type parameters of a struct must keep their number; they may lose constraints and become phantom, not the reverse"
	ruleFields         = "a struct must keep its fields: names, types and order"
	ruleVariants       = "an enum must keep its variants with their fields; new ones may only follow them"
	ruleKeepPublic     = "a public function must stay: other modules call it"
	ruleKeepPersistent = "a persistent function must stay and stay persistent: stored function values refer to it"
	ruleKeepEntry      = "an entry function must stay: transactions call it"
	ruleStayPublic     = "a public function must stay public"
	ruleStayEntry      = "an entry function must stay an entry function"
	ruleNotEntry       = "before version 5 of the bytecode, a function cannot become an entry function"
	ruleParameters     = "a public or entry function must keep its parameter types"
	ruleReturn         = "a public or entry function must keep its return types"
	ruleFunctionTypes  = "type parameters of a function must keep their number; they may lose constraints, but not gain them"
	noteNotExposed     = "allowed: only public and entry functions are bound"
	noteUnknownOpcode  = "not compared: the parser does not know an opcode of it"
	noteUnknownStruct  = "not compared: the parser does not know its form"
	noteNoLongerView   = "the chain allows it, but calls of it as a view function fail"
	firstEntryModifier = 5 // bytecode version since which entry is independent of the visibility
)

func (c *comparison) structs() {
	pairs(c.old.structs, c.new.structs, func(s *BytecodeStruct) string { return s.ABI.Name }, func(old, updated *BytecodeStruct) {
		switch {
		case updated == nil:
			c.add(ModuleChange{Action: Removed, Subject: old.kind(), Name: old.ABI.Name, Old: old.Declaration(), Breaks: ruleKeepStruct})
		case old == nil:
			c.add(ModuleChange{Action: Added, Subject: updated.kind(), Name: updated.ABI.Name, New: updated.Declaration()})
		default:
			c.structure(old, updated)
		}
	})
}

func (s *BytecodeStruct) kind() string {
	if s.ABI.IsEnum {
		return "enum"
	}
	return "struct"
}

// structure compares a struct or an enum that both versions have.
func (c *comparison) structure(old, updated *BytecodeStruct) {
	changed := func(aspect, before, after, breaks string) {
		c.add(ModuleChange{Action: Changed, Subject: updated.kind(), Name: updated.ABI.Name, Aspect: aspect, Old: before, New: after, Breaks: breaks})
	}
	if before, after := old.ABI.Abilities, updated.ABI.Abilities; !isSubset(before, after) || !isSubset(after, before) {
		changed("abilities", strings.Join(before, ", "), strings.Join(after, ", "), unless(isSubset(before, after), ruleAbilities))
	}
	before, after := old.ABI.TypeParameters, updated.ABI.TypeParameters
	if same := sameTypeParameters(before, after); !same {
		changed("type parameters", typeParametersSource(before), typeParametersSource(after), unless(areRelaxed(before, after), ruleStructTypes))
	}
	switch {
	case !c.hasSameCode && (old.IsUnknown || updated.IsUnknown):
		c.add(ModuleChange{Action: Changed, Subject: updated.kind(), Name: updated.ABI.Name, Aspect: "form", Old: old.Declaration(), New: updated.Declaration(), Note: noteUnknownStruct})
	case old.ABI.IsEnum != updated.ABI.IsEnum || old.ABI.IsNative != updated.ABI.IsNative:
		changed("form", old.Declaration(), updated.Declaration(), ruleStructForm)
	case old.ABI.IsEnum && c.usesCode:
		kept := len(old.Variants) <= len(updated.Variants) && c.areSameVariants(old.Variants, updated.Variants[:min(len(old.Variants), len(updated.Variants))])
		if !kept || len(old.Variants) != len(updated.Variants) {
			changed("variants", old.variantsSource(), updated.variantsSource(), unless(kept, ruleVariants))
		}
	case !c.areSameFields(old.ABI.Fields, updated.ABI.Fields):
		changed("fields", strings.TrimSpace(fieldsSource(old.ABI.Fields)), strings.TrimSpace(fieldsSource(updated.ABI.Fields)), ruleFields)
	}
}

// unless returns the rule, or "" if it is kept.
func unless(kept bool, rule string) string {
	if kept {
		return ""
	}
	return rule
}

func isSubset(part, whole []string) bool {
	return !slices.ContainsFunc(part, func(name string) bool { return !slices.Contains(whole, name) })
}

func (c *comparison) areSameFields(old, updated []FieldABI) bool {
	return slices.EqualFunc(old, updated, func(a, b FieldABI) bool {
		return a.Name == b.Name && c.areSameTypes([]string{a.Type}, []string{b.Type})
	})
}

func (c *comparison) areSameVariants(old, updated []BytecodeVariant) bool {
	return slices.EqualFunc(old, updated, func(a, b BytecodeVariant) bool { return a.Name == b.Name && c.areSameFields(a.Fields, b.Fields) })
}

func sameTypeParameters(old, updated []TypeParameter) bool {
	return areRelaxed(old, updated) && areRelaxed(updated, old)
}

// areRelaxed reports whether type parameters accept all type arguments that they accepted before.
func areRelaxed(old, updated []TypeParameter) bool {
	return slices.EqualFunc(old, updated, func(a, b TypeParameter) bool {
		return isSubset(b.Constraints, a.Constraints) && (b.IsPhantom || !a.IsPhantom)
	})
}

func (c *comparison) functions() {
	pairs(c.old.functions, c.new.functions, func(f *BytecodeFunction) string { return f.ABI.Name }, func(old, updated *BytecodeFunction) {
		switch {
		case updated == nil:
			change := ModuleChange{Action: Removed, Subject: "function", Name: old.ABI.Name, Old: old.Declaration()}
			switch {
			case old.ABI.IsEntry:
				change.Breaks = ruleKeepEntry
			case old.ABI.Visibility == "public":
				change.Breaks = ruleKeepPublic
			case old.isPersistent():
				change.Breaks = ruleKeepPersistent
			default:
				change.Note = noteNotExposed
			}
			c.add(change)
		case old == nil:
			c.add(ModuleChange{Action: Added, Subject: "function", Name: updated.ABI.Name, New: updated.Declaration()})
		default:
			c.function(old, updated)
		}
	})
}

// function compares a function that both versions have.
func (c *comparison) function(old, updated *BytecodeFunction) {
	before, after := &old.ABI, &updated.ABI
	isBound := before.IsEntry || before.Visibility == "public" || old.isPersistent()
	add := func(aspect, was, is, rule string, kept bool) {
		change := ModuleChange{Action: Changed, Subject: "function", Name: after.Name, Aspect: aspect, Old: was, New: is}
		switch {
		case kept:
		case isBound:
			change.Breaks = rule
		default:
			change.Note = noteNotExposed
		}
		c.add(change)
	}
	if visibility, now := before.visibility(), after.visibility(); visibility != now {
		add("visibility", visibility, now, ruleStayPublic, visibility != "public")
	}
	if before.IsEntry != after.IsEntry {
		rule, kept := ruleStayEntry, after.IsEntry
		if after.IsEntry && c.usesCode && max(c.old.version, c.new.version) < firstEntryModifier {
			rule, kept = ruleNotEntry, false
		}
		add("entry", yesNo(before.IsEntry), yesNo(after.IsEntry), rule, kept)
	}
	if !sameTypeParameters(before.TypeParameters, after.TypeParameters) {
		add("type parameters", typeParametersSource(before.TypeParameters), typeParametersSource(after.TypeParameters), ruleFunctionTypes, areRelaxed(before.TypeParameters, after.TypeParameters))
	}
	if !c.areSameTypes(before.Parameters, after.Parameters) {
		add("parameters", tuple(before.Parameters), tuple(after.Parameters), ruleParameters, false)
	}
	if !c.areSameTypes(before.Return, after.Return) {
		add("return types", tuple(before.Return), tuple(after.Return), ruleReturn, false)
	}
	if !slices.Equal(old.Attributes, updated.Attributes) && c.usesCode {
		add("attributes", strings.Join(old.Attributes, ", "), strings.Join(updated.Attributes, ", "), ruleKeepPersistent, !old.isPersistent() || updated.isPersistent())
	}
	if !slices.EqualFunc(old.Accesses, updated.Accesses, c.isSame) && c.usesCode {
		add("access specifiers", strings.Join(old.Accesses, " "), strings.Join(updated.Accesses, " "), "", true)
	}
	c.view(before.Name)
	if c.usesCode && !c.hasSameCode {
		c.body(old, updated)
	}
}

// isPersistent reports whether stored function values can refer to the function.
func (f *BytecodeFunction) isPersistent() bool { return slices.Contains(f.Attributes, persistent) }

// visibility returns public, friend or private.
func (f *FunctionABI) visibility() string {
	if f.isPrivate() {
		return "private"
	}
	return f.Visibility
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

func tuple(types []string) string { return "(" + strings.Join(types, ", ") + ")" }

// view compares whether a function is a view function, which only ABIs say.
func (c *comparison) view(name string) {
	was, knownBefore := c.old.isView[name]
	is, known := c.new.isView[name]
	if !knownBefore || !known || was == is {
		return
	}
	change := ModuleChange{Action: Changed, Subject: "function", Name: name, Aspect: "view", Old: yesNo(was), New: yesNo(is)}
	if was {
		change.Note = noteNoLongerView
	}
	c.add(change)
}

// body compares the acquired structs and the instructions of a function.
func (c *comparison) body(old, updated *BytecodeFunction) {
	changed := func(aspect, was, is string) {
		c.add(ModuleChange{Action: Changed, Subject: "function", Name: updated.ABI.Name, Aspect: aspect, Old: was, New: is})
	}
	if !c.areSameTypes(old.Acquires, updated.Acquires) {
		changed("acquires", strings.Join(old.Acquires, ", "), strings.Join(updated.Acquires, ", "))
	}
	if old.Problem != "" || updated.Problem != "" { // the code differs
		c.add(ModuleChange{Action: Changed, Subject: "function", Name: updated.ABI.Name, Aspect: "body", Old: old.size(), New: updated.size(), Note: noteUnknownOpcode})
		return
	}
	before, errBefore := c.old.code.disassemble(old)
	after, errAfter := c.new.code.disassemble(updated)
	if errBefore != nil || errAfter != nil { // operands that exceed MaxBytecodeText: unlike names, bytes cannot be compared
		changed("body", old.size(), updated.size())
		return
	}
	same := slices.EqualFunc(before, after, func(a, b Instruction) bool { return a.Name == b.Name && c.isSame(a.Operand, b.Operand) })
	if !same || old.IsNative != updated.IsNative || !c.areSameTypes(old.Locals, updated.Locals) {
		changed("body", old.size(), updated.size())
	}
}

// size describes the body of a function.
func (f *BytecodeFunction) size() string {
	switch {
	case f.IsNative:
		return "native"
	case f.Problem != "":
		return "unknown"
	}
	return plural(f.Instructions, "instruction")
}

// variantsSource returns the variants of an enum in braces.
func (s *BytecodeStruct) variantsSource() string {
	_, variants, _ := strings.Cut(s.Declaration(), " {")
	return "{" + variants
}
