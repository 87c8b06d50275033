package hostile

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Text is one kind of hostile text.
type Text struct {
	Name string
	// Plain is the text as bytes.
	Plain string
	// JSON is the text as it is written between the quotes of a JSON string.
	JSON string
	// Active lists what must never reach a terminal or a file: parts of Plain that do something.
	Active []string
}

// marker is in most hostile texts, so that a failure shows where the text went.
const marker = "PWNED"

// Texts lists every kind of hostile text. Some are not JSON, or not UTF-8.
var Texts = slices.Concat(
	escapes(map[string]string{
		"sgr":       "\x1b[5;38;5;201m" + marker,
		"cursor":    "\x1b[999;999H" + marker + "\x1b[1;1f",
		"clear":     "\x1b[2J\x1b[3J" + marker,
		"query":     "\x1b[>0q\x1b[5n\x1b[14t" + marker,
		"title":     "\x1b]2;" + marker + "\x07",
		"clipboard": "\x1b]52;c;UFdORUQ=\x07",
		"link":      "\x1b]8;;http://pwned.example/\x1b\\" + marker + "\x1b]8;;\x1b\\",
		"dcs":       "\x1bPq#0;2;0;0;0" + marker + "\x1b\\",
		"apc":       "\x1b_G" + marker + "\x1b\\",
		"reset":     "\x1bc" + marker + "\x1b(0",
		"half":      "\x1b[",
	}),
	[]Text{
		written("c0", every(0x01, 0x1f), "\x07", "\x08", "\x0b", "\x0c", "\x0e", "\x7f"),
		written("nul", "a\x00b", "\x00"),
		written("c1", "\u009b5;38;5;201m\u009d2;"+marker+"\u009c"+every(0x80, 0x9f), "\u009b", "\u009d", "\u0090"),
		unescaped("c0-bytes", "\x1b[5;38;5;201m"+marker+"\x08\x0b", "\x1b[5;38;5;201m", "\x08", "\x0b"),
		unescaped("c1-bytes", marker+"\x9b5;38;5;201m\x9d2;"+marker+"\x9c\x90\x85"),
		unescaped("not-utf8", marker+"\xff\xfe\xc0\x80\xed\xa0\x80\xf8\x88\x80\x80\x80\xe2\x82"),
		{Name: "surrogate", Plain: marker, JSON: `\ud800` + marker + `\udc00\udbff`},
		written("bidi", "\u202e\u2066\u202a"+marker+"\u200f\u061c", "\u202e", "\u2066", "\u202a", "\u200f", "\u061c"),
		written("zero-width", "P\u200bW\u200cN\u200dE\u2060D\ufeff\u00ad\u3164", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u3164"),
		written("tags", marker+"\U000e0041\U000e0042\ufe0f\U0001f1e6\U0001f1e7", "\U000e0041", "\ufe0f"),
		written("marks", "Z"+strings.Repeat("\u0300\u0489\u0323", 200), strings.Repeat("\u0300\u0489\u0323", 4)),
		written("mark-first", "\u0301\u20dd"+marker),
		written("joined", "👩\u200d👩\u200d👧\u200d👦👍🏽"+marker, "\u200d"),
		written("wide", strings.Repeat("世界", 200)+"ﷺ"),
		written("breaks", "a\nb\r\nc\u2028d\u2029e\u0085f\r"+marker, "\u2028", "\u2029", "\u0085", "\r"),
		written("tabs", "\t\t"+marker+"\t", "\t"),
		written("cut-9c", marker+strings.Repeat("М", 40)),
		written("cut-80", marker+strings.Repeat("ᝀ", 40)),
		written("cut-9b", marker+strings.Repeat("Л", 40)+"\n"),
		written("formula", "=cmd|' /C calc'!"+marker),
		written("formula-plus", "+1+"+marker),
		written("formula-minus", "-2+"+marker),
		written("formula-at", "@SUM(1+1)*"+marker),
		written("formula-tab", "\t="+marker, "\t"),
		written("formula-return", "\r="+marker, "\r"),
		written("quotes", `",'`+"`"+`\"<>&;|$(touch `+marker+`)%s%n%x`),
		written("path", "../../../../etc/passwd\x00"+marker, "\x00"),
		written("empty", ""),
		written("blank", "     "),
		written("long", strings.Repeat("a", 3_000)+marker),
		written("very-long", strings.Repeat(marker, 40_000)),
		written("json", `{"a":[1,2,{"b":"`+marker+`"}]}`),
		written("null", "null"),
		written("digits", strings.Repeat("9", 2_000)),
	},
)

// escapes returns texts that are escape sequences, each as a \u escape in JSON.
func escapes(texts map[string]string) []Text {
	var all []Text
	for name, text := range texts {
		var active []string
		for _, part := range strings.SplitAfter(text, marker) {
			if part = strings.TrimSuffix(part, marker); len(part) > 2 { // shorter ones can also be the end of another sequence
				active = append(active, part)
			}
		}
		all = append(all, written("esc-"+name, text, active...))
	}
	slices.SortFunc(all, func(a, b Text) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// written returns a text that is valid JSON.
func written(name, text string, active ...string) Text {
	encoded, err := json.Marshal(text)
	if err != nil {
		panic(err) // strings can always be encoded
	}
	return Text{Name: name, Plain: text, JSON: string(encoded[1 : len(encoded)-1]), Active: active}
}

// unescaped returns a text whose bytes are put into JSON as they are, which is not valid JSON or not UTF-8.
func unescaped(name, text string, active ...string) Text {
	return Text{Name: name, Plain: text, JSON: text, Active: active}
}

// every returns all characters of a range, in order.
func every(from, to rune) string {
	var all strings.Builder
	for r := from; r <= to; r++ {
		all.WriteRune(r)
	}
	return all.String()
}

// values are JSON values that take the place of others: wrong types and numbers that no program can hold.
var values = map[string]string{
	"null": "null", "true": "true", "zero": "0", "minus": "-1", "fraction": "1.5", "tiny": "1e-400", "huge": "1e400", "exponent": "1e999999999", "minus-zero": "-0",
	"above-int64": "9223372036854775808", "max-uint64": "18446744073709551615", "above-uint64": "18446744073709551616", "min-int64": "-9223372036854775808",
	"digits": strings.Repeat("9", 5_000), "text-above-uint64": `"18446744073709551616"`, "text-minus": `"-1"`, "nan": `"NaN"`, "infinity": `"Infinity"`, "text-huge": `"1e400"`,
	"text-digits": `"` + strings.Repeat("7", 5_000) + `"`, "text-fraction": `"0.000000000000000000000000000000000001"`,
	"text": `"` + marker + `"`, "empty-text": `""`, "array": "[]", "object": "{}", "arrays": `[[],[[]],{}]`, "objects": `{"a":{"":{}}}`, "not-json": marker,
	"hex": `"0x"`, "long-hex": `"0x` + strings.Repeat("f", 20_000) + `"`,
	"deep-arrays":     strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000),
	"deep-objects":    strings.Repeat(`{"a":`, 9_000) + "1" + strings.Repeat("}", 9_000),
	"half-deep":       strings.Repeat("[", 200_000),
	"wide-array":      "[" + strings.Repeat("1,", 200_000) + "1]",
	"wide-object":     wideObject(50_000),
	"nested-to-limit": "[" + strings.Repeat(strings.Repeat("[", 450)+strings.Repeat("]", 450)+",", 20) + "1]",
}

func wideObject(members int) string {
	var out strings.Builder
	for i := range members {
		fmt.Fprintf(&out, `,"k%d":%d`, i, i)
	}
	return "{" + out.String()[1:] + "}"
}
