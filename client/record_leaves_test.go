package client

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
)

// Reasons of the places of records other than transactions.
const (
	flat      = "the JSON is flat"
	oneName   = "the name that this JSON has for it"
	tellsSame = "repeats the time in milliseconds, in UTC and whole seconds; another time is kept in other"
)

// headerPlaces are those of the header of a block.
func headerPlaces(raw, json string) []place {
	join := func(name string) string { return strings.TrimPrefix(json+"."+name, ".") }
	return []place{
		{raw: raw + ".author", json: join("author"), form: asHash, why: flat},
		{raw: raw + ".parent", json: join("parent"), form: asHash, why: flat},
		{raw: raw + ".height", json: join("height"), form: asNumber, why: flat},
		{raw: raw + ".timestamp.timestamp", json: join("timestamp_us"), form: asNumber, why: oneName},
		{raw: raw + ".timestamp.microseconds_since_unix_epoch", json: join("timestamp_us"), form: asNumber, why: oneName},
		{raw: raw + ".timestamp.utc_date_time", why: repeatedDate},
		{raw: raw + ".view.epoch_id.chain_id", json: join("chain_id"), form: asNumber, why: flat},
		{raw: raw + ".view.epoch_id.epoch", json: join("epoch"), form: asNumber, why: flat},
		{raw: raw + ".view.round", json: join("round"), form: asNumber, why: flat},
	}
}

// blockPlaces are where the leaves of a raw block are in its JSON.
var blockPlaces = append(append(headerPlaces("block.block.header", ""), headerPlaces("block.qc.certificate.data.block.header", "certificate.block")...), []place{
	{raw: "block.block.header.timestamp", json: "timestamp_us", form: asNumber, why: oneName},
	{raw: "block.block.digest", json: "digest", form: asHash, why: flat},
	{raw: "block.block.payload.**", json: "payload.**", why: flat},
	{raw: "block.qc.certificate.certifying_committee", json: "certificate.committee", form: asHash, why: oneName},
	{raw: "block.qc.certificate.kind", json: "certificate.kind", why: flat},
	{raw: "block.qc.certificate.data.kind", json: "certificate.vote_kind", why: oneName},
	{raw: "block.qc.certificate.data.block.hash", json: "certificate.block.hash", form: asHash, why: flat},
	{raw: "block.qc.certificate.data.block.digest", json: "certificate.block.hash", form: asHash, why: oneName},
	{raw: "block.qc.certificate.data.block.header.timestamp", json: "certificate.block.timestamp_us", form: asNumber, why: oneName},
	{raw: "block.qc.certificate.signature.**", json: "certificate.signature.**", why: flat},
	{raw: "block.qc.certificate.voters.*", json: "certificate.voters.*", why: flat},
	{raw: "batches.(batches|hashes).*", json: "batches.*.hash", form: asHash, why: "batches are objects"},
}...)

var modulePlaces = []place{
	{raw: "(abi).exposed_functions.*.generic_type_params.*.constraints.*", json: "functions.*.type_params.*.constraints.*", why: oneName},
	{raw: "(abi).structs.*.generic_type_params.*.constraints.*", json: "structs.*.type_params.*.constraints.*", why: oneName},
	{raw: "(abi).structs.*.generic_type_params.*.is_phantom", json: "structs.*.type_params.*.is_phantom", why: oneName},
	{raw: "bytecode", why: "bytecode_size has its length; -o raw prints it"},
	{raw: "(abi).address", json: "address", form: asAddress, why: flat},
	{raw: "(abi).name", json: "name", why: flat},
	{raw: "(abi).friends.*", json: "friends.*", form: asModuleID, why: "addresses have one form"},
	{raw: "(abi).exposed_functions.*.**", json: "functions.*.**", why: oneName},
	{raw: "(abi).structs.*.**", json: "structs.*.**", why: flat},
}

var resourcePlaces = []place{
	{raw: "type", json: "type", form: asStructTag, why: "types have one form"},
	{raw: "data.**", json: "data.**", why: flat},
	{raw: "result.0.**", json: "data.**", why: "version 1 sends the data in a list"},
}

var candlePlaces = []place{
	{raw: "time", json: "time_ms", form: asSigned, why: oneName},
	{raw: "timestamp", json: "time_ms", form: asSigned, why: oneName},
	{raw: "time", json: "time_ms", form: asMilliseconds, why: tellsSame},
	{raw: "timestamp", json: "time_ms", form: asMilliseconds, why: tellsSame},
	{raw: "open", json: "open", form: asText, why: "prices are decimal strings"},
	{raw: "high", json: "high", form: asText, why: "prices are decimal strings"},
	{raw: "low", json: "low", form: asText, why: "prices are decimal strings"},
	{raw: "close", json: "close", form: asText, why: "prices are decimal strings"},
	{raw: "volume", json: "volume", form: asText, why: "prices are decimal strings"},
	{raw: "tradingPair", why: "the requested pair; another one is a problem"},
}

var instrumentPlaces = []place{
	{raw: "time", json: "time_ms", form: asSigned, why: oneName},
	{raw: "timestamp", json: "time_ms", form: asSigned, why: oneName},
	{raw: "time", json: "time_ms", form: asMilliseconds, why: tellsSame},
	{raw: "timestamp", json: "time_ms", form: asMilliseconds, why: tellsSame},
	{raw: "currentPrice", json: "price", form: asText, why: oneName},
	{raw: "24h_high", json: "high_24h", form: asText, why: oneName},
	{raw: "24h_low", json: "low_24h", form: asText, why: oneName},
	{raw: "24h_change", json: "change_24h", form: asText, why: oneName},
	{raw: "tradingPairs", json: "pair", form: asLower, why: oneName},
	{raw: "tradingPair", json: "pair", form: asLower, why: oneName},
}

var accountPlaces = []place{
	{raw: "sequence_number", json: "sequence_number", form: asNumber, why: "integers are numbers"},
	{raw: "authentication_key", json: "authentication_key", form: asHash, why: "hashes have one form"},
}

func asSigned(value any) any {
	number, err := strconv.ParseInt(fmt.Sprint(value), 10, 64)
	if err != nil {
		return err
	}
	return json.Number(strconv.FormatInt(number, 10))
}

func asText(value any) any  { return fmt.Sprint(value) }
func asLower(value any) any { return strings.ToLower(fmt.Sprint(value)) }

func asMilliseconds(value any) any {
	for _, layout := range []string{time.DateTime, time.RFC3339} {
		if date, err := time.Parse(layout, fmt.Sprint(value)); err == nil {
			return json.Number(strconv.FormatInt(date.UnixMilli(), 10))
		}
	}
	return nil
}

func asModuleID(value any) any {
	id, err := move.ParseModuleID(fmt.Sprint(value))
	if err != nil {
		return err
	}
	return id.String()
}

func asStructTag(value any) any {
	tag, err := move.ParseStructTag(fmt.Sprint(value))
	if err != nil {
		return value
	}
	return tag.String()
}

// requireWhole requires that no leaf of a raw record is lost in its JSON.
func requireWhole(t require.TestingT, raw []byte, value any, places []place, used map[int]bool) {
	encoded, err := json.Marshal(value)
	require.NoError(t, err)
	require.Empty(t, lost(t, raw, encoded, places, used), "%s\n%s", raw, encoded)
}

// kindsOfRecords are the records other than transactions: how they are decoded, and bodies with all their members.
var kindsOfRecords = []struct {
	name   string
	places []place
	decode func(body []byte) (raw json.RawMessage, value any, err error)
	bodies []string
}{
	{"block", blockPlaces, func(body []byte) (json.RawMessage, any, error) {
		block, err := decodeConsensusBlock(apiResponse{body: body}, 31)
		return block.Raw, block, err
	}, []string{
		specBlock, deployedBlock(`{"batches":[{"hash":"` + hashOf(1) + `","batch":"0x7af4"}]}`), deployedBlock(`["` + hashOf(1) + `"]`),
		`{"block":{"block":{"header":{"height":31,"timestamp":1756460012345678}},"qc":{"certificate":{"data":{"block":{"digest":"` + hashOf(3) + `","header":{"timestamp":1756460012345678}}}}}}}`,
		`{"block":{"block":{"digest":"0x1","header":{"height":31}},"qc":{"certificate":{"data":{"block":{"header":{"timestamp":{"timestamp":7}}}}}}}}`,
	}},
	{"module", modulePlaces, func(body []byte) (json.RawMessage, any, error) {
		module, err := ParseModule(body)
		return module.Raw, module, err
	}, []string{`{"bytecode":"0xa11c","abi":` + abiBody + `}`, abiBody, strings.Replace(abiBody, `"fields"`, `"is_event":true,"is_enum":false,"generic_type_params":[{"constraints":["copy"],"is_phantom":true}],"fields"`, 1)}},
	{"resource", resourcePlaces, func(body []byte) (json.RawMessage, any, error) {
		resource, err := decodeResource(apiResponse{body: body}, "0x1::a::B<u8>")
		return resource.Raw, resource, err
	}, []string{`{"type":"0x01::a::B<u8>","data":{"n":"5","list":[{"a":true}]}}`, `{"result":[{"n":18446744073709551615}]}`}},
	{"candle", candlePlaces, func(body []byte) (json.RawMessage, any, error) {
		reader := newBodyReader(apiResponse{body: body})
		reader.pair = "btc_usdt"
		candle, ok := reader.candle()
		if !ok {
			return nil, nil, candle.Problems.Err()
		}
		return candle.Raw, candle, reader.end()
	}, []string{
		`{"timestamp":1700000060000,"open":1.50,"high":2e3,"low":-0.5,"close":1.2345678901234567890123,"volume":0}`,
		`{"time":"2023-11-14 22:14:20"}`, `{"time":"1700000060000","timestamp":"2023-11-14 22:14:20","open":"1.50","high":"2","low":"1","close":"1","volume":"3","tradingPair":"btc_usdt"}`,
	}},
	{"instrument", instrumentPlaces, func(body []byte) (json.RawMessage, any, error) {
		reader := newBodyReader(apiResponse{body: body})
		instrument := reader.instrumentRecord()
		return instrument.Raw, instrument, reader.end()
	}, []string{
		`{"time":"1732175999000","timestamp":"2024-11-21 07:59:59","currentPrice":"96913.07250000001","24h_high":"97849.9","24h_low":"92720","24h_change":"5.5326790336496980","tradingPairs":"btc_usdt"}`,
		`{"timestamp":1732175999048,"currentPrice":7,"tradingPair":"BTC_USDT"}`, `{"time":"2024-11-21 07:59:59"}`,
	}},
	{"account", accountPlaces, func(body []byte) (json.RawMessage, any, error) {
		account, err := decodeAccount(apiResponse{body: body}, sender)
		return account.Raw, account, err
	}, []string{`{"sequence_number":"1204","authentication_key":"` + strings.ToUpper(keyText[2:]) + `"}`}},
}

// Every leaf of regular records is in their JSON, and every place is used: no table has one that hides a loss.
func TestRecordLeaves(t *testing.T) {
	t.Parallel()
	for _, kind := range kindsOfRecords {
		used := map[int]bool{}
		for _, body := range kind.bodies {
			raw, value, err := kind.decode([]byte(body))
			require.NoError(t, err, body)
			require.Equal(t, body, string(raw))
			requireWhole(t, raw, value, kind.places, used)
		}
		for i, place := range kind.places {
			require.True(t, used[i], "%s: %s is in no record", kind.name, place.raw)
			require.NotEmpty(t, place.why, place.raw)
		}
	}
}

// oddValues stand in the place of each value of the records.
var oddValues = []string{
	`null`, `true`, `0`, `-7`, `1.5`, `1e400`, `18446744073709551616`, `""`, `"x"`, `"NaN"`, `"1,234.5"`, `"0x7"`, `[]`, `{}`, `[[1,"a"]]`, `{"a":{"b":1}}`,
	`["x",null]`, `1756460012`, `{"Move":"0xzz"}`, `"2024-11-21T07:59:59+01:00"`,
}

// No value of a record is lost without a word, whatever stands in its place, and no member that is added: the record is an error, or each
// leaf is in its JSON, named by a problem or kept in other.
func TestOddRecordsLoseNothing(t *testing.T) {
	t.Parallel()
	cases, refused := 0, 0
	for _, kind := range kindsOfRecords {
		for _, body := range kind.bodies {
			for odd := range variants(t, body) {
				cases++
				raw, value, err := kind.decode([]byte(odd))
				if err != nil || value == nil {
					refused++
					continue
				}
				requireWhole(t, raw, value, kind.places, nil)
			}
		}
	}
	require.Greater(t, cases, 3000)
	require.Less(t, refused, cases/4)
	t.Logf("%d cases, %d refused", cases, refused)
}

// variants yields a document with each of its values replaced by each odd value, and with a member added to each object.
func variants(t *testing.T, body string) func(yield func(string) bool) {
	t.Helper()
	return func(yield func(string) bool) {
		var spans [][2]int
		decoder := json.NewDecoder(strings.NewReader(body))
		var walk func()
		walk = func() {
			start := int(decoder.InputOffset())
			for strings.IndexByte(" ,:", body[start]) >= 0 {
				start++
			}
			token, err := decoder.Token()
			require.NoError(t, err)
			if open, ok := token.(json.Delim); ok {
				for decoder.More() {
					if open == '{' {
						_, err := decoder.Token()
						require.NoError(t, err)
					}
					walk()
				}
				_, err := decoder.Token()
				require.NoError(t, err)
			}
			spans = append(spans, [2]int{start, int(decoder.InputOffset())})
		}
		walk()
		for _, span := range spans {
			before, value, after := body[:span[0]], body[span[0]:span[1]], body[span[1]:]
			for _, odd := range oddValues {
				if !yield(before + odd + after) {
					return
				}
			}
			if rest, isObject := strings.CutPrefix(value, "{"); isObject && rest != "}" {
				if !yield(before + `{"added":{"x":[1,"y"]},` + rest + after) {
					return
				}
			}
		}
	}
}
