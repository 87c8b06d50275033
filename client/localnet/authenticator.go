package localnet

// authenticator writes the signatures of a transaction: the sender's, and those of who
// signed with it. Nobody signs an automated one: it names the registration of its task.
func (r *rendering) authenticator(t *transaction) {
	if t.action == runTask {
		r.only("Automation", func() { r.hex(r.records.transactions[t.limit].hash[:]) })
		return
	}
	r.only("Move", func() {
		switch t.signing {
		case alone:
			r.signer(t.sender, t.generation, t.hash)
		case multiAgent:
			r.only("MultiAgent", func() {
				r.members(func() { r.agents(t, t.counterparty) })
			})
		case sponsored:
			r.only("FeePayer", func() {
				r.members(func() {
					r.agents(t)
					r.key("fee_payer_address")
					payer := r.addressOf(t.feePayer)
					r.hex(payer[:])
					r.key("fee_payer_signer")
					r.signer(t.feePayer, 0, t.hash)
				})
			})
		}
	})
}

// agents writes the members that MultiAgent and FeePayer share. Whoever signs second
// never rotates its key, so it signs with its first.
func (r *rendering) agents(t *transaction, secondaries ...accountID) {
	r.key("sender")
	r.signer(t.sender, t.generation, t.hash)
	r.key("secondary_signer_addresses")
	r.list(func() {
		for _, id := range secondaries {
			address := r.addressOf(id)
			r.hex(address[:])
		}
	})
	r.key("secondary_signers")
	r.list(func() {
		for _, id := range secondaries {
			r.signer(id, 0, t.hash)
		}
	})
}

// signer writes one account's public keys and signatures.
func (r *rendering) signer(id accountID, generation uint16, hash digest) {
	secret := r.identities[id].origin
	switch schemeOf(generation) {
	case multiEd25519:
		r.only("MultiEd25519", func() {
			r.members(func() {
				r.key("public_keys")
				r.list(func() {
					for index := range byte(multiKeys) {
						key := secret.publicKey(generation, index)
						r.hex(key[:])
					}
				})
				r.key("signatures")
				r.list(func() {
					for index := range byte(multiThreshold) {
						signature := secret.signature(generation, index, hash)
						r.hex(signature[:])
					}
				})
				r.key("threshold")
				r.number(multiThreshold)
				r.key("bitmap")
				r.hex([]byte{0xc0, 0, 0, 0}) // the first two keys signed
			})
		})
	case singleSender:
		key := secret.publicKey(generation, 0)
		signature := secret.signature(generation, 0, hash)
		r.only("SingleSender", func() {
			r.members(func() {
				r.key("public_key")
				r.typed(key[:])
				r.key("signature")
				r.typed(signature[:])
			})
		})
	default:
		key := secret.publicKey(generation, 0)
		signature := secret.signature(generation, 0, hash)
		r.only("Ed25519", func() {
			r.members(func() {
				r.key("public_key")
				r.hex(key[:])
				r.key("signature")
				r.hex(signature[:])
			})
		})
	}
}

// typed writes bytes with the kind of key they belong to.
func (r *rendering) typed(bytes []byte) {
	r.members(func() {
		r.key("value")
		r.hex(bytes)
		r.key("type")
		r.text("ed25519")
	})
}
