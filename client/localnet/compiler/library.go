package compiler

import (
	"fmt"
	"slices"

	"foredeck/client/move"
)

// Layout returns the fields of a struct with their types.
func (l Library) Layout(tag *move.StructTag) map[string]move.TypeTag {
	declared := l.Struct(move.ModuleID{Address: tag.Address, Name: tag.Module}, tag.Name)
	layout := make(map[string]move.TypeTag, len(declared.Fields))
	for _, field := range declared.Fields {
		layout[field.Name] = field.Type.Instantiate(tag.TypeArguments)
	}
	return layout
}

// Library holds modules by their ids.
type Library map[move.ModuleID]*Module

// Struct returns a declared struct. It panics if there is none.
func (l Library) Struct(module move.ModuleID, name string) *Struct {
	declared, ok := l[module]
	if !ok {
		panic("compiler: no module " + module.String())
	}
	found := declared.Struct(name)
	if found == nil {
		panic("compiler: no struct " + module.String() + "::" + name)
	}
	return found
}

// NewLibrary returns a library of modules.
func NewLibrary(groups ...[]*Module) Library {
	all := make(Library)
	for _, module := range slices.Concat(groups...) {
		all[module.ID] = module
	}
	return all
}

// Check returns an error if a type refers to a struct that is not declared, or with the wrong number of type arguments.
func (l Library) Check(tag move.TypeTag) error {
	if tag.Kind == move.KindVector {
		return l.Check(*tag.Element)
	}
	if tag.Kind != move.KindStruct {
		return nil
	}
	var declared *Struct
	if module, ok := l[move.ModuleID{Address: tag.Struct.Address, Name: tag.Struct.Module}]; ok {
		declared = module.Struct(tag.Struct.Name)
	}
	switch {
	case declared == nil:
		return fmt.Errorf("no struct %s", tag)
	case len(declared.TypeParameters) != len(tag.Struct.TypeArguments):
		return fmt.Errorf("%s takes %d type arguments, not %d", tag, len(declared.TypeParameters), len(tag.Struct.TypeArguments))
	}
	for _, argument := range tag.Struct.TypeArguments {
		if err := l.Check(argument); err != nil {
			return err
		}
	}
	return nil
}
