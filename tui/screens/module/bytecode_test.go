package module_test

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
	"foredeck/tui/tuitest"
)

func TestBytecode(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("0x1::shapes::nothing", "enter")
	d.Hides("version 7")
	d.Press("4")
	d.Shows("[4 Bytecode]", "version 7 · 2 of 2", "▸ nothing", "native public(friend) fun nothing(): u64", "native: implemented by the chain",
		"bytes of bytecode, version 7")
	d.Press("up")
	d.Shows("▸ all", "public entry fun all<T0: store>(#0: &signer,", "acquires 0x1::shapes::Plain", "5:  LdU64", "Branch               → 5", "LdConst              65537: u64", "1 of 87")
	d.Press("enter", "down", "down")
	d.Shows("3 of 87", "▸    2   BrTrue               → 0", "enter follow")
	d.Press("enter")
	d.Shows("1 of 87")
	d.Hides("enter follow")
	for range 16 {
		d.Press("down")
	}
	d.Shows("Call                 0xabc::other::call", "enter follow")
	d.Press("enter")
	d.Shows("Module 0xabc::other")
	d.Press("[")
	d.Shows("17 of 87")
	d.Press("left", "/", "noth")
	d.Shows("▸ nothing", "1 of 1 (of 2)", "native: implemented by")
	d.Press("z")
	d.Shows("no name matches", "nothing selected")
	d.Press("esc")
	d.Shows("▸ all", "1 of 87")
	d.Press("x")
	d.Shows("bytes of bytecode", "000000   a1 1c eb 0b", "x instructions")
	d.Press("end", "x")
	d.Shows("▸ all", "1 of 87")
}

func TestFollowCallWithinModule(t *testing.T) {
	t.Parallel()
	own := strings.Replace(tuitest.Shapes, "100011011203", "100011021203", 1) // it calls "nothing" in the same module
	require.NotEqual(t, tuitest.Shapes, own)
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"bytecode": "0x%s", "abi": %s}`, own, tuitest.ShapesABI)
	})
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: handler, NoNames: true})
	d.Press("0x1::shapes", "enter", "4", "enter")
	for range 16 {
		d.Press("down")
	}
	d.Shows("Call                 nothing")
	d.Press("enter")
	d.Shows("▸ nothing", "native: implemented by", "› Modules › Module 0x1::shapes")
}

func TestBytecodeOfSimulatedNetwork(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 80, 24, tuitest.Setup{})
	d.Press("0x1::coin::balance", "enter", "4")
	d.Shows("▸ balance", "version 6")
	d.Press("enter")
	d.Shows("public fun balance<T0>(owner: address): u64", "CallGeneric", "is_account_registered<T0>")
	d.Press("esc", "down")
	d.Shows("▸ is_balance_at_least")
}

// A search continues at the same instruction if the module changes.
func TestCodeSearchSurvivesReload(t *testing.T) {
	t.Parallel()
	published := 0
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"bytecode": "0x%s", "abi": %s, "published": %d}`, tuitest.Shapes, tuitest.ShapesABI, published)
	})
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: handler, NoNames: true})
	d.Press("0x1::shapes", "enter", "4", "enter", "/", "^ld", "enter", "n", "n")
	hits := regexp.MustCompile(`\d+ hits in \d+ function`).FindString(d.Frame())
	require.NotEmpty(t, hits, d.Frame())
	before := d.Body()
	published++
	d.Press("r")
	require.Equal(t, before, d.Body())

	// the module is reloaded during the search
	d.Press("/")
	d.Paused = true
	d.Press("u8")
	d.Shows("searching")
	published++
	held := d.Pending
	d.Pending, d.Paused = nil, false
	d.Send(keymap.Parse("enter"))
	d.Press("r")
	d.Shows("/ ^ldu8", "1 hit in 1 function", "LdU8")
	d.Pending = held
	d.Resume()
	d.Shows("1 hit in 1 function")

	// the screen is left during the search
	d.Press("/")
	d.Paused = true
	d.Send(keymap.Parse("backspace"))
	d.Shows("searching")
	d.Pending, d.Paused = nil, false
	d.Send(keymap.Parse("enter"))
	d.Hides("hit in", "hits in")
	d.Press("[", "]")
	d.Shows("/ ^ldu", "hits in 1 function")
}

func TestInvalidBytecode(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("0x1::coin", "enter", "4")
	d.Shows("cannot parse bytecode: ", "at byte 12", "000000   a1 1c eb 0b", "12 bytes")
	d.Hides("x instructions")
}

func TestMissingBytecode(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Version: client.V1})
	d.Press("0x1::coin", "enter", "4")
	d.Shows("bytecode: not sent by the node")
}

func TestBytecodeIsParsedInTheBackground(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("0x1::shapes", "enter")
	d.Paused = true
	d.Press("4")
	d.Shows("parsing bytecode")
	d.Hides("in flight")
	d.Press("1")
	d.Shows("▸ all")
	d.Press("[")
	d.Resume()
	d.Shows("Go to")
	d.Press("]", "4")
	d.Shows("▸ all", "1 of 87")
}

// BenchmarkListing measures a key in a long function; its cost must not depend on the number of instructions.
func BenchmarkListing(b *testing.B) {
	d := tuitest.New(b, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("0x1::shapes", "enter", "4", "enter")
	for b.Loop() {
		d.Press("down", "up")
	}
}

func TestCopyForms(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("0x1::coin::transfer", "enter")
	forms := d.CopyForms()
	require.Equal(t, "0x1::coin::transfer", forms["value"])
	require.Equal(t, "public entry fun transfer<T0>(#0: &signer, #1: address, #2: u64);\n", forms["declaration"])
	require.Contains(t, forms["JSON"], `"name":"transfer"`)
	require.Equal(t, "foredeck module 0x1::coin --base-url "+tuitest.BaseURL, forms["command"])
	require.Equal(t, "local/module/0x1::coin::transfer", forms["link"])
	d.Shows("#0    &signer  signer, not", "#1    address", "#2    u64")
	d.Press("tab", "home", "down", "down", "down", "down", "down", "down", "down", "down", "down", "=")
	for !strings.Contains(d.Frame(), "Name argument") {
		d.Press("esc", "down", "=")
	}
	d.Shows("Name argument 0x1::coin::transfer(#1)")
	d.Press("to", "enter")
	d.Shows("#1    address  to")
	d.Press("esc", "2")
	require.Equal(t, "local/module/0x1::coin::Coin", d.CopyForms()["link"])
	d.Press("5", "down")
	require.Equal(t, ".bytecode", d.CopyForms()["path"])
	d.Press("4")
	require.Equal(t, "0xa11ceb0b060000000a010012", d.CopyForms()["bytecode"])
	d.Press("esc", "esc", "esc", "space", "a", "0x1::shapes", "enter", "4")
	require.Contains(t, d.CopyForms()["listing"], "\n6\tLdConst 65537: u64\n")
	d.Press("enter", "down", "down", "down", "down", "down", "down")
	forms = d.CopyForms()
	require.Equal(t, "LdConst 65537: u64", forms["value"])
	require.Equal(t, "65537: u64", forms["operand"])
}

func TestHostileBytecode(t *testing.T) {
	t.Parallel()
	for what, code := range map[string]string{
		"name":     strings.ReplaceAll(tuitest.Shapes, "6e6f7468696e67", "1b5b324a1b5b32"),
		"constant": strings.ReplaceAll(tuitest.Shapes, "61225c", "1b5b32"),
		"cut":      tuitest.Shapes[:900],
		"empty":    "",
	} {
		handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, `{"bytecode": "0x%s", "abi": %s}`, code, tuitest.ShapesABI)
		})
		d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: handler, NoNames: true})
		d.Press("0x1::shapes", "enter", "4", "down", "up", "enter")
		for range 90 {
			require.NotContains(t, d.Model.View(), "\x1b[2", what)
			d.Press("down")
		}
		d.Press("x", "end")
		require.NotContains(t, d.Model.View(), "\x1b[2", what)
		d.CopyForms()
	}
}

func TestSearchInstructions(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("0x1::coin", "enter", "4", "enter", "/", "ret")
	d.Shows("/ ret", "enter apply")
	d.Press("enter")
	found := regexp.MustCompile(`/ ret +(\d+) hits in (\d+) functions`).FindStringSubmatch(d.Frame())
	require.NotNil(t, found, d.Frame())
	hits, err := strconv.Atoi(found[1])
	require.NoError(t, err)
	selected := func() string {
		return regexp.MustCompile(`▸ +\d+:? +Ret`).FindString(d.Frame())
	}
	names := map[string]bool{}
	for range hits {
		require.NotEmpty(t, selected(), d.Frame())
		names[regexp.MustCompile(`│ ▸ (\w+)`).FindStringSubmatch(d.Frame())[1]] = true
		d.Press("n")
	}
	require.Equal(t, found[2], strconv.Itoa(len(names)), "n visits each function with hits")
	first := d.Frame()
	d.Press("N")
	require.NotEmpty(t, selected())
	d.Press("n")
	require.Equal(t, first, d.Frame())
	d.Press("esc")
	d.Hides("/ ret")
	d.Press("esc")
	d.Shows("enter show instructions")

	d.Press("/", "balance", "enter", "enter", "/", "ldu64", "enter")
	d.Shows("/ balance", "/ ldu64", "LdU64")
	d.Press("/", "nothing at all", "enter")
	d.Shows("no hits")
}

func TestFilterFriends(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("0x1::coin", "enter", "3")
	d.Shows("1 of 2")
	names := regexp.MustCompile(`0x\w+::\w+`).FindAllString(strings.SplitN(d.Frame(), "MODULE", 2)[1], -1)
	require.Len(t, names, 2)
	d.Press("down", "/", names[1], "enter")
	d.Shows("1 of 1 (of 2)", "▸ "+names[1])
	d.Hides(names[0])
	d.Press("y")
	require.Contains(t, d.Clipboard(), names[1][strings.Index(names[1], "::"):])
	d.Press("/", "x")
	d.Shows("no name matches")
	d.Press("esc")
	d.Shows("1 of 2", names[0], names[1])
}

func TestOpenAtInstruction(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("0x1::shapes::all@7", "enter")
	d.Shows("[4 Bytecode]", "▸ all", "8 of 87", "▸   ✗7   LdTrue")
	d.Press("down")
	d.Shows("9 of 87", "✗7   LdTrue")
	d.Press("r")
	d.Shows("9 of 87", "✗7   LdTrue")
	d.Press("space", "h", "0x1::shapes::gone@7", "enter")
	d.Shows("[4 Bytecode]", "0x1::shapes has no function gone")
}

// A module with an opcode that is not known opens, and the opcode is named.
func TestUnknownOpcode(t *testing.T) {
	t.Parallel()
	code := strings.Replace(tuitest.Shapes, "0a000b010c02", "ff000b010c02", 1)
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"bytecode": "0x%s", "abi": %s}`, code, tuitest.ShapesABI)
	})
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: handler, NoNames: true})
	d.Press("0x1::shapes", "enter", "4")
	d.Shows("! function all: unknown opcode 0xff at byte 481", "10+?", "nothing", "native", "version 7 · 1 of 2")
	require.Contains(t, d.CopyForms()["unknown parts"], "function all: unknown opcode 0xff at byte ")
	d.Press("enter", "end")
	d.Shows("9   Unknown", "LdFalse")
	d.Press("esc", "end")
	d.Shows("▸ nothing", "native: implemented by the chain")
}
