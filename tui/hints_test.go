package tui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/keymap"
	"foredeck/tui/screen"
)

// elsewhere are bindings of every action to a key that nothing has at first. Actions of the go-to menu and of the choice of one thing
// stay, as their keys are drawn from the bindings anyway.
func elsewhere() (bindings keymap.Bindings, keys map[string]string) {
	bindings, keys = keymap.Bindings{}, map[string]string{}
	next := 'ᐁ' // letters of one column that no text of the deck has
	for _, group := range Keys() {
		for _, action := range group.Actions {
			if bindings[action.ID] != nil {
				continue
			}
			for range action.Keys() {
				bindings[action.ID] = append(bindings[action.ID], "alt+"+string(next))
				next++
			}
			keys[action.ID] = bindings[action.ID][0]
		}
	}
	return bindings, keys
}

// pressElsewhere presses keys by their usual names where every action has another.
func (d *deck) pressElsewhere(key tea.KeyMsg) tea.KeyMsg {
	name := key.String()
	if key.Type == tea.KeyRunes && keymap.Captures(d.model.history.Visible(), name) && d.model.overlay.Open() == nil {
		return key
	}
	for _, action := range d.model.defaultActions() {
		if at := slices.Index(action.Keys(), name); at >= 0 {
			return keymap.Parse(d.model.keymap.Bindings[action.ID][at])
		}
	}
	return key
}

// namedKey is a key that words name: before what it does in the third person, before two blanks, or alone behind a colon.
var namedKey = regexp.MustCompile("(?:^|[ ·;:(│])(esc|enter|tab|space|pgdn|[↑↓→←]+|[b-zA-HJ-Z`=*%/?+<>{}])(?: [a-z]{2,}s\\b|  [a-z]{2,} )|: ([A-Za-z`=*%])(?: *│|$)")

// Words that name a key name the one that acts: with every action on another key no scene names a usual one.
func TestWordsNameTheKeysThatAct(t *testing.T) {
	enumerates(t)
	bindings, bound := elsewhere()
	usual := map[string]bool{}
	for _, group := range Keys() {
		for _, action := range group.Actions {
			for _, key := range action.Keys() {
				usual[screen.KeyName(key)] = true
			}
		}
	}
	said := map[string]bool{}
	for name, scene := range scenes {
		for _, size := range [][2]int{{120, 40}, {100, 30}, {60, 20}} {
			d := newDeck(t, size[0], size[1], scene.setup(theme.NoColour()))
			d.model.keymap.Bindings, d.bound = bindings, true
			scene.play(d)
			frame := strings.Split(d.screen(), "\n")
			for _, line := range frame {
				for _, found := range namedKey.FindAllStringSubmatch(line, -1) {
					if key := found[1] + found[2]; usual[key] || strings.ContainsAny(key, "↑↓") {
						t.Errorf("%s at %v names %q: %s", name, size, key, line)
					}
				}
			}
			for id, key := range bound {
				if strings.Contains(strings.Join(frame[:len(frame)-1], "\n"), key) {
					said[id] = true
				}
			}
		}
	}
	for _, id := range []string{"deck.refresh", "deck.requests", "deck.save", "home.open", "view.run", "list.down", "blocks.me"} {
		require.True(t, said[id], "%s is named nowhere", id)
	}
}

// The form and the list of networks have words with keys that no scene tells apart from others.
func TestWordsOfTheFormNameTheKeysThatAct(t *testing.T) {
	d := formDeck(t, mySettings)
	d.save("[keys]\n\"settings.add\" = \"ctrl+a\"\n\"settings.next_network\" = \"f6\"\n\"deck.goto\" = \"f7\"\n\"goto.settings\" = \"f8\"\n")
	d.run(d.model.history.OpenSettings())
	d.shows(" of 4, f6 next")
	d.press("5")
	d.shows("there are none yet; ctrl+a adds one")
	d.run(d.model.history.OpenNetworks())
	d.shows("networks of your own: f7 f8")
}

// No words of the source name a key either, also those that no scene shows: they ask for the key that acts.
func TestNoWordsAreWrittenWithAKey(t *testing.T) {
	literals := 0
	require.NoError(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || path == filepath.Join("command", "table.go") { // help of the command line
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok {
				if called, ok := call.Fun.(*ast.SelectorExpr); ok && (called.Sel.Name == "NewAction" || called.Sel.Name == "SetHelp") {
					return false
				}
			}
			if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				words, err := strconv.Unquote(literal.Value)
				require.NoError(t, err)
				if found := namedKey.FindString(words); found != "" {
					t.Errorf("%s: %q names a key", path, words)
				}
				literals++
			}
			return true
		})
		return nil
	}))
	require.Greater(t, literals, 1000)
}
