module 0x1::aggregator {
    const EAGGREGATOR_OVERFLOW: u64 = 1;
    const EAGGREGATOR_UNDERFLOW: u64 = 2;

    struct Aggregator has store { handle: address, key: address, limit: u128 }

    public fun limit(aggregator: &Aggregator): u128;
    native public fun add(aggregator: &mut Aggregator, value: u128);
    native public fun sub(aggregator: &mut Aggregator, value: u128);
    native public fun read(aggregator: &Aggregator): u128;
    native public fun destroy(aggregator: Aggregator);
}
