package text

import "io"

// maxIndented is the number of levels that WriteIndented indents. It bounds the output to a multiple of the input: without
// it, a line per element costs the depth of each element.
const maxIndented = 32

// WriteIndented writes compact, valid JSON with an element per line, as json.Indent does, in memory that does not grow with it.
// Values nested more than 32 levels deep stay on one line. newline starts the lines after the first.
func WriteIndented(to io.Writer, compact []byte, newline string) error {
	const indent, chunk = "  ", 32 << 10
	line := []byte(newline)
	buffer := make([]byte, 0, min(chunk, 4*len(compact))+1<<10)
	for at, depth := 0, 0; at < len(compact); {
		end := at + 1
		switch c := compact[at]; c {
		case '"':
			end = skipString(compact, at)
			buffer = append(buffer, compact[at:end]...)
		case '{', '[':
			if next := compact[end]; next == '}' || next == ']' {
				end++
				buffer = append(buffer, c, next)
			} else if depth == maxIndented {
				end = skipBranch(compact, at)
				buffer = append(buffer, compact[at:end]...)
			} else {
				depth++
				line = append(line, indent...)
				buffer = append(append(buffer, c), line...)
			}
		case '}', ']':
			depth--
			line = line[:len(line)-len(indent)]
			buffer = append(append(buffer, line...), c)
		case ',':
			buffer = append(append(buffer, c), line...)
		case ':':
			buffer = append(buffer, ": "...)
		default:
			buffer = append(buffer, c)
		}
		at = end
		if len(buffer) >= chunk {
			if _, err := to.Write(buffer); err != nil {
				return err
			}
			buffer = buffer[:0]
		}
	}
	_, err := to.Write(buffer)
	return err
}

// skipString returns the end of the string that starts at an offset of valid JSON.
func skipString(valid []byte, at int) int {
	for at++; valid[at] != '"'; at++ {
		if valid[at] == '\\' {
			at++
		}
	}
	return at + 1
}

// skipBranch returns the end of the object or array that starts at an offset of valid JSON.
func skipBranch(valid []byte, at int) int {
	for depth := 0; ; {
		switch valid[at] {
		case '"':
			at = skipString(valid, at)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return at + 1
			}
		}
		at++
	}
}
