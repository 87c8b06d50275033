package config

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"runtime"
	"slices"
	"strings"
)

// Resolve combines flags, environment and file; the first match wins: flag, environment, file, default. The error names an invalid flag
// or variable and what it must be. Invalid lines of the file are listed in Problems and ignored.
func Resolve(flags Flags, environment func(string) string, file *File) (*Settings, error) {
	s := defaults()
	s.origins = map[string]string{}
	if file != nil {
		file.apply(s)
	}
	if err := s.chooseNetwork(flags, environment("FOREDECK_NETWORK")); err != nil {
		return nil, err
	}
	s.applyEnvironment(environment)
	if flags.Theme != "" {
		if err := themeName(flags.Theme); err != nil {
			return nil, fmt.Errorf("--theme %q: %w", flags.Theme, err)
		}
		s.Theme, s.origins["theme"] = flags.Theme, "flag"
	}
	if flags.NoColor {
		s.NoColor, s.origins["no_color"] = true, "flag"
	}
	if flags.ASCII {
		s.ASCII, s.origins["ascii"] = true, "flag"
	}
	if flags.Timeout != 0 {
		s.Timeout, s.origins["timeout"] = flags.Timeout, "flag"
	}
	return s, nil
}

func (s *Settings) applyEnvironment(environment func(string) string) {
	if environment("NO_COLOR") != "" {
		s.NoColor, s.origins["no_color"] = true, "environment NO_COLOR"
	}
	if _, given := s.origins["ascii"]; given {
		return
	}
	// The first of these that is set determines the locale.
	for _, variable := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		locale := strings.ToLower(environment(variable))
		if locale == "" {
			continue
		}
		_, charset, _ := strings.Cut(locale, ".")
		if locale == "c" || locale == "posix" || charset != "" && !strings.HasPrefix(charset, "utf-8") && !strings.HasPrefix(charset, "utf8") {
			s.ASCII, s.origins["ascii"] = true, "environment "+variable
		}
		return
	}
	if runtime.GOOS != "windows" && runtime.GOOS != "darwin" && !slices.ContainsFunc(modernTerminals, func(variable string) bool { return environment(variable) != "" }) {
		s.ASCII, s.origins["ascii"] = true, noLocale
	}
}

// noLocale is the origin of the option ascii if nothing says which characters the terminal has.
const noLocale = "no locale"

// modernTerminals are variables that only terminals with UTF-8 set.
var modernTerminals = []string{"TERM_PROGRAM", "VTE_VERSION", "COLORTERM", "WT_SESSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION"}

// AssumesEncoding reports whether ASCII is only a guess, which the terminal knows better.
func (s *Settings) AssumesEncoding() bool {
	origin, isSet := s.origins["ascii"]
	return !isSet || origin == noLocale
}

// chooseNetwork sets the network.
func (s *Settings) chooseNetwork(flags Flags, fromEnvironment string) error {
	name, source, origin := flags.Network, "--network", "flag"
	if name == "" {
		name, source, origin = fromEnvironment, "FOREDECK_NETWORK", "environment FOREDECK_NETWORK"
	}
	fromFile := s.Network.Name
	if name == "" {
		name, source, origin = fromFile, "network", s.origins["network"]
	}
	if name == "" {
		name, origin = Simulated, ""
	}
	at, known := findNetwork(s.Networks, name), networkNames(s.Networks)
	switch {
	case len(flags.BaseURLs) > 0 && flags.Network == "" && (flags.Standalone || name == Simulated || source == "network"):
		// A node given only by its address is a network by itself, unrelated to the default network.
		s.Network, origin = newNetwork(hostOf(flags.BaseURLs[0])), "flag"
	case at >= 0:
		s.Network = s.Networks[at]
	case source == "network":
		s.NetworkProblem = &Problem{s.networkLine, "network", fmt.Sprintf("%q: %v: %s", name, ErrUnknownNetwork, OneOf(name, known))}
		s.Problems = append(s.Problems, *s.NetworkProblem)
		s.Network, origin = s.Networks[0], ""
	default:
		return fmt.Errorf("%s %q: %w: %s; or use --base-url", source, name, ErrUnknownNetwork, OneOf(name, known))
	}
	s.origins["network"] = origin
	return s.applyNetworkFlags(flags)
}

func (s *Settings) applyNetworkFlags(flags Flags) error {
	prefix := "networks." + bareOrQuoted(s.Network.Name) + "."
	if len(flags.BaseURLs) > 0 {
		if s.Network.Name == Simulated {
			return errors.New("--base-url and --network simulated: the simulated network runs inside the program; use only one of them")
		}
		s.Network.BaseURLs = flags.BaseURLs
		s.origins[prefix+"base_urls"] = "flag"
	}
	if flags.OracleURL != "" {
		s.Network.OracleURL, s.Network.PriceStream, s.Network.PriceFeed = flags.OracleURL, "", "" // the service is wanted, with or without a key
		s.origins[prefix+"oracle_url"] = "flag"
	}
	if flags.RPCVersion != "" {
		s.Network.RPCVersion = flags.RPCVersion
		s.origins[prefix+"rpc_version"] = "flag"
	}
	return nil
}

// hostOf returns the name of a network that is given only by its address: the host.
func hostOf(baseURL string) string {
	parsed, err := url.Parse(baseURL)
	if err != nil || parsed.Host == "" {
		return "node"
	}
	return parsed.Host
}

// BaseURLForHost returns the address of a node given by its host, the reverse of hostOf. A node on this machine or with a port uses
// http, others https. ok is false if the text is not a host but the name of a network.
func BaseURLForHost(host string) (baseURL string, ok bool) {
	if host != "localhost" && !strings.ContainsAny(host, ".:") {
		return "", false
	}
	parsed, err := url.Parse("http://" + host)
	if err != nil || parsed.Host != host {
		return "", false
	}
	here := parsed.Hostname() == "localhost"
	if address := net.ParseIP(parsed.Hostname()); address != nil {
		here = address.IsLoopback()
	}
	if port := parsed.Port(); !here && (port == "" || port == "443") {
		parsed.Scheme = "https"
	}
	return parsed.String(), true
}

// ForVisitor returns the settings of a visitor: somebody who uses the program from another machine. They are the defaults, changed by the
// visitor's flags and environment, and those settings of s whose row says that visitors have them. Nothing else of s is in them: no path,
// command, secret or amount that the owner of s holds, and no other network.
func (s *Settings) ForVisitor(flags Flags, environment func(string) string) (*Settings, error) {
	v, err := Resolve(Flags{Theme: flags.Theme, NoColor: flags.NoColor, ASCII: flags.ASCII}, environment, nil)
	if err != nil {
		return nil, err
	}
	if v.origins["ascii"] == noLocale { // most clients of SSH send no locale
		v.ASCII = false
		delete(v.origins, "ascii")
	}
	v.Network = Network{Name: s.Network.Name}
	for _, option := range networkOptions {
		if option.access == isShared {
			option.copy(&v.Network, &s.Network)
		}
	}
	v.Networks = []Network{v.Network}
	v.origins["network"] = ""
	for _, option := range slices.Concat(options, tables) {
		if option.access == isShared && v.origins[option.key] != "flag" {
			option.copy(v, s)
		}
	}
	return v, nil
}
