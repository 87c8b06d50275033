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
	"foredeck/tui/tuitest/effort"
)

// elsewhere returns bindings of every action to keys that are not default keys, and the first key of each action.
func elsewhere() (bindings keymap.Bindings, keys map[string]string) {
	bindings, keys = keymap.Bindings{}, map[string]string{}
	next := 'ᐁ' // letters of one column that are used nowhere else
	for _, group := range tui.Keys() {
		for _, action := range group.Actions() {
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

// reboundProgram replaces each default key by the key that its action is bound to.
type reboundProgram struct {
	*tui.Model
	rebind func(tea.KeyMsg) tea.KeyMsg
}

func (p reboundProgram) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if key, ok := msg.(tea.KeyMsg); ok {
		msg = p.rebind(key)
	}
	return p.Model.Update(msg)
}

func newReboundProgram(d *tuitest.Deck, bindings keymap.Bindings) reboundProgram {
	defaults := defaultKeys()
	return reboundProgram{d.Model, func(key tea.KeyMsg) tea.KeyMsg {
		name := key.String()
		if key.Type == tea.KeyRunes && keymap.Captures(d.Screen(), name) && !d.Model.HasOverlay() {
			return key
		}
		for _, action := range d.Model.Actions() {
			if choice := slices.Index(defaults[action.ID], name); choice >= 0 {
				return keymap.Parse(bindings[action.ID][choice])
			}
		}
		return key
	}}
}

// defaultKeys returns the default keys of actions by their id: those of the first group that has the action.
var defaultKeys = sync.OnceValue(func() map[string][]string {
	keys := map[string][]string{}
	for _, group := range tui.Keys() {
		for _, action := range group.Actions() {
			if keys[action.ID] == nil {
				keys[action.ID] = action.Keys()
			}
		}
	}
	return keys
})

// namedKey matches a key in a text: before a verb in the third person, before two spaces, or alone after a colon.
var namedKey = regexp.MustCompile("(?:^|[ ·;:(])(esc|enter|tab|space|pgdn|[↑↓→←]+|[b-zA-HJ-Z`=*%/?+<>{}])(?: [a-z]{2,}s\\b|  [a-z]{2,} )|: ([A-Za-z`=*%])(?: *│|$)")

// Hints use the bound keys: if every action is bound to another key, no scene shows a default key.
func TestHintsUseBoundKeys(t *testing.T) {
	t.Parallel()
	effort.SkipUnderRace(t)
	bindings, bound := elsewhere()
	defaults := map[string]bool{}
	for _, group := range tui.Keys() {
		for _, action := range group.Actions() {
			for _, key := range action.Keys() {
				defaults[screen.KeyName(key)] = true
			}
		}
	}
	shown := map[string]bool{}
	var lock sync.Mutex
	t.Run("scenes", func(t *testing.T) {
		for name, scene := range allScenes() {
			setup, play := scene.Setup, scene.Play
			scene.Setup = func(s *tuitest.Setup) {
				setup(s)
				options := s.Options
				s.Options = func(o *tui.Options) {
					options(o)
					o.Reading.Bindings = bindings
				}
			}
			scene.Play = func(d *tuitest.Deck) {
				d.Program = newReboundProgram(d, bindings)
				play(d)
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				d := scene.Open(t, 120, 40)
				for _, size := range [][2]int{{120, 40}, {100, 30}, {60, 20}} {
					d.Resize(size[0], size[1])
					frame := strings.Split(d.Frame(), "\n")
					for _, line := range frame {
						for _, found := range namedKey.FindAllStringSubmatch(line, -1) {
							if key := found[1] + found[2]; defaults[key] || strings.ContainsAny(key, "↑↓") {
								t.Errorf("at %v: default key %q: %s", size, key, line)
							}
						}
					}
					body := strings.Join(frame[:len(frame)-1], "\n")
					lock.Lock()
					for id, key := range bound {
						shown[id] = shown[id] || strings.Contains(body, key)
					}
					lock.Unlock()
				}
			})
		}
	})
	for _, id := range []string{"deck.refresh", "deck.requests", "deck.save", "home.open", "view.run", "list.down", "blocks.my_validator"} {
		require.True(t, shown[id], "no hint uses %s", id)
	}
}

// Hints of the settings and networks screens that TestHintsUseBoundKeys cannot tell apart.
func TestSettingsHintsUseBoundKeys(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 5}, Config: tuitest.ExampleConfig})
	d.WriteConfigFile("[keys]\n\"settings.add\" = \"ctrl+a\"\n\"settings.next_network\" = \"f6\"\n\"deck.goto\" = \"f7\"\n\"goto.settings\" = \"f8\"\n")
	d.Press("esc")
	d.Send(keymap.Parse("f7"))
	d.Send(keymap.Parse("f8"))
	d.Press("1")
	d.Shows(" of 4, f6 next")
	d.Press("5")
	d.Shows("none yet · ctrl+a add")
	d.Send(keymap.Parse("f7"))
	d.Press("n")
	d.Shows("add networks in Settings: f7 f8")
}

// No string in the source code contains a default key, even if no scene shows it.
func TestStringsContainNoKeys(t *testing.T) {
	t.Parallel()
	literals := 0
	require.NoError(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || path == filepath.Join("command", "table.go") || path == filepath.Join("command", "program.go") { // command line help
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok {
				if called, ok := call.Fun.(*ast.SelectorExpr); ok && called.Sel.Name == "SetHelp" {
					return false
				}
			}
			if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				words, err := strconv.Unquote(literal.Value)
				require.NoError(t, err)
				if found := namedKey.FindString(words); found != "" && !strings.HasPrefix(words, "  foredeck ") { // shell examples contain >
					t.Errorf("%s: %q contains a key", path, words)
				}
				literals++
			}
			return true
		})
		return nil
	}))
	require.Greater(t, literals, 1000)
}
