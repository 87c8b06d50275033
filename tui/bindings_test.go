package tui_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui"
	"foredeck/tui/keymap"
	"foredeck/tui/screen"
	"foredeck/tui/tuitest"
)

func bind(pairs ...string) []config.Binding {
	var wanted []config.Binding
	for i := 0; i < len(pairs); i += 2 {
		wanted = append(wanted, config.Binding{Action: pairs[i], Keys: strings.Fields(pairs[i+1]), Line: i/2 + 1})
	}
	return wanted
}

// bindTo replaces the key bindings of a deck.
func bindTo(d *tuitest.Deck, wanted []config.Binding) []config.Problem {
	bindings, problems := keymap.NewBindings(tui.Keys(), wanted)
	d.Deps().Keys.(*keymap.Model).Bindings = bindings
	d.Send(nil) // as the message of a changed configuration does
	return problems
}

// Tabs show their bound keys, or a dash if they have none.
func TestTabLabelsUseBoundKeys(t *testing.T) {
	t.Parallel()
	node := tuitest.Node{Records: 57, Chain: tuitest.NewChain()}
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: node})
	bindTo(d, bind("account.tab", "f5 f6 f7 f8", "transaction.tab", "f5 6 x w v alt+r", "module.tab", "ctrl+q", "settings.tab", "f1 f2 f3 f4 f5 f6 f7", "block.tab", "f5 f6 f7"))
	d.Press("busy", "enter")
	d.Shows("[f5 Sent] f6 Coin transfers  f7 Automated  f8 Modules  – Resources")
	d.Send(keymap.Parse("f6"))
	d.Shows("f5 Sent [f6 Coin transfers]")
	d.Click("– Resources")
	d.Shows("[– Resources]")
	d.Click("f5 Sent")
	d.Press("m")
	d.Shows("[f5 Sent][f6 Coin transfers]")
	d.Press("m", "enter")
	d.Shows("[f5 Arguments] 6 Payload  x Events 2  w Output  v Authenticator  alt+r Raw JSON")
	d.Press("esc", "esc", "esc", "0x1::coin", "enter")
	d.Shows("[ctrl+q Functions] – Structs")
	d.Send(tea.WindowSizeMsg{Width: 44, Height: 20})
	d.Shows("[ctrl+q Functions] of 6")
	d.Send(tea.WindowSizeMsg{Width: 120, Height: 40})
	d.Press("esc", "space", "s")
	d.Shows("f1 Networks [f2 Appearance]")
	d.Press("esc", "space", "b")
	d.Press("enter")
	d.Shows("[f5 Batches] f6 Payload")
}

// Hints show an action with a key per choice as a range from the first to the last key.
func TestKeyRangeLabels(t *testing.T) {
	t.Parallel()
	for keys, written := range map[string]string{"f1 f2 f3 f4 f5": "f1-f5 tab", "f1 f2": "f1-f2 tab", "f1 f2 f3 f4 f5 f6 f7": "f1-f6 tab", "f1": "f1 tab"} {
		d := tuitest.New(t, 200, 60, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
		bindTo(d, bind("account.tab", keys, "deck.help", "f10 ?"))
		d.Press("busy", "enter")
		d.Shows("  "+written+"  ", "f10 help")
	}
}

// Keys lists every binding in the source code, so that all are in the documents and can be bound.
func TestKeysIsComplete(t *testing.T) {
	t.Parallel()
	listed := map[string]bool{}
	for _, group := range tui.Keys() {
		for _, action := range group.Actions() {
			require.NotEmpty(t, action.Keys(), action.ID)
			require.NotEmpty(t, action.Help().Desc, action.ID)
			listed[action.ID] = true
		}
	}
	declared := 0
	require.NoError(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(node ast.Node) bool {
			var id ast.Expr
			if field, ok := node.(*ast.KeyValueExpr); ok { // of a binding, a hint or an item of a menu
				if name, ok := field.Key.(*ast.Ident); ok && name.Name == "ID" {
					id = field.Value
				}
			}
			if literal, ok := id.(*ast.BasicLit); ok {
				written, err := strconv.Unquote(literal.Value)
				require.NoError(t, err)
				require.True(t, listed[written], "%s in %s is missing in Keys()", written, path)
				declared++
			}
			return true
		})
		return nil
	}))
	require.Greater(t, declared, 200)
}

// No two actions that act at the same time have one default key, except those of the deck that leave it to the screen, and the arrows, with which a replay steps
// in place of the crosshair.
func TestKeysDoNotConflict(t *testing.T) {
	t.Parallel()
	yields := []string{"deck.reload", "deck.all_commands", "price.left", "price.right"}
	for name := range allScenes() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			owners := map[string]string{}
			for _, action := range openScene(t, name, 100, 30).Model.Acting() {
				for _, key := range action.Keys() {
					switch other, taken := owners[key]; {
					case !taken:
						owners[key] = action.ID
					case !slices.Contains(yields, action.ID):
						t.Errorf("%s is the key of %s and of %s", key, other, action.ID)
					}
				}
			}
		})
	}
}

func TestBoundKeys(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Theme: theme.NoColor(), Handler: tuitest.Node{Records: 57}})
	problems := bindTo(d, bind("deck.help", "f1", "list.down", ";", "account.tab", "f5 f6 f7 f8 f9", "goto.home", "x", "deck.goto", "f12", "list.first", "home", "deck.quit", "ctrl+q"))
	require.Empty(t, problems)
	require.True(t, slices.ContainsFunc(d.Model.Actions(), func(action screen.Action) bool { return action.ID == "deck.quit" }), "ctrl+q works while the user types")
	d.Press("a;")
	require.Contains(t, ansi.Strip(d.Model.View()), "> a;", "bound characters are typed")
	d.Press("backspace", "backspace")
	d.Press("busy", "enter")
	frame := ansi.Strip(d.Model.View())
	require.Contains(t, frame, "f1 help")
	require.Contains(t, frame, "▸ 56")
	d.Press("j")
	require.Contains(t, ansi.Strip(d.Model.View()), "▸ 56", "the default key has no effect")
	d.Press(";")
	require.Contains(t, ansi.Strip(d.Model.View()), "▸ 55")
	d.Send(keymap.Parse("f8"))
	require.Contains(t, ansi.Strip(d.Model.View()), "[f8 Modules]")
	d.Send(keymap.Parse("f1"))
	require.Contains(t, ansi.Strip(d.Model.View()), "f5-f9")
	d.Press("down", "esc")
	d.Send(keymap.Parse("f12"))
	require.Contains(t, ansi.Strip(d.Model.View()), "x  home")
	d.Press("x")
	require.NotContains(t, ansi.Strip(d.Model.View()), "Account busy › Sent")
	d.Send(keymap.Parse("ctrl+q"))
	require.Empty(t, d.Model.View(), "the deck has quit")
}

func TestPaletteRunsBoundKeys(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Theme: theme.NoColor(), Handler: tuitest.Node{Records: 57}})
	bindTo(d, bind("account.order", "f7"))
	d.Press("busy", "enter")
	d.Press(":", "order")
	require.Contains(t, ansi.Strip(d.Model.View()), "f7")
	d.Press("enter")
	require.Contains(t, ansi.Strip(d.Model.View()), "oldest first ·")
}
