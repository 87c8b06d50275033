package tui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/keymap"
)

func bind(pairs ...string) []config.Binding {
	var wanted []config.Binding
	for i := 0; i < len(pairs); i += 2 {
		wanted = append(wanted, config.Binding{Action: pairs[i], Keys: strings.Fields(pairs[i+1]), Line: i/2 + 1})
	}
	return wanted
}

// Tabs are labelled with the keys that open them, and one without a key says so.
func TestTabsNameTheirKeys(t *testing.T) {
	node := fixture{records: 57, record: ordinary, chain: newTestChain()}
	d := newDeck(t, 120, 40, setup{handler: node})
	d.model.keymap.Bindings, _ = keymap.NewBindings(Keys(), bind("account.tab", "f5 f6 f7 f8", "transaction.tab", "f5 6 x w v alt+r", "module.tab", "ctrl+q", "settings.tab", "f1 f2 f3 f4 f5 f6 f7", "block.tab", "f5 f6 f7"))
	openBusy(d)
	d.shows("[f5 Sent]  f6 Coin transfers  f7 Automated  f8 Modules  – Resources")
	d.send(keymap.Parse("f6"))
	d.shows("f5 Sent  [f6 Coin transfers]")
	d.click("– Resources")
	d.shows("[– Resources]")
	d.click("f5 Sent")
	d.press("m")
	d.shows("[f5 Sent]  [f6 Coin transfers]")
	d.press("m", "enter")
	d.shows("[f5 Arguments]  6 Payload  x Events 2  w Output  v Authenticator  alt+r Raw JSON")
	d.press("esc", "esc", "esc", "0x1::coin", "enter")
	d.shows("[ctrl+q Functions]  – Structs")
	d.send(tea.WindowSizeMsg{Width: 44, Height: 20})
	d.shows("[ctrl+q Functions] of 5")
	d.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	d.press("esc", "space", "s")
	d.shows("[f1 Networks]  f2 Appearance")
	openBlocks(d)
	d.press("enter")
	d.shows("[f5 Batches]  f6 Payload")
}

// An action with a key for each of several things is written by the first and the last of its keys, as usual ones are.
func TestKeysThatChooseAreWrittenAsARange(t *testing.T) {
	for keys, written := range map[string]string{"f1 f2 f3 f4 f5": "f1-f5 tab", "f1 f2": "f1-f2 tab", "f1 f2 f3 f4 f5 f6 f7": "f1-f5 tab", "f1": "f1 tab"} {
		d := newDeck(t, 200, 60, setup{handler: fixture{records: 57, record: ordinary}})
		d.model.keymap.Bindings, _ = keymap.NewBindings(Keys(), bind("account.tab", keys, "deck.help", "f10 ?"))
		openBusy(d)
		d.shows("  "+written+"  ", "f10 help")
	}
}

// Every action that the source makes stands in the list of keys, so that it can be bound.
func TestKeysListsEveryAction(t *testing.T) {
	listed := map[string]bool{}
	for _, group := range Keys() {
		for _, action := range group.Actions {
			require.NotEmpty(t, action.Keys(), action.ID)
			require.NotEmpty(t, action.Help().Desc, action.ID)
			listed[action.ID] = true
		}
	}
	made := 0
	require.NoError(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok || len(call.Args) != 4 {
				return true
			}
			name := ""
			switch called := call.Fun.(type) {
			case *ast.SelectorExpr:
				name = called.Sel.Name
			case *ast.Ident:
				name = called.Name
			}
			id, isText := call.Args[0].(*ast.BasicLit)
			if name != "NewAction" || !isText {
				return true
			}
			written, err := strconv.Unquote(id.Value)
			require.NoError(t, err)
			require.True(t, listed[written], "%s of %s is not among Keys()", written, path)
			made++
			return true
		})
		return nil
	}))
	require.Greater(t, made, 100)
}

func TestBoundKeysAct(t *testing.T) {
	d := newDeck(t, 100, 30, setup{theme: theme.NoColour(), handler: fixture{records: 57, record: ordinary}})
	var problems []config.Problem
	d.model.keymap.Bindings, problems = keymap.NewBindings(Keys(), bind("deck.help", "f1", "list.down", ",", "account.tab", "f5 f6 f7 f8 f9", "goto.home", "x", "deck.goto", "g", "list.first", "home", "deck.quit", "ctrl+q"))
	require.Empty(t, problems)
	require.Contains(t, ansi.Strip(d.model.View()), "ctrl+q quit", "it acts while one types")
	d.press("a,")
	require.Contains(t, ansi.Strip(d.model.View()), "> a,", "text stays text")
	d.press("backspace", "backspace")
	openBusy(d)
	frame := ansi.Strip(d.model.View())
	require.Contains(t, frame, "f1 help")
	require.Contains(t, frame, "▸ 56")
	d.press("j")
	require.Contains(t, ansi.Strip(d.model.View()), "▸ 56", "the usual key does nothing")
	d.press(",")
	require.Contains(t, ansi.Strip(d.model.View()), "▸ 55")
	d.send(keymap.Parse("f8"))
	require.Contains(t, ansi.Strip(d.model.View()), "[f8 Modules]")
	d.send(keymap.Parse("f1"))
	require.Contains(t, ansi.Strip(d.model.View()), "f5 f6 f7 f8 f9")
	d.press("down", "esc", "g")
	require.Contains(t, ansi.Strip(d.model.View()), "x  home")
	d.press("x")
	require.NotContains(t, ansi.Strip(d.model.View()), "Account busy › Sent")
	d.send(keymap.Parse("ctrl+q"))
	require.True(t, d.model.quitting)
}

func TestThePaletteRunsBoundKeys(t *testing.T) {
	d := newDeck(t, 100, 30, setup{theme: theme.NoColour(), handler: fixture{records: 57, record: ordinary}})
	d.model.keymap.Bindings, _ = keymap.NewBindings(Keys(), bind("account.order", "f7"))
	openBusy(d)
	d.press(":", "order")
	require.Contains(t, ansi.Strip(d.model.View()), "f7")
	d.press("enter")
	require.Contains(t, ansi.Strip(d.model.View()), "oldest first ·")
}
