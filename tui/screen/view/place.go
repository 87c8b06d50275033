package view

import (
	"foredeck/tui/target"
)

// put fills the form with a call as it was written down. What the function does not take is left out.
func (m *Model) put(call target.Call) {
	for i, inputs := range [][]string{call.TypeArguments, call.Arguments} {
		fields := m.fields[:m.types]
		if i > 0 {
			fields = m.fields[m.types:]
		}
		for j, f := range fields {
			if j < len(inputs) {
				f.box.SetValue(inputs[j])
				f.box.CursorEnd()
				f.begun = true
			}
		}
	}
}
