package move

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
)

// errorMapBCS encodes descriptions in the order given.
func errorMapBCS(codes []uint64, descriptions ...ErrorDescription) []byte {
	encoded := appendLength(nil, len(descriptions))
	for i, description := range descriptions {
		encoded = binary.LittleEndian.AppendUint64(encoded, codes[i])
		encoded = appendString(appendString(encoded, description.Name), description.Text)
	}
	return encoded
}

func TestBytecodeErrors(t *testing.T) {
	t.Parallel()
	balance := ErrorDescription{Name: "EINSUFFICIENT_BALANCE", Text: "Not enough coins to complete transaction"}
	whole := ErrorDescription{Name: "EWHOLE"}
	metadata := errorMapBCS([]uint64{6, 0x50007}, balance, whole)
	for _, key := range []string{"aptos::metadata_v1", "supra::metadata_v1", "aptos::metadata_v0"} {
		b := &Bytecode{Metadata: []BytecodeMetadata{{Key: "other", Value: []byte{9}}, {Key: key, Value: append(metadata, 0, 0)}}}
		errors, err := b.Errors()
		require.NoError(t, err, key)
		for code, expected := range map[AbortCode]ErrorDescription{6: balance, 0x10006: balance, 0x50007: whole} {
			description, ok := errors.Describe(code)
			require.True(t, ok, code)
			require.Equal(t, expected, description, code)
		}
		_, ok := errors.Describe(7)
		require.False(t, ok)
	}

	errors, err := new(Bytecode).Errors()
	require.NoError(t, err)
	require.Empty(t, errors)
	for name, value := range map[string][]byte{
		"cut": metadata[:len(metadata)-1], "more errors than bytes": {0xff, 0xff, 3}, "empty": {}, "not UTF-8": errorMapBCS([]uint64{1}, ErrorDescription{Name: "\xff"}),
	} {
		_, err := (&Bytecode{Metadata: []BytecodeMetadata{{Key: "aptos::metadata_v1", Value: value}}}).Errors()
		var parse *ParseError
		require.ErrorAs(t, err, &parse, name)
		require.Equal(t, "module metadata", parse.Kind)
	}
}
