package hostile_test

import (
	"slices"
	"strings"
)

// subject is what is attacked: a command, or a tour through screens of the deck.
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
	// keys are pressed one after the other; texts of more than one character that are not keys are typed.
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

		tour("account", "ACCOUNT enter down enter 2 3 down enter 4 5 6 down esc 2 down enter esc 3 4 down enter esc 5 down enter * down"),
		tour("module", "0x1::coin::balance enter v 0x1::native_coin::NativeCoin tab 0x1 enter enter esc esc 2 3 down 4 enter down 5 down"),
		tour("callers", "ACCOUNT enter enter f t down ? esc"),
		tour("blocks", "space b m 17 enter down enter 2 3 esc a down esc g G pgup"),
		tour("price", "btc_usdt enter H h h i i + - down"),
		tour("requests", "ACCOUNT enter space b space p esc space r * down enter down 2 3 down"),
		tour("chooser", "ACCOUNT enter Y down esc : view esc space n esc space s down esc"),
		tour("resource", "ACCOUNT enter 5 down enter * down / coin enter esc"),
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
