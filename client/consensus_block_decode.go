package client

import (
	"errors"
	"fmt"
	"strings"
)

// decodeConsensusBlock reads the block that was asked for at a height. One that lacks
// parts is still a block, with its Problem set; an answer in which neither a height nor a
// digest stands is none.
func decodeConsensusBlock(found answer, height uint64) (ConsensusBlock, error) {
	reader := newBodyReader(found)
	block := ConsensusBlock{Height: height}
	start := reader.here()
	var told *uint64
	isObject := reader.object(func(name []byte) {
		switch string(name) {
		case "block":
			told = reader.certifiedBlock(&block)
		case "batches":
			block.Batches = reader.batches()
		default:
			reader.skip()
		}
	})
	block.Raw = reader.since(start)
	if isObject && told == nil && block.Digest == "" {
		reader.problem = nil
		reader.missing("block")
		return ConsensusBlock{}, reader.end()
	}
	if isObject {
		switch {
		case told == nil:
			reader.note(errors.New("no height"))
		case *told != height:
			block.Height = *told
			reader.note(fmt.Errorf("the block of height %d instead of %d", *told, height))
		}
		block.Problem, reader.problem = reader.problem, nil
	}
	if err := reader.end(); err != nil {
		return ConsensusBlock{}, err
	}
	return block, nil
}

// certifiedBlock takes the block and its certificate, and gives its height.
func (r *bodyReader) certifiedBlock(block *ConsensusBlock) *uint64 {
	var height *uint64
	r.object(func(name []byte) {
		switch string(name) {
		case "block":
			height = r.consensusBlock(block)
		case "qc":
			r.object(func(name []byte) {
				if string(name) == "certificate" {
					block.Certificate = r.certificate()
				} else {
					r.skip()
				}
			})
		default:
			r.skip()
		}
	})
	return height
}

func (r *bodyReader) consensusBlock(block *ConsensusBlock) *uint64 {
	var height *uint64
	r.object(func(name []byte) {
		switch string(name) {
		case "digest":
			block.Digest = hash(r.text())
		case "header":
			height = r.consensusHeader(block)
		case "payload":
			block.Payload = r.raw()
		default:
			r.skip()
		}
	})
	return height
}

func (r *bodyReader) consensusHeader(block *ConsensusBlock) *uint64 {
	var height *uint64
	r.object(func(name []byte) {
		switch string(name) {
		case "author":
			block.Author = hash(r.text())
		case "height":
			height = r.unsigned()
		case "parent":
			block.Parent = hash(r.text())
		case "timestamp":
			block.Timestamp = r.timestamp()
		case "view":
			r.consensusView(block)
		default:
			r.skip()
		}
	})
	return height
}

func (r *bodyReader) consensusView(block *ConsensusBlock) {
	r.object(func(name []byte) {
		switch string(name) {
		case "epoch_id":
			r.object(func(name []byte) {
				switch string(name) {
				case "chain_id":
					block.ChainID = r.unsigned()
				case "epoch":
					block.Epoch = r.unsigned()
				default:
					r.skip()
				}
			})
		case "round":
			block.Round = r.unsigned()
		default:
			r.skip()
		}
	})
}

func (r *bodyReader) certificate() *Certificate {
	if r.null() {
		return nil
	}
	certificate := &Certificate{}
	r.object(func(name []byte) {
		switch string(name) {
		case "certifying_committee":
			certificate.Committee = hash(r.text())
		case "data":
			certificate.VoteKind, certificate.Data = "", nil
			start := r.here()
			if r.kind() == '{' {
				certificate.VoteKind = r.voteKind()
			} else {
				r.skip()
			}
			certificate.Data = r.since(start)
		case "kind":
			certificate.Kind = r.text()
		case "signature":
			certificate.Signature = r.raw()
		case "voters":
			certificate.Voters = nil
			r.array(func() { certificate.Voters = append(certificate.Voters, r.truth()) })
		default:
			r.skip()
		}
	})
	return certificate
}

// voteKind takes the vote that a certificate is about. The specification says no more of
// it than that it is an object, so nothing in it is odd.
func (r *bodyReader) voteKind() string {
	kind := ""
	r.object(func(name []byte) {
		if string(name) == "kind" && r.kind() == '"' {
			kind = r.text()
		} else {
			r.skip()
		}
	})
	return kind
}

// truth takes true or false; false for null and for what is neither.
func (r *bodyReader) truth() bool {
	switch r.kind() {
	case 't':
		r.skip()
		return true
	case 'f':
		r.skip()
	default:
		r.unwanted("true or false")
	}
	return false
}

// batches takes whatever the batches are written as; nil for null.
func (r *bodyReader) batches() *Batches {
	if r.null() {
		return nil
	}
	batches := &Batches{}
	start := r.here()
	batches.Hashes = r.batchHashes(batchDepth)
	batches.Raw = r.since(start)
	return batches
}

// batchDepth is how many objects may stand around the batches.
const batchDepth = 4

// batchHashes takes any value and gives the hashes of the batches in it: the names of an
// object that are hashes, an array of hashes, or an array of objects with a hash or a
// digest each; within objects of one member or more, the first that has any.
func (r *bodyReader) batchHashes(depth int) []string {
	var hashes []string
	switch kind := r.kind(); {
	case kind == '[':
		r.array(func() {
			if found := r.batchHash(); found != "" {
				hashes = append(hashes, found)
			}
		})
	case kind == '{' && depth > 0:
		var inside []string
		r.object(func(name []byte) {
			switch {
			case isHash(string(name)):
				hashes = append(hashes, hash(string(name)))
				r.skip()
			case inside == nil:
				inside = r.batchHashes(depth - 1)
			default:
				r.skip()
			}
		})
		if hashes == nil {
			hashes = inside
		}
	default:
		r.skip()
	}
	return hashes
}

// batchHash takes one batch and gives its hash; empty where it cannot be told.
func (r *bodyReader) batchHash() string {
	found := ""
	take := func() {
		if text := r.text(); isHash(text) {
			found = hash(text)
		}
	}
	switch r.kind() {
	case '"':
		take()
	case '{':
		r.object(func(name []byte) {
			switch {
			case (string(name) == "hash" || string(name) == "digest") && r.kind() == '"':
				take()
			case isHash(string(name)):
				found = hash(string(name))
				r.skip()
			default:
				r.skip()
			}
		})
	default:
		r.skip()
	}
	return found
}

// isHash tells whether the text is 64 hex digits, with or without 0x.
func isHash(text string) bool {
	digits, found := strings.CutPrefix(hash(text), "0x")
	return found && len(digits) == 64 && strings.Trim(digits, "0123456789abcdef") == ""
}
