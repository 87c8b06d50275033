package custom

import (
	"regexp"
	"strconv"
	"strings"

	"foredeck/config"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// forms are the forms of values. Some of them come from the network: one that does not match is not a value, so that none begins with -
// or has spaces, quotes or control characters.
var forms = map[string]func() *regexp.Regexp{
	"address": text.Regexp(`^0x[0-9a-f]{1,64}$`),
	"hash":    text.Regexp(`^0x[0-9a-f]{64}$`),
	"height":  text.Regexp(`^[0-9]{1,20}$`),
	"pair":    text.Regexp(`^[a-z0-9]+_[a-z0-9]+$`),
	"link":    text.Regexp(`^[A-Za-z0-9][A-Za-z0-9_.:-]*(/[A-Za-z0-9_.:<>,?=%&+-]+)+$`),
}

// kind returns the kind of the visible screen, as in the option where; empty if it is none of those.
func (m *Model) kind() string {
	if _, ok := m.deck.Visible().(screen.TransactionHolder); ok {
		return "transaction"
	}
	link, ok := m.deck.Link()
	if !ok {
		return ""
	}
	switch link.Target.Kind {
	case target.Account:
		return "account"
	case target.Transaction:
		return "transaction"
	case target.Height:
		return "block"
	case target.Pair:
		return "pair"
	}
	return ""
}

// values returns the values of the visible screen, by placeholder.
func (m *Model) values() map[string]string {
	values := map[string]string{}
	set := func(name, value string) {
		if forms[name]().MatchString(value) {
			values[name] = value
		}
	}
	if link, ok := m.deck.Link(); ok {
		setTarget(link.Target, set)
		link.Path = "" // keys of resources can be any text
		set("link", strings.ReplaceAll(link.String(), " ", ""))
	}
	if copier, ok := m.deck.Visible().(screen.Copier); ok {
		for _, c := range copier.Copies() {
			if c.Form == text.Const("hash") { // of the selected transaction
				set("hash", c.Value())
			}
		}
	}
	holder, ok := m.deck.Visible().(screen.TransactionHolder)
	if !ok {
		return values
	}
	record := holder.Record()
	set("hash", record.Hash)
	if record.Sender != nil {
		set("address", record.Sender.String())
	}
	if record.Block != nil && record.Block.Height != nil {
		set("height", strconv.FormatUint(*record.Block.Height, 10))
	}
	return values
}

// setTarget sets the values of a target.
func setTarget(t target.Target, set func(name, value string)) {
	switch t.Kind {
	case target.Account:
		set("address", t.Address.String())
	case target.Transaction:
		if t.IsSent() {
			set("address", t.Address.String())
		} else {
			set("hash", t.Hash)
		}
	case target.Height:
		set("height", strconv.FormatUint(t.Height, 10))
	case target.Pair:
		set("pair", t.String())
	case target.Module:
		set("address", t.Module.Address.String())
	case target.Function, target.Code:
		set("address", t.Function.Address.String())
	case target.Type:
		set("address", t.Type.Address.String())
	}
}

// expand returns the words of a command with the values put in. Otherwise it returns the reason why the command cannot run on a screen
// of this kind.
func expand(c config.Command, kind string, values map[string]string) (words []string, reason text.Safe) {
	if !runsOn(c, kind) {
		return nil, text.Format("runs only on a screen of: %s", text.Clean(strings.Join(c.Where, ", ")))
	}
	var pairs []string
	for _, name := range config.Placeholders {
		if value, ok := values[name]; ok {
			pairs = append(pairs, "{"+name+"}", value)
		}
	}
	replacer := strings.NewReplacer(pairs...)
	for _, word := range c.Words() {
		for _, name := range config.Placeholders {
			if _, ok := values[name]; !ok && strings.Contains(word, "{"+name+"}") {
				return nil, text.Format("this screen has no {%s}", text.Clean(name))
			}
		}
		words = append(words, replacer.Replace(word))
	}
	return words, text.Safe{}
}

// environment returns the values as environment variables.
func environment(network string, values map[string]string) []string {
	variables := []string{"FOREDECK_NETWORK=" + network}
	for _, name := range config.Placeholders {
		if value, ok := values[name]; ok {
			variables = append(variables, "FOREDECK_"+strings.ToUpper(name)+"="+value)
		}
	}
	return variables
}
