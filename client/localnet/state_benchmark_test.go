package localnet

import (
	"net/http"
	"testing"
)

// BenchmarkWorld makes what the first call about modules, resources or views waits for.
func BenchmarkWorld(b *testing.B) {
	frameworkModules()
	for b.Loop() {
		newWorld(7)
	}
}

// BenchmarkState asks over HTTP for all modules of the framework, for all resources of
// the treasury, and for a balance.
func BenchmarkState(b *testing.B) {
	n := launch(b, Options{Seed: 7, Dialect: Deployed})
	treasury := named(b, n, "treasury").String()
	get(b, n, "/rpc/v3/accounts/0x1/modules")
	for name, path := range map[string]string{
		"modules": "0x1/modules?count=100", "module": "0x1/modules/coin", "resources": treasury + "/resources?count=100",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				get(b, n, "/rpc/v3/accounts/"+path)
			}
		})
	}
	b.Run("view", func(b *testing.B) {
		body := viewBody("0x1::coin::balance", nativeType, `"`+treasury+`"`)
		for b.Loop() {
			if answer := postView(b, n, "v3", jsonViewMedia, body); answer.status != http.StatusOK {
				b.Fatal(answer.body)
			}
		}
	})
}
