module 0x1::optional_aggregator {
    use 0x1::aggregator::{Self, Aggregator};
    use 0x1::error;
    use 0x1::option::{Self, Option};

    friend 0x1::coin;
    friend 0x1::fungible_asset;

    /// The value of aggregator overflows
    const EAGGREGATOR_OVERFLOW: u64 = 1;
    /// Aggregator feature is not supported
    const EAGGREGATOR_UNDERFLOW: u64 = 2;

    struct Integer has store { value: u128, limit: u128 }
    struct OptionalAggregator has store { aggregator: Option<Aggregator>, integer: Option<Integer> }

    fun new_integer(limit: u128): Integer {
        Integer { value: 0, limit }
    }

    fun add_integer(integer: &mut Integer, value: u128) {
        assert!(value <= (integer.limit - integer.value), error::out_of_range(EAGGREGATOR_OVERFLOW));
        integer.value = integer.value + value;
    }

    public(friend) fun new(limit: u128, parallelizable: bool): OptionalAggregator {
        if (parallelizable) {
            abort error::invalid_state(EAGGREGATOR_UNDERFLOW)
        };
        OptionalAggregator { aggregator: option::none(), integer: option::some(new_integer(limit)) }
    }

    public fun switch(optional_aggregator: &mut OptionalAggregator) {
        let value = read(optional_aggregator);
        let integer = option::borrow_mut(&mut optional_aggregator.integer);
        integer.value = value;
    }

    public fun destroy(optional_aggregator: OptionalAggregator) {
        let OptionalAggregator { aggregator, integer } = optional_aggregator;
        if (option::is_some(&aggregator)) {
            aggregator::destroy(option::destroy_some(aggregator));
            option::destroy_none(integer);
        } else {
            let Integer { value: _, limit: _ } = option::destroy_some(integer);
            option::destroy_none(aggregator);
        }
    }

    public fun add(optional_aggregator: &mut OptionalAggregator, value: u128) {
        if (option::is_some(&optional_aggregator.aggregator)) {
            aggregator::add(option::borrow_mut(&mut optional_aggregator.aggregator), value);
        } else {
            add_integer(option::borrow_mut(&mut optional_aggregator.integer), value);
        }
    }

    public fun sub(optional_aggregator: &mut OptionalAggregator, value: u128) {
        if (option::is_some(&optional_aggregator.aggregator)) {
            aggregator::sub(option::borrow_mut(&mut optional_aggregator.aggregator), value);
        } else {
            let integer = option::borrow_mut(&mut optional_aggregator.integer);
            assert!(value <= integer.value, error::out_of_range(EAGGREGATOR_UNDERFLOW));
            integer.value = integer.value - value;
        }
    }

    public fun read(optional_aggregator: &OptionalAggregator): u128 {
        if (option::is_some(&optional_aggregator.aggregator)) {
            aggregator::read(option::borrow(&optional_aggregator.aggregator))
        } else {
            option::borrow(&optional_aggregator.integer).value
        }
    }

    public fun is_parallelizable(optional_aggregator: &OptionalAggregator): bool {
        option::is_some(&optional_aggregator.aggregator)
    }
}
