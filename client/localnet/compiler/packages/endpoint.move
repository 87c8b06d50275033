/// Sends and receives messages between chains.
module bridge::endpoint {
    use 0x1::coin;
    use 0x1::event;
    use 0x1::signer;
    use 0x1::table::{Self, Table};
    use 0x1::vector;

    friend bridge::usdx;

    /// The bridge does not know the destination
    const EUNKNOWN_DESTINATION: u64 = 1;
    /// The destination is closed
    const EPAUSED: u64 = 2;
    /// The relayer is not registered
    const EUNTRUSTED_RELAYER: u64 = 4;

    /// Largest size of an option in bytes. An option that is larger aborts with a code without a name.
    const MAX_OPTION_SIZE: u64 = 32;
    /// Units of the destinations, with 18 decimals, in a unit of this chain, with 8.
    const UNITS: u256 = 10000000000;

    struct Endpoint has key {
        nonce: u64,
        destinations: vector<Destination>,
        relayers: Table<address, vector<u8>>,
        outbound_limit: u256,
    }

    struct Destination has copy, drop, store { chain: u32, receiver: vector<u8>, open: bool }

    #[event]
    struct MessageSent has drop, store { sender: address, destination: u32, nonce: u64 }

    public entry fun send_message<CoinType>(
        sender: &signer,
        destination: u32,
        receiver: vector<u8>,
        amount: u256,
        options: vector<vector<u8>>,
    ) {
        check_options(&options);
        assert!(is_open(destination), EPAUSED);
        let endpoint = borrow_global_mut<Endpoint>(@bridge);
        if (amount > endpoint.outbound_limit || vector::is_empty(&receiver)) {
            abort 48
        };
        coin::deposit(@bridge, coin::withdraw<CoinType>(sender, (amount / UNITS as u64)));
        endpoint.nonce = endpoint.nonce + 1;
        event::emit(MessageSent { sender: signer::address_of(sender), destination, nonce: endpoint.nonce });
    }

    public(friend) fun receive_message(relayer: &signer, source: u32, payload: vector<u8>) {
        let endpoint = borrow_global_mut<Endpoint>(@bridge);
        let sender = signer::address_of(relayer);
        assert!(table::contains(&endpoint.relayers, sender), EUNTRUSTED_RELAYER);
        let key = table::borrow(&endpoint.relayers, sender);
        assert!(checksum(&payload) == checksum(key) ^ (source as u64), EUNTRUSTED_RELAYER);
        endpoint.nonce = endpoint.nonce + 1;
    }

    entry fun set_relayer(owner: &signer, relayer: address, public_key: vector<u8>) {
        assert!(signer::address_of(owner) == @bridge, EUNTRUSTED_RELAYER);
        let relayers = &mut borrow_global_mut<Endpoint>(@bridge).relayers;
        if (vector::is_empty(&public_key)) {
            table::remove(relayers, relayer);
        } else {
            table::upsert(relayers, relayer, public_key);
        }
    }

    #[view]
    public fun next_nonce(): u64 {
        borrow_global<Endpoint>(@bridge).nonce + 1
    }

    #[view]
    public fun destinations(): vector<Destination> {
        borrow_global<Endpoint>(@bridge).destinations
    }

    #[view]
    public fun is_open(destination: u32): bool {
        let known = &borrow_global<Endpoint>(@bridge).destinations;
        let i = 0;
        while (i < vector::length(known)) {
            let candidate = vector::borrow(known, i);
            if (candidate.chain == destination) {
                return candidate.open
            };
            i = i + 1;
        };
        false
    }

    fun check_options(options: &vector<vector<u8>>) {
        let i = 0;
        loop {
            if (i == vector::length(options)) {
                break
            };
            if (vector::length(vector::borrow(options, i)) > MAX_OPTION_SIZE) {
                abort 47
            };
            i = i + 1;
        }
    }

    fun checksum(bytes: &vector<u8>): u64 {
        let sum = 0u64;
        let i = 0;
        while (i < vector::length(bytes)) {
            sum = (sum << 1) ^ (*vector::borrow(bytes, i) as u64);
            i = i + 1;
        };
        sum
    }
}
