package text

import "strings"

// longestHex is the number of hex digits up to which a value is shown whole: shortening fewer saves nothing.
const longestHex = 12

// Short writes every long hex value in a text with four digits at each end, as in 0x88fb…2ca1, and leaves the rest alone:
// it serves addresses, hashes, function names and types alike. What is copied is always the whole value.
func Short(s Safe) Safe {
	at := strings.Index(string(s), "0x")
	if at < 0 {
		return s
	}
	var short strings.Builder
	rest := string(s)
	for ; at >= 0; at = strings.Index(rest, "0x") {
		end := at + 2
		for end < len(rest) && isHexDigit(rest[end]) {
			end++
		}
		if end-at-2 > longestHex {
			short.WriteString(rest[:at+6])
			short.WriteString("…")
			short.WriteString(rest[end-4 : end])
		} else {
			short.WriteString(rest[:end])
		}
		rest = rest[end:]
	}
	short.WriteString(rest)
	return Safe(short.String())
}

// Function writes a function's name in at most width columns: with its address shortened, then without it, then without the
// module, then cut. The end of the name says most.
func Function(s Safe, width int) Safe {
	short := Short(s)
	for Width(short) > width {
		_, rest, more := strings.Cut(strings.TrimPrefix(string(short), "…::"), "::")
		if !more {
			break
		}
		short = Safe("…::" + rest)
	}
	return Cut(short, width)
}

func isHexDigit(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}
