package wire

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/internal/apitest"
	"foredeck/client/move"
)

const zeroSignature = "0x" + "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"

// dryRun is a transaction to be simulated.
type dryRun struct {
	sender         chain.AccountID
	module, name   string // the module with its address
	types          []move.TypeTag
	arguments      [][]byte
	maxGas, price  uint64
	sequenceOffset int64
	chainID        byte
	expiry         uint64
	wrongKey       bool
	from           *move.Address // instead of the sender
	feePayer       *chain.AccountID
	signature      string
}

// dry returns a call that an account can pay for.
func dry(sender chain.AccountID, module, name string, types []move.TypeTag, arguments ...[]byte) dryRun {
	return dryRun{
		sender: sender, module: module, name: name, types: types, arguments: arguments, maxGas: 20_000, price: chain.DefaultGasPrice,
		chainID: chain.ID, expiry: uint64(start.Unix()) + 600, signature: zeroSignature,
	}
}

// of returns the values that depend on the chain of a node.
func (d *dryRun) of(n *node) (sender move.Address, sequence uint64, key string) {
	n.chain.Read(func(now chain.State) {
		records := now.Records()
		identity := records.Identities[d.sender]
		public := identity.Secret.PublicKey(0, 0)
		if d.wrongKey {
			public[0]++
		}
		sender, sequence = identity.Address, now.SequenceNumber(d.sender)
		if d.from != nil {
			sender = *d.from
		}
		key = "0x" + hex.EncodeToString(public[:])
	})
	return sender, uint64(int64(sequence) + d.sequenceOffset), key
}

func (d *dryRun) json(t testing.TB, n *node) []byte {
	t.Helper()
	sender, sequence, key := d.of(n)
	address, module, _ := strings.Cut(d.module, "::")
	arguments := [][]int{}
	for _, argument := range d.arguments {
		numbers := []int{}
		for _, b := range argument {
			numbers = append(numbers, int(b))
		}
		arguments = append(arguments, numbers)
	}
	types := []any{}
	for _, tag := range d.types {
		types = append(types, typeJSON(tag))
	}
	type object = map[string]any
	signer := object{"Ed25519": object{"public_key": key, "signature": d.signature}}
	authenticator := signer
	if d.feePayer != nil {
		payer := *d
		payer.sender = *d.feePayer
		address, _, payerKey := payer.of(n)
		authenticator = object{"FeePayer": object{
			"sender": signer, "secondary_signer_addresses": []string{}, "secondary_signers": []string{}, "fee_payer_address": address.String(),
			"fee_payer_signer": object{"Ed25519": object{"public_key": payerKey, "signature": d.signature}},
		}}
	}
	body, err := json.Marshal(object{"Move": object{
		"raw_txn": object{
			"sender": strings.TrimPrefix(sender.String(), "0x"), "sequence_number": sequence, "max_gas_amount": d.maxGas, "gas_unit_price": d.price,
			"expiration_timestamp_secs": d.expiry, "chain_id": d.chainID,
			"payload": object{"EntryFunction": object{
				"module": object{"address": address, "name": module}, "function": d.name, "ty_args": types, "args": arguments,
			}},
		},
		"authenticator": authenticator,
	}})
	require.NoError(t, err)
	return body
}

func typeJSON(tag move.TypeTag) any {
	if tag.Kind != move.KindStruct {
		return tag.String()
	}
	parts := []any{}
	for _, part := range tag.Struct.TypeArguments {
		parts = append(parts, typeJSON(part))
	}
	return map[string]any{"struct": map[string]any{
		"address": tag.Struct.Address.String(), "module": tag.Struct.Module, "name": tag.Struct.Name, "type_args": parts,
	}}
}

// bcs returns the body in BCS, by the published layout.
func (d *dryRun) bcs(t testing.TB, n *node) []byte {
	t.Helper()
	sender, sequence, key := d.of(n)
	id, err := move.ParseFunctionID(d.module + "::" + d.name)
	require.NoError(t, err)
	body := append([]byte{1}, sender[:]...)
	body = binary.LittleEndian.AppendUint64(body, sequence)
	body = append(append(body, 2), move.CallBCS(id, d.types, d.arguments)...)
	for _, number := range []uint64{d.maxGas, d.price, d.expiry} {
		body = binary.LittleEndian.AppendUint64(body, number)
	}
	body = append(body, d.chainID, 0, 32)
	public, err := hex.DecodeString(key[2:])
	require.NoError(t, err)
	return append(append(append(body, public...), 64), make([]byte, 64)...)
}

type simulated struct {
	Authenticator json.RawMessage
	Block         json.RawMessage `json:"block_header"`
	Hash          string
	Payload       struct {
		Move struct {
			Function      string
			TypeArguments []string `json:"type_arguments"`
			Arguments     []json.RawMessage
		}
	}
	Output struct {
		Move struct {
			GasUsed  uint64 `json:"gas_used"`
			Events   []event
			VMStatus string `json:"vm_status"`
		}
	}
	Status string
}

func (s *simulated) kinds() (kinds []string) {
	for _, event := range s.Output.Move.Events {
		_, kind, _ := strings.Cut(event.Type, "::")
		kinds = append(kinds, kind)
	}
	return kinds
}

func postSimulation(t testing.TB, n *node, path string, body []byte, media string) apitest.Response {
	t.Helper()
	return apitest.Send(t, n, http.MethodPost, path, bytes.NewReader(body), "Content-Type", media)
}

func (d dryRun) run(t testing.TB, n *node) simulated {
	t.Helper()
	response := postSimulation(t, n, "/rpc/v3/transactions/simulate", d.json(t, n), jsonViewMedia)
	require.Equal(t, http.StatusOK, response.Status, response.Body)
	return apitest.Decode[simulated](t, response.Body)
}

func u64(value uint64) []byte { return binary.LittleEndian.AppendUint64(nil, value) }

func addressesBCS(addresses ...move.Address) []byte {
	list := []byte{byte(len(addresses))}
	for _, address := range addresses {
		list = append(list, address[:]...)
	}
	return list
}

func u64sBCS(values ...uint64) []byte {
	list := []byte{byte(len(values))}
	for _, value := range values {
		list = append(list, u64(value)...)
	}
	return list
}

func bigBCS(value *big.Int, size int) []byte {
	bytes := value.FillBytes(make([]byte, size))
	for i := range size / 2 {
		bytes[i], bytes[size-1-i] = bytes[size-1-i], bytes[i]
	}
	return bytes
}

// calls are the functions and types of the chain of seed 7.
type calls struct {
	native, usdx              move.TypeTag
	pool, orderBook, endpoint string
	usdxModule                string
	to, fresh                 move.Address
}

func newCalls(t testing.TB, n *node) calls {
	t.Helper()
	tag := func(text string) move.TypeTag {
		parsed, err := move.ParseTypeTag(text)
		require.NoError(t, err)
		return parsed
	}
	bridge := named(t, n, "bridge").String()
	return calls{
		native: tag("0x1::native_coin::NativeCoin"), usdx: tag(bridge + "::usdx::Usdx"), usdxModule: bridge + "::usdx",
		pool: named(t, n, "exchange").String() + "::pool", orderBook: named(t, n, "market").String() + "::order_book", endpoint: bridge + "::endpoint",
		to: named(t, n, "bob"), fresh: move.Address{1, 2, 3},
	}
}

func (c *calls) swap(in, out move.TypeTag, amount, minimum, limit uint64, path ...move.Address) dryRun {
	return dry(chain.Alice, c.pool, "swap_exact_in", []move.TypeTag{in, out},
		u64(amount), u64(minimum), addressesBCS(path...), []byte{1}, bigBCS(new(big.Int).SetUint64(limit), 16), []byte{2, 'h', 'i'}, []byte{0})
}

func (c *calls) order(price, size uint64, kind byte, types ...move.TypeTag) dryRun {
	return dry(chain.Alice, c.orderBook, "place_order", types, []byte{1}, u64(price), u64(size), []byte{kind}, []byte{0}, []byte{3, 'a', '"', 'b'}, []byte{0})
}

func (c *calls) message(destination uint32, receiver []byte, amount *big.Int, option int) dryRun {
	options := append([]byte{1, byte(option)}, make([]byte, option)...)
	return dry(chain.Alice, c.endpoint, "send_message", []move.TypeTag{c.native},
		binary.LittleEndian.AppendUint32(nil, destination), append([]byte{byte(len(receiver))}, receiver...), bigBCS(amount, 32), options)
}

func transferOf(to move.Address, amount uint64) dryRun {
	return dry(chain.Alice, "0x1::native_account", "transfer", nil, to[:], u64(amount))
}

// Calls that succeed have the events and the gas that transactions of the chain have.
func TestSimulatedSuccess(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, v4Options)
	c := newCalls(t, n)
	moved := []string{"coin::CoinWithdraw", "coin::WithdrawEvent", "coin::CoinDeposit", "coin::DepositEvent"}
	fee := "transaction_fee::FeeStatement"
	with := func(more ...string) []string { return append(append([]string{}, moved...), more...) }
	e18 := new(big.Int).Exp(big.NewInt(10), big.NewInt(18), nil)
	for name, test := range map[string]struct {
		call   dryRun
		action chain.Action
		events []string
	}{
		"transfer":               {transferOf(c.to, 5), chain.Transfer, with(fee)},
		"transfer to no account": {transferOf(c.fresh, 5), chain.CreateAccount, with(fee)},
		"of coins":               {dry(chain.Alice, "0x1::coin", "transfer", []move.TypeTag{c.usdx}, c.to[:], u64(7)), chain.CoinTransfer, with(fee)},
		"of coins to an account": {dry(chain.Alice, "0x1::native_account", "transfer_coins", []move.TypeTag{c.native}, c.fresh[:], u64(7)), chain.CreateAccount, with(fee)},
		"to several":             {dry(chain.Alice, "0x1::native_account", "batch_transfer", nil, addressesBCS(c.to, c.to), u64sBCS(1, 2)), chain.BatchTransfer, with(with(fee)...)},
		"to none":                {dry(chain.Alice, "0x1::native_account", "batch_transfer", nil, addressesBCS(), u64sBCS()), chain.BatchTransfer, []string{fee}},
		"of coins to several":    {dry(chain.Alice, "0x1::native_account", "batch_transfer_coins", []move.TypeTag{c.usdx}, addressesBCS(c.to), u64sBCS(1)), chain.BatchTransfer, with(fee)},
		"account":                {dry(chain.Alice, "0x1::native_account", "create_account", nil, c.fresh[:]), chain.CreateAccount, []string{fee}},
		"key":                    {dry(chain.Alice, "0x1::account", "rotate_authentication_key_call", nil, append([]byte{32}, c.fresh[:]...)), chain.RotateKey, []string{"account::KeyRotation", fee}},
		"swap":                   {c.swap(c.native, c.usdx, 1e8, 1, 0, c.to), chain.Swap, with(with("pool::Swapped", fee)...)},
		"order":                  {c.order(600_000, 10, 2, c.native, c.usdx), chain.PlaceOrder, with("order_book::OrderPlaced", fee)},
		"message":                {c.message(105, []byte{1}, e18, 32), chain.SendMessage, with("endpoint::MessageSent", fee)},
		"registration":           {dry(chain.Alice, c.usdxModule, "register", nil), chain.CoinTransfer, []string{fee}},
	} {
		result := test.call.run(t, n)
		require.Equal(t, "Success", result.Status, "%s: %s", name, result.Output.Move.VMStatus)
		require.Equal(t, "Executed successfully", result.Output.Move.VMStatus)
		require.EqualValues(t, chain.GasOf(test.action), result.Output.Move.GasUsed, name)
		require.Equal(t, test.events, result.kinds(), name)
		require.Equal(t, "null", string(result.Block))
		require.Len(t, result.Payload.Move.Arguments, len(test.call.arguments))
		id, err := move.ParseFunctionID(test.call.module + "::" + test.call.name)
		require.NoError(t, err)
		require.Equal(t, id.String(), result.Payload.Move.Function)
	}
	order := c.order(600_000, 10, 2, c.native, c.usdx).run(t, n)
	require.JSONEq(t, `{"client_order_id":"a\"b","is_bid":true,"order":{"kind":2,"price":"600000","size":"10"},"owner":"`+named(t, n, "alice").Short()+`"}`,
		string(order.Output.Move.Events[4].Data))
}

// A simulated transfer is shaped as the executed ones are, and changes nothing.
func TestSimulationLeavesNoTrace(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, v4Options)
	path := "/rpc/v3/accounts/" + named(t, n, "alice").String() + "/resources?count=100"
	before, records := apitest.Get(t, n, path), n.chain.Records()
	call := transferOf(named(t, n, "bob"), 5)
	first, second := call.run(t, n), call.run(t, n)
	require.Equal(t, first, second)
	after := n.chain.Records()
	require.Equal(t, before, apitest.Get(t, n, path))
	require.Len(t, after.Movements, len(records.Movements))

	var executed json.RawMessage
	for _, raw := range apitest.Decode[[]json.RawMessage](t, apitest.Get(t, n, "/rpc/v3/accounts/"+named(t, n, "alice").String()+"/transactions?count=100")) {
		record := apitest.Decode[record](t, string(raw))
		if record.Payload.Move.Function == "0x1::native_account::transfer" && record.Status == "Success" && record.Authenticator.Move["Ed25519"].FeePayer == (move.Address{}) {
			executed = raw
		}
	}
	require.NotNil(t, executed)
	response := postSimulation(t, n, "/rpc/v2/transactions/simulate", call.json(t, n), jsonViewMedia)
	shape := apitest.Shape(t, json.RawMessage(response.Body))
	for _, line := range shape {
		if line != ".block_header null" && !strings.HasPrefix(line, ".authenticator") {
			require.Contains(t, apitest.Shape(t, executed), line)
		}
	}
}

// Failures are results, with the abort in the text that the chain's own transactions have.
func TestSimulatedFailures(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, v4Options)
	c := newCalls(t, n)
	change := func(change func(*dryRun)) dryRun {
		call := transferOf(c.to, 5)
		change(&call)
		return call
	}
	e18 := new(big.Int).Exp(big.NewInt(10), big.NewInt(18), nil)
	var balance uint64
	n.chain.Read(func(now chain.State) { balance = now.CoinStore(chain.Alice, chain.Native).Balance })
	for name, test := range map[string]struct {
		call         dryRun
		status, want string
	}{
		"more than the balance":    {transferOf(c.to, balance), "Fail", "Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): "},
		"no store":                 {dry(chain.Alice, "0x1::coin", "transfer", []move.TypeTag{c.usdx}, c.fresh[:], u64(1)), "Fail", "Move abort in 0x1::coin: ECOIN_STORE_NOT_PUBLISHED(0x60005): "},
		"no store of the sender":   {dry(chain.Faucet, "0x1::coin", "transfer", []move.TypeTag{c.usdx}, c.to[:], u64(1)), "Fail", "ECOIN_STORE_NOT_PUBLISHED"},
		"another type":             {dry(chain.Alice, "0x1::coin", "transfer", []move.TypeTag{{Kind: move.KindU8}}, c.to[:], u64(1)), "Fail", "ECOIN_STORE_NOT_PUBLISHED"},
		"lists of other lengths":   {dry(chain.Alice, "0x1::native_account", "batch_transfer", nil, addressesBCS(c.to), u64sBCS()), "Fail", "EMISMATCHING_RECIPIENTS_AND_AMOUNTS_LENGTH"},
		"second of a batch":        {dry(chain.Alice, "0x1::native_account", "batch_transfer", nil, addressesBCS(c.to, c.to), u64sBCS(1, balance)), "Fail", "EINSUFFICIENT_BALANCE"},
		"account exists":           {dry(chain.Alice, "0x1::native_account", "create_account", nil, c.to[:]), "Fail", "EACCOUNT_ALREADY_EXISTS"},
		"account 0x0":              {dry(chain.Alice, "0x1::native_account", "create_account", nil, make([]byte, 32)), "Fail", "ECANNOT_RESERVED_ADDRESS"},
		"short key":                {dry(chain.Alice, "0x1::account", "rotate_authentication_key_call", nil, []byte{1, 7}), "Fail", "EMALFORMED_AUTHENTICATION_KEY"},
		"swap through 0x0":         {c.swap(c.native, c.usdx, 1e8, 1, 0, move.Address{}), "Fail", "EBAD_PATH"},
		"swap of one coin":         {c.swap(c.native, c.native, 1e8, 1, 0), "Fail", "EPOOL_NOT_FOUND"},
		"swap of nothing":          {c.swap(c.native, c.usdx, 0, 0, 0), "Fail", "EBAD_AMOUNT"},
		"swap for too much":        {c.swap(c.native, c.usdx, 1e8, 1e18, 0), "Fail", "EOUTPUT_BELOW_MINIMUM"},
		"swap that buys nothing":   {c.swap(c.native, c.usdx, 1, 0, 0), "Fail", "::pool::price_of at code offset"},
		"swap over the limit":      {c.swap(c.native, c.usdx, 1e8, 1, 1), "Fail", "EPRICE_LIMIT"},
		"swap of more than there":  {c.swap(c.native, c.usdx, 1<<58, 1, 0), "Fail", "EINSUFFICIENT_BALANCE"},
		"order at a bad price":     {c.order(600_001, 10, 0, c.native, c.usdx), "Fail", "EBAD_PRICE"},
		"order of an unknown kind": {c.order(600_000, 10, 3, c.native, c.usdx), "Fail", "::order_book::match_order at code offset"},
		"order in no market":       {c.order(600_000, 10, 0, c.usdx, c.native), "Fail", "::order_book::place_order at code offset"},
		"message to a closed end":  {c.message(112, []byte{1}, e18, 0), "Fail", "EPAUSED(0x2)"},
		"message with an option":   {c.message(105, []byte{1}, e18, 33), "Fail", "::endpoint: 0x2f"},
		"message to no one":        {c.message(105, nil, e18, 0), "Fail", "::endpoint: 0x30"},
		"message of too much":      {c.message(105, []byte{1}, new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil), 0), "Fail", "EINSUFFICIENT_BALANCE"},
		"out of gas":               {change(func(d *dryRun) { d.maxGas = 8 }), "Fail", "Out of gas, Status Code: OUT_OF_GAS, Message: "},
		"unknown module":           {dry(chain.Alice, "0x1::nothing", "transfer", nil), "Fail", "LINKER_ERROR"},
		"unknown function":         {dry(chain.Alice, "0x1::coin", "nothing", nil), "Fail", "FUNCTION_RESOLUTION_FAILURE"},
		"no entry function":        {dry(chain.Alice, "0x1::coin", "balance", []move.TypeTag{c.native}, c.to[:]), "Fail", "EXECUTE_ENTRY_FUNCTION_CALLED_ON_NON_ENTRY_FUNCTION"},
		"type arguments":           {dry(chain.Alice, "0x1::coin", "transfer", nil, c.to[:], u64(1)), "Fail", "NUMBER_OF_TYPE_ARGUMENTS_MISMATCH"},
		"arguments":                {change(func(d *dryRun) { d.arguments = d.arguments[:1] }), "Fail", "NUMBER_OF_ARGUMENTS_MISMATCH"},
		"argument of another type": {change(func(d *dryRun) { d.arguments[1] = []byte{1} }), "Fail", "FAILED_TO_DESERIALIZE_ARGUMENT"},
		"not executed here":        {dry(chain.Alice, "0x1::coin", "upgrade_supply", []move.TypeTag{c.native}), "Fail", "FEATURE_UNDER_GATING"},
		"chain id":                 {change(func(d *dryRun) { d.chainID = 8 }), "Invalid", "BAD_CHAIN_ID"},
		"expired":                  {change(func(d *dryRun) { d.expiry = uint64(start.Unix()) }), "Invalid", "TRANSACTION_EXPIRED"},
		"too much gas":             {change(func(d *dryRun) { d.maxGas = 2_000_001 }), "Invalid", "MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND"},
		"too little gas":           {change(func(d *dryRun) { d.maxGas = 1 }), "Invalid", "MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS"},
		"low price":                {change(func(d *dryRun) { d.price = chain.DefaultGasPrice - 1 }), "Invalid", "GAS_UNIT_PRICE_BELOW_MIN_BOUND"},
		"high price":               {change(func(d *dryRun) { d.price = 1e9 + 1 }), "Invalid", "GAS_UNIT_PRICE_ABOVE_MAX_BOUND"},
		"no such sender":           {change(func(d *dryRun) { d.from = &move.Address{7} }), "Invalid", "SENDING_ACCOUNT_DOES_NOT_EXIST"},
		"other key":                {change(func(d *dryRun) { d.wrongKey = true }), "Invalid", "INVALID_AUTH_KEY"},
		"old sequence number":      {change(func(d *dryRun) { d.sequenceOffset = -1 }), "Invalid", "SEQUENCE_NUMBER_TOO_OLD"},
		"later sequence number":    {change(func(d *dryRun) { d.sequenceOffset = 1 }), "PendingAfterExecution", "SEQUENCE_NUMBER_TOO_NEW"},
		"cannot pay the fee":       {change(func(d *dryRun) { d.maxGas, d.price = 2e6, 1e9 }), "Invalid", "INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE"},
	} {
		result := test.call.run(t, n)
		require.Equal(t, test.status, result.Status, "%s: %s", name, result.Output.Move.VMStatus)
		require.Contains(t, result.Output.Move.VMStatus, test.want, name)
		require.Regexp(t, `^[^\n]+, Status Code: [A-Z_]+, Message: [^\n]+$`, result.Output.Move.VMStatus, name)
		if test.status == "Fail" {
			require.Equal(t, []string{"transaction_fee::FeeStatement"}, result.kinds(), name)
			require.LessOrEqual(t, result.Output.Move.GasUsed, test.call.maxGas)
			require.Positive(t, result.Output.Move.GasUsed)
		} else {
			require.Empty(t, result.kinds(), name)
			require.Zero(t, result.Output.Move.GasUsed, name)
		}
		old := newNode(t, 7, Options{Node: Node10})
		response := postSimulation(t, old, "/rpc/v1/transactions/simulate", test.call.json(t, old), jsonViewMedia)
		require.Equal(t, http.StatusBadRequest, response.Status, "older nodes respond with an error")
		require.Contains(t, response.Body, "Failed to simulate the transaction: ", name)
	}
}

// The sponsor pays the fee, so that the sender may spend all it has.
func TestSimulatedSponsor(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, v4Options)
	var balance uint64
	n.chain.Read(func(now chain.State) { balance = now.CoinStore(chain.Alice, chain.Native).Balance })
	call := transferOf(named(t, n, "bob"), balance)
	require.Equal(t, "Fail", call.run(t, n).Status)
	payer := chain.Faucet
	call.feePayer = &payer
	result := call.run(t, n)
	require.Equal(t, "Success", result.Status, result.Output.Move.VMStatus)
	require.Contains(t, string(result.Authenticator), named(t, n, "faucet").String()[2:])
	call.signature = "0x01" + zeroSignature[4:]
	require.Equal(t, http.StatusBadRequest, postSimulation(t, n, "/rpc/v3/transactions/simulate", call.json(t, n), jsonViewMedia).Status)
}

// Both media types are the same transaction, whose hash is that of its BCS.
func TestSimulationBodies(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, v4Options)
	c := newCalls(t, n)
	call := dry(chain.Alice, "0x1::coin", "transfer", []move.TypeTag{c.usdx}, c.to[:], u64(7))
	body := call.bcs(t, n)
	packed := postSimulation(t, n, "/rpc/v3/transactions/simulate", body, signedMedia)
	require.Equal(t, http.StatusOK, packed.Status, packed.Body)
	require.Equal(t, postSimulation(t, n, "/rpc/v3/transactions/simulate", call.json(t, n), jsonViewMedia).Body, packed.Body)
	require.Equal(t, keccak(t, hex.EncodeToString(body[1:])), apitest.Decode[simulated](t, packed.Body).Hash)
	require.Equal(t, http.StatusUnsupportedMediaType, postSimulation(t, n, "/rpc/v2/transactions/simulate", body, signedMedia).Status)
	require.Equal(t, http.StatusOK, postSimulation(t, n, "/rpc/v2/transactions/simulate", call.json(t, n), jsonViewMedia).Status)

	for size := range body { // every prefix is refused
		response := postSimulation(t, n, "/rpc/v3/transactions/simulate", body[:size], signedMedia)
		require.Equal(t, http.StatusBadRequest, response.Status, size)
	}
	internal := postSimulation(t, n, "/rpc/v3/transactions/simulate", append([]byte{0}, body[1:]...), signedMedia)
	require.Contains(t, internal.Body, "internal transactions")
	signed := bytes.Clone(body)
	signed[len(signed)-1] = 1
	for _, response := range []apitest.Response{
		postSimulation(t, n, "/rpc/v3/transactions/simulate", signed, signedMedia),
		postSimulation(t, n, "/rpc/v3/transactions/simulate", []byte(strings.Replace(string(call.json(t, n)), zeroSignature, zeroSignature[:len(zeroSignature)-1]+"1", 1)), jsonViewMedia),
	} {
		require.Equal(t, http.StatusBadRequest, response.Status)
		require.JSONEq(t, `{"message":"Transaction to be simulated should not have valid signature."}`, response.Body)
	}
}

// Bodies that are no transactions are refused with what is wrong.
func TestSimulationBodyErrors(t *testing.T) {
	t.Parallel()
	n := newNode(t, 7, v4Options)
	good := string(mustDry(t, n))
	for want, body := range map[string]string{
		"unexpected end":             `{`,
		"missing field `Move`":       `{}`,
		"internal transactions":      `{"Smr":{}}`,
		"missing field `sender`":     `{"Move":{"raw_txn":{},"authenticator":{}}}`,
		"missing field `chain_id`":   strings.Replace(good, `"chain_id":255`, `"x":1`, 1),
		"expected an object":         strings.Replace(good, `"payload":{`, `"payload":{"Script":{},`, 1),
		"variant `Script`":           strings.Replace(good, `"EntryFunction"`, `"Script"`, 1),
		"variant `NoAccount`":        strings.Replace(good, `"Ed25519"`, `"NoAccount"`, 1),
		"expected 64 bytes":          strings.Replace(good, zeroSignature, "0x00", 1),
		"expected an array of bytes": strings.Replace(good, `"args":[[`, `"args":["x",[`, 1),
		"is not a type":              strings.Replace(good, `"ty_args":[]`, `"ty_args":[{}]`, 1),
		"nested too deeply":          strings.Replace(good, `"ty_args":[]`, `"ty_args":[`+strings.Repeat(`{"vector":`, 99)+`"u8"`+strings.Repeat("}", 99)+`]`, 1),
		"after the year 9999":        strings.Replace(good, fmt.Sprint(start.Unix()+600), "253402300800", 1),
	} {
		response := postSimulation(t, n, "/rpc/v3/transactions/simulate", []byte(body), jsonViewMedia)
		require.Equal(t, http.StatusBadRequest, response.Status, want)
		require.Contains(t, response.Body, want)
	}
	require.Equal(t, http.StatusRequestEntityTooLarge, postSimulation(t, n, "/rpc/v3/transactions/simulate", make([]byte, maxSimulationBody+1), jsonViewMedia).Status)
}

func mustDry(t testing.TB, n *node) []byte {
	t.Helper()
	call := transferOf(move.Address{9}, 1)
	return call.json(t, n)
}

func TestSimulationLimit(t *testing.T) {
	t.Parallel()
	shared := newNode(t, 7, v4Options)
	api := NewAPI(shared.chain, v4Options)
	api.simulations.Store(maxSimulations)
	request := mustDry(t, shared)
	post := func() apitest.Response {
		return apitest.Send(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { api.simulate(w, r, v3) }),
			http.MethodPost, "/", bytes.NewReader(request), "Content-Type", jsonViewMedia)
	}
	response := post()
	require.Equal(t, http.StatusTooManyRequests, response.Status)
	require.JSONEq(t, `{"message":"Too many concurrent simulations"}`, response.Body)
	api.simulations.Add(-1)
	require.Equal(t, http.StatusOK, post().Status)
	require.EqualValues(t, maxSimulations-1, api.simulations.Load())
}

// No body makes a node fail.
func FuzzSimulate(f *testing.F) {
	n := newNode(f, 7, v4Options)
	c := newCalls(f, n)
	for _, call := range []dryRun{transferOf(c.to, 5), c.swap(c.native, c.usdx, 1e8, 1, 0, c.to), c.order(600_000, 10, 0, c.native, c.usdx)} {
		f.Add(call.json(f, n))
		f.Add(call.bcs(f, n))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, media := range []string{jsonViewMedia, signedMedia} {
			response := postSimulation(t, n, "/rpc/v3/transactions/simulate", body, media)
			require.Contains(t, []int{http.StatusOK, http.StatusBadRequest}, response.Status, response.Body)
			if response.Status == http.StatusOK {
				require.True(t, json.Valid([]byte(response.Body)))
			}
		}
	})
}
