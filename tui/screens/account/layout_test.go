package account_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

func TestPinsInSmallWindows(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{60, 20}, {80, 24}, {100, 30}, {120, 40}} {
		d := tuitest.New(t, size[0], size[1], tuitest.Setup{})
		d.Press("treasury", "enter")
		d.Press("5", "P")
		d.Shows("pinned  Account ")
		d.Press("1")
		d.Shows("pinned  Account ", "sequence 1,200")
	}
}

func TestColumnsInWideWindows(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{100, 30}, {120, 40}, {139, 40}, {140, 40}, {200, 60}} {
		d := tuitest.New(t, size[0], size[1], tuitest.Setup{})
		d.Press("treasury", "enter")
		d.Advance(time.Second)
		titles := []string{"SEQ ", "STATUS ", "FUNCTION ", "REASON ", "AGE "}
		if size[0] == 100 { // beside the panel of the selected record there is no room for it
			titles = append(titles, "HASH ")
		}
		for _, title := range titles {
			require.Contains(t, d.LineWith("SEQ "), title, "%v", size)
		}
		rows := strings.Count(d.Frame(), " ✓ Success ") + strings.Count(d.Frame(), " ✗ Fail ")
		require.Greater(t, rows, size[1]-23, "%v: the list fills its panel", size)
	}
}

func TestSelectedRowFillsThirdColumn(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{160, 50}, {200, 60}} {
		d := tuitest.New(t, size[0], size[1], tuitest.Setup{})
		d.Press("treasury", "enter")
		d.Advance(time.Second)
		d.Shows("COIN TRANSFERS", "EVENTS", "hash 0x", "FEE ", "0x1::native_account::batch_transfer ", "ECOIN_STORE_NOT_PUBLISHED ")
		require.NotContains(t, d.Frame(), " …::native_account", "%v: functions are whole", size)
	}
}

func TestModulesLeaveRoomForSignatures(t *testing.T) {
	t.Parallel()
	for width, signatures := range map[int]bool{120: false, 160: true, 200: true} {
		d := tuitest.New(t, width, 50, tuitest.Setup{})
		d.Press("0x1", "enter", "4")
		d.Advance(time.Second)
		d.Press("down", "down")
		if !signatures {
			require.NotContains(t, d.Frame(), "FUNCTIONS │", "%d", width)
			d.Shows("view     balance, ")
			continue
		}
		d.Shows("0x1::coin", "view     balance<T0>(#0: address): u64", "entry    transfer<T0>(#0: &signer, #1: address, #2: u64)", " more ")
		require.Regexp(t, `▸ 0x1::coin {8,40}\d+ `, d.Frame(), "%d: numbers are next to the names", width)
	}
}

func TestAmountsAlignOnDecimalPoint(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{160, 50}, {200, 60}} {
		d := tuitest.New(t, size[0], size[1], tuitest.Setup{})
		d.Press("treasury", "enter", "2")
		d.Advance(time.Second)
		points := map[int]bool{}
		amount := regexp.MustCompile(` [+-][\d,]+\.`)
		for _, line := range strings.Split(d.Frame(), "\n") {
			if found := amount.FindString(line); strings.Contains(line, " Success ") && found != "" {
				points[len([]rune(line[:strings.Index(line, found)+len(found)]))] = true
			}
		}
		require.Len(t, points, 1, "%v:\n%s", size, d.Frame())
		require.NotRegexp(t, `[\d,]{3}\.\d*…`, d.Frame(), "%v: no amount is cut", size)
	}
}
