package compiler

import "slices"

// acquiredResources returns the resources that each function borrows or takes from global storage, itself or by a function of the
// module that it calls, as the sorted indexes of their definitions.
func acquiredResources(m *Module, bodies []body) [][]int {
	acquired := make([][]int, len(bodies))
	for changed := true; changed; {
		changed = false
		for function, compiled := range bodies {
			for _, i := range compiled.code {
				for _, index := range acquiredBy(m, acquired, i) {
					if !slices.Contains(acquired[function], index) {
						acquired[function] = append(acquired[function], index)
						changed = true
					}
				}
			}
		}
	}
	for _, indexes := range acquired {
		slices.Sort(indexes)
	}
	return acquired
}

// acquiredBy returns the resources that an instruction acquires, given those of the functions.
func acquiredBy(m *Module, acquired [][]int, i instruction) []int {
	switch operand := i.operand.(type) {
	case structOperand:
		if i.code == borrowGlobalCode || i.code == borrowGlobalMutCode || i.code == moveFromCode {
			return []int{slices.IndexFunc(m.Structs, func(s Struct) bool { return s.Name == operand.kind.name })}
		}
	case functionOperand:
		if operand.module == m.ID {
			_, index := m.Function(operand.name)
			return acquired[index]
		}
	}
	return nil
}
