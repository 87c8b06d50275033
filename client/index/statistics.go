package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"modernc.org/sqlite"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/client/tally"
)

// Question asks for statistics.
type Question struct {
	By       []string      // tally.Keys
	Sender   *move.Address // what it has sent itself, without what runs automatically; nil for all
	Function string        // empty for all
	Since    int64         // microseconds; whole hours or days count
	Limit    int           // of groups, those with most transactions; 0 for all
}

// source is where statistics come from: a table, with the columns of keys.
type source struct {
	table   string
	columns map[string]string // of keys
	at      string            // column of the time
	step    int64             // of that, in microseconds
}

// texts are the values of keys as text, by their column.
var texts = map[string]string{
	"function": "(SELECT name FROM name WHERE id = g.key_function)", "outcome": "(SELECT name FROM name WHERE id = g.key_outcome)",
	"reason": "(SELECT name FROM name WHERE id = g.key_reason)", "sender": "(SELECT address FROM account WHERE id = g.key_sender)",
	"day": "strftime('%Y-%m-%d', g.key_day * 86400, 'unixepoch')", "hour": "strftime('%Y-%m-%dT%H:00Z', g.key_hour * 3600, 'unixepoch')",
	// Of a number of digits: 100-999, as tally.GasRange writes it.
	"gas": "CASE WHEN g.key_gas = 1 THEN '0-9' ELSE printf('1%s-%s', substr('000000000000000000', 1, g.key_gas - 1), substr('9999999999999999999', 1, g.key_gas)) END",
}

const (
	hourStep = secondsPerHour * microseconds
	dayStep  = hoursPerDay * hourStep

	// scanned are the transactions themselves as rows of a summary, for what no summary has.
	scanned = `(SELECT t.height AS first_height, t.height AS last_height, coalesce(b.time, 0) AS first_time, coalesce(b.time, 0) AS last_time,
		1 AS count, coalesce(t.gas_used, 0) AS gas, length(t.gas_used) AS digits, coalesce(t.gas_used * t.gas_price, 0) AS fee, t.gas_used * t.gas_price IS NULL AS without_fee,
		coalesce(t.function, 0) AS function, coalesce(t.status, 0) AS status, coalesce(t.reason, 0) AS reason, t.sender, coalesce(t.type, 0) AS type,
		coalesce(b.time, 0) / 3600000000 AS hour FROM tx t LEFT JOIN block b ON b.height = t.height)`
)

var (
	byHour = source{"summary", map[string]string{
		"function": "function", "outcome": "status", "reason": "reason", "day": "hour / 24", "hour": "hour"}, "hour", hourStep}
	bySender      = source{"sender_summary", map[string]string{"outcome": "status", "day": "day", "sender": "sender"}, "day", dayStep}
	byTransaction = source{scanned, map[string]string{
		"function": "function", "outcome": "status", "reason": "reason", "day": "hour / 24", "hour": "hour", "sender": "sender", "gas": "digits"}, "hour", hourStep}
)

// source returns the smallest table that answers a question.
func (q *Question) source() source {
	if slices.Contains(q.By, "gas") {
		return byTransaction
	}
	needsSender := q.Sender != nil || slices.Contains(q.By, "sender")
	needsMore := q.Function != "" || slices.ContainsFunc(q.By, func(key string) bool { return bySender.columns[key] == "" })
	switch {
	case !needsSender:
		return byHour
	case !needsMore:
		return bySender
	}
	return byTransaction
}

// Start returns the time from which on transactions count, in microseconds: that of Since, rounded down to the whole hours or days that
// the summaries have.
func (q *Question) Start() int64 { return q.Since - q.Since%q.source().step }

// sumsOf are the sums of groups, with the fee and the gas in two parts each.
const (
	sumsOf = `sum(count) AS count, sum(without_fee) AS without_fee, 0 AS fee_high, sum(fee) AS fee_low, 0 AS gas_high, sum(gas) AS gas_low, ` + bounds
	// partsOf is sumsOf for sums above 2^63-1, which takes longer.
	partsOf = `sum(count) AS count, sum(without_fee) AS without_fee, sum(fee / 1000000000) AS fee_high, sum(fee % 1000000000) AS fee_low,
		sum(gas / 1000000000) AS gas_high, sum(gas % 1000000000) AS gas_low, ` + bounds
	sumNames = "count, without_fee, fee_high, fee_low, gas_high, gas_low, first_height, last_height, first_time, last_time"
	bounds   = "min(first_height) AS first_height, max(last_height) AS last_height, min(first_time) AS first_time, max(last_time) AS last_time"
)

// part returns the rows of a question: what follows FROM, without groups. others are the numbers of the types that do not count.
func (q *Question) part(table source, others []int64) (from string, values []any) {
	where := []string{fmt.Sprintf("s.%s >= %d", table.at, q.Start()/table.step)}
	for _, kind := range others {
		where = append(where, fmt.Sprintf("s.type <> %d", kind))
	}
	if q.Sender != nil {
		where, values = append(where, "s.sender = (SELECT id FROM account WHERE address = ?)"), append(values, q.Sender.String())
	}
	if q.Function != "" {
		where, values = append(where, "s.function = (SELECT id FROM name WHERE name = ?)"), append(values, q.Function)
	}
	return " FROM " + table.table + " AS s WHERE " + strings.Join(where, " AND "), values
}

// others returns the numbers of the types that do not count.
func (r *Reader) others(ctx context.Context, q *Question) (ids []int64, err error) {
	names := []any{string(client.BlockMetadataType), string(client.AutomationRecordType), string(client.BlockMetadataType)}
	if q.Sender != nil {
		names[2] = string(client.AutomatedType) // the sender has registered a task, and the chain runs it
	}
	rows, err := r.Query(ctx, "SELECT id FROM name WHERE name IN (?, ?, ?)", names...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// groups returns the SQL of the groups: their keys, and then their sums.
func (q *Question) groups(sums, from string, values []any) (statement string, all []any) {
	var columns, shown, order []string
	for _, key := range q.By {
		columns, shown = append(columns, "s."+q.source().columns[key]+" AS key_"+key), append(shown, texts[key])
		if key == "day" || key == "hour" {
			order = append(order, "key_"+key+" DESC")
		}
	}
	grouped := " GROUP BY key_" + strings.Join(q.By, ", key_") + " ORDER BY " + strings.Join(append(order, "count DESC", "first_height"), ", ") + " LIMIT ?"
	limit := q.Limit
	if limit == 0 {
		limit = -1 // none
	}
	all = append(slices.Clone(values), limit)
	if limit > 0 && q.source().table == bySender.table && q.Sender == nil { // of many senders, only those that are listed are summed up
		from += " AND s.sender IN (SELECT sender FROM (SELECT " + strings.Join(append(columns, "s.sender AS sender", "sum(count) AS count", "min(first_height) AS first_height"), ", ") + from + grouped + "))"
		all = append(all, all...)
	}
	return "SELECT " + strings.Join(append(shown, sumNames), ", ") + " FROM (SELECT " + strings.Join(append(columns, sums), ", ") + from + grouped + ") AS g", all
}

// Statistics counts transactions by keys: those of users and those that run automatically. Groups with most transactions are first, and by
// day or hour the newest ones.
func (r *Reader) Statistics(ctx context.Context, q Question) (tally.Statistics, error) {
	s, err := r.statistics(ctx, q, sumsOf)
	if failed, ok := errors.AsType[*sqlite.Error](err); ok && strings.Contains(failed.Error(), "integer overflow") {
		return r.statistics(ctx, q, partsOf)
	}
	return s, err
}

func (r *Reader) statistics(ctx context.Context, q Question, sums string) (s tally.Statistics, err error) {
	others, err := r.others(ctx, &q)
	if err != nil {
		return s, err
	}
	from, values := q.part(q.source(), others)
	ofAll, allValues := from, values
	if q.Sender == nil && q.Function == "" { // the summary by hour has fewer rows, and the start is that of an hour too
		ofAll, allValues = fmt.Sprintf(" FROM summary AS s WHERE s.hour >= %d", q.Start()/hourStep), nil
		for _, kind := range others {
			ofAll += fmt.Sprintf(" AND s.type <> %d", kind)
		}
	}
	total, err := r.queryGroups(ctx, 0, "SELECT "+sums+ofAll, allValues)
	if err != nil {
		return s, err
	}
	if s.Total = total[0]; s.Total.Count == 0 || len(q.By) == 0 {
		return s, nil
	}
	statement, grouped := q.groups(sums, from, values)
	if s.Groups, err = r.queryGroups(ctx, len(q.By), statement, grouped); err != nil {
		return s, err
	}
	if s.Count = int64(len(s.Groups)); len(s.Groups) == q.Limit { // there may be more
		var columns []string
		for _, key := range q.By {
			columns = append(columns, "s."+q.source().columns[key])
		}
		err = r.conn.QueryRowContext(ctx, "SELECT count(*) FROM (SELECT 1"+from+" GROUP BY "+strings.Join(columns, ", ")+")", values...).Scan(&s.Count)
	}
	return s, err
}

// queryGroups returns the groups of a statement with a number of keys.
func (r *Reader) queryGroups(ctx context.Context, keys int, statement string, values []any) (groups []tally.Group, err error) {
	rows, err := r.Query(ctx, statement, values...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		group, err := scanGroup(rows, keys)
		if err != nil {
			return nil, err
		}
		groups = append(groups, group)
	}
	return groups, rows.Err()
}

func scanGroup(rows *sql.Rows, keys int) (g tally.Group, err error) {
	var numbers [10]sql.NullInt64
	var targets []any
	g.Values = make([]*string, keys)
	for i := range g.Values {
		targets = append(targets, &g.Values[i])
	}
	for i := range numbers {
		targets = append(targets, &numbers[i])
	}
	if err := rows.Scan(targets...); err != nil {
		return g, err
	}
	whole := func(high, low int64) *big.Int {
		sum := new(big.Int).Mul(big.NewInt(high), big.NewInt(1_000_000_000))
		return sum.Add(sum, big.NewInt(low))
	}
	g.Count, g.WithoutFee = numbers[0].Int64, numbers[1].Int64
	g.Fee, g.Gas = whole(numbers[2].Int64, numbers[3].Int64), whole(numbers[4].Int64, numbers[5].Int64)
	g.FirstHeight, g.LastHeight, g.FirstTime, g.LastTime = numbers[6].Int64, numbers[7].Int64, numbers[8].Int64, numbers[9].Int64
	return g, nil
}
