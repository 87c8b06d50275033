// Mutate changes the program in small ways and runs the tests of the changed package each time: a mutant that survives shows code
// whose behavior no test checks. It changes no files of the working tree.
//
//	go run -C .ci ./mutate -seed 7 ./tui/pane ./client/compare
//	go run -C .ci ./mutate -since HEAD~3
//
// A survivor is not always a hole: some mutants behave like the original.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

var (
	count   = flag.Int("count", 40, "number of mutants")
	seed    = flag.Uint64("seed", 0, "seed of the sample; 0 for another one each time")
	since   = flag.String("since", "", "mutate the packages that have changed since this revision")
	limit   = flag.Duration("timeout", 2*time.Minute, "longest time of a mutant's tests")
	run     = flag.String("run", "", "tests to run, as of go test; all of the package by default")
	verbose = flag.Bool("v", false, "print the mutants that tests notice too")
)

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := mutate(ctx, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// mutant is a change of a file: the bytes from one offset to another are replaced.
type mutant struct {
	file     string
	line     int
	from, to int
	with     string
	what     string
}

func mutate(ctx context.Context, packages []string) error {
	root, err := output(ctx, ".", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	if *since != "" {
		changed, err := changedPackages(ctx, root)
		if err != nil {
			return err
		}
		packages = append(packages, changed...)
	}
	if len(packages) == 0 {
		return errors.New("no packages: name some, such as ./tui/pane, or use -since with a revision")
	}
	files, err := output(ctx, root, "go", append([]string{"list", "-f", `{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}`}, packages...)...)
	if err != nil {
		return err
	}
	var all []mutant
	for _, file := range strings.Fields(files) {
		found, err := mutantsOf(file)
		if err != nil {
			return err
		}
		all = append(all, found...)
	}
	if *seed == 0 {
		*seed = rand.Uint64N(1e9) + 1
	}
	random := rand.New(rand.NewPCG(*seed, 0))
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	chosen := all[:min(*count, len(all))]
	fmt.Printf("%d of %d mutants, seed %d\n", len(chosen), len(all), *seed)
	survived, invalid := 0, 0
	for _, m := range chosen {
		began := time.Now()
		outcome, err := m.test(ctx, root)
		if err != nil {
			return err
		}
		switch outcome {
		case "survived":
			survived++
		case "invalid":
			invalid++
		}
		if outcome == "survived" || *verbose {
			place, _ := filepath.Rel(root, m.file)
			fmt.Printf("%s  %s:%d  %s  (%.1f s)\n", outcome, place, m.line, m.what, time.Since(began).Seconds())
		}
	}
	fmt.Printf("%d survived, %d noticed, %d did not compile, seed %d\n", survived, len(chosen)-survived-invalid, invalid, *seed)
	return nil
}

// changedPackages returns the folders with code that has changed since the revision.
func changedPackages(ctx context.Context, root string) ([]string, error) {
	names, err := output(ctx, root, "git", "diff", "--name-only", "--diff-filter=d", *since, "--", "*.go")
	if err != nil {
		return nil, err
	}
	var packages []string
	for _, name := range strings.Fields(names) {
		folder := "./" + filepath.ToSlash(filepath.Dir(name))
		// Other modules have tests of their own.
		if !strings.HasSuffix(name, "_test.go") && !strings.HasPrefix(name, "cmd/foredeck/e2e/") && !strings.HasPrefix(name, ".ci/") && !slices.Contains(packages, folder) {
			packages = append(packages, folder)
		}
	}
	return packages, nil
}

// test runs the tests of the package with the mutant in place of its file: survived, noticed, or invalid if it does not compile.
func (m mutant) test(ctx context.Context, root string) (string, error) {
	source, err := os.ReadFile(m.file)
	if err != nil {
		return "", err
	}
	folder, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder)
	changed, overlay := filepath.Join(folder, "mutant.go"), filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(changed, slices.Concat(source[:m.from], []byte(m.with), source[m.to:]), 0o600); err != nil {
		return "", err
	}
	replaced, err := json.Marshal(map[string]any{"Replace": map[string]string{m.file: changed}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(overlay, replaced, 0o600); err != nil {
		return "", err
	}
	// Compile first, so that a mutant that does not is not counted as noticed. The test binary is in the cache of builds then.
	build := exec.CommandContext(ctx, "go", "test", "-vet=off", "-overlay", overlay, "-run", "^$", ".")
	build.Dir = filepath.Dir(m.file)
	if err := build.Run(); err != nil {
		return "invalid", ctx.Err()
	}
	tests := exec.CommandContext(ctx, "go", "test", "-vet=off", "-failfast", "-overlay", overlay, "-timeout", limit.String(), "-run", *run, ".")
	tests.Dir = filepath.Dir(m.file)
	if err := tests.Run(); err != nil {
		return "noticed", ctx.Err()
	}
	return "survived", ctx.Err()
}

// opposites are the operators that stand for each other in mutants: negated and shifted conditions, and the opposite calculation.
var opposites = map[token.Token][]token.Token{
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL}, token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR}, token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.ADD: {token.SUB}, token.SUB: {token.ADD},
}

// mutantsOf returns all mutants of a file.
func mutantsOf(file string) ([]mutant, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, source, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	if ast.IsGenerated(parsed) {
		return nil, nil
	}
	var found []mutant
	add := func(from, to token.Pos, with, what string) {
		found = append(found, mutant{file, files.Position(from).Line, files.Position(from).Offset, files.Position(to).Offset, with, what})
	}
	text := func(node ast.Node) string {
		return string(source[files.Position(node.Pos()).Offset:files.Position(node.End()).Offset])
	}
	statement := func(node ast.Stmt) { // removed
		switch node := node.(type) {
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.DeferStmt:
		case *ast.AssignStmt:
			if node.Tok == token.DEFINE {
				return
			}
		case *ast.BranchStmt:
			if node.Tok == token.GOTO || node.Tok == token.FALLTHROUGH {
				return
			}
		default:
			return
		}
		add(node.Pos(), node.End(), "{}", "removed: "+short(text(node)))
	}
	ast.Inspect(parsed, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BlockStmt:
			for _, s := range node.List {
				statement(s)
			}
		case *ast.CaseClause:
			for _, s := range node.Body {
				statement(s)
			}
		case *ast.IfStmt:
			add(node.Cond.Pos(), node.Cond.End(), "!("+text(node.Cond)+")", "negated: "+short(text(node.Cond)))
		case *ast.BinaryExpr:
			for _, other := range opposites[node.Op] {
				add(node.OpPos, node.OpPos+token.Pos(len(node.Op.String())), other.String(), fmt.Sprintf("%s instead of %s: %s", other, node.Op, short(text(node))))
			}
		case *ast.BasicLit:
			if n, err := strconv.ParseUint(node.Value, 10, 31); node.Kind == token.INT && err == nil {
				add(node.Pos(), node.End(), strconv.FormatUint(n+1, 10), fmt.Sprintf("%d instead of %d", n+1, n))
			}
		case *ast.Ident:
			if other, ok := map[string]string{"true": "false", "false": "true"}[node.Name]; ok {
				add(node.Pos(), node.End(), other, other+" instead of "+node.Name)
			}
		}
		return true
	})
	return found, nil
}

// short returns the first line of code, cut.
func short(code string) string {
	line, _, isMore := strings.Cut(code, "\n")
	if runes := []rune(line); len(runes) > 80 {
		line, isMore = string(runes[:80]), true
	}
	if isMore {
		line += " …"
	}
	return line
}

// output runs a program and returns what it prints.
func output(ctx context.Context, folder, name string, arguments ...string) (string, error) {
	command := exec.CommandContext(ctx, name, arguments...)
	var errors bytes.Buffer
	command.Dir, command.Stderr = folder, &errors
	printed, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", name, arguments[0], err, bytes.TrimSpace(errors.Bytes()))
	}
	return strings.TrimSpace(string(printed)), nil
}
