package client

import "strings"

// payload reads {"Move": {"type": ...}}, the same without the wrapper, or {variant: ...}.
func (r *bodyReader) payload() *Payload {
	if r.null() {
		return nil
	}
	payload := &Payload{}
	payload.Raw = r.span(func() {
		if r.kind() == '"' {
			payload.Kind = r.text()
		} else {
			r.payloadObject(payload)
		}
	})
	return payload
}

// payloadObject reads an object that has its type as a member, or the name of the variant as its only member.
func (r *bodyReader) payloadObject(payload *Payload) {
	variant, isEmpty := "", true
	isObject := r.object(func(name []byte) {
		isEmpty = false
		switch {
		case string(name) == "Move":
			variant = "Move"
			r.movePayload(payload)
		case !r.callMember(payload, name):
			if variant == "" && payload.Kind == "" {
				variant = string(name)
				payload.Value = r.raw()
			}
		}
	})
	switch {
	case payload.Kind != "" && payload.Value != nil: // the type stood after a member that is not known
		r.path = append(r.path, step{name: []byte(variant)})
		r.keep(payload.Value)
		r.path = r.path[:len(r.path)-1]
		payload.Value = nil
	case !isObject || isEmpty || payload.Kind != "":
	case variant == "":
		r.missing("type")
	case variant == "Dkg" || variant == "Oracle":
		payload.Kind = strings.ToLower(variant)
	default:
		payload.Kind = variant
	}
}

func (r *bodyReader) movePayload(payload *Payload) {
	isEmpty := true
	isObject := r.object(func(name []byte) {
		isEmpty = false
		r.callMember(payload, name)
	})
	if isObject && !isEmpty && payload.Kind == "" {
		r.missing("type")
	}
}

// callMember reads a member that describes the called function. It returns false for other members, which it does not read.
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
	case "code":
		payload.Code = r.whole(func() { r.scriptCode(payload) })
	case "multisig_address":
		payload.MultisigAddress = r.address()
	case "transaction_payload", "automated_function":
		r.innerCall(payload, name)
	case "V1", "V2":
		if r.kind() == '{' {
			payload.registration().Version = string(name)
			r.innerCall(payload, name)
		}
	default:
		return false
	}
	return true
}

// scriptCode reads the types of the parameters of a script.
func (r *bodyReader) scriptCode(payload *Payload) {
	if r.kind() != '{' {
		r.skip()
		return
	}
	r.fields(optional("abi", func() {
		if r.kind() == '{' {
			r.fields(optional("params", func() { payload.ScriptParameters = r.texts() }))
		}
	}))
}

// innerCall reads the inner call of a multisig account or of an automation task, or a version of a registration around it. Its type
// is not that of the payload.
func (r *bodyReader) innerCall(payload *Payload, member []byte) {
	isTyped := string(member) == "transaction_payload"
	r.object(func(name []byte) {
		switch {
		case string(name) == "type":
			if isTyped {
				payload.InnerKind = payloadKind(r.text())
			}
		case !r.callMember(payload, name):
			r.registrationMember(payload, name)
		}
	})
}

func (r *bodyReader) registrationMember(payload *Payload, name []byte) {
	switch string(name) {
	case "expiration_timestamp_secs":
		payload.registration().Expiration = r.unsigned()
	case "max_gas_amount":
		payload.registration().MaxGasAmount = r.unsigned()
	case "gas_price_cap":
		payload.registration().GasPriceCap = r.unsigned()
	case "automation_fee_cap", "automation_fee_cap_for_epoch":
		payload.registration().AutomationFeeCap = r.unsigned()
	case "task_type":
		payload.registration().TaskType = r.text()
	case "task_priority":
		payload.registration().TaskPriority = r.unsigned()
	case "aux_data":
		payload.registration().AuxData = r.raw()
	}
}

func (p *Payload) registration() *Registration {
	if p.Registration == nil {
		p.Registration = &Registration{}
	}
	return p.Registration
}

// payloadKind shortens the known types.
func payloadKind(text string) string {
	switch text {
	case "entry_function_payload", "script_payload", "multisig_payload", "automation_registration_payload":
		return strings.TrimSuffix(text, "_payload")
	}
	return text
}
