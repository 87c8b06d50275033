package wire

import (
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strings"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/move"
)

const (
	// maxSimulations is how many simulations may be asked for at a time.
	maxSimulations = 512
	// maxSimulationBody is the largest size of the body of a simulation in bytes.
	maxSimulationBody = 1 << 18

	signedMedia = "application/x.supra.signed_transaction+bcs"

	// maxExpiry is the last second of the year 9999, the last that timestamps can say.
	maxExpiry = 253_402_300_799
)

// simulate executes a transaction on the current state and throws the changes away. Signatures must be zero. On nodes from v11.3.4 a
// transaction that fails is a result; before, it is an error.
func (a *API) simulate(w http.ResponseWriter, r *http.Request, version version) {
	if a.simulations.Add(1) > maxSimulations {
		a.simulations.Add(-1)
		writeError(w, http.StatusTooManyRequests, "Too many concurrent simulations")
		return
	}
	defer a.simulations.Add(-1)
	accepted := []string{jsonViewMedia}
	if version >= v3 {
		accepted = append(accepted, signedMedia)
	}
	contentType := r.Header.Get("Content-Type")
	media, _, err := mime.ParseMediaType(contentType)
	if err != nil || !slices.Contains(accepted, media) {
		writeError(w, http.StatusUnsupportedMediaType, fmt.Sprintf("Content-Type %q is not supported: use %s", contentType, strings.Join(accepted, " or ")))
		return
	}
	body, ok := receive(w, r, maxSimulationBody)
	if !ok {
		return
	}
	var s *simulation
	a.limitCalls(r.Context(), func() {
		read := parseTransactionJSON
		if media != jsonViewMedia {
			read = parseTransactionBCS
		}
		var t *signedTransaction
		if t, err = read(body); err == nil && t.expirySecond > maxExpiry {
			err = fmt.Errorf("expiration_timestamp_secs: %d is after the year 9999", t.expirySecond)
		}
		if err == nil && !t.isSigned() {
			s = a.runSimulation(t, version)
		}
	})
	switch {
	case err != nil:
		a.reject(w, "Failed to deserialize the body: "+err.Error())
	case s == nil:
		writeError(w, http.StatusBadRequest, "Transaction to be simulated should not have valid signature.")
	case s.failure != nil && a.oldFailures():
		writeError(w, http.StatusBadRequest, "Failed to simulate the transaction: "+s.failure.text)
	default:
		httpapi.WriteJSON(w, r, &s.r.Document, s.write)
	}
}

// runSimulation simulates a transaction on the current state.
func (a *API) runSimulation(t *signedTransaction, version version) (s *simulation) {
	a.chain.Read(func(now chain.State) {
		s = &simulation{
			r: newRecordEncoder(a.chain, now.Records(), a.options.Dialect, min(version, v3)), published: a.chain.Library(), now: now, t: t,
			stores: make(map[coinHolder]*chain.CoinStore), created: make(map[move.Address]bool),
		}
		s.run()
	})
	return s
}

// write writes the record of the simulated transaction, without a type.
func (s *simulation) write() {
	r := s.r
	r.Object(func() {
		r.Key("authenticator").Wrap("Move", s.authenticator)
		r.Key("block_header").Null()
		r.Key("hash").hex32(s.t.hash())
		r.Key("header").Object(func() {
			r.Key("chain_id").Number(uint64(s.t.chainID))
			r.Key("expiration_timestamp").timestamp(int64(s.t.expirySecond) * second)
			r.Key("sender").Wrap("Move", func() { r.hex32(s.t.sender) })
			r.Key("sequence_number").Number(s.t.sequence)
			r.Key("gas_unit_price").Number(s.t.gasPrice)
			r.Key("max_gas_amount").Number(s.t.maxGas)
		})
		r.Key("payload").WrapObject("Move", s.payload)
		r.Key("output").WrapObject("Move", s.output)
		r.Key("status").Text(s.status())
	})
}

func (s *simulation) status() string {
	switch {
	case s.failure == nil:
		return "Success"
	case s.failure.pending:
		return "PendingAfterExecution"
	case s.failure.discarded:
		return "Invalid"
	default:
		return "Fail"
	}
}

func (s *simulation) output() {
	failure := s.failure
	gas := uint64(s.gas())
	charged := &chain.Transaction{Action: s.action, GasPrice: uint32(s.t.gasPrice)}
	if failure != nil {
		charged.Outcome = chain.InsufficientBalance // whichever failure: nothing was stored
	}
	if gas > s.t.maxGas {
		gas = s.t.maxGas
	}
	charged.GasUsed = uint32(gas)
	s.r.Key("gas_used").Number(gas)
	s.r.Key("events").Array(func() {
		if failure == nil {
			for _, write := range s.events {
				write()
			}
		}
		if failure == nil || !failure.discarded {
			s.r.feeStatement(charged)
		}
	})
	text := "Executed successfully"
	if failure != nil {
		text = failure.text + ", Status Code: " + failure.status + ", Message: " + failure.message
	}
	s.r.Key("vm_status").Quoted(text)
}

// payload writes the call, if the transaction has it.
func (s *simulation) payload() {
	if !s.t.isMultisig {
		s.call()
		return
	}
	s.r.Key("type").Text("multisig_payload")
	s.r.Key("multisig_address").address(s.t.multisig)
	if !s.t.isStored {
		s.r.Key("transaction_payload").Object(s.call)
	}
}

// call writes the call. Arguments whose types are not known are their bytes.
func (s *simulation) call() {
	r, t := s.r, s.t
	r.Key("type").Text("entry_function_payload")
	types := make([]string, len(t.typeArguments))
	for i, tag := range t.typeArguments {
		types[i] = tag.String()
	}
	r.call(t.function.String(), types, func() {
		for i, argument := range t.arguments {
			if i < len(s.texts) {
				r.Literal(string(s.texts[i]))
			} else {
				r.Hex(argument)
			}
		}
	})
}

func (s *simulation) authenticator() {
	r, t := s.r, s.t
	if t.authenticator == "Ed25519" {
		r.keySignature(&t.signer)
		return
	}
	r.WrapObject(t.authenticator, func() {
		r.Key("sender").keySignature(&t.signer)
		writeArray(r.encoder.Key("secondary_signer_addresses"), t.secondaries, func(address move.Address) { r.hex32(address) })
		writeArray(r.encoder.Key("secondary_signers"), t.signers, func(signer keySignature) { r.keySignature(&signer) })
		if t.authenticator == "FeePayer" {
			r.Key("fee_payer_address").hex32(t.feePayer)
			r.Key("fee_payer_signer").keySignature(&t.feeSigner)
		}
	})
}

func (r *recordEncoder) keySignature(s *keySignature) {
	r.WrapObject("Ed25519", func() {
		r.Key("public_key").Hex(s.key[:])
		r.Key("signature").Hex(s.signature[:])
	})
}
