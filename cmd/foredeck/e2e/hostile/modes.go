package hostile

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Mode is one way to attack.
type Mode struct {
	// Name is the kind of attack and its variant, such as text/esc-title/all.
	Name string
	// Alter changes a true response.
	Alter func(x *Exchange)
	// Active lists what must never be in the output.
	Active []string
}

// Modes lists all modes, those of a single field left out.
func Modes() []Mode {
	var all []Mode
	for _, text := range Texts {
		all = append(all,
			text.mode("all", func(x *Exchange) { x.eachString(func(d *document) { d.replace(`"` + text.JSON + `"`) }) }),
			text.mode("before", func(x *Exchange) { x.eachString(func(d *document) { d.replace(`"` + text.JSON + string(d.raw[1:])) }) }),
			text.mode("behind", func(x *Exchange) { x.behindStrings(text.JSON) }),
			text.mode("some", func(x *Exchange) { x.someStrings(text) }),
			text.mode("keys", func(x *Exchange) { x.keys(text) }),
			text.mode("header", func(x *Exchange) { x.header(text.Plain) }),
			text.mode("error", func(x *Exchange) { x.failure(text) }),
		)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value := values[name]
		all = append(all,
			Mode{Name: "value/" + name + "/one", Alter: func(x *Exchange) { x.one(value) }},
			Mode{Name: "value/" + name + "/all", Alter: func(x *Exchange) { x.eachScalar(value) }},
			Mode{Name: "value/" + name + "/body", Alter: func(x *Exchange) { x.Response.Body = []byte(value) }},
			Mode{Name: "value/" + name + "/extra", Alter: func(x *Exchange) { x.extra(value) }},
		)
	}
	all = slices.Concat(all, shapeModes(), framingModes(), statusModes(), chainModes(), secretModes())
	slices.SortFunc(all, func(a, b Mode) int { return strings.Compare(a.Name, b.Name) })
	return all
}

func (t Text) mode(scope string, alter func(x *Exchange)) Mode {
	return Mode{Name: "text/" + t.Name + "/" + scope, Alter: alter, Active: t.Active}
}

// FieldModes lists a mode for each kind of text and of value, in one field, as Node.Fields names it.
func FieldModes(name string) []Mode {
	var all []Mode
	endpoint, path, _ := cutEndpoint(name)
	in := func(x *Exchange, change func(d *document)) {
		if x.Endpoint != endpoint {
			return
		}
		x.eachField(func(at string, d *document) {
			if at == path {
				change(d)
			}
		})
	}
	for _, text := range Texts {
		all = append(all, Mode{Name: "field/" + text.Name + " in " + name, Active: text.Active, Alter: func(x *Exchange) {
			in(x, func(d *document) { d.replace(`"` + text.JSON + `"`) })
		}})
	}
	for _, kind := range slices.Sorted(maps.Keys(values)) {
		all = append(all, Mode{Name: "field/value-" + kind + " in " + name, Alter: func(x *Exchange) {
			in(x, func(d *document) { d.replace(values[kind]) })
		}})
	}
	return all
}

// cutEndpoint splits the name of a field into the method with the path of the URL, and the path in the document.
func cutEndpoint(name string) (endpoint, path string, ok bool) {
	method, rest, _ := strings.Cut(name, " ")
	url, path, ok := strings.Cut(rest, " ")
	return method + " " + url, path, ok
}

// eachField changes the values of the body, the root first, if it is JSON.
func (x *Exchange) eachField(change func(path string, d *document)) {
	if x.document == nil {
		return
	}
	for _, f := range x.document.fields() {
		change(f.path, f.value)
	}
	x.write()
}

// eachString changes every string of the body.
func (x *Exchange) eachString(change func(d *document)) {
	x.eachField(func(_ string, d *document) {
		if d.isString() {
			change(d)
		}
	})
}

// behindStrings adds a text to the end of every string.
func (x *Exchange) behindStrings(text string) {
	x.eachString(func(d *document) { d.replace(string(d.raw[:len(d.raw)-1]) + text + `"`) })
}

// someStrings replaces about one string in eight.
func (x *Exchange) someStrings(text Text) {
	x.eachString(func(d *document) {
		if x.IntN(8) == 0 {
			d.replace(`"` + text.JSON + `"`)
		}
	})
}

// keys replaces or extends the names of about one member in four.
func (x *Exchange) keys(text Text) {
	x.eachField(func(_ string, d *document) {
		for i := 0; d.object && i < len(d.members); i++ {
			switch m := &d.members[i]; x.IntN(8) {
			case 0:
				m.key = []byte(`"` + text.JSON + `"`)
			case 1:
				m.key = []byte(string(m.key[:len(m.key)-1]) + text.JSON + `"`)
			}
		}
	})
}

// namedHeaders are those that a client may look at.
var namedHeaders = []string{
	"X-Supra-Chain-Id", "X-Supra-Cursor", "X-Supra-Oldest-Block", "X-Chain-Cursor", "Date", "Server", "Content-Type", "Content-Encoding", "Retry-After",
	"Deprecation", "Sunset", "Link", "Location", "Etag", "Set-Cookie", "Warning", "Www-Authenticate",
}

// header puts a text into every line of the header, and into the status line.
func (x *Exchange) header(text string) {
	text = strings.NewReplacer("\n", "", "\r", "").Replace(text)
	for _, name := range namedHeaders {
		if name != "Content-Encoding" || x.IntN(8) == 0 {
			x.Response.set(name, text)
		}
	}
	x.Response.Reason = text
	if x.IntN(2) == 0 {
		x.Response.Status = []int{400, 401, 403, 404, 410, 429, 500, 503, 301}[x.IntN(9)]
	}
}

// failure responds with an error whose message is a text, in one of the forms of errors.
func (x *Exchange) failure(text Text) {
	x.Response.Status = []int{400, 401, 403, 404, 406, 410, 418, 500, 503}[x.IntN(9)]
	x.Response.Body = []byte([]string{
		`{"message":"` + text.JSON + `"}`, `{"error":"` + text.JSON + `"}`, `{"message":"` + text.JSON + `","` + text.JSON + `":"` + text.JSON + `"}`,
		text.Plain, "<html><title>" + text.Plain + "</title>" + text.Plain + "</html>", `{"error":{"message":"` + text.JSON + `"}}`, `"` + text.JSON + `"`,
	}[x.IntN(7)])
	if x.IntN(2) == 0 {
		x.Response.set("Content-Type", "text/plain")
	}
}

// one replaces one value of the body, an inner one if there is any.
func (x *Exchange) one(value string) {
	if x.document == nil {
		return
	}
	all := x.document.fields()
	all[x.IntN(len(all))].value.replace(value)
	x.write()
}

// eachScalar replaces every string, number and literal of the body.
func (x *Exchange) eachScalar(value string) {
	budget := 4 << 20 // so that a large value in each field of a long list stays below the limit of a body
	x.eachField(func(_ string, d *document) {
		if budget -= len(value); !d.object && !d.array && budget > 0 {
			d.replace(value)
		}
	})
}

// extra adds a member to every object.
func (x *Exchange) extra(value string) {
	budget := 4 << 20
	x.eachField(func(_ string, d *document) {
		if !d.object {
			return
		}
		if budget -= len(value); budget > 0 {
			d.members = append(d.members, member{[]byte(`"extra"`), &document{raw: []byte(value)}})
		}
	})
}

// secretModes repeat the client's key and token to it.
func secretModes() []Mode {
	var all []Mode
	for _, name := range slices.Sorted(maps.Keys(spellings)) {
		spell := spellings[name]
		mode := func(scope string, alter func(x *Exchange, secret string)) {
			all = append(all, Mode{Name: "secret/" + name + "/" + scope, Alter: func(x *Exchange) { alter(x, spell(x.token())) }})
		}
		mode("strings", func(x *Exchange, secret string) {
			x.eachString(func(d *document) {
				if x.IntN(3) == 0 {
					d.replace(`"` + secret + `"`)
				}
			})
		})
		mode("behind", func(x *Exchange, secret string) { x.behindStrings(secret) })
		mode("gzip", func(x *Exchange, secret string) {
			x.behindStrings(secret)
			x.Response.set("Content-Encoding", "gzip")
			x.Response.Body = squeeze(x.Response.Body)
		})
		mode("pieces", func(x *Exchange, secret string) {
			x.behindStrings(secret)
			x.Response.Send = func(w *wire, r *Response) error {
				var chunks []byte
				for rest := r.Body; len(rest) > 0; {
					n := min(len(rest), 1+x.IntN(40))
					chunks = fmt.Appendf(chunks, "%x\r\n%s\r\n", n, rest[:n])
					rest = rest[n:]
				}
				return w.write(chunked(r, string(chunks)+"0\r\n\r\n"))
			}
		})
		mode("redirect", func(x *Exchange, secret string) {
			x.Response.Status = []int{301, 307, 308}[x.IntN(3)]
			x.Response.set("Location", "/rpc/"+secret)
		})
		mode("keys", func(x *Exchange, secret string) { x.keys(Text{Plain: secret, JSON: secret}) })
		mode("header", func(x *Exchange, secret string) { x.header(secret) })
		mode("error", func(x *Exchange, secret string) { x.failure(Text{Plain: secret, JSON: secret}) })
		mode("body", func(x *Exchange, secret string) { x.Response.Body = []byte(secret) })
		mode("not-understood", func(x *Exchange, secret string) { x.eachScalar(`"` + secret + `"`) })
	}
	return all
}
