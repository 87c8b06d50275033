package wire

import "foredeck/client/localnet/chain"

// authenticator writes the signatures of a transaction. An automated transaction has the
// hash of the registration of its task instead.
func (r *recordEncoder) authenticator(t *chain.Transaction) {
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
				r.Object(func() { r.multiAgentMembers(t, t.Counterparty) })
			})
		case chain.Sponsored:
			r.Wrap("FeePayer", func() {
				r.Object(func() {
					r.multiAgentMembers(t)
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

// multiAgentMembers writes the members that MultiAgent and FeePayer share. Secondary signers
// sign with their first key, which they never rotate.
func (r *recordEncoder) multiAgentMembers(t *chain.Transaction, secondaries ...chain.AccountID) {
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

// signer writes the public keys and signatures of an account.
func (r *recordEncoder) signer(id chain.AccountID, generation uint16, hash chain.Digest) {
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
				r.Hex([]byte{0xc0, 0, 0, 0}) // the first two keys
			})
		})
	case chain.SingleSender:
		key := secret.PublicKey(generation, 0)
		signature := secret.Signature(generation, 0, hash)
		r.Wrap("SingleSender", func() {
			r.Object(func() {
				r.Key("public_key")
				r.typedBytes(key[:])
				r.Key("signature")
				r.typedBytes(signature[:])
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

// typedBytes writes a key or signature with the type ed25519.
func (r *recordEncoder) typedBytes(bytes []byte) {
	r.Object(func() {
		r.Key("value")
		r.Hex(bytes)
		r.Key("type")
		r.Text("ed25519")
	})
}
