package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/tui"
	"foredeck/tui/command"
)

var update = flag.Bool("update", false, "write the generated tables of the documents")

// generated lists the parts of the documents that are generated, by the name in their markers.
var generated = []struct {
	document, name string
	table          func() string
}{
	{"README.md", "commands", commandTable},
	{"README.md", "flags", globalFlagTable},
	{"README.md", "exit codes", exitCodeTable},
	{"../../tui/README.md", "keys", keyTables},
	{"../../config/README.md", "settings", settingTables},
}

// TestDocuments fails if a generated table is out of date. -update writes it.
func TestDocuments(t *testing.T) {
	for _, g := range generated {
		document := readFile(t, g.document)
		part := regexp.MustCompile(`(?s)(<!-- begin ` + g.name + `: [^\n]* -->\n).*?(<!-- end ` + g.name + ` -->)`)
		require.Len(t, part.FindAllString(document, -1), 1, "%s must have the part %q once", g.document, g.name)
		written := part.ReplaceAllStringFunc(document, func(old string) string {
			ends := part.FindStringSubmatch(old)
			return ends[1] + "\n" + g.table() + "\n" + ends[2]
		})
		if *update {
			require.NoError(t, os.WriteFile(g.document, []byte(written), 0o644))
			continue
		}
		require.Equal(t, written, document, "%s, part %q: out of date, run go test ./cmd/foredeck -run Documents -update", g.document, g.name)
	}
}

// documented matches what a document names in code: a path, or a package and an exported name of it.
var documented = regexp.MustCompile("`([^`\\s]+)`")

// TestDocumentsNameWhatExists checks the files, folders and identifiers that the documents for contributors name.
func TestDocumentsNameWhatExists(t *testing.T) {
	t.Parallel()
	root := projectFolder
	for _, document := range []string{".github/ARCHITECTURE.md", ".github/CONTRIBUTING.md"} {
		for _, found := range documented.FindAllStringSubmatch(readFile(t, filepath.Join(root, document)), -1) {
			name := found[1]
			switch path, identifier, isGo := strings.Cut(name, ".go:"); {
			case isGo:
				source := readFile(t, filepath.Join(root, path+".go"))
				last := identifier[strings.LastIndex(identifier, ".")+1:]
				require.Regexp(t, `\b`+regexp.QuoteMeta(last)+`\b`, source, "%s names %s", document, name)
			case strings.Contains(name, "/") && !strings.HasPrefix(name, "./") && !strings.HasPrefix(name, "/"):
				_, err := os.Stat(filepath.Join(root, name))
				require.NoError(t, err, "%s names %s", document, name)
			}
		}
	}
}

// projectFolder is the root of the repository.
const projectFolder = "../.."

func TestREADMEIsShort(t *testing.T) {
	t.Parallel()
	require.Less(t, len(readFile(t, filepath.Join(projectFolder, "README.md"))), 12_000)
}

// TestDocumentedNetworkCanBeAppended appends the network of the settings to the file that config init writes.
func TestDocumentedNetworkCanBeAppended(t *testing.T) {
	_, example, found := strings.Cut(readFile(t, filepath.Join(projectFolder, "config/README.md")), "## A network of your own\n\nAt the end of the file:\n\n```toml\n")
	require.True(t, found)
	example, _, _ = strings.Cut(example, "```\n")
	sample := strings.Replace(config.Sample(), "# network = \"simulated\"\n", "network = \"mine\"\n", 1)
	sample = strings.Replace(sample, "\n[names]\n", "\n[names]\nboss = \"0x1\"\n", 1)
	settingsOf(t, sample+example)
	got := foredeck(t, "config", "check")
	require.Zero(t, got.code, got.stdout)
	got = foredeck(t, "config", "show")
	require.Regexp(t, `(?m)^network +line \d+ +"mine"$`, got.stdout)
	require.Regexp(t, `(?m)^names\.boss +line \d+ +"0x1"$`, got.stdout)
	require.Regexp(t, `(?m)^networks\.mine\.chain_id +line \d+ +255$`, got.stdout)
}

// table returns a Markdown table.
func table(titles []string, rows [][]string) string {
	var out strings.Builder
	line := func(cells []string) {
		for _, cell := range cells {
			out.WriteString("| " + cell + " ")
		}
		out.WriteString("|\n")
	}
	line(titles)
	out.WriteString(strings.Repeat("|---", len(titles)) + "|\n")
	for _, row := range rows {
		line(row)
	}
	return out.String()
}

// code returns text as Markdown code in a table, where bars are escaped.
func code(text string) string {
	fence := "`"
	if strings.Contains(text, "`") {
		fence, text = "``", " "+text+" "
	}
	return fence + strings.ReplaceAll(text, "|", `\|`) + fence
}

func commandTable() string {
	root := rootCommand(&globalFlags{})
	own := ""
	root.LocalNonPersistentFlags().VisitAll(func(flag *pflag.Flag) { own += " [--" + flag.Name + "]" })
	rows := [][]string{{code(root.Use + own), "Open the deck, at TARGET if given: an address, a saved name, a module, a function, a type, a height, a pair or a link"}}
	for _, declared := range command.All() {
		rows = append(rows, []string{code("foredeck " + declared.Use() + optionForms(declared.Options)), declared.Short})
	}
	return table([]string{"Command", "Description"}, rows)
}

// optionForms returns options as they are typed.
func optionForms(options []command.Option) string {
	var out strings.Builder
	for _, option := range options {
		out.WriteString(" [--" + option.Name + valueOf(option) + "]")
		if option.Repeated() {
			out.WriteString("...")
		}
	}
	return out.String()
}

// valueOf returns the placeholder or the values of an option after a space; empty for a switch.
func valueOf(option command.Option) string {
	if len(option.Values) > 0 {
		return " " + strings.Join(option.Values, "|")
	}
	return strings.TrimSuffix(" "+option.Value, " ")
}

func globalFlagTable() string {
	var rows [][]string
	for _, option := range command.Global() {
		form := "--" + option.Name + valueOf(option)
		if option.Shorthand != "" {
			form = "-" + option.Shorthand + ", " + form
		}
		rows = append(rows, []string{code(form), option.Usage})
	}
	return table([]string{"Flag", "Meaning"}, rows)
}

func exitCodeTable() string {
	var rows [][]string
	for exit, means := range exitMeanings {
		rows = append(rows, []string{fmt.Sprint(exit), means})
	}
	return table([]string{"Exit code", "Meaning"}, rows)
}

// keyTables returns a collapsible table of keys per screen.
func keyTables() string {
	var out strings.Builder
	for _, group := range tui.Keys() {
		rows := make([][]string, 0, len(group.Actions()))
		for _, action := range group.Actions() {
			var keys []string
			for _, key := range action.Keys() {
				keys = append(keys, code(strings.Replace(key, " ", "space", 1)))
			}
			rows = append(rows, []string{strings.Join(keys, " "), action.Description(), code(action.ID)})
		}
		fmt.Fprintf(&out, "<details><summary>%s</summary>\n\n%s\n</details>\n", group.Name, table([]string{"Keys", "Action", "Id"}, rows))
	}
	return out.String()
}

var (
	settingLine = regexp.MustCompile(`^# ([\w.]+|"[^"]+") = (.*)$`)
	settingHead = regexp.MustCompile(`^(?:# )?\[([\w.]+)\]$`)
)

// settingTables returns the options of the config file, as its sample explains them.
func settingTables() string {
	sample, _, _ := strings.Cut(config.Sample(), "\n# Built in.\n")
	_, sample, _ = strings.Cut(sample, "\n\n") // its introduction
	var rows [][]string
	prefix, does := "", ""
	for line := range strings.Lines(sample) {
		line = strings.TrimSuffix(line, "\n")
		if found := settingHead.FindStringSubmatch(line); found != nil {
			prefix = strings.NewReplacer("networks.mine", "networks.NAME", "commands.show", "commands.NAME", "receivers.pager", "receivers.NAME").Replace(found[1]) + "."
		} else if found := settingLine.FindStringSubmatch(line); found != nil {
			rows = append(rows, []string{code(prefix + found[1]), code(found[2]), does})
			does = ""
		} else if line == "" {
			does = ""
		} else {
			does = strings.TrimPrefix(does+" "+strings.ReplaceAll(strings.TrimPrefix(line, "# "), "|", `\|`), " ")
		}
	}
	return table([]string{"Option", "Default or example", "Meaning"}, rows)
}
