package client

import (
	"fmt"
	"strconv"
	"strings"

	"pgregory.net/rapid"
)

// member is a member of a drawn object, absent if the value is empty.
type member struct{ name, value string }

// drawObject draws an object with its members in any order, some of them null, missing or of another kind, and some that no client
// knows.
func drawObject(t *rapid.T, members ...member) string {
	if rapid.IntRange(0, 15).Draw(t, "is new") == 0 {
		members = append(members, member{"new_field", drawJSON(t, 2)})
	}
	var written []string
	for _, m := range rapid.Permutation(members).Draw(t, "order") {
		switch rapid.IntRange(0, 31).Draw(t, "presence") {
		case 0, 1:
			continue
		case 2:
			m.value = "null"
		case 3:
			m.value = drawJSON(t, 1)
		}
		if m.value != "" {
			written = append(written, strconv.Quote(m.name)+": "+m.value)
		}
	}
	return "{" + strings.Join(written, ", ") + "}"
}

// drawVariant draws {name: value} for one of the names, or only the name.
func drawVariant(t *rapid.T, value func(name string) string, names ...string) string {
	name := rapid.SampledFrom(names).Draw(t, "variant")
	if rapid.IntRange(0, 9).Draw(t, "is name") == 0 {
		return strconv.Quote(name)
	}
	return fmt.Sprintf("{%q:%s}", name, value(name))
}

func drawList(t *rapid.T, element func() string) string {
	elements := make([]string, rapid.IntRange(0, 3).Draw(t, "length"))
	for i := range elements {
		elements[i] = element()
	}
	return "[" + strings.Join(elements, ",") + "]"
}

func drawHash(t *rapid.T) string {
	digits := rapid.StringMatching(`[0-9a-fA-F]{64}`).Draw(t, "digits")
	return rapid.SampledFrom([]string{`"0x` + digits + `"`, `"` + digits + `"`, `"0X` + digits + `"`, `"short"`}).Draw(t, "hash")
}

func drawAddress(t *rapid.T) string {
	digits := rapid.OneOf(rapid.StringMatching(`[0-9a-fA-F]{64}`), rapid.StringMatching(`[0-9a-fA-F]{1,8}`)).Draw(t, "digits")
	return rapid.SampledFrom([]string{`"0x`, `"`, `"0X`}).Draw(t, "prefix") + digits + `"`
}

// drawInteger draws an integer up to 2^64-1 as a number or a string.
func drawInteger(t *rapid.T) string {
	digits := strconv.FormatUint(rapid.OneOf(rapid.Uint64(), rapid.SampledFrom([]uint64{0, 1<<53 + 1, 1<<64 - 1})).Draw(t, "integer"), 10)
	if rapid.Bool().Draw(t, "is text") {
		return `"` + digits + `"`
	}
	return digits
}

func drawInstant(t *rapid.T) string {
	name := rapid.SampledFrom([]string{"timestamp", "microseconds_since_unix_epoch"}).Draw(t, "instant")
	return drawObject(t, member{name, drawInteger(t)}, member{"utc_date_time", `"2025-08-29T09:33:32.345678+00:00"`})
}

func drawWord(t *rapid.T) string {
	return strconv.Quote(rapid.StringMatching(`[A-Za-z][A-Za-z0-9_:<>, ]{0,20}`).Draw(t, "word"))
}

// drawRecord draws a record of a transaction in the shapes of all versions.
func drawRecord(t *rapid.T) string {
	any := func() string { return drawJSON(t, 0) }
	sender := drawAddress(t)
	if rapid.Bool().Draw(t, "is wrapped") {
		sender = `{"Move":` + sender + `}`
	}
	return drawObject(t,
		member{"txn_type", rapid.SampledFrom([]string{`"user"`, `"automated"`, `"block_metadata"`, `"automation_record"`, `"later"`, ""}).Draw(t, "type")},
		member{"hash", drawHash(t)}, member{"status", drawWord(t)}, member{"data", any()},
		member{"header", drawObject(t,
			member{"chain_id", drawInteger(t)}, member{"expiration_timestamp", drawInstant(t)}, member{"sender", sender},
			member{"sequence_number", drawInteger(t)}, member{"gas_unit_price", drawInteger(t)}, member{"max_gas_amount", drawInteger(t)})},
		member{"block_header", drawObject(t,
			member{"author", drawHash(t)}, member{"hash", drawHash(t)}, member{"height", drawInteger(t)}, member{"parent", drawHash(t)},
			member{"timestamp", drawInstant(t)},
			member{"view", drawObject(t, member{"epoch_id", drawObject(t, member{"chain_id", drawInteger(t)}, member{"epoch", drawInteger(t)})}, member{"round", drawInteger(t)})})},
		member{"payload", drawPayload(t)}, member{"authenticator", drawAuthenticator(t)}, member{"output", drawOutput(t)})
}

// drawJSON draws any value without repeated names.
func drawJSON(t *rapid.T, depth int) string {
	kind := rapid.IntRange(0, 4).Draw(t, "kind")
	if depth > 2 {
		kind %= 3
	}
	switch kind {
	case 0:
		return rapid.SampledFrom([]string{"null", "true", "0", "-1.5e300", "18446744073709551616", `""`, `"1,234.5"`}).Draw(t, "literal")
	case 1:
		return drawInteger(t)
	case 2:
		return strconv.Quote(rapid.StringMatching(`[ -!#-\[\]-~é]{0,12}`).Draw(t, "text"))
	case 3:
		return drawList(t, func() string { return drawJSON(t, depth+1) })
	}
	return drawObject(t, member{"a", drawJSON(t, depth+1)}, member{"type", drawJSON(t, depth+1)}, member{"odd name", drawJSON(t, depth+1)})
}

func drawPayload(t *rapid.T) string {
	call := func(kind string) []member {
		return []member{
			{"type", kind},
			{"function", drawWord(t)},
			{"type_arguments", drawList(t, func() string { return drawWord(t) })},
			{"arguments", drawList(t, func() string { return drawJSON(t, 1) })},
		}
	}
	terms := func() []member {
		return []member{
			{"automated_function", drawObject(t, call("")...)},
			{"expiration_timestamp_secs", drawInteger(t)},
			{"max_gas_amount", drawInteger(t)},
			{"gas_price_cap", drawInteger(t)},
			{"automation_fee_cap", drawInteger(t)},
			{"aux_data", drawJSON(t, 0)},
			{"task_type", drawWord(t)},
			{"task_priority", drawInteger(t)},
		}
	}
	inner := drawObject(t, call(`"entry_function_payload"`)...)
	if rapid.Bool().Draw(t, "registers") {
		inner = drawObject(t, terms()...)
	}
	version := rapid.SampledFrom([]string{"V1", "V2"}).Draw(t, "version")
	payload := rapid.SampledFrom([]string{
		drawObject(t, call(`"entry_function_payload"`)...),
		drawObject(t, append(call(`"script_payload"`), member{"code", drawJSON(t, 0)})...),
		drawObject(t, member{"type", `"multisig_payload"`}, member{"multisig_address", drawAddress(t)}, member{"transaction_payload", inner}),
		drawObject(t, member{"type", `"automation_registration_payload"`}, member{version, drawObject(t, terms()...)}),
	}).Draw(t, "payload")
	switch rapid.IntRange(0, 3).Draw(t, "wrapper") {
	case 0:
		return payload
	case 1:
		return drawVariant(t, func(string) string { return drawJSON(t, 0) }, "Dkg", "Oracle", "Evm")
	}
	return `{"Move":` + payload + `}`
}

// drawProof draws {scheme: content}.
func drawProof(t *rapid.T) string {
	text := func() string { return drawHash(t) }
	typed := func() string { return drawObject(t, member{"value", drawHash(t)}, member{"type", `"ed25519"`}) }
	return drawVariant(t, func(name string) string {
		switch name {
		case "Ed25519":
			return drawObject(t, member{"public_key", text()}, member{"signature", text()})
		case "MultiEd25519":
			return drawObject(t, member{"public_keys", drawList(t, text)}, member{"signatures", drawList(t, text)}, member{"threshold", "2"}, member{"bitmap", `"0xc0000000"`})
		case "SingleSender":
			return drawObject(t, member{"public_key", typed()}, member{"signature", typed()})
		}
		return drawJSON(t, 0)
	}, "Ed25519", "MultiEd25519", "SingleSender", "Later")
}

func drawAuthenticator(t *rapid.T) string {
	proof := func() string { return drawProof(t) }
	address := func() string { return drawAddress(t) }
	switch rapid.IntRange(0, 5).Draw(t, "authenticator") {
	case 0:
		return `{"Automation":` + drawHash(t) + `}`
	case 1:
		return drawVariant(t, func(string) string {
			return drawObject(t, member{"signer", drawHash(t)}, member{"signature", drawHash(t)})
		}, "Dkg", "Oracle", "Evm")
	case 2:
		return `{"Move":` + proof() + `}`
	case 3:
		return proof()
	}
	signers := drawVariant(t, func(name string) string {
		members := []member{{"sender", proof()}, {"secondary_signer_addresses", drawList(t, address)}, {"secondary_signers", drawList(t, proof)}}
		if name == "FeePayer" {
			members = append(members, member{"fee_payer_address", address()}, member{"fee_payer_signer", proof()})
		}
		return drawObject(t, members...)
	}, "MultiAgent", "FeePayer")
	return `{"Move":` + signers + `}`
}

func drawOutput(t *rapid.T) string {
	event := func() string {
		return drawObject(t, member{"guid", drawObject(t, member{"creation_number", drawInteger(t)}, member{"account_address", drawAddress(t)})},
			member{"sequence_number", drawInteger(t)}, member{"type", drawWord(t)}, member{"data", drawJSON(t, 0)})
	}
	return drawVariant(t, func(name string) string {
		switch name {
		case "Move":
			return drawObject(t, member{"gas_used", drawInteger(t)}, member{"events", drawList(t, event)}, member{"vm_status", drawWord(t)})
		case "Evm":
			return drawVariant(t, func(string) string { return drawJSON(t, 0) }, "Success", "Revert", "Halt", "Error")
		}
		return rapid.SampledFrom([]string{`"Success"`, drawJSON(t, 0)}).Draw(t, "status")
	}, "Move", "Dkg", "Oracle", "Evm", "Empty")
}
