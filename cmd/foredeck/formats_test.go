package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFormatArguments fails if a call of text.Format, text.Plain or text.In has another number of arguments than its format has
// verbs, or a verb other than %s. Their formats are constants, but go vet checks only formats of package fmt.
func TestFormatArguments(t *testing.T) {
	t.Parallel()
	root, checked := projectRoot(t), 0
	require.NoError(t, filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") {
			return err
		}
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(parsed, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok {
				return true
			}
			before, ok := formatPosition(parsed, call)
			if !ok || before >= len(call.Args) {
				return true
			}
			if format, ok := literal(call.Args[before]); ok && !call.Ellipsis.IsValid() {
				checked++
				verbs := strings.Count(strings.ReplaceAll(format, "%%", ""), "%s")
				others := strings.Count(strings.ReplaceAll(format, "%%", ""), "%") - verbs
				if verbs != len(call.Args)-before-1 || others != 0 {
					t.Errorf("%s: %q has %d %%s and %d other verbs, but %d arguments", files.Position(call.Pos()), format, verbs, others, len(call.Args)-before-1)
				}
			}
			return true
		})
		return nil
	}))
	require.Greater(t, checked, 500, "the calls were not found")
}

// formatPosition returns which argument of a call is a format of package text.
func formatPosition(file *ast.File, call *ast.CallExpr) (position int, ok bool) {
	name := ""
	switch function := call.Fun.(type) {
	case *ast.SelectorExpr:
		if from, isName := function.X.(*ast.Ident); isName && from.Name == "text" {
			name = function.Sel.Name
		}
	case *ast.Ident:
		if file.Name.Name == "text" {
			name = function.Name
		}
	}
	position, ok = map[string]int{"Format": 0, "Plain": 0, "In": 1}[name]
	return position, ok
}

// literal returns the value of a string literal or of literals joined by +.
func literal(expression ast.Expr) (value string, ok bool) {
	switch e := expression.(type) {
	case *ast.BasicLit:
		value, err := strconv.Unquote(e.Value)
		return value, err == nil
	case *ast.BinaryExpr:
		left, isLiteral := literal(e.X)
		right, isLiteralToo := literal(e.Y)
		return left + right, isLiteral && isLiteralToo
	}
	return "", false
}
