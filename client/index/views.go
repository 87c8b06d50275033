package index

import "strings"

// views are the expressions in which the views of SQLite and PostgreSQL differ.
type views struct {
	time   string // that of block b as text
	digest string // the text of a hash in COLUMN
	fee    string // of transaction t
	// The data of event e that are not stored: those of an amount, and those of a transfer, with owner o and coin c.
	amount, transfer string
}

// create returns the statements that create the views.
func (v views) create() string {
	digestOf := func(column string) string { return strings.ReplaceAll(v.digest, "COLUMN", column) }
	return strings.NewReplacer("<time>", v.time, "<digest>", digestOf("b.digest"), "<hash>", digestOf("t.hash"), "<fee>", v.fee,
		"<amount>", v.amount, "<transfer>", v.transfer).Replace(createViews)
}

const createViews = `
CREATE VIEW scope AS
	SELECT coalesce(a.address, 'all') AS account, c.first AS first_height, c.last AS last_height
	FROM covered c LEFT JOIN account a ON a.id = c.account;
CREATE VIEW blocks AS
	SELECT b.height, b.time AS time_us, <time> AS time, <digest> AS digest,
		a.address AS author, b.epoch, b.round, b.transactions
	FROM block b LEFT JOIN account a ON a.id = b.author;
CREATE VIEW transactions AS
	SELECT t.height, t.n, b.time AS time_us, <time> AS time, <hash> AS hash,
		ty.name AS type, st.name AS status, s.address AS sender, t.sequence AS sequence_number, f.name AS function,
		r.name AS reason, p.name AS place, t.gas_used, t.gas_price AS gas_unit_price, t.max_gas AS max_gas_amount,
		<fee> AS fee, k.name AS payload, ta.name AS type_arguments, t.arguments, v.name AS vm_status
	FROM tx t LEFT JOIN block b ON b.height = t.height
		LEFT JOIN name ty ON ty.id = t.type LEFT JOIN name st ON st.id = t.status LEFT JOIN account s ON s.id = t.sender
		LEFT JOIN name f ON f.id = t.function LEFT JOIN name r ON r.id = t.reason LEFT JOIN name p ON p.id = t.place
		LEFT JOIN name k ON k.id = t.payload LEFT JOIN name ta ON ta.id = t.type_arguments LEFT JOIN name v ON v.id = t.vm_status;
CREATE VIEW calls AS
	SELECT height, n, time_us, time, hash, sender, function, type_arguments, arguments, status, reason FROM transactions WHERE function IS NOT NULL;
CREATE VIEW events AS
	SELECT e.height, e.n, e.e, b.time AS time_us, ty.name AS type, a.address AS account, e.sequence AS sequence_number, e.creation AS creation_number,
		CASE WHEN e.data IS NOT NULL THEN e.data
			WHEN e.coin IS NULL THEN <amount>
			ELSE <transfer> END AS data
	FROM event e LEFT JOIN block b ON b.height = e.height LEFT JOIN name ty ON ty.id = e.type LEFT JOIN account a ON a.id = e.account
		LEFT JOIN account o ON o.id = e.owner LEFT JOIN name c ON c.id = e.coin;
CREATE VIEW transfers AS
	SELECT e.height, e.n, e.e, b.time AS time_us, o.address AS account, CASE WHEN e.sign > 0 THEN 'deposit' ELSE 'withdrawal' END AS direction,
		e.amount, c.name AS coin
	FROM event e LEFT JOIN block b ON b.height = e.height LEFT JOIN account o ON o.id = e.owner LEFT JOIN name c ON c.id = e.coin
	WHERE e.sign IS NOT NULL;
CREATE VIEW statistics AS
	SELECT s.hour * 3600 AS hour, ty.name AS type, f.name AS function, st.name AS status, r.name AS reason,
		s.count, s.gas, s.fee, s.without_fee, s.first_height, s.last_height, s.first_time AS first_time_us, s.last_time AS last_time_us
	FROM summary s LEFT JOIN name ty ON ty.id = s.type LEFT JOIN name f ON f.id = s.function
		LEFT JOIN name st ON st.id = s.status LEFT JOIN name r ON r.id = s.reason;
`
