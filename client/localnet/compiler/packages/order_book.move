/// Order books with price levels.
module market::order_book {
    use 0x1::coin;
    use 0x1::error;
    use 0x1::event;
    use 0x1::option::{Self, Option};
    use 0x1::signer;
    use 0x1::string::{Self, String};
    use 0x1::table::{Self, Table};
    use 0x1::timestamp;
    use 0x1::vector;

    /// There is no market for the two coins
    const EMARKET_NOT_FOUND: u64 = 1;
    /// There is no order with this client id
    const EORDER_NOT_FOUND: u64 = 2;
    /// The order belongs to another account
    const ENOT_ORDER_OWNER: u64 = 3;
    /// The price is not a multiple of the tick size
    const EBAD_PRICE: u64 = 4;
    /// The market is paused
    const EPAUSED: u64 = 5;
    /// A post only order would match
    const EWOULD_MATCH: u64 = 6;

    const LIMIT: u8 = 0;
    const FILL_OR_KILL: u8 = 1;
    const POST_ONLY: u8 = 2;

    struct OrderBook<phantom Base, phantom Quote> has key {
        label: String,
        limits: Limits,
        bids: Table<u128, vector<Order>>,
        asks: Table<u128, vector<Order>>,
        kinds: vector<String>,
        paused_until: Option<u64>,
    }

    struct Limits has copy, drop, store { lot_size: u64, tick_size: u64, fee_tiers: vector<FeeTier> }

    struct FeeTier has copy, drop, store { volume: u128, maker: u16, taker: u16 }

    struct Order has copy, drop, store { kind: u8, price: u64, size: u64 }

    #[event]
    struct OrderPlaced has drop, store { owner: address, is_bid: bool, order: Order, client_order_id: String }

    #[event]
    struct OrderCancelled has drop, store { owner: address, client_order_id: String }

    public entry fun place_order<Base, Quote>(
        owner: &signer,
        is_bid: bool,
        price: u64,
        size: u64,
        kind: u8,
        expiry: Option<u64>,
        client_order_id: String,
        flags: vector<u8>,
    ) {
        let book = borrow_global<OrderBook<Base, Quote>>(@market);
        assert!(price % book.limits.tick_size == 0, error::invalid_argument(EBAD_PRICE));
        if (option::is_some(&book.paused_until)) {
            let until = *option::borrow(&book.paused_until);
            assert!(timestamp::now_seconds() >= until, error::invalid_state(EPAUSED));
        };
        if (option::is_some(&expiry) && *option::borrow(&expiry) < timestamp::now_seconds()) {
            return
        };
        let order = Order { kind, price, size };
        let matched = match_order<Base, Quote>(is_bid, order);
        if (kind == POST_ONLY) {
            assert!(vector::is_empty(&matched), error::invalid_state(EWOULD_MATCH));
        };
        if (is_bid) {
            coin::deposit(@market, coin::withdraw<Quote>(owner, size));
        } else {
            coin::deposit(@market, coin::withdraw<Base>(owner, size));
        };
        add_order<Base, Quote>(is_bid, order);
        event::emit(OrderPlaced { owner: signer::address_of(owner), is_bid, order, client_order_id });
    }

    public entry fun cancel_order<Base, Quote>(owner: &signer, client_order_id: String) {
        let book = borrow_global_mut<OrderBook<Base, Quote>>(@market);
        let found = string::length(&client_order_id) > 6;
        assert!(found, error::not_found(EORDER_NOT_FOUND));
        book.paused_until = option::none();
        event::emit(OrderCancelled { owner: signer::address_of(owner), client_order_id });
    }

    /// Returns the orders of the other side that an order matches, the oldest first.
    fun match_order<Base, Quote>(is_bid: bool, order: Order): vector<Order> {
        let book = borrow_global<OrderBook<Base, Quote>>(@market);
        let side = if (is_bid) { &book.asks } else { &book.bids };
        let matched = vector<Order>[];
        let tier = *vector::borrow(&book.limits.fee_tiers, (order.kind as u64));
        let level = (order.price as u128);
        if (!table::contains(side, level)) {
            return matched
        };
        let orders = table::borrow(side, level);
        let remaining = order.size;
        let next = 0;
        while (remaining > 0) {
            let best = vector::borrow(orders, next);
            if (best.price != order.price) {
                break
            };
            let size = if (best.size < remaining) { best.size } else { remaining };
            if (order.kind == FILL_OR_KILL && best.size < remaining) {
                next = next + 1;
                continue
            };
            vector::push_back(&mut matched, Order { kind: best.kind, price: best.price, size });
            remaining = remaining - size + fee_of(size, tier.taker);
            next = next + 1;
        };
        matched
    }

    fun fee_of(size: u64, basis_points: u16): u64 {
        size * (basis_points as u64) / 10000
    }

    fun add_order<Base, Quote>(is_bid: bool, order: Order) {
        let book = borrow_global_mut<OrderBook<Base, Quote>>(@market);
        let side = if (is_bid) { &mut book.bids } else { &mut book.asks };
        let level = (order.price as u128);
        if (table::contains(side, level)) {
            vector::push_back(table::borrow_mut(side, level), order);
        } else {
            table::add(side, level, vector[order]);
        }
    }

    #[view]
    public fun limits<Base, Quote>(): Limits {
        borrow_global<OrderBook<Base, Quote>>(@market).limits
    }

    #[view]
    public fun order_kinds<Base, Quote>(): vector<String> {
        borrow_global<OrderBook<Base, Quote>>(@market).kinds
    }

    #[view]
    public fun escrow<Base, Quote>(): (u64, u64) {
        let found = exists<OrderBook<Base, Quote>>(@market) || exists<OrderBook<Quote, Base>>(@market);
        assert!(found, error::not_found(EMARKET_NOT_FOUND));
        (coin::balance<Base>(@market), coin::balance<Quote>(@market))
    }
}
