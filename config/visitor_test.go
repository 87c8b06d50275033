package config

import (
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each setting says whether visitors have it, and they have it or not as it says.
func TestForVisitorDecidesEverySetting(t *testing.T) {
	t.Parallel()
	none := func(string) string { return "" }
	plain, err := Resolve(Flags{}, none, nil)
	require.NoError(t, err)
	own := &Settings{
		Network: Network{Name: "mine"}, Names: []Name{{Name: "cold", Address: "0x5"}}, Groups: []AccountGroup{{Name: "all", Accounts: []string{"cold"}}}, Validators: make([]Validator, 1), Holdings: make([]Holding, 1), Commands: make([]Command, 1), Receivers: make([]Receiver, 1),
		Queries: []SavedQuery{{"count", "select 1"}}, Aliases: make([]Alias, 1), Jumps: make([]Jump, 1), Coins: []Coin{{Type: "0x1::a::B"}}, Keys: []Binding{{Action: "deck.quit"}},
		Problems: []Problem{{Key: "theme"}}, NetworkProblem: &Problem{}, Stamp: StampOf("."),
	}
	setAll(t, options, own, plain)
	setAll(t, networkOptions, &own.Network, &plain.Network)
	own.Networks = []Network{own.Network, {Name: "other", BaseURLs: []string{"https://other.example.org"}}}
	visitor, err := own.ForVisitor(Flags{}, none)
	require.NoError(t, err)

	requireAccess(t, slices.Concat(options, tables), own, visitor, plain)
	requireAccess(t, networkOptions, &own.Network, &visitor.Network, new(Network))
	require.Equal(t, []Network{visitor.Network}, visitor.Networks)
	for _, pair := range [][2]any{{*own, *plain}, {own.Network, plain.Network}} {
		set, initial := reflect.ValueOf(pair[0]), reflect.ValueOf(pair[1])
		for i := range set.NumField() {
			if field := set.Type().Field(i); field.IsExported() {
				require.NotEqual(t, initial.Field(i).Interface(), set.Field(i).Interface(), "%s: no row of an option or table sets it", field.Name)
			}
		}
	}
	for _, name := range []string{"Problems", "NetworkProblem", "Stamp", "NoColor", "Hyperlinks", "Holdings", "Keys", "Commands", "Aliases", "Queries", "AlertCommand", "AlertWebhook", "Heartbeat", "Receivers"} {
		require.Equal(t, field(plain, name), field(visitor, name), name)
		require.NotEqual(t, field(own, name), field(visitor, name), name)
	}
	require.Zero(t, visitor.Network.APIKey)
	require.Zero(t, visitor.Network.ConsensusToken)
	require.Zero(t, visitor.Network.IndexDatabase)
}

func field(of *Settings, name string) any {
	return reflect.ValueOf(of).Elem().FieldByName(name).Interface()
}

// setAll sets each option to a value that is not that of plain.
func setAll[T any](t *testing.T, options []option[T], to, plain *T) {
	t.Helper()
	for _, option := range options {
		candidates := append([]string{option.example}, "true", "false", "7", `"77s"`, `"500x200"`, `"nord"`, `["text/plain"]`)
		for _, choice := range option.choices {
			candidates = append(candidates, quoted(choice))
		}
		isSet := slices.ContainsFunc(candidates, func(written string) bool {
			v, ok := valueIn(written)
			return ok && option.set(to, v) == nil && option.toml(to) != option.toml(plain)
		})
		require.True(t, isSet, "%s: the test has no value for it", option.key)
	}
}

// requireAccess checks that a visitor has the options that say so, and those of plain otherwise.
func requireAccess[T any](t *testing.T, options []option[T], own, visitor, plain *T) {
	t.Helper()
	for _, option := range options {
		require.NotEqual(t, option.toml(own), option.toml(plain), "%s: the test sets no value", option.key)
		switch option.access {
		case isShared:
			require.Equal(t, option.toml(own), option.toml(visitor), option.key)
		case isPrivate:
			require.Equal(t, option.toml(plain), option.toml(visitor), option.key)
		default:
			require.Fail(t, "undecided", "%s: end its row with shared() or private()", option.key)
		}
	}
}

// What a visitor's terminal and flags say is used, and not what the environment of the program says.
func TestForVisitorUsesTheVisitorsEnvironment(t *testing.T) {
	t.Parallel()
	own, err := Resolve(Flags{NoColor: true}, func(string) string { return "" }, nil)
	require.NoError(t, err)
	visitor, err := own.ForVisitor(Flags{Theme: "gruvbox"}, func(name string) string { return map[string]string{"LANG": "C"}[name] })
	require.NoError(t, err)
	require.False(t, visitor.NoColor)
	require.True(t, visitor.ASCII)
	require.Equal(t, "gruvbox", visitor.Theme)
	own.Theme = "my-own-file"
	visitor, err = own.ForVisitor(Flags{}, func(name string) string { return map[string]string{"NO_COLOR": "1"}[name] })
	require.NoError(t, err)
	require.Equal(t, DefaultTheme, visitor.Theme)
	require.True(t, visitor.NoColor)
}
