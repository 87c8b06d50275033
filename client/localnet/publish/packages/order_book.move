module market::order_book {
    use 0x1::option::Option;
    use 0x1::string::String;
    use 0x1::table::Table;

    const EMARKET_NOT_FOUND: u64 = 1;
    const EORDER_NOT_FOUND: u64 = 2;
    const ENOT_ORDER_OWNER: u64 = 3;

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

    public entry fun place_order<Base, Quote>(owner: &signer, is_bid: bool, price: u64, size: u64, kind: u8, expiry: Option<u64>, client_order_id: String, flags: vector<u8>);
    public entry fun cancel_order<Base, Quote>(owner: &signer, client_order_id: String);
    fun match_order<Base, Quote>(is_bid: bool, order: Order): vector<Order>;
    #[view]
    public fun limits<Base, Quote>(): Limits;
    #[view]
    public fun order_kinds<Base, Quote>(): vector<String>;
    #[view]
    public fun escrow<Base, Quote>(): (u64, u64);
}
