package e2e_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/cmd/foredeck/e2e/terminal"
)

const (
	taskBlocks   = 307 // of the network at the start, as many as its nodes keep
	taskPruned   = 10  // blocks that the nodes no longer have when the tasks begin
	taskTransfer = "0x1::native_account::transfer"
	taskDeposits = "0x1::coin::CoinDeposit"
)

// taskChain is a network whose nodes have pruned blocks that the index has, and what its blocks say.
type taskChain struct {
	network      *localnet.Network
	transactions []client.Transaction
	failed       *client.Transaction // newest failed transfer
	pruned       *client.Transaction // its block is pruned
	team         []string
	upgraded     string // address of a node with another version of 0x1::coin
	folder       string // where the deck runs: it has the config file
}

func startTaskChain(t *testing.T, env []string) *taskChain {
	t.Helper()
	network, err := localnet.Start(t.Context(), localnet.Options{NodeVersion: localnet.Node11, Seed: 3, Transactions: 250, EpochBlocks: 50, Prune: taskBlocks})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	c := &taskChain{network: network, folder: t.TempDir(), upgraded: upgradedNode(t, network.BaseURL())}
	node, err := client.NewNode(network.BaseURL())
	require.NoError(t, err)
	c.read(t, node, 0, taskBlocks-1)
	c.index(t, env)
	head := uint64(0)
	for range taskPruned {
		head, err = network.Produce(t.Context())
		require.NoError(t, err)
	}
	c.read(t, node, taskBlocks, head)
	c.index(t, env)
	c.choose()
	_, err = node.TransactionByHash(t.Context(), c.pruned.Hash)
	require.ErrorIs(t, err, client.ErrNotFound)
	return c
}

// read adds the transactions of blocks.
func (c *taskChain) read(t *testing.T, node *client.Node, first, last uint64) {
	t.Helper()
	for block, err := range node.Blocks(t.Context(), first, last, client.EachWith(client.WithTransactions())) {
		require.NoError(t, err)
		c.transactions = append(c.transactions, block.Transactions...)
	}
}

func (c *taskChain) index(t *testing.T, env []string) {
	t.Helper()
	require.Zero(t, runIn(t, env, "index", "--from", "0", "--base-url", c.network.BaseURL()).status)
}

// choose takes the transactions and accounts of the tasks.
func (c *taskChain) choose() {
	for i := range c.transactions {
		sent := &c.transactions[i]
		switch {
		case sent.Type != "user":
			continue
		case c.pruned == nil:
			c.pruned = sent
		case failsForWantOfCoins(sent) && sent.Payload.Function == taskTransfer:
			c.failed = sent
		}
		if sender := sent.Sender.String(); len(c.team) < 10 && !slices.Contains(c.team, sender) {
			c.team = append(c.team, sender)
		}
	}
}

func failsForWantOfCoins(sent *client.Transaction) bool {
	return sent.Status == "Fail" && strings.Contains(sent.VMStatus, "EINSUFFICIENT_BALANCE")
}

// writeConfig writes a config file with the group of the accounts, and returns its path.
func (c *taskChain) writeConfig(t *testing.T) string {
	t.Helper()
	path := filepath.Join(c.folder, "config.toml")
	require.NoError(t, os.WriteFile(path, []byte("[groups]\nteam = [\""+strings.Join(c.team, `", "`)+"\"]\n"), 0o600))
	return path
}

// upgradedNode serves what a node serves, but for the functions of modules.
func upgradedNode(t *testing.T, base string) string {
	t.Helper()
	target, err := url.Parse(base)
	require.NoError(t, err)
	server := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(request *httputil.ProxyRequest) {
			request.SetURL(target)
			request.Out.Header.Set("Accept-Encoding", "identity")
		},
		ModifyResponse: func(response *http.Response) error {
			if !strings.Contains(response.Request.URL.Path, "/modules/") {
				return nil
			}
			body, err := io.ReadAll(response.Body)
			changed := strings.NewReplacer(`"bytecode":"0x`, `"bytecode":"0xff`, `"name":"burn"`, `"name":"burn_all"`).Replace(string(body))
			response.Body, response.ContentLength = io.NopCloser(strings.NewReader(changed)), int64(len(changed))
			response.Header.Del("Content-Length")
			return err
		},
	})
	t.Cleanup(server.Close)
	return server.URL
}

// A developerTask is done in the deck, from Home, by a few keys.
type developerTask struct {
	name  string
	keys  int // that are pressed; a typed text counts as one
	steps []taskStep
}

// A taskStep presses keys, of which one that begins with "=" is a text, and waits until the screen matches.
type taskStep struct {
	keys []string
	sees []string
}

func press(keys ...string) func(sees ...string) taskStep {
	return func(sees ...string) taskStep { return taskStep{keys, sees} }
}

// command types a line behind ":".
func command(line string, sees ...string) []taskStep {
	return []taskStep{press(":")(`╭ Command ─`), press("="+line, "enter")(sees...)}
}

// tasks are the fourteen tasks of TestDeveloperTasks in cmd/foredeck. ask runs a line in a shell and returns the JSON that it prints.
func (c *taskChain) tasks(t *testing.T, ask func(line ...string) []byte) []developerTask {
	t.Helper()
	sender := c.failed.Sender.String()
	frozen := "case-native_account-transfer-" + fmt.Sprint(*c.failed.SequenceNumber) + ".toml"
	isTransfer := func(sent *client.Transaction) bool {
		return sent.Payload != nil && sent.Payload.Kind == "entry_function" && sent.Payload.Function == taskTransfer
	}
	failed := press("="+c.failed.Hash, "enter")(`› seq [0-9,]+$`, `failed at +0x1::coin::extract, instruction 8`)
	coins := []string{"0x1::coin::balance", "--type-arg", "0x1::native_coin::NativeCoin", "--arg", "@team"}
	stores := []string{"@team", "0x1::coin::CoinStore<0x1::native_coin::NativeCoin>", "--path", ".coin.value"}
	return []developerTask{
		{"which functions of a module fail most, and why", 6, []taskStep{
			press("space", "t")(`Transactions of the chain`, `▸ [0-9]`),
			press("/", "=status:fail module:0x1::native_account", "enter")(`status is fail`, ` of [0-9,]+ · all loaded`),
			press("#")(`the whole list`, fmt.Sprintf(`▸ \S+::transfer +Fail +EINSUFFICIENT\S+ +%d `, c.count(func(sent *client.Transaction) bool {
				return isTransfer(sent) && failsForWantOfCoins(sent)
			}))),
		}},
		{"how a balance changed, and through what", 3, []taskStep{
			press("="+sender, "enter")(`› Sent$`, `▸ [0-9]`), press("6")(balanceOf(t, ask(append([]string{"balance"}, sender, "--history")...))...),
		}},
		{"who calls a function, with which arguments", 4, []taskStep{
			press("="+taskTransfer, "enter")(`▸ transfer `), press("t")(`3 by anyone`, `scanned`), press("3")(append(c.callers(t, isTransfer), `below them in the index`)...),
		}},
		{"one view over ten accounts", 3, command("view "+strings.Join(coins, " "), valuesOf(t, ask(append([]string{"view"}, coins...)...))...)},
		{"one resource type over ten accounts", 3, command("resource "+strings.Join(stores, " "), valuesOf(t, ask(append([]string{"resource"}, stores...)...))...)},
		{"what a pasted status is", 2, []taskStep{press("="+c.failed.VMStatus, "enter")(`name +EINSUFFICIENT_BALANCE`, `meaning +Not enough coins`)}},
		{"what pasted bytes are", 3, command("explain 0x0d48656c6c6f2c20776f726c6421", `decoded +"Hello, world!"`)},
		{"what a function may do", 3, []taskStep{
			press("=0x1::coin::transfer", "enter")(`▸ transfer `), press("a")(`writes +0x1::coin::CoinStore<T0>`, `aborts +EINSUFFICIENT_BALANCE 0x10006`),
		}},
		{"why a transaction failed", 4, []taskStep{failed, press("F")(`▸ +✗8 +Abort`), press("s")(`▸ ?[0-9]+ .*assert!\(coin\.value >= amount`)}},
		{"who spends most on gas", 3, command("stats --by sender --all", c.spender())},
		{"a transaction by its hash, which the node has pruned", 2, []taskStep{
			press("="+c.pruned.Hash, "enter")(`hash +`+c.pruned.Hash[:20], `sender +.*`+c.pruned.Sender.String()[:6]),
		}},
		{"events of a type in a range of heights", 3, command("events "+taskDeposits+" --from 100 --to 120 --all",
			fmt.Sprintf(` %d lines ╮`, c.deposits(100, 120)+len([]string{"titles", "heights"})))},
		{"a transaction as a test", 6, append([]taskStep{failed, press("T")(`frozen: foredeck check \S*` + frozen)}, command("check "+frozen, `1 case: 1 ok, 0 changed`)...)},
		{"how two versions of a module differ", 3, command("diff module 0x1::coin "+c.upgraded, `burn removed`, `burn_all added`)},
	}
}

// count returns in how many transactions something holds.
func (c *taskChain) count(is func(*client.Transaction) bool) (number int) {
	for i := range c.transactions {
		if is(&c.transactions[i]) {
			number++
		}
	}
	return number
}

// callers returns the rows of the newest calls, with the sender and the first argument.
func (c *taskChain) callers(t *testing.T, is func(*client.Transaction) bool) (rows []string) {
	t.Helper()
	for i := range slices.Backward(c.transactions) {
		if sent := &c.transactions[i]; is(sent) && len(rows) < 20 {
			var to string
			require.NoError(t, json.Unmarshal(sent.Payload.Arguments[0], &to))
			rows = append(rows, fmt.Sprintf(`%d +. \S+ +%s +%s, .* %s `, *sent.Height(), inShort(sent.Sender.String()), inShort(to), inShort(sent.Hash)))
		}
	}
	return rows
}

// inShort returns an address or hash as lists show it.
func inShort(digits string) string { return digits[:6] + "…" + digits[len(digits)-4:] }

// deposits returns the number of coin deposits from a height to another one.
func (c *taskChain) deposits(from, to uint64) (number int) {
	for i := range c.transactions {
		for j := range c.transactions[i].Events {
			if height := *c.transactions[i].Height(); c.transactions[i].Events[j].Type == taskDeposits && height >= from && height <= to {
				number++
			}
		}
	}
	return number
}

// spender returns the row of the account that paid the most fees.
func (c *taskChain) spender() string {
	fees, counts, most := map[string]*big.Int{}, map[string]int{}, ""
	for i := range c.transactions {
		sent := &c.transactions[i]
		if sent.Sender == nil || sent.Fee() == nil || sent.Type != "user" && sent.Type != "automated" {
			continue
		}
		sender := sent.Sender.String()
		if fees[sender] == nil {
			fees[sender] = new(big.Int)
		}
		fees[sender].Add(fees[sender], sent.Fee())
		counts[sender]++
		if most == "" || fees[sender].Cmp(fees[most]) > 0 {
			most = sender
		}
	}
	return fmt.Sprintf(`%s +%d +[0-9.]+%% +%s `, inShort(most), counts[most], regexp.QuoteMeta(inCoins(fees[most])))
}

// inCoins returns an amount of the native coin's smallest unit as the deck shows it.
func inCoins(units *big.Int) string {
	digits := fmt.Sprintf("%09s", units)
	whole := digits[:len(digits)-8]
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return whole + "." + digits[len(digits)-8:]
}

// balanceOf returns what the deck shows of a history: the balance of today, and the newest transaction that changed it.
func balanceOf(t *testing.T, printed []byte) []string {
	t.Helper()
	var history struct {
		Balance string
		Rows    []struct{ Hash string }
	}
	require.NoError(t, json.Unmarshal(printed, &history))
	units, ok := new(big.Int).SetString(history.Balance, 10)
	require.True(t, ok, history.Balance)
	return []string{`▸ .* ` + regexp.QuoteMeta(inCoins(units)) + ` +NATIVE .*` + inShort(history.Rows[0].Hash)}
}

// valuesOf returns what the deck shows of a table with a row for each account.
func valuesOf(t *testing.T, printed []byte) (rows []string) {
	t.Helper()
	var accounts []struct {
		Address string
		Values  []struct{ Value json.RawMessage }
	}
	require.NoError(t, json.Unmarshal(printed, &accounts))
	require.Len(t, accounts, 10)
	for _, row := range accounts {
		rows = append(rows, inShort(row.Address)+` +`+strings.Trim(string(row.Values[0].Value), `"`)+` `)
	}
	return rows
}

// Each task of a developer is done in the deck, from Home, by few keys.
func TestDeveloperTasksInTheDeck(t *testing.T) {
	t.Parallel()
	env := environment(t)
	c := startTaskChain(t, env)
	options := []string{"--base-url", c.network.BaseURL(), "--config", c.writeConfig(t)}
	tasks := c.tasks(t, func(line ...string) []byte {
		t.Helper()
		printed := runIn(t, env, append(append(line, "-o", "json"), options...)...)
		require.Zero(t, printed.status, printed.stderr)
		return []byte(printed.stdout)
	})
	require.Len(t, tasks, 14)
	x := terminal.Start(t, terminal.Size{Columns: 200, Rows: 60}, terminal.Options{Environment: env},
		"/bin/sh", append([]string{"-c", `cd "$0" && exec "$@"`, c.folder, program}, options...)...)
	home := shows(`^ Home$`, `^│ > +│`, `Go to`)
	x.WaitUntil("Home", patience, home)
	for _, task := range tasks {
		keys := 0
		for _, step := range task.steps {
			for _, key := range step.keys {
				if text, isText := strings.CutPrefix(key, "="); isText {
					x.Type(text)
				} else {
					x.Key(key)
				}
			}
			x.WaitUntil(fmt.Sprintf("%q, for the task %q", step.sees, task.name), patience, func(screen string) bool {
				isOpen := strings.Contains(screen, "╭ Command ─") // it previews what a line opens
				return shows(step.sees...)(screen) && isOpen == (step.keys[0] == ":")
			})
			keys += len(step.keys)
		}
		require.Equal(t, task.keys, keys, task.name)
		require.LessOrEqual(t, keys, 6, task.name)
		goHome(x, home)
	}
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
}

// goHome closes what lies over a screen, and opens Home.
func goHome(x *terminal.Terminal, home func(string) bool) {
	if strings.Contains(x.Screen(), " esc close") {
		x.Key("esc")
		x.WaitUntil("the box is closed", patience, func(screen string) bool { return !strings.Contains(screen, " esc close") })
	}
	if !home(x.Screen()) {
		x.Key("space", "h")
		x.WaitUntil("Home", patience, home)
	}
}
