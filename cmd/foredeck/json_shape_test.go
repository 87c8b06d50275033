package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The JSON shapes that scripts depend on. A pointer is a nullable value.

type accountShape struct {
	Address           string `json:"address"`
	SequenceNumber    uint64 `json:"sequence_number"`
	AuthenticationKey string `json:"authentication_key"`
	notesShape
}

type transactionShape struct {
	Hash           string              `json:"hash"`
	Type           string              `json:"type"`
	Status         string              `json:"status"`
	Sender         *string             `json:"sender"`
	SequenceNumber *uint64             `json:"sequence_number"`
	ChainID        *uint64             `json:"chain_id"`
	GasUnitPrice   *uint64             `json:"gas_unit_price"`
	MaxGasAmount   *uint64             `json:"max_gas_amount"`
	GasUsed        *uint64             `json:"gas_used"`
	Expiration     *uint64             `json:"expiration_us"`
	VMStatus       *string             `json:"vm_status"`
	Failure        *failureShape       `json:"failure"`
	CallFailure    *failureShape       `json:"call_failure"`
	Fee            *string             `json:"fee"`
	Block          *blockShape         `json:"block"`
	Payload        *payloadShape       `json:"payload"`
	Authenticator  *authenticatorShape `json:"authenticator"`
	Output         *outputShape        `json:"output"`
	Events         []eventShape        `json:"events"`
	Data           json.RawMessage     `json:"data"`
	notesShape
}

type failureShape struct {
	Kind        string  `json:"kind"`
	Module      *string `json:"module"`
	Function    *string `json:"function"`
	CodeOffset  *int    `json:"code_offset"`
	Code        *uint64 `json:"code"`
	Category    *string `json:"category"`
	Reason      *uint64 `json:"reason"`
	Name        *string `json:"name"`
	Description *string `json:"description"`
	StatusCode  *string `json:"status_code"`
	IsScript    bool    `json:"is_script"`

	Cause *struct {
		Instruction string `json:"instruction"`
		Text        string `json:"text"`
		IsCertain   bool   `json:"is_certain"`
	} `json:"cause"`
	Source *struct {
		Number int    `json:"number"`
		Text   string `json:"text"`
	} `json:"source_line"`
	Candidates []candidateShape `json:"candidates"`
	IsComplete *bool            `json:"candidates_complete"`
	Unread     []string         `json:"unread_modules"`
	Dynamic    []string         `json:"dynamic_calls"`
}

type blockShape struct {
	Height    uint64  `json:"height"`
	Hash      string  `json:"hash"`
	Timestamp uint64  `json:"timestamp_us"`
	Author    *string `json:"author"`
	Parent    *string `json:"parent"`
	ChainID   *uint64 `json:"chain_id"`
	Epoch     *uint64 `json:"epoch"`
	Round     *uint64 `json:"round"`
}

type payloadShape struct {
	Kind            string            `json:"kind"`
	Function        *string           `json:"function"`
	TypeArguments   []string          `json:"type_arguments"`
	Arguments       []json.RawMessage `json:"arguments"`
	ArgumentsBCS    []string          `json:"arguments_bcs,omitempty"`
	MultisigAddress *string           `json:"multisig_address"`
	InnerKind       *string           `json:"inner_kind"`
	Code            json.RawMessage   `json:"code"`
	Registration    *taskShape        `json:"registration"`
	Value           json.RawMessage   `json:"value"`
}

type taskShape struct {
	Version          *string         `json:"version"`
	Expiration       *uint64         `json:"expiration_s"`
	MaxGasAmount     *uint64         `json:"max_gas_amount"`
	GasPriceCap      *uint64         `json:"gas_price_cap"`
	AutomationFeeCap *uint64         `json:"automation_fee_cap"`
	TaskType         *string         `json:"task_type"`
	TaskPriority     *uint64         `json:"task_priority"`
	AuxData          json.RawMessage `json:"aux_data"`
}

type authenticatorShape struct {
	proofShape
	RegistrationHash *string       `json:"registration_hash"`
	FeePayer         *string       `json:"fee_payer_address"`
	SecondarySigners []*string     `json:"secondary_signer_addresses"`
	Signers          []signerShape `json:"signers"`
}

type proofShape struct {
	Kind      string          `json:"kind"`
	PublicKey *string         `json:"public_key"`
	Signature *string         `json:"signature"`
	Value     json.RawMessage `json:"value"`
}

type signerShape struct {
	Role    string  `json:"role"`
	Address *string `json:"address"`
	proofShape
}

type outputShape struct {
	Kind   string          `json:"kind"`
	Status *string         `json:"status"`
	Value  json.RawMessage `json:"value"`
}

type guidShape struct {
	Account        *string `json:"account_address"`
	CreationNumber *uint64 `json:"creation_number"`
}

type eventShape struct {
	Type           string          `json:"type"`
	GUID           *guidShape      `json:"guid"`
	SequenceNumber *uint64         `json:"sequence_number"`
	Data           json.RawMessage `json:"data"`
}

type moduleShape struct {
	Address      string          `json:"address"`
	Name         string          `json:"name"`
	BytecodeSize *int            `json:"bytecode_size"`
	Friends      []string        `json:"friends"`
	Functions    []functionShape `json:"functions"`
	Structs      []structShape   `json:"structs"`
	notesShape
}

type functionShape struct {
	Name           string               `json:"name"`
	Visibility     string               `json:"visibility"`
	IsEntry        bool                 `json:"is_entry"`
	IsView         bool                 `json:"is_view"`
	TypeParameters []typeParameterShape `json:"type_params"`
	Parameters     []string             `json:"params"`
	Return         []string             `json:"return"`
}

type structShape struct {
	Name           string               `json:"name"`
	IsNative       bool                 `json:"is_native"`
	IsEvent        bool                 `json:"is_event"`
	IsEnum         bool                 `json:"is_enum"`
	Abilities      []string             `json:"abilities"`
	TypeParameters []typeParameterShape `json:"type_params"`
	Fields         []fieldShape         `json:"fields"`
}

type typeParameterShape struct {
	Constraints []string `json:"constraints"`
	IsPhantom   bool     `json:"is_phantom,omitempty"`
}

type fieldShape struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

type resourceShape struct {
	Type string          `json:"type"`
	Data json.RawMessage `json:"data"`
	notesShape
}

type viewShape struct {
	Result []json.RawMessage `json:"result"`
}

type accountRowShape struct {
	Time    int64               `json:"time_us"`
	Address string              `json:"address"`
	Name    *string             `json:"name"`
	State   string              `json:"state"`
	Values  []accountValueShape `json:"values"`
	Error   *string             `json:"error"`
}

type accountValueShape struct {
	Name    string          `json:"name"`
	Value   json.RawMessage `json:"value"`
	Differs bool            `json:"differs"`
	Before  json.RawMessage `json:"changed_from"`
}

type consensusBlockShape struct {
	Height           uint64            `json:"height"`
	Digest           string            `json:"digest"`
	Author           string            `json:"author"`
	Parent           string            `json:"parent"`
	Timestamp        uint64            `json:"timestamp_us"`
	ChainID          uint64            `json:"chain_id"`
	Epoch            uint64            `json:"epoch"`
	Round            uint64            `json:"round"`
	Certificate      *certificateShape `json:"certificate"`
	Payload          json.RawMessage   `json:"payload"`
	Batches          []batchShape      `json:"batches"`
	BatchesRequested bool              `json:"batches_requested"`
	Statistics       *statisticsShape  `json:"statistics"`
	Transactions     json.RawMessage   `json:"transactions"` // null: foredeck block --transactions prints them as a list
	notesShape
}

type statisticsShape struct {
	UserTransactions      *uint64 `json:"user_transactions"`
	AutomatedTransactions *uint64 `json:"automated_transactions"`
	AutomationRecords     *uint64 `json:"automation_records"`
	UserGasUsed           *uint64 `json:"user_gas_used"`
	AutomatedGasUsed      *uint64 `json:"automated_gas_used"`
	MinGasPrice           *uint64 `json:"min_gas_price"`
	MaxGasPrice           *uint64 `json:"max_gas_price"`
	AutomatedGasPrice     *uint64 `json:"automated_gas_price"`
}

type certificateShape struct {
	Kind      string          `json:"kind"`
	VoteKind  string          `json:"vote_kind"`
	Committee string          `json:"committee"`
	Voters    []bool          `json:"voters"`
	Votes     int             `json:"votes"`
	Members   int             `json:"members"`
	Block     *blockShape     `json:"block"`
	Signature json.RawMessage `json:"signature"`
}

type batchShape struct {
	Hash string `json:"hash"`
}

type priceShape struct {
	Pair      string  `json:"pair"`
	Price     *string `json:"price"`
	High24h   *string `json:"high_24h"`
	Low24h    *string `json:"low_24h"`
	Change24h *string `json:"change_24h"`
	Time      *int64  `json:"time_ms"`
	notesShape
}

type candleShape struct {
	Time   int64   `json:"time_ms"`
	Open   *string `json:"open"`
	High   *string `json:"high"`
	Low    *string `json:"low"`
	Close  *string `json:"close"`
	Volume *string `json:"volume"`
	notesShape
}

// notesShape is what every record has at its end.
type notesShape struct {
	Problems []noteShape     `json:"problems"`
	Other    json.RawMessage `json:"other"`
}

// noNotes is the notesShape of a regular record.
var noNotes = notesShape{[]noteShape{}, json.RawMessage("null")}

type noteShape struct {
	Field string `json:"field"`
	Rule  string `json:"rule"`
}

type localnetShape struct {
	BaseURL   string              `json:"base_url"`
	Nodes     []string            `json:"nodes"`
	AdminURL  *string             `json:"admin_url"`
	OracleURL string              `json:"oracle_url"`
	APIKey    string              `json:"api_key"`
	ChainID   uint64              `json:"chain_id"`
	Dialect   string              `json:"dialect"`
	Version   string              `json:"node_version"`
	Seed      uint64              `json:"seed"`
	Accounts  []namedAccountShape `json:"accounts"`
	Pairs     []string            `json:"pairs"`
	PriceFeed string              `json:"price_feed"`
	Stream    *string             `json:"price_stream"`
}

type namedAccountShape struct {
	Name    string `json:"name"`
	Address string `json:"address"`
}

type candidateShape struct {
	Function      string `json:"function"`
	Offset        *int   `json:"code_offset"`
	IsCodeUnknown bool   `json:"is_code_unknown"`
}

// caseShape is the JSON shape of a case that was run.
type caseShape struct {
	File        string  `json:"file"`
	Sender      string  `json:"sender"`
	Function    string  `json:"function"`
	Result      string  `json:"result"`
	Reason      *string `json:"reason"`
	Differences []struct {
		Field    string `json:"field"`
		Expected string `json:"expected"`
		Got      string `json:"got"`
	} `json:"differences"`
	Updated bool `json:"updated"`
}

type problemShape struct {
	Error struct {
		Kind    string  `json:"kind"`
		Message string  `json:"message"`
		Hint    string  `json:"hint"`
		Status  *int    `json:"status"`
		URL     *string `json:"url"`

		Failure *failureShape `json:"failure,omitempty"`
	} `json:"error"`
}

// read decodes JSON of exactly the shape T: all members, in order, no others, and every value in the form the shape
// gives it. This catches rounded integers, null lists and strings in place of numbers.
func read[T any](t *testing.T, text string) T {
	t.Helper()
	var value T
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	require.NoError(t, decoder.Decode(&value), text)
	require.False(t, decoder.More(), "more than one value: %s", text)

	var got, want bytes.Buffer
	require.NoError(t, json.Compact(&got, []byte(text)))
	encoder := json.NewEncoder(&want)
	encoder.SetEscapeHTML(false)
	require.NoError(t, encoder.Encode(value))
	require.Equal(t, strings.TrimSuffix(want.String(), "\n"), got.String())
	return value
}

// readLines decodes one value of a shape from each line.
func readLines[T any](t *testing.T, text string) []T {
	t.Helper()
	values := []T{}
	for _, line := range lines(t, text) {
		values = append(values, read[T](t, line))
	}
	return values
}

// lines splits output into lines and requires a final newline.
func lines(t *testing.T, text string) []string {
	t.Helper()
	if text == "" {
		return nil
	}
	require.True(t, strings.HasSuffix(text, "\n"), "the last line is not ended: %q", text)
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}
