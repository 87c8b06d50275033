package main_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// A package imports only packages of its own layer or a lower one:
//
//	5  cmd                         the program
//	4  tui                         the deck
//	3  client/localnet             the embedded network
//	2  client, transport, diskcache the client of the node and of the price service
//	1  client/move                 the Move language
//	0  theme, config               styles and settings
//
// These tests parse the source and report imports that break a rule. Test files may import upwards: the tests of the client use the
// embedded network.

// project is the module path, the prefix of its packages.
const project = "foredeck"

// graph holds what each package uses, by its path below the module: the paths of its imports, and the names it uses from them
// ("name net.Listen").
type graph map[string][]string

// rule forbids imports or names to some packages.
type rule struct {
	why     string
	applies func(user string) bool
	forbids func(user, used string) bool
}

var rules = []rule{
	{
		why:     "a package imports only its own layer or a lower one",
		applies: everyPackage,
		forbids: func(user, used string) bool {
			own, _ := layer(user)
			other, ours := layerOfImport(used)
			return ours && other > own
		},
	},
	{
		why:     "templates make the linker keep each exported method: five megabytes",
		applies: everyPackage,
		forbids: func(_, used string) bool { return anyWithin(used, "text/template", "html/template") },
	},
	{
		why:     "only the program imports its parts",
		applies: func(user string) bool { return user != "cmd/foredeck" },
		forbids: func(_, used string) bool { return within(used, project+"/cmd") },
	},
	{
		why:     "client is a library without the deck, settings or flags",
		applies: in("client"),
		forbids: func(_, used string) bool {
			return anyWithin(used, "github.com/charmbracelet", "github.com/spf13", "flag",
				project+"/tui", project+"/theme", project+"/config")
		},
	},
	{
		why: "in client only client/diskcache and client/index use files",
		applies: func(user string) bool {
			return within(user, "client") && !within(user, "client/diskcache") && !within(user, "client/index")
		},
		forbids: func(_, used string) bool { return anyWithin(used, "os", "io/ioutil", "name syscall.Open") },
	},
	{
		why:     "in client only client/localnet opens a listener",
		applies: func(user string) bool { return within(user, "client") && !within(user, "client/localnet") },
		forbids: func(_, used string) bool {
			return strings.HasPrefix(used, "name net.Listen") || strings.HasPrefix(used, "name net/http.ListenAndServe") ||
				within(used, "net/http/httptest")
		},
	},
	{
		why:     "the embedded network is an independent implementation of the API: of the project it imports only client/move",
		applies: in("client/localnet"),
		forbids: func(_, used string) bool {
			return within(used, project) && !anyWithin(used, project+"/client/move", project+"/client/localnet")
		},
	},
	{why: "client/move imports nothing of the project", applies: in("client/move"), forbids: projectBut("client/move")},
	{why: "theme imports nothing of the project", applies: in("theme"), forbids: projectBut("theme")},
	{why: "config imports nothing of the project", applies: in("config"), forbids: projectBut("config")},
	{
		why:     "the deck makes requests only through client, and knows only the address of a network",
		applies: func(user string) bool { return within(user, "tui") && !within(user, testSupport) },
		forbids: func(_, used string) bool {
			return within(used, project+"/client/localnet") || used == "net/http"
		},
	},
	{
		why:     "only tests import test helpers",
		applies: func(user string) bool { return !within(user, testSupport) },
		forbids: func(_, used string) bool { return within(used, project+"/"+testSupport) },
	},
	{
		why:     "widgets know neither screens nor data sources",
		applies: in("tui/widget"),
		forbids: func(_, used string) bool {
			return anyWithin(used, project+"/tui/screen", project+"/tui/screens") ||
				within(used, project+"/client") && !within(used, project+"/client/move")
		},
	},
	{
		why:     "screens do not import each other; tui/screen is what they share, and tui/screens.go lists them",
		applies: func(user string) bool { return screenOf(user) != "" },
		forbids: func(user, used string) bool {
			other := screenOf(strings.TrimPrefix(used, project+"/"))
			return within(used, project) && other != "" && other != screenOf(user)
		},
	},
}

// testSupport is the package of helpers for tests of the deck, which start networks.
const testSupport = "tui/tuitest"

func everyPackage(string) bool { return true }
func in(tree string) func(string) bool {
	return func(user string) bool { return within(user, tree) }
}

// projectBut forbids every package of the project outside tree.
func projectBut(tree string) func(string, string) bool {
	return func(_, used string) bool { return within(used, project) && !within(used, project+"/"+tree) }
}

// within reports whether a package is the root of tree or below it.
func within(name, tree string) bool { return name == tree || strings.HasPrefix(name, tree+"/") }

func anyWithin(name string, trees ...string) bool {
	return slices.ContainsFunc(trees, func(tree string) bool { return within(name, tree) })
}

// screenOf returns the screen that a package belongs to, or "".
func screenOf(name string) string {
	rest, found := strings.CutPrefix(name, "tui/screens/")
	if !found {
		return ""
	}
	screen, _, _ := strings.Cut(rest, "/")
	return screen
}

// layer returns the layer of a package by its path below the module.
func layer(name string) (int, bool) {
	for _, storey := range []struct {
		tree  string
		layer int
	}{
		{"cmd", 5}, {"tui", 4}, {"client/localnet", 3}, {"client/move", 1}, {"client", 2}, {"theme", 0}, {"config", 0},
	} {
		if within(name, storey.tree) {
			return storey.layer, true
		}
	}
	return 0, false
}

func layerOfImport(used string) (int, bool) {
	name, ours := strings.CutPrefix(used, project+"/")
	if !ours {
		return 0, false
	}
	return layer(name)
}

// violations lists the rule violations in a graph, sorted.
func violations(g graph) []string {
	var found []string
	for user, uses := range g {
		if _, known := layer(user); !known {
			found = append(found, user+" is on no layer")
			continue
		}
		for _, r := range rules {
			if !r.applies(user) {
				continue
			}
			for _, used := range uses {
				if r.forbids(user, used) {
					found = append(found, fmt.Sprintf("%s uses %s: %s", user, used, r.why))
				}
			}
		}
	}
	slices.Sort(found)
	return found
}

// readGraph reads the packages of the module at root. Files of every operating
// system are included; tests, nested modules and folders ignored by Go are not.
func readGraph(root string) (graph, error) {
	g := graph{}
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if file == root {
				return nil
			}
			_, err := os.Stat(filepath.Join(file, "go.mod"))
			if err == nil || name == "testdata" || name[0] == '.' || name[0] == '_' {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || name[0] == '.' || name[0] == '_' {
			return nil
		}
		folder, err := filepath.Rel(root, filepath.Dir(file))
		if err != nil {
			return err
		}
		uses, err := usesOf(file)
		if err != nil {
			return err
		}
		user := filepath.ToSlash(folder)
		g[user] = append(g[user], uses...)
		return nil
	})
	for user, uses := range g {
		slices.Sort(uses)
		g[user] = slices.Compact(uses)
	}
	return g, err
}

// usesOf returns the imports of a file and the names it uses from them.
func usesOf(file string) ([]string, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var uses []string
	imports := map[string]string{} // by local name
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		uses = append(uses, imported)
		name := path.Base(imported)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imports[name] = imported
	}
	ast.Inspect(parsed, func(node ast.Node) bool {
		if selector, ok := node.(*ast.SelectorExpr); ok {
			if from, ok := selector.X.(*ast.Ident); ok && imports[from.Name] != "" {
				uses = append(uses, "name "+imports[from.Name]+"."+selector.Sel.Name)
			}
		}
		return true
	})
	return uses, nil
}

// projectRoot returns the folder of go.mod.
func projectRoot(t *testing.T) string {
	t.Helper()
	folder, err := os.Getwd()
	require.NoError(t, err)
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		above := filepath.Dir(folder)
		require.NotEqual(t, folder, above, "no go.mod above this test")
		folder = above
	}
}

// projectGraph returns the packages of the project, which are read once.
func projectGraph(t *testing.T) graph {
	t.Helper()
	root := projectRoot(t)
	theGraph.once.Do(func() { theGraph.packages, theGraph.err = readGraph(root) })
	require.NoError(t, theGraph.err)
	return theGraph.packages
}

var theGraph struct {
	once     sync.Once
	packages graph
	err      error
}

func TestImportsRespectLayers(t *testing.T) {
	t.Parallel()
	g := projectGraph(t)
	require.Contains(t, g["tui"], "github.com/charmbracelet/bubbletea", "the graph was not read")
	require.Contains(t, g["client"], project+"/client/move", "the graph was not read")
	require.Contains(t, g["client"], "name fmt.Errorf", "names taken from imports were not read")
	require.Empty(t, violations(g))
}

// maxScreenImports is the maximum number of project packages that tui/screen and each screen may import.
const maxScreenImports = 16

// crowded lists the screen packages that import too many project packages.
func crowded(g graph) []string {
	var found []string
	for user, uses := range g {
		if user != "tui/screen" && screenOf(user) == "" {
			continue
		}
		count := 0
		for _, used := range uses {
			if within(used, project) {
				count++
			}
		}
		if count > maxScreenImports {
			found = append(found, fmt.Sprintf("%s imports %d packages of the project, at most %d", user, count, maxScreenImports))
		}
	}
	slices.Sort(found)
	return found
}

func TestScreensImportFewPackages(t *testing.T) {
	g := projectGraph(t)
	require.Contains(t, g, "tui/screens/home", "the graph was not read")
	require.Empty(t, crowded(g))

	var uses []string
	for i := range maxScreenImports + 1 {
		uses = append(uses, fmt.Sprintf("%s/tui/p%d", project, i), fmt.Sprintf("name %s/tui/p%d.P", project, i), fmt.Sprintf("library%d", i))
	}
	require.Equal(t, []string{"tui/screen imports 17 packages of the project, at most 16", "tui/screens/home imports 17 packages of the project, at most 16"},
		crowded(graph{"tui/screen": uses, "tui/screens/home": uses, "tui/load": append(uses, uses...)}))
}

func TestLayerViolations(t *testing.T) {
	t.Parallel()
	allowed := graph{
		"cmd/foredeck":         {project + "/tui", project + "/client/localnet", project + "/theme", "os", "net/http"},
		"tui":                  {project + "/tui/screens/home", project + "/tui/screen", project + "/client", project + "/theme"},
		"tui/screens/home":     {project + "/tui/screen", project + "/tui/screens/home/box", project + "/tui/widget", project + "/client"},
		"tui/screens/home/box": {project + "/tui/screens/home"},
		"tui/widget":           {project + "/client/move", project + "/theme", "github.com/charmbracelet/bubbles/key"},
		"client":               {project + "/client/move", project + "/client/transport", "net/http", "name net/http.Client", "name net.Dialer"},
		"client/diskcache":     {"os", "name os.OpenFile"},
		"client/localnet":      {project + "/client/move", "name " + project + "/client/move.Address", project + "/client/localnet/chain", "name net.Listen", "net/http", "name syscall.EADDRINUSE"},
		"client/move":          {"strings", project + "/client/move/bcs"},
		"theme":                {"github.com/charmbracelet/lipgloss", project + "/theme/background"},
	}
	require.Empty(t, violations(allowed))

	for _, c := range []struct{ user, used, why string }{
		{"tools/generate", "strings", "on no layer"},
		{".", "strings", "on no layer"},
		{"client", project + "/client/localnet", "lower one"},
		{"client/transport", project + "/tui/load", "lower one"},
		{"client/move", project + "/client", "lower one"},
		{"theme", project + "/client/move", "lower one"},
		{"tui", project + "/cmd/foredeck", "only the program imports its parts"},
		{"cmd/foredeck/sshd", project + "/cmd/foredeck/output", "only the program imports its parts"},
		{"client", "github.com/charmbracelet/bubbletea", "client is a library"},
		{"client/localnet", "github.com/charmbracelet/lipgloss", "client is a library"},
		{"client/transport", "github.com/charmbracelet/bubbles/key", "client is a library"},
		{"client/diskcache", project + "/config", "client is a library"},
		{"client", project + "/theme", "client is a library"},
		{"client", "github.com/spf13/pflag", "client is a library"},
		{"client", "flag", "client is a library"},
		{"client", "os", "use files"},
		{"client/localnet", "os/exec", "use files"},
		{"client/move", "io/ioutil", "use files"},
		{"client/localnet", "name syscall.Open", "use files"},
		{"client", "name net.Listen", "opens a listener"},
		{"client/transport", "name net.ListenTCP", "opens a listener"},
		{"client/transport", "name net/http.ListenAndServe", "opens a listener"},
		{"client/diskcache", "net/http/httptest", "opens a listener"},
		{"client/localnet", project + "/client", "independent implementation"},
		{"client/localnet/chain", project + "/client/transport", "independent implementation"},
		{"client/move/bcs", project + "/client/transport", "client/move imports nothing"},
		{"theme", project + "/config", "theme imports nothing"},
		{"config", project + "/theme", "config imports nothing"},
		{"tui", project + "/client/localnet", "only the address"},
		{"tui/screens/account", "net/http", "only the address"},
		{"tui/widget", project + "/client", "widgets know neither"},
		{"tui/widget", project + "/client/transport", "widgets know neither"},
		{"tui/widget", project + "/tui/screen", "widgets know neither"},
		{"tui/widget/form", project + "/tui/screens/home", "widgets know neither"},
		{"tui/screens/home", project + "/tui/screens/account", "do not import each other"},
		{"tui/screens/home/box", project + "/tui/screens/account/sent", "do not import each other"},
	} {
		found := violations(graph{c.user: {c.used}})
		require.NotEmpty(t, found, "%s uses %s", c.user, c.used)
		require.Contains(t, strings.Join(found, "\n"), c.why, "%s uses %s", c.user, c.used)
	}
}

func TestReadGraph(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for file, source := range map[string]string{
		"go.mod":                         "module " + project + "\n",
		"client/node.go":                 "package client\n\nimport (\n\tweb \"net\"\n\t\"" + project + "/tui\"\n)\n\nvar Open = web.Listen\nvar Deck = tui.Deck\n",
		"client/node_windows.go":         "package client\n\nimport \"os\"\n\nvar Name = os.Args\n",
		"client/node_test.go":            "package client\n\nimport _ \"testing\"\n",
		"client/testdata/odd.go":         "this is not Go",
		"client/.hidden/odd.go":          "neither is this",
		"cmd/foredeck/e2e/go.mod":        "module " + project + "/cmd/foredeck/e2e\n",
		"cmd/foredeck/e2e/terminal/t.go": "package terminal\n\nimport _ \"os\"\n",
	} {
		file = filepath.Join(root, file)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(source), 0o644))
	}
	g, err := readGraph(root)
	require.NoError(t, err)
	require.Equal(t, graph{"client": {"foredeck/tui", "name foredeck/tui.Deck", "name net.Listen", "name os.Args", "net", "os"}}, g)
	require.Len(t, violations(g), 4) // tui counts twice: a higher layer, and forbidden
}

// unexpectedFiles returns the unexpected entries of the top level.
func unexpectedFiles(files []string) []string {
	var found []string
	for _, file := range files {
		entry, _, _ := strings.Cut(file, "/")
		switch entry {
		case "cmd", "tui", "client", "theme", "config", "go.mod", "go.sum", "Makefile", "README.md", "LICENSE":
		default:
			if !strings.HasPrefix(entry, ".") {
				found = append(found, entry)
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func TestTopLevelIsFixed(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"docs", "main.go"},
		unexpectedFiles([]string{"README.md", ".ci/run", "docs/a.md", "docs/b.md", "main.go", "cmd/foredeck/main.go"}))

	root := projectRoot(t)
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		t.Skip("not a clone: which files belong to the project is not known")
	}
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("no git: which files belong to the project is not known")
	}
	listed, err := exec.Command(git, "-C", root, "ls-files", "-z").Output()
	require.NoError(t, err)
	require.Empty(t, unexpectedFiles(strings.FieldsFunc(string(listed), func(r rune) bool { return r == 0 })))
}
