package main

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
)

// developerChain is a network with all that it has, read from its blocks: what the answers of commands are compared with.
type developerChain struct {
	network      *localnet.Network
	transactions []client.Transaction
	failed       client.Transaction // newest failed transfer
	pruned       string             // hash of a transaction that only the index still has
	team         []string
	config       string            // with a group of ten accounts, @team
	frozen       string            // case of the failed transfer
	current      *localnet.Network // has 0x1::coin
	upgraded     string            // address of a node with another version of it
}

const (
	developerBlocks = 307 // of the network at the start
	developerPruned = 10  // blocks that the nodes no longer have when the tasks begin

	nativeTransfer  = "0x1::native_account::transfer"
	nativeCoinStore = "0x1::coin::CoinStore<0x1::native_coin::NativeCoin>"
)

func newDeveloperChain(t *testing.T) *developerChain {
	t.Helper()
	c := &developerChain{network: startPruned(t)}
	node, err := client.NewNode(c.network.BaseURL())
	require.NoError(t, err)
	c.read(t, node, 0, developerBlocks-1)
	require.Zero(t, at(t, c.network, "index", "--from", "0").code)
	head := uint64(0)
	for range developerPruned {
		head, err = c.network.Produce(t.Context())
		require.NoError(t, err)
	}
	c.read(t, node, developerBlocks, head)
	c.pruned = c.oldest(t, node)
	for _, sent := range c.transactions {
		if sent.Type == "user" && sent.Status == "Fail" && sent.Payload.Function == nativeTransfer && strings.Contains(sent.VMStatus, "EINSUFFICIENT_BALANCE") {
			c.failed = sent
		}
	}
	require.NotNil(t, c.failed.Sender)
	for _, sent := range c.transactions {
		if sent.Type == "user" && len(c.team) < 10 && !slices.Contains(c.team, sent.Sender.String()) {
			c.team = append(c.team, sent.Sender.String())
		}
	}
	require.Len(t, c.team, 10)
	c.config = namesFile(t, c.team...)
	c.frozen = frozenCase(t, c.network, [2]string{c.failed.Sender.String(), fmt.Sprint(*c.failed.SequenceNumber)})
	c.current = frozen(t, localnet.Spec)
	c.upgraded = alter(t, c.current, func(path, body string) string {
		if strings.Contains(path, "/modules/") {
			body = strings.NewReplacer(`"bytecode":"0x`, `"bytecode":"0xff`, `"name":"burn"`, `"name":"burn_all"`).Replace(body)
		}
		return body
	}).url
	require.Zero(t, at(t, c.network, "index", "--from", "0").code)
	return c
}

// startPruned starts a network whose nodes keep no more blocks than there are at the start.
func startPruned(t *testing.T) *localnet.Network {
	t.Helper()
	network, err := localnet.Start(t.Context(), localnet.Options{NodeVersion: localnet.Node11, Seed: 3, Transactions: 250, EpochBlocks: 50, Prune: developerBlocks})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	return network
}

// read adds the transactions of blocks.
func (c *developerChain) read(t *testing.T, node *client.Node, first, last uint64) {
	t.Helper()
	for block, err := range node.Blocks(t.Context(), first, last, client.EachWith(client.WithTransactions())) {
		require.NoError(t, err)
		c.transactions = append(c.transactions, block.Transactions...)
	}
}

// oldest returns the hash of the first transaction of a user, which the node no longer has.
func (c *developerChain) oldest(t *testing.T, node *client.Node) string {
	t.Helper()
	first := slices.IndexFunc(c.transactions, func(sent client.Transaction) bool { return sent.Type == "user" })
	hash := c.transactions[first].Hash
	_, err := node.TransactionByHash(t.Context(), hash)
	require.ErrorIs(t, err, client.ErrNotFound)
	return hash
}

// count returns in how many transactions something holds.
func (c *developerChain) count(is func(*client.Transaction) bool) (number int) {
	for i := range c.transactions {
		if is(&c.transactions[i]) {
			number++
		}
	}
	return number
}

// developerTasks are fourteen tasks of a developer, each done by one command. SENDER, SEQ, HASH, STATUS, CASE and UPGRADED stand for those of
// the chain.
var developerTasks = []struct {
	name    string
	command []string
	code    int
	answers func(*testing.T, *developerChain, outcome)
}{
	{"which functions of a module fail most, and why", []string{"sql", `select function, reason, sum(count) as n from statistics where status = 'Fail'
		and function like '0x1::native_account::%' group by 1, 2 order by n desc`, "-o", "json"}, 0, answerReasons},
	{"how a balance changed, and through what", []string{"balance", "SENDER", "--history", "--all", "-o", "json"}, 0, answerHistory},
	{"who calls a function, with which arguments", []string{"calls", nativeTransfer, "--all", "-o", "json"}, 0, answerCallers},
	{"one view over ten accounts", []string{"view", nativeBalance, "--type-arg", "0x1::native_coin::NativeCoin", "--arg", "@team", "-o", "json"}, 0, answerViews},
	{"one resource type over ten accounts", []string{"resource", "@team", nativeCoinStore, "--path", ".coin.value", "-o", "json"}, 0, answerResources},
	{"what a pasted status is", []string{"explain", "STATUS"}, 0, prints("name        EINSUFFICIENT_BALANCE", "meaning     Not enough coins")},
	{"what pasted bytes are", []string{"explain", "0x0d48656c6c6f2c20776f726c6421"}, 0, prints(`decoded     "Hello, world!"`)},
	{"what a function may do", []string{"effects", "0x1::coin::transfer"}, 0, prints("writes ", "0x1::coin::CoinStore<T0>", "EINSUFFICIENT_BALANCE 0x10006")},
	{"why a transaction failed", []string{"tx", "SENDER", "SEQ"}, 0, prints("EINSUFFICIENT_BALANCE", "at 0x1::coin::extract", "assert!(coin.value >= amount")},
	{"who spends most on gas", []string{"stats", "--by", "sender", "--all", "-o", "json"}, 0, answerSpender},
	{"a transaction by its hash, which the node has pruned", []string{"tx", "HASH", "-o", "json"}, 0, answerHash},
	{"events of a type in a range of heights", []string{"events", "0x1::coin::CoinDeposit", "--from", "100", "--to", "120", "--all", "-o", "jsonl"}, 0, answerEvents},
	{"a transaction as a test", []string{"check", "CASE"}, 0, prints("1 case: 1 ok, 0 changed")},
	{"how two versions of a module differ", []string{"diff", "module", "NODE/0x1::coin", "UPGRADED"}, exitOther, prints("breaks  function burn removed", "ok      function burn_all added")},
}

func TestDeveloperTasks(t *testing.T) {
	t.Parallel()
	c := newDeveloperChain(t)
	require.Len(t, developerTasks, 14)
	words := map[string]string{
		"SENDER": c.failed.Sender.String(), "SEQ": fmt.Sprint(*c.failed.SequenceNumber), "HASH": c.pruned, "STATUS": c.failed.VMStatus, "CASE": c.frozen,
		"UPGRADED": c.upgraded, "NODE/0x1::coin": c.current.BaseURL() + "/0x1::coin",
	}
	for _, task := range developerTasks {
		t.Run(task.name, func(t *testing.T) {
			var line []string
			for _, word := range task.command {
				if meant, found := words[word]; found {
					word = meant
				}
				line = append(line, word)
			}
			line = append(line, "--config", c.config)
			var got outcome
			if line[0] == "diff" {
				got = foredeck(t, line...)
			} else {
				got = at(t, c.network, line...)
			}
			require.Equal(t, task.code, got.code, got.stderr)
			task.answers(t, c, got)
		})
	}
}

// prints returns a check that texts are printed.
func prints(texts ...string) func(*testing.T, *developerChain, outcome) {
	return func(t *testing.T, _ *developerChain, got outcome) {
		for _, text := range texts {
			require.Contains(t, got.stdout, text)
		}
	}
}

// partOf decodes the fields that a check needs.
func partOf[T any](t *testing.T, printed string) (value T) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(printed), &value), printed)
	return value
}

func answerReasons(t *testing.T, c *developerChain, got outcome) {
	rows := partOf[[]struct {
		Function, Reason string
		N                int
	}](t, got.stdout)
	require.NotEmpty(t, rows)
	total := 0
	for i, row := range rows {
		total += row.N
		require.True(t, i == 0 || row.N <= rows[i-1].N, "most first")
	}
	failing := func(of *client.Transaction) bool {
		return of.Status == "Fail" && of.Payload != nil && strings.HasPrefix(of.Payload.Function, "0x1::native_account::")
	}
	require.Equal(t, c.count(failing), total)
	at := slices.IndexFunc(rows, func(row struct {
		Function, Reason string
		N                int
	}) bool {
		return row.Function == nativeTransfer && row.Reason == "EINSUFFICIENT_BALANCE"
	})
	require.Equal(t, c.count(func(of *client.Transaction) bool {
		return failing(of) && of.Payload.Function == nativeTransfer && strings.Contains(of.VMStatus, "EINSUFFICIENT_BALANCE")
	}), rows[at].N)
}

// answerHistory adds up what moved and what was paid, from the opening balance to that of today.
func answerHistory(t *testing.T, c *developerChain, got outcome) {
	history := partOf[struct {
		Balance string `json:"balance"`
		Opening string `json:"opening_balance"`
		Rows    []struct {
			Hash  string  `json:"hash"`
			Moved string  `json:"moved"`
			Fee   *string `json:"fee"`
		} `json:"rows"`
	}](t, got.stdout)
	sum, known := bigNumber(t, history.Opening), map[string]bool{}
	for i := range c.transactions {
		known[c.transactions[i].Hash] = true
	}
	for _, row := range history.Rows {
		sum.Add(sum, bigNumber(t, row.Moved))
		if row.Fee != nil {
			sum.Sub(sum, bigNumber(t, *row.Fee))
		}
		require.True(t, known[row.Hash])
	}
	require.NotEmpty(t, history.Rows)
	require.Equal(t, history.Balance, sum.String())
}

func bigNumber(t *testing.T, text string) *big.Int {
	t.Helper()
	value, ok := new(big.Int).SetString(text, 10)
	require.True(t, ok, text)
	return value
}

func answerCallers(t *testing.T, c *developerChain, got outcome) {
	arguments := map[string]string{}
	for i := range c.transactions {
		if of := &c.transactions[i]; of.Payload != nil && of.Payload.Kind == "entry_function" && of.Payload.Function == nativeTransfer {
			arguments[of.Hash] = of.Sender.String() + joined(t, of.Payload.Arguments)
		}
	}
	calls := partOf[[]listedCall](t, got.stdout)
	found := map[string]string{}
	for _, call := range calls {
		if call.Payload.Kind == "entry_function" {
			found[call.Hash] = call.Sender + joined(t, call.Payload.Arguments)
		}
	}
	require.NotEmpty(t, found)
	require.Equal(t, arguments, found)
}

func joined(t *testing.T, list []json.RawMessage) string {
	t.Helper()
	written, err := json.Marshal(list)
	require.NoError(t, err)
	return string(written)
}

func answerViews(t *testing.T, c *developerChain, got outcome) {
	rows := partOf[[]accountRowShape](t, got.stdout)
	require.Len(t, rows, 11, "the group, with 0x1")
	for i, account := range c.team {
		single := partOf[viewShape](t, at(t, c.network, "view", nativeBalance, "--type-arg", "0x1::native_coin::NativeCoin", "--arg", account, "-o", "json").stdout)
		require.JSONEq(t, string(single.Result[0]), string(rows[i].Values[0].Value))
	}
}

func answerResources(t *testing.T, c *developerChain, got outcome) {
	rows := partOf[[]accountRowShape](t, got.stdout)
	require.Len(t, rows, 11)
	for i, account := range c.team {
		single := at(t, c.network, "resource", account, nativeCoinStore, "--path", ".coin.value", "-o", "json")
		require.JSONEq(t, single.stdout, string(rows[i].Values[0].Value))
	}
}

func answerSpender(t *testing.T, c *developerChain, got outcome) {
	fees := map[string]*big.Int{}
	for i := range c.transactions {
		if of := &c.transactions[i]; of.Sender != nil && of.Fee() != nil && (of.Type == "user" || of.Type == "automated") {
			if fees[of.Sender.String()] == nil {
				fees[of.Sender.String()] = new(big.Int)
			}
			fees[of.Sender.String()].Add(fees[of.Sender.String()], of.Fee())
		}
	}
	found := map[string]*big.Int{}
	for _, row := range partOf[statisticsReport](t, got.stdout).Rows {
		written, err := json.Marshal(row)
		require.NoError(t, err)
		sender := partOf[struct{ Sender, Fee string }](t, string(written))
		found[sender.Sender] = bigNumber(t, sender.Fee)
	}
	require.NotEmpty(t, found)
	require.Equal(t, fees, found)
}

func answerHash(t *testing.T, c *developerChain, got outcome) {
	found := partOf[listedCall](t, got.stdout)
	require.Equal(t, c.pruned, found.Hash)
	require.NotEmpty(t, found.Sender)
}

func answerEvents(t *testing.T, c *developerChain, got outcome) {
	wanted := 0
	for i := range c.transactions {
		of := &c.transactions[i]
		for j := range of.Events {
			if height := *of.Height(); of.Events[j].Type == "0x1::coin::CoinDeposit" && height >= 100 && height <= 120 {
				wanted++
			}
		}
	}
	require.NotZero(t, wanted)
	require.Len(t, lines(t, got.stdout), wanted)
}
