package wire

import "foredeck/client/localnet/chain"

// authenticator writes the signatures of a transaction: the sender's, and those of who
// signed with it. Nobody signs an automated one: it names the registration of its task.
func (r *rendering) authenticator(t *chain.Transaction) {
	if t.Action == chain.RunTask {
		r.Wrap("Automation", func() { r.Hex(r.Records.Transactions[t.Parameter].Hash[:]) })
		return
	}
	r.Wrap("Move", func() {
		switch t.Signing {
		case chain.SingleSigner:
			r.signer(t.Sender, t.KeyGeneration, t.Hash)
		case chain.MultiAgent:
			r.Wrap("MultiAgent", func() {
				r.Object(func() { r.agents(t, t.Counterparty) })
			})
		case chain.Sponsored:
			r.Wrap("FeePayer", func() {
				r.Object(func() {
					r.agents(t)
					r.Key("fee_payer_address")
					payer := r.addressOf(t.FeePayer)
					r.Hex(payer[:])
					r.Key("fee_payer_signer")
					r.signer(t.FeePayer, 0, t.Hash)
				})
			})
		}
	})
}

// agents writes the members that MultiAgent and FeePayer share. Whoever signs second
// never rotates its key, so it signs with its first.
func (r *rendering) agents(t *chain.Transaction, secondaries ...chain.AccountID) {
	r.Key("sender")
	r.signer(t.Sender, t.KeyGeneration, t.Hash)
	r.Key("secondary_signer_addresses")
	r.Array(func() {
		for _, id := range secondaries {
			address := r.addressOf(id)
			r.Hex(address[:])
		}
	})
	r.Key("secondary_signers")
	r.Array(func() {
		for _, id := range secondaries {
			r.signer(id, 0, t.Hash)
		}
	})
}

// signer writes one account's public keys and signatures.
func (r *rendering) signer(id chain.AccountID, generation uint16, hash chain.Digest) {
	secret := r.Identities[id].Secret
	switch chain.SchemeOf(generation) {
	case chain.MultiEd25519:
		r.Wrap("MultiEd25519", func() {
			r.Object(func() {
				r.Key("public_keys")
				r.Array(func() {
					for index := range byte(chain.MultiKeyCount) {
						key := secret.PublicKey(generation, index)
						r.Hex(key[:])
					}
				})
				r.Key("signatures")
				r.Array(func() {
					for index := range byte(chain.MultiKeyThreshold) {
						signature := secret.Signature(generation, index, hash)
						r.Hex(signature[:])
					}
				})
				r.Key("threshold")
				r.Number(chain.MultiKeyThreshold)
				r.Key("bitmap")
				r.Hex([]byte{0xc0, 0, 0, 0}) // the first two keys signed
			})
		})
	case chain.SingleSender:
		key := secret.PublicKey(generation, 0)
		signature := secret.Signature(generation, 0, hash)
		r.Wrap("SingleSender", func() {
			r.Object(func() {
				r.Key("public_key")
				r.typed(key[:])
				r.Key("signature")
				r.typed(signature[:])
			})
		})
	default:
		key := secret.PublicKey(generation, 0)
		signature := secret.Signature(generation, 0, hash)
		r.Wrap("Ed25519", func() {
			r.Object(func() {
				r.Key("public_key")
				r.Hex(key[:])
				r.Key("signature")
				r.Hex(signature[:])
			})
		})
	}
}

// typed writes bytes with the kind of key they belong to.
func (r *rendering) typed(bytes []byte) {
	r.Object(func() {
		r.Key("value")
		r.Hex(bytes)
		r.Key("type")
		r.Text("ed25519")
	})
}
