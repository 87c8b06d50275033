module 0x1::aggregator {
    /// The value of aggregator overflows
    const EAGGREGATOR_OVERFLOW: u64 = 1;
    /// The value of aggregator underflows
    const EAGGREGATOR_UNDERFLOW: u64 = 2;

    struct Aggregator has store { handle: address, key: address, limit: u128 }

    public fun limit(aggregator: &Aggregator): u128 {
        aggregator.limit
    }

    native public fun add(aggregator: &mut Aggregator, value: u128);
    native public fun sub(aggregator: &mut Aggregator, value: u128);
    native public fun read(aggregator: &Aggregator): u128;
    native public fun destroy(aggregator: Aggregator);
}
