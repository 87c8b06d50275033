package hostile_test

import (
	"slices"
	"strings"
)

// subject is the part under attack: a command, or a tour through screens of the deck.
type subject struct {
	name string
	// line is the command line; ACCOUNT stands for the main account.
	line    string
	formats []string
	// interrupt is a command that runs until ctrl+c.
	interrupt bool

	deck bool
	// plain is the deck in screen reader mode.
	plain bool
	// keys are pressed one after the other; texts of more than one character that are not keys are typed. With a node that is not
	// hostile the screen then has the text behind an arrow, in which _ is a space.
	keys []string
}

const coinStore = "0x1::coin::CoinStore<0x1::native_coin::NativeCoin>"

var (
	lists   = []string{"table", "wide", "json", "jsonl", "csv", "raw"}
	records = []string{"table", "json", "raw"}
)

// subjects lists all commands that make requests, and tours through all screens.
func subjects() []subject {
	command := func(line string, formats []string) subject { return subject{name: line, line: line, formats: formats} }
	follow := func(line string) subject {
		return subject{name: line, line: line, formats: []string{"table", "jsonl"}, interrupt: true}
	}
	tour := func(name, keys string) subject {
		return subject{name: "deck " + name, deck: true, keys: strings.Fields(keys)}
	}
	plain := func(name, keys string) subject {
		return subject{name: "plain " + name, deck: true, plain: true, keys: strings.Fields(keys)}
	}
	return []subject{
		command("account ACCOUNT", records),
		command("txs ACCOUNT --kind sent", lists),
		command("txs ACCOUNT --kind sent --oldest-first --all", lists),
		command("txs ACCOUNT --kind coin --limit 40", lists),
		command("txs ACCOUNT --kind coin --type user", lists),
		command("txs ACCOUNT --kind automated", lists),
		command("txs ACCOUNT --kind all", lists),
		command("modules 0x1 --limit 5", lists),
		command("modules 0x1 --all", []string{"table", "jsonl"}),
		command("module 0x1::coin", lists),
		command("module 0x1::coin --source", []string{"table"}),
		command("resources ACCOUNT", lists),
		command("resources ACCOUNT --all", lists),
		command("resource ACCOUNT "+coinStore, []string{"table", "json", "csv", "raw"}),
		command("resource ACCOUNT "+coinStore+" --path .coin.value", []string{"table", "json"}),
		command("view 0x1::coin::balance --type-arg 0x1::native_coin::NativeCoin --arg 0x1", records),
		command("view 0x1::timestamp::now_seconds --bcs", records),
		command("block head", records),
		command("block 7 --with-batches", records),
		command("blocks --last 4 --votes", lists),
		command("blocks --last 9", lists),
		command("price btc_usdt eth_usdt", lists),
		command("history btc_usdt --limit 30", lists),
		command("history btc_usdt --bar 1d --from -70d", lists),
		command("history btc_usdt --chart", []string{"table"}),
		command("doctor", []string{"table", "json"}),
		follow("blocks --follow --last 3"),
		follow("price btc_usdt --follow"),
		follow("view 0x1::timestamp::now_seconds --every 100ms"),

		tour("account", `ACCOUNT enter⇒✓_Success down enter⇒[1_Arguments] 2⇒[2_Payload] 3⇒[3_Events down enter 4⇒[4_Output] 5⇒[5_Authenticator]
			6⇒[6_Raw_JSON] down esc⇒[1_Sent] 2⇒[2_Coin_transfers] down enter⇒Coin_transfers_›_ esc⇒[2_Coin_transfers] 3⇒[3_Automated] 4⇒[4_Modules]
			down enter⇒›_Module esc⇒[4_Modules] 5⇒PackageRegistry down enter⇒›_Resources_› * down`),
		tour("module", `0x1::coin::balance enter⇒_of_33 v⇒TYPE_ARGUMENTS 0x1::native_coin::NativeCoin tab 0x1 enter enter esc esc⇒[1_Functions 2⇒[2_Structs
			3⇒[3_Friends down 4⇒[4_Bytecode enter down 5⇒[5_ABI down`),
		tour("callers", "ACCOUNT enter⇒✓_Success / ::transfer⇒::transfer enter enter⇒[1_Arguments] f⇒_of_ t⇒Calls_of down ?⇒Keys_on_this_screen esc"),
		tour("blocks", `space⇒╭_Go_to b⇒Votes_by_member m⇒My_validator 17 enter down enter⇒›_block 2⇒[2_Payload] 3⇒[3_Raw_JSON] esc⇒›_Blocks a⇒›_Alerts
			down esc g G pgup`),
		tour("price", "btc_usdt⇒▸ enter⇒Candles H h h i i + - down"),
		tour("requests", "ACCOUNT enter⇒✓_Success space⇒requests_and b⇒▸ space⇒requests_and p esc space⇒requests_and r⇒Requests * down enter down 2 3 down"),
		tour("chooser", "ACCOUNT enter⇒✓_Success Y⇒Copy_as down esc :⇒╭_Command view esc space n⇒Networks esc space s⇒Settings down esc"),
		tour("resource", "ACCOUNT enter⇒✓_Success 5⇒PackageRegistry down enter⇒›_Resources_› * down / coin enter esc"),
		tour("home", "b tab tab down enter esc tab tab"),
		plain("account", "ACCOUNT enter down enter 2 3 6 down esc 2 3 4 enter esc 5 enter"),
		plain("blocks", "space b down enter esc space n space s space r down enter"),
		plain("price", "btc_usdt enter down i esc 0x1::coin::balance enter v 0x1 enter"),
	}
}

// command returns the command line with an output format.
func (s subject) command(u *upstream, format string) []string {
	fields := strings.Fields(s.line)
	if i := slices.Index(fields, "ACCOUNT"); i >= 0 {
		fields[i] = u.account
	}
	return append(fields, "-o", format)
}

// versions lists the versions of the RPC that the subject is run with. Not all have blocks and automated transactions.
func (s subject) versions() []string {
	switch {
	case strings.Contains(s.name, "block"):
		return []string{"auto", "v1"}
	case strings.Contains(s.name, "automated"), strings.Contains(s.name, "bcs"):
		return []string{"auto", "v3"}
	}
	return []string{"auto", "v1", "v2", "v3"}
}
