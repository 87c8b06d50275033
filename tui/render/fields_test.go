package render_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
	"foredeck/tui/render"
)

var modules = map[string]*move.ModuleABI{
	"coin": {Structs: []move.StructABI{
		{Name: "CoinStore", Fields: []move.FieldABI{{Name: "coin", Type: "0x1::coin::Coin<T0>"}, {Name: "frozen", Type: "bool"}, {Name: "events", Type: "vector<0x1::event::EventHandle<T0>>"}, {Name: "items", Type: "0x1::table::Table<address, T0>"}}},
		{Name: "Coin", Fields: []move.FieldABI{{Name: "value", Type: "u64"}}},
	}},
	"event": {Structs: []move.StructABI{{Name: "EventHandle", Fields: []move.FieldABI{{Name: "guid", Type: "address"}, {Name: "counter", Type: "u64"}}}}},
	"table": {Structs: []move.StructABI{{Name: "Table", Fields: []move.FieldABI{{Name: "handle", Type: "address"}}}}},
}

func schema(t *testing.T, known ...string) *render.Schema {
	t.Helper()
	tag, err := move.ParseStructTag("0x1::coin::CoinStore<0x2::a::A>")
	require.NoError(t, err)
	return render.New(tag, func(id move.ModuleID) *move.ModuleABI {
		for _, name := range known {
			if name == id.Name {
				return modules[name]
			}
		}
		return nil
	})
}

func TestTypes(t *testing.T) {
	t.Parallel()
	s := schema(t, "coin", "event", "table")
	require.True(t, s.Complete(), "0x2::a is only a type argument")
	require.False(t, schema(t, "coin", "event").Complete())
	for path, want := range map[string]string{
		".": "0x1::coin::CoinStore<0x2::a::A>", ".coin": "0x1::coin::Coin<0x2::a::A>", ".coin.value": "u64", ".frozen": "bool",
		".events[3]": "0x1::event::EventHandle<0x2::a::A>", ".events[3].counter": "u64", `["frozen"]`: "bool", ".items": "0x1::table::Table<address, 0x2::a::A>",
	} {
		tag, ok := s.Type(path)
		require.True(t, ok, path)
		require.Equal(t, want, tag.String())
	}
	for _, path := range []string{".nothing", ".frozen.x", ".events.counter", ".coin.value[0]"} {
		_, ok := s.Type(path)
		require.False(t, ok, path)
	}
	coin, ok := s.CoinOf(".coin.value")
	require.True(t, ok)
	require.Equal(t, "0x2::a::A", coin.String())
	items, _ := s.Type(".items")
	require.True(t, render.IsTable(items))
	_, ok = schema(t).Type(".coin")
	require.False(t, ok, "no module is known")
}

func TestOrder(t *testing.T) {
	t.Parallel()
	const sent = `{"zzz":1,"frozen":false,"events":[{"counter":"18446744073709551615","guid":"0x1"}],"coin":{"value":"1"},"frozen":1e400}`
	require.Equal(t, `{"coin":{"value":"1"},"frozen":false,"frozen":1e400,"events":[{"guid":"0x1","counter":"18446744073709551615"}],"zzz":1}`,
		string(schema(t, "coin", "event").Order(json.RawMessage(sent))))
	require.Equal(t, sent, string(schema(t).Order(json.RawMessage(sent))), "not known")
	for _, broken := range []string{``, `{`, `{"a"`, `[1,`, `12`, `{"a":1}x`} {
		require.NotPanics(t, func() { schema(t, "coin").Order(json.RawMessage(broken)) })
	}
}

func TestTimes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, digits, want string }{
		{"timestamp", "1795386395", "2026-11-22T22:26:35Z"},
		{"last_reconfiguration_time", "1795386395887580", "2026-11-22T22:26:35.88758Z"},
		{"microseconds", "1795386395887580", "2026-11-22T22:26:35.88758Z"},
		{"expires_ms", "1795386395887", "2026-11-22T22:26:35.887Z"},
		{"microseconds", "1795386395", ""},
		{"counter", "1795386395", ""},
		{"timestamp", "5", ""},
		{"timestamp", "99999999999999999999", ""},
	} {
		at, ok := render.FieldTime(c.name, c.digits)
		require.Equal(t, c.want != "", ok, c)
		if ok {
			require.Equal(t, c.want, at.Format("2006-01-02T15:04:05.999999999Z07:00"))
		}
	}
}
