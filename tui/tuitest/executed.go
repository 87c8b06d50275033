package tuitest

import (
	"fmt"
	"net/http"
	"path"
	"strconv"
	"strings"
)

// Waiting is the hash of a transaction that is pending until the chain is Final.
const Waiting = "0x7e57000000000000000000000000000000000000000000000000000000000001"

// Deposits is a type of events. So is 0x1::coin::CoinDeposit, whose module does not declare the struct.
const Deposits = "0x1::ledger::Deposit"

// executed serves what public nodes have beyond the specification. It reports whether it knows the route.
func (n Node) executed(w http.ResponseWriter, r *http.Request) bool {
	c := n.Chain
	if c == nil {
		c = NewChain()
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	version, route, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/rpc/"), "/")
	last := path.Base(route)
	respond := func(status int, body string) bool {
		w.WriteHeader(status)
		fmt.Fprint(w, body)
		return true
	}
	switch {
	case route == "block" && version == "v3":
		return respond(http.StatusOK, fmt.Sprintf(`{"header": %s}`, c.executedHeader(c.Head)))
	case strings.HasPrefix(route, "block/height/") && version == "v4":
		height, _ := strconv.Atoi(last)
		c.requests = append(c.requests, height)
		switch {
		case height < c.Oldest:
			w.Header().Set("x-supra-oldest-block", strconv.Itoa(c.Oldest))
			return respond(http.StatusGone, `{"message": "pruned"}`)
		case height > c.Head:
			return respond(http.StatusNotFound, `{"message": "no such block"}`)
		}
		transactions := "null"
		if r.URL.Query().Get("with_finalized_transactions") == "true" {
			transactions = "[" + strings.Join(c.transactions(height), ",") + "]"
		}
		return respond(http.StatusOK, fmt.Sprintf(`{"header": %s, "execution_statistics": {"user_txn_count": %d}, "transactions": %s}`, c.executedHeader(height), usersIn(height), transactions))
	case strings.HasPrefix(route, "block/0x") && version == "v3":
		for height := c.Oldest; height <= c.Head; height++ {
			if c.Digest(height) == last {
				return respond(http.StatusOK, fmt.Sprintf(`{"header": %s}`, c.executedHeader(height)))
			}
		}
		return respond(http.StatusNotFound, `{"message": "no such block"}`)
	case strings.HasPrefix(route, "transactions/0x") && version == "v4":
		return c.byHash(last, r.URL.Query().Get("exclude_uncommitted") == "true", respond)
	case strings.HasPrefix(route, "events/") && version == "v4":
		return c.events(w, r, last, respond)
	case strings.HasPrefix(route, "consensus/committees/") && version == "v4":
		epoch, _ := strconv.Atoi(last)
		if epoch > EpochOf(c.Head) || epoch < EpochOf(c.Oldest) {
			return respond(http.StatusBadRequest, `{"message": "unknown epoch"}`)
		}
		return respond(http.StatusOK, committee(epoch))
	}
	return false
}

// EpochOf returns the epoch of a block.
func EpochOf(height int) int { return 214 - (NewestHeight-height+90)/100 }

// usersIn returns the number of user transactions of a block.
func usersIn(height int) int { return max(height%5-1, 0) }

func (c *Chain) executedHeader(height int) string {
	return strings.Replace(c.header(height), `{"author"`, fmt.Sprintf(`{"hash": %q, "author"`, c.Digest(height)), 1)
}

// HashOf returns the hash of a transaction of a block. The one with the index 0 is its metadata.
func HashOf(height, index int) string {
	return fmt.Sprintf("0x%08x%02x%054x", height*40503%(1<<32), index, height)
}

// transactions returns those of a block: its metadata, those of users, and in every seventh block an automated one.
func (c *Chain) transactions(height int) []string {
	all := []string{fmt.Sprintf(`{"txn_type": "block_metadata", "hash": %q, "block_header": null, "status": "Success",
		"output": {"Move": {"gas_used": 0, "events": [], "vm_status": "Executed successfully"}}}`, HashOf(height, 0))}
	for i := range usersIn(height) {
		all = append(all, userTransaction(height, i+1, "user"))
	}
	if height%7 == 0 {
		all = append(all, userTransaction(height, usersIn(height)+1, "automated"))
	}
	return all
}

// userTransaction returns the JSON of a transaction in a block, without the header of the block.
func userTransaction(height, index int, kind string) string {
	record := Ordinary(height%50*9 + index%9)
	record = strings.Replace(record, `"txn_type": "user"`, fmt.Sprintf(`"txn_type": %q`, kind), 1)
	from, to := strings.Index(record, `"block_header": `), strings.Index(record, `"hash": "0x9c0e`)
	end := to + len(`"hash": "`) + 66 + len(`"`)
	return record[:from] + fmt.Sprintf(`"block_header": null, "hash": %q`, HashOf(height, index)) + record[end:]
}

// byHash serves a transaction by its hash, which has the height of its block at the end.
func (c *Chain) byHash(hash string, finalOnly bool, respond func(int, string) bool) bool {
	if hash == Waiting && (c.Final || !finalOnly) && !c.Dropped {
		record := Ordinary(1001 * 9)
		from, to := strings.Index(record, `"block_header": `), strings.Index(record, `"hash": "0x9c0e`)
		end := to + len(`"hash": "`) + 66 + len(`"`)
		header := "null"
		if c.Final {
			header = c.executedHeader(c.Head)
		} else {
			output, status := strings.Index(record, `"output": `), strings.LastIndex(record, `"status": `)
			record = record[:output] + `"output": null, ` + strings.Replace(record[status:], "Success", "Pending", 1)
		}
		return respond(http.StatusOK, record[:from]+fmt.Sprintf(`"block_header": %s, "hash": %q`, header, hash)+record[end:])
	}
	height, _ := strconv.ParseInt(hash[len(hash)-8:], 16, 64)
	if int(height) >= c.Oldest && int(height) <= c.Head {
		for i, record := range c.transactions(int(height)) {
			if HashOf(int(height), i) == hash {
				return respond(http.StatusOK, strings.Replace(record, `"block_header": null`, `"block_header": `+c.executedHeader(int(height)), 1))
			}
		}
	}
	return respond(http.StatusNotFound, `{"message": "no such transaction"}`)
}

// events serves the events of a type, which the transactions of users emit.
func (c *Chain) events(w http.ResponseWriter, r *http.Request, kind string, respond func(int, string) bool) bool {
	query := r.URL.Query()
	from, _ := strconv.Atoi(query.Get("start_height"))
	end, _ := strconv.Atoi(query.Get("end_height"))
	limit, _ := strconv.Atoi(query.Get("limit"))
	start, _ := strconv.Atoi(query.Get("start"))
	if from < c.Oldest {
		w.Header().Set("x-supra-oldest-block", strconv.Itoa(c.Oldest))
		return respond(http.StatusGone, `{"message": "pruned"}`)
	}
	var found []string
	count := 0
	for height := from; height < min(end, c.Head+1) && (kind == Deposits || kind == "0x1::coin::CoinDeposit"); height++ {
		for i := range usersIn(height) {
			if count++; count > start && len(found) < limit {
				found = append(found, fmt.Sprintf(`{"block_height": %d, "transaction_hash": %q, "event": {"guid": {"creation_number": "0", "account_address": "0x0"},
					"sequence_number": "0", "type": %q, "data": {"account": %q, "amount": "%d00000", "coin_type": "0x1::move_coin::MoveCoin"}, "hash": "0x%064x"}}`,
					height, HashOf(height, i+1), kind, []string{Busy, Quiet}[height%2], height%1000+i, height*8+i))
			}
		}
	}
	w.Header().Set("x-foredeck-cursor", strconv.Itoa(start+len(found)))
	return respond(http.StatusOK, `{"data": [`+strings.Join(found, ",")+`]}`)
}

// committee returns the committee of an epoch. In every third one a member is replaced, and stakes change.
func committee(epoch int) string {
	var members []string
	for i := range 9 {
		member := i
		if i == 4 {
			member = 100 + epoch/3
		}
		stake := 1_000_000_000_000_000*(i+1) + epoch%(i+2)*1_000_000
		identity := AuthorOf(NewestHeight - NewestHeight%9 + member)
		if member >= 9 {
			identity = fmt.Sprintf("0x%064x", member)
		}
		members = append(members, fmt.Sprintf(`%q: {"stake": %d, "stake_pool_address": "0x%064x", "dkg_node_number": %d, "keys": {"network_key": "0x4e%062x",
			"supra_keys": {"ed25519_key": "0xed%062x", "bls_multisig_key": "0xb15%093x", "class_group_key": "0xc1a55%x"}}}`, identity, stake, 0x500+member, i, member, member, member, member))
	}
	return fmt.Sprintf(`{"V1": {"authorization": null, "committee": {"epoch_info": {"id": {"chain_id": 8, "epoch": %d}, "start_height": %d,
		"start_time": {"microseconds_since_unix_epoch": %d, "utc_date_time": "x"}}, "members": {%s}}}}`,
		epoch, NewestHeight-(214-epoch)*100-10, BlockTime(NewestHeight-(214-epoch)*100-10), strings.Join(members, ","))
}
