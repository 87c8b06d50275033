package hostile

import (
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
		mode("behind", func(x *Exchange, secret string) {
			x.eachString(func(d *document) { d.replace(string(d.raw[:len(d.raw)-1]) + secret + `"`) })
		})
		mode("keys", func(x *Exchange, secret string) { x.keys(Text{Plain: secret, JSON: secret}) })
		mode("header", func(x *Exchange, secret string) { x.header(secret) })
		mode("error", func(x *Exchange, secret string) { x.failure(Text{Plain: secret, JSON: secret}) })
		mode("body", func(x *Exchange, secret string) { x.Response.Body = []byte(secret) })
		mode("not-understood", func(x *Exchange, secret string) { x.eachScalar(`"` + secret + `"`) })
	}
	return all
}
