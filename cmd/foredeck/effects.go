package main

import (
	"fmt"

	"foredeck/client/move"
	"foredeck/tui/lookup"
	"foredeck/tui/record"
)

func init() { runners["effects"] = &runner{open: openNode, run: showEffects} }

// showEffects prints what a call of a function may do.
func showEffects(in *invocation) error {
	function, err := move.ParseFunctionID(in.s.withAddress(in.args[0]))
	if err != nil {
		return err
	}
	effects, err := lookup.NewBytecodes(in.s.node).Effects(in.ctx(), function)
	if err != nil {
		return err
	}
	if err := printDocument(in, effects, nil, record.Effects, effects.List); err != nil {
		return err
	}
	for _, limit := range record.EffectsLimits(&effects) {
		fmt.Fprintf(in.stderr(), "foredeck: %s\n", limit)
	}
	return nil
}
