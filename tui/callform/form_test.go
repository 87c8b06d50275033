package callform_test

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
	"foredeck/tui/callform"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/tuitest"
)

// echo opens the form of a view function that returns its argument.
func echo(t *testing.T, function, argument string) *tuitest.Deck {
	t.Helper()
	d := tuitest.New(t, 120, 40, tuitest.Setup{})
	link, err := target.ParseLink("simulated/view/" + d.Network.Accounts()[0].Address.String() + "::example::" + function + "?arg=" + url.QueryEscape(argument))
	require.NoError(t, err)
	d.Press("space", "a", link.String(), "enter")
	return d
}

// A field holds one line, but the text that it was filled with is sent as it is until the user edits it.
func TestLineBreaksOfStrings(t *testing.T) {
	t.Parallel()
	d := echo(t, "echo_string", "a\nb \u202e\t\"c'")
	d.Shows(`a\nb `)
	d.Press("enter")
	require.Contains(t, d.CopyForms()["JSON"], `"a\nb `+"\u202e"+`\t\"c'"`)
	d.Press("x", "enter")
	require.Contains(t, d.CopyForms()["JSON"], `"a b `)
}

func TestEmptyOptions(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"none", "null", "[]", ""} {
		d := echo(t, "echo_option", word)
		d.Shows("✓ none", "a value of the inner type, or none")
		d.Press("enter")
		d.Shows("ok 0 ms")
		require.JSONEq(t, `{"result":[{"vec":[]}]}`, d.CopyForms()["JSON"])
	}
	d := echo(t, "echo_option", "nothing")
	d.Shows("not a digit at character 1")
}

func TestMismatch(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{})
	declaration := &move.FunctionABI{Name: "f", IsEntry: true, TypeParameters: []move.TypeParameter{{}}, Parameters: []string{"&signer", "T0", "bool"}}
	for want, call := range map[string]target.Call{
		"": {TypeArguments: []string{"u8"}, Arguments: []string{"7", "true"}},
		"the function may have changed: 2 type arguments passed, it takes 1": {TypeArguments: []string{"u8", "u8"}, Arguments: []string{"7", "true"}},
		"the function may have changed: 1 argument passed, it takes 2":       {TypeArguments: []string{"u8"}, Arguments: []string{"7"}},
		"the function may have changed: T0 is not a type":                    {TypeArguments: []string{"u"}, Arguments: []string{"7", "true"}},
		"the function may have changed: #2 is not of type bool":              {TypeArguments: []string{"u8"}, Arguments: []string{"7", "7"}},
	} {
		form := callform.New(d.Deps(), move.MustParseFunctionID("0x1::m::f"), declaration, call)
		require.Equal(t, want, form.Mismatch(call).String())
	}
	require.Empty(t, callform.New(d.Deps(), move.MustParseFunctionID("0x1::m::f"), declaration, target.Call{}).Mismatch(target.Call{}))
}

func TestDifference(t *testing.T) {
	t.Parallel()
	of := func(typeParameters int, parameters ...string) *move.FunctionABI {
		return &move.FunctionABI{TypeParameters: make([]move.TypeParameter, typeParameters), Parameters: parameters}
	}
	for want, pair := range map[string][2]*move.FunctionABI{
		"#2 bool was removed":               {of(0, "&signer", "u8", "bool"), of(0, "u8")},
		"#1 u8 is new":                      {of(0, "&signer"), of(0, "&signer", "u8")},
		"#1 is now u16, was u8":             {of(0, "bool", "u8"), of(0, "bool", "u16")},
		"it takes 2 type arguments, took 1": {of(1, "u8"), of(2, "u8")},
		"the parameters are the same":       {of(1, "u8"), of(1, "&signer", "u8")},
	} {
		require.Equal(t, text.Clean(want), callform.Difference(pair[0], pair[1]))
	}
}
