package tui

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/screen/account"
)

// accountList is the list of transactions of the account screen that is shown.
func accountList(d *deck) *load.Pages[client.Transaction] {
	return d.model.history.Visible().(*account.Model).List()
}

// scene is a place and state whose frames are kept.
type scene struct {
	record   func(int) string // of the fixture; nil: ordinary ones
	chain    func(*testChain) // changes the blocks of the fixture
	settings string           // what the file of settings says
	play     func(d *deck)
}

// setup is the node and the settings of the scene.
func (s scene) setup(look theme.Theme) setup {
	node := fixture{records: 57, record: ordinary, chain: newTestChain()}
	if s.record != nil {
		node.record = s.record
	}
	if s.chain != nil {
		s.chain(node.chain)
	}
	return setup{theme: look, handler: node, settings: s.settings}
}

func openBusy(d *deck) { d.press("busy", "enter") }

var scenes = map[string]scene{
	"home":                  {play: func(*deck) {}},
	"home-chain":            {play: func(d *deck) { d.pass(5 * time.Second); d.press("esc", "tab") }},
	"home-chain-followed":   {play: func(d *deck) { openBlocks(d); d.press("m", "0", "enter", "esc") }},
	"home-chain-refused":    {chain: func(c *testChain) { c.token = true }, play: func(d *deck) { d.pass(5 * time.Second); d.press("esc", "tab") }},
	"home-candidates":       {play: func(d *deck) { d.press("0x1::coin::balance") }},
	"home-wrong":            {play: func(d *deck) { d.press("0x12345z") }},
	"home-link":             {play: func(d *deck) { d.press("local/account/" + busy + "/resources/0x1::coin::CoinStore<u8>#.coin.value") }},
	"home-asked":            {play: func(d *deck) { d.press("esc", "space", "m") }},
	"home-recent":           {play: func(d *deck) { openBusy(d); d.press("esc", "tab", "tab", "tab") }},
	"home-filter":           {play: func(d *deck) { openBusy(d); d.press("esc", "esc", "/", "qui") }},
	"account":               {play: func(d *deck) { openBusy(d); d.press("down", "down", "down") }},
	"account-decoded":       {play: func(d *deck) { openBusy(d); d.press("enter", "esc", "down", "down") }},
	"account-scrolled":      {play: func(d *deck) { openBusy(d); d.press("end", "pgdown") }},
	"account-details":       {play: func(d *deck) { openBusy(d); d.press("tab") }},
	"account-oldest":        {play: func(d *deck) { openBusy(d); d.press("s") }},
	"account-end":           {play: func(d *deck) { openBusy(d); d.press("end", "end") }},
	"account-filter":        {play: func(d *deck) { openBusy(d); d.press("/", "swap|publish", "down") }},
	"account-filter-kept":   {play: func(d *deck) { openBusy(d); d.press("/", "!success", "enter", "down", "down", "down") }},
	"account-filter-wrong":  {play: func(d *deck) { openBusy(d); d.press("/", "swap(") }},
	"account-filter-none":   {play: func(d *deck) { openBusy(d); d.press("/", "nowhere", "enter") }},
	"account-sorted":        {play: func(d *deck) { openBusy(d); d.press("S", "S", "S") }},
	"account-types-filter":  {play: func(d *deck) { openBusy(d); d.press("5", "/", "1", "enter", "S", "down") }},
	"account-merged":        {play: func(d *deck) { openBusy(d); d.press("m", "down") }},
	"account-merged-empty":  {play: func(d *deck) { d.press("quiet", "enter", "m") }},
	"account-empty":         {play: func(d *deck) { d.press("quiet", "enter") }},
	"account-missing":       {play: func(d *deck) { d.press("0xdead", "enter") }},
	"account-hostile":       {record: hostile, play: func(d *deck) { openBusy(d) }},
	"account-coins":         {play: func(d *deck) { openBusy(d); d.press("2", "down") }},
	"account-coins-user":    {play: func(d *deck) { openBusy(d); d.press("2", "f") }},
	"account-coins-empty":   {play: func(d *deck) { d.press("quiet", "enter", "2") }},
	"account-automated":     {play: func(d *deck) { openBusy(d); d.press("3", "s") }},
	"account-modules":       {play: func(d *deck) { openBusy(d); d.press("4", "down") }},
	"account-modules-odd":   {record: hostile, play: func(d *deck) { openBusy(d); d.press("4") }},
	"account-resources":     {play: func(d *deck) { openBusy(d); d.press("5", "down") }},
	"account-value":         {play: func(d *deck) { openBusy(d); d.press("5", "enter", "*", "down", "down") }},
	"account-value-search":  {play: func(d *deck) { openBusy(d); d.press("5", "enter", "/", "addr|^co", "enter", "n") }},
	"account-resources-odd": {record: hostile, play: func(d *deck) { openBusy(d); d.press("5") }},
	"account-no-resources":  {play: func(d *deck) { d.press("quiet", "enter", "5") }},
	"transaction":           {play: func(d *deck) { openBusy(d); d.press("down", "down", "enter") }},
	"transaction-followed":  {play: func(d *deck) { openBusy(d); d.press("enter", "tab", "tab", "down", "down", "u", "u") }},
	"transaction-failed":    {play: func(d *deck) { openBusy(d); d.press("pgdown", "up", "up", "enter") }},
	"transaction-payload":   {play: func(d *deck) { openBusy(d); d.press("enter", "2") }},
	"transaction-events":    {play: func(d *deck) { openBusy(d); d.press("enter", "3", "down", "enter") }},
	"transaction-output":    {play: func(d *deck) { openBusy(d); d.press("enter", "4") }},
	"transaction-signature": {play: func(d *deck) { openBusy(d); d.press("enter", "5") }},
	"transaction-raw":       {play: func(d *deck) { openBusy(d); d.press("enter", "6", "down", "down") }},
	"transaction-search":    {play: func(d *deck) { openBusy(d); d.press("enter", "6", "/", "0x1") }},
	"transaction-block":     {play: func(d *deck) { openBusy(d); d.press("enter", "tab") }},
	"transaction-hostile":   {record: hostile, play: func(d *deck) { openBusy(d); d.press("end", "enter") }},
	"transaction-odd":       {record: hostile, play: func(d *deck) { openBusy(d); d.press("end", "up", "enter") }},
	"module":                {play: func(d *deck) { d.press("0x1::coin::balance", "enter") }},
	"module-types":          {play: func(d *deck) { d.press("0x1::coin::transfer", "enter", "up", "enter", "down") }},
	"module-views":          {play: func(d *deck) { d.press("0x1::coin", "enter", "f") }},
	"module-search":         {play: func(d *deck) { d.press("0x1::coin", "enter", "/", "^(b|su)") }},
	"module-none":           {play: func(d *deck) { d.press("0x1::bare", "enter", "f") }},
	"module-struct":         {play: func(d *deck) { d.press("0x1::coin::CoinStore", "enter") }},
	"module-friends":        {play: func(d *deck) { d.press("0x1::coin", "enter", "3", "down") }},
	"module-abi":            {play: func(d *deck) { d.press("0x1::coin", "enter", "5", "down", "down", "enter") }},
	"module-abi-search":     {play: func(d *deck) { d.press("0x1::coin", "enter", "5", "/", "is_view", "enter", "n") }},
	"module-bytecode":       {play: func(d *deck) { d.press("0x1::shapes", "enter", "4", "enter", "down", "down") }},
	"module-code-search":    {play: func(d *deck) { d.press("0x1::shapes", "enter", "4", "enter", "/", "^ld", "enter", "n") }},
	"module-bytes":          {play: func(d *deck) { d.press("0x1::shapes", "enter", "4", "x", "down") }},
	"module-broken":         {play: func(d *deck) { d.press("0x1::coin", "enter", "4") }},
	"module-missing":        {play: func(d *deck) { d.press("0x1::nowhere", "enter") }},
	"module-lacks":          {play: func(d *deck) { d.press("0x1::coin::nothing", "enter") }},
	"module-no-interface":   {play: func(d *deck) { d.press("0x1::closed", "enter") }},
	"module-hostile":        {play: func(d *deck) { d.press("0x1::hostile", "enter", "down") }},
	"view":                  {play: func(d *deck) { openBalance(d) }},
	"view-typing":           {play: func(d *deck) { openBalance(d); d.press("0x1::native_coin::NativeCoin", "tab", "bu") }},
	"view-wrong":            {play: func(d *deck) { openBalance(d); d.press("vector<u8", "enter") }},
	"view-run":              {play: func(d *deck) { runBalance(d); d.pass(5 * time.Second); d.press("enter") }},
	"view-runs":             {play: func(d *deck) { runBalance(d); d.press("backspace", "enter", "esc", "down") }},
	"view-bcs":              {play: func(d *deck) { runBalance(d); d.press("tab", "right") }},
	"view-failed":           {play: func(d *deck) { d.press("0x1::coin::supply", "enter", "enter", "u64", "enter") }},
	"view-hostile":          {play: func(d *deck) { d.press("0x1::hostile::f", "enter", "enter", "u8", "enter") }},
	"calls":                 {play: func(d *deck) { openCalls(d); d.press("down") }},
	"calls-filter":          {play: func(d *deck) { openCalls(d); d.press("/", "255|success", "enter", "S", "S", "down") }},
	"calls-none":            {play: func(d *deck) { openCalls(d); d.press("2") }},
	"blocks":                {play: func(d *deck) { openBlocks(d) }},
	"blocks-mine":           {play: func(d *deck) { openBlocks(d); d.press("m", "17", "enter") }},
	"blocks-held":           {play: func(d *deck) { openBlocks(d); d.press("pgdown", "pgdown", "down") }},
	"blocks-next":           {play: func(d *deck) { openBlocks(d); d.press("n") }},
	"blocks-end":            {chain: func(c *testChain) { c.oldest = newestHeight - 60 }, play: func(d *deck) { openBlocks(d); d.press("end") }},
	"blocks-named":          {play: func(d *deck) { openBlocks(d); d.press("=", "me", "enter") }},
	"blocks-paused":         {play: func(d *deck) { openBlocks(d); d.press("p") }},
	"blocks-votes":          {play: func(d *deck) { openBlocks(d); d.press("m", "1", "enter", "v") }},
	"blocks-grid":           {play: func(d *deck) { openBlocks(d); d.press("tab") }},
	"blocks-statistics":     {play: func(d *deck) { openBlocks(d); d.press("S", "down") }},
	"blocks-authors":        {play: func(d *deck) { openBlocks(d); d.press("S", "tab") }},
	"blocks-alerts":         {play: func(d *deck) { openBlocks(d); d.press("m", "17", "enter", "a", "down") }},
	"blocks-limit":          {play: func(d *deck) { openBlocks(d); d.press("a", "down", "enter") }},
	"blocks-me":             {play: func(d *deck) { openBlocks(d); d.press("m") }},
	"blocks-refused":        {chain: func(c *testChain) { c.token = true }, play: func(d *deck) { openBlocks(d) }},
	"blocks-none":           {chain: func(c *testChain) { c.head = 0 }, play: func(d *deck) { openBlocks(d) }},
	"blocks-hostile":        {chain: func(c *testChain) { c.hostile = true }, play: func(d *deck) { openBlocks(d) }},
	"block":                 {play: func(d *deck) { openBlocks(d); d.press("m", "17", "enter", "down", "enter") }},
	"block-header":          {play: func(d *deck) { d.press("48211900", "enter", "tab", "down", "down", "down") }},
	"block-voters":          {play: func(d *deck) { openBlocks(d); d.press("enter", "tab", "tab", "right", "down") }},
	"block-payload":         {play: func(d *deck) { openBlocks(d); d.press("enter", "2") }},
	"block-raw":             {play: func(d *deck) { openBlocks(d); d.press("enter", "3", "/", "author") }},
	"block-batches":         {play: func(d *deck) { openBlocks(d); d.press("down", "down", "enter", "B", "down", "enter", "down") }},
	"block-missing":         {play: func(d *deck) { d.press("48300000", "enter") }},
	"block-hostile":         {chain: func(c *testChain) { c.hostile = true }, play: func(d *deck) { openBlocks(d); d.press("enter") }},
	"help":                  {play: func(d *deck) { openBusy(d); d.press("?") }},
	"palette":               {play: func(d *deck) { openBusy(d); d.press(":") }},
	"palette-everything":    {play: func(d *deck) { openBusy(d); d.press("ctrl+p", "pgdown", "pgdown") }},
	"palette-typed": {play: func(d *deck) {
		d.press("0x1::coin", "enter", "esc")
		openBusy(d)
		d.press(":", "view 0x1::coin::b", "down")
	}},
	"palette-mixed":       {play: func(d *deck) { openBusy(d); d.press("5", ":", "busy", "down", "down", "down") }},
	"palette-shell":       {play: func(d *deck) { openBusy(d); d.press(":", "blocks --last 5") }},
	"palette-wrong":       {play: func(d *deck) { openBusy(d); d.press(":", "acount 0x1") }},
	"settings":            {settings: mySettings, play: openForm},
	"settings-network":    {settings: mySettings, play: func(d *deck) { openForm(d); d.press("h", "h", "end", "up", "up") }},
	"settings-looks":      {settings: mySettings, play: func(d *deck) { openForm(d); d.press("2", "down") }},
	"settings-theme":      {settings: mySettings, play: func(d *deck) { openForm(d); d.press("2", "enter") }},
	"settings-wrong-line": {settings: mySettings + "account = 5\n", play: func(d *deck) { openForm(d); d.press("3", "down") }},
	"settings-typed":      {settings: mySettings, play: func(d *deck) { openForm(d); d.press("3", "down", "enter", "ctrl+u", "10x") }},
	"settings-keys":       {settings: mySettings, play: func(d *deck) { openForm(d); d.press("6", "/", "deck.q", "enter", "enter", "ctrl+u", "ctrl+z") }},
	"settings-added":      {settings: mySettings, play: func(d *deck) { openForm(d); d.press("1", "a", "mine") }},
	"settings-none":       {settings: mySettings, play: func(d *deck) { openForm(d); d.press("4", "/", "nothing") }},
	"menu":                {play: func(d *deck) { openBusy(d); d.press("space") }},
}

// golden compares a frame with the one that was kept. go test ./tui -update keeps the new ones: look at them.
func golden(t *testing.T, name, frame string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if flag.Lookup("update").Value.String() == "true" {
		require.NoError(t, os.WriteFile(path, []byte(frame), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "go test ./tui -update makes it")
	require.Equal(t, string(want), frame)
}
