package wire

import (
	"encoding/binary"
	"net/http"
	"strconv"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
)

// The epochs in which the simulated chain changes its certificates, in the order and with the names of the public main network.
const (
	// keysEpoch is the first epoch whose committee is of version 1. Its blocks are certified by more of the validators.
	keysEpoch = chain.KeysEpoch
	// multisigEpoch is the first epoch whose committee is authorized by more of the validators before it.
	multisigEpoch = 4
	// thresholdEpoch is the first epoch whose committee is authorized by a threshold signature.
	thresholdEpoch = 5
	// smallCommittee is the largest committee that keeps the thresholds of older epochs.
	smallCommittee = 5
)

// Sizes in bytes of keys and signatures.
const (
	ed25519Size       = chain.Ed25519Size
	blsKeySize        = chain.BLSKeySize
	classGroupSize    = chain.ClassGroupSize
	signatureSize     = 64
	blsSignatureSize  = 96
	quorumName        = "Quorum"
	clanMajorityName  = "ClanMajority"
	thresholdSigning  = "BlsThresholdSignature"
	bcftQuorumName    = "BcftQuorum"
	ed25519Signatures = "Ed25519Multisig"
)

// thresholds are those that committees of version 1 have keys of.
var thresholds = [...]string{"BcftValidity", bcftQuorumName, clanMajorityName}

// committee returns the committee of an epoch, to everyone. It is unknown before the epoch begins.
func (a *API) committee(w http.ResponseWriter, r *http.Request, _ version) {
	a.writeCommittee(w, r, func(epoch uint64) {
		writeError(w, http.StatusBadRequest, "Committee of epoch "+strconv.FormatUint(epoch, 10)+" is not known")
	})
}

// committeeAuthorization is committee for holders of the consensus token.
func (a *API) committeeAuthorization(w http.ResponseWriter, r *http.Request, _ version) {
	if a.authorized(w, r) {
		a.writeCommittee(w, r, func(uint64) { w.WriteHeader(http.StatusNotFound) })
	}
}

func (a *API) writeCommittee(w http.ResponseWriter, r *http.Request, unknown func(epoch uint64)) {
	epoch, ok := a.pathNumber(w, r, "epoch")
	if !ok {
		return
	}
	records := a.chain.Records()
	if epoch == 0 || epoch > uint64(records.Epoch()) {
		unknown(epoch)
		return
	}
	body := newRecordEncoder(a.chain, records, a.options.Dialect, v4)
	httpapi.WriteJSON(w, r, &body.Document, func() { body.authorizedCommittee(uint32(epoch)) })
}

// pathNumber parses an integer in the path. It rejects the request if it is none.
func (a *API) pathNumber(w http.ResponseWriter, r *http.Request, name string) (number uint64, ok bool) {
	number, err := strconv.ParseUint(r.PathValue(name), 10, 64)
	if err != nil {
		a.reject(w, "Invalid URL: "+name+": "+strconv.Quote(r.PathValue(name))+" is not an integer from 0 to 18446744073709551615")
	}
	return number, err == nil
}

// authorizedCommittee writes the committee of an epoch, with the certificate by which the validators before it authorized it. The members
// are in the order of voters.
func (r *recordEncoder) authorizedCommittee(epoch uint32) {
	version := "V0"
	if epoch >= keysEpoch {
		version = "V1"
	}
	first := r.FirstHeight(epoch)
	last := first - min(first, 1) // of the epoch before
	r.WrapObject(version, func() {
		r.Key("authorization").WrapObject("certificate", func() { r.authorizationMembers(epoch, last) })
		r.Key("committee").Object(func() {
			if epoch < keysEpoch {
				r.Key("bls_threshold_public_key").committeeKey(epoch, -1, quorumName, true, blsKeySize)
			} else {
				r.Key("bls_threshold_public_keys").thresholdKeys(epoch, -1)
			}
			r.Key("epoch_info").Object(func() {
				r.Key("id").epochNumber(epoch)
				r.Key("start_height").Number(uint64(last))
				r.Key("start_time").timestamp(r.Time(last))
			})
			r.Key("members").Object(func() {
				for member := range r.Committee {
					identity := r.Member(epoch, member)
					r.separateKey(identity)
					r.member(epoch, member)
				}
			})
		})
	})
}

// separateKey writes a hash as the key of an object member.
func (r *recordEncoder) separateKey(hash chain.Digest) {
	r.hex32(hash)
	r.Bytes = append(r.Bytes, ':')
}

// member writes a validator in the committee of an epoch. A new one has new keys, and a new epoch new shares of the keys of all.
func (r *recordEncoder) member(epoch uint32, member int) {
	r.Object(func() {
		if epoch < keysEpoch {
			r.Key("ed25519_public_key").committeeKey(epoch, member, "ed25519", false, ed25519Size)
			r.Key("stake").Number(r.Stake(epoch, member))
			r.Key("bls_public_key_share").committeeKey(epoch, member, quorumName, true, blsKeySize)
			r.Key("dkg_node_number").Number(uint64(member))
			return
		}
		r.Key("keys").Object(func() {
			r.Key("network_key").committeeKey(epoch, member, "network", false, ed25519Size)
			r.Key("supra_keys").Object(func() {
				r.Key("ed25519_key").committeeKey(epoch, member, "ed25519", false, ed25519Size)
				r.Key("bls_multisig_key").committeeKey(epoch, member, "bls", false, blsKeySize)
				r.Key("class_group_key").committeeKey(epoch, member, "class group", false, classGroupSize)
				r.Key("bls_threshold_key_shares").thresholdKeys(epoch, member)
			})
		})
		r.Key("stake").Number(r.Stake(epoch, member))
		r.Key("stake_pool_address").hex32(r.StakePool(epoch, member))
		r.Key("dkg_node_number").Number(uint64(member))
	})
}

// committeeKey writes a public key, see chain.Records.ValidatorKey.
func (r *recordEncoder) committeeKey(epoch uint32, member int, purpose string, perEpoch bool, size int) {
	r.Hex(r.ValidatorKey(epoch, member, purpose, perEpoch, size))
}

// thresholdKeys writes the keys of a committee, or the shares of a member of it, by threshold.
func (r *recordEncoder) thresholdKeys(epoch uint32, member int) {
	r.Object(func() {
		for _, threshold := range thresholds {
			r.Key(threshold).committeeKey(epoch, member, threshold, true, blsKeySize)
		}
	})
}

func (r *recordEncoder) epochNumber(epoch uint32) {
	r.Object(func() {
		r.Key("chain_id").Number(chain.ID)
		r.Key("epoch").Number(uint64(epoch))
	})
}

// authorizationMembers writes the certificate that authorizes a committee, from the voters of a block of the epoch before.
func (r *recordEncoder) authorizationMembers(epoch, height uint32) {
	certifying := r.Block(height).Epoch
	kind, signing := "Validity", ed25519Signatures
	if epoch >= multisigEpoch && len(r.Committee) > smallCommittee {
		kind = bcftQuorumName
	}
	switch {
	case epoch >= thresholdEpoch:
		signing = thresholdSigning
	case epoch >= multisigEpoch:
		signing = "BlsMultisig"
	}
	hash := r.CommitteeHash(epoch)
	r.certificate(height, certifying, kind, signing, hash, func() {
		r.Key("epoch_id").epochNumber(epoch)
		r.Key("hash").hex32(hash)
	})
}

// certificate writes the members of a certificate by the committee of an epoch, with the voters of a block. What is signed is not
// published: the signature follows from the hash of the data.
func (r *recordEncoder) certificate(height, epoch uint32, kind, signing string, hash chain.Digest, data func()) {
	committee, voters := r.CommitteeHash(epoch), r.Voters(height)
	r.Key("certifying_committee").hex32(committee)
	r.Key("data").Object(data)
	r.Key("kind").Text(kind)
	signed := append(append(committee[:], kind...), hash[:]...)
	r.Key("signature").Wrap(signing, func() {
		if signing != ed25519Signatures {
			r.Hex(chain.Stretch(signed, blsSignatureSize))
			return
		}
		r.Array(func() {
			for member, voted := range voters {
				if voted {
					r.Hex(chain.Stretch(binary.LittleEndian.AppendUint32(signed, uint32(member)), signatureSize))
				}
			}
		})
	})
	r.Key("voters").Array(func() {
		for _, voted := range voters {
			r.Boolean(voted)
		}
	})
}
