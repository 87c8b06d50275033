package group_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const store = "0x1::coin::CoinStore<0x1::native_coin::NativeCoin>"

func TestFrames(t *testing.T) {
	tuitest.Frames(t, map[string]tuitest.Scene{
		"view":    {Keys: []string{"esc", ":", "view 0x1::coin::balance --type-arg 0x1::native_coin::NativeCoin --arg @saved", "enter", "down"}, AllSizes: true},
		"unknown": {Keys: []string{"esc", ":", "resource @nobody 0x1::account::Account", "enter"}},
	})
}

func TestGroupOfTheConfigFile(t *testing.T) {
	t.Parallel()
	config := "[names]\ncold = \"0x5\"\n[groups]\nteam = [\"cold\", \"0x1\"]\n"
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 3}, Config: config})
	d.Press("esc", ":", "resource @team "+store+" --path .coin.value", "enter")
	d.Shows("of @team", "2 accounts", "cold")
	d.Press("/", "cold", "enter")
	d.Shows("1 of 2")
	d.Press("esc", "e", "enter")
	name, lines := d.Exported()
	require.Contains(t, name, "group-team-CoinStore")
	require.Equal(t, "address,name,state,", lines[0][:19])
	d.Press("b", "enter")
	d.Shows("listed on Home")
	d.Press("enter")
	d.Shows("Account cold")
	d.Press("esc", "enter")
	d.Shows("of @team") // from Home, where it is saved
}

func TestErrors(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 3}, Config: "[groups]\nteam = [\"0x1\"]\n"})
	d.Press("esc", ":", "resource @nobody "+store, "enter")
	d.Shows("@nobody: no such group: must be one of @saved, @team")
	d.Press("esc", ":", "view 0x1::coin::balance --type-arg 0x1::native_coin::NativeCoin --arg @team", "enter")
	d.Shows("balance of @team", "1 account")
}

// changing is a node whose view functions return a value that changes.
type changing struct {
	tuitest.Node
	value *atomic.Int64
}

var viewValue = regexp.MustCompile(`"\d+"`)

func (c changing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	recorded := httptest.NewRecorder()
	c.Node.ServeHTTP(recorded, r)
	body := recorded.Body.Bytes()
	if strings.HasSuffix(r.URL.Path, "/view") {
		body = viewValue.ReplaceAll(body, fmt.Appendf(nil, "%q", fmt.Sprint(c.value.Load())))
	}
	maps.Copy(w.Header(), recorded.Header())
	w.WriteHeader(recorded.Code)
	_, _ = w.Write(body)
}

// The accounts are asked again at the interval of accounts. Values that have changed are marked, with those from before, until r.
func TestGroupRefreshes(t *testing.T) {
	t.Parallel()
	node := changing{tuitest.Node{Records: 3}, new(atomic.Int64)}
	node.value.Store(70_000)
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: node, Config: "[groups]\nteam = [\"busy\", \"0x1\"]\n"})
	d.Press("esc", ":", "view 0x1::coin::balance --type-arg 0x1::native_coin::NativeCoin --arg @team", "enter")
	d.Shows("of @team", "2 accounts, ", "refreshes every 5s", "70000")
	node.value.Store(80_000)
	d.Wait(3)
	d.Hides("80000")
	d.Wait(3)
	d.Shows("70000 → 80000")
	d.Wait(6)
	d.Shows("70000 → 80000") // it has not changed again
	node.value.Store(90_000)
	d.Wait(6)
	d.Shows("80000 → 90000")
	d.Press("r")
	d.Shows("90000")
	d.Hides("→ 90000")
}
