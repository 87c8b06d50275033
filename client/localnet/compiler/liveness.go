package compiler

// moveLast moves local variables instead of copying them where they are used for the last time, as the Move compiler does.
// Variables that are borrowed are always copied.
func (g *generator) moveLast() {
	borrowed := make(map[int]bool)
	for _, i := range g.code {
		if i.code == borrowLocalCode || i.code == borrowLocalMutCode {
			borrowed[i.operand.(int)] = true
		}
	}
	live := g.liveness()
	for offset, i := range g.code {
		if i.code != copyLocalCode {
			continue
		}
		if index := i.operand.(int); !borrowed[index] && !live[offset][index] {
			g.code[offset].code = moveLocalCode
		}
	}
}

// liveness returns, for each instruction, the local variables that are read after it before they are written.
func (g *generator) liveness() []map[int]bool {
	after := make([]map[int]bool, len(g.code))
	for offset := range after {
		after[offset] = make(map[int]bool)
	}
	for changed := true; changed; {
		changed = false
		for offset := len(g.code) - 1; offset >= 0; offset-- {
			for _, next := range successors(g.code, offset) {
				if before := g.code[next]; isRead(before.code) {
					changed = add(after[offset], before.operand.(int)) || changed
				}
				for index := range after[next] {
					if g.code[next].code == storeLocalCode && g.code[next].operand.(int) == index {
						continue
					}
					changed = add(after[offset], index) || changed
				}
			}
		}
	}
	return after
}

func isRead(code byte) bool {
	return code == copyLocalCode || code == moveLocalCode || code == borrowLocalCode || code == borrowLocalMutCode
}

func add(set map[int]bool, index int) (added bool) {
	added = !set[index]
	set[index] = true
	return added
}

// successors lists the instructions that may follow one.
func successors(code []instruction, offset int) []int {
	var next []int
	if target, ok := code[offset].operand.(*label); ok {
		next = append(next, target.offset)
	}
	switch code[offset].code {
	case branchCode, returnCode, abortCode:
		return next
	default:
		return append(next, offset+1)
	}
}
