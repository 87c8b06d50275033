package query

import "math/big"

// Through returns the language of records that lead to others: what a filter says of those. of returns the other record.
func Through[P, Q any](l LanguageOf[P], of func(Q) P) LanguageOf[Q] {
	through := LanguageOf[Q]{Fields: make([]FieldOf[Q], len(l.Fields)), Names: l.Names, Decimals: l.Decimals, Now: l.Now}
	for i, f := range l.Fields {
		field := FieldOf[Q]{Name: f.Name, Label: f.Label, Help: f.Help, Kind: f.Kind, Values: f.Values, Aliases: f.Aliases, InWords: f.InWords}
		if f.Texts != nil {
			field.Texts = func(record Q, match func(string) bool) bool { return f.Texts(of(record), match) }
		}
		if f.Exact != nil {
			field.Exact = func(record Q) string { return f.Exact(of(record)) }
		}
		if f.Number != nil {
			field.Number = func(record Q) *uint64 { return f.Number(of(record)) }
		}
		if f.Amount != nil {
			field.Amount = func(record Q) *big.Int { return f.Amount(of(record)) }
		}
		through.Fields[i] = field
	}
	return through
}
