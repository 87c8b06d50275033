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

// Function formats a function name in at most width columns. If it does not fit with an abbreviated address, it loses its front, never its
// middle: … stands for the address, the address is dropped, … stands for the module as well, then a prefix (register, multisig) is
// dropped; the function name is cut last.
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
	last, called := "…::"+parts[2], parts[1]+"::"+parts[2]
	for _, try := range []string{front + "…::" + called, front + called, front + last} {
		if Width(Safe{try}) <= width {
			return Safe{try}
		}
	}
	return Cut(Safe{last}, width)
}

func isHexDigit(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}
