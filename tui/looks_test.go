package tui

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// openStore goes from Home to the store of the treasury's native coins.
func openStore(d *deck) {
	d.openTreasury()
	d.press("5", "/", "NativeCoin", "enter", "enter")
	d.shows("▾ CoinStore<NativeCoin>")
}

func TestWhatChangedSinceTheLastVisit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notebook")
	d := notebookDeck(t, path)
	openStore(d)
	d.shows("0 changed since 12:04:31")
	before := regexp.MustCompile(`value +"([0-9]+)"`).FindStringSubmatch(d.screen())[1]
	d.hides("●")

	again := notebookDeck(t, path) // the same network at the same time: nothing is different
	openStore(again)
	again.shows("0 changed since 12:04:31")
	for range 30 {
		again.produce()
	}
	again.press("r")
	again.shows("changed since 12:04:31", "●")
	require.Regexp(t, `[0-9,]+\.[0-9]{8}`, lineWith(again, "   value "), "in the units of the coin")

	again.press("D")
	again.shows("Compare CoinStore<NativeCoin> with", "last visit", "look ")
	again.press("enter")
	again.shows("Differences", "PATH", "WAS", "IS", ".coin.value", before)
	again.press("enter")
	again.shows("path   .coin.value")
	again.press("D", "enter", "D")
	again.shows("▾ CoinStore<NativeCoin>")
	again.press("D", "enter", "esc")
	again.hides("Differences")
}

func TestNothingDiffers(t *testing.T) {
	d := notebookDeck(t, filepath.Join(t.TempDir(), "notebook"))
	openStore(d)
	d.press("D", "enter")
	d.shows("Differences", "nothing differs: D goes back")
	d.press("esc", "D", "esc")
	d.shows("▾ CoinStore<NativeCoin>")
}

// The balance of the treasury is found three ways, and all tell the same.
func TestTheBalanceThreeWays(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	openStore(d)
	d.press("/", "value", "enter")
	d.shows("path   .coin.value")
	raw := regexp.MustCompile(`value +"([0-9]+)"`).FindStringSubmatch(d.screen())[1]
	shown := regexp.MustCompile(`[0-9,]+\.[0-9]{8}`).FindString(lineWith(d, "   value "))
	d.press("y")
	require.Equal(t, raw, d.clipboard())
	d.press("P")
	d.shows("pinned to the account's panel: CoinStore<NativeCoin> .coin.value")

	d.press("space", "h")
	runBalanceOfTreasury(d)
	require.Equal(t, shown, strings.Fields(lineWith(d, " u64  "))[3])
	d.press("esc", "P")
	d.shows("pinned to the panel of the account treasury")

	d.press("space", "a")
	d.openTreasury()
	require.Contains(t, lineWith(d, "pinned  CoinStore<NativeCoin> .coin.value"), "=  "+shown)
	require.Contains(t, lineWith(d, "pinned  0x1::coin::balance<0x1::native_coin::NativeCoin>"), "=  "+shown)
	d.press("u")
	require.Contains(t, lineWith(d, "pinned  0x1::coin"), "=  "+raw)

	d.press("[", "[", "P")
	d.shows("no longer pinned to the account treasury")
	d.press("]", "]")
	d.hides("pinned  0x1::coin::balance")
}

func TestListsAreExportedWhole(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 257, record: ordinary}})
	openBusy(d)
	export := func(downs int) string {
		d.press("e")
		d.shows("Export", "CSV", "JSON lines")
		for range downs {
			d.press("down")
		}
		d.press("enter")
		d.shows("wrote 257 records to")
		files, err := filepath.Glob(filepath.Join(d.model.folder, "*"))
		require.NoError(t, err)
		require.Len(t, files, 1)
		raw, err := os.ReadFile(files[0])
		require.NoError(t, err)
		require.NoError(t, os.Remove(files[0]))
		require.True(t, strings.HasPrefix(filepath.Base(files[0]), "local-account-0x88fb"), files[0])
		return string(raw)
	}
	rows, err := csv.NewReader(strings.NewReader(export(0))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 258)
	require.Equal(t, "hash", rows[0][0])
	var whole []map[string]any
	require.NoError(t, json.Unmarshal([]byte(export(1)), &whole))
	require.Len(t, whole, 257)
	lines := strings.Split(strings.TrimSpace(export(2)), "\n")
	require.Len(t, lines, 257)
	for i, line := range lines {
		var record map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &record))
		require.Equal(t, rows[i+1][0], record["hash"])
	}
	d.press("5", "enter", "e", "enter")
	d.shows("records to")
	files, err := filepath.Glob(filepath.Join(d.model.folder, "*resource-CoinStore*.csv"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	raw, err := os.ReadFile(files[0])
	require.NoError(t, err)
	require.Contains(t, string(raw), "path,value\n.coin.value,12045510")
}

func TestAnExportIsStopped(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}})
	openBusy(d)
	d.held = true
	d.press("e", "enter")
	d.shows("exporting: 0 records   esc stops and keeps them")
	d.press("esc")
	d.shows("the export was stopped after 0 records", "Account busy › Sent")
	d.release()
	d.shows("Account busy › Sent")
}
