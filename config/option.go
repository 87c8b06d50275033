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
	durationOption("look_again.account", "After how long an account that is shown, and the newest end of its list, are looked at again.", func(s *Settings) *time.Duration { return &s.Periods.Account }),
	durationOption("look_again.home", "The same of the saved accounts on the first screen.", func(s *Settings) *time.Duration { return &s.Periods.Home }),
	durationOption("look_again.transaction", "The same of the list that a transaction was opened from, for newer records.", func(s *Settings) *time.Duration { return &s.Periods.Transaction }),
}

// networkOptions are those of each network.
var networkOptions = []option[Network]{
	{
		key: "base_urls", does: "Addresses of the nodes. The first is asked; the others when it fails.", example: `["https://rpc.example.org", "https://rpc2.example.org"]`,
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
		key: "chain_id", does: "The chain id that the nodes should tell. Another one is marked with ! for as long as one looks at it. 0: any.",
		set: func(n *Network, v value) (err error) {
			n.ChainID, err = keepOnError(n.ChainID, v, func(v value) (uint64, error) { return v.unsigned(math.MaxInt64) })
			return err
		},
		toml: func(n *Network) string { return strconv.FormatUint(n.ChainID, 10) },
	},
	textOption("rpc_version", "Version of the RPC: auto, v1, v2 or v3.", "", func(n *Network) *string { return &n.RPCVersion }, oneOf("auto", "v1", "v2", "v3")),
	{
		key: "view_media_types", does: "Media types of view calls in BCS, tried in this order.",
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
	textOption("interval_parameter", "The name of the price service's parameter for the length of a bar: Resolution or interval.", "", func(n *Network) *string { return &n.IntervalParameter }, oneOf("Resolution", "interval")),
	{
		key: "decimals", does: "Decimals of the coin in which gas is paid.",
		set: func(n *Network, v value) error {
			decimals, err := v.unsigned(38)
			if err == nil {
				n.Decimals = int(decimals)
			}
			return err
		},
		toml: func(n *Network) string { return strconv.Itoa(n.Decimals) },
	},
	textOption("api_key_env", "Where the key of the price service comes from. FOREDECK_API_KEY goes before all three: a variable of the environment,",
		`"PRICES_KEY"`, func(n *Network) *string { return &n.APIKey.Variable }, variableName),
	textOption("api_key_file", "a file that only its owner can read,", `"~/.config/foredeck/prices.key"`, func(n *Network) *string { return &n.APIKey.File }, anything),
	listOption("api_key_command", "or a command that prints it. It is run without a shell, when the key is needed.", `["pass", "show", "prices"]`, func(n *Network) *[]string { return &n.APIKey.Command }),
	textOption("consensus_token_env", "The same of the token for consensus blocks, behind FOREDECK_CONSENSUS_TOKEN.", `"BLOCKS_TOKEN"`, func(n *Network) *string { return &n.ConsensusToken.Variable }, variableName),
	textOption("consensus_token_file", "", `"~/.config/foredeck/blocks.token"`, func(n *Network) *string { return &n.ConsensusToken.File }, anything),
	listOption("consensus_token_command", "", `["pass", "show", "blocks"]`, func(n *Network) *[]string { return &n.ConsensusToken.Command }),
	textOption("explorer_account", "Where o opens things in a web explorer, with {} in the place of the address, the hash, address::module or the height.",
		`"https://explorer.example.org/account/{}"`, func(n *Network) *string { return &n.Explorer.Account }, explorerLink),
	textOption("explorer_transaction", "", `"https://explorer.example.org/tx/{}"`, func(n *Network) *string { return &n.Explorer.Transaction }, explorerLink),
	textOption("explorer_module", "", `"https://explorer.example.org/module/{}"`, func(n *Network) *string { return &n.Explorer.Module }, explorerLink),
	textOption("explorer_block", "", `"https://explorer.example.org/block/{}"`, func(n *Network) *string { return &n.Explorer.Block }, explorerLink),
}

var (
	mediaType = regexp.MustCompile(`^[\w.+-]+/[\w.+-]+$`)
	// What may stand for an address in the file. What has no 0x is one of hexadecimal digits alone.
	addressForm  = regexp.MustCompile(`^(0[xX])?[0-9a-fA-F]{1,64}$`)
	headerForm   = regexp.MustCompile(`^[a-zA-Z0-9-]+$`)
	variableForm = regexp.MustCompile(`^\w+$`)
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

func switchOption[T any](key, does string, at func(*T) *bool) option[T] {
	return option[T]{
		key: key, does: does,
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
		key: key, does: does, example: example,
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
