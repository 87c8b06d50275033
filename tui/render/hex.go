package render

import (
	"encoding/hex"
	"fmt"

	"foredeck/theme"
	"foredeck/tui/text"
)

// hexBytes is how many bytes stand on a line.
const hexBytes = 8

// HexLine is line i of bytes: where it begins, the bytes, and what of them is ASCII.
func HexLine(body []byte, i int, th theme.Theme) text.Line {
	part := body[i*hexBytes : min((i+1)*hexBytes, len(body))]
	var digits text.Safe
	ascii := make([]byte, len(part))
	for at, b := range part {
		digits += text.Safe(hex.EncodeToString(part[at:at+1])) + " "
		if ascii[at] = b; b < ' ' || b > '~' {
			ascii[at] = '.'
		}
	}
	return text.Line{
		{Text: text.Safe(fmt.Sprintf("%06x  ", i*hexBytes)), Style: th.Faint},
		{Text: digits + text.Spaces((hexBytes-len(part))*len("00 ")+1)},
		{Text: text.Safe(ascii), Style: th.Faint},
	}
}

// HexLines is how many lines bytes have.
func HexLines(body []byte) int { return (len(body) + hexBytes - 1) / hexBytes }
