package move_test

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
)

// recorded returns the bytes of a transaction of a public testnet from December 2024, put together from its record, which is in
// client/testdata/samples/v1-coin-transactions.json. The hash in that record covers these bytes.
func recorded(t *testing.T) (bytes []byte, hash string) {
	t.Helper()
	unhex := func(s string) []byte {
		b, err := hex.DecodeString(s)
		require.NoError(t, err)
		return b
	}
	sender := unhex("e5992efbb8e2f5978964335536c334e1d71d2d7afec00fbda0446b893d2b988c")
	to := unhex("ec07bc3d5c30f85fb8a4c799aba5e2f185e420a2b223f4c1fc2a2a8eeef8192d")
	call := move.CallBCS(move.MustParseFunctionID("0x1::supra_account::transfer_coins"), []move.TypeTag{move.MustParseTypeTag("0x1::supra_coin::SupraCoin")},
		[][]byte{to, binary.LittleEndian.AppendUint64(nil, 1000)})
	bytes = binary.LittleEndian.AppendUint64(sender, 1)
	bytes = append(append(bytes, 2), call...)
	for _, number := range []uint64{500000, 100, 1734475552} {
		bytes = binary.LittleEndian.AppendUint64(bytes, number)
	}
	bytes = append(bytes, 6, 0, 32)
	bytes = append(bytes, unhex("0cf652de472c6aea9f33442a3fe91a9ce3c7181a3cf1a9119b38c4444fbefd4e")...)
	bytes = append(bytes, 64)
	bytes = append(bytes, unhex("e8c9e6901cae727640a3309187537c56a37cf8e04ef4745e8f69b5e6c4c3969f01f5e38956a06a53f53c9b7a3eb681e27d10bd5e0425a97a3a42020d111bc90b")...)
	return bytes, "0x8f6607c103763fcc32c79ca60ba58cebac5d00b5b0c34f056087212a263da056"
}

func TestTransactionBCS(t *testing.T) {
	t.Parallel()
	bytes, hash := recorded(t)
	for _, form := range [][]byte{bytes, append([]byte{1}, bytes...)} {
		read, err := move.ParseTransactionBCS(form)
		require.NoError(t, err)
		require.Equal(t, hash, read.Hash)
		require.Equal(t, "0xe5992efbb8e2f5978964335536c334e1d71d2d7afec00fbda0446b893d2b988c", read.Sender.String())
		require.Equal(t, "0x1::supra_account::transfer_coins", read.Function.String())
		require.Equal(t, []uint64{1, 500000, 100, 1734475552, 6}, []uint64{read.SequenceNumber, read.MaxGasAmount, read.GasUnitPrice, read.Expiration, uint64(read.ChainID)})
		require.Equal(t, "Ed25519", read.Authenticator)
		require.Len(t, read.Arguments, 2)
	}
	unsigned, err := move.ParseTransactionBCS(bytes[:len(bytes)-99])
	require.NoError(t, err)
	require.Empty(t, unsigned.Hash)
	require.Empty(t, unsigned.Authenticator)
	for at, rule := range map[int]string{
		40:              "payload",
		len(bytes) - 99: "unknown authenticator",
		len(bytes) - 98: "has 31 bytes",
	} {
		broken := append([]byte(nil), bytes...)
		if broken[at]--; broken[at] == 0xff {
			broken[at] = 9
		}
		_, err := move.ParseTransactionBCS(broken)
		require.ErrorContains(t, err, rule)
	}
	for cut := range bytes {
		if _, err := move.ParseTransactionBCS(bytes[:cut]); cut != len(bytes)-99 {
			require.Error(t, err, cut)
		}
	}
}

func TestDecodeStructBCS(t *testing.T) {
	t.Parallel()
	layouts := map[string][]move.FieldABI{
		"Store": {{Name: "coin", Type: "0x1::coin::Coin<T0>"}, {Name: "open", Type: "bool"}, {Name: "owner", Type: "0x1::option::Option<address>"}},
		"Coin":  {{Name: "value", Type: "u64"}},
		"Loop":  {{Name: "next", Type: "0x1::coin::Loop"}},
	}
	fields := func(tag move.StructTag) ([]move.FieldABI, error) {
		if known, ok := layouts[tag.Name]; ok {
			return known, nil
		}
		return nil, move.ErrNoLayout
	}
	bytes := append(binary.LittleEndian.AppendUint64(nil, 5), 1, 0)
	decoded, err := move.DecodeStructBCS(move.MustParseTypeTag("0x1::coin::Store<0x1::a::B>"), bytes, fields)
	require.NoError(t, err)
	require.JSONEq(t, `{"coin":{"value":"5"},"open":true,"owner":{"vec":[]}}`, string(decoded))
	decoded, err = move.DecodeStructBCS(move.MustParseTypeTag("vector<0x1::coin::Coin<u8>>"), append([]byte{1}, bytes[:8]...), fields)
	require.NoError(t, err)
	require.JSONEq(t, `[{"value":"5"}]`, string(decoded))
	for tag, rule := range map[string]string{"0x1::coin::Store<u8>": "trailing data", "0x1::coin::Loop": "nesting exceeds", "0x1::coin::Other": "no layout"} {
		_, err := move.DecodeStructBCS(move.MustParseTypeTag(tag), append(bytes, 7), fields)
		require.ErrorContains(t, err, rule)
	}
	_, err = move.DecodeBCS(move.MustParseTypeTag("0x1::coin::Coin<u8>"), bytes)
	require.ErrorContains(t, err, "layout of Coin is unknown")
}

func TestTypeTagBCS(t *testing.T) {
	t.Parallel()
	for _, written := range []string{"u8", "vector<address>", "0x1::coin::CoinStore<0x1::a::B<bool>>"} {
		tag := move.MustParseTypeTag(written)
		read, err := move.ParseTypeTagBCS(tag.AppendBCS(nil))
		require.NoError(t, err)
		require.Equal(t, written, read.String())
		_, err = move.ParseTypeTagBCS(append(tag.AppendBCS(nil), 0))
		require.ErrorContains(t, err, "trailing data")
	}
	_, err := move.ParseTypeTagBCS([]byte(strings.Repeat("\x06", 40)))
	require.Error(t, err)
}
