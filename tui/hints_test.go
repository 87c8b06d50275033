package tui_test

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
	"sync"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/tui"
	"foredeck/tui/keymap"
	"foredeck/tui/screen"

	"foredeck/tui/tuitest"
)

// elsewhere are bindings of every action to a key that nothing has at first. Actions of the go-to menu and of the choice of one thing
// stay, as their keys are drawn from the bindings anyway.
func elsewhere() (bindings keymap.Bindings, keys map[string]string) {
	bindings, keys = keymap.Bindings{}, map[string]string{}
	next := 'ᐁ' // letters of one column that no text of the deck has
	for _, group := range tui.Keys() {
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

// rebound returns a rewriter of messages that presses the bound key of what a default key does.
func rebound(d *tuitest.Deck, bindings keymap.Bindings) func(tea.Msg) tea.Msg {
	byKey := map[string][]string{} // ids of actions by default key
	for _, group := range tui.Keys() {
		for _, action := range group.Actions {
			for _, key := range action.Keys() {
				byKey[key] = append(byKey[key], action.ID)
			}
		}
	}
	return func(msg tea.Msg) tea.Msg {
		key, ok := msg.(tea.KeyMsg)
		if !ok {
			return msg
		}
		name := key.String()
		if key.Type == tea.KeyRunes && keymap.Captures(d.Screen(), name) && !d.Model.HasOverlay() {
			return msg
		}
		for _, action := range d.Model.Actions() {
			if !slices.Contains(byKey[name], action.ID) {
				continue
			}
			defaults := defaultKeys(action.ID)
			return keymap.Parse(bindings[action.ID][slices.Index(defaults, name)])
		}
		return msg
	}
}

// defaultKeys are the keys of an action that the user has not bound.
func defaultKeys(id string) []string {
	for _, group := range tui.Keys() {
		for _, action := range group.Actions {
			if action.ID == id {
				return action.Keys()
			}
		}
	}
	return nil
}

// namedKey matches a key that a text names: before a verb in the third person, before two blanks, or alone after a colon.
var namedKey = regexp.MustCompile("(?:^|[ ·;:(│])(esc|enter|tab|space|pgdn|[↑↓→←]+|[b-zA-HJ-Z`=*%/?+<>{}])(?: [a-z]{2,}s\\b|  [a-z]{2,} )|: ([A-Za-z`=*%])(?: *│|$)")

// Words that name a key name the one that acts: with every action on another key no scene names a usual one.
func TestWordsNameTheKeysThatAct(t *testing.T) {
	tuitest.SkipUnderRace(t)
	bindings, bound := elsewhere()
	usual := map[string]bool{}
	for _, group := range tui.Keys() {
		for _, action := range group.Actions {
			for _, key := range action.Keys() {
				usual[screen.KeyName(key)] = true
			}
		}
	}
	said := map[string]bool{}
	var lock sync.Mutex
	t.Run("places", func(t *testing.T) {
		for name, place := range tuitest.Places() {
			setup, play := place.Setup, place.Play
			place.Setup = func(s *tuitest.Setup) {
				setup(s)
				options := s.Options
				s.Options = func(o *tui.Options) {
					options(o)
					o.Reading.Bindings = bindings
				}
			}
			place.Play = func(d *tuitest.Deck) {
				d.Rewrite = rebound(d, bindings)
				play(d)
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				for _, size := range [][2]int{{120, 40}, {100, 30}, {60, 20}} {
					frame := strings.Split(place.Open(t, size[0], size[1]).Frame(), "\n")
					for _, line := range frame {
						for _, found := range namedKey.FindAllStringSubmatch(line, -1) {
							if key := found[1] + found[2]; usual[key] || strings.ContainsAny(key, "↑↓") {
								t.Errorf("at %v it names %q: %s", size, key, line)
							}
						}
					}
					body := strings.Join(frame[:len(frame)-1], "\n")
					lock.Lock()
					for id, key := range bound {
						said[id] = said[id] || strings.Contains(body, key)
					}
					lock.Unlock()
				}
			})
		}
	})
	for _, id := range []string{"deck.refresh", "deck.requests", "deck.save", "home.open", "view.run", "list.down", "blocks.my_validator"} {
		require.True(t, said[id], "no text names %s", id)
	}
}

// The form and the list of networks name keys that no scene distinguishes from others.
func TestWordsOfTheFormNameTheKeysThatAct(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 5}, Config: tuitest.ExampleConfig})
	d.WriteConfigFile("[keys]\n\"settings.add\" = \"ctrl+a\"\n\"settings.next_network\" = \"f6\"\n\"deck.goto\" = \"f7\"\n\"goto.settings\" = \"f8\"\n")
	d.Press("esc")
	d.Send(keymap.Parse("f7"))
	d.Send(keymap.Parse("f8"))
	d.Shows(" of 4, f6 next")
	d.Press("5")
	d.Shows("none yet · ctrl+a add")
	d.Send(keymap.Parse("f7"))
	d.Press("n")
	d.Shows("add networks in Settings: f7 f8")
}

// No string in the source code names a key, even where no scene shows it: it must use the bound key.
func TestNoWordsAreWrittenWithAKey(t *testing.T) {
	t.Parallel()
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
				if found := namedKey.FindString(words); found != "" && !strings.HasPrefix(words, "  foredeck ") { // examples of the shell have a >
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
