package account

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/lookup"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// digits are 64 digits of which it is not known yet whether they are an address or the hash of a transaction.
type digits struct {
	record load.State[client.Transaction]
}

// lookUpHash looks for a transaction while the account is requested.
func (m *Model) lookUpHash() tea.Cmd {
	if m.digits == nil || m.digits.record.Loading() {
		return nil
	}
	index, node, indexed, hash := m.deps.Seen.Hashes, m.deps.Node, m.deps.FindHash, m.address.String()
	return m.digits.record.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (client.Transaction, error) {
		if _, err := lookup.FindHash(index, hash); err == nil {
			return client.Transaction{}, nil // the screen of the transaction finds it there
		}
		record, err := node.TransactionByHash(ctx, hash)
		return lookup.OrIndexed(ctx, indexed, hash, record, err)
	})
}

// decide opens the transaction if there is no such account, or lets the user choose if the digits are both or neither.
func (m *Model) decide() tea.Cmd {
	if m.digits == nil || m.digits.record.Loading() || m.account.Loading() {
		return nil
	}
	record, isTransaction := m.digits.record.Value()
	reason := m.digits.record.Err()
	if !isTransaction && reason == nil || !m.hasAccount() && m.account.Err() == nil {
		return nil // cancelled
	}
	hash := m.address.String()
	replacement := screen.OpenMsg{Target: target.Target{Kind: target.Transaction, Hash: hash}, Replaces: true}
	asTransaction := screen.Choice{Name: text.Const("transaction"), Run: func() tea.Cmd { return m.deps.Post(replacement) }}
	if isTransaction && record.Hash != "" {
		m.deps.Seen.Add(&record)
	}
	m.digits = nil
	var title text.Safe
	switch {
	case isTransaction && m.hasAccount():
		title = text.Const("An account and a transaction have these 64 digits")
	case isTransaction:
		return asTransaction.Run()
	case !errors.Is(m.account.Err(), client.ErrNotFound):
		return nil
	default:
		title = text.Const("Neither an account nor a known transaction has these 64 digits")
		asTransaction.Remark = m.deps.Explain(reason).Reason
	}
	asAccount := screen.Choice{Name: text.Const("account"), Run: func() tea.Cmd { return nil }}
	if !m.hasAccount() {
		asAccount.Remark = text.Const("objects have resources, but no account")
	}
	return m.deps.Post(screen.ChooseMsg{Title: title, Choices: []screen.Choice{asAccount, asTransaction}})
}
