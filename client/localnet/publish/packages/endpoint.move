module bridge::endpoint {
    use 0x1::table::Table;

    friend bridge::usdx;

    const EUNKNOWN_DESTINATION: u64 = 1;
    const EPAUSED: u64 = 2;
    const EUNTRUSTED_RELAYER: u64 = 4;

    struct Endpoint has key {
        nonce: u64,
        destinations: vector<Destination>,
        relayers: Table<address, vector<u8>>,
        outbound_limit: u256,
    }
    struct Destination has copy, drop, store { chain: u32, receiver: vector<u8>, open: bool }
    #[event]
    struct MessageSent has drop, store { sender: address, destination: u32, nonce: u64 }

    public entry fun send_message<CoinType>(sender: &signer, destination: u32, receiver: vector<u8>, amount: u256, options: vector<vector<u8>>);
    public(friend) fun receive_message(relayer: &signer, source: u32, payload: vector<u8>);
    entry fun set_relayer(owner: &signer, relayer: address, public_key: vector<u8>);
    #[view]
    public fun next_nonce(): u64;
    #[view]
    public fun destinations(): vector<Destination>;
    #[view]
    public fun is_open(destination: u32): bool;
}
