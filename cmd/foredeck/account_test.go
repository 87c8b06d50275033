package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

const accountBody = `{"sequence_number":18446744073709551615,"authentication_key":"` + keyText + `","added later":{"a":[1]}}`

func TestAccountInEveryFormat(t *testing.T) {
	t.Parallel()
	for format, want := range map[string]string{
		"table": "ADDRESS                                                             SEQUENCE  AUTHENTICATION KEY\n" +
			senderText + "  18,446,744,073,709,551,615  " + keyText + "\n",
		"wide": "ADDRESS                                                             SEQUENCE                    AUTHENTICATION KEY\n" +
			senderText + "  18,446,744,073,709,551,615  " + keyText + "\n",
		"json": "{\n  \"address\": \"" + senderText + "\",\n  \"sequence_number\": 18446744073709551615,\n" +
			"  \"authentication_key\": \"" + keyText + "\",\n  \"problems\": [],\n  \"other\": {\n    \"[\\\"added later\\\"]\": {\n      \"a\": [\n        1\n      ]\n    }\n  }\n}\n",
		"jsonl": `{"address":"` + senderText + `","sequence_number":18446744073709551615,"authentication_key":"` + keyText + `","problems":[],"other":{"[\"added later\"]":{"a":[1]}}}` + "\n",
		"csv":   "address,sequence_number,authentication_key\n" + senderText + ",18446744073709551615," + keyText + "\n",
		"raw":   accountBody + "\n",
	} {
		t.Run(format, func(t *testing.T) {
			n := serve(t, responding(http.StatusOK, accountBody))
			got := foredeck(t, "account", senderText, "--base-url", n.url, "-o", format)
			require.Equal(t, outcome{stdout: want}, got)
			require.Equal(t, []string{"/rpc/v3/accounts/" + senderText}, n.requests())
		})
	}
	t.Run("table is the default", func(t *testing.T) {
		n := serve(t, responding(http.StatusOK, accountBody))
		require.Equal(t, foredeck(t, "account", senderText, "--base-url", n.url, "-o", "table"), foredeck(t, "account", senderText, "--base-url", n.url))
	})
}

func TestAccountReadsAddressesInEveryForm(t *testing.T) {
	t.Parallel()
	n := serve(t, responding(http.StatusOK, accountBody))
	full := "0x" + strings.Repeat("0", 61) + "a1b"
	for _, form := range []string{"0xa1b", "A1B", "0XA1b", "000a1b", full, full[2:]} {
		got := foredeck(t, "account", form, "--base-url", n.url, "-o", "json")
		require.Zero(t, got.code, got.stderr)
		require.Equal(t, full, read[accountShape](t, got.stdout).Address)
	}
}

func TestSimulatedAccounts(t *testing.T) {
	t.Parallel()
	// The same seed gives the same addresses in another network.
	network, err := localnet.Start(t.Context(), localnet.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	for _, named := range network.Accounts() {
		got := foredeck(t, "account", named.Name, "-o", "json")
		require.Zero(t, got.code, got.stderr)
		require.Empty(t, got.stderr)
		account := read[accountShape](t, got.stdout)
		require.Equal(t, named.Address.String(), account.Address)
		require.Regexp(t, "^0x[0-9a-f]{64}$", account.AuthenticationKey)
		switch named.Name {
		case "treasury":
			require.GreaterOrEqual(t, account.SequenceNumber, uint64(1_200))
		case "newcomer", "framework", "automation":
			require.Zero(t, account.SequenceNumber)
		}
	}
	treasury := network.Accounts()[0].Address

	t.Run("names are read in any case", func(t *testing.T) {
		got := foredeck(t, "account", "TreaSury", "-o", "json")
		require.Zero(t, got.code, got.stderr)
		require.Equal(t, treasury.String(), read[accountShape](t, got.stdout).Address)
	})
	t.Run("every format", func(t *testing.T) {
		number := func(text string) { require.Regexp(t, `^1,?[0-9]{3}$`, text) }
		for _, format := range []string{"table", "wide"} {
			got := foredeck(t, "account", "treasury", "-o", format)
			require.Zero(t, got.code, got.stderr)
			rows := lines(t, got.stdout)
			require.Len(t, rows, 2)
			require.Equal(t, []string{"ADDRESS", "SEQUENCE", "AUTHENTICATION", "KEY"}, strings.Fields(rows[0]))
			cells := strings.Fields(rows[1])
			require.Len(t, cells, 3)
			require.Equal(t, treasury.String(), cells[0])
			number(cells[1])
			require.Equal(t, strings.Index(rows[0], "SEQUENCE"), strings.Index(rows[1], cells[1]))
			require.Equal(t, strings.Index(rows[0], "AUTHENTICATION"), strings.Index(rows[1], cells[2]))
		}

		got := foredeck(t, "account", "treasury", "-o", "csv")
		require.Zero(t, got.code, got.stderr)
		rows, err := csv.NewReader(strings.NewReader(got.stdout)).ReadAll()
		require.NoError(t, err)
		require.Len(t, rows, 2)
		require.Equal(t, []string{"address", "sequence_number", "authentication_key"}, rows[0])
		require.Equal(t, treasury.String(), rows[1][0])
		require.Regexp(t, `^1[0-9]{3}$`, rows[1][1])

		got = foredeck(t, "account", "treasury", "-o", "jsonl")
		require.Zero(t, got.code, got.stderr)
		require.Len(t, readLines[accountShape](t, got.stdout), 1)

		got = foredeck(t, "account", "treasury", "-o", "raw")
		require.Zero(t, got.code, got.stderr)
		require.Regexp(t, `^\{"sequence_number":1[0-9]{3},"authentication_key":"0x[0-9a-f]{64}"\}\n$`, got.stdout)
	})
	t.Run("not elsewhere", func(t *testing.T) {
		n := serve(t, responding(http.StatusOK, accountBody))
		got := foredeck(t, "account", "treasury", "--base-url", n.url)
		require.Equal(t, exitUsage, got.code)
		require.Contains(t, got.stderr, `"treasury" is neither a saved name nor an address`)
		require.Empty(t, n.requests())
	})
}

func TestDeployedAccount(t *testing.T) {
	t.Parallel()
	const address = "0x85e8ce0c84ddc0d751397c36f126be283295fe59fa60b47fe54f8c4ef167560f"
	n := serve(t, responding(http.StatusOK, sample(t, "v3-account.json")))
	got := foredeck(t, "account", address, "--base-url", n.url, "-o", "json")
	require.Zero(t, got.code, got.stderr)
	require.Equal(t, accountShape{Address: address, SequenceNumber: 1, AuthenticationKey: address, notesShape: noNotes}, read[accountShape](t, got.stdout))
}

func TestDeployedMissingAccount(t *testing.T) {
	t.Parallel()
	n := serve(t, responding(http.StatusNotFound, sample(t, "error-404-v3.json")))
	got := foredeck(t, "account", "0x1", "--base-url", n.url, "--network", "local")
	require.Equal(t, exitNotFound, got.code)
	require.Empty(t, got.stdout)
	require.Equal(t, "foredeck: account 0x1 not found on local ("+n.url+")", lines(t, got.stderr)[0])
}

func TestAccountWithLargestNumber(t *testing.T) {
	t.Parallel()
	n := serve(t, responding(http.StatusOK, `{"sequence_number":"18446744073709551615","authentication_key":"`+keyText+`"}`))
	got := foredeck(t, "account", "0x1", "--base-url", n.url, "-o", "json")
	require.Zero(t, got.code, got.stderr)
	require.Equal(t, uint64(math.MaxUint64), read[accountShape](t, got.stdout).SequenceNumber)
}

func TestAccountOfUnknownName(t *testing.T) {
	t.Parallel()
	got := foredeck(t, "account", "nobody")
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stderr, `"nobody" is neither a saved name nor an address`)
}

func TestAccountBalances(t *testing.T) {
	t.Parallel()
	table := inEveryForm(t, everyVersion, "account", "TREASURY", "--balances")
	require.Regexp(t, `^SYMBOL +AMOUNT +FOUND IN +TYPE\nNATIVE +[0-9,]+\.[0-9]{8} +CoinStore +0x1::native_coin::NativeCoin\nUSDX +[0-9,]+\.[0-9]{6} +CoinStore `, table)
	document := inEveryForm(t, everyVersion, "account", "TREASURY", "--balances", "-o", "json")
	require.Regexp(t, `"sequence_number": [0-9]+,(.|\n)*"balances": \[\n(.|\n)*"symbol": "NATIVE",\n +"decimals": 8,\n +"source": "coin_store"`, document)
	require.NotContains(t, inEveryForm(t, everyVersion, "account", "TREASURY", "-o", "json"), "balances", "the shape without the option is fixed")
}

// A balance that cannot be read is named, and so is that there are more resources than those that were read.
func TestUnreadableBalancesAreNamed(t *testing.T) {
	t.Parallel()
	stores := []string{`{"type":"0x1::coin::CoinStore<0x2::a::A>","data":{"coin":{"value":"NaN"}}}`}
	for i := range 99 {
		stores = append(stores, fmt.Sprintf(`{"type":"0x2::a::A%d","data":{}}`, i))
	}
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/resources") && !r.URL.Query().Has("start"):
			w.Header().Set("X-Chain-Cursor", "0a")
			fmt.Fprintf(w, "[%s]", strings.Join(stores, ","))
		case strings.HasSuffix(r.URL.Path, "/resources"):
			fmt.Fprint(w, "[]")
		default:
			fmt.Fprintf(w, `{"sequence_number":1,"authentication_key":%q}`, keyText)
		}
	})
	for _, format := range []string{"table", "json", "csv"} {
		got := foredeck(t, "account", senderText, "--balances", "-o", format, "--base-url", n.url)
		require.Zero(t, got.code, got.stderr)
		require.Contains(t, got.stderr, `foredeck: 1 balance not readable: 0x1::coin::CoinStore<0x2::a::A>: `)
		require.Contains(t, got.stderr, `foredeck: only the first 100 resources were read`)
		require.Equal(t, format == "json", strings.Contains(got.stdout, `"balances_unread": [`), got.stdout)
	}
}
