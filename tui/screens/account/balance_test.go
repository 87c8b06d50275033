package account_test

import (
	"encoding/csv"
	"math/big"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
	"foredeck/client/move"
	"foredeck/tui/market"
	"foredeck/tui/tuitest"
)

// named returns the address of an account of the simulated network.
func named(t *testing.T, d *tuitest.Deck, name string) move.Address {
	t.Helper()
	for _, account := range d.Network.Accounts() {
		if account.Name == name {
			return account.Address
		}
	}
	t.Fatalf("no account %s", name)
	return move.Address{}
}

func openBalance(t *testing.T, account string, network localnet.Options) *tuitest.Deck {
	t.Helper()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Network: network})
	d.Press(account, "enter")
	d.Press("6")
	return d
}

// exportedRows returns the rows of the exported list by the names of their columns.
func exportedRows(t *testing.T, d *tuitest.Deck) []map[string]string {
	t.Helper()
	d.Press("e", "enter")
	_, lines := d.Exported()
	records, err := csv.NewReader(strings.NewReader(strings.Join(lines, "\n"))).ReadAll()
	require.NoError(t, err)
	var rows []map[string]string
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, name := range records[0] {
			row[name] = record[i]
		}
		rows = append(rows, row)
	}
	return rows
}

func integer(t *testing.T, digits string) *big.Int {
	t.Helper()
	n, ok := new(big.Int).SetString(digits, 10)
	require.True(t, ok, digits)
	return n
}

// The newest balance is that of the node, each row continues the one below it, and what the rows do not explain is shown.
func TestBalanceIsThatOfTheNode(t *testing.T) {
	t.Parallel()
	for _, dialect := range []localnet.Dialect{localnet.Spec, localnet.Deployed} {
		for coin, keys := range map[string][]string{"NATIVE": nil, "USDX": {"f"}} {
			t.Run(dialect.String()+" "+coin, func(t *testing.T) {
				t.Parallel()
				d := openBalance(t, "alice", localnet.Options{Dialect: dialect, Transactions: 1500})
				d.Press(keys...)
				d.Shows("Balance of "+coin, " before ")
				for range 20 {
					d.Press("G")
				}
				d.Shows(" loaded · end")
				rows := exportedRows(t, d)
				require.Greater(t, len(rows), 3)
				held, err := market.NewReader(d.Deps().Node).Read(t.Context(), named(t, d, "alice"))
				require.NoError(t, err)
				today, err := held.OfType(rows[0]["coin"])
				require.NoError(t, err)
				require.Equal(t, coin, today.Symbol)
				require.Equal(t, today.Amount, rows[0]["balance"])
				opening := integer(t, rows[0]["balance"])
				for i, row := range rows {
					require.Equal(t, row["balance"], opening.String(), "row %d", i)
					opening.Sub(opening, integer(t, row["moved"]))
					if row["fee"] != "" {
						opening.Add(opening, integer(t, row["fee"]))
					}
				}
				if opening.Sign() == 0 {
					d.Shows("explains all of it")
				} else {
					d.Shows("does not explain "+today.Of(opening, d.Deps().Units).String(), ": coins from")
				}
			})
		}
	}
}

// Only the first pages are requested before the user asks for more.
func TestBalanceLoadsPageByPage(t *testing.T) {
	t.Parallel()
	calls := &tuitest.RequestLog{}
	d := tuitest.New(t, 120, 40, tuitest.Setup{Transport: calls.Wrap})
	d.Press("treasury", "enter")
	require.False(t, calls.Has("coin_transactions"))
	d.Press("6")
	require.True(t, calls.Has("coin_transactions"))
	d.Shows("of 20 scanned", "before 20")
	d.Press("G")
	d.Shows("of 120 scanned", "before 120 ", "transactions back to ")
}

// A row opens its transaction, and esc returns to it.
func TestBalanceOpensTheTransaction(t *testing.T) {
	t.Parallel()
	d := openBalance(t, "treasury", localnet.Options{})
	d.Press("down", "down")
	selected := d.CopyForms()["hash"]
	require.Regexp(t, "^0x[0-9a-f]{64}$", selected)
	d.Press("enter")
	d.Shows("› seq", selected[:24])
	d.Press("esc")
	d.Shows("Balance of NATIVE")
	require.Equal(t, selected, d.CopyForms()["hash"])
}

// The newest rows follow the balance of the account; what was read stays when the user is further down, with the balance as of now.
func TestBalanceFollowsTheAccount(t *testing.T) {
	t.Parallel()
	d := openBalance(t, "treasury", localnet.Options{})
	first := d.CopyForms()["balance"]
	for range 8 {
		d.ProduceBlock()
	}
	for range 8 {
		d.Advance(6 * time.Second)
	}
	followed := d.CopyForms()["balance"]
	require.NotEqual(t, first, followed)
	d.Hides("reads again")
	d.Press("down")
	second := d.CopyForms()["balance"]
	for range 8 {
		d.ProduceBlock()
	}
	for range 8 {
		d.Advance(6 * time.Second)
	}
	d.Shows(" NATIVE now · r reads again")
	require.Equal(t, second, d.CopyForms()["balance"])
	d.Press("up", "r")
	d.Advance(6 * time.Second)
	require.NotEqual(t, followed, d.CopyForms()["balance"])
	d.Hides("reads again")
}

// cutAmount is an amount that ends before its last digit.
var cutAmount = regexp.MustCompile(`[0-9]\.?[0-9,]*…`)

// shortened are hashes, addresses and functions.
var shortened = regexp.MustCompile(`0x[0-9a-f]+…[0-9a-f]+|…?[a-z_:]+…|…::`)

// An amount is whole or not shown, at any width.
func TestBalanceCutsNoAmount(t *testing.T) {
	t.Parallel()
	d := openBalance(t, "alice", localnet.Options{})
	for range 10 {
		d.Press("G")
	}
	for _, height := range []int{16, 24, 30, 40} {
		for width := 36; width <= 200; width += 3 {
			d.Resize(width, height)
			d.Press("home")
			for line := range strings.Lines(d.Body()) {
				if strings.Contains(line, " NATIVE") && !strings.Contains(line, "sequence") {
					line = shortened.ReplaceAllString(line, "")
					require.NotRegexp(t, cutAmount, line, "%dx%d", width, height)
				}
			}
		}
	}
}

// A filter knows the amounts of the coin and what the transactions are.
func TestBalanceFilter(t *testing.T) {
	t.Parallel()
	d := openBalance(t, "treasury", localnet.Options{})
	d.Press("G", "/", "moved:>1000 fn:transfer", "enter")
	d.Shows("moved above 1000, function contains transfer")
	rows := exportedMatching(t, d)
	require.NotEmpty(t, rows)
	for _, row := range rows {
		require.Contains(t, row["function"], "transfer")
		require.Positive(t, new(big.Int).Abs(integer(t, row["moved"])).Cmp(big.NewInt(1000_00000000)))
	}
}

func exportedMatching(t *testing.T, d *tuitest.Deck) []map[string]string {
	t.Helper()
	d.Shows(" of ")
	return exportedRows(t, d)
}

// A page that fails keeps the rows, which r continues, and no row is lost or counted twice.
func TestBalanceContinuesAfterAFailure(t *testing.T) {
	t.Parallel()
	line := &tuitest.FailingTransport{}
	d := tuitest.New(t, 120, 40, tuitest.Setup{Transport: line.Wrap})
	d.Press("alice", "enter")
	d.Press("6")
	before := d.CopyForms()["balance"]
	line.On.Store(true)
	d.Press("G")
	d.Shows("no response from")
	line.On.Store(false)
	for range 20 {
		d.Press("G")
	}
	d.Press("r")
	for range 20 {
		d.Press("G")
	}
	d.Shows(" loaded · end")
	rows := exportedRows(t, d)
	require.Equal(t, before, rows[0]["balance"])
	for i := range rows[:len(rows)-1] {
		below := integer(t, rows[i]["balance"])
		below.Sub(below, integer(t, rows[i]["moved"]))
		if rows[i]["fee"] != "" {
			below.Add(below, integer(t, rows[i]["fee"]))
		}
		require.Equal(t, rows[i+1]["balance"], below.String(), "row %d", i)
	}
}

// A coin that no transaction moved says so, and one whose balance cannot be read why.
func TestBalanceOfNothing(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{})
	d.Press("newcomer", "enter")
	d.Press("6")
	d.Shows("Balance of NATIVE", "no transaction changed this balance")
	d.Hides("Balance over time")
	d = tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("space", "a", "quiet", "enter")
	d.Press("6")
	d.Shows("native balance not known", "r retry")
	d.Hides("Balance over time")
}
