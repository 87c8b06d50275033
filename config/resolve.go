package config

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
)

// Resolve puts flags, environment and file together: a flag goes before the environment, that before the file, and that before
// the default. The error names the flag or the variable that is wrong and what it may be; what is wrong in the file stands in
// Problems and is as if it were not said.
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
			return nil, fmt.Errorf("--theme %q %w", flags.Theme, err)
		}
		s.Theme, s.origins["theme"] = flags.Theme, "flag"
	}
	if flags.NoColour {
		s.NoColour, s.origins["no_color"] = true, "flag"
	}
	if flags.Timeout != 0 {
		s.Timeout, s.origins["timeout"] = flags.Timeout, "flag"
	}
	return s, nil
}

func (s *Settings) applyEnvironment(environment func(string) string) {
	if environment("NO_COLOR") != "" {
		s.NoColour, s.origins["no_color"] = true, "environment NO_COLOR"
	}
	if _, said := s.origins["ascii"]; said {
		return
	}
	// The first of these that says something is what counts, as for any program.
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
}

// chooseNetwork finds out which network is looked at.
func (s *Settings) chooseNetwork(flags Flags, fromEnvironment string) error {
	name, said, origin := flags.Network, "--network", "flag"
	if name == "" {
		name, said, origin = fromEnvironment, "FOREDECK_NETWORK", "environment FOREDECK_NETWORK"
	}
	fromFile := s.Network.Name
	if name == "" {
		name, said, origin = fromFile, "network", s.origins["network"]
	}
	if name == "" {
		name, origin = Simulated, ""
	}
	at := slices.IndexFunc(s.Networks, func(network Network) bool { return network.Name == name })
	switch {
	case len(flags.BaseURLs) > 0 && flags.Network == "" && (name == Simulated || said == "network"):
		// An address alone is a network of its own: what is the usual one has nothing to do with it.
		s.Network, origin = usual(hostOf(flags.BaseURLs[0])), "flag"
	case at >= 0:
		s.Network = s.Networks[at]
	case said == "network":
		s.Doubt = &Problem{s.networkLine, "network", fmt.Sprintf("%q: %v; there are %s", name, ErrUnknownNetwork, names(s.Networks))}
		s.Problems = append(s.Problems, *s.Doubt)
		s.Network, origin = s.Networks[0], ""
	default:
		return fmt.Errorf("%s %q: %w; there are %s, and any node with --base-url", said, name, ErrUnknownNetwork, names(s.Networks))
	}
	s.origins["network"] = origin
	return s.applyNetworkFlags(flags)
}

func (s *Settings) applyNetworkFlags(flags Flags) error {
	prefix := "networks." + bareOrQuoted(s.Network.Name) + "."
	if len(flags.BaseURLs) > 0 {
		if s.Network.Name == Simulated {
			return errors.New("--base-url: the simulated network is inside of the program and has no address; leave one of the two out")
		}
		s.Network.BaseURLs = flags.BaseURLs
		s.origins[prefix+"base_urls"] = "flag"
	}
	if flags.OracleURL != "" {
		s.Network.OracleURL = flags.OracleURL
		s.origins[prefix+"oracle_url"] = "flag"
	}
	if flags.RPCVersion != "" {
		s.Network.RPCVersion = flags.RPCVersion
		s.origins[prefix+"rpc_version"] = "flag"
	}
	return nil
}

// hostOf is what a node that is known by its address alone is called.
func hostOf(baseURL string) string {
	parsed, err := url.Parse(baseURL)
	if err != nil || parsed.Host == "" {
		return "node"
	}
	return parsed.Host
}

// BaseURLOf is the address of a node that is known by its host alone, as hostOf names it: a node of this machine, or with a port
// of its own, is asked without encryption. It is not ok for what is no host but the name of a network.
func BaseURLOf(host string) (baseURL string, ok bool) {
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
