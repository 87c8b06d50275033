package hostile

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// shapeModes change the structure of bodies.
func shapeModes() []Mode {
	structure := func(name string, change func(x *Exchange, d *document)) Mode {
		return Mode{Name: "shape/" + name, Alter: func(x *Exchange) {
			x.eachField(func(_ string, d *document) { change(x, d) })
		}}
	}
	body := func(name string, change func(x *Exchange, body []byte) []byte) Mode {
		return Mode{Name: "shape/" + name, Alter: func(x *Exchange) { x.Response.Body = change(x, x.Response.Body) }}
	}
	return []Mode{
		structure("missing", func(x *Exchange, d *document) {
			d.members = slices.DeleteFunc(d.members, func(member) bool { return x.IntN(8) == 0 })
		}),
		structure("twice", func(x *Exchange, d *document) { d.members = append(d.members, d.members...) }),
		structure("shuffled", func(x *Exchange, d *document) {
			x.Shuffle(len(d.members), func(i, j int) { d.members[i], d.members[j] = d.members[j], d.members[i] })
		}),
		structure("swapped", func(x *Exchange, d *document) {
			if len(d.members) > 1 {
				i, j := x.IntN(len(d.members)), x.IntN(len(d.members))
				d.members[i].value, d.members[j].value = d.members[j].value, d.members[i].value
			}
		}),
		structure("emptied", func(x *Exchange, d *document) {
			if x.IntN(6) == 0 {
				d.members = nil
			}
		}),
		structure("wrapped", func(x *Exchange, d *document) {
			if inner := *d; x.IntN(10) == 0 {
				*d = document{array: true, members: []member{{value: &inner}}}
			}
		}),
		structure("other-case", func(_ *Exchange, d *document) {
			for i := range d.members {
				d.members[i].key = bytes.ToUpper(d.members[i].key)
			}
		}),
		body("cut", func(x *Exchange, body []byte) []byte { return body[:x.IntN(len(body)+1)] }),
		body("flipped", func(x *Exchange, body []byte) []byte {
			for range min(len(body), 1+x.IntN(5)) {
				body[x.IntN(len(body))] ^= 1 << x.IntN(8)
			}
			return body
		}),
		body("noise", func(x *Exchange, body []byte) []byte {
			for i := range body {
				body[i] = byte(x.Uint32())
			}
			return body
		}),
		body("two", func(_ *Exchange, body []byte) []byte { return slices.Concat(body, []byte("\n"), body) }),
		body("bom", func(_ *Exchange, body []byte) []byte { return slices.Concat([]byte("\ufeff"), body) }),
		body("utf16", func(_ *Exchange, body []byte) []byte {
			wide := []byte{0xff, 0xfe}
			for _, b := range body {
				wide = append(wide, b, 0)
			}
			return wide
		}),
		body("html", func(*Exchange, []byte) []byte {
			return []byte("<!DOCTYPE html><html><body onload=alert(1)>\x1b[31m" + marker)
		}),
		body("empty", func(*Exchange, []byte) []byte { return nil }),
		body("blank", func(*Exchange, []byte) []byte { return bytes.Repeat([]byte(" \n"), 500_000) }),
		body("many", func(_ *Exchange, body []byte) []byte { return repeatElements(body, 2<<20) }),
	}
}

// repeatElements repeats the elements of the longest array of a body until it has about a size.
func repeatElements(body []byte, size int) []byte {
	root, ok := parse(body)
	if !ok {
		return body
	}
	longest := root
	for _, f := range root.fields() {
		if f.value.array && (!longest.array || len(f.value.members) > len(longest.members)) {
			longest = f.value
		}
	}
	if !longest.array || len(longest.members) == 0 {
		return body
	}
	once := longest.members
	for range size / (len(body) + 1) {
		longest.members = append(longest.members, once...)
	}
	return root.append(nil)
}

// chainModes make claims about the chain that cannot be true.
func chainModes() []Mode {
	numbers := func(name string, change func(x *Exchange, path string, number uint64) (uint64, bool)) Mode {
		return Mode{Name: "chain/" + name, Alter: func(x *Exchange) { x.numbers(change) }}
	}
	in := func(field string, change func(x *Exchange, number uint64) uint64) func(*Exchange, string, uint64) (uint64, bool) {
		return func(x *Exchange, path string, number uint64) (uint64, bool) {
			return change(x, number), strings.HasSuffix(path, field)
		}
	}
	times := func(shift time.Duration) func(*Exchange, string, uint64) (uint64, bool) {
		return func(_ *Exchange, path string, number uint64) (uint64, bool) {
			switch {
			case strings.HasSuffix(path, ".microseconds_since_unix_epoch"), strings.HasSuffix(path, ".timestamp") && number > 1e14:
				return uint64(int64(number) + shift.Microseconds()), true
			case strings.HasSuffix(path, ".timestamp"), strings.HasSuffix(path, ".time"):
				return uint64(int64(number) + shift.Milliseconds()), true
			}
			return 0, false
		}
	}
	all := []Mode{
		numbers("heights-backwards", in(".height", func(x *Exchange, height uint64) uint64 { return height - uint64(x.node.Requests())%(height+1) })),
		numbers("heights-random", in(".height", func(x *Exchange, _ uint64) uint64 { return x.Uint64() })),
		numbers("heights-same", in(".height", func(*Exchange, uint64) uint64 { return 7 })),
		numbers("sequence-same", in(".sequence_number", func(*Exchange, uint64) uint64 { return 5 })),
		numbers("sequence-random", in(".sequence_number", func(x *Exchange, _ uint64) uint64 { return x.Uint64() })),
		numbers("numbers-random", func(x *Exchange, _ string, _ uint64) (uint64, bool) { return x.Uint64() >> x.IntN(64), x.IntN(6) == 0 }),
		{Name: "chain/other-id", Alter: func(x *Exchange) { x.chainID("1" + strconv.Itoa(x.Nth%3)) }},
		{Name: "chain/text-id", Alter: func(x *Exchange) { x.chainID("\x1b[5m" + marker) }},
		{Name: "chain/duplicates", Alter: func(x *Exchange) { x.duplicates() }},
		{Name: "chain/every-height", Alter: func(x *Exchange) {
			if x.Response.Status == 404 || string(x.Response.Body) == "null" {
				x.Response.Status = 200
				x.Response.Body = fmt.Appendf(nil, `{"block":{"block":{"header":{"height":%s}}}}`, path.Base(x.Request.URL.Path))
			}
		}},
	}
	for name, shift := range map[string]time.Duration{"hours-ahead": 5 * time.Hour, "hours-behind": -7 * time.Hour, "years-ahead": 200 * 365 * 24 * time.Hour, "1960": -70 * 365 * 24 * time.Hour} {
		mode := numbers("clock-"+name, times(shift))
		alter := mode.Alter
		mode.Alter = func(x *Exchange) {
			alter(x)
			x.Response.set("Date", time.Now().Add(shift).UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT"))
		}
		all = append(all, mode)
	}
	for name, cursor := range cursors {
		all = append(all, Mode{Name: "cursor/" + name, Alter: func(x *Exchange) { x.cursor(cursor) }})
	}
	slices.SortFunc(all, func(a, b Mode) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// numbers changes numbers of the body, also those in strings.
func (x *Exchange) numbers(change func(x *Exchange, path string, number uint64) (uint64, bool)) {
	x.eachField(func(path string, d *document) {
		number, err := strconv.ParseUint(string(bytes.Trim(d.raw, `"`)), 10, 64)
		if err != nil {
			return
		}
		if changed, ok := change(x, path, number); ok && d.isString() {
			d.replace(fmt.Sprintf("%q", strconv.FormatUint(changed, 10)))
		} else if ok {
			d.replace(strconv.FormatUint(changed, 10))
		}
	})
}

func (x *Exchange) chainID(id string) {
	x.Response.set("X-Supra-Chain-Id", id)
	x.numbers(func(_ *Exchange, path string, _ uint64) (uint64, bool) {
		number, err := strconv.ParseUint(id, 10, 64)
		return number, err == nil && strings.HasSuffix(path, ".chain_id")
	})
}

// duplicates sends each element of the lists twice.
func (x *Exchange) duplicates() {
	x.eachField(func(path string, d *document) {
		if d.array && strings.Count(path, ".") <= 1 {
			d.members = slices.Concat(d.members, d.members)
		}
	})
}

// cursors return the cursor of the n-th response for one page.
var cursors = map[string]func(x *Exchange, n int64) string{
	"same":      func(*Exchange, int64) string { return "7" },
	"same-hex":  func(*Exchange, int64) string { return "0x" + strings.Repeat("07", 32) },
	"backwards": func(_ *Exchange, n int64) string { return strconv.FormatInt(1_000_000-n, 10) },
	"new":       func(_ *Exchange, n int64) string { return strconv.FormatInt(1_700_000_000_000_000+n, 10) },
	"new-hex":   func(_ *Exchange, n int64) string { return fmt.Sprintf("0x%064x", n) },
	"new-text":  func(_ *Exchange, n int64) string { return "c" + strconv.FormatInt(n, 10) },
	"hostile":   func(*Exchange, int64) string { return "a&start=b\x1b[5m/../?#" + marker },
	"long":      func(*Exchange, int64) string { return strings.Repeat("f", 100_000) },
	"two":       func(_ *Exchange, n int64) string { return strconv.FormatInt(1+n%2, 10) },
}

// cursor adds a cursor of another page to the header and the body.
func (x *Exchange) cursor(next func(x *Exchange, n int64) string) {
	cursor := next(x, x.node.Requests())
	x.Response.set("X-Supra-Cursor", cursor)
	if x.document == nil {
		return
	}
	if d := x.document.member("cursor"); d != nil {
		if _, err := strconv.ParseUint(cursor, 10, 64); err == nil && !d.isString() {
			d.replace(cursor)
		} else {
			d.replace(string(scalar(cursor)))
		}
		x.write()
	}
}
