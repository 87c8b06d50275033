package move

import (
	"encoding/binary"
	"strings"
)

// ErrorDescription is the name and the documentation of an error constant.
type ErrorDescription struct {
	Name string // EINSUFFICIENT_BALANCE
	Text string // its documentation comment, may be empty; not sanitized
}

// ErrorMap has the error constants of a module by their value: the reason of an abort code, or the whole code.
type ErrorMap map[uint64]ErrorDescription

// Describe returns the description of an abort code. Like nodes, it looks up the lowest 12 bits, which std::error leaves to the
// module, before the whole code.
func (m ErrorMap) Describe(code AbortCode) (description ErrorDescription, ok bool) {
	if description, ok = m[uint64(code&0xfff)]; !ok {
		description, ok = m[uint64(code)]
	}
	return description, ok
}

// Errors returns the error constants that the compiler wrote into the metadata, under the key "aptos::metadata_v1" or that of
// another chain with the same suffix, or the older "_v0". It is empty if there are none. Metadata that cannot be decoded is
// an error, a *ParseError of the kind "module metadata".
func (b *Bytecode) Errors() (ErrorMap, error) {
	for _, metadata := range b.Metadata {
		if strings.HasSuffix(metadata.Key, "::metadata_v1") || strings.HasSuffix(metadata.Key, "::metadata_v0") {
			return parseErrorMap(metadata.Value)
		}
	}
	return nil, nil
}

// parseErrorMap decodes the first field of RuntimeModuleMetadata. The attributes that follow in version 1 are skipped.
func parseErrorMap(metadata []byte) (ErrorMap, error) {
	r := &bcsReader{kind: "module metadata", bytes: metadata}
	errors := r.errorMap()
	if r.err != nil {
		return nil, r.err
	}
	return errors, nil
}

func (r *bcsReader) errorMap() ErrorMap {
	errors := make(ErrorMap)
	for range r.count("errors") {
		value := r.take(8, "error code")
		description := ErrorDescription{Name: r.text("error name"), Text: r.text("error description")}
		if r.err != nil {
			return nil
		}
		errors[binary.LittleEndian.Uint64(value)] = description
	}
	return errors
}
