package config

import "fmt"

// tables are the tables of the file whose keys the user chooses, as options. Their entries are a field of the settings.
var tables = []option[Settings]{
	tableOption("names", func(s *Settings) *[]Name { return &s.Names }).shared(),
	tableOption("validators", func(s *Settings) *[]Validator { return &s.Validators }).shared(),
	tableOption("holdings", func(s *Settings) *[]Holding { return &s.Holdings }).private(),
	tableOption("commands", func(s *Settings) *[]Command { return &s.Commands }).private(),
	tableOption("aliases", func(s *Settings) *[]Alias { return &s.Aliases }).private(),
	tableOption("decimals", func(s *Settings) *[]Coin { return &s.Coins }).shared(),
	tableOption("keys", func(s *Settings) *[]Binding { return &s.Keys }).private(),
}

// tableOption returns a table as an option, which is compared without the lines of its entries, and copied.
func tableOption[T any](key string, at func(*Settings) *[]T) option[Settings] {
	return option[Settings]{
		key:  key,
		copy: func(to, from *Settings) { *at(to) = *at(from) },
		toml: func(s *Settings) (written string) {
			for _, entry := range *at(s) {
				switch entry := any(&entry).(type) {
				case *Coin:
					entry.Line = 0
				case *Binding:
					entry.Line = 0
				}
				written += fmt.Sprintf("%#v\n", entry)
			}
			return written
		},
	}
}
