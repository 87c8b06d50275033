package tui

import (
	_ "embed"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/tui/keymap"
)

// shapes is the bytecode of a module whose one function has all instructions one after the other, in hex: no compiler would
// write it.
//
//go:embed testdata/shapes.hex
var shapes string

const shapesABI = `{"address": "0x1", "name": "shapes", "friends": [], "structs": [], "exposed_functions": [
	{"name": "all", "visibility": "public", "is_entry": true, "is_view": false, "generic_type_params": [{"constraints": ["store"]}], "params": ["&signer", "address"], "return": []},
	{"name": "nothing", "visibility": "friend", "is_entry": false, "is_view": false, "generic_type_params": [], "params": [], "return": ["u64"]}]}`

func TestBytecodeIsRead(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	d.press("0x1::shapes::nothing", "enter")
	d.hides("version 7")
	d.press("4")
	d.shows("[4 Bytecode]", "version 7 · 2 of 2", "▸ nothing", "native public(friend) fun nothing(): u64", "native: the chain itself has the code",
		"bytes of bytecode, version 7")
	d.press("up")
	d.shows("▸ all", "public entry fun all<T0: store>(signer: &signer,", "acquires 0x1::shapes::Plain", "5:  LdU64", "Branch               → 5", "LdConst              65537: u64", "1 of 87")
	d.press("enter", "down", "down")
	d.shows("3 of 87", "▸    2   BrTrue               → 0", "enter follow")
	d.press("enter")
	d.shows("1 of 87")
	d.hides("enter follow")
	for range 16 {
		d.press("down")
	}
	d.shows("Call                 0xabc::other::call", "enter follow")
	d.press("enter")
	d.shows("Module 0xabc::other")
	d.press("[")
	d.shows("17 of 87")
	d.press("left", "/", "noth")
	d.shows("▸ nothing", "1 of 1 in 2", "native: the chain itself")
	d.press("z")
	d.shows("nothing here has such a name", "nothing is selected")
	d.press("esc")
	d.shows("▸ all", "1 of 87")
	d.press("x")
	d.shows("bytes of bytecode", "000000   a1 1c eb 0b", "x instructions")
	d.press("end", "x")
	d.shows("▸ all", "1 of 87")
}

func TestCallsWithinAModuleAreFollowed(t *testing.T) {
	own := strings.Replace(shapes, "100011011203", "100011021203", 1) // it calls nothing, in the same module
	require.NotEqual(t, shapes, own)
	answer := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"bytecode": "0x%s", "abi": %s}`, own, shapesABI)
	})
	d := newDeck(t, 100, 30, setup{handler: answer, nameless: true})
	d.press("0x1::shapes", "enter", "4", "enter")
	for range 16 {
		d.press("down")
	}
	d.shows("Call                 nothing")
	d.press("enter")
	d.shows("▸ nothing", "native: the chain itself", "Home › Module 0x1::shapes")
}

func TestBytecodeOfTheSimulatedNetwork(t *testing.T) {
	d := newDeck(t, 80, 24, setup{})
	d.press("0x1::coin::balance", "enter", "4")
	d.shows("▸ balance", "version 6")
	d.press("enter")
	d.shows("public fun balance<T0>(#0: address): u64", "LdU64                0")
	d.press("esc", "down")
	d.shows("▸ is_balance_at_least")
}

// A search goes on where the module has changed meanwhile, and where one stood in it stays.
func TestACodeSearchOutlivesAnotherModule(t *testing.T) {
	published := 0
	answer := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"bytecode": "0x%s", "abi": %s, "published": %d}`, shapes, shapesABI, published)
	})
	d := newDeck(t, 100, 30, setup{handler: answer, nameless: true})
	d.press("0x1::shapes", "enter", "4", "enter", "/", "^ld", "enter", "n", "n")
	hits := regexp.MustCompile(`\d+ hits in \d+ function`).FindString(d.screen())
	require.NotEmpty(t, hits, d.screen())
	before := d.body()
	published++
	d.press("r")
	require.Equal(t, before, d.body())

	// the search is under way while the module comes
	d.press("/")
	d.held = true
	d.press("u8")
	d.shows("searching")
	published++
	held := d.waiting
	d.waiting, d.held = nil, false
	d.send(keymap.Parse("enter"))
	d.press("r")
	d.shows("/ ^ldu8", "1 hit in 1 function", "LdU8")
	d.waiting = held
	d.release()
	d.shows("1 hit in 1 function")

	// and where the place is left before it is done
	d.press("/")
	d.held = true
	d.send(keymap.Parse("backspace"))
	d.shows("searching")
	d.waiting, d.held = nil, false
	d.send(keymap.Parse("enter"))
	d.hides("hit in", "hits in")
	d.press("[", "]")
	d.shows("/ ^ldu", "hits in 1 function")
}

func TestBytecodeThatBreaksARule(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	d.press("0x1::coin", "enter", "4")
	d.shows("cannot be read: bytecode: ", "at byte 12", "000000   a1 1c eb 0b", "12 bytes")
	d.hides("x instructions")
}

func TestBytecodeThatTheNodeKeepsBack(t *testing.T) {
	d := newDeck(t, 100, 30, setup{version: client.V1})
	d.press("0x1::coin", "enter", "4")
	d.shows("bytecode: not given by the node")
}

func TestBytecodeIsReadBesideTheLoop(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	d.press("0x1::shapes", "enter")
	d.held = true
	d.press("4")
	d.shows("reading the bytecode", "0 in flight")
	d.press("1")
	d.shows("▸ all")
	d.press("[")
	d.release()
	d.shows("Go to")
	d.press("]", "4")
	d.shows("▸ all", "1 of 87")
}

// BenchmarkListing is a key in a long function: it must not grow with the number of instructions.
func BenchmarkListing(b *testing.B) {
	d := newDeck(b, 120, 40, setup{handler: fixture{records: 57, record: ordinary}})
	d.press("0x1::shapes", "enter", "4", "enter")
	for b.Loop() {
		d.press("down", "up")
	}
}

// copiedForms are the forms in which what is selected can be copied.
func copiedForms(d *deck) map[string]string {
	all := map[string]string{}
	for _, form := range d.model.copies() {
		all[string(form.Form)] = form.Value()
	}
	return all
}

func TestWhatIsSelectedInAModuleIsCopiedAndNamed(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	d.press("0x1::coin::transfer", "enter")
	forms := copiedForms(d)
	require.Equal(t, "0x1::coin::transfer", forms["value"])
	require.Equal(t, "public entry fun transfer<T0>(signer: &signer, #0: address, #1: u64);\n", forms["declaration"])
	require.Contains(t, forms["JSON"], `"name":"transfer"`)
	require.Equal(t, "foredeck module 0x1::coin --base-url "+baseURL, forms["command"])
	require.Equal(t, "local/module/0x1::coin::transfer", forms["link"])
	d.shows("–     &signer  who signs", "#0    address", "#1    u64")
	d.press("tab", "home", "down", "down", "down", "down", "down", "down", "down", "down", "down", "=")
	for !strings.Contains(d.screen(), "Name the argument") {
		d.press("esc", "down", "=")
	}
	d.shows("Name the argument 0x1::coin::transfer#0")
	d.press("to", "enter")
	d.shows("#0    address  to")
	d.press("esc", "2")
	require.Equal(t, "local/module/0x1::coin::Coin", copiedForms(d)["link"])
	d.press("5", "down")
	require.Equal(t, ".bytecode", copiedForms(d)["path"])
	d.press("4")
	require.Equal(t, "0xa11ceb0b060000000a010012", copiedForms(d)["bytecode"])
	d.press("esc", "esc", "esc", "space", "a", "0x1::shapes", "enter", "4")
	require.Contains(t, copiedForms(d)["listing"], "\n6\tLdConst 65537: u64\n")
	d.press("enter", "down", "down", "down", "down", "down", "down")
	forms = copiedForms(d)
	require.Equal(t, "LdConst 65537: u64", forms["value"])
	require.Equal(t, "65537: u64", forms["operand"])
}

func TestHostileBytecodeIsHarmless(t *testing.T) {
	for what, code := range map[string]string{
		"name":     strings.ReplaceAll(shapes, "6e6f7468696e67", "1b5b324a1b5b32"),
		"constant": strings.ReplaceAll(shapes, "61225c", "1b5b32"),
		"cut":      shapes[:900],
		"empty":    "",
	} {
		answer := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, `{"bytecode": "0x%s", "abi": %s}`, code, shapesABI)
		})
		d := newDeck(t, 100, 30, setup{handler: answer, nameless: true})
		d.press("0x1::shapes", "enter", "4", "down", "up", "enter")
		for range 90 {
			require.NotContains(t, d.model.View(), "\x1b[2", what)
			d.press("down")
		}
		d.press("x", "end")
		require.NotContains(t, d.model.View(), "\x1b[2", what)
		copiedForms(d)
	}
}

func TestInstructionsAreSearchedInAllFunctions(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	d.press("0x1::coin", "enter", "4", "enter", "/", "ret")
	d.shows("/ ret", "enter keep")
	d.press("enter")
	found := regexp.MustCompile(`/ ret +(\d+) hits in (\d+) functions`).FindStringSubmatch(d.screen())
	require.NotNil(t, found, d.screen())
	hits, err := strconv.Atoi(found[1])
	require.NoError(t, err)
	selected := func() string {
		return regexp.MustCompile(`▸ +\d+:? +Ret`).FindString(d.screen())
	}
	names := map[string]bool{}
	for range hits {
		require.NotEmpty(t, selected(), d.screen())
		names[regexp.MustCompile(`│ ▸ (\w+)`).FindStringSubmatch(d.screen())[1]] = true
		d.press("n")
	}
	require.Equal(t, found[2], strconv.Itoa(len(names)), "each function with hits was walked through")
	first := d.screen()
	d.press("N")
	require.NotEmpty(t, selected())
	d.press("n")
	require.Equal(t, first, d.screen())
	d.press("esc")
	d.hides("/ ret")
	d.press("esc")
	d.shows("enter its instructions")

	d.press("/", "balance", "enter", "enter", "/", "ldu64", "enter")
	d.shows("/ balance", "/ ldu64", "LdU64")
	d.press("/", "nothing at all", "enter")
	d.shows("no hits")
}

func TestFriendsAreFiltered(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	d.press("0x1::coin", "enter", "3")
	d.shows("1 of 2")
	names := regexp.MustCompile(`0x\w+::\w+`).FindAllString(strings.SplitN(d.screen(), "MODULE", 2)[1], -1)
	require.Len(t, names, 2)
	d.press("down", "/", names[1], "enter")
	d.shows("1 of 1 in 2", "▸ "+names[1])
	d.hides(names[0])
	d.press("y")
	require.Contains(t, d.clipboard(), names[1][strings.Index(names[1], "::"):])
	d.press("/", "x")
	d.shows("nothing here has such a name")
	d.press("esc")
	d.shows("1 of 2", names[0], names[1])
}
