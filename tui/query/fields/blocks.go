package fields

import (
	"foredeck/tui/blockindex"
	"foredeck/tui/query"
)

type block = blockindex.Row

// Blocks returns the language of lists of blocks.
func Blocks(env Env) query.Language[block] {
	return language(env,
		query.Field[block]{Name: "height", Help: "height", Kind: query.Number, InWords: true, Number: func(b *block) *uint64 { return &b.Height }},
		query.Field[block]{Name: "age", Help: "time since the block", Kind: query.Age, Number: func(b *block) *uint64 {
			at, known := b.Time()
			return number(uint64(at.UnixMicro()), known)
		}},
		query.Field[block]{Name: "epoch", Help: "epoch", Kind: query.Number, Number: func(b *block) *uint64 { return number(b.Epoch, b.HasEpoch()) }},
		query.Field[block]{Name: "round", Help: "round", Kind: query.Number, Number: func(b *block) *uint64 { return number(b.Round, b.HasRound()) }},
		query.Field[block]{
			Name: "author", Help: "author, by key or name", Kind: query.Address, InWords: true, Texts: func(b *block, match func(string) bool) bool {
				if b.Author == "" {
					return false
				}
				return match(b.Author) || env.Author != nil && match(env.Author(b.Author))
			},
		},
		query.Field[block]{
			Name: "votes", Help: "votes in the certificate", Kind: query.Number, InWords: true,
			Number: func(b *block) *uint64 { return number(uint64(max(b.Votes, 0)), b.Members > 0) },
			Texts:  texts(func(b *block) string { return blockindex.FormatVotes(b).String() }),
		},
		query.Field[block]{
			Name: "missing", Label: "missing votes", Help: "votes missing in the certificate", Kind: query.Number,
			Number: func(b *block) *uint64 { return number(uint64(max(b.Members-b.Votes, 0)), b.Members > 0) },
		},
		query.Field[block]{
			Name: "batches", Help: "transaction batches", Kind: query.Number,
			Number: func(b *block) *uint64 { return number(uint64(max(b.Batches, 0)), b.Batches >= 0) },
		},
		query.Field[block]{Name: "hash", Help: "digest", InWords: true, Texts: texts(func(b *block) string { return b.Digest.String() })},
		query.Field[block]{Name: "parent", Help: "digest of the parent", Texts: texts(func(b *block) string { return b.Parent.String() })},
	)
}
