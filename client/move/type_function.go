package move

import (
	"slices"
	"strings"
)

// FunctionTag is the type of a function value. Its parameters and results can be references. Compare function tags with Equal.
type FunctionTag struct {
	Parameters []Type
	Results    []Type
	Abilities  []string // of copy, drop and store, in this order
}

// String returns the type as Move writes it: |u64, &mut bool|u8 has copy + drop. A function type among the parameters or results is in
// parentheses, and so are several results.
func (f FunctionTag) String() string {
	text := "|" + functionParts(f.Parameters) + "|"
	switch {
	case len(f.Results) == 1 && f.Results[0].tag.Kind != KindFunction:
		text += f.Results[0].String()
	case len(f.Results) == 1:
		text += functionParts(f.Results)
	case len(f.Results) > 1:
		text += "(" + functionParts(f.Results) + ")"
	}
	if len(f.Abilities) > 0 {
		text += " has " + strings.Join(f.Abilities, " + ")
	}
	return text
}

func functionParts(types []Type) string {
	texts := make([]string, len(types))
	for i, t := range types {
		texts[i] = t.String()
		if t.tag.Kind == KindFunction {
			texts[i] = t.reference + "(" + t.tag.String() + ")"
		}
	}
	return strings.Join(texts, ", ")
}

// Equal reports whether both are the same type.
func (f FunctionTag) Equal(other FunctionTag) bool {
	equal := func(a, b Type) bool { return a.reference == b.reference && a.tag.Equal(b.tag) }
	return slices.EqualFunc(f.Parameters, other.Parameters, equal) && slices.EqualFunc(f.Results, other.Results, equal) &&
		slices.Equal(f.Abilities, other.Abilities)
}

// substituted returns the type at a nesting depth with its type parameters replaced.
func (f *FunctionTag) substituted(s *substitution, depth int) *FunctionTag {
	replaced := func(types []Type) (result []Type) {
		for _, t := range types {
			result = append(result, Type{reference: t.reference, tag: s.apply(t.tag, depth+1)})
		}
		return result
	}
	return &FunctionTag{Parameters: replaced(f.Parameters), Results: replaced(f.Results), Abilities: f.Abilities}
}

// reference parses & or &mut in front of a type, "" if there is none.
func (p *parser) reference() string {
	for _, reference := range []string{"&mut ", "&"} {
		if strings.HasPrefix(p.input[p.offset:], reference) {
			p.offset += len(reference)
			p.skipSpaces()
			return reference
		}
	}
	return ""
}

// functionTag parses a function type at its first bar. Nodes omit the abilities, and the parentheses around several results, which
// are thus only unambiguous at the end of the input.
func (p *parser) functionTag(depth int) (tag FunctionTag, err error) {
	p.accept('|')
	if !p.accept('|') {
		if tag.Parameters, err = p.functionParts(depth); err != nil {
			return tag, err
		}
		if !p.accept('|') {
			return tag, p.unclosedBy("|")
		}
	}
	if tag.Results, err = p.functionResults(depth); err != nil {
		return tag, err
	}
	tag.Abilities, err = p.functionAbilities()
	return tag, err
}

// functionResults parses the results of a function type at a nesting depth.
func (p *parser) functionResults(depth int) (results []Type, err error) {
	start := p.offset
	p.skipSpaces()
	switch rest := p.input[p.offset:]; {
	case p.accept('('):
		if p.accept(')') {
			return nil, nil
		}
		if results, err = p.functionParts(depth); err == nil && !p.accept(')') {
			err = p.unclosedBy(")")
		}
		return results, err
	case rest == "" || strings.HasPrefix(rest, "has ") || strings.ContainsRune(">,)", rune(rest[0])):
		p.offset = start
		return nil, nil
	case depth == 1:
		return p.functionParts(depth)
	}
	result, err := p.functionPart(depth)
	return []Type{result}, err
}

// functionParts parses parameters or results, separated by commas.
func (p *parser) functionParts(depth int) (types []Type, err error) {
	for {
		p.skipSpaces()
		part, err := p.functionPart(depth)
		if err != nil {
			return nil, err
		}
		types = append(types, part)
		if !p.accept(',') {
			return types, nil
		}
	}
}

// functionPart parses a parameter or a result of a function type at a nesting depth.
func (p *parser) functionPart(depth int) (Type, error) {
	reference := p.reference()
	if !p.accept('(') {
		tag, err := p.typeTag(depth + 1)
		return Type{reference: reference, tag: tag}, err
	}
	p.skipSpaces()
	tag, err := p.typeTag(depth + 1)
	if err == nil && !p.accept(')') {
		err = p.unclosedBy(")")
	}
	return Type{reference: reference, tag: tag}, err
}

// functionAbilities parses the abilities of a function type, if there are any: has copy + drop.
func (p *parser) functionAbilities() (abilities []string, err error) {
	start := p.offset
	p.skipSpaces()
	if !strings.HasPrefix(p.input[p.offset:], "has ") {
		p.offset = start
		return nil, nil
	}
	p.offset += len("has ")
	set := 0
	for {
		p.skipSpaces()
		at := p.offset
		word, err := p.word("ability")
		if err != nil {
			return nil, err
		}
		bit := slices.Index(abilityNames[:], word)
		if bit < 0 {
			return nil, p.fail(at+1, "unknown ability at character %d", at+1)
		}
		set |= 1 << bit
		if !p.accept('+') {
			return abilitySets[set], nil
		}
	}
}
