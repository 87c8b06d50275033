module 0x1::optional_aggregator {
    use 0x1::aggregator::Aggregator;
    use 0x1::option::Option;

    friend 0x1::coin;
    friend 0x1::fungible_asset;

    const EAGGREGATOR_OVERFLOW: u64 = 1;
    const EAGGREGATOR_UNDERFLOW: u64 = 2;

    struct Integer has store { value: u128, limit: u128 }
    struct OptionalAggregator has store { aggregator: Option<Aggregator>, integer: Option<Integer> }

    fun new_integer(limit: u128): Integer;
    fun add_integer(integer: &mut Integer, value: u128);
    public(friend) fun new(limit: u128, parallelizable: bool): OptionalAggregator;
    public fun switch(optional_aggregator: &mut OptionalAggregator);
    public fun destroy(optional_aggregator: OptionalAggregator);
    public fun add(optional_aggregator: &mut OptionalAggregator, value: u128);
    public fun sub(optional_aggregator: &mut OptionalAggregator, value: u128);
    public fun read(optional_aggregator: &OptionalAggregator): u128;
    public fun is_parallelizable(optional_aggregator: &OptionalAggregator): bool;
}
