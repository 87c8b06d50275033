package move

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// PackageRegistryType is the type of the resource that lists the packages of an account.
const PackageRegistryType = "0x1::code::PackageRegistry"

const (
	// MaxSourceLength is the maximum length of the source of a module in bytes. Transactions that publish it are smaller.
	MaxSourceLength = 4 << 20
	// MaxSourceMapLength is the maximum length of a source map in bytes.
	MaxSourceMapLength = 8 << 20
)

// Package is a package of modules that an account published. Its texts are not sanitized.
type Package struct {
	Name          string              `json:"name"`
	Policy        UpgradePolicy       `json:"upgrade_policy"`
	UpgradeNumber uint64              `json:"upgrade_number"` // how often it was upgraded
	SourceDigest  string              `json:"source_digest"`  // hex; empty if unknown
	Modules       []PackageModule     `json:"modules"`
	Dependencies  []PackageDependency `json:"dependencies"`
}

// Sources returns the number of modules that were published with their source.
func (p *Package) Sources() int {
	count := 0
	for i := range p.Modules {
		if p.Modules[i].HasSource {
			count++
		}
	}
	return count
}

// PackageModule is a module of a package. Source and SourceMap decompress what was published with it.
type PackageModule struct {
	Name         string `json:"name"`
	HasSource    bool   `json:"has_source"`
	HasSourceMap bool   `json:"has_source_map"`

	source, sourceMap []byte // gzipped
}

// PackageDependency is a package that a package uses.
type PackageDependency struct {
	Account string `json:"account"`
	Name    string `json:"name"`
}

// UpgradePolicy says which upgrades of a package the chain accepts.
type UpgradePolicy uint8

// The upgrade policies.
const (
	PolicyArbitrary UpgradePolicy = iota
	PolicyCompatible
	PolicyImmutable
)

// String returns arbitrary, compatible or immutable, or "policy N" for another one.
func (p UpgradePolicy) String() string {
	if names := [...]string{"arbitrary", "compatible", "immutable"}; int(p) < len(names) {
		return names[p]
	}
	return "policy " + strconv.Itoa(int(p))
}

// Meaning says in words what the policy allows.
func (p UpgradePolicy) Meaning() string {
	switch p {
	case PolicyArbitrary:
		return "any upgrade is accepted"
	case PolicyCompatible:
		return "upgrades must keep public functions and struct layouts"
	case PolicyImmutable:
		return "can never be upgraded"
	}
	return "unknown policy"
}

// MarshalJSON returns the policy in words.
func (p UpgradePolicy) MarshalJSON() ([]byte, error) { return json.Marshal(p.String()) }

// registryJSON is the data of the resource in JSON. Numbers can be quoted.
type registryJSON struct {
	Packages []struct {
		Name   string `json:"name"`
		Policy struct {
			Policy json.RawMessage `json:"policy"`
		} `json:"upgrade_policy"`
		Number  json.RawMessage `json:"upgrade_number"`
		Digest  string          `json:"source_digest"`
		Modules []struct {
			Name      string   `json:"name"`
			Source    hexBytes `json:"source"`
			SourceMap hexBytes `json:"source_map"`
		} `json:"modules"`
		Dependencies []struct {
			Account string `json:"account"`
			Name    string `json:"package_name"`
		} `json:"deps"`
	} `json:"packages"`
}

// hexBytes is a vector<u8> in JSON.
type hexBytes []byte

func (b *hexBytes) UnmarshalJSON(raw []byte) (err error) {
	var digits string
	if err := json.Unmarshal(raw, &digits); err != nil {
		return err
	}
	*b, err = hex.DecodeString(strings.TrimPrefix(digits, "0x"))
	return err
}

// ParsePackageRegistry parses the data of the resource PackageRegistryType. It decompresses nothing.
func ParsePackageRegistry(data []byte) ([]Package, error) {
	var registry registryJSON
	if err := json.Unmarshal(data, &registry); err != nil {
		return nil, fmt.Errorf("package registry: %w", err)
	}
	packages := make([]Package, len(registry.Packages))
	for i := range registry.Packages {
		from, to := &registry.Packages[i], &packages[i]
		policy, err := registryNumber(from.Policy.Policy, 8)
		if err == nil {
			to.UpgradeNumber, err = registryNumber(from.Number, 64)
		}
		if err != nil {
			return nil, fmt.Errorf("package registry: package %q: %w", from.Name, err)
		}
		to.Name, to.Policy, to.SourceDigest = from.Name, UpgradePolicy(policy), from.Digest
		to.Modules, to.Dependencies = []PackageModule{}, []PackageDependency{}
		for _, module := range from.Modules {
			to.Modules = append(to.Modules, PackageModule{module.Name, len(module.Source) > 0, len(module.SourceMap) > 0, module.Source, module.SourceMap})
		}
		for _, dependency := range from.Dependencies {
			account := dependency.Account
			if address, err := ParseAddress(account); err == nil {
				account = address.Short()
			}
			to.Dependencies = append(to.Dependencies, PackageDependency{account, dependency.Name})
		}
	}
	return packages, nil
}

// registryNumber reads an integer, which can be quoted; 0 if it is absent.
func registryNumber(raw json.RawMessage, bits int) (uint64, error) {
	if len(raw) == 0 {
		return 0, nil
	}
	return strconv.ParseUint(strings.Trim(string(raw), `"`), 10, bits)
}

// ErrNoSource means that a module was published without its source, or without its source map.
var ErrNoSource = errors.New("published without its source")

// Source returns the published source, decompressed. The error is ErrNoSource if there is none.
func (m *PackageModule) Source() (string, error) {
	source, err := gunzip(m.source, MaxSourceLength)
	switch {
	case err != nil:
		return "", err
	case !utf8.Valid(source):
		return "", errors.New("published source is not UTF-8")
	}
	return string(source), nil
}

// SourceMap returns the published source map, decompressed and parsed. The error is ErrNoSource if there is none.
func (m *PackageModule) SourceMap() (*SourceMap, error) {
	encoded, err := gunzip(m.sourceMap, MaxSourceMapLength)
	if err != nil {
		return nil, err
	}
	return ParseSourceMap(encoded)
}

// gunzip decompresses at most limit bytes. Longer contents are an error, however small they are compressed.
func gunzip(compressed []byte, limit int64) ([]byte, error) {
	if len(compressed) == 0 {
		return nil, ErrNoSource
	}
	reader, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return nil, fmt.Errorf("published source: %w", err)
	}
	content, err := io.ReadAll(io.LimitReader(reader, limit+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("published source: %w", err)
	case int64(len(content)) > limit:
		return nil, fmt.Errorf("published source: more than %s bytes when decompressed", grouped(strconv.FormatInt(limit, 10)))
	}
	return content, nil
}
