package text

// The most that is shown of one text: more than the lines that any place gives it have columns.
const (
	longestHead = 4000
	longestTail = 1000
)

// Shown is Clean for what is drawn: of a text that is longer than any place has room for, the two ends, joined where nobody
// looks, so that a frame costs the same however long the texts are that a node sends. What is cut from it by Cut, CutMiddle,
// Short and Wrap is the same as of the whole. It is not for what is copied, exported or printed.
func Shown(remote string) Safe {
	if len(remote) > longestHead+longestTail {
		return Clean(remote[:longestHead]) + Clean(remote[len(remote)-longestTail:])
	}
	return Clean(remote)
}
