package render

import (
	"encoding/hex"
	"fmt"

	"foredeck/theme"
	"foredeck/tui/text"
)

// hexBytes is the number of bytes per line.
const hexBytes = 8

// HexLine returns line i of a hex dump: offset, bytes and ASCII.
func HexLine(body []byte, i int, th theme.Theme) text.Line {
	part := body[i*hexBytes : min((i+1)*hexBytes, len(body))]
	var digits text.Safe
	ascii := make([]byte, len(part))
	for at, b := range part {
		digits = text.Format("%s%s ", digits, text.Clean(hex.EncodeToString(part[at:at+1])))
		if ascii[at] = b; b < ' ' || b > '~' {
			ascii[at] = '.'
		}
	}
	return text.Line{
		{Text: text.Clean(fmt.Sprintf("%06x  ", i*hexBytes)), Style: th.Faint},
		{Text: text.Concat(digits, text.Spaces((hexBytes-len(part))*len("00 ")+1))},
		{Text: text.Clean(string(ascii)), Style: th.Faint},
	}
}

// HexLineCount returns the number of lines of a hex dump.
func HexLineCount(body []byte) int { return (len(body) + hexBytes - 1) / hexBytes }
