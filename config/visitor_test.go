package config

import (
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each setting is decided on: visitors have it, or not. A new one belongs to one of the two lists.
func TestForVisitorDecidesEverySetting(t *testing.T) {
	t.Parallel()
	decided := map[string][2][]string{
		"Settings": {
			{"Network", "Networks", "Theme", "Background", "ASCII", "Motion", "Hints", "Octants", "Timeout", "Periods", "Sizes", "Time", "Units", "Coins", "Names", "Validators", "Columns", "WatchBlocks", "Alerts"},
			{"NoColor", "Hyperlinks", "Holdings", "Keys", "Commands", "Aliases", "AlertCommand", "AlertWebhook", "Problems", "Renamed", "NetworkProblem", "Stamp", "digest", "lines", "origins", "networkLine"},
		},
		"Network": {
			{"Name", "BaseURLs", "OracleURL", "ChainID", "Decimals", "RPCVersion", "ViewMediaTypes", "CursorHeader", "HeadHint", "IntervalParameter", "Explorer"},
			{"APIKey", "ConsensusToken"},
		},
	}
	for _, kind := range []reflect.Type{reflect.TypeFor[Settings](), reflect.TypeFor[Network]()} {
		var fields []string
		for i := range kind.NumField() {
			fields = append(fields, kind.Field(i).Name)
		}
		lists := decided[kind.Name()]
		require.ElementsMatch(t, fields, slices.Concat(lists[0], lists[1]), kind.Name())
	}

	own := filled(t)
	visitor, err := own.ForVisitor(Flags{}, func(string) string { return "" })
	require.NoError(t, err)
	plain, err := Resolve(Flags{}, func(string) string { return "" }, nil)
	require.NoError(t, err)
	for _, name := range decided["Settings"][0] {
		if name == "Network" || name == "Networks" {
			continue
		}
		require.Equal(t, field(own, name), field(visitor, name), name)
		require.NotEqual(t, field(plain, name), field(visitor, name), "%s: the test sets the default", name)
	}
	for _, name := range []string{"NoColor", "Hyperlinks", "Holdings", "Keys", "Commands", "Aliases", "AlertCommand", "AlertWebhook", "Problems", "Renamed", "NetworkProblem", "Stamp"} {
		require.Equal(t, field(plain, name), field(visitor, name), name)
		require.NotEqual(t, field(own, name), field(visitor, name), "%s: the test sets the default", name)
	}
	require.Len(t, visitor.Networks, 1)
	for _, network := range []Network{visitor.Network, visitor.Networks[0]} {
		require.Zero(t, network.APIKey)
		require.Zero(t, network.ConsensusToken)
		network.APIKey, network.ConsensusToken = own.Network.APIKey, own.Network.ConsensusToken
		require.Equal(t, own.Network, network)
	}
}

func field(of *Settings, name string) any {
	return reflect.ValueOf(of).Elem().FieldByName(name).Interface()
}

// filled returns settings without any default.
func filled(t *testing.T) *Settings {
	t.Helper()
	s := &Settings{
		Theme: "nord", Background: TerminalBackground, NoColor: true, Hyperlinks: HyperlinksNever, ASCII: true, Octants: true, Timeout: 1, Periods: Periods{Account: 1}, Time: "local", Units: "raw",
		Coins: []Coin{{Type: "0x1::a::B"}}, Names: []Name{{Name: "cold", Address: "0x5"}}, Validators: make([]Validator, 1), Columns: []string{"seq"}, Holdings: make([]Holding, 1),
		Keys: []Binding{{Action: "deck.quit"}}, Commands: make([]Command, 1), Aliases: make([]Alias, 1), WatchBlocks: true, AlertCommand: []string{"notify-send"}, AlertWebhook: "https://hooks.example.org/T0/B1",
		Problems: []Problem{{Key: "theme"}}, Renamed: []Problem{{Key: "theme"}}, NetworkProblem: &Problem{},
	}
	s.Network = Network{
		Name: "mine", BaseURLs: []string{"https://rpc.example.org"}, OracleURL: "https://prices.example.org", ChainID: 6, Decimals: 8, RPCVersion: "v3",
		APIKey: Secret{Variable: "KEY", File: "/home/me/key", Command: []string{"pass"}}, ConsensusToken: Secret{File: "/home/me/token"},
		Explorer: Explorer{Account: "https://explorer.example.org/{}"},
	}
	s.Networks = []Network{s.Network, {Name: "other", BaseURLs: []string{"https://other.example.org"}}}
	s.Sizes.Wide.Width = 1
	s.Stamp = StampOf(".")
	s.Alerts[AlertMissed].Count = 77
	return s
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
