package hostile

import (
	"fmt"
	"maps"
	"slices"
)

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
