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
			r.WrapObject("MultiAgent", func() { r.multiAgentMembers(t, t.Counterparty) })
		case chain.Sponsored:
			r.WrapObject("FeePayer", func() {
				r.multiAgentMembers(t)
				r.Key("fee_payer_address").hex32(r.addressOf(t.FeePayer))
				r.Key("fee_payer_signer").signer(t.FeePayer, 0, t.Hash)
			})
		}
	})
}

// multiAgentMembers writes the members that MultiAgent and FeePayer share. Secondary signers
// sign with their first key, which they never rotate.
func (r *recordEncoder) multiAgentMembers(t *chain.Transaction, secondaries ...chain.AccountID) {
	r.Key("sender").signer(t.Sender, t.KeyGeneration, t.Hash)
	writeArray(r.encoder.Key("secondary_signer_addresses"), secondaries, func(id chain.AccountID) { r.hex32(r.addressOf(id)) })
	writeArray(r.encoder.Key("secondary_signers"), secondaries, func(id chain.AccountID) { r.signer(id, 0, t.Hash) })
}

// signer writes the public keys and signatures of an account.
func (r *recordEncoder) signer(id chain.AccountID, generation uint16, hash chain.Digest) {
	secret := r.Identities[id].Secret
	key, signature := secret.PublicKey(generation, 0), secret.Signature(generation, 0, hash)
	switch chain.SchemeOf(generation) {
	case chain.MultiEd25519:
		r.WrapObject("MultiEd25519", func() {
			r.Key("public_keys").Array(func() {
				for index := range byte(chain.MultiKeyCount) {
					r.hex32(secret.PublicKey(generation, index))
				}
			})
			r.Key("signatures").Array(func() {
				for index := range byte(chain.MultiKeyThreshold) {
					signature := secret.Signature(generation, index, hash)
					r.Hex(signature[:])
				}
			})
			r.Key("threshold").Number(chain.MultiKeyThreshold)
			r.Key("bitmap").Hex([]byte{0xc0, 0, 0, 0}) // the first two keys
		})
	case chain.SingleSender:
		r.WrapObject("SingleSender", func() {
			r.Key("public_key").typedBytes(key[:])
			r.Key("signature").typedBytes(signature[:])
		})
	default:
		r.WrapObject("Ed25519", func() {
			r.Key("public_key").Hex(key[:])
			r.Key("signature").Hex(signature[:])
		})
	}
}

// typedBytes writes a key or signature with the type ed25519.
func (r *recordEncoder) typedBytes(bytes []byte) {
	r.Object(func() {
		r.Key("value").Hex(bytes)
		r.Key("type").Text("ed25519")
	})
}
