module exchange::pool {
    use 0x1::coin::Coin;
    use 0x1::option::Option;
    use 0x1::string::String;
    use 0x1::table_with_length::TableWithLength;

    const EPOOL_NOT_FOUND: u64 = 1;
    const EBAD_AMOUNT: u64 = 2;
    const EOUTPUT_BELOW_MINIMUM: u64 = 3;
    const ENOT_OWNER: u64 = 4;

    struct Pool<phantom X, phantom Y> has key {
        reserve_x: u64,
        reserve_y: u64,
        fee: Fee,
        positions: TableWithLength<address, Position>,
    }
    struct Fee has copy, drop, store { basis_points: u16, receiver: Option<address> }
    struct Position has copy, drop, store { shares: u128, entry_price: u128, opened: u64 }
    #[event]
    struct Swapped has drop, store { trader: address, amount_in: u64, amount_out: u64, coin_in: String, coin_out: String }

    public entry fun create_pool<X, Y>(owner: &signer, fee_basis_points: u16);
    public entry fun swap_exact_in<In, Out>(trader: &signer, amount_in: u64, minimum_out: u64, path: vector<address>, unwrap: bool, price_limit: u128, memo: String, referrer: Option<address>);
    #[view]
    public fun reserves<X, Y>(): (u64, u64);
    #[view]
    public fun quote<In, Out>(amount_in: u64): u64;
    #[view]
    public fun fee_basis_points<X, Y>(): u16;
    fun take_fee<In>(given: &mut Coin<In>): Coin<In>;
}
