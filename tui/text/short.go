package text

import "strings"

// maxWholeHex is the largest number of hex digits that is shown in full; shortening fewer saves nothing.
const maxWholeHex = 12

// Short abbreviates every long hex value in a text to four digits at each end, as in 0x88fb…2ca1. It applies to
// addresses, hashes, function names and types. Copying always uses the full value.
func Short(s Safe) Safe {
	at := strings.Index(s.s, "0x")
	if at < 0 {
		return s
	}
	var short strings.Builder
	rest := s.s
	for ; at >= 0; at = strings.Index(rest, "0x") {
		end := at + 2
		for end < len(rest) && isHexDigit(rest[end]) {
			end++
		}
		if end-at-2 > maxWholeHex {
			short.WriteString(rest[:at+6])
			short.WriteString("…")
			short.WriteString(rest[end-4 : end])
		} else {
			short.WriteString(rest[:end])
		}
		rest = rest[end:]
	}
	short.WriteString(rest)
	return Safe{short.String()}
}

// Function formats a function name in at most width columns. If it does not fit with an abbreviated address, the
// address is dropped first, then the module, then a prefix (register, multisig); the function name is cut last. A short
// address such as 0x1 returns when the module is dropped.
func Function(s Safe, width int) Safe {
	short := Short(s)
	if Width(short) <= width {
		return short
	}
	at := strings.LastIndex(short.s, " ") + 1
	front, name := short.s[:at], short.s[at:]
	parts := strings.Split(name, "::")
	if len(parts) != 3 {
		return Cut(short, width)
	}
	address, module, function := parts[0], parts[1], parts[2]
	tries := []string{front + "…::" + module + "::" + function, front + module + "::" + function}
	if !strings.Contains(address, "…") {
		tries = append(tries, front+address+"::…::"+function)
	}
	tries = append(tries, front+"…::"+function, "…::"+function)
	for _, try := range tries {
		if Width(Safe{try}) <= width {
			return Safe{try}
		}
	}
	return Cut(Safe{tries[len(tries)-1]}, width)
}

func isHexDigit(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}
