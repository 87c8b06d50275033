package client

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const blockToken = "t0ken-of-ours"

// specBlock is a block in the literal form of spec section 2.8; deployedBlock as deployed
// nodes write it, with the given batches.
const specBlock = `{"block":{"block":{"digest":"` + keyText + `","header":{"author":"` + senderText + `","height":31,` +
	`"parent":"` + receiverText + `","timestamp":{"timestamp":1756460012345678},"view":{"epoch_id":{"chain_id":8,"epoch":7120},"round":210}},` +
	`"payload":{}},"qc":{"certificate":{"certifying_committee":"` + keyText + `","data":{},"kind":"Validity","signature":{},"voters":[true,false,true]}}},` +
	`"batches":{}}`

func deployedBlock(batches string) string {
	header := `{"author":"` + senderText + `","height":31,"parent":"` + receiverText + `",` +
		`"timestamp":{"microseconds_since_unix_epoch":1756460012345678,"utc_date_time":"2025-08-29T09:33:32.345678+00:00"},` +
		`"view":{"epoch_id":{"chain_id":8,"epoch":7120},"round":210}}`
	return `{"block":{"block":{"digest":"` + keyText + `","header":` + header + `,"payload":{"items":[{"batch":{"hash":"` + hashOf(1) + `"}}]}},` +
		`"qc":{"certificate":{"certifying_committee":"` + keyText + `","data":{"block":{"hash":"` + keyText + `","header":` + header + `},"kind":"Commit"},` +
		`"kind":"Quorum","signature":{"BlsThreshold":"0x84fb"},"voters":[true,false,true]}}},"batches":` + batches + `}`
}

// blockOf is the decoded form of both.
func blockOf() Block {
	return Block{
		Height: 31, Digest: keyText, Author: senderText, Parent: receiverText, Timestamp: new(Timestamp(1756460012345678)),
		ChainID: new(uint64(8)), Epoch: new(uint64(7120)), Round: new(uint64(210)),
	}
}

// Spec section 4.6: path and query.
func TestConsensusBlockRequest(t *testing.T) {
	t.Parallel()
	for _, version := range []Version{Auto, V1} {
		var got *http.Request
		node := serve(t, func(w http.ResponseWriter, request *http.Request) {
			got = request
			responding(200, specBlock)(w, request)
		}, WithVersion(version), WithConsensusToken(blockToken))
		_, err := node.Block(t.Context(), 31)
		require.NoError(t, err)
		require.Equal(t, http.MethodGet, got.Method)
		require.Equal(t, "/rpc/v1/consensus/block/height/31?with_batches=false", got.RequestURI)
		require.Equal(t, []string{"Bearer " + blockToken}, got.Header.Values("Authorization"))
		_, err = node.Block(t.Context(), 31, WithBatches())
		require.NoError(t, err)
		require.Equal(t, "/rpc/v1/consensus/block/height/31?with_batches=true", got.RequestURI)
	}
	for _, version := range []Version{V2, V3} {
		node := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("request sent") }, WithVersion(version))
		_, err := node.Block(t.Context(), 31, WithBatches())
		require.ErrorIs(t, err, ErrUnsupported)
		require.ErrorContains(t, err, "use v1, v4 or auto")
	}
}

func TestConsensusBlockWithoutToken(t *testing.T) {
	t.Parallel()
	node := serve(t, func(w http.ResponseWriter, request *http.Request) {
		require.NotContains(t, request.Header, "Authorization")
		responding(200, specBlock)(w, request)
	})
	_, err := node.Block(t.Context(), 31)
	require.NoError(t, err)
}

func TestConsensusTokenInvalid(t *testing.T) {
	t.Parallel()
	_, err := NewNode("http://node", WithConsensusToken(blockToken+"\n"))
	var wrong *ArgumentError
	require.ErrorAs(t, err, &wrong)
	require.EqualError(t, err, "consensus token: must be printable ASCII without spaces: check for a line break at its end")
}

// Spec section 2.8: every field, in the form of the specification and of deployed nodes.
func TestConsensusBlockFields(t *testing.T) {
	t.Parallel()
	block, err := serve(t, responding(200, specBlock)).Block(t.Context(), 31, WithBatches())
	require.NoError(t, err)
	want := blockOf()
	want.Payload, want.Raw, want.Batches = raw(`{}`), raw(specBlock), &Batches{Hashes: []string{}, Raw: raw(`{}`)}
	want.BatchesRequested = true
	want.Certificate = &Certificate{
		Kind: "Validity", Committee: keyText, Voters: []bool{true, false, true}, Data: raw(`{}`), Signature: raw(`{}`),
	}
	require.Equal(t, want, block)
	require.Equal(t, 2, block.Certificate.Votes())

	body := deployedBlock(`null`)
	block, err = serve(t, responding(200, body)).Block(t.Context(), 31)
	require.NoError(t, err)
	require.Nil(t, block.Problems)
	require.Nil(t, block.Batches)
	require.Equal(t, "Quorum", block.Certificate.Kind)
	require.Equal(t, "Commit", block.Certificate.VoteKind)
	require.Equal(t, raw(`{"BlsThreshold":"0x84fb"}`), block.Certificate.Signature)
	require.True(t, json.Valid(block.Certificate.Data))
	require.Equal(t, raw(body), block.Raw)
	want = blockOf()
	want.Payload, want.Raw, want.Certificate = block.Payload, block.Raw, block.Certificate
	require.Equal(t, want, block)
}

// Unknown members are kept.
func TestConsensusBlockUnknownMembers(t *testing.T) {
	t.Parallel()
	plain, err := serve(t, responding(200, deployedBlock(`null`))).Block(t.Context(), 31)
	require.NoError(t, err)
	body := strings.ReplaceAll(deployedBlock(`null`), "{", `{"more":[1,{}],`)
	block, err := serve(t, responding(200, body)).Block(t.Context(), 31)
	require.NoError(t, err)
	require.Equal(t, raw(body), block.Raw)
	requireWhole(t, block.Raw, block, blockPlaces, nil)
	var paths []string
	for _, member := range block.Other {
		require.Equal(t, `[1,{}]`, string(member.Value))
		paths = append(paths, member.Path)
	}
	const data = ".qc.certificate.data"
	require.Equal(t, []string{
		"more", "block.more", "block.block.more", "block.block.header.more", "block.block.header.timestamp.more", "block.block.header.view.more",
		"block.block.header.view.epoch_id.more", "block.qc.more", "block.qc.certificate.more", "block" + data + ".more", "block" + data + ".block.more",
		"block" + data + ".block.header.more", "block" + data + ".block.header.timestamp.more", "block" + data + ".block.header.view.more",
		"block" + data + ".block.header.view.epoch_id.more",
	}, paths)
	require.Equal(t, plain.Certificate.Voters, block.Certificate.Voters)
	require.Nil(t, block.Problems)

	// Data that is not an object is named.
	block, err = serve(t, responding(200, strings.Replace(specBlock, `"data":{}`, `"data":"0x00"`, 1))).Block(t.Context(), 31)
	require.NoError(t, err)
	require.Equal(t, `block.qc.certificate.data: "0x00" instead of an object`, block.Problems.First().Reason())
	require.Equal(t, raw(`"0x00"`), block.Certificate.Data)
}

func TestConsensusBlockUnreachable(t *testing.T) {
	t.Parallel()
	node, err := NewNode("http://node", WithConsensusToken(blockToken), WithTransport(roundTrip(func(*http.Request) (*http.Response, error) {
		return nil, errors.New("gone")
	})))
	require.NoError(t, err)
	_, err = node.Block(t.Context(), 31)
	var broken *TransportError
	require.ErrorAs(t, err, &broken)
	require.NotContains(t, fmt.Sprintf("%v %+v", err, broken), blockToken)
}

func TestConsensusBlockKinds(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"Validity", "Quorum", "Unanimous", "ClanMajority", "of tomorrow"} {
		block, err := serve(t, responding(200, strings.Replace(deployedBlock(`null`), "Quorum", kind, 1))).Block(t.Context(), 31)
		require.NoError(t, err)
		require.Nil(t, block.Problems)
		require.Equal(t, kind, block.Certificate.Kind)
	}
	for _, kind := range []string{"Commit", "PrepareFallback", "PrepareNormal", "PrepareOptimistic", "of tomorrow"} {
		block, err := serve(t, responding(200, strings.Replace(deployedBlock(`null`), "Commit", kind, 1))).Block(t.Context(), 31)
		require.NoError(t, err)
		require.Equal(t, kind, block.Certificate.VoteKind)
	}
}

// The content of batches is not specified (spec section 2.8).
func TestConsensusBlockBatches(t *testing.T) {
	t.Parallel()
	one, two := hashOf(1), hashOf(2)
	for _, test := range []struct {
		name, batches string
		want          []string
		problems      string
	}{
		{"an object by hash", `{"` + one + `":{"transactions":[]},"` + two + `":"0x00"}`, []string{one, two}, ""},
		{"by hash inside an object", `{"batches":{"` + one + `":{},"` + two + `":[]}}`, []string{one, two}, ""},
		{"hashes without 0x, in upper case", `{"` + strings.ToUpper(one[2:]) + `":1}`, []string{one}, ""},
		{"objects with a hash", `{"batches":[{"hash":"` + one + `","batch":"0x7af4"},{"batch":"0xd3","hash":"` + two + `"}]}`, []string{one, two}, ""},
		{"objects with a digest", `[{"digest":"` + one + `"},{"digest":"` + two + `"}]`, []string{one, two}, ""},
		{"objects by hash in an array", `[{"` + one + `":"0x00"},{"` + two + `":{}}]`, []string{one, two}, ""},
		{"hashes", `["` + one + `","` + two + `"]`, []string{one, two}, ""},
		{"one of several is invalid", `[{"hash":"` + one + `"},7,{"hash":5},"0x00",null,"` + two + `"]`, []string{one, "", "", "", "", two}, "batches[1]: no hash of a batch"},
		{"beside other members", `{"count":2,"hashes":["` + one + `"],"more":["` + two + `"]}`, []string{one}, ""},
		{"packed", `["0x7af4","0xd3e9"]`, []string{"", ""}, "batches[0]: no hash of a batch"},
		{"a text", `"0x7af4"`, nil, "batches: no list of batches"},
		{"none", `[]`, []string{}, ""},
		{"deep", `{"a":{"b":{"c":{"d":{"e":["` + one + `"]}}}}}`, nil, "batches: no list of batches"},
		{"pairs", `[["` + one + `",{"author":"x"}],[{"author":"y"},"` + two[2:] + `"]]`, []string{one, two}, ""},
		{"hashes as bytes", `[` + bytesOf(one) + `,[` + bytesOf(two) + `,{}]]`, []string{one, two}, ""},
		{"bytes of another length", `[[1,2,3]]`, []string{""}, "batches[0]: no hash of a batch"},
	} {
		t.Run(test.name, func(t *testing.T) {
			block, err := serve(t, responding(200, deployedBlock(test.batches))).Block(t.Context(), 31, WithBatches())
			require.NoError(t, err)
			if test.problems == "" {
				require.Nil(t, block.Problems)
			} else {
				require.Equal(t, test.problems, block.Problems.First().Reason())
			}
			if test.name != "hashes as bytes" {
				requireWhole(t, block.Raw, block, blockPlaces, nil)
			}
			require.Equal(t, &Batches{Hashes: test.want, Raw: raw(test.batches)}, block.Batches)
		})
	}
}

func TestConsensusBlockProblems(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, from, to, problem string }{
		{"no height", `"height":31,`, ``, "missing height"},
		{"a height that is none", `"height":31`, `"height":-1`, `block.block.header.height: "-1" instead of an unsigned integer`},
		{"a digest that is none", `"digest":"` + keyText + `"`, `"digest":[]`, "block.block.digest: an array of 0 elements instead of 32 bytes"},
		{"a timestamp that is none", `{"timestamp":1756460012345678}`, `"now"`, `block.block.header.timestamp: "now" instead of an object`},
		{"an invalid vote", `[true,false,true]`, `[true,"no",true]`, `block.qc.certificate.voters[1]: "no" instead of true or false`},
		{"an invalid certificate", `{"certifying`, `[{"certifying`, "block.qc.certificate: an array instead of an object"},
	} {
		t.Run(test.name, func(t *testing.T) {
			body := strings.Replace(specBlock, test.from, test.to, 1)
			if test.name == "an invalid certificate" {
				body = strings.Replace(body, `[true,false,true]}`, `[true,false,true]}]`, 1)
			}
			block, err := serve(t, responding(200, body)).Block(t.Context(), 31)
			require.NoError(t, err)
			require.NotNil(t, block.Problems)
			require.Equal(t, test.problem, block.Problems.First().Reason())
			require.Equal(t, raw(body), block.Raw)
			require.Equal(t, senderText, block.Author)
		})
	}
	block, err := serve(t, responding(200, `{"block":{"block":{"header":{"height":31}},"qc":{"certificate":null}},"batches":null}`)).Block(t.Context(), 31)
	require.NoError(t, err)
	require.Nil(t, block.Problems)
	require.Equal(t, Block{Height: 31, Raw: block.Raw}, block)
}

func TestConsensusBlockErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, token string
		status      int
		body        string
		is          error
		text        string // after the address; with the words before it where it begins with refused
	}{
		{"null", blockToken, 200, "null\n", ErrNotFound, ": status 200 OK: null: not found"},
		{"404 with a message", blockToken, 404, `{"message":"Block not found"}`, ErrNotFound, ": status 404 Not Found: Block not found"},
		{"404 of the router", blockToken, 404, "", ErrUnsupported, ": status 404 Not Found: this deployment does not have the call"},
		{"no token", "", 400, "Authorization is absent", ErrUnauthorized,
			"unauthorized: consensus blocks of this node require a token, and none is set: "},
		{"a wrong token", blockToken, 406, "Authorization data is incorrect", ErrUnauthorized,
			"unauthorized: the node rejects the consensus token: "},
		{"401", "", 401, "", ErrUnauthorized, "unauthorized: consensus blocks of this node require a token, and none is set: "},
		{"403", blockToken, 403, `{"message":"no ` + blockToken + `"}`, ErrUnauthorized, "unauthorized: the node rejects the consensus token: "},
		{"400 of another kind", blockToken, 400, "Query deserialize error: missing field `with_batches`", nil,
			": status 400 Bad Request: Query deserialize error: missing field `with_batches`"},
		{"500", blockToken, 500, `{"message":"boom"}`, nil, ": status 500 Internal Server Error: boom"},
	} {
		t.Run(test.name, func(t *testing.T) {
			node := serve(t, responding(test.status, test.body), WithConsensusToken(test.token))
			block, err := node.Block(t.Context(), 31)
			require.Empty(t, block)
			var refused *StatusError
			require.ErrorAs(t, err, &refused)
			require.Equal(t, test.status, refused.Status)
			for _, other := range []error{ErrNotFound, ErrUnsupported, ErrUnauthorized, ErrRateLimited} {
				require.Equal(t, other == test.is, errors.Is(err, other), "%v", other)
			}
			require.NotContains(t, fmt.Sprintf("%v %+v %s", err, refused, refused.Body), blockToken)
			before, after, _ := strings.Cut(err.Error(), "GET "+node.BaseURL()+"/rpc/v1/consensus/block/height/31?with_batches=false")
			if test.is == ErrUnauthorized {
				require.Equal(t, test.text, before)
			} else {
				require.Equal(t, test.text, after)
			}
		})
	}
	for body, text := range map[string]string{
		`[]`: "an array instead of an object", `{}`: "block is missing", `{"block":{"block":5}}`: "block is missing", `{"block":null}`: "block is missing",
		specBlock[:400]: "", specBlock + "x": "unexpected data after the JSON",
	} {
		block, err := serve(t, responding(200, body)).Block(t.Context(), 31)
		require.Empty(t, block)
		var wrong *DecodeError
		require.ErrorAs(t, err, &wrong, body)
		if text == "" {
			require.ErrorIs(t, err, errTruncated)
		} else {
			require.Equal(t, text, wrong.Reason())
		}
	}
}

// Redirects do not receive the token.
func TestConsensusTokenNotRedirected(t *testing.T) {
	t.Parallel()
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("redirected") }))
	t.Cleanup(other.Close)
	for _, to := range []string{other.URL, "/elsewhere"} {
		requests := 0
		node := serve(t, func(w http.ResponseWriter, request *http.Request) {
			requests++
			http.Redirect(w, request, to, http.StatusTemporaryRedirect)
		}, WithConsensusToken(blockToken))
		_, err := node.Block(t.Context(), 31)
		var refused *StatusError
		require.ErrorAs(t, err, &refused)
		require.Equal(t, to, refused.Location)
		require.Equal(t, 1, requests)
	}
}

func TestConsensusBlockJSON(t *testing.T) {
	t.Parallel()
	block := blockOf()
	block.Certificate = &Certificate{Kind: "Quorum", VoteKind: "Commit", Committee: keyText, Voters: []bool{true, false, true}, Data: raw(`{}`)}
	block.Batches = &Batches{Hashes: []string{hashOf(1)}, Raw: raw(`[]`)}
	encoded, err := json.Marshal(block)
	require.NoError(t, err)
	require.Equal(t, `{"height":31,"digest":"`+keyText+`","author":"`+senderText+`","parent":"`+receiverText+`","timestamp_us":1756460012345678,`+
		`"chain_id":8,"epoch":7120,"round":210,"certificate":{"kind":"Quorum","vote_kind":"Commit","committee":"`+keyText+`",`+
		`"voters":[true,false,true],"votes":2,"members":3,"block":null,"signature":null},"payload":null,"batches":[{"hash":"`+hashOf(1)+`"}],"batches_requested":false,"statistics":null,"transactions":null,"problems":[],"other":null}`, string(encoded))

	encoded, err = json.Marshal(Block{Height: 1<<64 - 1, Certificate: &Certificate{}, Batches: &Batches{Hashes: []string{}}})
	require.NoError(t, err)
	require.Equal(t, `{"height":18446744073709551615,"digest":null,"author":null,"parent":null,"timestamp_us":null,"chain_id":null,"epoch":null,"round":null,`+
		`"certificate":{"kind":null,"vote_kind":null,"committee":null,"voters":null,"votes":null,"members":null,"block":null,"signature":null},"payload":null,"batches":[],"batches_requested":false,"statistics":null,"transactions":null,"problems":[],"other":null}`, string(encoded))
}

func TestSampleConsensusBlock(t *testing.T) {
	t.Parallel()
	block, err := asking(t, 200, sample(t, "consensus-block-batches.json")).Block(t.Context(), 31000210, WithBatches())
	require.NoError(t, err)
	require.Nil(t, block.Problems)
	require.Equal(t, "0x8d4efebee4f67a871e328afcae397a83a4f2f9433c7a6fe121a1f32ae7fb7538", block.Digest)
	require.Equal(t, "0x56726d44c5a2a145ac622c2eb1587b6325ad22353c8d61ce36f27b953b94318d", block.Parent)
	require.Equal(t, Timestamp(1756460012345678), *block.Timestamp)
	require.Equal(t, uint64(7120), *block.Epoch)
	require.Equal(t, uint64(210), *block.Round)
	require.Equal(t, "Quorum", block.Certificate.Kind)
	require.Equal(t, "Commit", block.Certificate.VoteKind)
	require.Equal(t, 5, block.Certificate.Votes())
	require.Len(t, block.Certificate.Voters, 7)
	require.Equal(t, []string{
		"0x6092f4486fb82c7ef412d8a3351907183e6fa39df3c6810f7de1ed1c91156549",
		"0xcbf8319bcc1e565cad55e499533e5fd565d83ab806669425a7959d12d15c0fad",
	}, block.Batches.Hashes)

	block, err = asking(t, 200, sample(t, "consensus-block.json")).Block(t.Context(), 31000210)
	require.NoError(t, err)
	require.Nil(t, block.Problems)
	require.Nil(t, block.Batches)

	_, err = asking(t, 200, sample(t, "consensus-block-null.json")).Block(t.Context(), 31000210)
	require.ErrorIs(t, err, ErrNotFound)
}

// Any bytes: no panic, the body is not modified, and what a returned block lacks is named.
func FuzzDecodeConsensusBlock(f *testing.F) {
	for _, body := range []string{
		``, `null`, `[]`, `{}`, specBlock, deployedBlock(`null`), deployedBlock(`{"batches":[{"hash":"` + hashOf(1) + `"}]}`),
		deployedBlock(`{"` + hashOf(1) + `":{}}`)[:900],
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		before := slices.Clone(body)
		block, err := decodeConsensusBlock(apiResponse{url: "http://node/block", body: body}, 31)
		require.Equal(t, before, body, "the body was changed")
		if err != nil {
			return
		}
		require.True(t, json.Valid(block.Raw))
		if block.Batches != nil {
			require.True(t, json.Valid(block.Batches.Raw))
			for _, hash := range block.Batches.Hashes {
				require.True(t, isHash(hash) || hash == "" && len(block.Problems) > 0, "a batch without a hash is a problem")
			}
		}
		encoded, err := json.Marshal(block)
		require.NoError(t, err)
		require.True(t, json.Valid(encoded))
	})
}

// bytesOf writes a hash as the array of its bytes.
func bytesOf(hash string) string {
	bytes, _ := hex.DecodeString(strings.TrimPrefix(hash, "0x"))
	encoded, _ := json.Marshal(arrayOf(bytes))
	return string(encoded)
}

func arrayOf(bytes []byte) []int {
	numbers := make([]int, len(bytes))
	for i, b := range bytes {
		numbers[i] = int(b)
	}
	return numbers
}
