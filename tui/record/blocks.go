package record

import (
	"foredeck/tui/live"
	"foredeck/tui/query"
)

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
