package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/tui"
	"foredeck/tui/command"
)

var update = flag.Bool("update", false, "write the tables of README.md anew")

// readme is the document whose tables are made from the code.
const readme = "../../README.md"

// generated are the parts of the document that are made from the code, by the name in their markers.
var generated = map[string]func() string{
	"commands": commandTable, "flags": globalFlagTable, "exit codes": exitCodeTable, "keys": keyTables, "settings": settingTables,
}

// TestREADMETables fails where a table of the document says something else than the code. -update writes them anew.
func TestREADMETables(t *testing.T) {
	document := readFile(t, readme)
	for name, table := range generated {
		part := regexp.MustCompile(`(?s)(<!-- begin ` + name + `: [^\n]* -->\n).*?(<!-- end ` + name + ` -->)`)
		require.Len(t, part.FindAllString(document, -1), 1, "the part %q stands in the document once", name)
		written := part.ReplaceAllStringFunc(document, func(old string) string {
			ends := part.FindStringSubmatch(old)
			return ends[1] + "\n" + table() + "\n" + ends[2]
		})
		if !*update {
			require.Equal(t, written, document, "the part %q is not as in the code: go test ./cmd/foredeck -run README -update writes it", name)
		}
		document = written
	}
	if *update {
		require.NoError(t, os.WriteFile(readme, []byte(document), 0o644))
	}
}

// TestREADMENetworkCanBeAppended tries what the document says of a network of one's own on the file that config init writes.
func TestREADMENetworkCanBeAppended(t *testing.T) {
	_, example, found := strings.Cut(readFile(t, readme), "**A network of your own.** At the end of the file:\n\n```toml\n")
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

// table is a table in Markdown.
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

// code is a text as it is typed. A table takes no bar but as an escape, also in code.
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
	rows := [][]string{{code(root.Use + own), "Open the deck; TARGET, which is opened at once, is an address, a name, a module, a function, a type, a height, a pair or a link"}}
	for _, v := range command.All() {
		command, _, _ := root.Find([]string{v.Name})
		rows = append(rows, []string{code("foredeck " + command.Use + written(command.LocalNonPersistentFlags(), v.Options)), command.Short})
	}
	return table([]string{"Command", "What it does"}, rows)
}

// written are the flags of a command's own, as one would type them.
func written(flags *pflag.FlagSet, options []command.Option) string {
	var out strings.Builder
	for _, option := range options {
		if flag := flags.Lookup(option.Name); flag != nil {
			out.WriteString(" [--" + option.Name + valueOf(option) + "]")
			if strings.HasSuffix(flag.Value.Type(), "Array") {
				out.WriteString("...")
			}
		}
	}
	return out.String()
}

// valueOf is what an option takes, with a blank in front; a switch takes nothing.
func valueOf(option command.Option) string {
	if len(option.Values) > 0 {
		return " " + strings.Join(option.Values, "|")
	}
	return strings.TrimSuffix(" "+option.Value, " ")
}

func globalFlagTable() string {
	var rows [][]string
	flags := rootCommand(&globalFlags{}).PersistentFlags()
	for _, option := range command.Global() {
		flag := flags.Lookup(option.Name)
		as := "--" + flag.Name + valueOf(option)
		if flag.Shorthand != "" {
			as = "-" + flag.Shorthand + ", " + as
		}
		_, does := pflag.UnquoteUsage(flag)
		rows = append(rows, []string{code(as), does})
	}
	return table([]string{"Flag", "What it does"}, rows)
}

func exitCodeTable() string {
	var rows [][]string
	for exit, means := range exitMeanings {
		rows = append(rows, []string{fmt.Sprint(exit), means})
	}
	return table([]string{"Exit code", "Meaning"}, rows)
}

// keyTables are a table of keys for each place, folded.
func keyTables() string {
	var out strings.Builder
	for _, group := range tui.Keys() {
		rows := make([][]string, 0, len(group.Actions))
		for _, action := range group.Actions {
			var keys []string
			for _, key := range action.Keys() {
				keys = append(keys, code(strings.Replace(key, " ", "space", 1)))
			}
			rows = append(rows, []string{strings.Join(keys, " "), action.Help().Desc, code(action.ID)})
		}
		fmt.Fprintf(&out, "<details><summary>%s</summary>\n\n%s\n</details>\n", group.Name, table([]string{"Keys", "What they do", "Id"}, rows))
	}
	return out.String()
}

var (
	settingLine = regexp.MustCompile(`^# ([\w.]+|"[^"]+") = (.*)$`)
	settingHead = regexp.MustCompile(`^(?:# )?\[([\w.]+)\]$`)
)

// settingTables are the options of the file of settings, as the file that explains itself has them.
func settingTables() string {
	sample, _, _ := strings.Cut(config.Sample(), "\n# Built in.\n")
	_, sample, _ = strings.Cut(sample, "\n\n") // what the file itself is
	var rows [][]string
	prefix, does := "", ""
	for line := range strings.Lines(sample) {
		line = strings.TrimSuffix(line, "\n")
		if found := settingHead.FindStringSubmatch(line); found != nil {
			prefix = strings.Replace(found[1], "networks.mine", "networks.NAME", 1) + "."
		} else if found := settingLine.FindStringSubmatch(line); found != nil {
			rows = append(rows, []string{code(prefix + found[1]), code(found[2]), does})
			does = ""
		} else if line == "" {
			does = ""
		} else {
			does = strings.TrimPrefix(does+" "+strings.ReplaceAll(strings.TrimPrefix(line, "# "), "|", `\|`), " ")
		}
	}
	return table([]string{"Option", "By default, or for example", "What it does"}, rows)
}
