package record

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"foredeck/client"
	"foredeck/tui/live"
	"foredeck/tui/query"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

type block = client.ConsensusBlock

// Blocks returns the columns of blocks; with those of the committee who voted if votes is set. Batches in CSV are their hashes.
func Blocks(now func() time.Time, votes bool) Columns[block] {
	hash := func(name string, title text.Safe, only string, of func(*block) string) Column[block] {
		return Column[block]{Name: name, Title: title, Width: shortWidth, Wide: fullWidth, Only: only, Text: clean(of),
			Cell: func(b *block) text.Safe { return text.Short(OrNone(text.Clean(of(b)))) },
			Full: func(b *block) text.Safe { return OrNone(text.Clean(of(b))) }}
	}
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
		hash("author", text.Const("AUTHOR"), "", func(b *block) string { return b.Author }),
		hash("digest", text.Const("DIGEST"), "", func(b *block) string { return b.Digest }),
		hash("parent", text.Const("PARENT"), Wide, func(b *block) string { return b.Parent }),
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
	return columns.InCSV("height digest author parent timestamp_us chain_id epoch round certificate_kind vote_kind committee votes members batches voters")
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

type blockRecord = live.Row

// BlockFields returns the language of lists of blocks.
func BlockFields(env FieldEnv) query.Language[blockRecord] {
	return language(env,
		query.Field[blockRecord]{Name: "height", Help: "height", Kind: query.Number, InWords: true, Number: func(b *blockRecord) *uint64 { return &b.Height }},
		query.Field[blockRecord]{Name: "age", Help: "time since the block", Kind: query.Age, Number: func(b *blockRecord) *uint64 {
			at, known := b.Time()
			return number(uint64(at.UnixMicro()), known)
		}},
		query.Field[blockRecord]{Name: "epoch", Help: "epoch", Kind: query.Number, Number: func(b *blockRecord) *uint64 { return number(b.Epoch, b.HasEpoch()) }},
		query.Field[blockRecord]{Name: "round", Help: "round", Kind: query.Number, Number: func(b *blockRecord) *uint64 { return number(b.Round, b.HasRound()) }},
		query.Field[blockRecord]{
			Name: "author", Help: "author, by key or name", Kind: query.Address, InWords: true, Texts: func(b *blockRecord, match func(string) bool) bool {
				if b.Author == "" {
					return false
				}
				return match(b.Author) || env.Author != nil && match(env.Author(b.Author))
			},
		},
		query.Field[blockRecord]{
			Name: "votes", Help: "votes in the certificate", Kind: query.Number, InWords: true,
			Number: func(b *blockRecord) *uint64 { return number(uint64(max(b.Votes, 0)), b.Members > 0) },
			Texts:  texts(func(b *blockRecord) string { return live.FormatVotes(b).String() }),
		},
		query.Field[blockRecord]{
			Name: "missing", Label: "missing votes", Help: "votes missing in the certificate", Kind: query.Number,
			Number: func(b *blockRecord) *uint64 { return number(uint64(max(b.Members-b.Votes, 0)), b.Members > 0) },
		},
		query.Field[blockRecord]{
			Name: "batches", Help: "transaction batches", Kind: query.Number,
			Number: func(b *blockRecord) *uint64 { return number(uint64(max(b.Batches, 0)), b.Batches >= 0) },
		},
		query.Field[blockRecord]{Name: "hash", Help: "digest", InWords: true, Texts: texts(func(b *blockRecord) string { return b.Digest.String() })},
		query.Field[blockRecord]{Name: "parent", Help: "digest of the parent", Texts: texts(func(b *blockRecord) string { return b.Parent.String() })},
	)
}
