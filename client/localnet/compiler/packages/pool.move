/// Constant product pools for pairs of coins. The coins of all pools are in one account, which this module controls.
module exchange::pool {
    use 0x1::account::{Self, SignerCapability};
    use 0x1::coin::{Self, Coin};
    use 0x1::error;
    use 0x1::event;
    use 0x1::option::{Self, Option};
    use 0x1::signer;
    use 0x1::string::String;
    use 0x1::table_with_length::{Self, TableWithLength};
    use 0x1::type_info;
    use 0x1::vector;

    /// There is no pool for the two coins
    const EPOOL_NOT_FOUND: u64 = 1;
    /// The amount is zero or too large
    const EBAD_AMOUNT: u64 = 2;
    /// Output amount is below the minimum asked for
    const EOUTPUT_BELOW_MINIMUM: u64 = 3;
    /// Only the owner may create pools
    const ENOT_OWNER: u64 = 4;
    /// The path visits a pool that does not exist
    const EBAD_PATH: u64 = 5;
    /// The price is worse than the limit
    const EPRICE_LIMIT: u64 = 6;

    const MAX_AMOUNT: u64 = 288230376151711744;
    const FEE_SCALE: u64 = 10000;
    const MAX_FEE: u16 = 1000;

    struct Pool<phantom X, phantom Y> has key {
        reserve_x: u64,
        reserve_y: u64,
        fee: Fee,
        positions: TableWithLength<address, Position>,
    }

    struct Fee has copy, drop, store { basis_points: u16, receiver: Option<address> }

    struct Position has copy, drop, store { shares: u128, entry_price: u128, opened: u64 }

    /// The right to sign for the account with the coins.
    struct Custody has key { signer_cap: SignerCapability }

    #[event]
    struct Swapped has drop, store { trader: address, amount_in: u64, amount_out: u64, coin_in: String, coin_out: String }

    public entry fun create_pool<X, Y>(owner: &signer, fee_basis_points: u16) {
        let creator = signer::address_of(owner);
        assert!(creator == @exchange, error::permission_denied(ENOT_OWNER));
        assert!(fee_basis_points <= MAX_FEE, error::invalid_argument(EBAD_AMOUNT));
        if (!exists<Custody>(creator)) {
            let (_, signer_cap) = account::create_resource_account(owner, b"pool");
            move_to(owner, Custody { signer_cap });
        };
        let custody = account::create_signer_with_capability(&borrow_global<Custody>(creator).signer_cap);
        let fee = Fee { basis_points: fee_basis_points, receiver: option::some(creator) };
        move_to(&custody, Pool<X, Y> { reserve_x: 0, reserve_y: 0, fee, positions: table_with_length::new() });
    }

    public entry fun swap_exact_in<In, Out>(
        trader: &signer,
        amount_in: u64,
        minimum_out: u64,
        path: vector<address>,
        unwrap: bool,
        price_limit: u128,
        memo: String,
        referrer: Option<address>,
    ) {
        check_path(&path);
        let amount_out = quote<In, Out>(amount_in);
        assert!(amount_out >= minimum_out, error::invalid_argument(EOUTPUT_BELOW_MINIMUM));
        let price = price_of(amount_in, amount_out);
        assert!(price_limit == 0 || price <= price_limit, error::invalid_argument(EPRICE_LIMIT));

        let payment = coin::withdraw<In>(trader, amount_in);
        let custody = account::create_signer_with_capability(&borrow_global<Custody>(@exchange).signer_cap);
        if (option::is_some(&referrer)) {
            let fee = take_fee(&mut payment);
            coin::merge(&mut payment, fee);
        };
        coin::deposit(signer::address_of(&custody), payment);
        coin::deposit(signer::address_of(trader), coin::withdraw<Out>(&custody, amount_out));
        update_reserves<In, Out>(amount_in, amount_out);
        event::emit(Swapped {
            trader: signer::address_of(trader),
            amount_in,
            amount_out,
            coin_in: type_info::type_name<In>(),
            coin_out: type_info::type_name<Out>(),
        });
    }

    #[view]
    public fun reserves<X, Y>(): (u64, u64) {
        let (reserve_x, reserve_y, _) = ordered_reserves<X, Y>();
        (reserve_x, reserve_y)
    }

    #[view]
    public fun quote<In, Out>(amount_in: u64): u64 {
        let (reserve_in, reserve_out, basis_points) = ordered_reserves<In, Out>();
        assert!(amount_in > 0 && amount_in <= MAX_AMOUNT, error::invalid_argument(EBAD_AMOUNT));
        let fee = amount_in * (basis_points as u64) / FEE_SCALE;
        let after_fee = ((amount_in - fee) as u128);
        let amount_out = (reserve_out as u128) * after_fee / ((reserve_in as u128) + after_fee);
        (amount_out as u64)
    }

    #[view]
    public fun fee_basis_points<X, Y>(): u16 {
        let (_, _, basis_points) = ordered_reserves<X, Y>();
        basis_points
    }

    /// Takes the fee of a referrer.
    fun take_fee<In>(given: &mut Coin<In>): Coin<In> {
        let amount = coin::value(given) / FEE_SCALE;
        coin::extract(given, amount)
    }

    /// Returns the reserves and the fee of a pair, in the order of the type arguments.
    fun ordered_reserves<X, Y>(): (u64, u64, u16) {
        let at = pool_address();
        if (exists<Pool<X, Y>>(at)) {
            let pool = borrow_global<Pool<X, Y>>(at);
            return (pool.reserve_x, pool.reserve_y, pool.fee.basis_points)
        };
        assert!(exists<Pool<Y, X>>(at), error::not_found(EPOOL_NOT_FOUND));
        let pool = borrow_global<Pool<Y, X>>(at);
        (pool.reserve_y, pool.reserve_x, pool.fee.basis_points)
    }

    fun update_reserves<In, Out>(amount_in: u64, amount_out: u64) {
        let at = pool_address();
        if (exists<Pool<In, Out>>(at)) {
            let pool = borrow_global_mut<Pool<In, Out>>(at);
            pool.reserve_x = pool.reserve_x + amount_in;
            pool.reserve_y = pool.reserve_y - amount_out;
        } else {
            let pool = borrow_global_mut<Pool<Out, In>>(at);
            pool.reserve_y = pool.reserve_y + amount_in;
            pool.reserve_x = pool.reserve_x - amount_out;
        }
    }

    /// The price of a unit, with 64 binary places.
    fun price_of(amount_in: u64, amount_out: u64): u128 {
        ((amount_in as u128) << 64) / (amount_out as u128)
    }

    fun pool_address(): address {
        account::create_resource_address(&@exchange, b"pool")
    }

    fun check_path(path: &vector<address>) {
        let i = 0;
        let length = vector::length(path);
        while (i < length) {
            let step = *vector::borrow(path, i);
            if (step == @0x0) {
                abort error::invalid_argument(EBAD_PATH)
            };
            i = i + 1;
        };
    }
}
