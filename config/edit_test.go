package config_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/config"
)

func TestEdits(t *testing.T) {
	for name, c := range map[string]struct {
		before, path, written, after string
	}{
		"another value":              {"# mine\ntheme  =  'dark' # at night\r\nmotion = true\n", "theme", `"light"`, "# mine\ntheme  =  \"light\" # at night\r\nmotion = true\n"},
		"below its comment":          {"# theme = \"dark\"\n\n[names]\n", "theme", `"light"`, "# theme = \"dark\"\ntheme = \"light\"\n\n[names]\n"},
		"at the end of its table":    {"[names]\na = \"0x1\" # one\n\n# keys\n[keys]\n", "names.b", `"0x2"`, "[names]\na = \"0x1\" # one\nb = \"0x2\"\n\n# keys\n[keys]\n"},
		"in an empty table":          {"[names]\n[keys]\n", "names.b", `"0x2"`, "[names]\nb = \"0x2\"\n[keys]\n"},
		"before all tables":          {"# settings\n\n[names]\na = \"0x1\"\n", "theme", `"dark"`, "# settings\ntheme = \"dark\"\n\n[names]\na = \"0x1\"\n"},
		"before the first table":     {"# of names\n[names]\n", "theme", `"dark"`, "theme = \"dark\"\n# of names\n[names]\n"},
		"a table more":               {"theme = \"dark\"", "names.b", `"0x2"`, "theme = \"dark\"\n\n[names]\nb = \"0x2\"\n"},
		"an empty file":              {"", "names.b", `"0x2"`, "[names]\nb = \"0x2\"\n"},
		"a table that was commented": {"[keys]\n\n# [networks.mine]\n# chain_id = 8\n", "networks.mine.chain_id", "9", "[keys]\n\n# [networks.mine]\n[networks.mine]\nchain_id = 9\n# chain_id = 8\n"},
		"not between other values":   {"[keys]\n# [names]\n\"deck.quit\" = \"x\"\n", "names.b", `"0x2"`, "[keys]\n# [names]\n\"deck.quit\" = \"x\"\n\n[names]\nb = \"0x2\"\n"},
		"not under another head":     {"[networks.mine]\nchain_id = 3\n# [networks.other]\n# decimals = 8\n", "networks.mine.decimals", "6", "[networks.mine]\nchain_id = 3\ndecimals = 6\n# [networks.other]\n# decimals = 8\n"},
		"in one line":                {"refresh = { account = \"10s\" }\n", "refresh.home", `"3s"`, "refresh = { account = \"10s\", home = \"3s\" }\n"},
		"changed in one line":        {"refresh = {account=\"10s\",home=\"1s\"}\n", "refresh.account", `"3s"`, "refresh = {account=\"3s\",home=\"1s\"}\n"},
		"into an empty line":         {"refresh = {}\n", "refresh.home", `"3s"`, "refresh = { home = \"3s\" }\n"},
		"out of one line":            {"refresh = { account = \"10s\", home = \"1s\" }\n", "refresh.home", "", "refresh = { account = \"10s\" }\n"},
		"the first out of one line":  {"refresh = { account = \"10s\", home = \"1s\" }\n", "refresh.account", "", "refresh = { home = \"1s\" }\n"},
		"beside keys with dots":      {"names.a = \"0x1\"\n[keys]\n", "names.b", `"0x2"`, "names.a = \"0x1\"\nnames.b = \"0x2\"\n[keys]\n"},
		"of a table above":           {"[networks]\nmine.chain_id = 3\n[keys]\n", "networks.mine.decimals", "6", "[networks]\nmine.chain_id = 3\nmine.decimals = 6\n[keys]\n"},
		"over several lines":         {"alert_command = [ # what\n  \"a\",\n]\ntheme = \"dark\"\n", "alert_command", `["b"]`, "alert_command = [\"b\"]\ntheme = \"dark\"\n"},
		"comments of what stays":     {"x = [ # all\n    # the first\n    'a',   # fast\n\n    # the second\n    \"b\", # slow\n    \"c\" # last\n    # end\n  ] # of x\n", "x", `["c", "new", "a"]`, "x = [ # all\n    \"c\", # last\n    \"new\",\n    # the first\n    'a',   # fast\n    # end\n  ] # of x\n"},
		"comments in few lines":      {"x = [\"a\", \"b\", # both\r\n\"c\"]\r\n", "x", `["c", "b"]`, "x = [\r\n\"c\",\r\n\"b\", # both\r\n]\r\n"},
		"a list without comments":    {"x = [\n  \"a\",\n]\n", "x", `["a", "b"]`, "x = [\"a\", \"b\"]\n"},
		"taken out":                  {"# a\n  theme = \"dark\" # b\n# c\n", "theme", "", "# a\n# c\n"},
		"a whole table":              {"[networks.mine]\n# of mine\nchain_id = 3\n[networks.mine.x]\ny = 1\n[keys]\n", "networks.mine", "", "# of mine\n[keys]\n"},
		"absent":                     {"theme = \"dark\"\n", "motion", "", "theme = \"dark\"\n"},
		"with the lines' own ends":   {"[names]\r\na = \"0x1\"\r\n", "names.b", `"0x2"`, "[names]\r\na = \"0x1\"\r\nb = \"0x2\"\r\n"},
		"behind a byte order mark":   {"\ufeff# mine\r\nmotion = true\r\n", "theme", `"dark"`, "\ufeff# mine\r\nmotion = true\r\ntheme = \"dark\"\r\n"},
		"the first line behind it":   {"\ufeffmotion = true\n", "motion", "", "\ufeff"},
		"what looks like a comment":  {"alert_command = ['''\n# theme = 1\n''']\n", "theme", `"dark"`, "alert_command = ['''\n# theme = 1\n''']\ntheme = \"dark\"\n"},
	} {
		t.Run(name, func(t *testing.T) {
			after, err := config.Edit{Path: strings.Split(c.path, "."), Value: c.written}.Apply([]byte(c.before))
			require.NoError(t, err)
			require.Equal(t, c.after, string(after))
		})
	}
}

func TestInvalidFileIsNotEdited(t *testing.T) {
	for before, wrong := range map[string]string{
		"motion = true\ntheme = dark\n":      "line 2: invalid TOML: ",
		"theme = \"a\"\ntheme = \"b\"\n":     "line 2: theme: already defined on line 1: fix it in an editor first",
		"# x\n[[names]]\nb = \"0x1\"\n":      "line 2: names: must be a table with single brackets",
		"names = \"0x1\"\n[keys]\nx = \"y\"": "names.b is written in a form that cannot be changed here",
	} {
		_, err := config.Edit{Path: []string{"names", "b"}, Value: `"0x2"`}.Apply([]byte(before))
		require.ErrorContains(t, err, wrong, before)
	}
}

// anyFile draws a config file as people write them, with comments, blank lines and tables in any order.
func anyFile(t *rapid.T) string {
	comment := rapid.StringMatching(`[ -~é]{0,20}`)
	var file strings.Builder
	put := func(key, value string) {
		if rapid.Bool().Draw(t, "commented") {
			file.WriteString("# ")
			value = strings.ReplaceAll(value, "\n", "\n# ")
		}
		equals := rapid.SampledFrom([]string{" = ", "=", "  =\t"}).Draw(t, "equals")
		file.WriteString(key + equals + value)
		if rapid.Bool().Draw(t, "aside") {
			file.WriteString(" # " + comment.Draw(t, "comment"))
		}
		file.WriteString(rapid.SampledFrom([]string{"\n", "\r\n", "\n\n"}).Draw(t, "end"))
	}
	pick := func(pairs ...string) {
		for i := 0; i < len(pairs); i += 2 {
			if rapid.Bool().Draw(t, pairs[i]) {
				put(pairs[i], pairs[i+1])
			}
			if rapid.IntRange(0, 4).Draw(t, "remark") == 0 {
				file.WriteString("#" + comment.Draw(t, "comment") + "\n")
			}
		}
	}
	pick("theme", `"dark"`, "motion", "false", "timeout", "'9s'", "alert_command", "[\n  \"a\", # of [b]\n  'c = d',\n]")
	short := rapid.Bool().Draw(t, "in one line")
	if short {
		pick("refresh", `{ account = "4s" , home = '7s'}`)
	}
	tables := rapid.Permutation([]string{"refresh", "names", "networks.mine", "networks.local", "keys"}).Draw(t, "tables")
	for _, table := range tables[:rapid.IntRange(0, len(tables)).Draw(t, "count")] {
		if table == "refresh" && short {
			continue
		}
		head := "[" + table + "]\n"
		if rapid.IntRange(0, 3).Draw(t, "head") == 0 {
			file.WriteString("# " + head)
			continue
		}
		file.WriteString(head)
		switch table {
		case "refresh":
			pick("account", `"2s"`, "home", `"3s"`)
		case "names":
			pick("boss", `"0xb055"`, `"other"`, `"0x2"`)
		case "keys":
			pick(`"deck.quit"`, `"ctrl+q"`, "list.down", `["j", "n"]`)
		default:
			pick("base_urls", `["https://a.example.org"]`, "chain_id", "0x10", "decimals", "6", "rpc_version", `"v2"`)
		}
	}
	return file.String()
}

func TestEditChangesOneValue(t *testing.T) {
	edits := []config.Edit{
		{[]string{"theme"}, `"a \"quoted\" \\ text = [x] # y"`}, {[]string{"timeout"}, `"3s"`}, {[]string{"refresh", "home"}, `"1m0s"`},
		{[]string{"names", "boss"}, `"0x77"`}, {[]string{"names", "new"}, `"0x78"`}, {[]string{"networks", "mine", "chain_id"}, "77"},
		{[]string{"networks", "fresh", "base_urls"}, `["http://x", "http://y"]`}, {[]string{"keys", "deck.quit"}, `["q", "x"]`}, {[]string{"alert_command"}, `["x"]`},
		{[]string{"alert_command"}, `["c = d", "x", "a", "a"]`},
	}
	rapid.Check(t, func(t *rapid.T) {
		before := anyFile(t)
		edit := rapid.SampledFrom(edits).Draw(t, "edit")
		if rapid.IntRange(0, 2).Draw(t, "removal") == 0 {
			edit.Value = ""
		}
		after, err := edit.Apply([]byte(before))
		if err != nil {
			t.Fatalf("%v in\n%s", err, before)
		}
		was, is := config.Values([]byte(before)), config.Values(after)
		key := strings.Join(edit.Path, "\x00")
		if is[key] != edit.Value {
			t.Fatalf("%q is %q, not %q:\n%s", key, is[key], edit.Value, after)
		}
		if err := toml.Unmarshal(after, new(map[string]any)); err != nil {
			t.Fatalf("%v in\n%s", err, after)
		}
		delete(was, key)
		delete(is, key)
		if fmt.Sprint(was) != fmt.Sprint(is) {
			t.Fatalf("other values changed, from %v to %v", was, is)
		}
		// All other bytes are unchanged: removing the value restores the original without it.
		bare, err := config.Edit{Path: edit.Path}.Apply([]byte(before))
		if err != nil {
			t.Fatal(err)
		}
		if edit.Value != "" && string(bare) == before && !isWithin(before, string(after)) {
			t.Fatalf("bytes of others changed, from\n%s\nto\n%s", before, after)
		}
		if edit.Value == "" && !isWithin(string(after), before) {
			t.Fatalf("bytes of others changed, from\n%s\nto\n%s", before, after)
		}
	})
}

func FuzzEdit(f *testing.F) {
	f.Add("networks = { mine = { base_urls = ['http://h'] } }\n[keys]\na.b = \"x\"", "keys.a", "\"y\"")
	f.Add("# theme = \"x\"\n\n[names]\n", "theme", "\"dark\"")
	f.Add("a.b.c = 1\n[a.d]\n\"=\" = '='\r\n", "a.d", "")
	f.Fuzz(func(t *testing.T, content, key, written string) {
		edit := config.Edit{Path: strings.Split(key, "."), Value: written}
		after, err := edit.Apply([]byte(content))
		if err != nil {
			return
		}
		was, is := config.Values([]byte(content)), config.Values(after)
		for _, values := range []map[string]string{was, is} {
			for known := range values {
				if name := strings.ReplaceAll(key, ".", "\x00"); known == name || strings.HasPrefix(known, name+"\x00") {
					delete(values, known)
				}
			}
		}
		if fmt.Sprint(was) != fmt.Sprint(is) {
			t.Fatalf("other values changed, from %v to %v", was, is)
		}
	})
}

// isWithin reports whether removing one contiguous part of more gives less.
func isWithin(less, more string) bool {
	same := 0
	for same < len(less) && same < len(more) && less[same] == more[same] {
		same++
	}
	return len(more) >= len(less) && strings.HasSuffix(more, less[same:])
}
