module bridge::credit {
    use 0x1::fungible_asset::BurnRef;
    use 0x1::fungible_asset::Metadata;
    use 0x1::fungible_asset::MintRef;
    use 0x1::fungible_asset::TransferRef;
    use 0x1::object::Object;

    const ENOT_BRIDGE: u64 = 1;

    struct Management has key { mint: MintRef, transfer: TransferRef, burn: BurnRef }
    struct Registry has key { metadata: Object<Metadata>, holders: vector<address> }

    fun init_module(owner: &signer);
    public entry fun mint(owner: &signer, to: address, amount: u64);
    public entry fun burn(owner: &signer, from: address, amount: u64);
    #[view]
    public fun metadata(): Object<Metadata>;
}
