package wire

func (r *recordEncoder) blockV4(height uint32, withTransactions bool) {
	block := r.Block(height)
	r.Object(func() {
		r.Key("header").Object(func() { r.headerMembers(height, true) })
		r.Key("transactions")
		if !withTransactions {
			r.Null()
			return
		}
		r.Array(func() {
			for i := range uint32(block.TransactionCount) {
				r.transaction(&r.Records.Transactions[block.FirstTransaction+i])
			}
		})
	})
}
