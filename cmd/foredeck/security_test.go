package main_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/command"
	"foredeck/tui/tuitest/effort"
)

// promises returns the items of the promises in SECURITY.md, each in one line, and the rows of its tables.
func promises(t *testing.T) (items, rows []string) {
	t.Helper()
	document, err := os.ReadFile(filepath.Join(projectRoot(t), ".github", "SECURITY.md"))
	require.NoError(t, err)
	section, _, _ := strings.Cut(string(document), "\n## Reporting")
	for line := range strings.Lines(section) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "- "):
			items = append(items, line)
		case strings.HasPrefix(line, "  "):
			require.NotEmpty(t, items, line)
			items[len(items)-1] += line
		case strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| Limit"):
			rows = append(rows, line)
		}
	}
	return items, rows
}

// forEachFile parses the Go files of all modules of the project.
func forEachFile(t *testing.T, isWanted func(path string) bool, visit func(path string, file *ast.File)) {
	t.Helper()
	root := projectRoot(t)
	require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() && !isWanted(path) {
			return err
		}
		if entry.IsDir() {
			if name := entry.Name(); path != root && (name[0] == '.' || name == "testdata") {
				return filepath.SkipDir
			}
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(root, path)
		visit(filepath.ToSlash(inside), parsed)
		return err
	}))
}

var namedTest = regexp.MustCompile("`(Test[A-Za-z0-9_]+)`")

// SECURITY.md promises only what a test holds: every promise names its tests, and these exist.
func TestSecurityPromisesAreTested(t *testing.T) {
	t.Parallel()
	effort.SkipUnderRace(t)
	tests := map[string]bool{}
	forEachFile(t, func(path string) bool { return strings.HasSuffix(path, "_test.go") }, func(_ string, file *ast.File) {
		for _, declared := range file.Decls {
			if function, ok := declared.(*ast.FuncDecl); ok && function.Recv == nil {
				tests[function.Name.Name] = true
			}
		}
	})
	items, rows := promises(t)
	require.NotEmpty(t, items)
	require.NotEmpty(t, rows)
	for _, promise := range slices.Concat(items, rows) {
		named := namedTest.FindAllStringSubmatch(promise, -1)
		require.NotEmpty(t, named, "no test holds: %s", promise)
		for _, test := range named {
			require.True(t, tests[test[1]], "%s does not exist, which holds: %s", test[1], promise)
		}
	}
}

// The limits of serve in SECURITY.md are its defaults.
func TestSecurityStatesLimits(t *testing.T) {
	t.Parallel()
	_, rows := promises(t)
	for _, option := range command.Lookup("serve").Options {
		if _, isLimit := option.Default.(int); !isLimit {
			continue
		}
		row := fmt.Sprintf("| %d | `--%s` |", option.Default, option.Name)
		require.True(t, slices.ContainsFunc(rows, func(other string) bool { return strings.Contains(other, row) }), "no row has %s", row)
	}
}

// users returns the packages that use a name of a library, without tests.
func users(t *testing.T, isUsed func(name string) bool) []string {
	t.Helper()
	var found []string
	for user, uses := range projectGraph(t) {
		if slices.ContainsFunc(uses, isUsed) {
			found = append(found, user)
		}
	}
	slices.Sort(found)
	return found
}

// Nothing signs. No request has another method than GET, but calls of view functions and what a webhook gets.
func TestNothingSigns(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"cmd/foredeck/sshd"}, users(t, func(name string) bool {
		name = strings.TrimPrefix(name, "name ")
		if strings.HasPrefix(name, "golang.org/x/crypto/sha3") {
			return false // hashes
		}
		return anyWithin(name, "crypto/ed25519", "crypto/ecdsa", "crypto/rsa", "crypto/dsa", "crypto/ecdh", "crypto/elliptic", "golang.org/x/crypto") || name == "crypto.Signer"
	}), "keys that sign: only that of the SSH server")
	require.Equal(t, []string{"client", "client/localnet", "client/localnet/wire", "client/webhook"}, users(t, func(name string) bool {
		return strings.HasPrefix(name, "name net/http.MethodPost")
	}), "localnet serves these calls")
	require.Empty(t, users(t, func(name string) bool {
		method, isMethod := strings.CutPrefix(name, "name net/http.Method")
		return isMethod && !slices.Contains([]string{"Get", "Head", "Post"}, method) || strings.HasPrefix(name, "name net/http.Post")
	}))
}

// Programs are run by few packages: for secrets, alerts, the user's own commands, the browser, the editor and the clipboard.
// client/index/pgtest is imported by tests only.
func TestFewPackagesRunPrograms(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"client/index/pgtest", "config", "tui/custom", "tui/notify", "tui/output"}, users(t, func(name string) bool {
		return strings.HasPrefix(name, "name os/exec.Command") || name == "name os.StartProcess" || name == "name syscall.Exec" || name == "name syscall.ForkExec"
	}))
}

// Listeners are opened for localnet, watch and serve.
func TestFewPackagesListen(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"client/localnet", "cmd/foredeck"}, users(t, func(name string) bool {
		return strings.HasPrefix(name, "name net.Listen") && name != "name net.Listener" || strings.HasPrefix(name, "name net/http.ListenAndServe")
	}))
}

// Files are created readable only by their owner, except for what is for others: the manual, and exported lists.
func TestFilesAreCreatedPrivate(t *testing.T) {
	t.Parallel()
	shared := []string{"cmd/foredeck/man.go", "tui/output/file.go", "tui/screen/export.go"}
	isPrivate := 0
	forEachFile(t, func(path string) bool {
		return strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") && !strings.Contains(path, "e2e") && !strings.Contains(path, "tuitest")
	}, func(path string, file *ast.File) {
		ast.Inspect(file, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok {
				return true
			}
			called, _ := call.Fun.(*ast.SelectorExpr)
			if called == nil {
				return true
			}
			if from, ok := called.X.(*ast.Ident); ok && from.Name == "os" {
				require.NotEqual(t, "Create", called.Sel.Name, "%s: os.Create lets others read the file", path)
			}
			if !slices.Contains([]string{"WriteFile", "OpenFile", "Mkdir", "MkdirAll", "CreateFile", "Open"}, called.Sel.Name) {
				return true
			}
			for _, argument := range call.Args {
				mode, ok := argument.(*ast.BasicLit)
				if !ok || !strings.HasPrefix(mode.Value, "0o") || slices.Contains(shared, path) {
					continue
				}
				require.Equal(t, "00", mode.Value[len(mode.Value)-2:], "%s creates a file with mode %s", path, mode.Value)
				isPrivate++
			}
			return true
		})
	})
	require.Greater(t, isPrivate, 8, "the calls were not found")
}
