/// Prices of trading pairs, which the price service writes to the chain.
module oracle::supra_oracle_storage {
    use 0x1::error;
    use 0x1::table::{Self, Table};
    use 0x1::vector;

    /// There is no price of the pair
    const EPAIR_NOT_FOUND: u64 = 1;

    struct OracleHolder has key { feeds: Table<u32, Entry> }

    struct Entry has copy, drop, store { value: u128, decimal: u16, timestamp: u64, round: u64 }

    struct Price has copy, drop, store { pair: u32, value: u128, decimal: u16, timestamp: u64, round: u64 }

    #[view]
    public fun get_price(pair: u32): (u128, u16, u64, u64) {
        let feeds = &borrow_global<OracleHolder>(@oracle).feeds;
        assert!(table::contains(feeds, pair), error::not_found(EPAIR_NOT_FOUND));
        let entry = table::borrow(feeds, pair);
        (entry.value, entry.decimal, entry.timestamp, entry.round)
    }

    #[view]
    public fun get_prices(pairs: vector<u32>): vector<Price> {
        let feeds = &borrow_global<OracleHolder>(@oracle).feeds;
        let prices = vector<Price>[];
        let i = 0;
        while (i < vector::length(&pairs)) {
            let pair = *vector::borrow(&pairs, i);
            if (table::contains(feeds, pair)) {
                let entry = *table::borrow(feeds, pair);
                let Entry { value, decimal, timestamp, round } = entry;
                vector::push_back(&mut prices, Price { pair, value, decimal, timestamp, round });
            };
            i = i + 1;
        };
        prices
    }

    #[view]
    public fun does_pair_exist(pair: u32): bool {
        table::contains(&borrow_global<OracleHolder>(@oracle).feeds, pair)
    }
}
