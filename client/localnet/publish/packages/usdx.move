module bridge::usdx {
    use 0x1::coin::BurnCapability;
    use 0x1::coin::FreezeCapability;
    use 0x1::coin::MintCapability;

    const ENOT_BRIDGE: u64 = 1;

    struct Usdx {}
    struct Capabilities has key {
        burn: BurnCapability<Usdx>,
        freeze: FreezeCapability<Usdx>,
        mint: MintCapability<Usdx>,
    }

    fun init_module(owner: &signer);
    public entry fun register(account: &signer);
    public entry fun redeem(account: &signer, amount: u64, destination: u32, receiver: vector<u8>);
}
