package client

import "strings"

// payload takes {"Move": {"type": ...}}, the same without its wrapper, or another
// variant under its name.
func (r *bodyReader) payload() *Payload {
	if r.null() {
		return nil
	}
	payload := &Payload{}
	start := r.here()
	if r.kind() == '"' {
		payload.Kind = r.text()
	} else {
		r.payloadObject(payload)
	}
	payload.Raw = r.since(start)
	return payload
}

// payloadObject takes an object of a payload into it: one that names its type, or one
// whose only member names the variant.
func (r *bodyReader) payloadObject(payload *Payload) {
	variant, isEmpty := "", true
	isObject := r.object(func(name []byte) {
		isEmpty = false
		switch {
		case string(name) == "Move":
			variant = "Move"
			r.payloadObject(payload)
		case !r.callMember(payload, name):
			if variant == "" {
				variant = string(name)
			}
			r.skip()
		}
	})
	switch {
	case !isObject || isEmpty || payload.Kind != "":
	case variant == "":
		r.missing("type")
	case variant == "Dkg" || variant == "Oracle":
		payload.Kind = strings.ToLower(variant)
	default:
		payload.Kind = variant
	}
}

// callMember takes a member that says what is called and tells whether it is one.
func (r *bodyReader) callMember(payload *Payload, name []byte) bool {
	switch string(name) {
	case "type":
		payload.Kind = payloadKind(r.text())
	case "function":
		payload.Function = r.text()
	case "type_arguments":
		payload.TypeArguments = r.texts()
	case "arguments":
		payload.Arguments = r.raws()
	case "multisig_address":
		payload.MultisigAddress = r.address()
	case "transaction_payload", "automated_function", "V1", "V2":
		// A call inside: of the multisig account, of the automation task, and the
		// versions of a registration around that. Its type is not that of the payload.
		kind := payload.Kind
		r.object(func(name []byte) {
			if !r.callMember(payload, name) {
				r.skip()
			}
		})
		payload.Kind = kind
	default:
		return false
	}
	return true
}

// payloadKind gives the short name of a type that is known.
func payloadKind(text string) string {
	switch text {
	case "entry_function_payload", "script_payload", "multisig_payload", "automation_registration_payload":
		return strings.TrimSuffix(text, "_payload")
	}
	return text
}
