package config

import (
	"errors"
	"fmt"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// option is one value that the file can hold: of the settings as a whole, or of a network.
type option[T any] struct {
	key     string
	does    string
	example string // as TOML, where there is nothing to be said by default
	kind    Kind
	choices []string // none: anything that set takes
	set     func(*T, value) error
	toml    func(*T) string // empty: nothing is said
}

// Themes are the built-in sets of colours.
var Themes = []string{"terminal", "dark", "light", "high-contrast", "colour-blind"}

// options are those of the settings as a whole. The key of each is its path in the file.
var options = []option[Settings]{
	textOption("theme", "The set of colours: terminal, dark, light, high-contrast or colour-blind, or the name of a file of your own in the folder\nthemes beside this file.",
		"", func(s *Settings) *string { return &s.Theme }, themeName),
	switchOption("no_color", "No colours at all. The environment's NO_COLOR does the same.", func(s *Settings) *bool { return &s.NoColour }),
	switchOption("ascii", "Draw boxes and marks with ASCII alone. That is so without being said where the locale is not UTF-8.", func(s *Settings) *bool { return &s.ASCII }),
	switchOption("motion", "Let what is waited for move.", func(s *Settings) *bool { return &s.Motion }),
	durationOption("timeout", "How long a call may take.", func(s *Settings) *time.Duration { return &s.Timeout }),
	listOption("alert_command", "A program and its arguments, run without a shell for each alert of blocks and prices. What happened is in its\nenvironment: FOREDECK_ALERT (in words), FOREDECK_ALERT_KIND, FOREDECK_NETWORK, and FOREDECK_HEIGHT and FOREDECK_TIME_US or\nFOREDECK_PAIR and FOREDECK_PRICE.",
		`["notify-send", "foredeck"]`, func(s *Settings) *[]string { return &s.AlertCommand }),
	choiceOption("time", "The time zone in which the deck writes times: utc, or local for that of this machine. Commands write UTC.", func(s *Settings) *string { return &s.Time }, "utc", "local"),
	choiceOption("units", "How amounts are written at first: decimal, raw or hex. The key u changes it while one looks.", func(s *Settings) *string { return &s.Units }, "decimal", "raw", "hex"),
	durationOption("look_again.account", "After how long an account that is shown, and the newest end of its list, are looked at again.", func(s *Settings) *time.Duration { return &s.Periods.Account }),
	durationOption("look_again.home", "After how long the saved accounts on the first screen are looked at again.", func(s *Settings) *time.Duration { return &s.Periods.Home }),
	durationOption("look_again.transaction", "After how long the list that a transaction was opened from is looked at again, for newer records.", func(s *Settings) *time.Duration { return &s.Periods.Transaction }),
	sizeOption("sizes.wide", "From which width and height of the window on there is a preview beside lists.", "100x30", func(s *Sizes) *Size { return &s.Wide }),
	sizeOption("sizes.full", "From which on everything is drawn.", "80x24", func(s *Sizes) *Size { return &s.Full }),
	sizeOption("sizes.compact", "From which on there are boxes, one panel at a time.", "60x20", func(s *Sizes) *Size { return &s.Compact }),
	sizeOption("sizes.rules", "From which on there are rules in the place of boxes, and details.", "40x12", func(s *Sizes) *Size { return &s.Rules }),
	sizeOption("sizes.small", "From which on there is one list or one value; in a smaller window, one line alone.", "20x6", func(s *Sizes) *Size { return &s.Small }),
}

// networkOptions are those of each network.
var networkOptions = []option[Network]{
	{
		key: "base_urls", kind: List, does: "Addresses of the nodes. The first is asked; the others when it fails.", example: `["https://rpc.example.org", "https://rpc2.example.org"]`,
		set: func(n *Network, v value) error {
			addresses, err := v.strings()
			switch {
			case err != nil:
				return err
			case len(addresses) == 0:
				return errors.New("must name a node at least")
			}
			for _, address := range addresses {
				if err := webAddress(address); err != nil {
					return fmt.Errorf("%q %w", address, err)
				}
			}
			n.BaseURLs = addresses
			return nil
		},
		toml: func(n *Network) string { return listUnlessEmpty(n.BaseURLs) },
	},
	textOption("oracle_url", "Address of the price service, where it is not the first node's.", `"https://prices.example.org"`, func(n *Network) *string { return &n.OracleURL }, webAddress),
	{
		key: "chain_id", kind: Number, does: "The chain id that the nodes should tell. Another one is marked with ! for as long as one looks at it. 0: any.",
		set: func(n *Network, v value) (err error) {
			n.ChainID, err = keepOnError(n.ChainID, v, func(v value) (uint64, error) { return v.unsigned(math.MaxInt64) })
			return err
		},
		toml: func(n *Network) string { return strconv.FormatUint(n.ChainID, 10) },
	},
	choiceOption("rpc_version", "Version of the RPC: auto, v1, v2 or v3.", func(n *Network) *string { return &n.RPCVersion }, "auto", "v1", "v2", "v3"),
	{
		key: "view_media_types", kind: List, does: "Media types of view calls in BCS, tried in this order.",
		set: func(n *Network, v value) error {
			types, err := v.strings()
			switch {
			case err != nil:
				return err
			case len(types) == 0 || slices.ContainsFunc(types, func(name string) bool { return !mediaType.MatchString(name) }):
				return errors.New("must be a list of media types, such as application/x.chain.view_function+bcs")
			}
			n.ViewMediaTypes = types
			return nil
		},
		toml: func(n *Network) string { return quotedList(n.ViewMediaTypes) },
	},
	textOption("head_hint", "Path of a call of the nodes' own that tells a recent height, to begin looking for the newest block there.", `"/rpc/v1/block"`, func(n *Network) *string { return &n.HeadHint }, callPath),
	textOption("cursor_header", "The header in which v3 gives the cursor of a list. Not said: the one whose name ends in -cursor.", `"x-chain-cursor"`, func(n *Network) *string { return &n.CursorHeader }, headerName),
	choiceOption("interval_parameter", "The name of the price service's parameter for the length of a bar: Resolution or interval.", func(n *Network) *string { return &n.IntervalParameter }, "Resolution", "interval"),
	{
		key: "decimals", kind: Number, does: "Decimals of the coin in which gas is paid.",
		set: func(n *Network, v value) error {
			decimals, err := v.unsigned(MostDecimals)
			if err == nil {
				n.Decimals = int(decimals)
			}
			return err
		},
		toml: func(n *Network) string { return strconv.Itoa(n.Decimals) },
	},
	textOption("api_key_env", "A variable of the environment with the key of the price service. FOREDECK_API_KEY goes before it.",
		`"PRICES_KEY"`, func(n *Network) *string { return &n.APIKey.Variable }, variableName),
	textOption("api_key_file", "A file with the key of the price service, which only its owner can read, where the environment has none.", `"~/.config/foredeck/prices.key"`, func(n *Network) *string { return &n.APIKey.File }, anything),
	listOption("api_key_command", "A command that prints the key of the price service, where nothing else has it. It is run without a shell, when the key is needed.", `["pass", "show", "prices"]`, func(n *Network) *[]string { return &n.APIKey.Command }),
	textOption("consensus_token_env", "A variable of the environment with the token for consensus blocks. FOREDECK_CONSENSUS_TOKEN goes before it.", `"BLOCKS_TOKEN"`, func(n *Network) *string { return &n.ConsensusToken.Variable }, variableName),
	textOption("consensus_token_file", "A file with the token, which only its owner can read, where the environment has none.", `"~/.config/foredeck/blocks.token"`, func(n *Network) *string { return &n.ConsensusToken.File }, anything),
	listOption("consensus_token_command", "A command that prints the token, where nothing else has it. It is run without a shell, when the network is opened.", `["pass", "show", "blocks"]`, func(n *Network) *[]string { return &n.ConsensusToken.Command }),
	textOption("explorer_account", "Where o shows an account in a web explorer, with {} in the place of its address.",
		`"https://explorer.example.org/account/{}"`, func(n *Network) *string { return &n.Explorer.Account }, explorerLink),
	textOption("explorer_transaction", "The same of a transaction, with {} in the place of its hash.", `"https://explorer.example.org/tx/{}"`, func(n *Network) *string { return &n.Explorer.Transaction }, explorerLink),
	textOption("explorer_module", "The same of a module, with {} in the place of address::module.", `"https://explorer.example.org/module/{}"`, func(n *Network) *string { return &n.Explorer.Module }, explorerLink),
	textOption("explorer_block", "The same of a block, with {} in the place of its height.", `"https://explorer.example.org/block/{}"`, func(n *Network) *string { return &n.Explorer.Block }, explorerLink),
}

// MostDecimals is as many as a u128 has digits.
const MostDecimals = 38

var (
	mediaType = regexp.MustCompile(`^[\w.+-]+/[\w.+-]+$`)
	// What may stand for an address in the file. What has no 0x is one of hexadecimal digits alone.
	addressForm  = regexp.MustCompile(`^(0[xX])?[0-9a-fA-F]{1,64}$`)
	headerForm   = regexp.MustCompile(`^[a-zA-Z0-9-]+$`)
	variableForm = regexp.MustCompile(`^\w+$`)
	typeForm     = regexp.MustCompile(`^0[xX][0-9a-fA-F]{1,64}::\w+::\w+(<.+>)?$`)
	nameForm     = regexp.MustCompile(`^[a-zA-Z][\w-]*$`)
)

func textOption[T any](key, does, example string, at func(*T) *string, rule func(string) error) option[T] {
	return option[T]{
		key: key, does: does, example: example,
		set: func(t *T, v value) error {
			text, err := v.string()
			if err == nil {
				err = rule(text)
			}
			if err == nil {
				*at(t) = text
			}
			return err
		},
		toml: func(t *T) string {
			if *at(t) == "" {
				return ""
			}
			return quoted(*at(t))
		},
	}
}

func choiceOption[T any](key, does string, at func(*T) *string, choices ...string) option[T] {
	option := textOption(key, does, "", at, oneOf(choices...))
	option.choices = choices
	return option
}

func switchOption[T any](key, does string, at func(*T) *bool) option[T] {
	return option[T]{
		key: key, does: does, kind: Switch,
		set: func(t *T, v value) (err error) {
			*at(t), err = keepOnError(*at(t), v, value.bool)
			return err
		},
		toml: func(t *T) string { return strconv.FormatBool(*at(t)) },
	}
}

func durationOption[T any](key, does string, at func(*T) *time.Duration) option[T] {
	return option[T]{
		key: key, does: does,
		set: func(t *T, v value) (err error) {
			*at(t), err = keepOnError(*at(t), v, value.duration)
			return err
		},
		toml: func(t *T) string { return quoted(at(t).String()) },
	}
}

func listOption[T any](key, does, example string, at func(*T) *[]string) option[T] {
	return option[T]{
		key: key, does: does, example: example, kind: List,
		set: func(t *T, v value) (err error) {
			*at(t), err = keepOnError(*at(t), v, value.strings)
			return err
		},
		toml: func(t *T) string { return listUnlessEmpty(*at(t)) },
	}
}

// keepOnError reads a value, and keeps what was there where it is wrong.
func keepOnError[V any](old V, v value, read func(value) (V, error)) (V, error) {
	found, err := read(v)
	if err != nil {
		return old, err
	}
	return found, nil
}

func listUnlessEmpty(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	return quotedList(texts)
}

func anything(string) error { return nil }

func oneOf(allowed ...string) func(string) error {
	return func(text string) error {
		if slices.Contains(allowed, text) {
			return nil
		}
		return fmt.Errorf("must be one of %s", strings.Join(allowed, ", "))
	}
}

// themeName takes the name of a set, or of a file: it must not lead out of its folder.
func themeName(name string) error {
	if !nameForm.MatchString(name) {
		return fmt.Errorf("must be one of %s, or the name of a file in the folder themes without its ending", strings.Join(Themes, ", "))
	}
	return nil
}

func webAddress(address string) error {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Hostname() == "" || parsed.User != nil || parsed.RawQuery != "" || parsed.Fragment != "" {
		return errors.New("must be an http or https address without user, query and fragment, such as https://rpc.example.org")
	}
	return nil
}

func explorerLink(link string) error {
	parsed, err := url.Parse(strings.ReplaceAll(link, "{}", "x"))
	if err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Hostname() == "" || parsed.User != nil || strings.Count(link, "{}") != 1 {
		return errors.New("must be an http or https address with {} once, such as https://explorer.example.org/account/{}")
	}
	return nil
}

func callPath(path string) error {
	if !strings.HasPrefix(path, "/") || strings.ContainsAny(path, "?# ") {
		return errors.New("must be a path, such as /rpc/v1/block")
	}
	return nil
}

func headerName(name string) error {
	if !headerForm.MatchString(name) {
		return errors.New("must be the name of a header, such as x-chain-cursor")
	}
	return nil
}

func variableName(name string) error {
	if !variableForm.MatchString(name) {
		return errors.New("must be the name of a variable: letters, digits and _")
	}
	return nil
}
