module 0x1::chain_id {
    friend 0x1::genesis;

    struct ChainId has key { id: u8 }

    public(friend) fun initialize(framework: &signer, id: u8) {
        move_to(framework, ChainId { id })
    }

    #[view]
    public fun get(): u8 {
        borrow_global<ChainId>(@0x1).id
    }
}
