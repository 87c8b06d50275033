package client

import "slices"

// authenticator reads {"Move": {scheme: ...}}, {"Automation": hash} or {variant: ...}.
func (r *bodyReader) authenticator() *Authenticator {
	if r.null() {
		return nil
	}
	authenticator := &Authenticator{}
	authenticator.Raw = r.span(func() { r.scheme(authenticator) })
	return authenticator
}

func (r *bodyReader) scheme(authenticator *Authenticator) {
	if r.kind() == '"' {
		authenticator.Kind = r.text()
		return
	}
	r.object(func(name []byte) {
		switch {
		case authenticator.Kind != "":
		case string(name) == "Move":
			r.scheme(authenticator)
		case string(name) == "Automation":
			authenticator.Kind = "Automation"
			authenticator.RegistrationHash = hash(r.text())
		case string(name) == "MultiAgent" || string(name) == "FeePayer":
			authenticator.Kind = string(name)
			r.signers(authenticator)
		default:
			authenticator.Kind = string(name)
			r.proof(&authenticator.Proof)
		}
	})
}

// proof reads the content of a scheme. Other shapes than one key and one signature are its value.
func (r *bodyReader) proof(proof *Proof) {
	isPlain := r.kind() == '{'
	value := r.span(func() {
		if !isPlain {
			r.skip()
			return
		}
		r.object(func(name []byte) {
			switch {
			case r.kind() == '"' && string(name) == "public_key":
				proof.PublicKey = r.text()
			case r.kind() == '"' && string(name) == "signature":
				proof.Signature = r.text()
			default:
				isPlain = false
				r.skip()
			}
		})
	})
	if !isPlain {
		proof.Value = value
	}
}

// signers reads the content of the schemes with several signers.
func (r *bodyReader) signers(authenticator *Authenticator) {
	r.fields(
		optional("sender", func() { r.signer(authenticator, SenderRole) }),
		optional("secondary_signer_addresses", func() {
			authenticator.SecondarySigners = nil
			r.array(func() { authenticator.SecondarySigners = append(authenticator.SecondarySigners, r.address()) })
		}),
		optional("secondary_signers", func() { r.array(func() { r.signer(authenticator, SecondaryRole) }) }),
		optional("fee_payer_address", &authenticator.FeePayer),
		optional("fee_payer_signer", func() { r.signer(authenticator, FeePayerRole) }),
	)
}

// signer reads {scheme: ...} or the name of a scheme.
func (r *bodyReader) signer(authenticator *Authenticator, role string) {
	signer := Signer{Role: role}
	if r.kind() == '"' {
		signer.Kind = r.text()
	} else {
		r.object(func(name []byte) {
			if signer.Kind == "" {
				signer.Kind = string(name)
				r.proof(&signer.Proof)
			}
		})
	}
	authenticator.Signers = append(authenticator.Signers, signer)
}

// nameSigners orders the signers by their roles, and adds their addresses, which the record has in other places.
func (t *Transaction) nameSigners() {
	if t.Authenticator == nil || len(t.Authenticator.Signers) == 0 {
		return
	}
	slices.SortStableFunc(t.Authenticator.Signers, func(a, b Signer) int { return slices.Index(roles, a.Role) - slices.Index(roles, b.Role) })
	secondary := t.Authenticator.SecondarySigners
	for i := range t.Authenticator.Signers {
		signer := &t.Authenticator.Signers[i]
		switch {
		case signer.Role == SenderRole:
			signer.Address = t.Sender
		case signer.Role == FeePayerRole:
			signer.Address = t.Authenticator.FeePayer
		case len(secondary) > 0:
			signer.Address, secondary = secondary[0], secondary[1:]
		}
	}
}

// roles of signers in their order.
var roles = []string{SenderRole, SecondaryRole, FeePayerRole}
