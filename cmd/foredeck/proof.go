package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

func init() {
	runners["proof"] = &runner{check: checkProof, open: openNode, run: showProof, later: []examinedCall{
		{"inclusion proof", client.V4, false, func(e *examination) error {
			return onlyError(e.node.TransactionByHash(e.ctx(), e.transaction, client.WithProof()))
		}},
		{"inclusion certificates", client.V4, false, func(e *examination) error {
			return onlyError(e.node.InclusionCertificates(e.ctx(), e.height, e.height+1))
		}},
		{"event proof", client.V4, false, func(e *examination) error {
			if e.node.Version() != client.V4 || e.event == "" {
				return client.ErrUnsupported
			}
			return onlyError(e.node.EventProof(e.ctx(), e.event, e.transaction))
		}},
		{"proofs of events", client.V4, false, func(e *examination) error {
			return onlyError(e.node.EventProofs(e.ctx(), []client.EventProofRequest{{Transaction: e.transaction, Types: []string{"0x1::coin::CoinDeposit"}}}))
		}},
	}}
}

func checkProof(in *invocation) error {
	if _, err := target.ParseHash(in.args[0]); err != nil {
		return &usageError{errors.New(strings.TrimSuffix(err.Error(), "; for a transaction of an account, add its sequence number"))}
	}
	for _, name := range get[[]string](in.options, "event") {
		if _, err := move.ParseType(name); err != nil {
			return &usageError{fmt.Errorf("--event: %w", err)}
		}
	}
	return nil
}

// errUnproven is the error of a proof with a step that failed. The output says which one.
var errUnproven = errors.New("the proof is not valid")

// Results of a step.
const (
	stepVerified  = "verified"
	stepFailed    = "failed"
	stepUnchecked = "not_checked"
)

// proofStep is a step of the check of a proof.
type proofStep struct {
	Step   string `json:"step"`
	Result string `json:"result"`
	Detail string `json:"detail"`
}

// voter is a member of the committee that certified a root.
type voter struct {
	Index    int    `json:"index"`
	Identity string `json:"identity"`
	Name     string `json:"name"`
	Voted    bool   `json:"voted"`
}

// checkedProof is the JSON shape of a proof with the steps of its check.
type checkedProof struct {
	Transaction string                       `json:"transaction"`
	IsVerified  bool                         `json:"verified"` // as far as it can be checked
	Summary     string                       `json:"summary"`
	Steps       []proofStep                  `json:"steps"`
	Proof       json.RawMessage              `json:"proof"`
	Certificate *client.InclusionCertificate `json:"certificate"`
	Voters      []voter                      `json:"voters"`
}

func showProof(in *invocation) error {
	hash, _ := target.ParseHash(in.args[0]) // checked
	transaction, err := in.s.node.TransactionByHash(in.ctx(), hash, client.WithProof())
	if err != nil {
		return err
	}
	if transaction.InclusionProof == nil {
		return fmt.Errorf("the node sends no proof of %s: no certificate covers it yet, or it is older than the proofs of this chain", hash)
	}
	checked := checkedProof{Transaction: hash, Voters: []voter{}}
	isProven, height, err := in.checkProof(&checked, &transaction)
	if err != nil {
		return err
	}
	if types := get[[]string](in.options, "event"); len(types) > 0 {
		if err := in.checkEvents(&checked, &transaction, types); err != nil {
			return err
		}
	}
	checked.conclude(isProven, height)
	if err := in.printProof(&checked); err != nil {
		return err
	}
	if !checked.IsVerified {
		return errUnproven
	}
	return nil
}

// step adds a step and reports whether it succeeded.
func (c *checkedProof) step(name string, err error, detail string) bool {
	if err != nil {
		c.Steps = append(c.Steps, proofStep{name, stepFailed, err.Error()})
		return false
	}
	c.Steps = append(c.Steps, proofStep{name, stepVerified, detail})
	return true
}

// checkProof checks the proof of a transaction, and collects the steps. It returns whether the path leads to its root, and the height of the
// certificate of the root, 0 if unknown. Its error is that of a request.
func (in *invocation) checkProof(c *checkedProof, transaction *client.Transaction) (isProven bool, height uint64, err error) {
	proof := transaction.InclusionProof
	c.Proof = proof.Raw
	if transaction.Hash != c.Transaction {
		c.step("transaction", fmt.Errorf("the node sent transaction %s", transaction.Hash), "")
	}
	isProven = c.step("path", proof.Verify(c.Transaction), fmt.Sprintf("%d hashes lead from the transaction and its events to root %s", len(proof.Siblings), proof.Root))
	if proof.CertifiedAt == nil {
		c.step("certificate", errors.New("the proof does not say which block certifies its root"), "")
		return isProven, 0, nil
	}
	height = *proof.CertifiedAt
	certificates, err := in.s.node.InclusionCertificates(in.ctx(), height, height+1)
	switch {
	case err != nil && !errors.Is(err, client.ErrNotFound):
		return false, 0, err
	case err == nil && len(certificates) == 1:
		c.Certificate = certificates[0]
	}
	c.step("root", proof.VerifyCertificate(c.Certificate), fmt.Sprintf("the certificate of block %d has the same root", height))
	if c.Certificate != nil {
		in.nameVoters(c)
	}
	c.Steps = append(c.Steps, proofStep{"signature", stepUnchecked, "what the committee signs is not published"})
	return isProven, height, nil
}

// checkEvents checks the proofs of the events of some types, and collects the steps. They end at a root of their own, the newest one.
func (in *invocation) checkEvents(c *checkedProof, transaction *client.Transaction, types []string) error {
	proofs, err := in.s.node.EventProofs(in.ctx(), []client.EventProofRequest{{Transaction: c.Transaction, Types: types}})
	if err != nil {
		return err
	}
	if len(proofs.Items) != 1 || proofs.Items[0].Transaction != c.Transaction || proofs.Items[0].Inclusion == nil {
		c.step("events", errors.New("the node sent no proof, or that of another transaction"), "")
		return nil
	}
	item := &proofs.Items[0]
	err = cmp.Or(item.Inclusion.Verify(c.Transaction), item.Inclusion.VerifyCertificate(proofs.Certificate))
	c.step("events", err, fmt.Sprintf("%s of the requested types, under the root that the newest certificate has", text.Plural(len(item.Events), "event")))
	for i := range item.Events {
		e := &item.Events[i]
		err := e.Proof.Verify(e.Hash, item.Inclusion.EventsRoot)
		if err == nil && !emitted(transaction, e) {
			err = errors.New("the transaction has another event there")
		}
		c.step(fmt.Sprintf("event %s", render.Number(e.Index)), err, e.Type)
	}
	return nil
}

// emitted reports whether the record of a transaction has an event at its place, by its type and its hash.
func emitted(transaction *client.Transaction, e *client.EmittedEvent) bool {
	if e.Index == nil || *e.Index >= uint64(len(transaction.Events)) {
		return false
	}
	recorded := &transaction.Events[*e.Index]
	return recorded.Type == e.Type && (recorded.Hash == "" || recorded.Hash == e.Hash)
}

// nameVoters adds who of the committee voted for the certificate.
func (in *invocation) nameVoters(c *checkedProof) {
	unknown := func(why string) { c.Steps = append(c.Steps, proofStep{"committee", stepUnchecked, why}) }
	if c.Certificate.Epoch == nil || c.Certificate.Voters == nil {
		unknown("the certificate does not say its epoch or who voted")
		return
	}
	committee, err := in.s.node.Committee(in.ctx(), *c.Certificate.Epoch)
	switch {
	case err != nil:
		unknown(fmt.Sprintf("the node does not send the committee of epoch %d", *c.Certificate.Epoch))
		return
	case len(committee.Members) != len(c.Certificate.Voters):
		unknown(fmt.Sprintf("%d may vote, but the committee of epoch %d has %d members", len(c.Certificate.Voters), committee.Epoch, len(committee.Members)))
		return
	case committee.Hash != "" && committee.Hash != c.Certificate.Committee:
		unknown(fmt.Sprintf("the certificate names committee %s, that of epoch %d is %s", c.Certificate.Committee, committee.Epoch, committee.Hash))
		return
	}
	name := in.s.memberName()
	for i, voted := range c.Certificate.Voters {
		identity := committee.Members[i].Identity
		c.Voters = append(c.Voters, voter{i, identity, name(i, identity), voted})
	}
	c.Steps = append(c.Steps, proofStep{"committee", stepVerified, fmt.Sprintf("%d of the %d members of epoch %d voted for it", c.Certificate.Votes(), len(committee.Members), committee.Epoch)})
}

// conclude says what is proven.
func (c *checkedProof) conclude(isProven bool, height uint64) {
	c.IsVerified = true
	for _, step := range c.Steps {
		c.IsVerified = c.IsVerified && step.Result != stepFailed
	}
	switch {
	case c.IsVerified:
		c.Summary = fmt.Sprintf("path verified to a root that height %d certifies; signature not checked", height)
	case isProven:
		c.Summary = "path verified to a root that no certificate was seen to have"
	default:
		c.Summary = "not verified"
	}
}

var stepColumns = record.Columns[proofStep]{
	{Name: "step", Title: text.Const("STEP"), Width: 12, Text: func(s *proofStep) text.Safe { return text.Clean(s.Step) }},
	{Name: "result", Title: text.Const("RESULT"), Width: 11, Text: func(s *proofStep) text.Safe { return text.Clean(s.Result) },
		Cell: func(s *proofStep) text.Safe { return text.Clean(strings.ReplaceAll(s.Result, "_", " ")) }},
	{Name: "detail", Title: text.Const("DETAIL"), Text: func(s *proofStep) text.Safe { return text.Clean(s.Detail) }, Blank: true},
}

var voterColumns = record.Columns[voter]{
	{Title: text.Const("#"), Width: 3, Right: true, Cell: func(v *voter) text.Safe { return render.IntDigits(v.Index) }},
	{Title: text.Const("VOTED"), Width: 5, Cell: func(v *voter) text.Safe {
		if v.Voted {
			return text.Const("yes")
		}
		return text.Const("no")
	}},
	{Title: text.Const("MEMBER"), Cell: func(v *voter) text.Safe { return text.Clean(cmp.Or(v.Name, v.Identity)) }},
}

// printProof prints the steps, and in tables who voted.
func (in *invocation) printProof(c *checkedProof) error {
	p := newPrinter(in.out(), in.format, stepColumns)
	if err := document(p, c, nil, c.Steps); err != nil {
		return err
	}
	if err := p.end(); err != nil || !p.isForPeople() {
		return err
	}
	if len(c.Voters) > 0 {
		if err := printTable(in.out(), in.format, voterColumns, c.Voters); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(in.out(), "\n%s\n", text.Clean(c.Summary))
	return err
}
