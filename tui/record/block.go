package record

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"foredeck/client"
	"foredeck/tui/live"
	"foredeck/tui/query"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

type block = client.Block

// Blocks returns the columns of blocks; with those of the committee who voted if votes is set. Batches in CSV are their hashes.
func Blocks(now func() time.Time, votes bool) Columns[block] {
	certificate := func(name string, title text.Safe, width int, of func(*client.Certificate) text.Safe) Column[block] {
		return Column[block]{Name: name, Title: title, Width: width, Only: Wide, Text: func(b *block) text.Safe {
			if b.Certificate == nil {
				return text.Safe{}
			}
			return of(b.Certificate)
		}}
	}
	at := func(of func(time.Time) text.Safe) func(*block) text.Safe {
		return func(b *block) text.Safe {
			if b.Timestamp == nil {
				return text.None
			}
			return of(b.Timestamp.Time())
		}
	}
	columns := Columns[block]{
		{Name: "height", Title: text.Const("HEIGHT"), Width: 12, Number: func(b *block) *uint64 { return &b.Height }},
		{Title: text.Const("AGE"), Width: 11, Only: Table, Cell: at(func(t time.Time) text.Safe { return text.Age(t, now().UTC()) })},
		{Name: "timestamp_us", Title: text.Const("TIME"), Width: instantWidth, Only: Wide, Cell: at(text.Instant),
			Text: func(b *block) text.Safe { return render.Digits((*uint64)(b.Timestamp)) }},
		{Name: "epoch", Title: text.Const("EPOCH"), Width: 6, Number: func(b *block) *uint64 { return b.Epoch }},
		{Name: "round", Title: text.Const("ROUND"), Width: 9, Number: func(b *block) *uint64 { return b.Round }},
		certificate("votes", text.Const("VOTES"), 7, func(c *client.Certificate) text.Safe { return ofVoters(c, c.Votes()) }),
		{Name: "batches", Title: text.Const("BATCHES"), Width: 7, Cell: batches, Text: clean(func(b *block) string {
			if b.Batches == nil {
				return ""
			}
			return strings.Join(b.Batches.Hashes, " ")
		})},
		hashes("author", text.Const("AUTHOR"), "", func(b *block) string { return b.Author }),
		hashes("digest", text.Const("DIGEST"), "", func(b *block) string { return b.Digest }),
		hashes("parent", text.Const("PARENT"), Wide, func(b *block) string { return b.Parent }),
		certificate("certificate_kind", text.Const("CERTIFICATE"), 11, func(c *client.Certificate) text.Safe { return text.Clean(c.Kind) }),
		certificate("vote_kind", text.Const("VOTE"), 16, func(c *client.Certificate) text.Safe { return text.Clean(c.VoteKind) }),
		certificate("committee", text.Const("COMMITTEE"), fullWidth, func(c *client.Certificate) text.Safe { return text.Clean(c.Committee) }),
		{Name: "chain_id", Number: func(b *block) *uint64 { return b.ChainID }},
		certificate("members", text.Safe{}, 0, func(c *client.Certificate) text.Safe { return ofVoters(c, len(c.Voters)) }),
	}
	columns[5].Only, columns[5].Cell = "", func(b *block) text.Safe {
		if b.Certificate == nil || b.Certificate.Voters == nil {
			return text.None
		}
		return text.Clean(fmt.Sprintf("%d/%d", b.Certificate.Votes(), len(b.Certificate.Voters)))
	}
	if votes {
		columns = append(columns, Column[block]{Name: "voters", Title: text.Const("VOTERS (| voted, . did not)"),
			Text: func(b *block) text.Safe { return voters(b, '1', '0') }, Cell: func(b *block) text.Safe { return voters(b, '|', '.') }})
	}
	return withStatistics(columns).InCSV(`height digest author parent timestamp_us chain_id epoch round certificate_kind vote_kind committee votes members batches voters
		user_transactions automated_transactions gas_used user_gas_used automated_gas_used automation_records min_gas_price max_gas_price automated_gas_price`)
}

// ofVoters returns a number of members in digits, empty if the certificate does not say who voted.
func ofVoters(c *client.Certificate, count int) text.Safe {
	if c.Voters == nil {
		return text.Safe{}
	}
	return render.IntDigits(count)
}

// batches returns the number of batches of a block.
func batches(b *block) text.Safe {
	if b.Batches != nil {
		if b.Batches.Hashes == nil {
			return text.None
		}
		return text.Integer(uint64(len(b.Batches.Hashes)))
	}
	if listed := live.CountItems(b.Payload); listed >= 0 { // not requested: the payload lists them
		return text.Integer(uint64(listed))
	}
	return text.None
}

// voters returns one character per member of the committee.
func voters(b *block, voted, missed byte) text.Safe {
	if b.Certificate == nil {
		return text.Safe{}
	}
	line := make([]byte, len(b.Certificate.Voters))
	for i, has := range b.Certificate.Voters {
		switch {
		case slices.Contains(b.Certificate.Unread, i):
			line[i] = '?'
		case has:
			line[i] = voted
		default:
			line[i] = missed
		}
	}
	return text.Clean(string(line))
}

type (
	row      = live.Row
	rowField = query.Field[row]
)

// KnownBlocks returns the columns of blocks as the deck knows them. gap returns the time between a block and its parent, if both are known.
func KnownBlocks(gap func(*row) (time.Duration, bool)) Columns[row] {
	count := func(of func(*row) int32) func(*row) text.Safe {
		return func(b *row) text.Safe { return render.IntDigits(int(of(b))) }
	}
	return Columns[row]{
		{Name: "height", Deck: "height", Title: text.Const("HEIGHT"), Width: 8, Right: true, Number: func(b *row) *uint64 { return &b.Height },
			Filter: &Filter{Name: "height", Help: "height", Kind: query.Number, InWords: true}},
		{Name: "digest", Text: clean(digest), Filter: &Filter{Name: "hash", Help: "digest", InWords: true}, Texts: texts(digest)},
		{Name: "parent", Text: clean(parent), Filter: &Filter{Name: "parent", Help: "digest of the parent"}, Texts: texts(parent)},
		{Name: "timestamp_us", Deck: "age", Title: text.Const("AGE"), Width: 5, Right: true, Number: func(b *row) *uint64 {
			at, known := b.Time()
			return number(uint64(at.UnixMicro()), known)
		}, Filter: &Filter{Name: "age", Help: "time since the block", Kind: query.Age}},
		{Name: "epoch", Number: func(b *row) *uint64 { return number(b.Epoch, b.HasEpoch()) }, Filter: &Filter{Name: "epoch", Help: "epoch", Kind: query.Number}},
		{Name: "gap_us", Deck: "gap", Title: text.Const("GAP "), Width: 5, Right: true, Text: func(b *row) text.Safe {
			if took, known := gap(b); known {
				return Exact(new(took.Microseconds()))
			}
			return text.Safe{}
		}, Cell: func(b *row) text.Safe {
			if took, known := gap(b); known {
				return live.FormatSeconds(took)
			}
			return text.None
		}},
		{Name: "round", Deck: "round", Title: text.Const("ROUND"), Width: 5, Right: true, Number: func(b *row) *uint64 { return number(b.Round, b.HasRound()) },
			Filter: &Filter{Name: "round", Help: "round", Kind: query.Number}},
		{Name: "votes", Deck: "votes", Title: text.Const("VOTES"), Text: count(func(b *row) int32 { return b.Votes }), Cell: live.FormatVotes, Filter: &Filter{
			Name: "votes", Help: "votes in the certificate", Kind: query.Number, InWords: true,
		}, Number: func(b *row) *uint64 { return number(uint64(max(b.Votes, 0)), b.Members > 0) }, Texts: texts(func(b *row) string { return live.FormatVotes(b).String() })},
		{Name: "members", Text: count(func(b *row) int32 { return b.Members })},
		{Name: "batches", Deck: "batches", Title: text.Const("BATCH"), Width: 5, Right: true, Number: func(b *row) *uint64 { return number(uint64(max(b.Batches, 0)), b.Batches >= 0) },
			Filter: &Filter{Name: "batches", Help: "transaction batches", Kind: query.Number}},
		{Name: "user_transactions", Deck: "txs", Title: text.Const("TXS"), Width: 4, Right: true, Number: func(b *row) *uint64 { return number(uint64(max(b.Users, 0)), b.Users >= 0) },
			Filter: &Filter{Name: "txs", Help: "transactions of users", Kind: query.Number}},
		{Name: "automated_transactions", Deck: "auto", Title: text.Const("AUTO"), Width: 4, Right: true, Number: func(b *row) *uint64 { return number(uint64(max(b.Automated, 0)), b.Automated >= 0) },
			Filter: &Filter{Name: "auto", Help: "automated transactions", Kind: query.Number}},
		{Name: "gas_used", Deck: "gas", Title: text.Const("GAS"), Width: 9, Right: true, Number: func(b *row) *uint64 { return number(b.Gas, b.HasGas()) },
			Filter: &Filter{Name: "gas", Help: "units of gas used", Kind: query.Number}},
		{Name: "author", Deck: "author", Title: text.Const("AUTHOR"), Text: clean(func(b *row) string { return b.Author })},
		{Name: "voters", Text: knownVoters},
	}.InCSV("height digest parent author timestamp_us epoch round gap_us votes members batches voters user_transactions automated_transactions gas_used")
}

func digest(b *row) string { return b.Digest.String() }
func parent(b *row) string { return b.Parent.String() }

// knownVoters returns one digit per member: 1 voted, 0 missed.
func knownVoters(b *row) text.Safe {
	line := make([]byte, b.Members)
	for member := range line {
		line[member] = '0'
		if voted, _ := b.Voted(member); voted {
			line[member] = '1'
		}
	}
	return text.Clean(string(line))
}

var knownBlocks = sync.OnceValue(func() Columns[row] { return KnownBlocks(nil) })

// BlockFields returns the language of lists of blocks.
func BlockFields(env FieldEnv) query.Language[row] {
	return language(knownBlocks(), env, "height age epoch round author votes missing batches txs auto gas hash parent",
		rowField{
			Name: "author", Help: "author, by key or name", Kind: query.Address, InWords: true, Texts: func(b *row, match func(string) bool) bool {
				if b.Author == "" {
					return false
				}
				return match(b.Author) || env.Author != nil && match(env.Author(b.Author))
			},
		},
		rowField{
			Name: "missing", Label: "missing votes", Help: "votes missing in the certificate", Kind: query.Number,
			Number: func(b *row) *uint64 { return number(uint64(max(b.Members-b.Votes, 0)), b.Members > 0) },
		},
	)
}
